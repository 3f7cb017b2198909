"""
A city on a chess board, blocks and what may be placed in it.

It is a dict from a lot's name to its stack, a list of colours from the top down. An empty lot is not in it.
"""

from collections import Counter
from functools import cache

COLOURS = ("white", "black", "red", "blue")

City = dict[str, list[str]]


def lots_of(size: int) -> list[str]:
    return [f"{column}{row}" for row in range(1, size + 1) for column in "abcdefghijkl"[:size]]


@cache
def beside(lot: str) -> tuple[str, ...]:
    """The lots over the four edges, some of which may lie outside."""
    column, row = lot[0], int(lot[1:])
    return f"{chr(ord(column) - 1)}{row}", f"{chr(ord(column) + 1)}{row}", f"{column}{row - 1}", f"{column}{row + 1}"


def block_of(city: City, lot: str, without: str = "") -> set[str]:
    """The lots that hang together with this one; `without` is taken for empty."""
    found, open_ends = {lot}, [lot]
    while open_ends:
        for neighbour in beside(open_ends.pop()):
            if neighbour in city and neighbour != without and neighbour not in found:
                found.add(neighbour)
                open_ends.append(neighbour)
    return found


def towers_in(city: City, block: set[str]) -> list[str]:
    return sorted(lot for lot in block if len(city[lot]) > 1)


def houses_in(city: City, block: set[str], colour: str | None = None) -> list[str]:
    """The houses of a colour, or of any."""
    return sorted(lot for lot in block if len(city[lot]) == 1 and colour in (None, city[lot][0]))


def highest(city: City, colour: str) -> int:
    return max((len(stack) for stack in city.values() if len(stack) > 1 and stack[0] == colour), default=0)


def is_settled(city: City, size: int, prisoners: dict[str, dict[str, int]]) -> bool:
    """Whether a position may be told: real lots and colours, 2n bricks a colour at most, one tower a block at most."""
    if not city.keys() <= set(lots_of(size)) or not all(city.values()):
        return False
    counts = Counter(brick for stack in city.values() for brick in stack)
    for taken in prisoners.values():
        if any(number < 0 for number in taken.values()):
            return False
        counts.update(taken)
    if not {*counts, *prisoners} <= set(COLOURS) or max(counts.values(), default=0) > 2 * size:
        return False
    return all(len(towers_in(city, block_of(city, lot))) <= 1 for lot in city)


# ---- what may be placed


def refusal(city: City, colour: str, lot: str) -> str | None:
    """The rule by which a brick may not be placed there, if there is one."""
    return floor_refusal(city, colour, lot) if lot in city else house_refusal(city, colour, lot)


def floor_refusal(city: City, colour: str, lot: str) -> str | None:
    block = block_of(city, lot)
    floors = city[lot].count(colour) + 1
    if floors > len(houses_in(city, block - {lot}, colour)):
        return "houses-in-block"
    if len(city[lot]) == 1 and towers_in(city, block):
        return "second-tower"
    return None


def house_refusal(city: City, colour: str, lot: str) -> str | None:
    joined = {**city, lot: [colour]}
    towers = towers_in(joined, block_of(joined, lot))
    if len(towers) > 2:
        return "three-towers"
    if len(towers) == 2 and strength(joined, towers[0], lot) == strength(joined, towers[1], lot):
        return "equal-strength"
    return None


def strength(city: City, tower: str, joining: str) -> tuple[int, int]:
    houses = len(houses_in(city, block_of(city, tower, joining)))
    return min(len(city[tower]), houses), houses
