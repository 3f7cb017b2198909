"""A position: every player's quarter, and what the number of players settles."""

from collections.abc import Mapping
from dataclasses import dataclass

from lucca_pi.citta.rules.errors import RuleError
from lucca_pi.citta.rules.quarter import Quarter

CARDS_TO_COMPLETE = {3: 5, 4: 4, 5: 3}
ROUNDS_TO_PLAY = {3: 7, 4: 6, 5: 5}


def cards_to_complete(players: int) -> int:
    """
    How many cards complete a palace (Playing a triplet, 2).

    >>> [cards_to_complete(players) for players in (3, 4, 5)]
    [5, 4, 3]
    """
    return CARDS_TO_COMPLETE[players]


def rounds_to_play(players: int) -> int:
    """
    How many rounds a game has (End of the game).

    >>> [rounds_to_play(players) for players in (3, 4, 5)]
    [7, 6, 5]
    """
    return ROUNDS_TO_PLAY[players]


def triplets_laid_out(players: int) -> int:
    """One triplet more than players is laid out each round; the one left over goes out of the game."""
    return players + 1


def check_players(players: tuple[str, ...]) -> None:
    """The game is for three to five players, each with a name of their own. Raises RuleError "players"."""
    if len(players) not in CARDS_TO_COMPLETE:
        raise RuleError("players", f"Lucca Città is for 3 to 5 players, not yet for {len(players)}")
    if len(set(players)) < len(players):
        raise RuleError("players", "two players have the same name")
    if not all(name.strip() for name in players):
        raise RuleError("players", "a player has no name")


@dataclass(frozen=True, slots=True)
class Position:
    """Every player's quarter. `players` stand in the record's order, which decides what nothing else does (ruling 8)."""

    players: tuple[str, ...]
    quarters: Mapping[str, Quarter]

    def others(self, player: str) -> tuple[str, ...]:
        return tuple(other for other in self.players if other != player)

    def with_quarter(self, player: str, quarter: Quarter) -> "Position":
        return Position(self.players, {**self.quarters, player: quarter})

    @property
    def cards_to_complete(self) -> int:
        return cards_to_complete(len(self.players))
