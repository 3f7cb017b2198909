"""The scorer against a second reading of the rules (tests/oracles), which was written without a look at it."""

from functools import cache
from random import Random
from typing import Any

import pytest
from oracles import chessboard
from oracles.comparing import answer, as_json
from oracles.random_chessboard import random_record

from lucca_pi.games.chessboard.rules.game import replay
from lucca_pi.games.chessboard.rules.record import read_record
from lucca_pi.games.chessboard.rules.score import score, score_json

SEEDS = range(300)
REFUSALS = {
    *("unreadable", "size", "players", "start", "over", "adjustment", "order-of-play", "two-bricks", "switch"),
    *("colour", "different-colours", "supply", "lot", "houses-in-block", "second-tower", "three-towers"),
    *("equal-strength", "prisoner"),
}


@cache
def records() -> list[Any]:
    return [random_record(Random(seed)) for seed in SEEDS]


@cache
def second_scores() -> list[Any]:
    return [as_json(chessboard.score(record)) for record in records()]


def told(text: str) -> Any:
    return score_json(score(replay(read_record(text))))


@pytest.mark.parametrize("first", SEEDS[::50])
def test_two_scorers_tell_the_same_of_random_records(first: int) -> None:
    cases = [*range(first, first + 50)]
    assert cases
    for seed in cases:
        assert answer(told, records()[seed]) == second_scores()[seed], f"seed {seed}"


def test_the_random_records_break_every_rule() -> None:
    errors = [score["error"] for score in second_scores() if "error" in score]
    assert {error.get("rule", error["code"]) for error in errors} == REFUSALS


def test_the_random_games_have_every_end_and_event() -> None:
    ends = {(score["end"]["by"], score["end"]["decided"]) for score in second_scores() if score.get("end")}
    blocked = {("blocked", decided) for decided in ("tower", "prisoners", "bricks", "nothing")}
    assert ends == {("tower", None), ("prisoners", None), *blocked}
    events = {event["kind"] for score in second_scores() for turn in score.get("turns", []) for event in turn["events"]}
    assert events == {"house", "floor", "struggle", "fight", "razed", "parted", "merge", "switch", "adjust"}


def test_the_second_reading_tells_the_struggle_that_the_rules_tell() -> None:
    record = {
        "format": "lucca-chessboard-record/1",
        "game": "chessboard",
        "size": 8,
        "players": [
            {"name": "Rosa", "colour": "red"},
            {"name": "Wim", "colour": "white"},
            {"name": "Bea", "colour": "blue"},
        ],
        "start": {
            **{"b4": ["white", "red", "black"], "a4": ["white"], "b5": ["red"], "b3": ["black"], "a3": ["blue"]},
            **{"a5": ["blue"], "c4": ["black"], "f4": ["blue", "red", "white", "black"], "e4": ["black"]},
            **{"f5": ["white"], "f3": ["black"]},
        },
        "turns": [
            {
                "player": "Rosa",
                "bricks": [{"colour": "blue", "at": "b4"}, {"colour": "red", "at": "d4", "prisoners": ["a4"]}],
            }
        ],
    }
    events = chessboard.score(record)["turns"][0]["events"]
    assert [event["kind"] for event in events] == ["floor", "house", "struggle", "fight", "fight", "merge"]
    assert events[2]["strengths"] == [[4, 6], [3, 3]]
    assert [event["prisoner"] for event in events[3:5]] == ["a4", None]
    assert events[5]["height"] == 5
