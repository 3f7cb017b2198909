"""The table: its pieces, the sides that touch, and the pieces that have to stay."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from lucca_pi.games.lucco.rules.tiles import Lay, Place, SideContact, Tiles

_Sides = Mapping[int, tuple[str, int]]
"""Each touched side of a free piece, with the piece along it and that piece's side."""
_Why = Literal["protected", "splits"]
"""Why a piece stays."""


@dataclass(frozen=True, slots=True)
class Table:
    """The pieces on the table: `pieces` has the colour at each place, `sides` the touching sides of free tiles."""

    tiles: Tiles
    pieces: Mapping[Place, str] = field(default_factory=dict)
    sides: Mapping[str, _Sides] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.pieces)

    def of_colour(self, colour: str) -> Iterator[Place]:
        """The places of a colour's pieces."""
        return (at for at, one in self.pieces.items() if one == colour)

    def touched(self, at: Place) -> tuple[Place, ...]:
        """
        The piece along each touched side of the piece at a place: a piece touched along two sides is listed twice.
        """
        if isinstance(at, str):
            return tuple(other for other, _side in self.sides[at].values())
        return tuple(cell for cell in self.tiles.neighbours(at) if cell in self.pieces)

    def open_sides(self, name: str) -> Iterator[int]:
        """The sides of a free piece that nothing touches."""
        return (side for side in range(self.tiles.sides) if side not in self.sides[name])

    def with_piece(self, lay: Lay) -> "Table":
        """The table with one more piece."""
        sides = _joined(self.sides, str(lay.at), lay.touches) if self.tiles.are_free else self.sides
        return Table(self.tiles, {**self.pieces, lay.at: lay.colour}, sides)

    def without(self, at: Place) -> "Table":
        """The table with a piece taken away; the sides it touched are free again."""
        pieces = {place: colour for place, colour in self.pieces.items() if place != at}
        sides = {
            name: {side: along for side, along in touched.items() if along[0] != at}
            for name, touched in self.sides.items()
            if name != at
        }
        return Table(self.tiles, pieces, sides)


def _joined(sides: Mapping[str, _Sides], name: str, touches: Iterable[SideContact]) -> dict[str, _Sides]:
    """The touching sides with a new piece added: each contact is known to both pieces."""
    joined = {**sides, name: {side: (other, its_side) for side, other, its_side in touches}}
    for side, other, its_side in touches:
        joined[other] = {**joined[other], its_side: (name, side)}
    return joined


def touches_something(table: Table, lay: Lay) -> bool:
    """
    True if a piece to be laid touches a piece on the table, side to side (rule 5); the first piece need not.

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> table = read_table("square | table: blue 0,0")
    >>> touches_something(table, Lay("red", (0, 1))), touches_something(table, Lay("red", (1, 1)))
    (True, False)
    """
    if isinstance(lay.at, str):
        return bool(lay.touches) or not table
    return any(cell in table.pieces for cell in table.tiles.neighbours(lay.at)) or not table


def has_room(table: Table) -> bool:
    """
    True if one more piece can touch a piece on the table (rule 5): round a grid there is always room.

    Free tiles need a side that nothing touches.

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> has_room(read_table("hexagon | table: blue 0,0")), has_room(read_table("free 3 | table: blue a; red b 0>a.0"))
    (True, True)
    >>> has_room(read_table("free 3 | table: blue a; red b 0>a.0 1>a.1 2>a.2"))
    False
    """
    return not table.tiles.are_free or not table or any(not is_protected(table, at) for at in table.pieces)


def group(table: Table, at: Place) -> frozenset[Place]:
    """
    The group of a piece: the pieces of its colour that are connected with it by touching (rule 2).

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> sorted(group(read_table("hexagon | table: blue 0,0 0,1 2,0; red 1,0"), (0, 0)))
    [(0, 0), (0, 1)]
    """
    found, waiting = {at}, [at]
    while waiting:
        for other in table.touched(waiting.pop()):
            if other not in found and table.pieces[other] == table.pieces[at]:
                found.add(other)
                waiting.append(other)
    return frozenset(found)


def largest_group(table: Table, colour: str) -> frozenset[Place]:
    """
    The largest group of a colour; empty if the colour is not on the table.

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> table = read_table("square | table: blue 0,0 0,1 2,0; red 1,0")
    >>> len(largest_group(table, "blue")), len(largest_group(table, "green"))
    (2, 0)
    """
    left, largest = set(table.of_colour(colour)), frozenset[Place]()
    while left:
        found = group(table, next(iter(left)))
        left -= found
        largest = max(largest, found, key=len)
    return largest


def is_whole(table: Table) -> bool:
    """True if all pieces are connected (rules 5 and 9); also for an empty table."""
    return not table or len(_reached(table, next(iter(table.pieces)))) == len(table)


def _reached(table: Table, start: Place, without: Place | None = None) -> frozenset[Place]:
    """All pieces connected with a piece, whatever their colour, if the piece `without` were removed."""
    found, waiting = {start}, [start]
    while waiting:
        new = set(table.touched(waiting.pop())) - found - {without}
        found |= new
        waiting += new
    return frozenset(found)


def is_protected(table: Table, at: Place) -> bool:
    """
    A piece without a free side stays (rule 10). A side is free where no piece touches it: at a hole too (ruling 6).

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> ring = "0,1 1,0 1,2"
    >>> is_protected(read_table(f"square | table: blue 1,1; red {ring} 2,1"), (1, 1))
    True
    >>> is_protected(read_table(f"square | table: blue 1,1; red {ring}"), (1, 1))
    False
    """
    return len(table.touched(at)) == table.tiles.sides


def splitting(table: Table) -> frozenset[Place]:
    """
    The pieces that stay because the rest would fall into two or more parts without them (rule 9).

    They are found in one walk from piece to touching piece: a piece holds those first reached by way of it, unless one
    of them touches a piece reached earlier.

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> sorted(splitting(read_table("square | table: blue 0,0 1,0 2,0; red 0,1")))
    [(0, 0), (1, 0)]
    >>> sorted(splitting(read_table("square | table: blue 0,0 1,0; red 0,1 1,1")))
    []
    """
    if not table:
        return frozenset()
    root = next(iter(table.pieces))
    order, before = _walk(table, root)
    number = {at: count for count, at in enumerate(order)}
    earliest = {at: min([number[at], *(number[other] for other in table.touched(at))]) for at in order}
    for at in reversed(order[1:]):
        earliest[before[at]] = min(earliest[before[at]], earliest[at])
    held = {before[at] for at in order[1:] if earliest[at] >= number[before[at]]} - {root}
    branches = sum(1 for at in order[1:] if before[at] == root)
    return frozenset(held | {root} if branches > 1 else held)


def _walk(table: Table, root: Place) -> tuple[list[Place], dict[Place, Place]]:
    """The pieces in the order in which a walk that goes as deep as it can reaches them, and from which it did."""
    order, before = [root], dict[Place, Place]()
    path = [(root, iter(table.touched(root)))]
    while path:
        at, others = path[-1]
        new = next((other for other in others if other != root and other not in before), None)
        if new is None:
            path.pop()
        else:
            before[new] = at
            order.append(new)
            path.append((new, iter(table.touched(new))))
    return order, before


def staying(table: Table) -> dict[Place, _Why]:
    """
    The pieces that must not be removed, and why; if both rules 9 and 10 keep a piece, it is called protected.

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> staying(read_table("square | table: blue 1,1; red 0,1 1,0 1,2 2,1"))
    {(1, 1): 'protected'}
    >>> staying(read_table("square | table: blue 1,1; red 0,1 1,0 1,2"))
    {(1, 1): 'splits'}
    """
    why: dict[Place, _Why] = dict.fromkeys(splitting(table), "splits")
    return {**why, **{at: "protected" for at in table.pieces if is_protected(table, at)}}


def parts_without(table: Table, at: Place) -> int:
    """
    The number of parts into which the rest would fall without a piece.

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> parts_without(read_table("square | table: blue 1,1; red 0,1 1,0 1,2"), (1, 1))
    3
    """
    return len({_reached(table, other, without=at) for other in table.touched(at)})


def places_to_lay(table: Table) -> tuple[Place, ...]:
    """
    The cells in which a piece may be laid: empty ones beside a piece, holes included (rule 5).

    On an empty table the one cell [0, 0] stands for all.

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> places_to_lay(read_table("square | table: blue 0,0"))
    ((-1, 0), (0, -1), (0, 1), (1, 0))
    """
    cells = [at for at in table.pieces if not isinstance(at, str)]
    beside = {cell for at in cells for cell in table.tiles.neighbours(at)} - table.pieces.keys()
    return tuple(sorted(cell for cell in beside if not isinstance(cell, str))) if table else ((0, 0),)


def in_laying_order(table: Table) -> tuple[Lay, ...]:
    """
    The pieces on the table, in an order in which they could be laid, as an adjustment lists them.

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> [lay.at for lay in in_laying_order(read_table("square | table: blue 0,0 2,0; red 1,0"))]
    [(0, 0), (1, 0), (2, 0)]
    """
    if not table:
        return ()
    order = _walk(table, next(iter(table.pieces)))[0]
    laid = {at: order[: count + 1] for count, at in enumerate(order)}
    return tuple(Lay(table.pieces[at], at, _contacts(table, at, laid[at])) for at in order)


def _contacts(table: Table, at: Place, laid: list[Place]) -> tuple[SideContact, ...]:
    """The contacts of a free piece with the pieces laid before it."""
    along = table.sides.get(str(at), {}) if isinstance(at, str) else {}
    return tuple((side, other, its_side) for side, (other, its_side) in sorted(along.items()) if other in laid)
