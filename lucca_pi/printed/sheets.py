"""
Pieces on sheets: in rows and columns with marks for cutting, or, larger than a page, on sheets that are joined.

Beside them are the marks, and the ruler that checks the printer's scale.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil

from lucca_pi.language import _, say
from lucca_pi.printed.paper import PRINTERS_MARGIN_MM, Paper
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


@dataclass(frozen=True, slots=True)
class _CutGrid:
    """Columns and rows of cells in the middle of the page; a cell is a piece and its bleed."""

    paper: Paper
    width: float
    height: float
    bleed: float

    @property
    def columns(self) -> int:
        """Pieces side by side."""
        return max(0, int((self.paper.width - 2 * _MARGIN_MM) // (self.width + 2 * self.bleed)))

    @property
    def rows(self) -> int:
        """Pieces one below the other."""
        return max(0, int((self.paper.height - 2 * _MARGIN_MM) // (self.height + 2 * self.bleed)))

    @property
    def places(self) -> int:
        """Pieces on a page."""
        return self.columns * self.rows

    def column_edges(self) -> list[tuple[float, float]]:
        """The left and right edge of the pieces in each column."""
        return _edges(self.paper.width, self.columns, self.width, self.bleed)

    def row_edges(self) -> list[tuple[float, float]]:
        """The upper and lower edge of the pieces in each row."""
        return _edges(self.paper.height, self.rows, self.height, self.bleed)

    def place(self, index: int, behind: bool = False) -> tuple[float, float]:
        """
        The upper left corner of the piece of that number, row by row; `behind`: of its back.

        Turned over its long edge, a portrait page swaps left and right, a landscape page top and bottom.
        """
        row, column = divmod(index, self.columns)
        if behind and self.paper.is_upright:
            column = self.columns - 1 - column
        elif behind:
            row = self.rows - 1 - row
        return self.column_edges()[column][0], self.row_edges()[row][0]


def _edges(length: float, count: int, size: float, bleed: float) -> list[tuple[float, float]]:
    pitch = size + 2 * bleed
    first = (length - count * pitch) / 2 + bleed
    return [(first + index * pitch, first + index * pitch + size) for index in range(count)]


def best_grid(paper: Paper, size: tuple[float, float], bleed: float, count: int) -> _CutGrid:
    """The grid for a portrait page, or landscape if more of `count` pieces of that size fit; it may hold none."""
    grids = (_CutGrid(one, *size, bleed) for one in (paper, paper.landscape))
    return max(grids, key=lambda grid: min(grid.places, count))


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


def _draw_fronts(pen: Pen, pieces: Sequence[PrintedPiece], grid: _CutGrid, note: str) -> None:
    _draw_each(pen, [piece.draw for piece in pieces], grid)
    # the ruler and the sheet's name along the left or the upper margin, where one of them is wide enough
    paper, aside, above = grid.paper, grid.column_edges()[0][0] - grid.bleed, grid.row_edges()[0][0] - grid.bleed
    if aside >= _ROOM_FOR_RULER_MM:
        with pen.at(_RULER_FROM_EDGE_MM, paper.height - _RULER_FROM_CORNER_MM, -90):
            _draw_ruler_and_note(pen, note, paper.height)
    elif above >= _ROOM_FOR_RULER_MM:
        with pen.at(_RULER_FROM_CORNER_MM, _RULER_FROM_EDGE_MM):
            _draw_ruler_and_note(pen, note, paper.width)


def _draw_backs(pen: Pen, pieces: Sequence[PrintedPiece], grid: _CutGrid) -> None:
    _draw_each(pen, [piece.back for piece in pieces], grid, behind=True)


def _draw_each(
    pen: Pen, draws: Sequence[Callable[[Pen], None] | None], grid: _CutGrid, *, behind: bool = False
) -> None:
    _draw_marks(pen, grid)
    for index, draw in enumerate(draws):
        if draw:
            with pen.at(*grid.place(index, behind)):
                draw(pen)


def _draw_marks(pen: Pen, grid: _CutGrid) -> None:
    """Lines outside of the grid, in line with every cut."""
    columns, rows = grid.column_edges(), grid.row_edges()
    for x in {edge for edges in columns for edge in edges}:
        near, far = _mark(grid.bleed, rows[0][0])
        for y, down in ((rows[0][0], -1), (rows[-1][1], 1)):
            pen.line(x, y + down * near, x, y + down * far, colour=CUT_LINE, line_mm=CUT_LINE_MM)
    for y in {edge for edges in rows for edge in edges}:
        near, far = _mark(grid.bleed, columns[0][0])
        for x, right in ((columns[0][0], -1), (columns[-1][1], 1)):
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
