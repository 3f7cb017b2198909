"""Random records of Lucco: all tiles, played in several ways, cut, adjusted, broken, and unreadable."""

from random import Random
from typing import Any

from oracles import spoiling
from oracles.lucco import COLOURS
from oracles.lucco_breaks import BREAKS
from oracles.lucco_games import NAMES, random_game


def random_record(rng: Random) -> Any:
    return spoiling.random_record(rng, random_game, BREAKS, (*NAMES, *COLOURS, "white", "pink", "triangle", "p99", ""))
