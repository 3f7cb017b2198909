"""The board drawn: every stack with its top and its height, the lots of the last turn marked."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from lucca_pi.games.chessboard.rules.city import lot_at
from lucca_pi.language import _
from lucca_pi.web.markup import Markup, element

TINTS = {"white": "#f1eee6", "black": "#37322f", "red": "#b3262c", "blue": "#2a5cab"}
DARK, LIGHT = "#241d1a", "#ffffff"
LOT, BRICK, STEP = 60.0, 40.0, 4.0
"""The side of a lot and of a brick, and how far each floor sticks out of the stairs."""
IN_STAIRS = 3
EDGE = 26.0


def drawing(size: int, city: Mapping[str, Sequence[str]], last: Collection[str]) -> Markup:
    """The board as SVG, row 1 below."""
    side = size * LOT
    lots = [_lot(column, row, size, last) for row in range(size) for column in range(size)]
    stacks = [_stack(column, row, size, city) for row in reversed(range(size)) for column in range(size)]
    view = f"{-EDGE:.0f} {-EDGE / 2:.0f} {side + EDGE * 1.5:.0f} {side + EDGE * 1.5:.0f}"
    return element("svg", lots, [*_names(size)], stacks, viewBox=view, role="img", aria_label=_("The city"))


def _lot(column: int, row: int, size: int, last: Collection[str]) -> Markup:
    x, y = column * LOT, (size - 1 - row) * LOT
    fill = "#e7dcc6" if (column + row) % 2 else "#d8c9ad"
    stroke, width = ("#c08a1e", 4) if lot_at(column, row) in last else ("#a59682", 1)
    return element("rect", x=x, y=y, width=LOT, height=LOT, fill=fill, stroke=stroke, stroke_width=width)


def _names(size: int) -> Iterator[Markup]:
    for number in range(size):
        middle = (number + 0.5) * LOT
        yield _text(lot_at(number, 0)[0], middle, size * LOT + EDGE / 2, 18, fill="currentColor")
        yield _text(str(number + 1), -EDGE / 2, size * LOT - middle, 18, fill="currentColor")


def _stack(column: int, row: int, size: int, city: Mapping[str, Sequence[str]]) -> Markup | None:
    """The lowest floors in their stairs, below the top with its height."""
    bricks = city.get(lot_at(column, row))
    if not bricks:
        return None
    x, y = column * LOT + (LOT - BRICK) / 2, (size - 1 - row) * LOT + 6
    steps = [*bricks[1:]][-IN_STAIRS:]
    below = [_brick(x, y + STEP * (number + 1), colour) for number, colour in enumerate(steps)]
    height = None
    if len(bricks) > 1:
        ink = DARK if bricks[0] == "white" else LIGHT
        height = _text(str(len(bricks)), x + BRICK / 2, y + BRICK / 2, 24, fill=ink)
    title = element("title", f"{lot_at(column, row)}: {', '.join(bricks)}")
    return element("g", title, [*reversed(below)], _brick(x, y, bricks[0]), height)


def _brick(x: float, y: float, colour: str) -> Markup:
    return element("rect", x=x, y=y, width=BRICK, height=BRICK, rx=3, fill=TINTS[colour], stroke=DARK, stroke_width=1.5)


def _text(text: str, x: float, y: float, size: float, **more: str) -> Markup:
    place = {"x": round(x, 1), "y": round(y, 1), "font_size": size}
    return element("text", text, text_anchor="middle", dominant_baseline="central", **place, **more)
