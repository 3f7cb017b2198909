"""Random games, and what was really played in them, held against what somebody else has."""

from dataclasses import replace

import pytest

from lucca_pi.games.citta.rules.deck import TOWERS
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.position import rounds_to_play
from lucca_pi.games.citta.rules.record import Record
from lucca_pi.games.citta.rules.score import score
from lucca_pi.games.citta.rules.turn import Turn
from tests.sim.games import TASTES, RandomGame, random_game
from tests.sim.truth import Truth, points


def kinds(game: RandomGame) -> set[str]:
    """The kinds of points that were made."""
    return {line.kind for line in score(replay(game.record)).lines}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_turn_takes_a_triplet_that_was_laid_out(players: int) -> None:
    game = random_game(1, players, "english")

    assert len(game.layouts) == rounds_to_play(players)
    for layout, turns in zip(game.layouts, game.record.rounds, strict=True):
        taken = [{play.card for play in turn.play} for turn in turns if isinstance(turn, Turn)]
        left = [triplet for triplet in layout if set(triplet) not in taken]
        assert (len(layout), len(taken), len(left)) == (players + 1, players, 1)


def test_towers_come_in_after_the_first_layout() -> None:
    games = [random_game(seed, 5, "english") for seed in range(4)]
    laid = [{card for triplet in layout for card in triplet} for game in games for layout in game.layouts[:1]]
    later = {card for game in games for layout in game.layouts[1:] for triplet in layout for card in triplet}

    assert not any(cards & set(TOWERS) for cards in laid)
    assert later >= set(TOWERS)


def test_the_same_arguments_give_the_same_game() -> None:
    one, same, other = (random_game(seed, 4, "hebrew", adjustments=2) for seed in (3, 3, 4))

    assert one == same
    assert one.record.rounds != other.record.rounds


def test_adjustments_are_put_in_beside_the_turns() -> None:
    game = random_game(6, 3, "english", turns=7, adjustments=4)

    assert sum(len(entries) for entries in game.record.rounds) == 7 + 4
    assert sum(line.kind == "adjustment" for line in replay(game.record).lines) == 4


WITHOUT = [("wrecker", "completion"), ("dawdler", "completion"), ("hoarder", "opening")]


@pytest.mark.parametrize(("taste", "kind"), WITHOUT)
def test_a_taste_shows_in_the_points(taste: str, kind: str) -> None:
    assert not any(kind in kinds(random_game(seed, 3, "english", tastes=[TASTES[taste]] * 3)) for seed in range(3))


def test_openers_and_builders_make_all_kinds_of_points() -> None:
    kinds_made = kinds(random_game(0, 5, "english", tastes=[TASTES["opener"], *[TASTES["anything"]] * 4]))

    assert kinds_made >= {"completion", "opening", "walls", "street_number"}


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
