"""Board, mat and bricks as things for the drawn table: what the printed ones look like to a camera."""

from functools import cache

from lucca_pi.drawn.lying import Kind
from lucca_pi.drawn.pen import Bgr, Face, Point
from lucca_pi.drawn.stickers import PRINTED, Mark
from lucca_pi.games.chessboard.rules.city import COLOURS, lot_at
from lucca_pi.games.chessboard.table.board import CODE_MM, CORNER_OUT_MM, CORNERS, FIELDS_MM, MAT_CODES
from lucca_pi.games.chessboard.table.layout import (
    BRICK_MM,
    BRICK_THICK_MM,
    LINE,
    LINE_MM,
    LOT_MM,
    PAINTS,
    PATCH_MM,
    RIM,
    RIM_MM,
    board_mm,
    mat_half_mm,
    patches,
    supply_places,
)

_PAPER: Bgr = (214, 232, 241)
_JOINT: Bgr = (176, 203, 217)
_FLAG: Bgr = (209, 229, 239)
_PLACE: Bgr = (194, 218, 230)
_INK: Bgr = (84, 106, 122)
_WHITE: Bgr = (255, 255, 255)
_STICKER_MM = CODE_MM * 9 / 7
MAT_TOP_MM = _STICKER_MM / 2 + 8.0
"""From the mat's upper edge to the middles of its codes."""


def _bgr(colour: str) -> Bgr:
    """
    The paint of a colour as it is printed.

    >>> bgr("#c42a30")
    (48, 42, 196)
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red


@cache
def brick(colour: str) -> Kind:
    """A flat brick: rim, light line, paint."""

    def draw(face: Face) -> None:
        for inset, paint in ((0.0, RIM), (RIM_MM, LINE), (RIM_MM + LINE_MM, PAINTS[colour])):
            face.box(inset, inset, BRICK_MM - inset, BRICK_MM - inset, _bgr(paint))

    outline = _rectangle(BRICK_MM, BRICK_MM)
    return Kind((BRICK_MM, BRICK_MM), draw, outline=outline, thick_mm=BRICK_THICK_MM, rim=_bgr(RIM))


@cache
def board(size: int, lot_mm: float = LOT_MM) -> Kind:
    """The board with its four codes."""
    side, half = board_mm(size, lot_mm), size * lot_mm / 2
    reach = half + CORNER_OUT_MM
    marks = tuple(
        Mark(code, side / 2 + at.real * reach, side / 2 + at.imag * reach, CODE_MM, PRINTED, is_anchor=True)
        for code, at in CORNERS.items()
    )

    def draw(face: Face) -> None:
        face.fill(_PAPER)
        _draw_lots(face, size, lot_mm)
        for mark in marks:
            _square(face, mark.x_mm, mark.y_mm, _STICKER_MM, _WHITE)
        for colour, _code, at in patches(half):
            x, y, (width, height) = side / 2 + at.real, side / 2 + at.imag, PATCH_MM
            face.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2, _bgr(PAINTS[colour]))

    return Kind(
        (side, side), draw, marks, outline=((0.0, 0.0), (side, 0.0), (side, side), (0.0, side)), is_kept_clear=True
    )


def _draw_lots(face: Face, size: int, lot_mm: float) -> None:
    edge = (face.width - size * lot_mm) / 2
    face.box(edge, edge, face.width - edge, face.height - edge, _JOINT)
    for column in range(size):
        for row in range(size):
            left, top = edge + column * lot_mm, face.height - edge - (row + 1) * lot_mm
            face.box(left + 0.4, top + 0.4, left + lot_mm - 0.4, top + lot_mm - 0.4, _FLAG)
            face.text(lot_at(column, row), left + 7.0, top + 6.0, 3.0, _INK)


@cache
def mat(size: int) -> Kind:
    """The mat with its two codes."""
    half = mat_half_mm(size)
    width, height = 2 * half + _STICKER_MM + 16, MAT_TOP_MM + FIELDS_MM[1] + 8
    marks = tuple(
        Mark(code, width / 2 + x, MAT_TOP_MM, CODE_MM, PRINTED, is_anchor=True)
        for code, x in zip(MAT_CODES, (-half, half), strict=True)
    )

    def draw(face: Face) -> None:
        face.fill(_PAPER)
        for mark in marks:
            _square(face, mark.x_mm, mark.y_mm, _STICKER_MM, _WHITE)
        for colour in COLOURS:
            for at in supply_places(size, colour):
                _square(face, width / 2 + at.real, MAT_TOP_MM + at.imag, BRICK_MM, _PLACE)
        for number in range(len(COLOURS)):
            left, wide = width / 2 - half + number * half / 2, half / 2
            face.box(left + 1.2, MAT_TOP_MM + FIELDS_MM[0] - 2, left + wide - 1.2, height - 6, _JOINT)
            face.box(left + 1.7, MAT_TOP_MM + FIELDS_MM[0] - 1.5, left + wide - 1.7, height - 6.5, _PLACE)

    return Kind(
        (width, height),
        draw,
        marks,
        outline=((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)),
        is_kept_clear=True,
    )


def _rectangle(width: float, height: float) -> tuple[Point, ...]:
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)


def _square(face: Face, x: float, y: float, side: float, paint: Bgr) -> None:
    face.box(x - side / 2, y - side / 2, x + side / 2, y + side / 2, paint)
