"""Why the turns of a game were taken: each judged again from its own looks, as the game stood before it."""

import pytest
from evening import after, looks, told, unsettled

from lucca_pi.contract.questions import Disagreed
from lucca_pi.evening.step import Looked, step
from lucca_pi.evening.why import (
    how_taken,
    is_next,
    number_of,
    why_each,
    why_line,
    why_look,
    why_text,
    why_turn,
)

GAME = after(0)


def split_game():
    """The state after the first press was forgotten, and its two turns confirmed."""
    asked, _ = step(after(1), Looked(looks()[2], "2026-05-01T20:09"))
    return told(asked, "Yes")[0]


def test_every_turn_of_a_quiet_game_is_sure_and_signed():
    found = [*why_each(after(8))]
    assert [why.taken for why in found] == [(turn,) for turn in after(8).course.turns]
    assert {why_line(why, GAME).split()[2] for why in found} == {"sure"}
    assert all(why.certificate.is_signed and why.remedies == () for why in found)
    assert next(how_taken(found[0])) == "It was scored without a question."


def test_a_turn_is_found_by_its_round_and_its_place_there():
    state = after(5)
    assert [number_of(state, *when) for when in ((1, 1), (1, 3), (2, 1), (2, 2), (0, 0))] == [1, 3, 4, None, None]
    assert is_next(state, 2, 2) and not is_next(state, 2, 3)


def test_of_a_turn_that_is_not_settled_all_that_it_may_be_stands_side_by_side():
    why = why_turn(unsettled(), 1)
    found = why.explanation.data["candidates"]
    assert [(one["weight"], one["taken"]) for one in found] == [(4.0, True), (4.0, False), (4.0, False)]
    assert "the next look should decide" in why_text(why, GAME)


def test_turns_that_one_look_was_read_for_are_told_together():
    state = split_game()
    first, second = why_turn(state, 1), why_turn(state, 2)
    assert first == second
    assert first.taken == state.course.turns == first.explanation.best
    assert [one["taken"] for one in first.explanation.data["several"]] == [True]
    assert [why.taken for why in why_each(state)] == [first.taken]


def test_a_look_that_is_complained_of_says_what_to_change():
    state = after(2)
    why = why_look(state, (looks()[1],))
    assert isinstance(why.outcome.mode, Disagreed)
    assert why.remedies == ("Take a triplet and play its cards, then press OK.",)
    assert (why.taken, why.certificate) == ((), None)


@pytest.mark.parametrize("state", [after(0), after(22)], ids=["before the deal", "when the game is over"])
def test_where_nobody_is_in_turn_there_is_nothing_to_explain(state):
    assert why_look(state, (looks()[0],)).explanation is None
