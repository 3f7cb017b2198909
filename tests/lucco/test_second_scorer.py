"""The scorer against a second reading of the rules (tests/oracles), which was written without a look at it."""

from functools import cache
from random import Random
from typing import Any

import pytest
from oracles import lucco
from oracles.comparing import answer, as_json
from oracles.random_lucco import random_record

from lucca_pi.games.lucco.rules.game import replay, score_json
from lucca_pi.games.lucco.rules.record import read_record

SEEDS = range(300)
REFUSALS = {
    *("unreadable", "tiles", "colours", "players", "over", "adjustment", "order-of-play", "die", "one-action"),
    *("stock", "die-lay", "occupied", "contacts", "not-touching"),
    *("no-piece", "die-remove", "protected", "splits", "must-act"),
}
PASSES = {"unseen", "start", "none-left", "none-there", "none-removable", "nothing-possible"}


@cache
def records() -> list[Any]:
    return [random_record(Random(seed)) for seed in SEEDS]


@cache
def second_scores() -> list[Any]:
    return [as_json(lucco.score(record)) for record in records()]


def told(text: str) -> Any:
    return score_json(replay(read_record(text)))


@pytest.mark.parametrize("first", SEEDS[::50])
def test_two_scorers_tell_the_same_of_random_records(first: int) -> None:
    cases = [*range(first, first + 50)]
    assert cases
    for seed in cases:
        assert answer(told, records()[seed]) == second_scores()[seed], f"seed {seed}"


def test_the_random_records_break_every_rule() -> None:
    errors = [score["error"] for score in second_scores() if "error" in score]
    assert {error.get("rule", error["code"]) for error in errors} == REFUSALS


def test_the_random_games_have_every_event_and_every_reason_to_pass() -> None:
    events = [event for score in second_scores() for turn in score.get("turns", []) for event in turn["events"]]
    assert {event["kind"] for event in events} == {"lay", "remove", "anew", "pass", "adjust"}
    assert {event["why"] for event in events if event["kind"] == "pass"} == PASSES
    assert any(score.get("finished") for score in second_scores())
