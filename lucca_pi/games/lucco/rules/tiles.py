"""
The shape of the tiles and the places that share a side; and the entries of a record that lay and remove tiles.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.outside import shown

Cell = tuple[int, int]
Place = Cell | str
"""The place of a piece: a cell of the grid, or with free tiles the piece's own name."""
SideContact = tuple[int, str, int]
"""A side of a free piece, the piece along it, and that piece's side."""

FREE = "free"
STEPS: dict[str, tuple[Cell, ...]] = {
    "hexagon": ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)),
    "square": ((1, 0), (0, -1), (-1, 0), (0, 1)),
}
"""From a cell to those that share a side with it, all the way round."""
USUAL_TILES = "hexagon"
_USUAL_SIDES = 5
_FEWEST_SIDES, _MOST_SIDES = 3, 12


@dataclass(frozen=True, slots=True)
class Tiles:
    """The shape that all pieces of a game have. `steps` lead to the neighbours; free tiles have none."""

    name: str
    sides: int
    steps: tuple[Cell, ...] = ()

    @property
    def are_free(self) -> bool:
        """True if touching sides are given with each piece, as they follow from no place."""
        return self.name == FREE

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """
        The cells that share a side with this one; cells that meet at a corner do not (ruling 7).

        >>> list(tiles_called("square").neighbours((0, 0)))
        [(1, 0), (0, -1), (-1, 0), (0, 1)]
        """
        return ((cell[0] + step[0], cell[1] + step[1]) for step in self.steps)


def tiles_called(name: str, sides: int | None = None) -> Tiles:
    """
    Hexagons, squares, or free tiles with 3 to 12 sides (ruling 14). Raises RuleError "tiles".

    >>> tiles_called("hexagon").sides, tiles_called("square", 99).sides, tiles_called("free").sides
    (6, 4, 5)
    >>> tiles_called("free", 2)
    Traceback (most recent call last):
    lucca_pi.errors.RuleError: free tiles have 3 to 12 sides, not 2 (tiles)
    """
    if name in STEPS:
        return Tiles(name, len(STEPS[name]), STEPS[name])
    if name != FREE:
        raise RuleError("tiles", f"there are no {shown(name)} tiles; there are {', '.join(STEPS)} and {FREE}")
    number = _USUAL_SIDES if sides is None else sides
    if not _FEWEST_SIDES <= number <= _MOST_SIDES:
        raise RuleError("tiles", f"free tiles have {_FEWEST_SIDES} to {_MOST_SIDES} sides, not {shown(number)}")
    return Tiles(FREE, number)


def place_text(place: Place) -> str:
    """
    A place as in messages and in the notation.

    >>> place_text((2, -1)), place_text("p7")
    ('2,-1', 'p7')
    """
    return shown(place) if isinstance(place, str) else f"{place[0]},{place[1]}"


def by_place(place: Place) -> tuple[int, int, str]:
    """
    The key by which places are sorted: cells number by number, names as text; a game has only cells, or only names.

    >>> sorted([(10, 0), (-1, 3), (-1, 2)], key=by_place), sorted(["p9", "p10"], key=by_place)
    ([(-1, 2), (-1, 3), (10, 0)], ['p10', 'p9'])
    """
    return (0, 0, place) if isinstance(place, str) else (*place, "")


@dataclass(frozen=True, slots=True)
class Lay:
    """A piece laid: its colour and place, with free tiles its name and contacts. `extra` is kept unread."""

    colour: str
    at: Place
    touches: tuple[SideContact, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Remove:
    """A piece taken away."""

    at: Place
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)


Action = Lay | Remove | None
"""The change that a turn makes; None for nothing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn: the throw, None if nobody saw it, and the action. Of `lay` and `remove` one is None."""

    player: str
    die: str | None = None
    lay: Lay | None = None
    remove: Remove | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def action(self) -> Action:
        """The one thing done."""
        return self.lay or self.remove


def turn_of(player: str, die: str | None, action: Action) -> Turn:
    """
    The turn in which a player does one thing.

    >>> turn_of("Ada", None, Remove((0, 1))).remove
    Remove(at=(0, 1), extra={})
    """
    lay = action if isinstance(action, Lay) else None
    return Turn(player, die, lay, action if isinstance(action, Remove) else None)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The table set by hand: its pieces in an order in which they could be laid. `beside` stood beside `adjust`."""

    table: tuple[Lay, ...]
    note: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    beside: Mapping[str, Any] = field(default_factory=dict, hash=False)


Entry = Turn | Adjustment
