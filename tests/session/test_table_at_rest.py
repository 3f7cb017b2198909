"""What a table at rest settles without a press: after a complaint, after a pause, in a game played hands-free."""

from dataclasses import replace
from functools import partial

import pytest
from evening import LAST, after, date, given, hands_free, kept, kinds, looks, press
from pebbles import CUP, PEBBLES, look, played, says, scripted

from lucca_pi.contract.history import Played, Started
from lucca_pi.contract.questions import Choice, Disagreed, Option, ThisCard
from lucca_pi.contract.verdict import Certificate, Doubt, Explained, Gap, Unexplained
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.resting import AT_REST, CONFIRMED, came_to_rest, check_pause, made_final
from lucca_pi.evening.state import Outcome, begin_evening
from lucca_pi.evening.step import Looked, Rested
from lucca_pi.table.sighting import Sighting
from tests.evenings.pebble_evenings import (
    BOTH,
    FIRST,
    LATER,
    LOOK,
    NOTHING,
    ONE,
    THEN,
    TWO,
    WAS,
    WRONG,
    whole_game,
)

SIGNED, GAP = Certificate((), ()), Certificate((), (Gap("2 is not visible"),))


def rested(verdict, *events, mode=None, takes=True, signed=SIGNED, **more):
    """What the table at rest settles."""
    explain = verdict if callable(verdict) else lambda state, looks: verdict
    kind = scripted(
        **{
            "explain": explain,
            "split": lambda *_given: None,
            "audit": lambda *_given: signed,
            "may_end": lambda game: False,
            "misplaced": lambda *_given: iter(()),
            **more,
        }
    )
    return came_to_rest(played(kind, *events, mode=mode), LATER, "now", takes=takes)


def turns_of(outcome):
    return outcome and [getattr(event, "turn", None) or event.turns for event in outcome.events]


AT = Played(ONE, (WAS,), None, "", note=AT_REST)
RESTS = {
    "a turn that fits": (partial(rested, Explained(ONE)), [ONE]),
    "nobody plays hands-free": (partial(rested, Explained(ONE), takes=False), None),
    "one that fits a little badly": (partial(rested, Explained(ONE, 2.1)), None),
    "one that fits just so well": (partial(rested, Explained(ONE, 2.0)), [ONE]),
    "one that is not proved": (partial(rested, Explained(ONE), signed=GAP), None),
    "one in doubt": (partial(rested, Doubt((ONE, TWO), (0.0, 0.0)), may_wait=lambda *_given: True), None),
    "none": (partial(rested, NOTHING), None),
    "the game is over": (partial(rested, Explained(ONE), *whole_game()), None),
    "one that may end the game": (partial(rested, Explained(ONE), may_end=lambda game: True), None),
    "a complaint, and it has been put right": (partial(rested, Explained(ONE), mode=WRONG), [ONE]),
    "a complaint, and it fits a little badly": (partial(rested, Explained(ONE, 2.1), mode=WRONG), None),
    "a complaint, and it is not proved": (partial(rested, Explained(ONE), mode=WRONG, signed=GAP), None),
    "a complaint, and it is in doubt": (
        partial(rested, Doubt((ONE, TWO), (0.0, 0.0)), mode=WRONG, may_wait=lambda *_given: True),
        None,
    ),
    "a complaint, and the same is wrong": (partial(rested, NOTHING, mode=WRONG), None),
    "a complaint, and a card is not known": (
        partial(rested, Explained(ONE), mode=WRONG, unidentified=lambda *_given: WRONG),
        None,
    ),
    "a complaint about a card, and it has been put right": (
        partial(rested, Explained(ONE), mode=WRONG, unidentified=lambda match, looks, rests: match.mode),
        [ONE],
    ),
    "the last turn at rest was another": (
        partial(rested, lambda state, looks: Explained(BOTH if state.game.turns == 0 else THEN), AT),
        [(BOTH,)],
    ),
    "it was the same, and the next is played": (
        partial(rested, lambda state, looks: Explained(ONE if state.game.turns == 0 else THEN), AT),
        [THEN],
    ),
    "it was another that fits just so well": (
        partial(rested, lambda state, looks: Explained(BOTH, 2.0) if state.game.turns == 0 else NOTHING, AT),
        [(BOTH,)],
    ),
    "it was another, but fits badly": (
        partial(rested, lambda state, looks: Explained(BOTH, 2.1) if state.game.turns == 0 else NOTHING, AT),
        None,
    ),
    "no more than that another is known of a turn in doubt": (
        partial(
            rested,
            NOTHING,
            replace(FIRST, others=(TWO,)),
            changed_afterwards=lambda state, number, looks: BOTH,
        ),
        None,
    ),
    "the last turn was pressed for": (
        partial(rested, lambda state, looks: Explained(BOTH) if state.game.turns == 0 else NOTHING, FIRST),
        None,
    ),
    "it was in doubt": (
        partial(rested, lambda state, looks: Doubt((ONE, BOTH), (0.0, 0.0)) if state.game.turns == 0 else NOTHING, AT),
        None,
    ),
}


@pytest.mark.parametrize(("at_rest", "turns"), RESTS.values(), ids=RESTS)
def test_the_table_at_rest_settles_a_turn_that_fits_and_is_proved(at_rest, turns):
    assert turns_of(at_rest()) == turns


def test_what_is_wrong_otherwise_at_rest_is_said():
    other = rested(Unexplained(("something else",), ""), mode=WRONG)
    assert other.mode.problems == ("something else",)


def test_a_turn_taken_at_rest_is_noted_so_and_final_once_ok_is_pressed():
    assert rested(Explained(ONE)).events[0].note == AT_REST
    kind = scripted(explain=lambda *_given: Explained(ONE, 9.0), misplaced=lambda *_given: iter(()))
    final = made_final(played(kind, AT), LATER, "now")
    assert [(event.turns, event.note) for event in final.events] == [((ONE,), CONFIRMED)]
    assert made_final(played(kind, FIRST), LATER, "now") is None
    says(kind, audit=lambda *_given: GAP)
    assert made_final(played(kind, AT), LATER, "now")
    says(kind, explain=lambda *_given: Explained(BOTH))
    assert made_final(played(kind, AT), LATER, "now") is None


def test_the_start_is_taken_at_rest_once_it_is_whole():
    kind = scripted()
    nothing = begin_evening(Begun(kind, None, None, {}, ""))
    whole = came_to_rest(nothing, look(*PEBBLES), "", takes=True)
    assert isinstance(whole.events[0], Started)
    assert came_to_rest(nothing, look(1, CUP), "", takes=True) is None
    assert came_to_rest(replace(nothing, mode=WRONG), look(*PEBBLES), "", takes=True) is None


def test_after_a_pause_what_does_not_lie_as_it_did_is_told_once():
    state = played(scripted(misplaced=lambda *_given: iter(("3 is away", "3 is away", "4 is away"))))
    again = check_pause(state, (LOOK,))
    assert (again.mode.problems, again.mode.paused, again.mode.looks) == (("3 is away", "4 is away"), True, (LOOK,))
    assert check_pause(begin_evening(state.begun), (LOOK,)) == Outcome()
    paused = replace(state, mode=Disagreed((), "", paused=True))
    assert came_to_rest(paused, LOOK, "", takes=False).mode.problems == ("3 is away", "4 is away")


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


def test_a_whole_game_is_played_without_a_press_but_its_last_turn():
    state, events = hands_free(begin_evening(after(0).begun), *(look for look in looks() for _ in range(2)))
    assert events == ["Started", *["Played"] * (LAST - 1)]
    state, _ = given(state, Looked(looks()[-1], ""))
    assert state.course.turns == after(LAST + 1).course.turns


def test_a_press_of_ok_makes_the_last_turn_final():
    state, _ = hands_free(after(2), looks()[2])
    state, done = given(state, Looked(looks()[2], date(9)))
    assert (kept(done), state.mode, len(state.course.turns)) == (["Corrected"], None, 2)
    assert state.course.moments[-1].note == CONFIRMED
    assert isinstance(given(state, Looked(looks()[2], date(9)))[0].mode, Disagreed)


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
