"""
Words and drawings that flow into columns: each is a part of known height, and parts are put together into larger ones.

Parts are drawn within `Pen.from_start`: x counts in the direction of reading. Lengths in mm.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

from reportlab.lib.utils import simpleSplit

from lucca_pi.language import say
from lucca_pi.printed.pen import CAPITALS, INK, RED, SANS, SANS_BOLD, SERIF_BOLD, Pen, line_mm

_BETWEEN_MM = 7.0
"""Between two columns."""
_LINE = 1.3
"""From one line to the next, in heights of the letters."""
_SPACE = 0.3
"""Width of the space after a title, in heights of the letters."""
_STRETCHED = 2.2
"""Largest factor by which the room above parts grows so that they fill their column."""
_SIGN_MM = 2.4
_BESIDE_SIGN_MM = 2 * _SIGN_MM + 2.0

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Part:
    """
    Something of that height, drawn from where its lines begin.

    `above`: the room above it if it is not the first in its column.
    """

    height: float
    draw: Callable[[Pen], None]
    above: float = 0.0


def placed(places: Iterable[tuple[float, float, Part]]) -> Part:
    """The parts as one, each drawn from its x and y on."""
    found = [*places]

    def draw(pen: Pen) -> None:
        for x, y, part in found:
            with pen.at(x, y):
                part.draw(pen)

    return Part(max((y + part.height for _x, y, part in found), default=0.0), draw)


def below(parts: Iterable[Part]) -> Part:
    """The parts one below the other."""
    y, places = 0.0, list[tuple[float, float, Part]]()
    for part in parts:
        y += part.above if places else 0.0
        places.append((0.0, y, part))
        y += part.height
    return placed(places)


def column_mm(width: float) -> float:
    """The width of each of two columns within that width."""
    return (width - _BETWEEN_MM) / 2


def side_by_side(one: Part, other: Part, width: float) -> Part:
    """The parts as two columns within that width."""
    return placed([(0.0, 0.0, one), (column_mm(width) + _BETWEEN_MM, 0.0, other)])


def lines(text: str, size: float, width: float, *, title: str | None = None, font: str = SANS) -> Part:
    """Lines of text in the language in use; a title in bold at the beginning of the first one."""
    said, bold = say(text), f"{say(title)}." if title else ""
    indent = line_mm(bold, size, SANS_BOLD) + _SPACE * size if title else 0.0
    first = next(iter(simpleSplit(said, font, size, width - indent)), "")
    if title and line_mm(first, size) > width - indent:
        first = ""
    found = [first, *simpleSplit(said[len(first) :], font, size, width)]

    def draw(pen: Pen) -> None:
        base = size * CAPITALS
        if bold:
            pen.text(bold, 0.0, base, size, INK, font=SANS_BOLD, room=width)
        for number, line in enumerate(found):
            start, room = (0.0, width) if number else (indent, width - indent)
            pen.text(line, start, base + _LINE * size * number, size, INK, font=font, room=room)

    return Part(size * (CAPITALS + 0.2 + _LINE * (len(found) - 1)), draw)


def heading(title: str, size: float, width: float | None = None) -> Part:
    """A title in red, smaller if the width is not enough."""
    said, base = say(title), size * CAPITALS
    return Part(size, lambda pen: pen.text(said, 0.0, base, size, RED, font=SERIF_BOLD, room=width))


def signed(sign: str, text: str, size: float, width: float, *, title: str | None = None) -> Part:
    """Lines of text beside a number in a red disc, or a bullet."""
    y = size * CAPITALS / 2

    def draw(pen: Pen) -> None:
        if sign == "•":
            pen.oval(_SIGN_MM, y, 0.75, 0.75, RED)
        else:
            draw_number(pen, sign, _SIGN_MM, y)

    told = lines(text, size, width - _BESIDE_SIGN_MM, title=title)
    return placed([(0.0, 0.0, Part(0.0, draw)), (_BESIDE_SIGN_MM, 0.0, told)])


def legend(texts: Sequence[str], size: float, width: float) -> Part:
    """What the numbers in a picture mean, one below the other."""
    signs = (signed(str(number), text, size, width) for number, text in enumerate(texts, start=1))
    return below(replace(sign, above=0.8 * size) for sign in signs)


def draw_number(pen: Pen, number: str, x: float, y: float) -> None:
    """Draws a red disc with a number around a point."""
    pen.oval(x, y, _SIGN_MM, _SIGN_MM, RED)
    pen.text(number, x, y + 1.25, 3.5, "#ffffff", font=SANS_BOLD, anchor=0.5)


def framed(
    content: Part,
    width: float,
    inset: tuple[float, float],
    *,
    fill: str | None = None,
    line: str | None = None,
    line_mm: float = 0.3,
    radius: float = 0.0,
) -> Part:
    """The content on a ground or within a line; `inset`: the room beside it, and that above and below it."""
    height = content.height + 2 * inset[1]

    def draw(pen: Pen) -> None:
        pen.box(0.0, 0.0, width, height, fill, line=line, line_mm=line_mm, radius=radius)
        with pen.at(*inset):
            content.draw(pen)

    return Part(height, draw)


def filled(parts: Sequence[Part], rooms: Iterable[float]) -> list[list[Part]] | None:
    """
    The parts in columns with those rooms; None if there is no room for all.

    >>> part = Part(10.0, lambda pen: None)
    >>> [len(column) for column in filled([part] * 3, (25.0, 15.0)) or ()]
    [2, 1]
    """
    left, columns = deque(parts), list[list[Part]]()
    for room in rooms:
        column = list[Part]()
        while left and below([*column, left[0]]).height <= room:
            column.append(left.popleft())
        columns.append(column)
    return None if left else columns


def stretched(column: Sequence[Part], room: float) -> Part:
    """The parts one below the other, with more room above each but the first, so that they fill the column."""
    spare, between = room - below(column).height, sum(part.above for part in column[1:])
    by = min(_STRETCHED, 1 + spare / between) if between else 1.0
    return below(replace(part, above=by * part.above) for part in column)


def first_that_fits(lengths: Sequence[float], make: Callable[[float], _T | None]) -> _T | None:
    """
    What is made with the first of the lengths that fits, found by halving; None if none fits.

    >>> first_that_fits([5.0, 4.0, 3.0], lambda length: f"{length} mm" if length < 4.5 else None)
    '4.0 mm'
    """
    made = cache(make)
    fitting = bisect_left(lengths, True, key=lambda length: made(length) is not None)
    return made(lengths[fitting]) if fitting < len(lengths) else None
