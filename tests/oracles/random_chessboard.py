"""Random records of the game on a chess board: played in several ways, cut, adjusted, broken, and unreadable."""

from random import Random
from typing import Any

from oracles.chessboard_breaks import BREAKS
from oracles.chessboard_games import random_game
from oracles.spoiling import spoilt


def random_record(rng: Random) -> Any:
    kind = rng.choices(("legal", "broken", "twice broken", "spoilt"), (5, 4, 2, 1))[0]
    record, game = random_game(rng)
    if kind == "spoilt":
        return spoilt(rng, record)
    for _ in range({"legal": 0, "broken": 1, "twice broken": 2}[kind]):
        rng.choice(BREAKS)(rng, record, game)
    return record
