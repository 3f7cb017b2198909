import pytest

from lucca_pi.games.citta.rules.deck import TOWERS
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.position import rounds_to_play
from lucca_pi.games.citta.rules.score import score
from lucca_pi.games.citta.rules.turn import Turn
from tests.sim.games import TASTES, RandomGame, random_deck, random_game


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


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_card_is_drawn_twice(players: int) -> None:
    game = random_game(2, players, "german")

    dealt = [card for cards in game.record.deal.values() for card in cards]
    drawn = [card for layout in game.layouts for triplet in layout for card in triplet]
    assert len({*dealt, *drawn}) == len([*dealt, *drawn])


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


@pytest.mark.parametrize(("turns", "expected"), [(0, []), (1, [1]), (4, [4]), (6, [4, 2]), (99, [4] * 6)])
def test_a_game_stops_where_it_is_told_to(turns: int, expected: list[int]) -> None:
    game = random_game(5, 4, "english", turns=turns, adjustments=0)

    assert [len(entries) for entries in game.record.rounds] == expected
    assert len(game.layouts) == len(expected)


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


def test_an_own_deck_is_played_with() -> None:
    deck = random_deck(8)
    game = random_game(8, 3, "english", deck=deck)

    assert game.record.deck is deck
    assert max(deck.cards) > 96
