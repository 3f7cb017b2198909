"""
The quarter cards, with an arrow to each area around them; the coats of arms of their families; and a mat for one
player.
"""

from collections.abc import Iterator

from lucca_pi.games.citta.paper.facades import INK, STONE, shield
from lucca_pi.games.citta.paper.layout import Layout, sticker_mm_of
from lucca_pi.games.citta.rules.deck import CARD_MM
from lucca_pi.games.citta.table.families import ARMS, FAMILIES, Arms
from lucca_pi.games.citta.table.pieces import COAT_CODES, QUARTER_CODES
from lucca_pi.language import _, say
from lucca_pi.printed.paper import A3, Paper
from lucca_pi.printed.pen import SANS_BOLD, SERIF_BOLD, SERIF_ITALIC, Pen, PrintedPage, PrintedPiece, mixed
from lucca_pi.printed.stickers import draw_sticker

_GOLD = "#d8a93a"
_PAPER = "#f6eedd"
COAT_MM = (45.0, 59.0)
_ARMS_TOP_MM, _ARMS_BOTTOM_MM = 5.5, 17.0
"""Upper and lower edge of the two small shields on a quarter."""


def _draw_arms(pen: Pen, arms: Arms, x: float, top: float, size: tuple[float, float]) -> None:
    """A shield around x with the family's figure."""
    width, height = size
    outline = shield(x, top, width, height)
    with pen.inside(outline):
        pen.box(x - width / 2, top, width, height, arms.field)
        _draw_figure(pen, arms, x - width / 2, top, size)
    pen.shape(outline, None, line=INK, line_mm=0.7)


def _draw_figure(pen: Pen, arms: Arms, left: float, top: float, size: tuple[float, float]) -> None:
    width, height = size
    for corners in arms.shapes:
        pen.shape([(left + width * x, top + height * y) for x, y in corners], arms.figure)
    boxes = [(left + width * x, top + height * y, width * wide, height * tall) for x, y, wide, tall in arms.boxes]
    if len(boxes) == 1:
        pen.box(*boxes[0], arms.figure)
    elif boxes:
        pen.boxes(boxes, arms.figure)


def draw_quarter(pen: Pen, code: int, layout: Layout) -> None:
    """The quarter card: its code in the middle, and around it an arrow to each area."""
    arms = ARMS[code]
    left, middle = layout.left, layout.width / 2
    pen.box(left, left, layout.right - left, layout.bottom - left, arms.field)
    pen.box(2.5, 2.5, layout.width - 5, layout.height - 5, _PAPER, line=_GOLD, line_mm=0.6, radius=2)
    for across in (9.5, layout.width - 9.5):
        _draw_arms(pen, arms, across, _ARMS_TOP_MM, (9, _ARMS_BOTTOM_MM - _ARMS_TOP_MM))
    pen.text(FAMILIES[code], middle, 14, 7.5, INK, font=SERIF_BOLD, anchor=0.5, room=layout.width - 34)
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
        with pen.at(x, max(_ARMS_BOTTOM_MM + 4, top - 2.3), turn_deg):
            _draw_arrow(pen, 7.0, colour)
        with pen.at(x + (0 if also else 1.2), layout.height / 2 + 2, -90):
            pen.text(say(word), 0, 0, 3.4, INK, font=SANS_BOLD, anchor=0.5)
            pen.text(also, 0, 3.0, 2.4, INK, anchor=0.5)
    pen.text(say(_("UNDER CONSTRUCTION")), middle, bottom - 17.2, 3.6, INK, font=SANS_BOLD, anchor=0.5)
    with pen.at(middle, bottom - 9.5, 90):
        _draw_arrow(pen, 10.0, colour)


def _draw_arrow(pen: Pen, length: float, colour: str) -> None:
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
    pen.box(4, 4, layout.width - 8, layout.height - 8, None, line=_GOLD, line_mm=0.8, radius=3)
    _draw_arms(pen, arms, layout.width / 2, layout.height * 0.24, (34, 44))


def draw_coat(pen: Pen, code: int) -> None:
    """A coat of arms: the shield with its code, the family's name below."""
    width, height = COAT_MM
    quarter = QUARTER_CODES[code - COAT_CODES.start]
    side = sticker_mm_of(code, 0.0)
    pen.box(0, 0, width, height, _PAPER)
    pen.box(1, 1, width - 2, height - 2, None, line=_GOLD, line_mm=0.5, radius=1.5)
    _draw_arms(pen, ARMS[quarter], width / 2, 3, (40, 47))
    pen.box(width / 2 - side / 2 - 0.8, 8.2, side + 1.6, side + 1.6, STONE, line=INK, line_mm=0.4)
    draw_sticker(pen, code, width / 2 - side / 2, 9, side)
    pen.text(FAMILIES[quarter], width / 2, height - 3.6, 5, INK, font=SERIF_BOLD, anchor=0.5, room=width - 6)


_EDGE_MM = 8.0
GAP_MM = 3.0
_QUARTER_TOP_MM = 14.0
_FIELDS = {"completed": "#e3e9d8", "opened": "#e4ddec", "construction": "#f3e6cf"}
_INK, _PALE = "#57493a", "#a8987f"
SEAM_MM = 6.0
"""Width of the white edges where the two halves meet, mm; it is cut off one half, and the other is glued under it."""
_Area = tuple[float, float, float, float]
"""An area of the mat: left, top, width and height."""


def _mat_size(paper: Paper) -> tuple[float, float]:
    """The mat's width and height: an A3 page on its side, or two smaller pages side by side without their seam."""
    return (paper.height, paper.width) if paper is A3 else (2 * (paper.width - SEAM_MM), paper.height)


def player_mat_piece(paper: Paper) -> PrintedPiece:
    """The mat as one piece."""
    width, height = _mat_size(paper)
    return PrintedPiece("mat", width, height, lambda pen: _draw_mat(pen, width, height))


def player_mat_pages(paper: Paper) -> Iterator[PrintedPage]:
    """The mat on one A3 page, or its left and right half on two pages."""
    width, height = _mat_size(paper)
    if paper is A3:
        yield PrintedPage(width, height, lambda pen: _draw_mat(pen, width, height))
        return
    yield PrintedPage(paper.width, height, lambda pen: _draw_half(pen, width, height, 0.0))
    yield PrintedPage(paper.width, height, lambda pen: _draw_half(pen, width, height, width / 2 - SEAM_MM))


def _draw_half(pen: Pen, width: float, height: float, from_left: float) -> None:
    """
    Draws half of the mat, from its left edge or from SEAM_MM left of its middle; the seam stays white except for its
    mark.
    """
    middle = width / 2 - from_left
    left = 0.0 if from_left == 0 else middle
    with pen.within(left, 0, left + width / 2, height), pen.at(-from_left, 0):
        _draw_mat(pen, width, height)
    for y in (_EDGE_MM - 2.5, height - _EDGE_MM + 1.0):
        pen.line(middle, y, middle, y + 1.5, colour=_PALE, line_mm=0.2)


def _draw_mat(pen: Pen, width: float, height: float) -> None:
    """The areas around the quarter's place, divided at its lower edge: completed left, opened right, the rest below."""
    middle, line = width / 2, _QUARTER_TOP_MM + CARD_MM[1]
    card = CARD_MM[0] / 2 + GAP_MM
    aside, above = middle - card - _EDGE_MM, line - _EDGE_MM
    _draw_area(
        pen,
        (_EDGE_MM, _EDGE_MM, aside, above),
        (_("COMPLETED"), _("palaces, neatly stacked; city walls, towers")),
        "completed",
    )
    _draw_area(pen, (middle + card, _EDGE_MM, aside, above), (_("OPENED"), _("palaces, neatly stacked")), "opened")
    below = line + GAP_MM
    words = _("UNDER CONSTRUCTION"), _("each newer card over the lower half of the one before")
    area = (_EDGE_MM, below, width - 2 * _EDGE_MM, height - _EDGE_MM - below)
    _draw_area(pen, area, words, "construction", width / 2 - _EDGE_MM)
    pen.box(middle - CARD_MM[0] / 2, _QUARTER_TOP_MM, *CARD_MM, "#ffffff", line=_PALE, line_mm=0.6, radius=3)
    pen.text(say(_("quarter")), middle, _QUARTER_TOP_MM + CARD_MM[1] / 2, 7, _PALE, font=SERIF_ITALIC, anchor=0.5)
    for x, y, turn_deg in (
        (middle - card - 12, 26.0, 180),
        (middle + card + 12, 26.0, 0),
        (middle, below + 14, 90),
    ):
        with pen.at(x, y, turn_deg):
            _draw_arrow(pen, 14, _PALE)


def _draw_area(pen: Pen, area: _Area, words: tuple[str, str], field: str, across: float | None = None) -> None:
    """Draws an area; its words are in the first `across` mm of its width, so that the seam cuts none."""
    left, top, width, height = area
    across = across or width
    word, also = map(say, words)
    pen.box(left, top, width, height, _FIELDS[field], line=_PALE, line_mm=0.6, radius=4)
    middle, base = left + across / 2, top + height - 7
    pen.text(word, middle, base - 6, 7, _INK, font=SANS_BOLD, anchor=0.5, room=across - 10)
    pen.text(also, middle, base, 4.6, _INK, font=SERIF_ITALIC, anchor=0.5, room=across - 10)
