"""A mat for one player: where the quarter lies, and the three areas around it."""

from collections.abc import Iterator

from lucca_pi.games.citta.paper.quarters import draw_arrow
from lucca_pi.games.citta.table.pieces import CARD_MM
from lucca_pi.language import _, say
from lucca_pi.printed.files import Page
from lucca_pi.printed.paper import A3, Paper
from lucca_pi.printed.pen import SANS_BOLD, SERIF_ITALIC, Pen
from lucca_pi.printed.piece import Piece

EDGE_MM = 8.0
GAP_MM = 3.0
QUARTER_TOP_MM = 14.0
FIELDS = {"completed": "#e3e9d8", "opened": "#e4ddec", "construction": "#f3e6cf"}
INK, PALE = "#57493a", "#a8987f"
SEAM_MM = 6.0
"""White at the edges where the two halves meet; it is cut off one half, and the other is glued under it."""
Area = tuple[float, float, float, float]
"""Left, top, width and height."""


def mat_size(paper: Paper) -> tuple[float, float]:
    """The mat's width and height: an A3 page on its side, or two smaller pages side by side without their seam."""
    return (paper.height, paper.width) if paper is A3 else (2 * (paper.width - SEAM_MM), paper.height)


def mat_piece(paper: Paper) -> Piece:
    """The mat as one piece."""
    width, height = mat_size(paper)
    return Piece("mat", width, height, lambda pen: draw_mat(pen, width, height))


def mat_pages(paper: Paper) -> Iterator[Page]:
    """The mat on one A3 page, or its left and right half on two pages."""
    width, height = mat_size(paper)
    if paper is A3:
        yield Page(width, height, lambda pen: draw_mat(pen, width, height))
        return
    yield Page(paper.width, height, lambda pen: _draw_half(pen, width, height, 0.0))
    yield Page(paper.width, height, lambda pen: _draw_half(pen, width, height, width / 2 - SEAM_MM))


def _draw_half(pen: Pen, width: float, height: float, from_left: float) -> None:
    """Half of the mat, from its left edge or from SEAM_MM left of its middle; the seam stays white but for its mark."""
    middle = width / 2 - from_left
    left = 0.0 if from_left == 0 else middle
    with pen.within(left, 0, left + width / 2, height), pen.at(-from_left, 0):
        draw_mat(pen, width, height)
    for y in (EDGE_MM - 2.5, height - EDGE_MM + 1.0):
        pen.line(middle, y, middle, y + 1.5, colour=PALE, line_mm=0.2)


def draw_mat(pen: Pen, width: float, height: float) -> None:
    """The areas around the quarter's place, divided at its lower edge: completed left, opened right, the rest below."""
    middle, line = width / 2, QUARTER_TOP_MM + CARD_MM[1]
    card = CARD_MM[0] / 2 + GAP_MM
    aside, above = middle - card - EDGE_MM, line - EDGE_MM
    _draw_area(
        pen,
        (EDGE_MM, EDGE_MM, aside, above),
        (_("COMPLETED"), _("palaces, neatly stacked; city walls, towers")),
        "completed",
    )
    _draw_area(pen, (middle + card, EDGE_MM, aside, above), (_("OPENED"), _("palaces, neatly stacked")), "opened")
    below = line + GAP_MM
    words = _("UNDER CONSTRUCTION"), _("each newer card over the lower half of the one before")
    area = (EDGE_MM, below, width - 2 * EDGE_MM, height - EDGE_MM - below)
    _draw_area(pen, area, words, "construction", width / 2 - EDGE_MM)
    pen.box(middle - CARD_MM[0] / 2, QUARTER_TOP_MM, *CARD_MM, "#ffffff", line=PALE, line_mm=0.6, radius=3)
    pen.text(say(_("quarter")), middle, QUARTER_TOP_MM + CARD_MM[1] / 2, 7, PALE, font=SERIF_ITALIC, anchor=0.5)
    for x, y, turn_deg in (
        (middle - card - 12, 26.0, 180),
        (middle + card + 12, 26.0, 0),
        (middle, below + 14, 90),
    ):
        with pen.at(x, y, turn_deg):
            draw_arrow(pen, 14, PALE)


def _draw_area(pen: Pen, area: Area, words: tuple[str, str], field: str, across: float | None = None) -> None:
    """The area; its words stand in the first `across` mm of its width, so that none is cut at the seam."""
    left, top, width, height = area
    across = across or width
    word, also = map(say, words)
    pen.box(left, top, width, height, FIELDS[field], line=PALE, line_mm=0.6, radius=4)
    middle, base = left + across / 2, top + height - 7
    pen.text(word, middle, base - 6, 7, INK, font=SANS_BOLD, anchor=0.5, room=across - 10)
    pen.text(also, middle, base, 4.6, INK, font=SERIF_ITALIC, anchor=0.5, room=across - 10)
