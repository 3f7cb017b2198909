"""A turn that one look leaves in doubt: play goes on, and the next look settles it, or the players are asked."""

from evening import after, covered, date, given, kept, looks, press, shown, unsettled

from lucca_pi.contract.history import Played
from lucca_pi.contract.questions import Choice, Settle
from lucca_pi.evening.state import after_event
from lucca_pi.evening.step import Looked
from lucca_pi.games.citta.session.memory import record_of

PLAYED = after(2).course.turns


def test_a_turn_in_doubt_is_taken_for_the_likeliest_and_the_doubt_is_shown():
    state, done = given(after(1), Looked(covered(1), date(2)))
    assert (kept(done), shown(done), state.course.open_turn) == (["Played"], ["Result", "Prompt"], 1)
    assert done[-1].snapshots[0].screen.unsure


def test_the_next_look_settles_it():
    state, done = given(unsettled(), Looked(looks()[2], date(3)))
    assert kept(done) == ["Corrected", "Played"]
    assert (state.course.open_turn, state.course.asked) == (None, ())
    assert set(state.course.turns[0].play) == set(PLAYED[0].play)
    assert record_of(state.match).extra["notes"] == [{"round": 1, "turn": 1, "note": "settled by a later look"}]


def test_if_the_next_look_cannot_tell_either_it_is_asked_before_that_look_is_judged():
    again = covered(1)
    hidden = {one.code for one in looks()[1].sightings} - {one.code for one in again.sightings}
    look = looks()[2]
    look = type(look)(tuple(one for one in look.sightings if one.code not in hidden), look.mm_per_px, look.view_mm)
    state, done = given(unsettled(), Looked(look, date(3)))
    assert (kept(done), isinstance(state.mode, Choice)) == ([], True)
    state, done = press(state, "ok")
    assert kept(done) == ["Corrected", "Played"]
    assert [(round_, turn) for round_, turn, _ in state.course.asked] == [(1, 1)]


def test_players_may_say_it_at_once():
    state, done = press(unsettled(), "up", "up", "ok")
    assert [type(option.lead) for option in state.mode.options[:-1]] == [Settle] * (len(state.mode.options) - 1)
    state, done = press(state, "ok")
    assert (kept(done), state.course.open_turn, len(state.course.asked)) == (["Corrected"], None, 1)


def test_a_turn_taken_for_what_it_was_not_is_corrected_by_the_next_look():
    moment = unsettled().course.moments[0]
    true, *wrong = sorted((moment.entry, *moment.others), key=lambda turn: set(turn.play) != set(PLAYED[0].play))
    wrongly = Played(wrong[0], moment.looks, None, moment.date, (true, *wrong[1:]))
    state, done = given(after_event(after(1), wrongly), Looked(looks()[2], date(3)))
    assert (kept(done), shown(done)[0]) == (["Corrected", "Played"], "Notice")
    assert set(state.course.turns[0].play) == set(PLAYED[0].play)
