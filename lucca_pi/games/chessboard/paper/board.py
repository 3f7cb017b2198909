"""The board: lots like the flags of a square, and around them codes, patches of the bricks' colours and a border."""

from collections.abc import Iterator
from functools import partial

from lucca_pi.games.chessboard.rules.city import lot_at
from lucca_pi.games.chessboard.table.board import CODE_MM, CORNER_OUT_MM, CORNERS
from lucca_pi.games.chessboard.table.layout import (
    FIRST_PATCH_MM,
    LOT_MM,
    MARGIN_MM,
    PAINTS,
    PATCH_MM,
    PATCH_PITCH_MM,
    RIM,
    board_mm,
    patches,
)
from lucca_pi.language import _, say
from lucca_pi.printed.marks import draw_sticker
from lucca_pi.printed.pen import SERIF_BOLD, SERIF_ITALIC, Pen, mixed
from lucca_pi.printed.piece import Piece
from lucca_pi.vision.codes import MODULES

PAPER, JOINT, INK, GOLD = "#f1e8d6", "#d9cbb0", "#7a6a54", "#c9a24a"
FLAGS = ("#efe5d1", "#e9dec8", "#f3ebda")
"""Tones of the lots, all so light that no brick is taken for one."""
JOINT_MM = 0.8
NAME_MM = 4.6
STICKER_MM = CODE_MM * (MODULES + 2) / MODULES


def board_piece(size: int) -> Piece:
    """The whole board."""
    side = board_mm(size)
    return Piece(f"board-{size}", side, side, partial(draw_board, size=size))


def draw_board(pen: Pen, size: int) -> None:
    """The board from its upper left corner."""
    side, half = board_mm(size), size * LOT_MM / 2
    pen.box(0, 0, side, side, PAPER)
    with pen.at(side / 2, side / 2):
        _draw_lots(pen, size, half)
        _draw_border(pen, half)
        for right, down in CORNERS_OF:
            _draw_corner(pen, half, right, down)
        _draw_letters(pen, size, half)


CORNERS_OF = {(int(at.real), int(at.imag)): code for code, at in CORNERS.items()}
"""The code at each corner: to the right and down, 1 or -1."""


def _draw_lots(pen: Pen, size: int, half: float) -> None:
    pen.box(-half, -half, 2 * half, 2 * half, JOINT)
    for column in range(size):
        for row in range(size):
            left, top = column * LOT_MM - half, half - (row + 1) * LOT_MM
            with pen.at(left, top):
                _draw_lot(pen, lot_at(column, row), FLAGS[(column * 2 + row * 5 + column * row) % len(FLAGS)])


def _draw_lot(pen: Pen, name: str, tone: str) -> None:
    """A flag of stone with a fine frame, its name in the upper left corner, and a cross where a brick goes."""
    pen.box(JOINT_MM / 2, JOINT_MM / 2, LOT_MM - JOINT_MM, LOT_MM - JOINT_MM, tone)
    pen.box(2.2, 2.2, LOT_MM - 4.4, LOT_MM - 4.4, None, line=JOINT, line_mm=0.35, radius=1.6)
    pen.text(name, 4.2, 3.6 + NAME_MM * 0.72, NAME_MM, mixed(INK, tone, 0.35), font=SERIF_ITALIC)
    middle, arm = LOT_MM / 2, 2.2
    for across, down in ((arm, 0.0), (0.0, arm)):
        pen.line(middle - across, middle - down, middle + across, middle + down, colour=JOINT, line_mm=0.35)


def _draw_border(pen: Pen, half: float) -> None:
    """Two lines of gold around the lots, and one along the paper's edge."""
    for away, line_mm in ((1.4, 0.7), (2.8, 0.3), (MARGIN_MM - 2.2, 0.5)):
        pen.box(-half - away, -half - away, 2 * (half + away), 2 * (half + away), None, line=GOLD, line_mm=line_mm)


def _draw_letters(pen: Pen, size: int, half: float) -> None:
    """The columns' letters below and above the lots, the rows' figures at both sides."""
    for number in range(size):
        at = (number + 0.5) * LOT_MM - half
        for x in (-half - 6.6, half + 6.6):
            pen.text(str(number + 1), x, 2.2 - at, 6, INK, font=SERIF_BOLD, anchor=0.5)
        for y in (-half - 4.4, half + 8.4):
            pen.text("abcdefghijkl"[number], at, y, 6, INK, font=SERIF_BOLD, anchor=0.5)


def _draw_corner(pen: Pen, half: float, right: int, down: int) -> None:
    """The code outside a corner, and its patches along the margin."""
    code, reach = CORNERS_OF[right, down], half + CORNER_OUT_MM
    draw_sticker(pen, code, right * reach - STICKER_MM / 2, down * reach - STICKER_MM / 2, STICKER_MM)
    width, height = PATCH_MM
    for colour, of, at in patches(half):
        if of == code:
            left, top = at.real - width / 2, at.imag - height / 2
            pen.box(left, top, width, height, PAINTS[colour], line=RIM, line_mm=0.3)


def corner_pieces() -> tuple[Piece, ...]:
    """The margin at each corner as a sheet of its own, for a board that somebody has; from a1 against the clock."""
    length = MARGIN_MM + FIRST_PATCH_MM + 3 * PATCH_PITCH_MM + PATCH_MM[0] / 2 + 3
    return tuple(
        Piece(f"corner-{code}", length, MARGIN_MM, partial(_draw_sheet, at=at, length=length))
        for at, code in CORNERS_OF.items()
    )


def _draw_sheet(pen: Pen, at: tuple[int, int], length: float) -> None:
    """A sheet whose longer edge lies along the board's, its mark at the board's corner."""
    right, down = at
    half = 1000.0
    left, top = (
        (-half - MARGIN_MM if right < 0 else half + MARGIN_MM - length),
        (half if down > 0 else -half - MARGIN_MM),
    )
    with pen.within(0, 0, length, MARGIN_MM), pen.at(-left, -top):
        pen.box(left, top, length, MARGIN_MM, PAPER)
        _draw_corner(pen, half, right, down)
        for x, y in _arrow(right * half, down * half, down):
            pen.line(right * half, down * half, x, y, colour=INK, line_mm=0.6)
        words = say(_("this edge along the board, the arrow's tip at its corner"))
        pen.text(
            words,
            right * (half - 6.0),
            down * (half + 5.2) + 1.1,
            3.0,
            INK,
            font=SERIF_ITALIC,
            anchor=0.0 if right < 0 else 1.0,
        )


def _arrow(x: float, y: float, down: int) -> Iterator[tuple[float, float]]:
    """An arrow's shaft and two feathers, its tip at the edge."""
    yield from ((x, y + down * 6.0), (x - 1.6, y + down * 2.6), (x + 1.6, y + down * 2.6))
