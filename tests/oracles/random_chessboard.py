"""Random records of the game on a chess board: played in several ways, cut, adjusted, broken, and unreadable."""

from random import Random
from typing import Any

from oracles import spoiling
from oracles.chessboard_breaks import BREAKS, no_lots
from oracles.chessboard_city import COLOURS
from oracles.chessboard_games import NAMES, random_game


def random_record(rng: Random) -> Any:
    return spoiling.random_record(rng, random_game, BREAKS, (*NAMES, *COLOURS, "green", *no_lots(8)[:6]))
