"""The scorers against a second reading of the rules (tests/oracles), which was written without a look at them."""

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from oracles import breaking, chessboard, lucco, spoiling
from oracles.chessboard import COLOURS as BRICKS

from lucca_pi.errors import RuleError, UnreadableError, problem_of
from lucca_pi.games import scored
from lucca_pi.games.chessboard.rules.record import record_json as board_json
from lucca_pi.games.lucco.rules.record import record_json as tiles_json
from tests.cases import first_of
from tests.chessboard import playing as on_a_board
from tests.chessboard.boards import EXAMPLE
from tests.lucco import playing as with_tiles

SEEDS = range(300)


class Second(NamedTuple):
    """A game's second scorer; random games, how they are spoilt and odd words for them; the rules that these break."""

    score: Callable[[Any], Any]
    random_game: Callable[[int], Any]
    record_json: Callable[[Any], dict[str, Any]]
    breaks: Any
    words: tuple[str, ...]
    refusals: set[str]


GAMES = {
    "chessboard": Second(
        chessboard.score,
        on_a_board.any_game,
        board_json,
        breaking.ON_A_BOARD,
        (*on_a_board.NAMES, *BRICKS, "green", *breaking.NO_LOTS),
        {
            *("unreadable", "size", "players", "start", "over", "adjustment", "order-of-play", "two-bricks", "switch"),
            *("colour", "different-colours", "supply", "lot", "houses-in-block", "second-tower", "three-towers"),
            *("equal-strength", "prisoner"),
        },
    ),
    "lucco": Second(
        lucco.score,
        with_tiles.any_game,
        tiles_json,
        breaking.OF_TILES,
        (*with_tiles.NAMES, *lucco.COLOURS, "white", "pink", "triangle", "p99", ""),
        {
            *("unreadable", "tiles", "colours", "players", "over", "adjustment", "order-of-play", "die", "one-action"),
            *("stock", "die-lay", "occupied", "contacts", "not-touching"),
            *("no-piece", "die-remove", "protected", "splits", "must-act"),
        },
    ),
}
PASSES = {"unseen", "start", "none-left", "none-there", "none-removable", "nothing-possible"}
of_each_game = pytest.mark.parametrize("game", GAMES)


@cache
def records(game: str) -> list[Any]:
    kind = GAMES[game]
    return [spoiling.random_record(Random(seed), kind, seed) for seed in SEEDS]


@cache
def second_scores(game: str) -> list[Any]:
    return [as_json(GAMES[game].score(record)) for record in records(game)]


def told(text: str) -> Any:
    return scored(text).document()


@pytest.mark.parametrize("first", first_of(SEEDS[::50], usual=3))
@of_each_game
def test_two_scorers_tell_the_same_of_random_records(game: str, first: int) -> None:
    for seed in range(first, first + 50):
        assert answer(told, records(game)[seed]) == second_scores(game)[seed], f"seed {seed}"


@of_each_game
def test_the_random_records_break_every_rule(game: str) -> None:
    errors = [score["error"] for score in second_scores(game) if "error" in score]
    assert {error.get("rule", error["code"]) for error in errors} == GAMES[game].refusals


def test_random_games_of_lucco_have_every_event_and_every_reason_to_pass() -> None:
    scores = second_scores("lucco")
    events = [event for score in scores for turn in score.get("turns", []) for event in turn["events"]]
    assert {event["kind"] for event in events} == {"lay", "remove", "anew", "pass", "adjust"}
    assert {event["why"] for event in events if event["kind"] == "pass"} == PASSES
    assert any(score.get("finished") for score in scores)


def test_random_games_on_a_chess_board_have_every_end_and_event() -> None:
    scores = second_scores("chessboard")
    ends = {(score["end"]["by"], score["end"]["decided"]) for score in scores if score.get("end")}
    blocked = {("blocked", decided) for decided in ("tower", "prisoners", "bricks", "nothing")}
    assert ends == {("tower", None), ("prisoners", None), *blocked}
    events = {event["kind"] for score in scores for turn in score.get("turns", []) for event in turn["events"]}
    assert events == {"house", "floor", "struggle", "fight", "razed", "parted", "merge", "switch", "adjust"}


def test_the_second_reading_tells_the_struggle_that_the_rules_tell() -> None:
    events = chessboard.score(EXAMPLE)["turns"][0]["events"]
    assert [event["kind"] for event in events] == ["floor", "house", "struggle", "fight", "fight", "merge"]
    assert events[2]["strengths"] == [[4, 6], [3, 3]]
    assert [event["prisoner"] for event in events[3:5]] == ["a4", None]
    assert events[5]["height"] == 5


WORDS = {"reason", "message", "position"}


def answer(told: Callable[[str], Any], record: Any) -> Any:
    """What `score --json` would answer to a record, without its sentences; `told` makes it from the text."""
    try:
        answered = told(json.dumps(record))
    except (RuleError, UnreadableError) as error:
        answered = {"error": problem_of(error)[0]}
    return without_words(json.loads(json.dumps(answered, default=str)))


def without_words(value: Any) -> Any:
    if isinstance(value, list):
        return [without_words(one) for one in value]
    if not isinstance(value, dict):
        return value
    if value.get("code") == "unreadable":
        return {"code": "unreadable"}
    return {key: without_words(one) for key, one in value.items() if key not in WORDS}


def as_json(value: Any) -> Any:
    """The value as it would be read again."""
    return json.loads(json.dumps(value))
