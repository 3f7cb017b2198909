"""
Prints for every game: name cards, command cards, the board for calibrating, the front of the box, and labels' outlines.

A name card, laid beside a quarter before the deal, shows the camera who sits there. The front of the box for display
and buttons has its true size: people drill and saw by it, and it stays on the box as its face. The outline of a sheet
of labels, printed on plain paper and held against the sheet, shows how far the printer is off.
"""

from collections.abc import Sequence
from functools import partial
from itertools import product
from math import hypot

from lucca_pi.language import _, say
from lucca_pi.outside import MOST_LETTERS, is_plain, shown
from lucca_pi.printed.charuco import charuco_piece, draw_board_page
from lucca_pi.printed.command_cards import COMMANDS_REFUSED, command_pieces
from lucca_pi.printed.pages import PrintedPage, PrintedPiece
from lucca_pi.printed.paper import LabelSheet, Paper
from lucca_pi.printed.pen import SANS_BOLD, Pen, is_printable
from lucca_pi.printed.phonecard import draw_phonecard
from lucca_pi.printed.prints import (
    LABELS_REFUSED,
    NAMES_REFUSED,
    Options,
    Printable,
    Printables,
    PrintError,
    Sheets,
    of_one_size,
)
from lucca_pi.printed.qr import qr_code
from lucca_pi.printed.quickcard import quick_card
from lucca_pi.printed.sheets import grid_pages, ruler
from lucca_pi.printed.stickers import CODE_BLACK, dark_boxes, draw_label_ruler, qr_bitmap

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


def _name_pieces(names: Sequence[str]) -> tuple[PrintedPiece, ...]:
    """A card for each name, called name-1, name-2, ..."""
    return tuple(
        PrintedPiece(f"name-{number}", *_SIZE_MM, partial(_draw_name, name=name.strip()))
        for number, name in enumerate(names, start=1)
    )


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
    paper, draw = labels.paper, partial(_draw_outline, labels=labels, shift=options.shift_mm)
    piece = PrintedPiece("outline", paper.width, paper.height, draw)
    return Sheets("outline", (PrintedPage(paper.width, paper.height, draw),), (piece,))


def _draw_outline(pen: Pen, labels: LabelSheet, shift: tuple[float, float]) -> None:
    draw_label_ruler(pen, labels)
    with pen.at(*shift):
        for index in range(labels.places):
            with pen.at(*labels.place(index)):
                pen.box(0, 0, labels.width, labels.height, None, line=_INK, line_mm=_LINE_MM)
        for index in (0, labels.columns - 1, labels.places - labels.columns, labels.places - 1):
            with pen.at(*labels.place(index)):
                _draw_ticks(pen, labels)
    _draw_outline_words(pen, labels)


def _draw_ticks(pen: Pen, labels: LabelSheet) -> None:
    """A cross in the label's middle with ticks of 1 mm."""
    x, y, far = labels.width / 2, labels.height / 2, float(_TICKS_MM)
    pen.line(x - far, y, x + far, y, colour=_INK, line_mm=_LINE_MM)
    pen.line(x, y - far, x, y + far, colour=_INK, line_mm=_LINE_MM)
    for at in range(-_TICKS_MM, _TICKS_MM + 1):
        long = 1.0 if at % _TICKS_MM == 0 else 0.5
        pen.line(x + at, y - long, x + at, y + long, colour=_INK, line_mm=_LINE_MM)
        pen.line(x - long, y + at, x + long, y + at, colour=_INK, line_mm=_LINE_MM)


def _draw_outline_words(pen: Pen, labels: LabelSheet) -> None:
    """The instructions, on a white field over some labels of the second row."""
    left, top = labels.place(labels.columns)
    width = max(_LEAST_WIDTH_MM, 2 * labels.width)
    words = say(_WORDS), _MARGIN_MM, _MARGIN_MM + _LETTERS_MM, _LETTERS_MM, width - 2 * _MARGIN_MM
    with pen.at(left, top):
        pen.box(0, 0, width, Pen.aside(labels.paper.height).paragraph(*words), "#ffffff", line=_INK, line_mm=_LINE_MM)
        pen.paragraph(*words)


def _names(options: Options) -> Sheets:
    """Cards for names that a card can bear, and at least one."""
    problem = next((problem for problem in map(_bad_name, options.names) if problem), None)
    if problem or not options.names:
        raise PrintError(problem or NAMES_REFUSED)
    pieces = _name_pieces(options.names)
    return Sheets("names", tuple(grid_pages(pieces, options.paper, _("Lucca scorer, name cards"))), pieces)


def _commands(options: Options) -> Sheets:
    pieces = command_pieces()
    return Sheets("commands", tuple(grid_pages(pieces, options.paper, _("Lucca scorer, command cards"))), pieces)


def _board(options: Options) -> Sheets:
    paper = options.paper
    page = PrintedPage(paper.width, paper.height, lambda pen: draw_board_page(pen, paper))
    return Sheets("board", (page,), (charuco_piece(),))


def _housing(options: Options) -> Sheets:
    paper = options.paper
    page = PrintedPage(paper.width, paper.height, lambda pen: _draw_housing_page(pen, paper))
    return Sheets("housing", (page,), _housing_pieces())


COMMON = Printables(
    {
        "names": Printable(_names, frozenset({"names"})),
        "phonecard": quick_card(draw_phonecard, "phonecard"),
        "commands": of_one_size(_commands, COMMANDS_REFUSED),
        "board": Printable(_board),
        "housing": Printable(_housing),
        "outline": Printable(_label_outline, frozenset({"labels"})),
    },
    {"labels": LABELS_REFUSED, "names": NAMES_REFUSED},
)
