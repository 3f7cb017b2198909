"""The city: its lots, named as the squares of a chess board, the bricks stacked on them, and the blocks they make."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

SIZES = (6, 8, 10, 12)
"""Lots along a side."""

COLOURS = ("white", "black", "red", "blue")


@cache
def lots(size: int) -> tuple[str, ...]:
    """
    The names of all lots, row by row from below: columns are letters from the left, rows numbers from below.

    >>> lots(8)[0], lots(8)[1], lots(8)[-1], lots(12)[-1]
    ('a1', 'b1', 'h8', 'l12')
    """
    return tuple(lot_at(column, row) for row in range(size) for column in range(size))


def lot_at(column: int, row: int) -> str:
    """
    The lot in a column and a row, both from 0.

    >>> lot_at(0, 0), lot_at(3, 4)
    ('a1', 'd5')
    """
    return f"{'abcdefghijkl'[column]}{row + 1}"


@cache
def neighbours(size: int) -> Mapping[str, tuple[str, ...]]:
    """
    The lots that share an edge with each lot; corners do not count.

    >>> neighbours(8)["a1"], neighbours(8)["d4"]
    (('b1', 'a2'), ('e4', 'c4', 'd5', 'd3'))
    """
    return {lot_at(column, row): _beside(size, column, row) for row in range(size) for column in range(size)}


def _beside(size: int, column: int, row: int) -> tuple[str, ...]:
    around = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
    return tuple(lot_at(*place) for place in around if min(place) >= 0 and max(place) < size)


Stack = tuple[str, ...]
"""The colours of the bricks on a lot, from the top down: one is a house, two or more are a tower's floors."""


@dataclass(frozen=True, slots=True)
class Block:
    """Stacks connected over edges. `houses` counts those of each colour; only a struggle sees two towers."""

    lots: frozenset[str]
    towers: tuple[str, ...]
    houses: Mapping[str, int]


# No slots: the search asks a city for its blocks again and again, and a cached answer needs a place.
@dataclass(frozen=True)
class City:
    """
    The stacks on a board of `size` × `size` lots.

    >>> city = City(8, {"a1": ("white", "red"), "b1": ("blue",)})
    >>> city.controls("a1"), city.is_house("a1"), city.is_house("b1")
    ('white', False, True)
    """

    size: int
    stacks: Mapping[str, Stack] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.size, frozenset(self.stacks.items())))

    def controls(self, lot: str) -> str:
        """The colour that controls the stack on a lot: its top brick's."""
        return self.stacks[lot][0]

    def is_house(self, lot: str) -> bool:
        """True if a single brick stands there; two or more are a tower (ruling b)."""
        return len(self.stacks.get(lot, ())) == 1

    def with_stack(self, lot: str, stack: Stack) -> "City":
        """The city with these bricks on a lot; an empty stack clears it."""
        if stack:
            return City(self.size, {**self.stacks, lot: stack})
        return City(self.size, {other: bricks for other, bricks in self.stacks.items() if other != lot})

    @cached_property
    def bricks(self) -> Mapping[str, int]:
        """The number of bricks of each colour in the city."""
        return Counter(colour for stack in self.stacks.values() for colour in stack)

    @cached_property
    def blocks(self) -> Mapping[str, Block]:
        """
        The block of each lot that is built on.

        >>> city = City(8, {"a1": ("white", "red"), "b1": ("blue",), "c2": ("red",)})
        >>> sorted(city.blocks["a1"].lots), city.blocks["a1"].towers, sorted(city.blocks["c2"].lots)
        (['a1', 'b1'], ('a1',), ['c2'])
        """
        found: dict[str, Block] = {}
        for lot in self.stacks:
            if lot not in found:
                together = hanging_together(self, lot)
                found |= dict.fromkeys(together, self._block(together))
        return found

    def _block(self, together: frozenset[str]) -> Block:
        towers = tuple(sorted(lot for lot in together if len(self.stacks[lot]) > 1))
        houses = Counter(self.stacks[lot][0] for lot in together if len(self.stacks[lot]) == 1)
        return Block(together, towers, houses)

    @cached_property
    def empty(self) -> tuple[str, ...]:
        """The lots without a stack."""
        return tuple(lot for lot in lots(self.size) if lot not in self.stacks)

    def highest(self, colour: str) -> int:
        """
        The height of the highest tower that a colour controls; 0 for none, since a house is no tower (ruling b).

        >>> city = City(8, {"a1": ("white", "red", "red"), "c1": ("white", "blue"), "e1": ("red",)})
        >>> city.highest("white"), city.highest("red")
        (3, 0)
        """
        own = (len(stack) for stack in self.stacks.values() if stack[0] == colour and len(stack) > 1)
        return max(own, default=0)


def with_house(city: City, colour: str, lot: str) -> City:
    """
    A brick on an empty lot becomes a house (5).

    >>> with_house(City(8), "red", "d5").stacks
    {'d5': ('red',)}
    """
    return City(city.size, {**city.stacks, lot: (colour,)})


def with_floor(city: City, colour: str, lot: str) -> City:
    """
    A brick on a stack becomes its lowest floor: the top stays, and so does who controls the stack (5).

    >>> with_floor(City(8, {"d4": ("white", "red")}), "blue", "d4").stacks
    {'d4': ('white', 'red', 'blue')}
    """
    return City(city.size, {**city.stacks, lot: (*city.stacks[lot], colour)})


def hanging_together(city: City, lot: str, without: str | None = None) -> frozenset[str]:
    """
    The lots whose stacks are connected with the one on `lot`, as if the lot `without` were empty.

    >>> row = City(8, {lot: ("red",) for lot in ("a1", "b1", "c1", "e1")})
    >>> sorted(hanging_together(row, "a1")), sorted(hanging_together(row, "a1", without="b1"))
    (['a1', 'b1', 'c1'], ['a1'])
    """
    beside, stacks = neighbours(city.size), city.stacks
    found, rest = {lot}, [lot]
    while rest:
        for other in beside[rest.pop()]:
            if other in stacks and other not in found and other != without:
                found.add(other)
                rest.append(other)
    return frozenset(found)


def two_towers_in_a_block(city: City) -> list[tuple[str, str]]:
    """
    Towers that share a block, two of each such block; empty for a city built by the rules.

    >>> two_towers_in_a_block(City(8, {"a1": ("red", "red"), "b1": ("blue", "red")}))
    [('a1', 'b1')]
    """
    crowded = (block.towers for block in city.blocks.values() if len(block.towers) > 1)
    return sorted({(towers[0], towers[1]) for towers in crowded})
