"""The outline of a sheet of labels: printed on plain paper and held against it, it shows how far the printer is off."""

from functools import partial

from lucca_pi.language import _, say
from lucca_pi.printed.files import Page
from lucca_pi.printed.make import Options, PrintError, Sheets
from lucca_pi.printed.paper import LabelSheet
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.piece import Piece
from lucca_pi.printed.stickers import draw_label_ruler

OUTLINE_REFUSED = "outline shows where a sheet's labels are: give --labels NAME."
INK, LINE_MM = "#000000", 0.15
TICKS_MM = 5
WORDS = _(
    "Print this on plain paper and hold it with a sheet of labels against the light. If the lines are beside the "
    "labels' edges, count the ticks, 1 mm each: --shift-mm X Y moves all by X mm to the right and Y mm down."
)
LETTERS_MM, MARGIN_MM = 2.6, 2.5
LEAST_WIDTH_MM = 70.0


def outline(options: Options) -> Sheets:
    """A page with the edges of every label, moved as the options say. Raises PrintError where no labels are named."""
    labels = options.labels
    if not labels:
        raise PrintError(OUTLINE_REFUSED)
    paper, draw = labels.paper, partial(_draw_outline, labels=labels, shift=options.shift_mm)
    piece = Piece("outline", paper.width, paper.height, draw)
    return Sheets("outline", (Page(paper.width, paper.height, draw),), (piece,))


def _draw_outline(pen: Pen, labels: LabelSheet, shift: tuple[float, float]) -> None:
    draw_label_ruler(pen, labels)
    with pen.at(*shift):
        for index in range(labels.places):
            with pen.at(*labels.place(index)):
                pen.box(0, 0, labels.width, labels.height, None, line=INK, line_mm=LINE_MM)
        for index in (0, labels.columns - 1, labels.places - labels.columns, labels.places - 1):
            with pen.at(*labels.place(index)):
                _draw_ticks(pen, labels)
    _draw_words(pen, labels)


def _draw_ticks(pen: Pen, labels: LabelSheet) -> None:
    """A cross in the label's middle with ticks of 1 mm."""
    x, y, far = labels.width / 2, labels.height / 2, float(TICKS_MM)
    pen.line(x - far, y, x + far, y, colour=INK, line_mm=LINE_MM)
    pen.line(x, y - far, x, y + far, colour=INK, line_mm=LINE_MM)
    for at in range(-TICKS_MM, TICKS_MM + 1):
        long = 1.0 if at % TICKS_MM == 0 else 0.5
        pen.line(x + at, y - long, x + at, y + long, colour=INK, line_mm=LINE_MM)
        pen.line(x - long, y + at, x + long, y + at, colour=INK, line_mm=LINE_MM)


def _draw_words(pen: Pen, labels: LabelSheet) -> None:
    """What to do with it, on a white field over some labels of the second row."""
    left, top = labels.place(labels.columns)
    width = max(LEAST_WIDTH_MM, 2 * labels.width)
    words = say(WORDS), MARGIN_MM, MARGIN_MM + LETTERS_MM, LETTERS_MM, width - 2 * MARGIN_MM
    with pen.at(left, top):
        pen.box(0, 0, width, Pen.aside(labels.paper.height).paragraph(*words), "#ffffff", line=INK, line_mm=LINE_MM)
        pen.paragraph(*words)
