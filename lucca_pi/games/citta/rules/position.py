"""A position: every player's quarter, and what the number of players settles."""

from collections.abc import Mapping
from dataclasses import dataclass

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.quarter import Quarter
from lucca_pi.strict import is_plain, shown

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
    """Three to five play, each under a name of their own that fits on a line. Raises RuleError "players"."""
    if len(players) not in CARDS_TO_COMPLETE:
        raise RuleError("players", f"Lucca Città is for 3 to 5 players, not for {len(players)}")
    if len(set(players)) < len(players):
        raise RuleError("players", "two players have the same name")
    for number, name in enumerate(players, start=1):
        if not is_plain(name):
            raise RuleError("players", f'player {number} needs a name on one line, not "{shown(name)}"')


@dataclass(frozen=True, slots=True)
class Position:
    """Every player's quarter. `players` stand in the record's order, which breaks the last ties (ruling 8)."""

    players: tuple[str, ...]
    quarters: Mapping[str, Quarter]

    def others(self, player: str) -> tuple[str, ...]:
        """All players but this one."""
        return tuple(other for other in self.players if other != player)

    def with_quarter(self, player: str, quarter: Quarter) -> "Position":
        """The position with this player's quarter replaced."""
        return Position(self.players, {**self.quarters, player: quarter})

    @property
    def cards_to_complete(self) -> int:
        """How many cards complete a palace, by the number of players."""
        return cards_to_complete(len(self.players))
