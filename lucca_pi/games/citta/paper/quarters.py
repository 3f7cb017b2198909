"""The quarter cards, which say what lies where around them, and the coats of arms of their families."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from lucca_pi.games.citta.paper.codes import sticker_mm_of
from lucca_pi.games.citta.paper.facades import INK, STONE
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.games.citta.table.pieces import COAT_CODES, QUARTER_CODES
from lucca_pi.language import _, say
from lucca_pi.printed.marks import draw_sticker
from lucca_pi.printed.outlines import shield
from lucca_pi.printed.pen import SANS_BOLD, SERIF_BOLD, Pen, mixed

GOLD = "#d8a93a"
PAPER = "#f6eedd"
COAT_MM = (45.0, 59.0)
ARMS_TOP_MM, ARMS_BOTTOM_MM = 5.5, 17.0
"""Of the two small shields on a quarter."""
Area = tuple[float, float, float, float]
"""Left, top, width and height."""


def _two_halves(pen: Pen, area: Area, colour: str) -> None:
    left, top, width, height = area
    pen.box(left + width / 2, top, width / 2, height, colour)


def _band(pen: Pen, area: Area, colour: str) -> None:
    left, top, width, height = area
    wide, right, bottom = width * 0.34, left + width, top + height
    pen.shape([(left - wide, top), (left + wide, top), (right + wide, bottom), (right - wide, bottom)], colour)


def _chevrons(pen: Pen, area: Area, colour: str) -> None:
    left, top, width, height = area
    middle, right = left + width / 2, left + width
    for peak in (0.12, 0.5, 0.88):
        y, drop, tall = top + height * peak, height * 0.2, height * 0.16
        upper = [(left, y + drop), (middle, y), (right, y + drop)]
        pen.shape([*upper, *((x, y + tall) for x, y in reversed(upper))], colour)


def _four_fields(pen: Pen, area: Area, colour: str) -> None:
    left, top, width, height = area
    pen.boxes([(left, top, width / 2, height / 2), (left + width / 2, top + height / 2, width / 2, height / 2)], colour)


def _bars(pen: Pen, area: Area, colour: str) -> None:
    left, top, width, height = area
    pen.boxes([(left, top + height * row / 6, width, height / 6) for row in (1, 3, 5)], colour)


@dataclass(frozen=True, slots=True)
class Arms:
    """A family's two colours, and the figure that they make on its shield. Ours, not the historical ones."""

    field: str
    figure: str
    draw: Callable[[Pen, Area, str], None]


ARMS: Mapping[int, Arms] = MappingProxyType(
    dict(
        zip(
            QUARTER_CODES,
            (
                Arms("#7d1f2e", GOLD, _chevrons),
                Arms("#1f3d66", "#e9e4d6", _two_halves),
                Arms("#2c5a3c", GOLD, _band),
                Arms("#4a2f5c", "#e9e4d6", _four_fields),
                Arms("#2b2b2e", "#c9622b", _bars),
            ),
            strict=True,
        )
    )
)


def draw_arms(pen: Pen, arms: Arms, x: float, top: float, size: tuple[float, float]) -> None:
    """A shield around x with the family's figure."""
    width, height = size
    outline = shield(x, top, width, height)
    with pen.inside(outline):
        pen.box(x - width / 2, top, width, height, arms.field)
        arms.draw(pen, (x - width / 2, top, width, height), arms.figure)
    pen.shape(outline, None, line=INK, line_mm=0.7)


def draw_quarter(pen: Pen, code: int, family: str, layout: Layout) -> None:
    """The quarter card: its code in the middle, and around it an arrow to each area."""
    arms = ARMS[code]
    left, middle = layout.left, layout.width / 2
    pen.box(left, left, layout.right - left, layout.bottom - left, arms.field)
    pen.box(2.5, 2.5, layout.width - 5, layout.height - 5, PAPER, line=GOLD, line_mm=0.6, radius=2)
    for across in (9.5, layout.width - 9.5):
        draw_arms(pen, arms, across, ARMS_TOP_MM, (9, ARMS_BOTTOM_MM - ARMS_TOP_MM))
    pen.text(family, middle, 14, 7.5, INK, font=SERIF_BOLD, anchor=0.5, room=layout.width - 34)
    side = sticker_mm_of(code, layout.sticker_mm)
    draw_sticker(pen, code, middle - side / 2, layout.height / 2 - side / 2, side)
    _draw_signs(pen, arms.field, layout, layout.height / 2 - side / 2)


def _draw_signs(pen: Pen, colour: str, layout: Layout, top: float) -> None:
    """The areas' names: completed to the left, opened to the right, under construction below."""
    middle, bottom = layout.width / 2, layout.height
    for x, turn_deg, word, also in (
        (6.7, 180, _("COMPLETED"), say(_("walls and towers too"))),
        (layout.width - 6.7, 0, _("OPENED"), ""),
    ):
        with pen.at(x, max(ARMS_BOTTOM_MM + 4, top - 2.3), turn_deg):
            draw_arrow(pen, 7.0, colour)
        with pen.at(x + (0 if also else 1.2), layout.height / 2 + 2, -90):
            pen.text(say(word), 0, 0, 3.4, INK, font=SANS_BOLD, anchor=0.5)
            pen.text(also, 0, 3.0, 2.4, INK, anchor=0.5)
    pen.text(say(_("UNDER CONSTRUCTION")), middle, bottom - 17.2, 3.6, INK, font=SANS_BOLD, anchor=0.5)
    with pen.at(middle, bottom - 9.5, 90):
        draw_arrow(pen, 10.0, colour)


def draw_arrow(pen: Pen, length: float, colour: str) -> None:
    """A stout arrow to the right around the origin."""
    half, neck, shaft = length / 2, length * 0.05, length * 0.2
    pen.shape(
        [
            (-half, -shaft),
            (neck, -shaft),
            (neck, -half * 0.85),
            (half, 0),
            (neck, half * 0.85),
            (neck, shaft),
            (-half, shaft),
        ],
        colour,
    )


def draw_quarter_back(pen: Pen, code: int, layout: Layout) -> None:
    """The family's arms on its colour, without a code."""
    arms, left = ARMS[code], layout.left
    pen.box(left, left, layout.right - left, layout.bottom - left, mixed(arms.field, "#ffffff", 0.15))
    pen.box(4, 4, layout.width - 8, layout.height - 8, None, line=GOLD, line_mm=0.8, radius=3)
    draw_arms(pen, arms, layout.width / 2, layout.height * 0.24, (34, 44))


def draw_coat(pen: Pen, code: int, family: str) -> None:
    """A coat of arms: the shield with its code, the family's name below."""
    width, height = COAT_MM
    arms = ARMS[QUARTER_CODES[code - COAT_CODES.start]]
    side = sticker_mm_of(code, 0.0)
    pen.box(0, 0, width, height, PAPER)
    pen.box(1, 1, width - 2, height - 2, None, line=GOLD, line_mm=0.5, radius=1.5)
    draw_arms(pen, arms, width / 2, 3, (40, 47))
    pen.box(width / 2 - side / 2 - 0.8, 8.2, side + 1.6, side + 1.6, STONE, line=INK, line_mm=0.4)
    draw_sticker(pen, code, width / 2 - side / 2, 9, side)
    pen.text(family, width / 2, height - 3.6, 5, INK, font=SERIF_BOLD, anchor=0.5, room=width - 6)
