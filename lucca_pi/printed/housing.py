"""The box for display and buttons: its front in true size, to drill and saw by, and to stay on it as its face."""

from collections.abc import Iterator
from functools import partial
from math import hypot

from lucca_pi.language import _, say
from lucca_pi.printed.furniture import ruler
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SANS_BOLD, Pen
from lucca_pi.printed.piece import Piece

WIDTH, HEIGHT = 110.0, 70.0
PANELS_INCH = (0.96, 1.3)
"""The diagonals of the usual displays; they are twice as wide as tall."""
MM_PER_INCH = 25.4
RIM_MM = 1.0
"""What the window is larger than the picture on each side."""
WINDOW_MIDDLE = (WIDTH / 2, 24.0)
BUTTONS = ((_("back"), 19.0), (_("up"), 43.0), (_("down"), 67.0), (_("OK"), 91.0))
BUTTONS_Y = 54.0
DRILL_MM = 12.0
CROSS_MM = 9.0
INK, THIN, GREY = "#000000", 0.15, "#777777"


def window_mm(inch: float) -> tuple[float, float]:
    """
    The window's width and height for a display of that diagonal.

    >>> [round(side, 1) for side in window_mm(0.96)]
    [23.8, 12.9]
    """
    short = inch * MM_PER_INCH / hypot(1, 2)
    return 2 * short + 2 * RIM_MM, short + 2 * RIM_MM


def housing_pieces() -> tuple[Piece, ...]:
    """A front for each size of display."""
    return tuple(
        Piece(f"front-{inch:g}-inch", WIDTH, HEIGHT, partial(_draw_front, inch=inch), f"{inch:g}")
        for inch in PANELS_INCH
    )


def draw_housing_page(pen: Pen, paper: Paper) -> None:
    """The fronts one below the other, and the ruler below them."""
    left, y = (paper.width - WIDTH) / 2, 22.0
    pen.text(say(_("Lucca Città scorer: the box's front")), left, 14, 4.6, font=SANS_BOLD)
    for piece in housing_pieces():
        with pen.at(left, y):
            piece.draw(pen)
        y = _draw_words(pen, piece.label, left, y + HEIGHT + 7) + 9
    with pen.at(12, paper.height - 13):
        ruler(pen)


def _draw_words(pen: Pen, inch: str, left: float, y: float) -> float:
    for words in _words(inch):
        y = pen.paragraph(say(words), left, y, 3.0, WIDTH)
    return y


def _words(inch: str) -> tuple[str, ...]:
    """What to do with the front, and what to beware of."""
    front = _(
        "The front of the box, for a display of {inch} inch: glue it on, prick the crosses, drill {drill} mm (or as "
        "wide as your buttons are), saw out the window.",
        inch=inch,
        drill=f"{DRILL_MM:g}",
    )
    return front, _(
        "Hold your display against the window first: on its board the picture is not in the middle. It is glued on "
        "from behind."
    )


def _draw_front(pen: Pen, inch: float) -> None:
    pen.box(0, 0, WIDTH, HEIGHT, None, line=INK, line_mm=THIN, radius=3)
    _draw_window(pen, *window_mm(inch))
    for name, x in BUTTONS:
        pen.oval(x, BUTTONS_Y, DRILL_MM / 2, DRILL_MM / 2, None, line=INK, line_mm=THIN)
        for dx, dy in ((CROSS_MM, 0), (0, CROSS_MM)):
            pen.line(x - dx, BUTTONS_Y - dy, x + dx, BUTTONS_Y + dy, colour=GREY, line_mm=THIN)
        pen.text(say(name), x, BUTTONS_Y - CROSS_MM - 1.2, 3.8, font=SANS_BOLD, anchor=0.5)


def _draw_window(pen: Pen, width: float, height: float) -> None:
    """The window, and lines beyond its corners for the saw."""
    x, y = WINDOW_MIDDLE
    pen.box(x - width / 2, y - height / 2, width, height, None, line=INK, line_mm=THIN)
    for corner_x, corner_y in _corners(width, height):
        right, down = (1 if corner_x > 0 else -1), (1 if corner_y > 0 else -1)
        pen.line(x + corner_x, y + corner_y, x + corner_x + 3 * right, y + corner_y, colour=GREY, line_mm=THIN)
        pen.line(x + corner_x, y + corner_y, x + corner_x, y + corner_y + 3 * down, colour=GREY, line_mm=THIN)


def _corners(width: float, height: float) -> Iterator[tuple[float, float]]:
    for right in (-1, 1):
        for down in (-1, 1):
            yield right * width / 2, down * height / 2
