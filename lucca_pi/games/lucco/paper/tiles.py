"""A tile as it is printed: its colour and pattern, the code in the middle, a letter above it and a number below."""

from functools import partial

from lucca_pi.games.lucco.pattern import REACH_MM, RIM_MM, Look, hexagon, look_of, outline
from lucca_pi.games.lucco.pieces import ACROSS_MM, CORNERS_MM, TILE_SQUARE_MM, TILES, colour_of
from lucca_pi.games.lucco.report import letters
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, USUAL_COLOURS
from lucca_pi.printed.marks import BLACK, WHITE, dark_boxes, sticker_of_square_mm
from lucca_pi.printed.pen import CAPITALS, SANS_BOLD, Pen
from lucca_pi.printed.piece import Piece
from lucca_pi.vision.codes import MODULES, marker_bitmap

BLEED_MM = 1.6
"""A tile is drawn this far beyond its edges, so that a cut beside the line shows no white."""
PLATE_MM = sticker_of_square_mm(TILE_SQUARE_MM)
"""The white square with the code."""
LETTER_MM, NUMBER_MM = {"hexagon": 4.2, "square": 2.9}, {"hexagon": 3.3, "square": 2.9}
"""The heights of the signs."""
FROM_PLATE_MM = {"hexagon": 1.0, "square": 0.8}
STRIP_MM = 5.0
"""Half as wide is the plain strip that a sign of a square stands on."""
ROUND_MM = 1.2
FINE_MM = 0.3


def size_mm(tiles: str) -> tuple[float, float]:
    """How wide and how high a tile of that shape is."""
    return ACROSS_MM, CORNERS_MM if tiles == "hexagon" else ACROSS_MM


def tile_pieces(tiles: str = "hexagon") -> tuple[Piece, ...]:
    """The fifty tiles by their codes, each within its outline."""
    return tuple(
        Piece(str(code), *size_mm(tiles), partial(draw_tile, code=code, tiles=tiles), colour_of(code, USUAL_COLOURS))
        for code in TILES
    )


def draw_tile(pen: Pen, code: int, bleed_mm: float = 0.0, *, coded: bool = True, tiles: str = "hexagon") -> None:
    """The tile, from the upper left corner of the rectangle around it; not `coded`, its plate is empty."""
    colour, number = colour_of(code, USUAL_COLOURS), (code - 1) % PIECES_OF_A_COLOUR + 1
    look = look_of(colour, USUAL_COLOURS)
    width, height = size_mm(tiles)
    with pen.at(width / 2, height / 2):
        ground = partial(_ground, look=look, bleed_mm=bleed_mm, tiles=tiles)
        pen.stamp(
            f"{tiles if tiles != 'hexagon' else 'tile'}{colour}{round(10 * bleed_mm)}",
            (-REACH_MM, -20, REACH_MM, 20),
            ground,
        )
        _draw_plate(pen, code, coded)
        _draw_sign(pen, letters(USUAL_COLOURS)[colour], LETTER_MM[tiles], look.ink, -FROM_PLATE_MM[tiles])
        _draw_sign(pen, str(number), NUMBER_MM[tiles], look.ink, FROM_PLATE_MM[tiles])


def _ground(pen: Pen, look: Look, bleed_mm: float, tiles: str) -> None:
    """Rim, pattern, and a fine line between them."""
    inner = outline(tiles, -RIM_MM)
    pen.shape(outline(tiles, bleed_mm), look.rim)
    with pen.inside(inner):
        pen.shape(inner, look.fill)
        for patch in look.pattern():
            pen.shape(patch, look.light)
    pen.shape(inner, None, line=look.light, line_mm=FINE_MM)
    for side in (-1, 1):
        (_draw_shade if tiles == "hexagon" else _draw_strip)(pen, look, side)


def _draw_strip(pen: Pen, look: Look, side: int) -> None:
    """The plain strip of a square that a sign stands on: -1 above the plate, 1 below."""
    near, far = PLATE_MM / 2 - 1.0, ACROSS_MM / 2 - RIM_MM - FINE_MM
    pen.shape(
        [(x, side * y) for x, y in ((-STRIP_MM, near), (STRIP_MM, near), (STRIP_MM, far), (-STRIP_MM, far))], look.fill
    )


def _draw_shade(pen: Pen, look: Look, side: int) -> None:
    """The plain corner that a sign stands on: -1 above the plate, 1 below."""
    peak, low = hexagon(ACROSS_MM / 2 - RIM_MM)[0][1], -PLATE_MM / 2 + 1.0
    half = (low - peak) * 3**0.5
    with pen.inside(hexagon(ACROSS_MM / 2 - RIM_MM)):
        pen.shape([(0.0, -side * peak), (half, -side * low), (-half, -side * low)], look.fill)
        pen.line(-half, -side * low, half, -side * low, colour=look.light, line_mm=FINE_MM)


def _draw_plate(pen: Pen, code: int, coded: bool) -> None:
    half, square = PLATE_MM / 2, TILE_SQUARE_MM
    pen.box(-half, -half, PLATE_MM, PLATE_MM, WHITE, radius=ROUND_MM)
    if coded:
        pen.boxes(dark_boxes(marker_bitmap(code), -square / 2, -square / 2, square / MODULES), BLACK)


def _draw_sign(pen: Pen, sign: str, high_mm: float, ink: str, from_plate_mm: float) -> None:
    """A sign above the plate, where it is less than 0 from it, or below."""
    below = PLATE_MM / 2 + from_plate_mm + high_mm
    base = below if from_plate_mm > 0 else from_plate_mm - PLATE_MM / 2
    pen.text(sign, 0, base, high_mm / CAPITALS, ink, font=SANS_BOLD, anchor=0.5)
