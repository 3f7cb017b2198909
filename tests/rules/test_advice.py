import pytest
from hypothesis import given, settings
from random_games import games

from lucca_pi.games.citta.rules.advice import advice
from lucca_pi.games.citta.rules.deck import reference_deck
from lucca_pi.games.citta.rules.editions import ENGLISH
from lucca_pi.games.citta.rules.game import Game, begin_round, play_turn, replay
from lucca_pi.games.citta.rules.position import read_position
from lucca_pi.games.citta.rules.turn import Play, Turn

TABLES = {
    "what each completed palace is worth, in their order": (
        "A: red 1+8; completed blue 5, green 4 | B: green 11+18; completed blue 12 | C: violet 6",
        "opening 2, opening 2, support 0, order 2",
    ),
    "one for nothing": ("A: red 1; completed blue 5 | B: opened blue 12 | C: nothing", "opening 0, support 0, order 1"),
    "walls that lack a shield": ("A: red 1; walls 2 | B: nothing | C: nothing", "support 1, order 1"),
    "walls that are supported": ("A: red 1; walls 1; towers T1 | B: nothing | C: nothing", "support 0, order 1"),
}


@pytest.mark.parametrize(("table", "hints"), TABLES.values(), ids=TABLES)
def test_advice(table, hints):
    game = Game(ENGLISH, reference_deck(), read_position(table), orders=(("A", "B", "C"),))
    assert ", ".join(f"{hint.kind} {hint.value}" for hint in advice(game)) == hints
    assert {hint.player for hint in advice(game)} == {"A"}


def test_the_place_is_that_of_the_order_to_come():
    table = read_position("A: red 8 | B: red 1 | C: red 15")
    game = Game(ENGLISH, reference_deck(), table, orders=(("C", "A", "B"),), turns=2)
    assert advice(game)[-1].text == "1st of 3 in the order of play, with 3 shields, if the next round began now"


def test_in_the_last_round_the_order_to_come_is_that_of_the_final_scoring():
    table = read_position("A: red 8 | B: red 1 | C: red 15")
    game = Game(ENGLISH, reference_deck(), table, orders=(("C", "A", "B"),) * 7)
    assert advice(game)[-1].text.endswith("if it began now")


@settings(max_examples=25)
@given(games(adjusted=False))
def test_what_is_advised_is_what_an_opening_brings(game):
    """Played out: the player in turn opens all, and gets the points that were told."""
    stands = replay(game.record)
    told = [hint for hint in advice(stands) if hint.kind == "opening"]
    if stands.is_over:
        assert not told
        return
    stands = begin_round(stands) if stands.round_is_whole else stands
    player = str(stands.player_in_turn)
    left = [card for card in stands.deck.cards if card not in stands.out][:3]
    turn = Turn(
        player, tuple(stands.position.quarters[player].completed), tuple(Play(card, "discard") for card in left)
    )

    made = play_turn(stands, turn).lines[len(stands.lines) :]

    assert [(hint.player, hint.value, hint.cards) for hint in told] == [
        (one.player, one.points, one.cards) for one in made
    ]
