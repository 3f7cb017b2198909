"""The city and its bricks drawn as SVG. Each brick has its colour's letter: nothing is told by hue alone."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from lucca_pi.games.chessboard.rules.city import COLOURS, Stack, lot_at
from lucca_pi.games.chessboard.rules.position import LETTERS
from lucca_pi.games.chessboard.session.overview import Places
from lucca_pi.games.chessboard.table.board import DARK_LOT, LIGHT_LOT
from lucca_pi.language import Text, _, is_right_to_left, listed
from lucca_pi.web.markup import DARK, LIGHT, Markup, element, is_dark, tint

_LOT, _BRICK, _STEP = 60.0, 38.0, 5.0
"""The side of a lot and of a brick, and the width by which each floor sticks out of the stairs."""
_IN_STAIRS = 3
_EDGE = 26.0
"""Width of the board's edge, where the names of the lots are."""
_TOP = 4.0
"""Distance of a stack's top from the upper side of its lot."""
_JOINT = "#93a487"
_DOT = 6.4
"""Radius of a dot for a floor that may be placed."""


def city_drawing(
    size: int, city: Mapping[str, Sequence[str]], last: Collection[str] = (), places: Places | None = None
) -> Markup:
    """
    The board as SVG, row 1 below; the lots in `last` have a gold rim.

    With `places`: dots beside a stack for the floors that may go below it, hatching where a house is refused, and
    crossed swords where one begins a struggle.
    """
    side = size * _LOT
    lots = [
        (lot_at(column, row), column * _LOT, (size - 1 - row) * _LOT) for row in range(size) for column in range(size)
    ]
    squares = [_square(x, y, fill=LIGHT_LOT if (x + y) // _LOT % 2 == 0 else DARK_LOT) for _name, x, y in lots]
    marks = [_marks(name, x, y, places) for name, x, y in lots] if places else None
    rims = [_rim(x, y) for name, x, y in lots if name in last]
    stacks = [_stack(name, x, y, tuple(city[name]), places) for name, x, y in lots if city.get(name)]
    view = f"{-_EDGE:.0f} {-_EDGE / 2:.0f} {side + _EDGE * 1.5:.0f} {side + _EDGE * 1.5:.0f}"
    return element(
        "svg", squares, [*_names(size)], rims, stacks, marks, viewBox=view, role="img", aria_label=_("The city")
    )


def _square(x: float, y: float, **more: str | float) -> Markup:
    return element("rect", x=x, y=y, width=_LOT, height=_LOT, stroke=_JOINT, **more)


def _rim(x: float, y: float) -> list[Markup]:
    """A rim inside a lot: gold within dark, so that it is seen on any colour."""
    place: dict[str, float] = {"x": x + 3, "y": y + 3, "width": _LOT - 6, "height": _LOT - 6, "rx": 3}
    return [
        element("rect", **place, fill="none", stroke=colour, stroke_width=width)
        for colour, width in ((DARK, 6), ("#f4b942", 3.5))
    ]


def _names(size: int) -> Iterator[Markup]:
    for number in range(size):
        middle = (number + 0.5) * _LOT
        yield _text(lot_at(number, 0)[0], middle, size * _LOT + _EDGE / 2, 18, fill="currentColor")
        yield _text(str(number + 1), -_EDGE / 2, size * _LOT - middle, 18, fill="currentColor")


def stack_words(name: str, stack: Sequence[str]) -> Text:
    """A stack's bricks in words, from the top down."""
    return _("{at}: {bricks}", at=name, bricks=listed([_("{colour}", colour=colour) for colour in stack]))


def _stack(name: str, x: float, y: float, stack: Stack, places: Places | None) -> Markup:
    """The lowest floors in their stairs, below the top with its letter and the tower's height."""
    left, top = x + (5 if places else (_LOT - _BRICK) / 2), y + _TOP
    steps = stack[1:][-_IN_STAIRS:]
    below = [_brick(left, top + _STEP * number, _BRICK, colour) for number, colour in enumerate(steps, start=1)]
    face = _brick(left, top, _BRICK, stack[0])
    letter = _letter(left, top, stack)
    return element("g", element("title", stack_words(name, stack)), [*reversed(below)], face, letter)


def _letter(left: float, top: float, stack: Stack) -> list[Markup]:
    """The letter of a house; of a tower its height, with the letter in the corner."""
    ink, middle = _ink(stack[0]), left + _BRICK / 2
    if len(stack) == 1:
        return [_text(LETTERS[stack[0]], middle, top + _BRICK / 2, 20, fill=ink)]
    height = _text(str(len(stack)), middle + 3, top + _BRICK / 2 + 1, 25, fill=ink)
    return [height, _text(LETTERS[stack[0]], left + 7.5, top + 9, 13, fill=ink)]


def _brick(x: float, y: float, side: float, colour: str) -> Markup:
    fill = tint(colour, COLOURS)
    return element("rect", x=x, y=y, width=side, height=side, rx=side / 12, fill=fill, stroke=DARK, stroke_width=1.5)


def _ink(colour: str) -> str:
    return LIGHT if is_dark(tint(colour, COLOURS)) else DARK


def _text(text: str, x: float, y: float, size: float, **more: str) -> Markup:
    place = {"x": round(x, 1), "y": round(y, 1), "font_size": size}
    return element("text", text, text_anchor="middle", dominant_baseline="central", **place, **more)


def _marks(name: str, x: float, y: float, places: Places) -> list[Markup]:
    """The marks of advice on a lot."""
    dots = [
        _dot(x + _LOT - _DOT - 2, y + _DOT + 1 + number * (_LOT - 2) / len(COLOURS), colour)
        for number, colour in enumerate(COLOURS)
        if name in places["floors"].get(colour, ())
    ]
    if name in places["refused"]:
        dots.append(hatching(x, y, _LOT))
    if name in places["struggles"]:
        dots.append(swords(x + _LOT / 2, y + _LOT / 2, DARK))
    return dots


def _dot(x: float, y: float, colour: str) -> Markup:
    circle = element("circle", cx=x, cy=y, r=_DOT, fill=tint(colour, COLOURS), stroke=DARK, stroke_width=1.2)
    return element("g", circle, _text(LETTERS[colour], x, y, 11, fill=_ink(colour)), class_="may-go-below")


def hatching(x: float, y: float, side: float, ink: str = DARK) -> Markup:
    """A square hatched: a house is refused there."""
    part = side / 4
    falling = [f"M{x:g} {y + part * n:g}L{x + side - part * n:g} {y + side:g}" for n in range(4)]
    rising = [f"M{x + part * n:g} {y:g}L{x + side:g} {y + side - part * n:g}" for n in range(1, 4)]
    path = "".join((*falling, *rising))
    return element("path", d=path, stroke=ink, stroke_width=1.8, stroke_opacity=0.6, class_="refused")


def swords(x: float, y: float, ink: str) -> Markup:
    """Crossed swords: a house there begins a struggle."""
    path = "M-9-9L8 8M9-9L-8 8M-10 3L-3 10M10 3L3 10"
    place = f"translate({x:g} {y:g})"
    return element("path", d=path, transform=place, fill="none", stroke=ink, stroke_width=3, class_="struggle")


_WIDE = 20.0
"""Width of a brick in a row, with its gap."""


def brick_row(colours: Sequence[str], places: int = 0, label: Text | str | None = None) -> Markup:
    """
    Bricks in a row, each with its letter, then dashed places for those that are missing; `label`: what it shows.

    The row is read in the direction of the language.
    """
    shown: list[str | None] = [*colours, *[None] * (places - len(colours))]
    count = len(shown)
    if is_right_to_left():
        shown.reverse()
    drawn = [_small_brick(_WIDE * at + 1, one) if one else _missing(_WIDE * at + 1) for at, one in enumerate(shown)]
    named: dict[str, str] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    view = f"0 0 {_WIDE * count:g} {_WIDE:g}"
    return element("svg", drawn, viewBox=view, width=_WIDE * count, class_="bricks", **named)


def _small_brick(x: float, colour: str) -> list[Markup]:
    side = _WIDE - 2
    return [_brick(x, 1, side, colour), _text(LETTERS[colour], x + side / 2, _WIDE / 2, 13, fill=_ink(colour))]


def _missing(x: float) -> Markup:
    return element("rect", x=x + 1, y=2, width=_WIDE - 4, height=_WIDE - 4, rx=1.5, class_="place")


def swatch(colour: str) -> Markup:
    """A brick of a colour, beside words that name it."""
    return element(
        "svg", _small_brick(1, colour), viewBox=f"0 0 {_WIDE:g} {_WIDE:g}", class_="chip", aria_hidden="true"
    )
