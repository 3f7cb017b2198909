"""
The three ways a page is built: flowing text, a large name with lines below or beside it, and a table.

A line of text may hold a tab: the part after it goes to the right edge.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lucca_pi.contract.screens import PlayerRow
from lucca_pi.language import is_right_to_left
from lucca_pi.screens.canvas import HUGE, Canvas, Grid
from lucca_pi.screens.font import Size, width_px

Heading = tuple[str, str]
"""The texts at the left and at the right of the first line."""

_Lines = Callable[[int], list[str]]
"""A text broken into lines of at most the given width, px."""

_BEHIND_NUMBER = 4
"""Gap between a row's number and its name, in dots of a small letter."""

_FULL = 3
"""Rows of a table that fill a page: fewer rows are spaced as widely."""


def flowing(heading: Heading, lines: Sequence[str], grid: Grid, alarm: bool = False) -> list[Canvas]:
    """Pages of small text, each filled with lines; at least one page."""
    canvases = []
    for start in range(0, max(len(lines), 1), grid.lines):
        canvas = _headed(heading, grid, alarm)
        canvas.write_lines(grid.top, [*lines[start : start + grid.lines]])
        canvases.append(canvas)
    return canvases


def name_page(
    heading: Heading, name: str, value: str, text: _Lines, grid: Grid, *, more: Sequence[str] = ()
) -> list[Canvas]:
    """
    A name as large as fits beside the value, the text below it; a wide page has the text beside both.

    `more`, if there is any, goes on further pages, on roomy pages below the text.
    """
    if grid.is_wide and (canvas := _beside(heading, name, value, text, grid)):
        return [canvas, *(flowing(heading, more, grid) if more else [])]
    lines = text(grid.room)
    lines, more = ([*lines, *more], ()) if grid.is_roomy else (lines, more)
    canvas = _headed(heading, grid)
    left = canvas.write_right(grid.name_top, value, grid.large)
    shown, size = grid.largest(name, left - grid.gap - grid.margin if value else grid.room)
    canvas.write(grid.margin, grid.name_top, shown, size)
    canvas.write_lines(grid.below_name, [*lines[: grid.beside]])
    rest = [*lines[grid.beside :], *more]
    return [canvas, *(flowing(heading, rest, grid) if rest else [])]


def _beside(heading: Heading, name: str, value: str, text: _Lines, grid: Grid) -> Canvas | None:
    """
    The page with the name in the left column, as large as fits, above the value; the text in the right one, if all
    fits.
    """
    before = len(grid.losses)
    lines = text(grid.column)
    shown, size = grid.largest(name, grid.column, () if value else tuple(size * grid.scale for size in HUGE))
    is_whole = len(grid.losses) == before
    del grid.losses[before:]
    if not is_whole or len(lines) > grid.lines or any(_crossed(line, grid) for line in lines):
        return None
    if size.across <= grid.scale and len(text(grid.room)) <= grid.beside:
        return None  # below the whole width there is room for larger letters
    canvas = _headed(heading, grid)
    canvas.write(grid.margin, grid.name_top, shown, size)
    canvas.write(grid.margin, grid.name_top + size.capitals + grid.gap, value, grid.large)
    top = grid.top if len(lines) > 1 else grid.name_top + (size.capitals - grid.small.capitals) // 2
    canvas.write_lines(top, lines, canvas.right - grid.column)
    return canvas


def _crossed(line: str, grid: Grid) -> bool:
    """True if the parts before and after a tab do not fit beside one another in a column."""
    return sum(width_px(part, grid.small) + grid.gap for part in line.split("\t")) > grid.column + grid.gap


@dataclass(frozen=True, slots=True)
class _Rows:
    """The layout of a table's rows on a page: their letters, and their left and right edges, px."""

    size: Size
    left: int
    right: int
    fit: int
    """Rows below one another."""


def table(heading: Heading, rows: Sequence[PlayerRow], grid: Grid, first_stands_out: bool = False) -> list[Canvas]:
    """Pages of a table with a row for each player, as tall as fits if all are on a page; at least one page."""
    canvases = []
    for start in range(0, max(len(rows), 1), grid.lines):
        canvas = _headed(heading, grid)
        shown = rows[start : start + grid.lines]
        columns = _columns(shown, grid)
        for number, row in enumerate(shown):
            column = columns[number // columns[0].fit]
            in_column = min(len(shown), column.fit)
            y = _row_top(number % column.fit, in_column, column.size, grid)
            _write_row(canvas, row, y, column)
            if first_stands_out and start + number == 0:
                scale = grid.scale
                canvas.invert(y - 2 * scale, column.size.capitals + 4 * scale, column.left - grid.margin, column.right)
        canvases.append(canvas)
    return canvases


def fits(rows: Sequence[PlayerRow], grid: Grid) -> bool:
    """True if every row of a table is shown whole, even in bold letters."""
    bold = Size(grid.scale, grid.down, bold=True)
    return all(_width_px(row, bold, grid) <= grid.room for row in rows)


def _columns(rows: Sequence[PlayerRow], grid: Grid) -> list[_Rows]:
    """The columns of a page: one of the tallest letters in which all rows fit, or two where those are taller."""
    scale, whole, second = grid.scale, grid.margin + grid.room, grid.margin + grid.room - grid.column
    for down in range(min(2 * grid.down, 3 * scale), grid.down - 1, -1):
        size = Size(scale, down, bold=down > scale)
        fit = _fitting(size, grid)
        if down == grid.down:
            return [_Rows(size, grid.margin, whole, max(fit, grid.lines))]
        if len(rows) <= fit and all(_is_legible(row, grid.room, size, grid) for row in rows):
            return [_Rows(size, grid.margin, whole, fit)]
        if grid.is_wide and len(rows) <= 2 * fit and all(_width_px(row, size, grid) <= grid.column for row in rows):
            half = max((len(rows) + 1) // 2, min(fit, len(rows)))
            return [
                _Rows(size, grid.margin, grid.margin + grid.column, half),
                _Rows(size, second, whole, half),
            ]
    raise AssertionError


def _fitting(size: Size, grid: Grid) -> int:
    """Rows in these letters that fit on a page."""
    room = grid.height - 14 * grid.down - size.capitals - size.below
    return 1 + room // size.least_pitch


def _row_top(number: int, count: int, size: Size, grid: Grid) -> int:
    """The top of the capitals of a row, px; `number` counts from 0 to `count` - 1."""
    top = grid.top if size.down == grid.down else 14 * grid.down
    room = grid.height - top - size.capitals - size.below
    spread = min(size.capitals + 5 * grid.down, room // (max(count, _FULL) - 1))
    return top + number * max(spread, size.least_pitch)


def _is_legible(row: PlayerRow, room_px: int, size: Size, grid: Grid) -> bool:
    """True if the whole row fits in these letters, or if its name must be cut in small letters as well."""
    return _width_px(row, size, grid) <= room_px or _width_px(row, grid.small, grid) > room_px


def _width_px(row: PlayerRow, size: Size, grid: Grid) -> int:
    """Least width of the row, px."""
    after = [width_px(row.note, grid.small), width_px(row.value, size)]
    before = _before_px(row, size)
    return before + width_px(row.name, size) + sum(width + grid.gap for width in after if width)


def _before_px(row: PlayerRow, size: Size) -> int:
    """Distance of a name from the edge, px."""
    return width_px("0", size) + _BEHIND_NUMBER * size.across if row.before else 0


def _headed(heading: Heading, grid: Grid, alarm: bool = False) -> Canvas:
    """An empty page with its heading."""
    canvas = Canvas(grid, mirrored=is_right_to_left())
    canvas.heading(*heading, alarm)
    return canvas


def _write_row(canvas: Canvas, row: PlayerRow, y: int, column: _Rows) -> None:
    """Writes a row with the top of its capitals at y."""
    grid, size = canvas.grid, column.size
    x = canvas.write_right(y, row.value, size, column.right)
    if row.note:
        x -= width_px(row.note, grid.small) + (grid.gap if row.value else 0)
        canvas.write(x, y + size.capitals - grid.small.capitals, row.note)
    canvas.write(column.left, y, row.before, size)
    name_x = column.left + _before_px(row, size)
    canvas.write(name_x, y, grid.cut(row.name, x - grid.gap - name_x, size), size)
