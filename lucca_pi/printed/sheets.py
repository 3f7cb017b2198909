"""
Pieces on sheets: in rows and columns with marks for cutting, or, larger than a page, on sheets that are joined.

Beside them are the marks, and the ruler that checks the printer's scale.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil

from lucca_pi.language import _, say
from lucca_pi.printed.paper import PRINTERS_MARGIN_MM, PageGrid, Paper
from lucca_pi.printed.pen import Pen, PrintedPage, PrintedPiece

CUT_LINE = "#555555"
CUT_LINE_MM = 0.15
_RULER_MM = 100
RULER_HEIGHT = 6.0


def corner_marks(pen: Pen, width: float, height: float, *, away: float = 0.4, length: float = 1.2) -> None:
    """Marks outside the corners of an area at the origin, in line with its edges."""
    for x, right in ((0.0, -1), (width, 1)):
        for y, down in ((0.0, -1), (height, 1)):
            start, end = away, away + length
            pen.line(x + right * start, y, x + right * end, y, colour=CUT_LINE, line_mm=CUT_LINE_MM)
            pen.line(x, y + down * start, x, y + down * end, colour=CUT_LINE, line_mm=CUT_LINE_MM)


def ruler(pen: Pen) -> None:
    """Draws a ruler of 100 mm from the origin to the right, RULER_HEIGHT tall, with its purpose in words."""
    pen.line(0, 0, _RULER_MM, 0, line_mm=0.2)
    for at in range(_RULER_MM + 1):
        pen.line(at, 0, at, 3.0 if at % 10 == 0 else 2.2 if at % 5 == 0 else 1.3, line_mm=0.2 if at % 10 == 0 else 0.1)
    for at in range(0, _RULER_MM + 1, 10):
        pen.text(str(at), at, 5.6, 2.4, anchor=0.5)
    words = say(_("must measure 100 mm: print at 100 % (“actual size”)"))
    pen.text(words, _RULER_MM + 3, 2.6, 2.6)


_MARGIN_MM = 7.0
"""Room for the marks at each side."""
_RULER_FROM_EDGE_MM = PRINTERS_MARGIN_MM + 0.3
_MARK_FROM, _MARK_TO = 1.0, 5.0
"""Distances from the cut edge at which a mark begins and ends."""
_RULER_FROM_CORNER_MM = 12.0
_ROOM_FOR_RULER_MM = 15.0
_UNOFFICIAL = _("Unofficial, and free for ever; if you can buy the game, do.")


def best_grid(paper: Paper, size: tuple[float, float], bleed: float, count: int) -> PageGrid:
    """The grid for a portrait page, or landscape if more of `count` pieces of that size fit; it may hold none."""

    def most(room: float, side: float) -> int:
        return max(0, int((room - 2 * _MARGIN_MM) // (side + 2 * bleed)))

    width, height = size
    grids = (
        PageGrid(page, most(page.width, width), most(page.height, height), *size, 2 * bleed, 2 * bleed)
        for page in (paper, paper.landscape)
    )
    return max(grids, key=lambda grid: min(grid.places, count))


def behind(grid: PageGrid, index: int) -> int:
    """
    The number of the place behind a place, on the page's back.

    Turned over its long edge, a portrait page swaps left and right, a landscape page top and bottom.
    """
    row, column = divmod(index, grid.columns)
    if grid.paper.is_upright:
        return row * grid.columns + grid.columns - 1 - column
    return (grid.rows - 1 - row) * grid.columns + column


def grid_pages(pieces: Sequence[PrintedPiece], paper: Paper, title: str, bleed: float = 0.0) -> Iterator[PrintedPage]:
    """Pieces of one size: their fronts, each page followed by its backs if its pieces have any."""
    grid = best_grid(paper, (pieces[0].width, pieces[0].height), bleed, len(pieces))
    count = -(-len(pieces) // grid.places)
    for number in range(count):
        some = pieces[number * grid.places : (number + 1) * grid.places]
        note = _("{title}, sheet {number} of {count}", title=title, number=number + 1, count=count)
        yield PrintedPage(grid.paper.width, grid.paper.height, partial(_draw_fronts, pieces=some, grid=grid, note=note))
        if any(piece.back for piece in some):
            yield PrintedPage(grid.paper.width, grid.paper.height, partial(_draw_backs, pieces=some, grid=grid))


def _draw_fronts(pen: Pen, pieces: Sequence[PrintedPiece], grid: PageGrid, note: str) -> None:
    _draw_marks(pen, grid)
    for index, piece in enumerate(pieces):
        with pen.at(*grid.place(index)):
            piece.draw(pen)
    # the ruler and the sheet's name along the left or the upper margin, where one of them is wide enough
    paper, bleed = grid.paper, grid.gap / 2
    if grid.left - bleed >= _ROOM_FOR_RULER_MM:
        with pen.at(_RULER_FROM_EDGE_MM, paper.height - _RULER_FROM_CORNER_MM, -90):
            _draw_ruler_and_note(pen, note, paper.height)
    elif grid.top - bleed >= _ROOM_FOR_RULER_MM:
        with pen.at(_RULER_FROM_CORNER_MM, _RULER_FROM_EDGE_MM):
            _draw_ruler_and_note(pen, note, paper.width)


def _draw_backs(pen: Pen, pieces: Sequence[PrintedPiece], grid: PageGrid) -> None:
    _draw_marks(pen, grid)
    for index, piece in enumerate(pieces):
        if piece.back:
            with pen.at(*grid.place(behind(grid, index))):
                piece.back(pen)


def _draw_marks(pen: Pen, grid: PageGrid) -> None:
    """Lines outside of the grid, in line with every cut."""
    lefts = [grid.place(column)[0] for column in range(grid.columns)]
    tops = [grid.place(row * grid.columns)[1] for row in range(grid.rows)]
    for x in {edge for left in lefts for edge in (left, left + grid.width)}:
        near, far = _mark(grid.gap / 2, tops[0])
        for y, down in ((tops[0], -1), (tops[-1] + grid.height, 1)):
            pen.line(x, y + down * near, x, y + down * far, colour=CUT_LINE, line_mm=CUT_LINE_MM)
    for y in {edge for top in tops for edge in (top, top + grid.height)}:
        near, far = _mark(grid.gap / 2, lefts[0])
        for x, right in ((lefts[0], -1), (lefts[-1] + grid.width, 1)):
            pen.line(x + right * near, y, x + right * far, y, colour=CUT_LINE, line_mm=CUT_LINE_MM)


def _mark(bleed: float, room: float) -> tuple[float, float]:
    """The distances from the cut at which a mark begins and ends, `room` mm from the page's edge."""
    return bleed + _MARK_FROM, min(bleed + _MARK_TO, room - PRINTERS_MARGIN_MM - CUT_LINE_MM)


def _draw_ruler_and_note(pen: Pen, note: str, length: float) -> None:
    ruler(pen)
    for line, below in ((note, 5.8), (_UNOFFICIAL, 9.0)):
        pen.text(say(line), _RULER_MM + 3, below, 2.6, room=length - _RULER_MM - 2 * _RULER_FROM_CORNER_MM)


BORDER_MM = 12.0
"""White around each part: cut off where another sheet is laid over it, else what that one is glued on."""
_JOINED_RULER_TOP_MM = 5.3


@dataclass(frozen=True, slots=True)
class _SheetJoint:
    """The division of a piece among pages: all parts are alike, and as large as the page takes."""

    paper: Paper
    width: float
    height: float

    @property
    def columns(self) -> int:
        """Sheets side by side."""
        return ceil(self.width / (self.paper.width - 2 * BORDER_MM))

    @property
    def rows(self) -> int:
        """Sheets one below the other."""
        return ceil(self.height / (self.paper.height - 2 * BORDER_MM))

    @property
    def part(self) -> tuple[float, float]:
        """The width and height of a part."""
        return self.width / self.columns, self.height / self.rows


def best_joint(paper: Paper, size: tuple[float, float]) -> _SheetJoint:
    """The joint of portrait pages, or of landscape pages if fewer of these are needed."""
    return min(
        (_SheetJoint(one, *size) for one in (paper, paper.landscape)), key=lambda joint: joint.columns * joint.rows
    )


def joined_pages(piece: PrintedPiece, paper: Paper, title: str) -> Iterator[PrintedPage]:
    """The parts row by row, each with marks at its corners, a ruler, and its row and column."""
    joint = best_joint(paper, (piece.width, piece.height))
    for row in range(joint.rows):
        for column in range(joint.columns):
            place = {"row": row + 1, "rows": joint.rows, "column": column + 1, "columns": joint.columns}
            note = _("{title}, row {row} of {rows}, column {column} of {columns}", title=title, **place)
            draw = partial(_draw_part, piece=piece, joint=joint, at=(column, row), note=note)
            yield PrintedPage(joint.paper.width, joint.paper.height, draw)


def _draw_part(pen: Pen, piece: PrintedPiece, joint: _SheetJoint, at: tuple[int, int], note: str) -> None:
    (width, height), (column, row) = joint.part, at
    with pen.at((joint.paper.width - width) / 2, (joint.paper.height - height) / 2):
        with pen.within(0, 0, width, height), pen.at(-column * width, -row * height):
            piece.draw(pen)
        corner_marks(pen, width, height, length=4.0)
    with pen.at(BORDER_MM, _JOINED_RULER_TOP_MM):
        ruler(pen)
        pen.text(say(note), _RULER_MM + 3, 5.4, 2.6, room=joint.paper.width - _RULER_MM - 3 - 2 * BORDER_MM)
