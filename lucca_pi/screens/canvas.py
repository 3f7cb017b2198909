"""The canvas that a display's page is written on: its lines, its sizes, the fitting of texts, and kinds of pages."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw

from lucca_pi.contract.screens import PlayerRow
from lucca_pi.language import is_right_to_left
from lucca_pi.ports import Panel
from lucca_pi.screens.font import BOLD, LARGE, SMALL, TALL, Size, line, width_px

_FEWEST_LINES, _NARROWEST = 5, 120
"""Fewest lines below a heading, and dots across, for which letters are enlarged: pages are laid out for that many."""

_WIDE = 200
"""Least width, in dots of a small letter, of a low page in two columns."""

HUGE = Size(4, 4), Size(3, 3), Size(2, 4, bold=True)
"""Sizes of a name that has a column of its own, largest first."""


class Grid:
    """
    The measures of a page in px, for letters `scale` times as wide and `down` times as high as they were drawn.

    `bar`: at the right edge a bar shows which page of several it is, and text keeps clear of it. `losses`: texts that
    were cut, and words that were broken, to fit.
    """

    def __init__(self, panel: Panel, scale: int = 1, down: int = 0, *, bar: bool = False) -> None:
        """Measures the page; `down` 0: the same as `scale`."""
        self.panel, self.scale, self.down = panel, scale, down or scale
        self.width, self.height = panel.width, panel.height
        self.margin, self.gap = scale, 5 * scale
        self.room = self.width - 2 * self.margin - (4 * scale if bar else 0)
        if self.down == scale:
            self.small, self.bold, self.tall, self.large = (size * scale for size in (SMALL, BOLD, TALL, LARGE))
        else:
            self.small = self.bold = Size(scale, self.down, bold=True)
            self.tall, self.large = (Size(across * scale, 2 * self.down, bold=True) for across in (1, 2))
        self.losses: list[str] = []
        under = 14 * self.down
        last = self.height - self.small.capitals - self.small.below
        self.lines = 1 + (last - under) // self.small.least_pitch
        """Lines of small text below the heading."""
        self.pitch = min((last - under) // max(self.lines - 1, 1), 11 * self.down)
        self.top = min(last - self.pitch * (self.lines - 1), 15 * self.down)
        """The top of the capitals in the first line below the heading, px."""
        self.beside = 1 + (last - 33 * self.down) // self.pitch
        """Lines of small text below a large name."""
        self.below_name = min(last - self.pitch * (self.beside - 1), 36 * self.down)
        self.name_top = self.below_name - 19 * self.down

    @property
    def is_roomy(self) -> bool:
        """True if there are more lines than the fewest: summary and reasons share a page."""
        return self.lines > _FEWEST_LINES

    @property
    def is_wide(self) -> bool:
        """True if a page is low and wide: a name is beside its lines, and a table may have two columns."""
        return not self.is_roomy and self.width >= _WIDE * self.down

    @property
    def column(self) -> int:
        """The width of one of two columns."""
        return (self.room - 2 * self.gap) // 2

    def cut(self, text: str, room_px: int, size: Size | None = None) -> str:
        """The text, or its longest beginning that fits with an ellipsis."""
        size = size or self.small
        if width_px(text, size) <= room_px:
            return text
        self.losses.append(text)
        while text and width_px(text.rstrip() + "…", size) > room_px:
            text = text[:-1]
        return text.rstrip() + "…"

    def wrapped(self, text: str, room_px: int | None = None, indent: str = "") -> list[str]:
        """The text in lines that fit; a word longer than a line is broken. Later lines begin with `indent`."""
        room_px = self.room if room_px is None else room_px
        lines: list[str] = []
        for piece in (piece for word in text.split() for piece in self.broken(word, room_px, indent)):
            if lines and width_px(f"{lines[-1]} {piece}", self.small) <= room_px:
                lines[-1] += f" {piece}"
            else:
                lines.append(indent + piece if lines else piece)
        return lines

    def broken(self, word: str, room_px: int, indent: str = "") -> list[str]:
        """The word in pieces that fit behind the indent; in one piece if it does."""
        pieces = [""]
        for letter in word:
            if pieces[-1] and width_px(indent + pieces[-1] + letter, self.small) > room_px:
                pieces.append("")
            pieces[-1] += letter
        if len(pieces) > 1:
            self.losses.append(word)
        return pieces

    def largest(self, text: str, room_px: int, sizes: tuple[Size, ...] = ()) -> tuple[str, Size]:
        """The text in the first of `sizes`, then of the large and the tall one, in which it fits; else cut."""
        for size in (*sizes, self.large, self.tall):
            if width_px(text, size) <= room_px:
                return text, size
        return self.cut(text, room_px, self.tall), self.tall


def grids(panel: Panel) -> Iterator[Grid]:
    """
    Grids for one page of the panel, the one with the largest letters first; between two sizes there is a narrow one.
    """
    scale = 1
    while Grid(panel, scale + 1).lines >= _FEWEST_LINES and panel.width >= _NARROWEST * (scale + 1):
        scale += 1
    for times in range(scale, 0, -1):
        yield Grid(panel, times)
        if times > 1:
            yield Grid(panel, times - 1, times)


class Canvas:
    """A page. A `mirrored` page counts its x from the right edge: text written at the left appears at the right."""

    def __init__(self, grid: Grid, *, mirrored: bool = False) -> None:
        self.grid = grid
        self.right = grid.margin + grid.room
        """The right end of text, px."""
        self._dots = Image.new("1", (grid.width, grid.height))
        self._mirrored = mirrored

    @property
    def picture(self) -> Image.Image:
        """The page in the panel's format."""
        picture = _inverse(self._dots) if self.grid.panel.is_paper else self._dots
        return picture.convert(self.grid.panel.mode)

    def heading(self, left: str, right: str, alarm: bool = False) -> None:
        """Writes the first line, ruled off; `alarm` makes it inverse. The left text gives way to the right one."""
        grid, down = self.grid, self.grid.down
        room = grid.width - 2 * grid.margin
        room_px = room - (width_px(right, grid.small) + grid.gap if right else 0)
        size = grid.bold if width_px(left, grid.bold) <= room_px else grid.small
        self.write(grid.margin, 2 * down, grid.cut(left, room_px, size), size)
        self.write(grid.width - grid.margin - width_px(right, grid.small), 2 * down, right)
        if alarm:
            self._invert((0, 0, grid.width, 12 * down))
        else:
            self.fill((0, 11 * down, grid.width, 12 * down))

    def write(self, x: int, y: int, text: str, size: Size | None = None) -> None:
        """Writes the text with its left edge at x and the top of its capitals at y."""
        if text:
            size = size or self.grid.small
            dots = line(text, size)
            left = self._left_of(x, dots.width)
            ImageDraw.Draw(self._dots).bitmap((left, y - size.above), dots, fill=1)

    def write_right(self, y: int, text: str, size: Size | None = None, right: int | None = None) -> int:
        """Writes the text against the right edge of the room, or against `right`. Returns its left edge."""
        x = (self.right if right is None else right) - width_px(text, size or self.grid.small)
        self.write(x, y, text, size)
        return x

    def write_lines(self, top: int, lines: list[str], left: int | None = None, right: int | None = None) -> None:
        """Writes small lines below one another; the part after a tab goes to the right edge."""
        grid = self.grid
        left = grid.margin if left is None else left
        for number, text in enumerate(lines):
            before, _, after = text.partition("\t")
            y = top + number * grid.pitch
            x = self.write_right(y, after, right=right)
            self.write(left, y, grid.cut(before, x - grid.gap - left) if after else before)

    def _left_of(self, x: int, width_px: int) -> int:
        """The left edge, in the picture, of a thing at x with this width."""
        return self.grid.width - x - width_px if self._mirrored else x

    def fill(self, box: tuple[int, int, int, int]) -> None:
        """Fills the box from (left, top) to before (right, bottom)."""
        left, top, right, bottom = box
        x = self._left_of(left, right - left)
        ImageDraw.Draw(self._dots).rectangle((x, top, x + right - left - 1, bottom - 1), fill=1)

    def paste(self, x: int, y: int, light: Image.Image) -> None:
        """Pastes a picture, not mirrored, with 1 for dots that shine or are white."""
        dots = _inverse(light) if self.grid.panel.is_paper else light
        self._dots.paste(dots, (x, y))

    def invert(self, top: int, height: int, left: int = 0, right: int | None = None) -> None:
        """Swaps light and dark in a bar as wide as the room and its margins, or in a column."""
        right = self.right if right is None else right
        self._invert((left, top, right + self.grid.margin, min(top + height, self.grid.height)))

    def _invert(self, box: tuple[int, int, int, int]) -> None:
        x, top, right, bottom = box
        left = self._left_of(x, right - x)
        box = (left, top, left + right - x, bottom)
        self._dots.paste(_inverse(self._dots.crop(box)), box)

    def bar(self, number: int, count: int) -> None:
        """Draws the bar at the right edge that shows page `number`, from 0, of `count`."""
        scale = self.grid.scale
        edge = self.grid.width - self._mirrored  # the outermost column on the left is cut off as a picture is moved
        top = self.grid.top - scale
        height = self.grid.height - top
        for y in range(top, self.grid.height, 3 * scale):
            self.fill((edge - scale, y, edge, y + scale))
        start = top + height * number // count
        end = max(start, top + height * (number + 1) // count - scale)
        self.fill((edge - 2 * scale, start, edge, end + scale))


def _inverse(dots: Image.Image) -> Image.Image:
    """The picture with light and dark swapped."""
    return ImageChops.logical_xor(dots, Image.new("1", dots.size, 1))


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
        room = grid.height - 14 * grid.down - size.capitals - size.below
        fit = 1 + room // size.least_pitch
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
