"""Fifty tiles and six faces of the die, printed on two sheets."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import hypot

from lucca_pi.games.lucco.report import letters
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, USUAL_COLOURS, WHITE
from lucca_pi.games.lucco.table.pieces import (
    ACROSS_MM,
    CORNERS_MM,
    FACE_MM,
    FACE_PALE,
    FACE_PAPER_MM,
    FACE_SQUARE_MM,
    FACES,
    JOKER,
    REACH_MM,
    RIM_MM,
    TILE_SQUARE_MM,
    TILES,
    TileLook,
    TileOutline,
    face_of,
    hexagon,
    look_of,
    tile_colour,
    tile_outline,
)
from lucca_pi.language import _, say
from lucca_pi.printed.paper import PRINTERS_MARGIN_MM, Paper
from lucca_pi.printed.pen import CAPITALS, SANS_BOLD, Pen, PrintedPage, PrintedPiece, mixed
from lucca_pi.printed.sheets import CUT_LINE, CUT_LINE_MM, ruler
from lucca_pi.printed.stickers import CODE_BLACK, PAPER_WHITE, dark_boxes, sticker_of_square_mm
from lucca_pi.vision.codes import MODULES, marker_bitmap

_BLEED_MM = 1.6
"""Width by which a tile is drawn beyond its edges, mm, so that a cut beside the line shows no white."""
_PLATE_MM = sticker_of_square_mm(TILE_SQUARE_MM)
"""The white square with the code."""
_LETTER_MM, _NUMBER_MM = {"hexagon": 4.2, "square": 2.9}, {"hexagon": 3.3, "square": 2.9}
"""The heights of the signs, mm."""
_FROM_PLATE_MM = {"hexagon": 1.0, "square": 0.8}
_STRIP_MM = 5.0
"""Twice the width of the plain strip under a square's sign, mm."""
_ROUND_MM = 1.2
_FINE_MM = 0.3


def _size_mm(tiles: str) -> tuple[float, float]:
    """Width and height of a tile of that shape, mm."""
    return ACROSS_MM, CORNERS_MM if tiles == "hexagon" else ACROSS_MM


def tile_pieces(tiles: str = "hexagon") -> tuple[PrintedPiece, ...]:
    """The fifty tiles by their codes, each within its outline."""
    return tuple(
        PrintedPiece(
            str(code), *_size_mm(tiles), partial(draw_tile, code=code, tiles=tiles), tile_colour(code, USUAL_COLOURS)
        )
        for code in TILES
    )


def draw_tile(pen: Pen, code: int, bleed_mm: float = 0.0, *, coded: bool = True, tiles: str = "hexagon") -> None:
    """The tile, from the upper left corner of the rectangle around it; not `coded`, its plate is empty."""
    colour, number = tile_colour(code, USUAL_COLOURS), (code - 1) % PIECES_OF_A_COLOUR + 1
    look = look_of(colour, USUAL_COLOURS)
    width, height = _size_mm(tiles)
    with pen.at(width / 2, height / 2):
        ground = partial(_ground, look=look, bleed_mm=bleed_mm, tiles=tiles)
        pen.stamp(
            f"{tiles if tiles != 'hexagon' else 'tile'}{colour}{round(10 * bleed_mm)}",
            (-REACH_MM, -20, REACH_MM, 20),
            ground,
        )
        half, square = _PLATE_MM / 2, TILE_SQUARE_MM
        pen.box(-half, -half, _PLATE_MM, _PLATE_MM, PAPER_WHITE, radius=_ROUND_MM)
        if coded:
            pen.boxes(dark_boxes(marker_bitmap(code), -square / 2, -square / 2, square / MODULES), CODE_BLACK)
        _draw_sign(pen, letters(USUAL_COLOURS)[colour], _LETTER_MM[tiles], look.ink, -_FROM_PLATE_MM[tiles])
        _draw_sign(pen, str(number), _NUMBER_MM[tiles], look.ink, _FROM_PLATE_MM[tiles])


def _ground(pen: Pen, look: TileLook, bleed_mm: float, tiles: str) -> None:
    """Rim, pattern, and a fine line between them."""
    inner = tile_outline(tiles, -RIM_MM)
    pen.shape(tile_outline(tiles, bleed_mm), look.rim)
    with pen.inside(inner):
        pen.shape(inner, look.fill)
        for patch in look.pattern():
            pen.shape(patch, look.light)
    pen.shape(inner, None, line=look.light, line_mm=_FINE_MM)
    for side in (-1, 1):
        (_draw_shade if tiles == "hexagon" else _draw_strip)(pen, look, side)


def _draw_strip(pen: Pen, look: TileLook, side: int) -> None:
    """Draws the plain strip under a sign of a square: -1 above the plate, 1 below."""
    near, far = _PLATE_MM / 2 - 1.0, ACROSS_MM / 2 - RIM_MM - _FINE_MM
    pen.shape(
        [(x, side * y) for x, y in ((-_STRIP_MM, near), (_STRIP_MM, near), (_STRIP_MM, far), (-_STRIP_MM, far))],
        look.fill,
    )


def _draw_shade(pen: Pen, look: TileLook, side: int) -> None:
    """Draws the plain corner under a sign: -1 above the plate, 1 below."""
    peak, low = hexagon(ACROSS_MM / 2 - RIM_MM)[0][1], -_PLATE_MM / 2 + 1.0
    half = (low - peak) * 3**0.5
    with pen.inside(hexagon(ACROSS_MM / 2 - RIM_MM)):
        pen.shape([(0.0, -side * peak), (half, -side * low), (-half, -side * low)], look.fill)
        pen.line(-half, -side * low, half, -side * low, colour=look.light, line_mm=_FINE_MM)


def _draw_sign(pen: Pen, sign: str, high_mm: float, ink: str, from_plate_mm: float) -> None:
    """A sign above the plate, where it is less than 0 from it, or below."""
    below = _PLATE_MM / 2 + from_plate_mm + high_mm
    base = below if from_plate_mm > 0 else from_plate_mm - _PLATE_MM / 2
    pen.text(sign, 0, base, high_mm / CAPITALS, ink, font=SANS_BOLD, anchor=0.5)


_FRAME_MM = (FACE_MM - FACE_PAPER_MM) / 2


def face_pieces() -> tuple[PrintedPiece, ...]:
    """The six faces by their codes, white last."""
    return tuple(
        PrintedPiece(str(code), FACE_MM, FACE_MM, partial(_draw_face, code=code), face_of(code, USUAL_COLOURS))
        for code in FACES
    )


def _draw_face(pen: Pen, code: int, bleed_mm: float = 0.0) -> None:
    """The face from its upper left corner."""
    frame, paper = _tints_of(face_of(code, USUAL_COLOURS))
    pen.box(-bleed_mm, -bleed_mm, FACE_MM + 2 * bleed_mm, FACE_MM + 2 * bleed_mm, frame)
    pen.box(_FRAME_MM, _FRAME_MM, FACE_PAPER_MM, FACE_PAPER_MM, paper)
    edge = (FACE_MM - FACE_SQUARE_MM) / 2
    pen.boxes(dark_boxes(marker_bitmap(code), edge, edge, FACE_SQUARE_MM / MODULES), CODE_BLACK)


def _tints_of(face: str) -> tuple[str, str]:
    """
    The colours of a face's frame and of its paper.

    >>> _tints_of("white")
    ('#8d8778', '#ffffff')
    """
    if face == WHITE:
        return JOKER, "#ffffff"
    fill = look_of(face, USUAL_COLOURS).fill
    return fill, mixed(fill, "#ffffff", FACE_PALE)


_COLUMNS = 5
_HIGHEST_MM = 42.0
_ON_FIRST = 30
"""Tiles on the first sheet: three colours, each in two rows."""
_PITCH_MM = (ACROSS_MM + 7.2, CORNERS_MM + 5.2)
_FACE_PITCH_MM = 28.0
_LINE_FROM_MM, _LINE_TO_MM = 2.1, 3.5
"""A line begins beyond the drawing over a tile's edge, and ends before that of the next tile."""
_TITLE_MM, _WORDS_MM = 4.2, 3.0
_GREY = "#444444"
TITLES = {"hexagon": _("Lucco: tiles and die"), "square": _("Lucco: square tiles and die")}
_CUTTING = {
    "hexagon": _(
        "Glue the sheet on card, 1 to 2 mm thick, before you cut. Each cut goes from one short line to the one "
        "opposite: six cuts a tile, with a knife along a ruler. What is coloured beyond them is waste."
    ),
    "square": _(
        "Glue the sheet on card, 1 to 2 mm thick, before you cut. Each cut goes from one short line to the one "
        "opposite: four cuts a tile, with a knife along a ruler. What is coloured beyond them is waste."
    ),
}
_DIE = _(
    "The faces are for a cube with edges of 16 mm or more: cut along the lines and glue one on each side, "
    "in the middle. Cut off what stands over. White is the joker."
)


def tile_pages(paper: Paper, tiles: str = "hexagon") -> Iterator[PrintedPage]:
    """Three colours on the first sheet, two and the die on the second."""
    pieces = tile_pieces(tiles)
    for number, some in enumerate((pieces[:_ON_FIRST], pieces[_ON_FIRST:]), start=1):
        sheet = partial(_draw_sheet, paper=paper, pieces=some, number=number, tiles=tiles)
        yield PrintedPage(paper.width, paper.height, sheet)


def _top(paper: Paper) -> float:
    """The top of the first row: six rows end above the lower margin, with lines below them."""
    return min(_HIGHEST_MM, paper.height - PRINTERS_MARGIN_MM - 2.5 - 5 * _PITCH_MM[1] - CORNERS_MM)


def _draw_sheet(pen: Pen, paper: Paper, pieces: Sequence[PrintedPiece], number: int, tiles: str) -> None:
    """Draws the tiles in rows, and the die below them on the second sheet."""
    _draw_heading(pen, paper, number, tiles)
    left = (paper.width - (_COLUMNS - 1) * _PITCH_MM[0] - ACROSS_MM) / 2
    for index, piece in enumerate(pieces):
        row, column = divmod(index, _COLUMNS)
        with pen.at(left + column * _PITCH_MM[0], _top(paper) + row * _PITCH_MM[1]):
            draw_tile(pen, int(piece.name), _BLEED_MM, tiles=tiles)
            with pen.at(piece.width / 2, piece.height / 2):
                _draw_lines(pen, tile_outline(tiles))
    if number > 1:
        _draw_die(pen, left, _top(paper) + len(pieces) // _COLUMNS * _PITCH_MM[1], paper)


def _draw_heading(pen: Pen, paper: Paper, number: int, tiles: str) -> None:
    """Draws the sheet's title, the ruler, and how to cut it; on a lower page the words are on the second sheet only."""
    left = 12.5
    room = _top(paper) - PRINTERS_MARGIN_MM
    with pen.at(left, PRINTERS_MARGIN_MM + 1.2):
        ruler(pen)
        pen.text(f"{say(TITLES[tiles])}, {number} / 2", 103, 6.2, 2.8, font=SANS_BOLD)
    if room > 27:
        pen.paragraph(
            say(_CUTTING[tiles]), left, PRINTERS_MARGIN_MM + 13.5, _WORDS_MM, paper.width - 2 * left, colour=_GREY
        )


def _draw_die(pen: Pen, left: float, top: float, paper: Paper) -> None:
    """Draws the six faces in a row, with their use below."""
    below = top + 6.0
    for index, face in enumerate(face_pieces()):
        with pen.at(left + 12.0 + index * _FACE_PITCH_MM, below):
            _draw_face(pen, int(face.name), _BLEED_MM)
            with pen.at(FACE_MM / 2, FACE_MM / 2):
                half = FACE_MM / 2
                _draw_lines(pen, [(-half, -half), (half, -half), (half, half), (-half, half)])
    with pen.from_start(paper.width):
        pen.text(say(_("The die")), left, below + FACE_MM + 12.0, _TITLE_MM, font=SANS_BOLD)
        pen.paragraph(say(_DIE), left, below + FACE_MM + 18.0, _WORDS_MM, paper.width - 2 * left, colour=_GREY)


def _draw_lines(pen: Pen, outline: TileOutline) -> None:
    """Extends the cutting lines past the corners."""
    for (x, y), (to_x, to_y) in zip(outline, (*outline[1:], outline[0]), strict=True):
        side = hypot(to_x - x, to_y - y)
        across, down = (to_x - x) / side, (to_y - y) / side
        for from_x, from_y, way in ((x, y, -1), (to_x, to_y, 1)):
            near, far = way * _LINE_FROM_MM, way * _LINE_TO_MM
            start, end = (from_x + across * near, from_y + down * near), (from_x + across * far, from_y + down * far)
            pen.line(*start, *end, colour=CUT_LINE, line_mm=CUT_LINE_MM)


FACE_ON_PAPER_MM = 8.0
"""Side of the die in the pictures of a sheet, mm."""


def draw_face(pen: Pen, face: str, left: float, top: float) -> None:
    """Draws a die seen from above, a little of its sides below and at its right; without a code."""
    frame, paper = _tints_of(face)
    side = mixed(frame, "#000000", 0.35)
    deep = 1.6
    pen.shape(
        [
            (left + FACE_ON_PAPER_MM, top),
            (left + FACE_ON_PAPER_MM + deep, top + deep),
            (left + FACE_ON_PAPER_MM + deep, top + FACE_ON_PAPER_MM + deep),
            (left + deep, top + FACE_ON_PAPER_MM + deep),
            (left, top + FACE_ON_PAPER_MM),
        ],
        side,
    )
    pen.box(left, top, FACE_ON_PAPER_MM, FACE_ON_PAPER_MM, frame, radius=0.8)
    pen.box(left + 0.9, top + 0.9, FACE_ON_PAPER_MM - 1.8, FACE_ON_PAPER_MM - 1.8, paper, radius=0.4)


def dashes(outline: list[tuple[float, float]]) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Four dashes on each side of an outline."""
    for (x, y), (to_x, to_y) in zip(outline, (*outline[1:], outline[0]), strict=True):
        for number in range(4):
            start, end = (number + 0.22) / 4, (number + 0.78) / 4
            yield (
                (x + (to_x - x) * start, y + (to_y - y) * start),
                (x + (to_x - x) * end, y + (to_y - y) * end),
            )
