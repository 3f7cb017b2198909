"""The search of legal bricks and turns, against trying everything."""

from random import Random

import pytest
from playing import random_game, random_prisoners

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.city import COLOURS, lots
from lucca_pi.games.chessboard.rules.game import Game, legal_bricks, legal_turns, place_brick, play_turn
from lucca_pi.games.chessboard.rules.legal import TurnFilter, bricks_where
from lucca_pi.games.chessboard.rules.position import read_position
from lucca_pi.games.chessboard.rules.turn import Brick, Turn, settled_brick
from tests.cases import some

SEEDS = range(12)


def middle(seed: int) -> Game:
    """A game in its middle, in a city of 6."""
    return random_game(seed, 2 + seed % 3, 6, turns=4 + seed % 9, switching=True).game


def is_legal(game: Game, brick: Brick) -> bool:
    """Whether the rules take it, with prisoners if it needs them."""
    try:
        settled_brick(game.position, brick, game.used)
    except RuleError as error:
        return error.rule == "prisoner"
    return True


@pytest.mark.parametrize("seed", SEEDS)
def test_the_bricks_found_are_those_that_the_rules_take(seed):
    game = middle(seed)
    second = next((place_brick(game, one) for one in legal_bricks(game) if is_plain(game, one)), game)
    for now in (game, second):
        tried = {(colour, lot) for colour in COLOURS for lot in lots(6) if is_legal(now, Brick(colour, lot))}
        assert {(brick.colour, brick.at) for brick in legal_bricks(now)} == (tried if not now.is_over else set())


def is_plain(game: Game, brick: Brick) -> bool:
    return not random_prisoners(game, brick, Random(0)) if brick.at not in game.position.city.stacks else True


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_found_leads_where_it_says(seed):
    game = middle(seed)
    found = list(legal_turns(game))
    for bricks, position in some(Random(seed).sample(found, min(200, len(found)))):
        assert play_turn(game, Turn(game.player.name, bricks)).position == position


@pytest.mark.parametrize("seed", SEEDS)
def test_every_turn_is_found_once(seed):
    game = middle(seed)
    turns = [bricks for bricks, _position in legal_turns(game)]
    firsts = {(bricks[0].colour, bricks[0].at) for bricks in turns}

    assert len(turns) == len(set(turns))
    assert firsts == {(brick.colour, brick.at) for brick in legal_bricks(game)}


def test_every_end_of_a_struggle_is_found():
    game = Game(read_position("8 | c4 wr, c5 w, c6 w, e4 rk, e5 k | Ada white, Ben red"))
    with_struggle = {bricks[0].prisoners for bricks, _position in legal_turns(game) if bricks[0].at == "d4"}
    assert with_struggle == {("c5",), ("c6",)}


def test_a_first_brick_that_leaves_no_second_is_a_whole_turn():
    game = Game(read_position("6 | empty | Ada white, Ben red | blue 12 white, blue 12 red, red 12 blue"))
    assert {len(bricks) for bricks, _position in legal_turns(game)} == {1}


def test_the_rest_of_a_turn_is_found():
    game = place_brick(Game(read_position("6 | empty | Ada white, Ben red")), Brick("white", "a1"))
    rest = [bricks for bricks, _position in legal_turns(game)]
    assert {len(bricks) for bricks in rest} == {1}
    assert len(rest) == 3 * 35


def test_what_is_known_of_a_turn_leaves_the_rest_out():
    game = Game(read_position("8 | c4 wr, c5 w, c6 w, e4 rk, e5 k | Ada white, Ben red"))
    known = TurnFilter(bricks_where(8, lambda brick: brick.at in ("d4", "h8")), gone={"c6"})
    everything = {turn for turn, _position in legal_turns(game)}
    found = {turn for turn, _position in legal_turns(game, known)}

    assert found == {
        turn
        for turn in everything
        if all(brick.at in ("d4", "h8") and brick.prisoners in ((), ("c6",)) for brick in turn)
    }
    assert found
