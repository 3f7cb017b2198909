"""What a player has on the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lucca_pi.games.citta.rules.palace import Palace


@dataclass(frozen=True, slots=True)
class Quarter:
    """
    A player's three areas, each palace under its colour; city walls and towers lie with the completed palaces.

    A player has one palace of each colour for the whole game, in whatever area it is (Starting a palace).
    """

    construction: Mapping[str, Palace] = field(default_factory=dict)
    completed: Mapping[str, Palace] = field(default_factory=dict)
    opened: Mapping[str, Palace] = field(default_factory=dict)
    walls: int = 0
    towers: tuple[str, ...] = ()

    def palaces(self) -> Iterator[Palace]:
        """All palaces, in whatever area."""
        for area in (self.construction, self.completed, self.opened):
            yield from area.values()

    @property
    def shields(self) -> int:
        """
        The support shields that count: those on cards under construction.

        They decide the order of play and support the walls; shields of completed palaces count for nothing
        (Determine order of play; Points for the city walls).
        """
        return sum(palace.shields for palace in self.construction.values())

    @property
    def highest_number(self) -> int | None:
        """The highest visible street number on any palace, in whatever area; None without a palace."""
        return max((palace.number for palace in self.palaces()), default=None)
