"""What counts of a game, in figures: points by kind, and the bests that are compared from evening to evening."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Figures = Mapping[str, Mapping[str, int]]
"""A number for each player, by the name of its kind; kinds in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Tally:
    """
    The figures of a game at one moment. `points`: by kind, empty in a game without points; a player's add up.

    `bests`: of each player the best so far, more being better; in a game without points the first is what the course
    of the game is told by.
    """

    points: Figures = field(default_factory=dict)
    bests: Figures = field(default_factory=dict)

    @property
    def counts(self) -> Mapping[str, int]:
        """
        The one figure of each player: the points, or in a game without points the first of the bests.

        >>> Tally({"walls": {"Ida": 3}, "windows": {"Ida": 4}}, {"palace": {"Ida": 9}}).counts
        {'Ida': 7}
        >>> Tally(bests={"group": {"Ida": 2}}).counts
        {'Ida': 2}
        """
        if not self.points:
            return next(iter(self.bests.values()), {})
        players = dict.fromkeys(player for figures in self.points.values() for player in figures)
        return {player: sum(figures.get(player, 0) for figures in self.points.values()) for player in players}
