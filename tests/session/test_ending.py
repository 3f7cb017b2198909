"""The OK that ends a game looks once more: what has changed since opens the last turn again."""

from dataclasses import replace

import pytest
from evening import LAST, after, begun, chosen, covered, date, drawn_aside, given, kept, kinds, looks, press

from lucca_pi.evening.journal import Played, Started, event_json, events_from_json
from lucca_pi.evening.modes import Choice, Disagreed
from lucca_pi.evening.state import resumed
from lucca_pi.evening.step import Finish, Looked, NotSeen, TakeLook
from lucca_pi.games.citta.kind import KIND
from lucca_pi.table.sighting import Look

OVER = after(LAST + 1)
LAST_LOOK = looks()[LAST]
NOTHING = Look((), 0.3, ())
YES, NO = "Yes, the game is over", "No"


def without(look, code):
    return replace(look, sightings=tuple(one for one in look.sightings if one.code != code))


def over_by(look):
    """The state when the last turn was taken by that look, and all that was kept of it."""
    state, done = given(after(LAST), Looked(look, date(80)))
    assert state.course.is_over
    return state, [effect.event for effect in done if type(effect).__name__ == "Keep"]


def test_ok_at_the_end_looks_once_more_and_the_same_table_ends_the_game():
    state, done = press(OVER, "ok")
    assert done == [TakeLook(LAST + 1)]
    state, done = given(state, Looked(LAST_LOOK, date(90)))
    assert (done, state.course) == ([Finish()], OVER.course)


def test_a_card_that_was_drawn_aside_when_ok_was_pressed_counts_as_it_lies_at_the_end():
    early, events = over_by(drawn_aside(42))
    assert early.course.turns[-1] != OVER.course.turns[-1]
    state, done = given(early, Looked(LAST_LOOK, date(90)))
    assert kept(done) == ["TakenBack", "Played"]
    assert KIND.record_json(state)["rounds"] == KIND.record_json(OVER)["rounds"]
    assert state.course.moments[-1].looks == (drawn_aside(42), LAST_LOOK)
    events += [effect.event for effect in done if type(effect).__name__ == "Keep"]
    journal = [event_json(one, KIND) for one in (begun(), *events_of(after(LAST)), *events)]
    assert resumed(events_from_json(journal)).course.turns == OVER.course.turns
    assert given(state, Looked(LAST_LOOK, date(91)))[1] == [Finish()]


def events_of(state):
    start = state.course.start
    yield Started(start.seats, start.deal, looks()[:1], start.date)
    yield from (Played(one.entry, one.looks, one.asked, one.date) for one in state.course.moments)


CHANGED = {
    "cleared": Looked(NOTHING, date(90)),
    "no table": NotSeen("No quarter is in sight."),
    "as before the turn": Looked(looks()[LAST - 1], date(90)),
    "a card of the turn is away": Looked(without(LAST_LOOK, 66), date(90)),
}


@pytest.mark.parametrize("seen", CHANGED.values(), ids=CHANGED)
def test_where_the_look_shows_no_last_turn_people_say_whether_the_game_is_over(seen):
    state, done = given(press(OVER, "ok")[0], seen)
    assert (kinds(done), state.course) == (["Show"], OVER.course)
    assert [one.words for one in state.mode.options] == [YES, NO]
    assert "18 to green; 42 to violet; 66 discarded" in state.mode.text
    assert chosen(state, YES)[1] == [Finish()]
    state, done = chosen(state, NO)
    assert (kept(done), state.mode.player) == ([], OVER.course.turns[-1].player)


def told_at_the_end():
    """The state at the end where players have told of a hidden card of the last turn."""
    state, _ = given(after(LAST), Looked(covered(LAST), date(80)))
    while isinstance(state.mode, Choice):
        state, _ = press(state, "ok")
    assert state.course.is_over and state.course.moments[-1].asked
    return state


def test_what_players_have_told_of_the_last_turn_stays_while_the_card_is_hidden():
    state = told_at_the_end()
    assert given(state, Looked(covered(LAST), date(90)))[1] == [Finish()]


def test_what_players_have_told_is_not_changed_unasked():
    state = told_at_the_end()
    asked, done = given(state, Looked(drawn_aside(42), date(90)))
    assert (kept(done), asked.course) == ([], state.course)
    assert [one.words for one in asked.mode.options] == [YES, NO]


def test_a_turn_that_something_was_confirmed_after_is_not_opened_unasked():
    early, _ = over_by(drawn_aside(42))
    early = replace(early, past=(*early.past, early.course))
    state, done = given(early, Looked(LAST_LOOK, date(90)))
    assert (kept(done), state.course) == ([], early.course)
    assert [one.words for one in state.mode.options] == [YES, NO]


def test_an_ok_to_a_complaint_after_the_end_only_leads_back():
    state = replace(OVER, mode=Disagreed(("Then this cannot be",), ""))
    state, done = given(press(state, "ok")[0], Looked(LAST_LOOK, date(90)))
    assert (state.mode, kinds(done)) == (None, ["Show"])
