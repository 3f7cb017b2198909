"""What the table at rest settles in any game."""

from dataclasses import replace
from functools import partial

import pytest
from pebbles import CUP, PEBBLES, look, played, says, scripted

from lucca_pi.contract.history import Played, Started
from lucca_pi.contract.questions import Disagreed
from lucca_pi.contract.verdict import Certificate, Doubt, Explained, Gap, Unexplained
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.resting import AT_REST, CONFIRMED, came_to_rest, check_pause, made_final
from lucca_pi.evening.state import Outcome, begin_evening
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
