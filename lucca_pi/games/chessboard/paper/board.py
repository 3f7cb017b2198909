"""The printed board, its corners as sheets of their own for who owns a board, the bricks, and the mat for them."""

from collections.abc import Iterator
from functools import partial

from lucca_pi.games.chessboard.rules.city import COLOURS, Stack, lot_at
from lucca_pi.games.chessboard.table import board
from lucca_pi.language import _, say
from lucca_pi.printed.pen import CAPITALS, SERIF_BOLD, SERIF_ITALIC, Outline, Pen, PrintedPiece, mixed
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
        # a band of serpentine with a rim of gold around the lots, and two lines along the paper's edge
        reach = half + board.BAND_MM
        pen.box(-reach, -reach, 2 * reach, 2 * reach, board.DARK_LOT, line=GOLD, line_mm=0.5)
        for away, line_mm in ((board.MARGIN_MM - 3.4, 0.25), (board.MARGIN_MM - 2.2, 0.6)):
            pen.box(-half - away, -half - away, 2 * (half + away), 2 * (half + away), None, line=GOLD, line_mm=line_mm)
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


_SIGN_SHARE = 0.14
"""Share of black or white in the sign's tint: visible to people, too little to count as a colour."""


def brick_pieces(number: int) -> tuple[PrintedPiece, ...]:
    """`number` bricks of each colour."""
    return tuple(
        PrintedPiece(f"{colour}-{each:02d}", board.BRICK_MM, board.BRICK_MM, partial(draw_brick, colour=colour))
        for colour in COLOURS
        for each in range(1, number + 1)
    )


def draw_brick(pen: Pen, colour: str) -> None:
    """A brick's face from its upper left corner."""
    pen.stamp(f"brick{colour}", (0, 0, board.BRICK_MM, board.BRICK_MM), partial(_draw, colour=colour))


def _draw(pen: Pen, colour: str) -> None:
    inset = board.RIM_MM + board.LINE_MM
    pen.box(0, 0, board.BRICK_MM, board.BRICK_MM, board.RIM)
    pen.box(
        board.RIM_MM, board.RIM_MM, board.BRICK_MM - 2 * board.RIM_MM, board.BRICK_MM - 2 * board.RIM_MM, board.LINE
    )
    pen.box(inset, inset, board.BRICK_MM - 2 * inset, board.BRICK_MM - 2 * inset, board.PAINTS[colour])
    # a tower with battlements, tone in tone, in the brick's middle
    tint = mixed(board.PAINTS[colour], "#ffffff" if colour == "black" else "#000000", _SIGN_SHARE)
    x, top = board.BRICK_MM / 2, 7.6
    pen.boxes([(x - 4.4 + 3.4 * step, top, 2.0, 2.4) for step in range(3)], tint)
    pen.shape([(x - 4.4, top + 2.3), (x + 4.4, top + 2.3), (x + 3.2, top + 4.6), (x - 3.2, top + 4.6)], tint)
    pen.boxes([(x - 3.2, top + 4.5, 6.4, 6.2)], tint)


_EDGE_MM = 8.0
"""Width of paper around codes and fields, mm."""
_MAT_TITLES = {
    "white": _("prisoners of white"),
    "black": _("prisoners of black"),
    "red": _("prisoners of red"),
    "blue": _("prisoners of blue"),
}


def _mat_size(size: int) -> tuple[float, float]:
    """The mat's width and height."""
    return 2 * board.mat_half_mm(size) + STICKER_MM + 2 * _EDGE_MM, STICKER_MM / 2 + board.FIELDS_MM[1] + 2 * _EDGE_MM


def mat_piece(size: int) -> PrintedPiece:
    """The mat for a city of that size."""
    return PrintedPiece(f"mat-{size}", *_mat_size(size), partial(_draw_mat, size=size))


def _draw_mat(pen: Pen, size: int) -> None:
    """The mat from its upper left corner."""
    width, height = _mat_size(size)
    pen.box(0, 0, width, height, board.GROUND)
    pen.box(2.2, 2.2, width - 4.4, height - 4.4, None, line=GOLD, line_mm=0.5)
    with pen.at(width / 2, _EDGE_MM + STICKER_MM / 2):
        for code, x in zip(board.MAT_CODES, (-board.mat_half_mm(size), board.mat_half_mm(size)), strict=True):
            draw_sticker(pen, code, x - STICKER_MM / 2, -STICKER_MM / 2, STICKER_MM)
        pen.text(say(_("Supply")), 0, 4, 13, BOARD_INK, font=SERIF_BOLD, anchor=0.5)
        pen.text(say(_("one brick flat on each place")), 0, 12, 5, BOARD_INK, font=SERIF_ITALIC, anchor=0.5)
        for colour in COLOURS:
            _draw_row(pen, size, colour)
            _draw_field(pen, size, colour)


def _draw_row(pen: Pen, size: int, colour: str) -> None:
    """A colour's places, a chip of its paint at the beginning and the end of the row."""
    places = board.supply_places(size, colour)
    for at in places:
        left, top = at.real - board.BRICK_MM / 2, at.imag - board.BRICK_MM / 2
        pen.box(left, top, board.BRICK_MM, board.BRICK_MM, board.PLACE, line=JOINT, line_mm=0.4, radius=1.2)
    for x in (-board.mat_half_mm(size) - 7, board.mat_half_mm(size) + 7):
        pen.oval(x, places[0].imag, 3.2, 3.2, board.PAINTS[colour], line=board.RIM, line_mm=0.4)


def _draw_field(pen: Pen, size: int, colour: str) -> None:
    """The field for the prisoners that a colour took."""
    wide, number = board.mat_half_mm(size) / 2, COLOURS.index(colour)
    left, (top, bottom) = -board.mat_half_mm(size) + number * wide, board.FIELDS_MM
    pen.box(left + 1.2, top - 2, wide - 2.4, bottom - top + 4, board.PLACE, line=JOINT, line_mm=0.6, radius=3)
    pen.text(
        say(_MAT_TITLES[colour]),
        left + wide / 2,
        top - 4.4,
        5,
        BOARD_INK,
        font=SERIF_ITALIC,
        anchor=0.5,
        room=wide - 14,
    )
    pen.oval(left + 4.4, top - 6, 2.2, 2.2, board.PAINTS[colour], line=board.RIM, line_mm=0.4)


_BRICK_OF_LOT = 0.0248
"""Scale of a brick for each mm of its lot."""


def draw_stack(pen: Pen, stack: Stack, lot_mm: float, tint: str) -> None:
    """Draws a lot and its stack in stairs, in the lot's middle."""
    scale = _BRICK_OF_LOT * lot_mm
    pen.box(0, 0, lot_mm, lot_mm, tint, line=JOINT, line_mm=0.3)
    if not stack:
        return
    high = (board.BRICK_MM + (len(stack) - 1) * board.STEP_MM) * scale
    with pen.at((lot_mm - board.BRICK_MM * scale) / 2, (lot_mm - high) / 2, scale=scale):
        for floor in range(len(stack) - 1, -1, -1):
            with pen.at(0, floor * board.STEP_MM):
                draw_brick(pen, stack[floor])
