"""
Prints for every game: cards for names, commands and the phone, the board for calibrating, box front, labels' outlines.

A name card, laid beside a quarter before the deal, shows the camera who sits there. The front of the box for display
and buttons has its true size: people drill and saw by it, and it stays on the box as its face. The outline of a sheet
of labels, printed on plain paper and held against the sheet, shows how far the printer is off.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from math import cos, hypot, pi, sin

import cv2
import numpy as np

from lucca_pi.language import _, say
from lucca_pi.outside import MOST_LETTERS, is_plain, shown
from lucca_pi.printed.flow import framed, lines
from lucca_pi.printed.paper import PageGrid, Paper
from lucca_pi.printed.pen import INK, PALE, RED, SANS_BOLD, SERIF_BOLD, Pen, PrintedPage, PrintedPiece, is_printable
from lucca_pi.printed.prints import (
    LABELS_REFUSED,
    NAMES_REFUSED,
    Options,
    Printable,
    Printables,
    PrintError,
    Sheets,
    of_one_size,
    whole_pages,
)
from lucca_pi.printed.qr import qr_code
from lucca_pi.printed.quickcard import QuickCard, quick_card
from lucca_pi.printed.sheets import grid_pages, ruler
from lucca_pi.printed.stickers import (
    CODE_BLACK,
    PAPER_WHITE,
    dark_boxes,
    draw_label_ruler,
    draw_sticker,
    qr_bitmap,
    sticker_of_square_mm,
)
from lucca_pi.table.command_cards import CARD_MM, COMMANDS, SQUARE_MM, Command
from lucca_pi.vision.codes import CODES, MODULES

_SIZE_MM = (59.0, 72.0)
_SQUARE_MM = 45.0
_INSET_MM = 7.0
"""White around the code, four of its modules or more."""
_LETTER_MM = 7.0


def _bad_name(name: str) -> str | None:
    """Why a card cannot bear the name, if it cannot."""
    if is_plain(name) and len(name) <= MOST_LETTERS:
        return None
    return f"--name {shown(name)}: a name card takes 1 to {MOST_LETTERS} letters in one line."


def _draw_name(pen: Pen, name: str) -> None:
    """Draws the code, and the name below it; a line to write it on if the fonts lack its letters."""
    bitmap = qr_bitmap(qr_code(f"LUCCA:NAME:{name}", utf8=True).matrix)
    pen.boxes(dark_boxes(bitmap, _INSET_MM, _INSET_MM, _SQUARE_MM / len(bitmap)), CODE_BLACK)
    middle, base = _SIZE_MM[0] / 2, _SIZE_MM[1] - _LETTER_MM
    if is_printable(name):
        pen.text(name, middle, base, _LETTER_MM, font=SANS_BOLD, anchor=0.5, room=_SQUARE_MM)
    else:
        pen.line(_INSET_MM, base, _INSET_MM + _SQUARE_MM, base)


WIDTH, _HEIGHT = 110.0, 70.0
_PANELS_INCH = (0.96, 1.3)
"""The diagonals of the usual displays; they are twice as wide as tall."""
_MM_PER_INCH = 25.4
_RIM_MM = 1.0
"""Margin of the window around the picture on each side."""
WINDOW_MIDDLE = (WIDTH / 2, 24.0)
BUTTONS = ((_("back"), 19.0), (_("up"), 43.0), (_("down"), 67.0), (_("OK"), 91.0))
BUTTONS_Y = 54.0
DRILL_MM = 12.0
_CROSS_MM = 9.0
_INK, _THIN, _GREY = "#000000", 0.15, "#777777"


def window_mm(inch: float) -> tuple[float, float]:
    """
    The window's width and height for a display of that diagonal.

    >>> [round(side, 1) for side in window_mm(0.96)]
    [23.8, 12.9]
    """
    short = inch * _MM_PER_INCH / hypot(1, 2)
    return 2 * short + 2 * _RIM_MM, short + 2 * _RIM_MM


def _housing_pieces() -> tuple[PrintedPiece, ...]:
    """A front for each size of display."""
    return tuple(
        PrintedPiece(f"front-{inch:g}-inch", WIDTH, _HEIGHT, partial(_draw_front, inch=inch), f"{inch:g}")
        for inch in _PANELS_INCH
    )


def _draw_housing_page(pen: Pen, paper: Paper) -> None:
    """The fronts one below the other, and the ruler below them."""
    left, y = (paper.width - WIDTH) / 2, 22.0
    with pen.from_start(paper.width):
        pen.text(say(_("Lucca scorer: the box's front")), left, 14, 4.6, font=SANS_BOLD)
    for piece in _housing_pieces():
        with pen.at(left, y):
            piece.draw(pen)
        y += _HEIGHT + 7
        for words in _words(piece.label):
            y = pen.paragraph(say(words), left, y, 3.0, WIDTH)
        y += 9
    with pen.at(12, paper.height - 13):
        ruler(pen)


def _words(inch: str) -> tuple[str, ...]:
    """The instructions for the front."""
    front = _(
        "The front of the box, for a display of {inch} inch: glue it on, prick the crosses, drill {drill} mm (or as "
        "wide as your buttons are), saw out the window.",
        inch=inch,
        drill=f"{DRILL_MM:g}",
    )
    return front, _(
        "Hold your display against the window first: on its board the picture is not in the middle. It is glued on "
        "from behind."
    )


def _draw_front(pen: Pen, inch: float) -> None:
    pen.box(0, 0, WIDTH, _HEIGHT, None, line=_INK, line_mm=_THIN, radius=3)
    _draw_window(pen, *window_mm(inch))
    for name, x in BUTTONS:
        pen.oval(x, BUTTONS_Y, DRILL_MM / 2, DRILL_MM / 2, None, line=_INK, line_mm=_THIN)
        for dx, dy in ((_CROSS_MM, 0), (0, _CROSS_MM)):
            pen.line(x - dx, BUTTONS_Y - dy, x + dx, BUTTONS_Y + dy, colour=_GREY, line_mm=_THIN)
        pen.text(say(name), x, BUTTONS_Y - _CROSS_MM - 1.2, 3.8, font=SANS_BOLD, anchor=0.5)


def _draw_window(pen: Pen, width: float, height: float) -> None:
    """The window, and lines beyond its corners for the saw."""
    x, y = WINDOW_MIDDLE
    pen.box(x - width / 2, y - height / 2, width, height, None, line=_INK, line_mm=_THIN)
    for right, down in product((-1, 1), repeat=2):
        corner_x, corner_y = right * width / 2, down * height / 2
        pen.line(x + corner_x, y + corner_y, x + corner_x + 3 * right, y + corner_y, colour=_GREY, line_mm=_THIN)
        pen.line(x + corner_x, y + corner_y, x + corner_x, y + corner_y + 3 * down, colour=_GREY, line_mm=_THIN)


_OUTLINE_REFUSED = "outline shows where a sheet's labels are: give --labels NAME."
_LINE_MM = 0.15
_TICKS_MM = 5
_WORDS = _(
    "Print this on plain paper and hold it with a sheet of labels against the light. If the lines are beside the "
    "labels' edges, count the ticks, 1 mm each: --shift-mm X Y moves all by X mm to the right and Y mm down."
)
_LETTERS_MM, _MARGIN_MM = 2.6, 2.5
_LEAST_WIDTH_MM = 70.0


def _label_outline(options: Options) -> Sheets:
    """A page with the edges of every label, moved as the options say. Raises PrintError where no labels are named."""
    labels = options.labels
    if not labels:
        raise PrintError(_OUTLINE_REFUSED)
    return whole_pages("outline", labels.paper, partial(_draw_outline, labels=labels, shift=options.shift_mm))


def _draw_outline(pen: Pen, labels: PageGrid, shift: tuple[float, float]) -> None:
    draw_label_ruler(pen, labels)
    with pen.at(*shift):
        for index in range(labels.places):
            with pen.at(*labels.place(index)):
                pen.box(0, 0, labels.width, labels.height, None, line=_INK, line_mm=_LINE_MM)
        for index in (0, labels.columns - 1, labels.places - labels.columns, labels.places - 1):
            with pen.at(*labels.place(index)):
                _draw_ticks(pen, labels)
    # the instructions, on a white field over some labels of the second row
    left, top = labels.place(labels.columns)
    width = max(_LEAST_WIDTH_MM, 2 * labels.width)
    words = lines(_WORDS, _LETTERS_MM, width - 2 * _MARGIN_MM)
    with pen.at(left, top), pen.from_start(width):
        framed(words, width, (_MARGIN_MM, _MARGIN_MM), fill="#ffffff", line=_INK, line_mm=_LINE_MM).draw(pen)


def _draw_ticks(pen: Pen, labels: PageGrid) -> None:
    """A cross in the label's middle with ticks of 1 mm."""
    x, y, far = labels.width / 2, labels.height / 2, float(_TICKS_MM)
    pen.line(x - far, y, x + far, y, colour=_INK, line_mm=_LINE_MM)
    pen.line(x, y - far, x, y + far, colour=_INK, line_mm=_LINE_MM)
    for at in range(-_TICKS_MM, _TICKS_MM + 1):
        long = 1.0 if at % _TICKS_MM == 0 else 0.5
        pen.line(x + at, y - long, x + at, y + long, colour=_INK, line_mm=_LINE_MM)
        pen.line(x - long, y + at, x + long, y + at, colour=_INK, line_mm=_LINE_MM)


_PHONE_STEPS = (
    (
        "•",
        _("Join the machine's Wi-Fi. Photograph the square on its display, or type the address below it."),
    ),
    ("1", _("Play your cards. Hands off the table.")),
    ("2", _("Press OK on the page. If the phone is the camera, stand one step back, with everybody's cards in sight.")),
    ("3", _("Leave the cards until the page says what the turn has brought. If it asks, tap the answer.")),
)
_PHONE_BUTTONS = (
    (_("OK: photograph the table"), _("where no camera hangs above the table: the photograph is the OK")),
    (_("More"), _("undo, change or enter a turn, pause, new game")),
    (_("This phone is"), _("your row gets a star, and your turn a banner and a buzz (an iPhone does not buzz)")),
    (_("Read results aloud"), _("points and reasons in the phone's own voice")),
    (_("Large view"), _("for a tablet or a television in the middle of the table")),
    (_("Past games"), _("leaf through a game, give names, send a picture, see who wins")),
)
_PHONE_SAYINGS = (
    (_("Answer from this phone"), _("type the four digits from the display, once an evening; looking needs none")),
    (_("That has been answered already."), _("somebody else was faster")),
    (_("what is wrong with a photograph"), _("do as the page says and photograph again, or its other side as well")),
    (_("No connection: this is the last state"), _("the phone is out of the Wi-Fi, or the machine is off; wait")),
)
_PHONE_CARD = QuickCard(
    _("The phone as camera and buttons"),
    _("Everybody may use a phone; nobody has to."),
    _PHONE_STEPS,
    _PHONE_SAYINGS,
    _PHONE_BUTTONS,
)


_COMMANDS_REFUSED = "a command card has one size and code: leave out --sticker-mm and --codes."
_SIGN_Y, _NAME_Y, _COMMAND_LETTERS_MM, _EDGE_MM = 18.0, 65.0, 3.2, 4.0


def command_pieces() -> tuple[PrintedPiece, ...]:
    """The command cards, each named by its code."""
    return tuple(
        PrintedPiece(str(code), *CARD_MM, partial(_draw_card, code=code, command=command))
        for code, command in COMMANDS.items()
    )


def _draw_card(pen: Pen, code: int, command: Command) -> None:
    (width, height), side = CARD_MM, sticker_of_square_mm(SQUARE_MM)
    pen.box(1.5, 1.5, width - 3, height - 3, "#ffffff", line=RED, line_mm=0.6, radius=3)
    draw_sign, name, line = _COMMANDS[command]
    draw_sign(pen, width / 2, _SIGN_Y)
    draw_sticker(pen, code, (width - side) / 2, (height - side) / 2, side)
    pen.text(say(name), width / 2, _NAME_Y, 5.6, RED, font=SERIF_BOLD, anchor=0.5, room=width - 2 * _EDGE_MM)
    pen.paragraph(say(line), _EDGE_MM, _NAME_Y + 6, _COMMAND_LETTERS_MM, width - 2 * _EDGE_MM, colour=INK)


def _pause(pen: Pen, x: float, y: float) -> None:
    for left in (-6.0, 2.0):
        pen.box(x + left, y - 8, 4, 16, INK, radius=0.8)


def _undo(pen: Pen, x: float, y: float) -> None:
    arc = [(x - 7 * cos(turn), y + 1 - 7 * sin(turn)) for turn in (pi / 24 * step for step in range(31))]
    pen.shape(arc, None, line=INK, line_mm=1.8, closed=False)
    pen.shape([(x - 11, y), (x - 3, y), (x - 7, y + 6)], INK)


def _new_game(pen: Pen, x: float, y: float) -> None:
    for turn_deg in (-14.0, 8.0):
        with pen.at(x, y, turn_deg):
            pen.box(-5, -8, 10, 15, "#ffffff", line=INK, line_mm=0.9, radius=1.2)
    for width, height in ((6.0, 1.4), (1.4, 6.0)):
        pen.box(x - width / 2, y - height / 2, width, height, RED)


def _hands_free(pen: Pen, x: float, y: float) -> None:
    pen.oval(x, y, 8, 8, None, line=INK, line_mm=1.2)
    pen.text("OK", x, y + 2.4, 6.6, PALE, font=SANS_BOLD, anchor=0.5)
    pen.line(x - 7.5, y + 7.5, x + 7.5, y - 7.5, colour=RED, line_mm=1.6)


def _language(pen: Pen, x: float, y: float) -> None:
    pen.shape([(x - 6, y + 4), (x - 1, y + 4), (x - 6.5, y + 9)], INK)
    pen.box(x - 11, y - 8, 22, 13, INK, radius=3)
    pen.text("A", x - 5.5, y + 1.6, 8, "#ffffff", font=SANS_BOLD, anchor=0.5)
    pen.text("\N{HEBREW LETTER ALEF}", x + 5.5, y + 1.6, 8, "#ffffff", font=SANS_BOLD, anchor=0.5)


_COMMANDS: Mapping[Command, tuple[Callable[[Pen, float, float], None], str, str]] = {
    "pause": (
        _pause,
        _("Pause"),
        _("A pause for as long as I lie here. First put everything back, then take me away."),
    ),
    "undo": (
        _undo,
        _("Undo"),
        _("Undoes a turn, but asks first. Yes: take me away, count to five, lay me elsewhere. No: take me away."),
    ),
    "new game": (
        _new_game,
        _("New game"),
        _("Begins a new game, but asks first. Yes: take me away, count to five, lay me elsewhere. No: take me away."),
    ),
    "hands-free": (_hands_free, _("Hands-free"), _("Turns count without OK. Lay me down another time: with OK again.")),
    "language": (_language, _("Language"), _("The next language, each time you lay me down.")),
}
"""The sign of each command, its name, and what its card does."""


BOARD_COLUMNS, BOARD_ROWS = 7, 10
BOARD_SQUARE_MM, BOARD_MARKER_MM = 25.0, 18.0
_FIRST_CODE = CODES
"""The first marker of DICT_5X5_250 that no piece bears."""


def charuco_board() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it, in mm."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    codes = np.arange(_FIRST_CODE, _FIRST_CODE + BOARD_COLUMNS * BOARD_ROWS // 2)
    return cv2.aruco.CharucoBoard((BOARD_COLUMNS, BOARD_ROWS), BOARD_SQUARE_MM, BOARD_MARKER_MM, dictionary, codes)


def _charuco_piece() -> PrintedPiece:
    """The board with its white margin of half a square."""
    size = (BOARD_COLUMNS + 1) * BOARD_SQUARE_MM, (BOARD_ROWS + 1) * BOARD_SQUARE_MM
    return PrintedPiece("board", *size, _draw_board)


def _draw_board(pen: Pen) -> None:
    board, side, edge = charuco_board(), BOARD_SQUARE_MM, BOARD_SQUARE_MM / 2
    width, height = BOARD_COLUMNS * side, BOARD_ROWS * side
    pen.box(0, 0, width + 2 * edge, height + 2 * edge, PAPER_WHITE)
    squares = [(x, y) for y in range(BOARD_ROWS) for x in range(BOARD_COLUMNS) if (x + y) % 2 == 0]
    pen.boxes([(edge + x * side, edge + y * side, side, side) for x, y in squares], CODE_BLACK)
    for code, corners in zip(np.ravel(np.asarray(board.getIds())), board.getObjPoints(), strict=True):
        left, top = (float(length) + edge for length in corners[0][:2])
        bitmap = cv2.aruco.generateImageMarker(board.getDictionary(), int(code), MODULES)
        pen.boxes(dark_boxes(np.asarray(bitmap, np.uint8), left, top, BOARD_MARKER_MM / MODULES), CODE_BLACK)


def _draw_board_page(pen: Pen, paper: Paper) -> None:
    """The board in the middle of the page, the ruler below it."""
    piece = _charuco_piece()
    with pen.at((paper.width - piece.width) / 2, (paper.height - piece.height) / 2):
        piece.draw(pen)
    with pen.at(12, paper.height - 13):
        ruler(pen)
    with pen.from_start(paper.width):
        pen.text(say(_("Lucca scorer: calibration board. Glue it flat on a board.")), 12, 9.5, 3.4, font=SANS_BOLD)


def _names(options: Options) -> Sheets:
    """Cards for names that a card can bear, and at least one."""
    problem = next((problem for problem in map(_bad_name, options.names) if problem), None)
    if problem or not options.names:
        raise PrintError(problem or NAMES_REFUSED)
    pieces = tuple(
        PrintedPiece(f"name-{number}", *_SIZE_MM, partial(_draw_name, name=name.strip()))
        for number, name in enumerate(options.names, start=1)
    )
    return Sheets("names", tuple(grid_pages(pieces, options.paper, _("Lucca scorer, name cards"))), pieces)


def _commands(options: Options) -> Sheets:
    pieces = command_pieces()
    return Sheets("commands", tuple(grid_pages(pieces, options.paper, _("Lucca scorer, command cards"))), pieces)


def _board(options: Options) -> Sheets:
    paper = options.paper
    page = PrintedPage(paper.width, paper.height, lambda pen: _draw_board_page(pen, paper))
    return Sheets("board", (page,), (_charuco_piece(),))


def _housing(options: Options) -> Sheets:
    paper = options.paper
    page = PrintedPage(paper.width, paper.height, lambda pen: _draw_housing_page(pen, paper))
    return Sheets("housing", (page,), _housing_pieces())


COMMON = Printables(
    {
        "names": Printable(_names, frozenset({"names"})),
        "phonecard": quick_card(_PHONE_CARD, lambda _size, _width: (), "phonecard"),
        "commands": of_one_size(_commands, _COMMANDS_REFUSED),
        "board": Printable(_board),
        "housing": Printable(_housing),
        "outline": Printable(_label_outline, frozenset({"labels"})),
    },
    {"labels": LABELS_REFUSED, "names": NAMES_REFUSED},
)
