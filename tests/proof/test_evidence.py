"""What a journal keeps of each turn besides the turn."""

import pytest

from lucca_pi.contract.history import BY_HAND, CORRECTED, SETTLED_BY_PLAYERS
from lucca_pi.evening.answers import SPLIT
from lucca_pi.evening.judging import SETTLED
from lucca_pi.evening.resting import AT_REST
from lucca_pi.outside import Node
from lucca_pi.proof.game_file import Evidence, evidence_of, standing

BEGUN = {"event": "begun"}
DEALT = {"event": "dealt", "looks": [1]}
BACK = {"event": "taken-back"}


def played(look=7, asked=None, note=""):
    return {"event": "played", "looks": [look] if look else [], "asked": asked, "note": note}


def corrected(number, note="", asked=None, turns=1):
    return {"event": "corrected", "number": number, "turns": [{}] * turns, "note": note, "asked": asked}


def adjusted(look=None):
    return {"event": "adjusted", "looks": [look] if look else []}


def asked(given):
    return {"question": "where is 7?", "answers": ["7 as a wall", "7 discarded"], "given": given}


ANSWERED = "answered by the players: where is 7? 7 discarded"
TAKEN = Evidence("played")
KEPT = {
    "a turn by its look": ([played()], [TAKEN]),
    "a turn told without a look": ([played(None)], [Evidence("played", (), False, "told by the players")]),
    "a turn told by hand": ([played(note=BY_HAND)], [Evidence("played", said=BY_HAND)]),
    "an answer": ([played(asked=asked(1))], [Evidence("played", said=ANSWERED)]),
    "an answer that was not offered": (
        [played(asked=asked(None))],
        [Evidence("played", said="told by the players when asked: where is 7?")],
    ),
    "two turns by one look": (
        [played(None, note=SPLIT), played(note=SPLIT)],
        [Evidence("played", (), False, "", True), Evidence("played", split=True)],
    ),
    "taken at rest": ([played(note=AT_REST)], [TAKEN]),
    "taken at rest, and again": ([played(note=AT_REST), corrected(1, AT_REST)], [Evidence("played", again=True)]),
    "settled by a later look": ([played(), corrected(1, SETTLED)], [TAKEN]),
    "settled by an answer": ([played(), corrected(1, asked=asked(1))], [Evidence("played", said=ANSWERED)]),
    "corrected": ([played(), played(), corrected(2, CORRECTED)], [TAKEN, Evidence("played", said=CORRECTED)]),
    "no turn": (
        [played(), played(), corrected(1, CORRECTED, turns=1)],
        [Evidence("adjusted", looked=False, said="corrected by the players"), TAKEN],
    ),
    "a correction taken back": ([played(), corrected(1, CORRECTED), BACK], [TAKEN]),
    "a turn taken back": ([played(note=BY_HAND), BACK, played()], [TAKEN]),
    "an adjustment with the turn's look": (
        [played(7), adjusted(7)],
        [TAKEN, Evidence("adjusted", (), True, SETTLED_BY_PLAYERS)],
    ),
    "an adjustment with another look": (
        [played(7), adjusted(8)],
        [TAKEN, Evidence("adjusted", (), False, SETTLED_BY_PLAYERS)],
    ),
    "an adjustment without a look": (
        [adjusted(), played()],
        [Evidence("adjusted", (), False, SETTLED_BY_PLAYERS), TAKEN],
    ),
}


@pytest.mark.parametrize(("events", "expected"), KEPT.values(), ids=KEPT)
def test_what_a_journal_keeps(events, expected):
    assert evidence_of([Node(event) for event in (BEGUN, DEALT, *events)], {})[1:] == expected


def test_pictures_go_with_the_event_that_stands():
    events = [Node(event) for event in (BEGUN, DEALT, played(), BACK, played())]
    pictures = {2: (("deal",),), 3: (("gone",),), 5: (("rest",), ("turn", "closer"))}
    assert [moment.pictures for moment in evidence_of(events, pictures)] == [pictures[2], pictures[5]]


@pytest.mark.parametrize(
    "events",
    [(BEGUN, BACK, BACK, DEALT), (BEGUN, BEGUN, DEALT), (BEGUN, DEALT, BACK, BEGUN, BACK, DEALT)],
    ids=["nothing to take back", "begun with other settings", "begun again"],
)
def test_a_beginning_is_not_taken_back(events):
    found = standing([Node(event) for event in events])
    assert [event.value for _, event in found] == [event for event in events if event == BEGUN] + [DEALT]


def test_a_game_given_up_is_kept_as_far_as_it_went():
    events = (BEGUN, DEALT, played(), played(), {"event": "given-up"})
    assert len(evidence_of([Node(event) for event in events], {})) == 3
