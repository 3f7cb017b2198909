"""How strong a tower is when a house joins its block to another tower's."""

from lucca_pi.games.chessboard.rules.city import City, hanging_together


def part(city: City, tower: str, joined_at: str) -> frozenset[str]:
    """
    A tower's part: what hangs together with it without the house on the lot `joined_at` (10).

    That house belongs to neither tower, nor does what else it joins (ruling d). What prisoners cut off leaves the
    part (ruling f).

    >>> from lucca_pi.games.chessboard.rules.notation import read_city
    >>> city = read_city("a1 wr, a2 r, b1 k, c1 bb, b2 w")
    >>> sorted(part(city, "a1", "b1")), sorted(part(city, "c1", "b1"))
    (['a1', 'a2', 'b2'], ['c1'])
    """
    return hanging_together(city, tower, without=joined_at)


def houses(city: City, tower: str, joined_at: str, colour: str | None = None) -> tuple[str, ...]:
    """The lots of the houses in a tower's part, all of them or those of a colour, in the order of their names."""
    own = (lot for lot in part(city, tower, joined_at) if len(city.stacks[lot]) == 1)
    return tuple(sorted(lot for lot in own if colour in (None, city.stacks[lot][0])))


def strength(city: City, tower: str) -> tuple[int, int]:
    """
    A tower's strength: its height, but no more than the houses in its part; then these houses (10).

    It is taken in the city without the joining house, where the part is the tower's block. Two towers are compared
    by the first figure, and by the second where the first is equal.

    >>> from lucca_pi.games.chessboard.rules.notation import read_city
    >>> city = read_city("a1 wrrr, a2 r, a3 w, c1 bb, c2 r, d1 k, e1 w")
    >>> strength(city, "a1"), strength(city, "c1")
    ((2, 2), (2, 3))
    """
    block = city.blocks[tower]
    count = len(block.lots) - len(block.towers)
    return min(len(city.stacks[tower]), count), count
