"""What a table at rest settles without a press: put right after a disagreement, a pause, a game played hands-free."""

from dataclasses import replace

import pytest
from evening import after, date, given, hands_free, kept, kinds, looks, press
from pebbles import look, played, scripted

from lucca_pi.contract.questions import Choice, Disagreed, Option, ThisCard
from lucca_pi.contract.verdict import Unexplained
from lucca_pi.evening.resting import CONFIRMED
from lucca_pi.evening.step import Looked, Rested
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Sighting


def moved(look, code, x_mm):
    """The look with a card pushed to the right."""
    sightings = [replace(one, x_mm=one.x_mm + x_mm) if one.code == code else one for one in look.sightings]
    return replace(look, sightings=tuple(sightings))


def code_of_the_last_card(number):
    return after(number + 1).course.turns[-1].play[0].card


def paused():
    return press(after(3), "up", "ok", "up", "up", "ok")[0]


def test_after_a_pause_the_table_is_checked_until_it_lies_as_it_did():
    state = paused()
    assert state.mode.paused
    code = code_of_the_last_card(1)
    state, _ = given(state, Looked(moved(looks()[2], code, 3000.0), date(4)))
    assert str(code) in state.mode.problems[0]
    state, done = given(state, Rested(looks()[2], date(5)))
    assert (state.mode, state.course, kept(done)) == (None, after(3).course, [])


def test_a_press_of_ok_makes_the_last_turn_final():
    state, _ = hands_free(after(2), looks()[2])
    state, done = given(state, Looked(looks()[2], date(9)))
    assert (kept(done), state.mode, len(state.course.turns)) == (["Corrected"], None, 2)
    assert state.course.moments[-1].note == CONFIRMED
    assert isinstance(given(state, Looked(looks()[2], date(9)))[0].mode, Disagreed)


def test_what_is_settled_after_a_turn_taken_at_rest_is_not_taken_for_that_turn():
    state, _ = hands_free(after(2), looks()[2])
    built = next(play.card for play in state.course.turns[-1].play if play.way == "palace")
    turned = [replace(one, code=BACK_CODE) if one.code == built else one for one in looks()[2].sightings]
    state, done = given(state, Looked(replace(looks()[2], sightings=tuple(turned)), date(9)))
    assert (kept(done), isinstance(state.mode, Disagreed)) == ([], True)


@pytest.mark.parametrize(("tells", "effects"), [(False, []), (True, ["ShowScreens"])])
def test_a_look_at_rest_is_kept_and_changes_the_screen_only_where_it_tells_something(tells, effects):
    state, done = given(played(scripted(shows_more=lambda before, after: tells)), Rested(look(1), date(9)))
    assert (state.rested, kinds(done)) == ((look(1),), effects)
    wrong = Disagreed(("no",), "")
    asked = played(
        scripted(explain=lambda *_given: Unexplained(("no",), ""), shows_more=lambda *_given: tells), mode=wrong
    )
    assert kinds(given(asked, Rested(look(1), date(9)))[1]) == []


def test_where_a_card_is_asked_about_at_rest_the_latest_looks_are_kept_as_evidence():
    asked = Choice("", "which?", (Option("1", ThisCard(Sighting(1, 0, 0, 0))),))
    state = played(scripted(unidentified=lambda *_given: asked))
    seen = tuple(look(number) for number in range(1, 8))
    state, done = given(replace(state, rested=seen), Rested(look(1, 2), date(9), takes=True))
    assert (state.rested, kept(done)) == ((*seen, look(1, 2)), [])
    assert state.mode.option.lead == ThisCard(Sighting(1, 0, 0, 0), rests=True, takes=True)
    again, _ = given(replace(state, mode=None), Rested(look(3), date(9)))
    assert (again.rested, again.mode.option.lead.takes) == ((*state.rested[1:], look(3)), False)


BEFORE, ASKED, SINCE = look(1, 2, 3), look(1, 2), look(1)
RESTED = {
    "the look alone": ((ASKED,), (ASKED,)),
    "the look after others": ((BEFORE, ASKED), (BEFORE, ASKED)),
    "others since": ((ASKED, SINCE), (ASKED, SINCE, ASKED)),
}


@pytest.mark.parametrize(("rested", "then"), RESTED.values(), ids=RESTED)
def test_the_look_that_a_card_was_asked_about_counts_once(rested, then):
    asked = Choice("", "which?", (Option("1", ThisCard(Sighting(1, 0, 0, 0), rests=True)),), (ASKED,))
    state, _ = press(replace(played(scripted(), mode=asked), rested=rested, page=2), "ok")
    assert (state.rested, state.mode, state.page) == (then, None, 0)
