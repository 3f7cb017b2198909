"""Fifty tiles and six faces on two sheets, each piece with lines beside it that say where to cut."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot

from lucca_pi.games.lucco.paper.die import draw_face, face_pieces
from lucca_pi.games.lucco.paper.tiles import BLEED_MM, draw_tile, size_mm, tile_pieces
from lucca_pi.games.lucco.pattern import Outline, outline
from lucca_pi.games.lucco.pieces import ACROSS_MM, CORNERS_MM, FACE_MM
from lucca_pi.language import _, say
from lucca_pi.printed.files import Page
from lucca_pi.printed.furniture import CUT_LINE, CUT_LINE_MM, ruler
from lucca_pi.printed.paper import PRINTERS_MARGIN_MM, Paper
from lucca_pi.printed.pen import SANS_BOLD, Pen
from lucca_pi.printed.piece import Piece

COLUMNS = 5
HIGHEST_MM = 42.0
ON_FIRST = 30
"""Tiles on the first sheet: three colours, each in two rows."""
PITCH_MM = (ACROSS_MM + 7.2, CORNERS_MM + 5.2)
FACE_PITCH_MM = 28.0
LINE_FROM_MM, LINE_TO_MM = 2.1, 3.5
"""A line begins beyond what is drawn over a tile's edge, and ends before the next tile's."""
TITLE_MM, WORDS_MM = 4.2, 3.0
GREY = "#444444"
TITLES = {"hexagon": _("Lucco: tiles and die"), "square": _("Lucco: square tiles and die")}
CUTTING = {
    "hexagon": _(
        "Glue the sheet on card, 1 to 2 mm thick, before you cut. Each cut goes from one short line to the one "
        "opposite: six cuts a tile, with a knife along a ruler. What is coloured beyond them is waste."
    ),
    "square": _(
        "Glue the sheet on card, 1 to 2 mm thick, before you cut. Each cut goes from one short line to the one "
        "opposite: four cuts a tile, with a knife along a ruler. What is coloured beyond them is waste."
    ),
}
DIE = _(
    "The faces are for a cube with edges of 16 mm or more: cut along the lines and glue one on each side, "
    "in the middle. Cut off what stands over. White is the joker."
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece on a sheet, by its upper left corner."""

    piece: Piece
    left: float
    top: float


def tile_pages(paper: Paper, tiles: str = "hexagon") -> Iterator[Page]:
    """Three colours on the first sheet, two and the die on the second."""
    pieces = tile_pieces(tiles)
    for number, some in enumerate((pieces[:ON_FIRST], pieces[ON_FIRST:]), start=1):
        sheet = partial(_draw_sheet, paper=paper, placed=_rows(some, paper), number=number, tiles=tiles)
        yield Page(paper.width, paper.height, sheet)


def _top(paper: Paper) -> float:
    """Where the first row begins: six rows end above the lower margin, with lines below them."""
    return min(HIGHEST_MM, paper.height - PRINTERS_MARGIN_MM - 2.5 - 5 * PITCH_MM[1] - CORNERS_MM)


def _rows(pieces: Sequence[Piece], paper: Paper) -> list[Placed]:
    left = (paper.width - (COLUMNS - 1) * PITCH_MM[0] - ACROSS_MM) / 2
    places = (divmod(index, COLUMNS) for index in range(len(pieces)))
    return [
        Placed(piece, left + column * PITCH_MM[0], _top(paper) + row * PITCH_MM[1])
        for piece, (row, column) in zip(pieces, places, strict=True)
    ]


def _draw_sheet(pen: Pen, paper: Paper, placed: Sequence[Placed], number: int, tiles: str) -> None:
    _draw_heading(pen, paper, number, tiles)
    width, height = size_mm(tiles)
    for one in placed:
        with pen.at(one.left, one.top):
            draw_tile(pen, int(one.piece.name), BLEED_MM, tiles=tiles)
            with pen.at(width / 2, height / 2):
                _draw_lines(pen, outline(tiles))
    if number > 1:
        below = max(one.top for one in placed) + PITCH_MM[1]
        _draw_die(pen, placed[0].left, below, paper)


def _draw_heading(pen: Pen, paper: Paper, number: int, tiles: str) -> None:
    """What the sheet is, how it is cut, and the ruler; on a lower page the words are left to the second sheet."""
    left = 12.5
    room = _top(paper) - PRINTERS_MARGIN_MM
    with pen.at(left, PRINTERS_MARGIN_MM + 1.2):
        ruler(pen)
        pen.text(f"{say(TITLES[tiles])}, {number} / 2", 103, 6.2, 2.8, font=SANS_BOLD)
    if room > 27:
        pen.paragraph(
            say(CUTTING[tiles]), left, PRINTERS_MARGIN_MM + 13.5, WORDS_MM, paper.width - 2 * left, colour=GREY
        )


def _draw_die(pen: Pen, left: float, top: float, paper: Paper) -> None:
    """The six faces in a row, and what they are for below."""
    below = top + 6.0
    for index, face in enumerate(face_pieces()):
        with pen.at(left + 12.0 + index * FACE_PITCH_MM, below):
            draw_face(pen, int(face.name), BLEED_MM)
            with pen.at(FACE_MM / 2, FACE_MM / 2):
                half = FACE_MM / 2
                _draw_lines(pen, [(-half, -half), (half, -half), (half, half), (-half, half)])
    pen.text(say(_("The die")), left, below + FACE_MM + 12.0, TITLE_MM, font=SANS_BOLD)
    pen.paragraph(say(DIE), left, below + FACE_MM + 18.0, WORDS_MM, paper.width - 2 * left, colour=GREY)


def _draw_lines(pen: Pen, outline: Outline) -> None:
    """Each side of the outline goes on beyond its corners, for as long as a knife needs it."""
    for (x, y), (to_x, to_y) in zip(outline, (*outline[1:], outline[0]), strict=True):
        side = hypot(to_x - x, to_y - y)
        across, down = (to_x - x) / side, (to_y - y) / side
        for from_x, from_y, way in ((x, y, -1), (to_x, to_y, 1)):
            near, far = way * LINE_FROM_MM, way * LINE_TO_MM
            start, end = (from_x + across * near, from_y + down * near), (from_x + across * far, from_y + down * far)
            pen.line(*start, *end, colour=CUT_LINE, line_mm=CUT_LINE_MM)
