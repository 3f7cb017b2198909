"""Games on a chess board for hypothesis to choose from."""

from typing import Any

from hypothesis import strategies
from playing import STYLES, RandomGame, random_game


@strategies.composite
def games(draw: Any, *, adjusted: bool = True, stopped: bool = True) -> RandomGame:
    """A random game of any size, number of players and styles."""
    players = draw(strategies.integers(2, 4))
    return random_game(
        draw(strategies.integers(0, 10_000)),
        players,
        draw(strategies.sampled_from((6, 6, 8, 10, 12))),
        styles=[draw(strategies.sampled_from(tuple(STYLES))) for _ in range(players)],
        switching=draw(strategies.booleans()),
        turns=draw(strategies.none() | strategies.integers(0, 40)) if stopped else None,
        adjustments=draw(strategies.integers(0, 3)) if adjusted else 0,
    )
