"""Places in the order of play and in the ranking, each with what decided it."""

from collections.abc import Mapping
from dataclasses import dataclass

from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import decided_by_number
from lucca_pi.games.citta.rules.score import Score


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in the order of play. `by_number`: the shields were equal, so the street number decided."""

    player: str
    shields: int
    highest_number: int | None
    by_number: bool


def places(game: Game, order: tuple[str, ...]) -> tuple[Place, ...]:
    """The order of play, and what decided it."""
    quarters, tied = game.position.quarters, decided_by_number(game.position, order)
    return tuple(
        Place(player, quarters[player].shields, quarters[player].highest_number, player in tied) for player in order
    )


def tied_by_number(result: Score) -> Mapping[str, int | None]:
    """The street number of each player whose rank it decided at the end of the game."""
    totals = result.totals
    return {
        player: result.position.quarters[player].highest_number
        for player in totals
        if result.finished and list(totals.values()).count(totals[player]) > 1
    }
