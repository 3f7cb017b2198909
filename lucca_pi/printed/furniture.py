"""What stands on a sheet beside the pieces: marks for cutting, and the ruler that checks the printer's scale."""

from lucca_pi.language import _, say
from lucca_pi.printed.pen import Pen

CUT_LINE = "#555555"
CUT_LINE_MM = 0.15
RULER_MM = 100
RULER_HEIGHT = 6.0


def corner_marks(pen: Pen, width: float, height: float, *, away: float = 0.4, length: float = 1.2) -> None:
    """Marks outside the corners of an area at the origin, in line with its edges."""
    for x, right in ((0.0, -1), (width, 1)):
        for y, down in ((0.0, -1), (height, 1)):
            start, end = away, away + length
            pen.line(x + right * start, y, x + right * end, y, colour=CUT_LINE, line_mm=CUT_LINE_MM)
            pen.line(x, y + down * start, x, y + down * end, colour=CUT_LINE, line_mm=CUT_LINE_MM)


def ruler(pen: Pen) -> None:
    """A ruler of 100 mm from the origin to the right, RULER_HEIGHT tall, and what it is for."""
    pen.line(0, 0, RULER_MM, 0, line_mm=0.2)
    for at in range(RULER_MM + 1):
        pen.line(at, 0, at, 3.0 if at % 10 == 0 else 2.2 if at % 5 == 0 else 1.3, line_mm=0.2 if at % 10 == 0 else 0.1)
    for at in range(0, RULER_MM + 1, 10):
        pen.text(str(at), at, 5.6, 2.4, anchor=0.5)
    words = say(_("must measure 100 mm: print at 100 % (“actual size”)"))
    pen.text(words, RULER_MM + 3, 2.6, 2.6)
