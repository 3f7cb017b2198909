"""
The drawn camera of a game on a chess board: its pictures of board and mat, made from a record alone.

Board, mat and bricks look as the printed ones; people lay the bricks by hand: stacks in stairs, supply and prisoners.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from lucca_pi.drawn.camera import DrawnCamera, DrawnScene
from lucca_pi.drawn.conditions import CONDITIONS, EASY, Conditions
from lucca_pi.drawn.things import (
    PRINTED,
    Bgr,
    CodeMark,
    DrawnFace,
    Ground,
    Person,
    Thing,
    ThingKind,
    page_paint,
    rectangle_at_origin,
)
from lucca_pi.files import read_as
from lucca_pi.games.chessboard.rules.city import COLOURS, lot_at
from lucca_pi.games.chessboard.rules.game import begin, enter
from lucca_pi.games.chessboard.rules.position import Adjustment, Position
from lucca_pi.games.chessboard.rules.record import Record, read_record
from lucca_pi.games.chessboard.table import board

_INK: Bgr = (58, 70, 79)
_LINE: Bgr = (152, 178, 163)
_WHITE: Bgr = (255, 255, 255)
_STICKER_MM = board.CODE_MM * 9 / 7
_MAT_TOP_MM = _STICKER_MM / 2 + 8.0
"""Distance from the mat's upper edge to the middles of its codes, mm."""


@cache
def _drawn_brick(colour: str) -> ThingKind:
    """A flat brick: rim, light line, paint."""

    def draw(face: DrawnFace) -> None:
        for inset, paint in (
            (0.0, board.RIM),
            (board.RIM_MM, board.LINE),
            (board.RIM_MM + board.LINE_MM, board.PAINTS[colour]),
        ):
            face.box(inset, inset, board.BRICK_MM - inset, board.BRICK_MM - inset, page_paint(paint))

    outline = rectangle_at_origin(board.BRICK_MM, board.BRICK_MM)
    return ThingKind(
        (board.BRICK_MM, board.BRICK_MM),
        draw,
        outline=outline,
        thick_mm=board.BRICK_THICK_MM,
        rim=page_paint(board.RIM),
    )


@cache
def _drawn_board(size: int, lot_mm: float = board.LOT_MM) -> ThingKind:
    """The board with its four codes."""
    side, half = board.board_mm(size, lot_mm), size * lot_mm / 2
    reach = half + board.CORNER_OUT_MM
    marks = tuple(
        CodeMark(code, side / 2 + at.real * reach, side / 2 + at.imag * reach, board.CODE_MM, PRINTED, is_anchor=True)
        for code, at in board.CORNERS.items()
    )

    def draw(face: DrawnFace) -> None:
        face.fill(page_paint(board.GROUND))
        edge = (face.width - size * lot_mm) / 2
        near, far = edge - board.BAND_MM, face.width - edge + board.BAND_MM
        face.box(near, near, far, far, page_paint(board.DARK_LOT))
        for column in range(size):
            for row in range(size):
                left, top = edge + column * lot_mm, face.height - edge - (row + 1) * lot_mm
                face.box(left, top, left + lot_mm, top + lot_mm, page_paint(board.lot_tint(column, row)))
                face.text(lot_at(column, row), left + 9.0, top + 7.0, 3.4, _INK)
        for mark in marks:
            _square(face, mark.x_mm, mark.y_mm, _STICKER_MM, _WHITE)
        for colour, _code, at in board.patches(half):
            x, y, (width, height) = side / 2 + at.real, side / 2 + at.imag, board.PATCH_MM
            face.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2, page_paint(board.PAINTS[colour]))

    return ThingKind((side, side), draw, marks, outline=rectangle_at_origin(side, side), is_kept_clear=True)


@cache
def _drawn_mat(size: int) -> ThingKind:
    """The mat with its two codes."""
    half = board.mat_half_mm(size)
    width, height = 2 * half + _STICKER_MM + 16, _MAT_TOP_MM + board.FIELDS_MM[1] + 8
    marks = tuple(
        CodeMark(code, width / 2 + x, _MAT_TOP_MM, board.CODE_MM, PRINTED, is_anchor=True)
        for code, x in zip(board.MAT_CODES, (-half, half), strict=True)
    )

    def draw(face: DrawnFace) -> None:
        face.fill(page_paint(board.GROUND))
        for mark in marks:
            _square(face, mark.x_mm, mark.y_mm, _STICKER_MM, _WHITE)
        for colour in COLOURS:
            for at in board.supply_places(size, colour):
                _square(face, width / 2 + at.real, _MAT_TOP_MM + at.imag, board.BRICK_MM, page_paint(board.PLACE))
        for number in range(len(COLOURS)):
            left, wide = width / 2 - half + number * half / 2, half / 2
            face.box(left + 1.2, _MAT_TOP_MM + board.FIELDS_MM[0] - 2, left + wide - 1.2, height - 6, _LINE)
            face.box(
                left + 1.7,
                _MAT_TOP_MM + board.FIELDS_MM[0] - 1.5,
                left + wide - 1.7,
                height - 6.5,
                page_paint(board.PLACE),
            )

    return ThingKind(
        (width, height),
        draw,
        marks,
        outline=rectangle_at_origin(width, height),
        is_kept_clear=True,
    )


def _square(face: DrawnFace, x: float, y: float, side: float, paint: Bgr) -> None:
    face.box(x - side / 2, y - side / 2, x + side / 2, y + side / 2, paint)


_GROUND_MM = (1240.0, 760.0)
GAP_MM = 24.0
"""Gap between board and mat, mm."""
_HAND_MM, _HAND_DEG, _STEP_OFF_MM = 0.9, 1.2, 0.2
"""Errors of a stack set down by hand: place and steps in mm, rotation in degrees (standard deviations)."""
_MOST = 2.0


def ground() -> Ground:
    """The table: board on the left, mat to its right, people at both long sides."""
    return Ground(_GROUND_MM, (Person(0.0, 360.0, 0.0), Person(0.0, -360.0, 180.0)))


def lay_bricks(position: Position, seed: int = 0) -> tuple[Thing, ...]:
    """
    All bricks of a position, as people lay them; the same stack in the same lot is laid the same way for the same seed.

    Bricks outside of lots, places and fields are not drawn.
    """
    size = position.size
    mat_kind, side = _drawn_mat(size), board.board_mm(size)
    left = -(side + GAP_MM + mat_kind.size_mm[0]) / 2
    board_x, mat_x = left + side / 2, left + side + GAP_MM + mat_kind.size_mm[0] / 2
    mat_origin = complex(mat_x, -mat_kind.size_mm[1] / 2 + _MAT_TOP_MM)
    return (
        Thing(_drawn_board(size), board_x, 0.0),
        Thing(mat_kind, mat_x, 0.0),
        *_city(position, complex(board_x, 0.0), seed),
        *_on_mat(position, mat_origin, seed),
    )


def _city(position: Position, middle: complex, seed: int) -> Iterator[Thing]:
    half = (position.size - 1) / 2
    for lot, stack in position.city.stacks.items():
        column, row = ord(lot[0]) - ord("a"), int(lot[1:]) - 1
        at = middle + complex((column - half) * board.LOT_MM, (half - row) * board.LOT_MM)
        yield from _stairs(stack, at, Random(f"{seed} {lot} {len(stack)}"))


def _stairs(stack: tuple[str, ...], middle: complex, chance: Random) -> Iterator[Thing]:
    """A stack from its lowest floor up: the lowest stick out, the higher ones are squared up."""
    x, y, turn = (_off(chance, sigma) for sigma in (_HAND_MM, _HAND_MM, _HAND_DEG))
    out = min(board.STEPS, len(stack) - 1)
    lowest = middle + complex(x, y + out * board.STEP_MM / 2)
    for level, colour in enumerate(reversed(stack)):
        up = min(level, out) * board.STEP_MM + _off(chance, _STEP_OFF_MM)
        at = lowest + complex(_off(chance, _STEP_OFF_MM), -up)
        yield Thing(_drawn_brick(colour), at.real, at.imag, turn, level + 1, board.BRICK_THICK_MM * (level + 1))


def _on_mat(position: Position, origin: complex, seed: int) -> Iterator[Thing]:
    took = {taker: [own for own in COLOURS for _ in range(position.took.get((taker, own), 0))] for taker in COLOURS}
    for colour in COLOURS:
        for at in board.supply_places(position.size, colour)[: position.supply[colour]]:
            yield _flat(colour, origin + at, seed)
        for own, at in zip(took[colour], board.field_places(position.size, colour), strict=False):
            yield _flat(own, origin + at, seed)


def _flat(colour: str, at: complex, seed: int) -> Thing:
    chance = Random(f"{seed} {at}")
    x, y, turn = (_off(chance, sigma / 2) for sigma in (_HAND_MM, _HAND_MM, _HAND_DEG))
    return Thing(_drawn_brick(colour), at.real + x, at.imag + y, turn, 1, board.BRICK_THICK_MM)


def _off(chance: Random, sigma: float) -> float:
    return max(-_MOST, min(_MOST, chance.gauss(0, 1))) * sigma


class ChessboardCamera(DrawnCamera):
    """
    A camera above the drawn table of a recorded game: look 0 is its beginning, look n the table after the n-th turn.

    How exactly things are laid, and all that `conditions` leave to chance, `seed` decides. An adjustment is on the
    table from the look after the turn that follows it. Raises RuleError for an illegal record.
    """

    def __init__(self, record: Record, seed: int = 0, conditions: Conditions = EASY) -> None:
        scenes = [DrawnScene(lay_bricks(position, seed)) for position in _positions(record)]
        super().__init__(scenes, ground(), seed, conditions)


def _positions(record: Record) -> Iterator[Position]:
    """The table at the beginning and after each turn. Raises RuleError if the record breaks a rule."""
    game = begin(record.size, record.players, record.start, switching=record.switching)
    yield game.position
    for entry in record.turns:
        game = enter(game, entry)
        if not isinstance(entry, Adjustment):
            yield game.position


def camera_for(record: str, settings: Mapping[str, Any]) -> ChessboardCamera:
    """
    The camera above the game in that file, on the evening that the configuration names.

    Raises UnreadableError and RuleError.
    """
    return ChessboardCamera(read_as(read_record, record), conditions=CONDITIONS[settings["conditions"]])
