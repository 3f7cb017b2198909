"""Places for a brick: the rules for floors, for a house that joins towers, and for a tower's strength."""

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.city import City, hanging_together, neighbours
from lucca_pi.language import _, listed, ngettext


def part(city: City, tower: str, joined_at: str) -> frozenset[str]:
    """
    A tower's part: the stacks connected with it without the house on the lot `joined_at` (10).

    >>> from lucca_pi.games.chessboard.rules.position import read_city
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

    >>> from lucca_pi.games.chessboard.rules.position import read_city
    >>> city = read_city("a1 wrrr, a2 r, a3 w, c1 bb, c2 r, d1 k, e1 w")
    >>> strength(city, "a1"), strength(city, "c1")
    ((2, 2), (2, 3))
    """
    block = city.blocks[tower]
    count = len(block.lots) - len(block.towers)
    return min(len(city.stacks[tower]), count), count


def _houses_elsewhere(city: City, colour: str, lot: str) -> int:
    """The houses of a colour in the block of a stack, the stack itself left out."""
    own = city.stacks[lot] == (colour,)
    return city.blocks[lot].houses.get(colour, 0) - own


def has_houses_for(city: City, colour: str, lot: str) -> bool:
    """
    A floor is allowed if the stack then has no more bricks of its colour than its block has houses of it (6).

    The stack's top counts among its bricks, and a house that the floor would lift is none of those houses
    (ruling c). Other colours in the stack are not looked at, nor are towers nearby.

    >>> from lucca_pi.games.chessboard.rules.position import read_city
    >>> city = read_city("a1 wr, a2 r, b1 r")
    >>> has_houses_for(city, "red", "a1"), has_houses_for(city, "blue", "a1"), has_houses_for(city, "red", "a2")
    (True, False, False)
    """
    return city.stacks[lot].count(colour) < _houses_elsewhere(city, colour, lot)


def would_be_second_tower(city: City, lot: str) -> bool:
    """
    A floor below a house is refused where the block has a tower already (7).

    >>> from lucca_pi.games.chessboard.rules.position import read_city
    >>> city = read_city("a1 wr, a2 r, c1 r")
    >>> [would_be_second_tower(city, lot) for lot in ("a1", "a2", "c1")]
    [False, True, False]
    """
    return len(city.stacks[lot]) == 1 and bool(city.blocks[lot].towers)


def towers_joined(city: City, lot: str) -> tuple[str, ...]:
    """
    The towers of the blocks that a house on an empty lot would join: two struggle, more than two are refused (9).

    >>> from lucca_pi.games.chessboard.rules.position import read_city
    >>> towers_joined(read_city("a1 wr, a2 r, b3 bb, c2 kk"), "b2")
    ('a1', 'b3', 'c2')
    """
    blocks = city.blocks
    found = {tower for beside in neighbours(city.size)[lot] if beside in blocks for tower in blocks[beside].towers}
    return tuple(sorted(found)) if len(found) > 1 else tuple(found)


def _are_equal(city: City, one: str, two: str) -> bool:
    """
    Two towers of equal strength may not be joined, not even by who controls both (10, ruling e).

    >>> from lucca_pi.games.chessboard.rules.position import read_city
    >>> _are_equal(read_city("a1 wr, a2 r, c1 wb, c2 r"), "a1", "c1")
    True
    """
    return strength(city, one) == strength(city, two)


def may_take_floor(city: City, colour: str, lot: str) -> bool:
    """True if a floor of a colour may go below the stack on a lot (6, 7)."""
    return has_houses_for(city, colour, lot) and not would_be_second_tower(city, lot)


def may_take_house(city: City, lot: str) -> bool:
    """True if a house, of whatever colour, may go on an empty lot (9, 10)."""
    towers = towers_joined(city, lot)
    return len(towers) < 2 or (len(towers) == 2 and not _are_equal(city, *towers))


def check_floor(city: City, colour: str, lot: str) -> None:
    """Raises RuleError "houses-in-block" or "second-tower"."""
    if not has_houses_for(city, colour, lot):
        told = {"colour": colour, "at": lot, "bricks": city.stacks[lot].count(colour) + 1}
        text = ngettext(
            "no {colour} floor at {at}: the stack would hold {bricks} of {colour}, and its block has {number} such "
            "house elsewhere",
            "no {colour} floor at {at}: the stack would hold {bricks} of {colour}, and its block has {number} such "
            "houses elsewhere",
            _houses_elsewhere(city, colour, lot),
            **told,
        )
        raise RuleError("houses-in-block", text)
    if would_be_second_tower(city, lot):
        told = {"colour": colour, "at": lot, "tower": city.blocks[lot].towers[0]}
        text = _("no {colour} floor at {at}: its block has a tower already, at {tower}", **told)
        raise RuleError("second-tower", text)


def check_house(city: City, colour: str, lot: str) -> None:
    """Raises RuleError "three-towers" or "equal-strength"."""
    told, towers = {"colour": colour, "at": lot}, towers_joined(city, lot)
    if len(towers) > 2:
        text = _(
            "no {colour} house at {at}: it would join more than two towers, {towers}", towers=listed(towers), **told
        )
        raise RuleError("three-towers", text)
    if len(towers) == 2 and _are_equal(city, *towers):
        one, two = towers
        text = _(
            "no {colour} house at {at}: the towers at {one} and {two} are equally strong", one=one, two=two, **told
        )
        raise RuleError("equal-strength", text)
