"""The printed board of marble and serpentine; its corners as sheets of their own, for who owns a board."""

from collections.abc import Iterator
from functools import partial

from lucca_pi.games.chessboard.rules.city import lot_at
from lucca_pi.games.chessboard.table import board
from lucca_pi.language import _, say
from lucca_pi.printed.pages import PrintedPiece
from lucca_pi.printed.pen import CAPITALS, SERIF_BOLD, SERIF_ITALIC, Outline, Pen, mixed
from lucca_pi.printed.stickers import draw_sticker
from lucca_pi.vision.codes import MODULES

JOINT, BOARD_INK, GOLD = "#a3b298", "#4f463a", "#c9a24a"
_NAME_MM, _LETTER_MM, _FIGURE_MM = 5.0, 7.4, 8.4
STICKER_MM = board.CODE_MM * (MODULES + 2) / MODULES


def board_piece(size: int) -> PrintedPiece:
    """The whole board."""
    side = board.board_mm(size)
    return PrintedPiece(f"board-{size}", side, side, partial(_draw_board, size=size))


def _draw_board(pen: Pen, size: int) -> None:
    """The board from its upper left corner."""
    side, half = board.board_mm(size), size * board.LOT_MM / 2
    pen.box(0, 0, side, side, board.GROUND)
    with pen.at(side / 2, side / 2):
        _draw_border(pen, half)
        for column in range(size):
            for row in range(size):
                with pen.at(column * board.LOT_MM - half, half - (row + 1) * board.LOT_MM):
                    _draw_lot(pen, lot_at(column, row), board.lot_tint(column, row))
        for right, down in _CORNERS_OF:
            _draw_corner(pen, half, right, down)
        _draw_letters(pen, size, half)


_CORNERS_OF = {(int(at.real), int(at.imag)): code for code, at in board.CORNERS.items()}
"""The code at each corner: to the right and down, 1 or -1."""


def _draw_lot(pen: Pen, name: str, tint: str) -> None:
    """A slab of stone with an inlaid panel, its name in the upper left corner, and a rhomb where a brick goes."""
    pen.stamp(f"lot{tint[1:]}", (0, 0, board.LOT_MM, board.LOT_MM), partial(_draw_slab, tint=tint))
    pen.text(name, 6.4, 5.4 + _NAME_MM * CAPITALS, _NAME_MM, mixed(BOARD_INK, tint, 0.2), font=SERIF_ITALIC)


def _draw_slab(pen: Pen, tint: str) -> None:
    line, light = mixed(JOINT, tint, 0.4), mixed(tint, "#ffffff", 0.35)
    pen.box(0, 0, board.LOT_MM, board.LOT_MM, tint)
    pen.shape(_panel(2.4), light, line=line, line_mm=0.5)
    pen.shape(_panel(3.6), tint, line=line, line_mm=0.25)
    middle, reach = board.LOT_MM / 2, 2.6
    rhomb = [(middle, middle - reach), (middle + reach, middle), (middle, middle + reach), (middle - reach, middle)]
    pen.shape(rhomb, light, line=line, line_mm=0.4)


def _panel(inset: float) -> Outline:
    """A square within a lot whose corners are cut out by quarters of a circle."""
    near, far, bite = inset, board.LOT_MM - inset, 4.0
    bent = bite * 0.45
    return [
        (near + bite, near),
        (far - bite, near),
        (far - bite, near + bent, far - bent, near + bite, far, near + bite),
        (far, far - bite),
        (far - bent, far - bite, far - bite, far - bent, far - bite, far),
        (near + bite, far),
        (near + bite, far - bent, near + bent, far - bite, near, far - bite),
        (near, near + bite),
        (near + bent, near + bite, near + bite, near + bent, near + bite, near),
    ]


def _draw_border(pen: Pen, half: float) -> None:
    """A band of serpentine with a rim of gold around the lots, and two lines along the paper's edge."""
    reach = half + board.BAND_MM
    pen.box(-reach, -reach, 2 * reach, 2 * reach, board.DARK_LOT, line=GOLD, line_mm=0.5)
    for away, line_mm in ((board.MARGIN_MM - 3.4, 0.25), (board.MARGIN_MM - 2.2, 0.6)):
        pen.box(-half - away, -half - away, 2 * (half + away), 2 * (half + away), None, line=GOLD, line_mm=line_mm)


def _draw_letters(pen: Pen, size: int, half: float) -> None:
    """The columns' letters below and above the lots, the rows' figures at both sides."""
    for number in range(size):
        at = (number + 0.5) * board.LOT_MM - half
        for x in (-half - 8.6, half + 8.6):
            pen.text(
                str(number + 1), x, _FIGURE_MM * CAPITALS / 2 - at, _FIGURE_MM, BOARD_INK, font=SERIF_BOLD, anchor=0.5
            )
        for y in (-half - 4.6, half + 8.2):
            pen.text("abcdefghijkl"[number], at, y, _LETTER_MM, BOARD_INK, font=SERIF_BOLD, anchor=0.5)


def _draw_corner(pen: Pen, half: float, right: int, down: int) -> None:
    """The code outside a corner, and its patches along the margin."""
    code, reach = _CORNERS_OF[right, down], half + board.CORNER_OUT_MM
    draw_sticker(pen, code, right * reach - STICKER_MM / 2, down * reach - STICKER_MM / 2, STICKER_MM)
    width, height = board.PATCH_MM
    for colour, of, at in board.patches(half):
        if of == code:
            left, top = at.real - width / 2, at.imag - height / 2
            pen.box(left, top, width, height, board.PAINTS[colour], line=board.RIM, line_mm=0.3)


def corner_pieces() -> tuple[PrintedPiece, ...]:
    """The margin at each corner as a sheet of its own, for a board that somebody owns; from a1 anticlockwise."""
    length = board.MARGIN_MM + board.FIRST_PATCH_MM + 3 * board.PATCH_PITCH_MM + board.PATCH_MM[0] / 2 + 3
    return tuple(
        PrintedPiece(f"corner-{code}", length, board.MARGIN_MM, partial(_draw_sheet, at=at, length=length))
        for at, code in _CORNERS_OF.items()
    )


def _draw_sheet(pen: Pen, at: tuple[int, int], length: float) -> None:
    """Draws a sheet along the board's edge, with its mark at the board's corner."""
    right, down = at
    half = 1000.0
    left, top = (
        (-half - board.MARGIN_MM if right < 0 else half + board.MARGIN_MM - length),
        (half if down > 0 else -half - board.MARGIN_MM),
    )
    with pen.within(0, 0, length, board.MARGIN_MM), pen.at(-left, -top):
        pen.box(left, top, length, board.MARGIN_MM, board.GROUND)
        _draw_corner(pen, half, right, down)
        for x, y in _arrow(right * half, down * half, down):
            pen.line(right * half, down * half, x, y, colour=BOARD_INK, line_mm=0.6)
        words = say(_("this edge along the board, the arrow's tip at its corner"))
        pen.text(
            words,
            right * (half - 6.0),
            down * (half + 5.2) + 1.1,
            3.0,
            BOARD_INK,
            font=SERIF_ITALIC,
            anchor=0.0 if right < 0 else 1.0,
        )


def _arrow(x: float, y: float, down: int) -> Iterator[tuple[float, float]]:
    """An arrow's shaft and two feathers, its tip at the edge."""
    yield from ((x, y + down * 6.0), (x - 1.6, y + down * 2.6), (x + 1.6, y + down * 2.6))
