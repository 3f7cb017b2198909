"""Board, bricks, mat and quick card of a game on a chess board, in print."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from lucca_pi.games.chessboard.rules.city import COLOURS, lot_at
from lucca_pi.games.chessboard.rules.position import bricks_of_a_colour
from lucca_pi.games.chessboard.table.board import (
    BRICK_MM,
    CODE_MM,
    CORNER_OUT_MM,
    CORNERS,
    FIELDS_MM,
    FIRST_PATCH_MM,
    LINE,
    LINE_MM,
    LOT_MM,
    MARGIN_MM,
    MAT_CODES,
    PAINTS,
    PATCH_MM,
    PATCH_PITCH_MM,
    RIM,
    RIM_MM,
    STEP_MM,
    board_mm,
    mat_half_mm,
    patches,
    supply_places,
)
from lucca_pi.language import _, say
from lucca_pi.printed.pages import PrintedPiece
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SERIF_BOLD, SERIF_ITALIC, Pen, mixed
from lucca_pi.printed.prints import Options, Printables, PrintError, Sheets, of_one_size
from lucca_pi.printed.quickcard import BUTTONS, EDGE_MM, INK, CardWords, draw_frame, draw_words, quick_card
from lucca_pi.printed.sheets import grid_pages, joined_pages
from lucca_pi.printed.stickers import draw_sticker
from lucca_pi.vision.codes import MODULES

_PAPER, _JOINT, _BOARD_INK, _GOLD = "#f1e8d6", "#d9cbb0", "#7a6a54", "#c9a24a"
_FLAGS = ("#efe5d1", "#e9dec8", "#f3ebda")
"""Tones of the lots, all so light that no brick is taken for one."""
_JOINT_MM = 0.8
_NAME_MM = 4.6
_STICKER_MM = CODE_MM * (MODULES + 2) / MODULES


def _board_piece(size: int) -> PrintedPiece:
    """The whole board."""
    side = board_mm(size)
    return PrintedPiece(f"board-{size}", side, side, partial(_draw_board, size=size))


def _draw_board(pen: Pen, size: int) -> None:
    """The board from its upper left corner."""
    side, half = board_mm(size), size * LOT_MM / 2
    pen.box(0, 0, side, side, _PAPER)
    with pen.at(side / 2, side / 2):
        _draw_lots(pen, size, half)
        _draw_border(pen, half)
        for right, down in _CORNERS_OF:
            _draw_corner(pen, half, right, down)
        _draw_letters(pen, size, half)


_CORNERS_OF = {(int(at.real), int(at.imag)): code for code, at in CORNERS.items()}
"""The code at each corner: to the right and down, 1 or -1."""


def _draw_lots(pen: Pen, size: int, half: float) -> None:
    pen.box(-half, -half, 2 * half, 2 * half, _JOINT)
    for column in range(size):
        for row in range(size):
            left, top = column * LOT_MM - half, half - (row + 1) * LOT_MM
            with pen.at(left, top):
                _draw_lot(pen, lot_at(column, row), _FLAGS[(column * 2 + row * 5 + column * row) % len(_FLAGS)])


def _draw_lot(pen: Pen, name: str, tone: str) -> None:
    """A flag of stone with a fine frame, its name in the upper left corner, and a cross where a brick goes."""
    pen.box(_JOINT_MM / 2, _JOINT_MM / 2, LOT_MM - _JOINT_MM, LOT_MM - _JOINT_MM, tone)
    pen.box(2.2, 2.2, LOT_MM - 4.4, LOT_MM - 4.4, None, line=_JOINT, line_mm=0.35, radius=1.6)
    pen.text(name, 4.2, 3.6 + _NAME_MM * 0.72, _NAME_MM, mixed(_BOARD_INK, tone, 0.35), font=SERIF_ITALIC)
    middle, arm = LOT_MM / 2, 2.2
    for across, down in ((arm, 0.0), (0.0, arm)):
        pen.line(middle - across, middle - down, middle + across, middle + down, colour=_JOINT, line_mm=0.35)


def _draw_border(pen: Pen, half: float) -> None:
    """Two lines of gold around the lots, and one along the paper's edge."""
    for away, line_mm in ((1.4, 0.7), (2.8, 0.3), (MARGIN_MM - 2.2, 0.5)):
        pen.box(-half - away, -half - away, 2 * (half + away), 2 * (half + away), None, line=_GOLD, line_mm=line_mm)


def _draw_letters(pen: Pen, size: int, half: float) -> None:
    """The columns' letters below and above the lots, the rows' figures at both sides."""
    for number in range(size):
        at = (number + 0.5) * LOT_MM - half
        for x in (-half - 6.6, half + 6.6):
            pen.text(str(number + 1), x, 2.2 - at, 6, _BOARD_INK, font=SERIF_BOLD, anchor=0.5)
        for y in (-half - 4.4, half + 8.4):
            pen.text("abcdefghijkl"[number], at, y, 6, _BOARD_INK, font=SERIF_BOLD, anchor=0.5)


def _draw_corner(pen: Pen, half: float, right: int, down: int) -> None:
    """The code outside a corner, and its patches along the margin."""
    code, reach = _CORNERS_OF[right, down], half + CORNER_OUT_MM
    draw_sticker(pen, code, right * reach - _STICKER_MM / 2, down * reach - _STICKER_MM / 2, _STICKER_MM)
    width, height = PATCH_MM
    for colour, of, at in patches(half):
        if of == code:
            left, top = at.real - width / 2, at.imag - height / 2
            pen.box(left, top, width, height, PAINTS[colour], line=RIM, line_mm=0.3)


def _corner_pieces() -> tuple[PrintedPiece, ...]:
    """The margin at each corner as a sheet of its own, for a board that somebody owns; from a1 anticlockwise."""
    length = MARGIN_MM + FIRST_PATCH_MM + 3 * PATCH_PITCH_MM + PATCH_MM[0] / 2 + 3
    return tuple(
        PrintedPiece(f"corner-{code}", length, MARGIN_MM, partial(_draw_sheet, at=at, length=length))
        for at, code in _CORNERS_OF.items()
    )


def _draw_sheet(pen: Pen, at: tuple[int, int], length: float) -> None:
    """Draws a sheet along the board's edge, with its mark at the board's corner."""
    right, down = at
    half = 1000.0
    left, top = (
        (-half - MARGIN_MM if right < 0 else half + MARGIN_MM - length),
        (half if down > 0 else -half - MARGIN_MM),
    )
    with pen.within(0, 0, length, MARGIN_MM), pen.at(-left, -top):
        pen.box(left, top, length, MARGIN_MM, _PAPER)
        _draw_corner(pen, half, right, down)
        for x, y in _arrow(right * half, down * half, down):
            pen.line(right * half, down * half, x, y, colour=_BOARD_INK, line_mm=0.6)
        words = say(_("this edge along the board, the arrow's tip at its corner"))
        pen.text(
            words,
            right * (half - 6.0),
            down * (half + 5.2) + 1.1,
            3.0,
            _BOARD_INK,
            font=SERIF_ITALIC,
            anchor=0.0 if right < 0 else 1.0,
        )


def _arrow(x: float, y: float, down: int) -> Iterator[tuple[float, float]]:
    """An arrow's shaft and two feathers, its tip at the edge."""
    yield from ((x, y + down * 6.0), (x - 1.6, y + down * 2.6), (x + 1.6, y + down * 2.6))


_SIGN_SHARE = 0.14
"""Share of black or white in the sign's tint: visible to people, too little to count as a colour."""


def _brick_pieces(number: int) -> tuple[PrintedPiece, ...]:
    """`number` bricks of each colour."""
    return tuple(_brick_piece(colour, each) for colour in COLOURS for each in range(1, number + 1))


def _brick_piece(colour: str, number: int) -> PrintedPiece:
    """One brick."""
    return PrintedPiece(f"{colour}-{number:02d}", BRICK_MM, BRICK_MM, partial(_draw_brick, colour=colour))


def _draw_brick(pen: Pen, colour: str) -> None:
    """A brick's face from its upper left corner."""
    pen.stamp(f"brick{colour}", (0, 0, BRICK_MM, BRICK_MM), partial(_draw, colour=colour))


def _draw(pen: Pen, colour: str) -> None:
    inset = RIM_MM + LINE_MM
    pen.box(0, 0, BRICK_MM, BRICK_MM, RIM)
    pen.box(RIM_MM, RIM_MM, BRICK_MM - 2 * RIM_MM, BRICK_MM - 2 * RIM_MM, LINE)
    pen.box(inset, inset, BRICK_MM - 2 * inset, BRICK_MM - 2 * inset, PAINTS[colour])
    _draw_tower(pen, mixed(PAINTS[colour], "#ffffff" if colour == "black" else "#000000", _SIGN_SHARE))


def _draw_tower(pen: Pen, tint: str) -> None:
    """A tower with battlements, tone in tone, in the brick's middle."""
    x, top = BRICK_MM / 2, 7.6
    pen.boxes([(x - 4.4 + 3.4 * step, top, 2.0, 2.4) for step in range(3)], tint)
    pen.shape([(x - 4.4, top + 2.3), (x + 4.4, top + 2.3), (x + 3.2, top + 4.6), (x - 3.2, top + 4.6)], tint)
    pen.boxes([(x - 3.2, top + 4.5, 6.4, 6.2)], tint)


_EDGE_MM = 8.0
"""Width of paper around codes and fields, mm."""
_PLACE = "#e6dac2"
_MAT_TITLES = {
    "white": _("prisoners of white"),
    "black": _("prisoners of black"),
    "red": _("prisoners of red"),
    "blue": _("prisoners of blue"),
}


def _mat_size(size: int) -> tuple[float, float]:
    """The mat's width and height."""
    return 2 * mat_half_mm(size) + _STICKER_MM + 2 * _EDGE_MM, _STICKER_MM / 2 + FIELDS_MM[1] + 2 * _EDGE_MM


def _mat_piece(size: int) -> PrintedPiece:
    """The mat for a city of that size."""
    return PrintedPiece(f"mat-{size}", *_mat_size(size), partial(_draw_mat, size=size))


def _draw_mat(pen: Pen, size: int) -> None:
    """The mat from its upper left corner."""
    width, height = _mat_size(size)
    pen.box(0, 0, width, height, _PAPER)
    pen.box(2.2, 2.2, width - 4.4, height - 4.4, None, line=_GOLD, line_mm=0.5)
    with pen.at(width / 2, _EDGE_MM + _STICKER_MM / 2):
        for code, x in zip(MAT_CODES, (-mat_half_mm(size), mat_half_mm(size)), strict=True):
            draw_sticker(pen, code, x - _STICKER_MM / 2, -_STICKER_MM / 2, _STICKER_MM)
        pen.text(say(_("Supply")), 0, 4, 13, _BOARD_INK, font=SERIF_BOLD, anchor=0.5)
        pen.text(say(_("one brick flat on each place")), 0, 12, 5, _BOARD_INK, font=SERIF_ITALIC, anchor=0.5)
        for colour in COLOURS:
            _draw_row(pen, size, colour)
            _draw_field(pen, size, colour)


def _draw_row(pen: Pen, size: int, colour: str) -> None:
    """A colour's places, a chip of its paint at the beginning and the end of the row."""
    places = supply_places(size, colour)
    for at in places:
        left, top = at.real - BRICK_MM / 2, at.imag - BRICK_MM / 2
        pen.box(left, top, BRICK_MM, BRICK_MM, _PLACE, line=_JOINT, line_mm=0.4, radius=1.2)
    for x in (-mat_half_mm(size) - 7, mat_half_mm(size) + 7):
        pen.oval(x, places[0].imag, 3.2, 3.2, PAINTS[colour], line=RIM, line_mm=0.4)


def _draw_field(pen: Pen, size: int, colour: str) -> None:
    """The field for the prisoners that a colour took."""
    wide, number = mat_half_mm(size) / 2, COLOURS.index(colour)
    left, (top, bottom) = -mat_half_mm(size) + number * wide, FIELDS_MM
    pen.box(left + 1.2, top - 2, wide - 2.4, bottom - top + 4, _PLACE, line=_JOINT, line_mm=0.6, radius=3)
    pen.text(
        say(_MAT_TITLES[colour]),
        left + wide / 2,
        top - 4.4,
        5,
        _BOARD_INK,
        font=SERIF_ITALIC,
        anchor=0.5,
        room=wide - 14,
    )
    pen.oval(left + 4.4, top - 6, 2.2, 2.2, PAINTS[colour], line=RIM, line_mm=0.4)


_TITLE = _("Lucca on a chess board, with the scorer")
_BELOW_TITLE = _("Stack in stairs; the machine does the counting.")
_STEPS = (
    ("•", _("Before the game: all bricks on the mat, the board empty. Hands off the table, then OK.")),
    ("1", _("Place two bricks of two different colours from the supply, one after the other. Any colours will do.")),
    ("2", _("On an empty lot a brick is a house. On a stack it becomes the lowest floor: push it in from below.")),
    ("3", _("A floor needs a house of its colour elsewhere in the block for each brick of that colour in the tower.")),
    ("4", _("One tower a block. A house that joins two starts a struggle: the display guides you through it.")),
    ("5", _("Hands off the table, then OK.")),
)
_BUTTONS_HERE = (
    *BUTTONS[:-1],
    (_("after a power cut"), _("switch on: the game goes on. Leave the bricks as they lie")),
)
_SAYINGS = (
    (_("New game"), _("OK looks at the empty board; up or down to size, colours and names")),
    (_("A struggle"), _("which brick goes where, step by step. Do it, then OK: the camera confirms it")),
    (_("a question"), _("the table can be read in two ways: up or down to the right one, then OK")),
    (_("• what is wrong"), _("no legal turn fits: do as the display says, then OK; or down for other ways out")),
    (_("No corner of the board is in sight"), _("something covers the codes, or they lie outside the picture")),
    (_("Undone"), _("put that turn's bricks back on the mat, and play it again")),
    (
        _("The end"),
        _("a tower as high as the city is wide, or as many prisoners, and more than any other colour: at your turn"),
    ),
)
_LAYING = _(
    "Each lower floor sticks out by five millimetres towards the bottom edge of the board, at least the lowest three; "
    "what lies higher may be squared up. Stacks stand well inside their lots; prisoners lie flat in their field."
)
_SCALE = 0.85
_PICTURE_TOP, _LAYING_TOP, _TEXT_TOP = 31.0, 95.0, 112.0
_TOWERS = (("white",), ("red", "blue"), ("blue", "black", "white"), ("black", "red", "white", "blue"))


def _draw_quickcard(pen: Pen, paper: Paper) -> None:
    """Draws the quick card: how bricks are laid, the buttons, and the machine's messages."""
    draw_frame(pen, paper, _TITLE, _BELOW_TITLE)
    _draw_towers(pen, paper)
    pen.paragraph(say(_LAYING), EDGE_MM, _LAYING_TOP, 3.8, paper.width - 2 * EDGE_MM, colour=INK)
    draw_words(pen, paper, CardWords(_TEXT_TOP, _STEPS, _SAYINGS, _BUTTONS_HERE))


def _draw_towers(pen: Pen, paper: Paper) -> None:
    """A house and towers of two, three and four, each on its lot."""
    words = (_("a house"), _("a tower of {floors}", floors=2), _("a tower of {floors}", floors=3))
    titles = (*words, _("a tower of {floors}", floors=4))
    lot, gap = 46.0, 2.0
    left = (paper.width - len(_TOWERS) * (lot + gap) + gap) / 2
    for number, (stack, title) in enumerate(zip(_TOWERS, titles, strict=True)):
        x = left + number * (lot + gap)
        pen.box(x, _PICTURE_TOP, lot, lot, _FLAGS[number % 3], line=_JOINT, line_mm=0.6)
        for floor in range(len(stack) - 1, -1, -1):
            top = _PICTURE_TOP + 6 + floor * STEP_MM * _SCALE
            with pen.at(x + (lot - BRICK_MM * _SCALE) / 2, top, scale=_SCALE):
                _draw_brick(pen, stack[floor])
        pen.text(say(title), x + lot / 2, _PICTURE_TOP + lot + 6, 4.4, INK, font=SERIF_ITALIC, anchor=0.5)


_REFUSALS = {
    "mat": "--mat goes with the quarters of Lucca Città; the mat of this game is print mat --game chessboard.",
    "bleed": "--bleed is for the deck and the quarters of Lucca Città.",
}
_OWN_SIZE = "board, bricks and mat have codes and sizes of their own; leave --sticker-mm and --codes out."
_NO_DECK = "Lucca on a chess board has no deck; leave --deck out."
_LARGE, _SMALL = 8, 6
TITLES: Mapping[str, str] = {
    "board": _("Lucca on a chess board: the board"),
    "board-6": _("Lucca on a chess board: the small board"),
    "mat": _("Lucca on a chess board: the mat for the bricks"),
    "mat-6": _("Lucca on a chess board: the mat for the small board's bricks"),
    "corners": _("Lucca on a chess board: the corner sheets"),
    "bricks": _("Lucca on a chess board: the bricks"),
}
"""The texts at the sheets' edges."""


def printables(deck: str | None) -> Printables:
    """The sheets to print, by name. Raises PrintError if a deck is named."""
    if deck:
        raise PrintError(_NO_DECK)
    joined = {
        **{"board": _board_piece(_LARGE), "board-6": _board_piece(_SMALL)},
        **{"mat": _mat_piece(_LARGE), "mat-6": _mat_piece(_SMALL)},
    }
    cut = {"corners": _corner_pieces(), "bricks": _brick_pieces(bricks_of_a_colour(_LARGE))}
    makes: dict[str, Callable[[Options], Sheets]] = {
        **{name: partial(_joined, name, piece) for name, piece in joined.items()},
        **{name: partial(_cut, name, pieces) for name, pieces in cut.items()},
    }
    sheets = {name: of_one_size(make, _OWN_SIZE) for name, make in makes.items()}
    return Printables({**sheets, "quickcard": quick_card(_draw_quickcard)}, _REFUSALS)


def _joined(name: str, piece: PrintedPiece, options: Options) -> Sheets:
    """The sheets of a piece larger than a page."""
    return Sheets(name, tuple(joined_pages(piece, options.paper, TITLES[name])), (piece,))


def _cut(name: str, pieces: Sequence[PrintedPiece], options: Options) -> Sheets:
    """The sheets of pieces of one size that are cut out."""
    return Sheets(name, tuple(grid_pages(pieces, options.paper, TITLES[name])), tuple(pieces))
