"""What was really played, held against what somebody else has."""

from dataclasses import replace

from lucca_pi.games.citta.rules.record import Record
from lucca_pi.games.citta.rules.turn import Turn
from tests.sim.games import random_game
from tests.sim.truth import Truth, points

RECORD = random_game(7, 3, "english").record
TURNS = [entry for entries in RECORD.rounds for entry in entries if isinstance(entry, Turn)]


def after_all(record: Record) -> Truth:
    truth = Truth(record)
    truth.done = len(TURNS)
    return truth


def first_discards() -> Turn:
    """The first turn with its last card discarded, which was laid."""
    play = TURNS[0].play
    return replace(TURNS[0], play=(*play[:-1], replace(play[-1], way="discard")))


def test_a_record_of_what_was_played_has_no_wrong_turn() -> None:
    assert after_all(RECORD).wrong_turns(RECORD) == []


def test_another_turn_is_wrong_whatever_points_it_makes() -> None:
    assert TURNS[0].play[-1].way != "discard"
    rounds = ((first_discards(), *RECORD.rounds[0][1:]), *RECORD.rounds[1:])

    assert len(after_all(RECORD).wrong_turns(replace(RECORD, rounds=rounds))) == 1


def test_the_last_turn_is_wrong_only_where_points_are() -> None:
    last = TURNS[-1]
    others = [
        replace(last, play=tuple(replace(play, way="discard") if play == one else play for play in last.play))
        for one in last.play
        if one.way != "discard"
    ]
    records = [with_last(other) for other in others]

    assert [bool(after_all(RECORD).wrong_turns(record)) for record in records] == [
        points(record) != points(RECORD) for record in records
    ]


def with_last(turn: Turn) -> Record:
    return replace(RECORD, rounds=(*RECORD.rounds[:-1], (*RECORD.rounds[-1][:-1], turn)))


def test_a_turn_that_is_missing_is_wrong() -> None:
    assert after_all(RECORD).wrong_turns(replace(RECORD, rounds=RECORD.rounds[:-1])) == ["18 turns of 21"]


def test_a_turn_is_what_it_seems_until_its_player_has_changed_his_mind() -> None:
    truth = Truth(RECORD)
    truth.done = 1
    truth.seems(first_discards())
    assert [truth.is_same(1, turn) for turn in (first_discards(), TURNS[0])] == [True, False]

    truth.done = 2
    truth.seems(None)
    assert [truth.is_same(1, turn) for turn in (first_discards(), TURNS[0])] == [False, True]
