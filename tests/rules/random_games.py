"""Games for hypothesis to choose from."""

import json
from typing import Any

from hypothesis import strategies

from lucca_pi.games.citta.rules.position import rounds_to_play
from lucca_pi.games.citta.rules.record import record_json
from tests.sim.games import TASTES, RandomGame, random_deck, random_game


@strategies.composite
def games(draw: Any, *, adjusted: bool = True, stopped: bool = True) -> RandomGame:
    """A random game of any edition, number of players and deck."""
    players = draw(strategies.integers(3, 5))
    seed = draw(strategies.integers(0, 10_000))
    whole = players * rounds_to_play(players)
    return random_game(
        seed,
        players,
        draw(strategies.sampled_from(("german", "english", "hebrew"))),
        deck=random_deck(seed) if draw(strategies.booleans()) else None,
        tastes=[TASTES[draw(strategies.sampled_from(tuple(TASTES)))] for _ in range(players)],
        turns=draw(strategies.integers(0, whole)) if stopped else None,
        adjustments=draw(strategies.integers(0, 3)) if adjusted else 0,
    )


def as_data(game: RandomGame) -> dict[str, Any]:
    """The game's record as a program would get it from a file."""
    data: dict[str, Any] = json.loads(json.dumps(record_json(game.record)))
    return data
