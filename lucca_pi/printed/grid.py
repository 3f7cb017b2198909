"""Pieces of one size in rows and columns on a page, with marks for cutting, and their backs where they belong."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from lucca_pi.language import _, say
from lucca_pi.printed.files import Page
from lucca_pi.printed.furniture import CUT_LINE, CUT_LINE_MM, RULER_MM, ruler
from lucca_pi.printed.paper import PRINTERS_MARGIN_MM, Paper
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.piece import Piece

MARGIN_MM = 7.0
"""Room for the marks at each side."""
RULER_FROM_EDGE_MM = PRINTERS_MARGIN_MM + 0.3
MARK_FROM, MARK_TO = 1.0, 5.0
"""How far from the cut edge a mark begins and ends."""
RULER_FROM_CORNER_MM = 12.0
ROOM_FOR_RULER_MM = 15.0


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of cells in the middle of the page; a cell is a piece and its bleed."""

    paper: Paper
    width: float
    height: float
    bleed: float

    @property
    def columns(self) -> int:
        """Pieces side by side."""
        return max(0, int((self.paper.width - 2 * MARGIN_MM) // (self.width + 2 * self.bleed)))

    @property
    def rows(self) -> int:
        """Pieces one below the other."""
        return max(0, int((self.paper.height - 2 * MARGIN_MM) // (self.height + 2 * self.bleed)))

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

        Turned over its long edge an upright page changes left and right, a page on its side top and bottom.
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


def best_grid(paper: Paper, size: tuple[float, float], bleed: float, count: int) -> Grid:
    """The page upright, unless more of `count` pieces of that size fit on it on its side; it may hold none."""
    grids = (Grid(one, *size, bleed) for one in (paper, paper.landscape))
    return max(grids, key=lambda grid: min(grid.places, count))


def grid_pages(pieces: Sequence[Piece], grid: Grid, title: str) -> Iterator[Page]:
    """Fronts, each page followed by its backs if its pieces have any."""
    count = -(-len(pieces) // grid.places)
    for number in range(count):
        some = pieces[number * grid.places : (number + 1) * grid.places]
        note = _("{title}, sheet {number} of {count}", title=title, number=number + 1, count=count)
        yield Page(grid.paper.width, grid.paper.height, partial(_draw_fronts, pieces=some, grid=grid, note=note))
        if any(piece.back for piece in some):
            yield Page(grid.paper.width, grid.paper.height, partial(_draw_backs, pieces=some, grid=grid))


def _draw_fronts(pen: Pen, pieces: Sequence[Piece], grid: Grid, note: str) -> None:
    _draw_each(pen, [piece.draw for piece in pieces], grid)
    _draw_margin(pen, grid, note)


def _draw_backs(pen: Pen, pieces: Sequence[Piece], grid: Grid) -> None:
    _draw_each(pen, [piece.back for piece in pieces], grid, behind=True)


def _draw_each(pen: Pen, draws: Sequence[Callable[[Pen], None] | None], grid: Grid, *, behind: bool = False) -> None:
    _draw_marks(pen, grid)
    for index, draw in enumerate(draws):
        if draw:
            with pen.at(*grid.place(index, behind)):
                draw(pen)


def _draw_marks(pen: Pen, grid: Grid) -> None:
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
    """How far from the cut a mark begins and ends, `room` mm from the page's edge."""
    return bleed + MARK_FROM, min(bleed + MARK_TO, room - PRINTERS_MARGIN_MM - CUT_LINE_MM)


def _draw_margin(pen: Pen, grid: Grid, note: str) -> None:
    """The ruler and the sheet's name along the left or the upper margin, where one of them is wide enough."""
    paper, aside, above = grid.paper, grid.column_edges()[0][0] - grid.bleed, grid.row_edges()[0][0] - grid.bleed
    if aside >= ROOM_FOR_RULER_MM:
        with pen.at(RULER_FROM_EDGE_MM, paper.height - RULER_FROM_CORNER_MM, -90):
            _draw_ruler_and_note(pen, note, paper.height)
    elif above >= ROOM_FOR_RULER_MM:
        with pen.at(RULER_FROM_CORNER_MM, RULER_FROM_EDGE_MM):
            _draw_ruler_and_note(pen, note, paper.width)


def _draw_ruler_and_note(pen: Pen, note: str, length: float) -> None:
    ruler(pen)
    pen.text(say(note), RULER_MM + 3, 5.8, 2.6, room=length - RULER_MM - 2 * RULER_FROM_CORNER_MM)
