"""How to play a game, on two pages: a picture, the sections in two columns, and a box at the end. Lengths in mm."""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from lucca_pi.contract.how_to_play import Block, Example, HowToPlay, Section, Step, Table
from lucca_pi.language import in_use, is_right_to_left, say
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import (
    CAPITALS,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    SERIF_ITALIC,
    Pen,
    line_mm,
)
from lucca_pi.printed.prints import Options, Printable, Sheets, not_on_a3, whole_pages
from lucca_pi.printed.quickcard import INK, PALE, RED, draw_border, draw_frame

DrawPicture = Callable[[Pen, float], float]
"""Draws a picture of that width from its upper left corner; returns its height."""
Pictures = Mapping[str, DrawPicture]

SMALLEST_MM = 3.2
"""Smallest letters of the text, mm: 9 points."""
_GOOD_MM, _LARGEST_MM, _FINER_MM = 3.4, 4.9, 0.05
_SCALES = (1.0, 0.9, 0.8, 0.7)
_BETWEEN_MM = 7.0
_SIDE_MM = 10.5
_FIRST_TOP_MM, _NEXT_TOP_MM, _FOOT_MM = 27.0, 12.0, 13.0
_LINE, _GAP = 1.3, 0.65
"""From one line to the next, and between blocks, in heights of the letters."""
_SPACE = 0.3
"""Width of the space after a title, in heights of the letters."""
_HEADING_MM, _ABOVE_HEADING_MM, _MOST_ABOVE_MM, _MOST_BETWEEN_MM = 5.0, 3.2, 8.0, 2.5
_SHEET, _RULE = "#f8f1e4", "#d8c7a8"
_INSET_MM = 2.6
_SHORTER_MM = 2
_ABOVE_BOX_MM = 4.0
_ICON_MM = 10.0
_SIGN_MM = 2.4


def rules_sheet(how_to_play: Callable[[], HowToPlay], pictures: Pictures) -> Printable:
    """The rules of a game to print, in the language in use. A page of A3 is refused."""

    def sheets(options: Options) -> Sheets:
        paper = not_on_a3(options, "the rules are")
        sheet = arranged(how_to_play(), pictures, paper)
        return whole_pages("rules", paper, sheet.draw_first, sheet.draw_second)

    return Printable(sheets)


@dataclass(frozen=True, slots=True)
class _Style:
    """The letters' height, the pictures by name, and the scale of the large picture."""

    size: float
    pictures: Pictures
    scale: float = 1.0

    @property
    def measuring(self) -> "_Style":
        """The same with pictures that draw nothing and have the same heights."""
        return replace(self, pictures={name: partial(_height, draw) for name, draw in self.pictures.items()})


def _height(draw: DrawPicture, _pen: Pen, width: float) -> float:
    return _height_of(draw, width, in_use())


@cache
def _height_of(draw: DrawPicture, width: float, _language: str) -> float:
    """The height of a picture of that width, with the words of that language in it."""
    return draw(Pen.aside(1000.0), width)


@dataclass(frozen=True, slots=True)
class _Place:
    """A column's left edge and width, and the side on which its lines begin."""

    left: float
    width: float

    def inset(self, start: float, end: float = 0.0) -> "_Place":
        """The place that is narrower by these widths at the start and the end of its lines."""
        left = end if is_right_to_left() else start
        return _Place(self.left + left, self.width - start - end)

    def at_start(self, width: float) -> "_Place":
        """A strip of that width where lines begin."""
        return _Place(self.left + (self.width - width if is_right_to_left() else 0.0), width)


_Draw = Callable[[Pen, _Place, float, _Style], float]
"""Draws something below a height; returns where it ends."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """Blocks that stay together in a column; `begins`: a heading comes first, so there may be room above."""

    draws: tuple[_Draw, ...]
    begins: bool = False

    def draw(self, pen: Pen, place: _Place, top: float, style: _Style) -> float:
        for draw in self.draws:
            top = draw(pen, place, top, style) + _GAP * style.size
        return top


@dataclass(frozen=True, slots=True)
class _Column:
    place: _Place
    top: float
    bottom: float
    units: tuple[_Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesSheet:
    """Two pages with their columns, arranged. `size`: the height of the letters, mm."""

    rules: HowToPlay
    paper: Paper
    style: _Style
    columns: tuple[_Column, ...]

    @property
    def size(self) -> float:
        return self.style.size

    def draw_first(self, pen: Pen) -> None:
        """Draws the first page: title, picture and two columns."""
        draw_frame(pen, self.paper, self.rules.title, self.rules.below)
        _hero(pen, self.rules, self.paper, self.style)
        self._draw_columns(pen, self.columns[:2])
        self._draw_foot(pen, 1)

    def draw_second(self, pen: Pen) -> None:
        """Draws the second page: two columns and the box."""
        draw_border(pen, self.paper)
        self._draw_columns(pen, self.columns[2:])
        if self.rules.box:
            _box(pen, self.rules.box, self.paper, self.columns[-1].bottom, self.style)
        self._draw_foot(pen, 2)

    def _draw_columns(self, pen: Pen, columns: Sequence[_Column]) -> None:
        for column in columns:
            _draw_column(pen, column, self.style)
        one, other = columns
        x = (max(one.place.left, other.place.left) + min(one.place.left, other.place.left) + one.place.width) / 2
        pen.line(x, one.top + 1.0, x, one.bottom, colour=_RULE, line_mm=0.25)

    def _draw_foot(self, pen: Pen, number: int) -> None:
        y = self.paper.height - 8.6
        if self.rules.credit:
            pen.text(say(self.rules.credit), self.paper.width / 2, y, 2.7, PALE, font=SERIF_ITALIC, anchor=0.5)
        outer = _SIDE_MM if is_right_to_left() else self.paper.width - _SIDE_MM
        pen.text(f"{number}/2", outer, y, 2.7, PALE, font=SERIF_ITALIC, anchor=0.5)


def arranged(rules: HowToPlay, pictures: Pictures, paper: Paper) -> RulesSheet:
    """
    The two pages in the largest letters in which all fits; if need be the large picture is smaller.

    Raises ValueError if it does not fit in letters of SMALLEST_MM.
    """
    for smallest in (_GOOD_MM, SMALLEST_MM):
        for scale in _SCALES:
            if sheet := _largest(rules, pictures, paper, smallest, scale):
                return sheet
    raise ValueError(f"{rules.title} does not fit on two pages of {paper.name}")


def _largest(rules: HowToPlay, pictures: Pictures, paper: Paper, smallest_mm: float, scale: float) -> RulesSheet | None:
    """The pages in the largest letters in which all fits, by halving; None if it does not fit in the smallest."""

    @cache
    def filled(step: int) -> tuple[_Style, tuple[_Column, ...] | None]:
        style = _Style(smallest_mm + _FINER_MM * step, pictures, scale)
        columns = _columns(rules, paper, style.measuring)
        return style, _filled(_measured(_units(rules), columns[0], style.measuring), columns, style)

    steps = range(round((_LARGEST_MM - smallest_mm) / _FINER_MM) + 1)
    fitting = bisect_left(steps, True, key=lambda step: filled(step)[1] is None)
    style, columns = filled(max(fitting - 1, 0))
    return RulesSheet(rules, paper, style, _balanced(columns, style.measuring)) if columns else None


def _columns(rules: HowToPlay, paper: Paper, style: _Style) -> tuple[_Column, ...]:
    """The four empty columns in the order in which people read them."""
    aside = Pen.aside(paper.height)
    width = (paper.width - 2 * _SIDE_MM - _BETWEEN_MM) / 2
    lefts = [_SIDE_MM, _SIDE_MM + width + _BETWEEN_MM]
    if is_right_to_left():
        lefts.reverse()
    floor = paper.height - _FOOT_MM
    under_hero = _hero(aside, rules, paper, style)
    above_box = floor - (_box(aside, rules.box, paper, 0.0, style) if rules.box else 0.0)
    spans = ((under_hero, floor), (_NEXT_TOP_MM, above_box))
    return tuple(_Column(_Place(left, width), top, bottom) for top, bottom in spans for left in lefts)


def _measured(units: Sequence[_Unit], column: _Column, style: _Style) -> list[tuple[_Unit, float]]:
    """The units with their heights, mm, in a column of that width."""
    aside = Pen.aside(1000.0)
    return [(unit, unit.draw(aside, column.place, 0.0, style)) for unit in units]


def _filled(
    units: Sequence[tuple[_Unit, float]], columns: Sequence[_Column], style: _Style
) -> tuple[_Column, ...] | None:
    """The columns with the units, given with their heights, in them; None if there is no room for all."""
    left, filled = deque(units), []
    for column in columns:
        y, taken = column.top, list[_Unit]()
        while left:
            unit, height = left[0]
            above = _ABOVE_HEADING_MM if unit.begins and taken else 0.0
            if y + above + height - _GAP * style.size > column.bottom:
                break
            y += above + height
            taken.append(left.popleft()[0])
        filled.append(replace(column, units=tuple(taken)))
    return None if left else tuple(filled)


def _balanced(columns: tuple[_Column, ...], style: _Style) -> tuple[_Column, ...]:
    """The columns with those of the last page equally long, as short as they can be."""
    *first, one, other = columns
    units = _measured((*one.units, *other.units), one, style)
    for bottom in range(round(one.top), round(one.bottom), _SHORTER_MM):
        if shorter := _filled(units, [replace(column, bottom=float(bottom)) for column in (one, other)], style):
            return (*first, *shorter)
    return columns


def _draw_column(pen: Pen, column: _Column, style: _Style) -> None:
    """Draws the units; room that is left goes above the headings, then between the other units."""
    aside, place = Pen.aside(1000.0), column.place
    length = sum(unit.draw(aside, place, 0.0, style.measuring) for unit in column.units) - _GAP * style.size
    spare = column.bottom - column.top - length
    headings = sum(unit.begins for unit in column.units[1:])
    above_mm = min(spare / max(1, headings), _MOST_ABOVE_MM)
    between_mm = min((spare - headings * above_mm) / max(1, len(column.units) - 1 - headings), _MOST_BETWEEN_MM)
    y = column.top
    for number, unit in enumerate(column.units):
        if number:
            y += above_mm if unit.begins else between_mm
        y = unit.draw(pen, place, y, style)


def _units(rules: HowToPlay) -> list[_Unit]:
    return [unit for section in rules.sections for unit in _section_units(section)]


def _section_units(section: Section) -> Iterator[_Unit]:
    heading, first, *rest = _drawings(section)
    yield _Unit((heading, first), begins=True)
    yield from (_Unit((draw,)) for draw in rest)


def _drawings(section: Section) -> list[_Draw]:
    return [partial(_draw_heading, section.title), *(partial(_draw_block, block) for block in section.blocks)]


def _draw_heading(title: str, pen: Pen, place: _Place, top: float, style: _Style) -> float:
    base = top + _HEADING_MM * CAPITALS
    _line(pen, say(title), place, base, _HEADING_MM, colour=RED, font=SERIF_BOLD)
    pen.line(place.left, base + 1.9, place.left + place.width, base + 1.9, colour=_RULE, line_mm=0.4)
    return base + 1.9 + 0.5 * style.size


def _line(pen: Pen, text: str, place: _Place, base: float, size: float, *, colour: str = INK, font: str = SANS) -> None:
    """A line of text from where lines begin, smaller if it is too long."""
    if is_right_to_left():
        pen.text(text, place.left + place.width, base, size, colour, font=font, anchor=1.0, room=place.width)
    else:
        pen.text(text, place.left, base, size, colour, font=font, room=place.width)


def _words(pen: Pen, text: str, place: _Place, top: float, size: float, *, font: str = SANS) -> float:
    """Lines of text below `top`; returns where the last one ends."""
    base = top + size * CAPITALS
    following = pen.paragraph(text, place.left, base, size, place.width, colour=INK, font=font)
    return following - size * (_LINE - 0.2)


def _draw_block(block: Block, pen: Pen, place: _Place, top: float, style: _Style) -> float:
    match block:
        case Step():
            return _draw_step(block, pen, place, top, style)
        case Table():
            return _draw_table(block, pen, place, top, style)
        case Example():
            bottom = _draw_example(Pen.aside(1000.0), block, place, top, style.measuring)
            pen.box(place.left, top, place.width, bottom - top, _SHEET, line=_RULE, line_mm=0.3, radius=1.6)
            return _draw_example(pen, block, place, top, style)
        case _:
            return _words(pen, say(block), place, top, style.size)


def _draw_step(step: Step, pen: Pen, place: _Place, top: float, style: _Style) -> float:
    icon_bottom, beside = top, place
    if step.picture:
        icon = place.at_start(_ICON_MM)
        with pen.at(icon.left, top):
            icon_bottom += style.pictures[step.picture](pen, _ICON_MM)
        beside = place.inset(_ICON_MM + 2.6)
    elif step.sign:
        _draw_sign(pen, step.sign, place, top, style.size)
        beside = place.inset(2 * _SIGN_MM + 2.0)
    return max(icon_bottom, _titled(pen, step, beside, top, style.size))


def _titled(pen: Pen, step: Step, place: _Place, top: float, size: float) -> float:
    """The text with its title in bold at the beginning of the first line; returns where it ends."""
    if not step.title:
        return _words(pen, say(step.text), place, top, size)
    title = f"{say(step.title)}."
    start = line_mm(title, size, SANS_BOLD) + _SPACE * size
    first = place.inset(start)
    words = say(step.text).split()
    fitting = next(
        (count for count in range(len(words), 0, -1) if line_mm(" ".join(words[:count]), size) <= first.width), 0
    )
    _line(pen, title, place, top + size * CAPITALS, size, font=SANS_BOLD)
    end = _words(pen, " ".join(words[:fitting]), first, top, size)
    rest = " ".join(words[fitting:])
    return _words(pen, rest, place, top + _LINE * size, size) if rest else end


def _draw_sign(pen: Pen, sign: str, place: _Place, top: float, size: float) -> None:
    """A red disc with a number, or a small one for a bullet, beside the first line."""
    at, y = place.at_start(2 * _SIGN_MM), top + size * CAPITALS / 2
    x = at.left + _SIGN_MM
    if sign == "•":
        pen.oval(x, y, 0.75, 0.75, RED)
        return
    draw_number(pen, sign, x, y)


def draw_number(pen: Pen, number: str, x: float, y: float) -> None:
    """Draws a red disc with a number around a point."""
    pen.oval(x, y, _SIGN_MM, _SIGN_MM, RED)
    pen.text(number, x, y + 1.25, 3.5, "#ffffff", font=SANS_BOLD, anchor=0.5)


def _draw_table(table: Table, pen: Pen, place: _Place, top: float, style: _Style) -> float:
    size, y = style.size, top + 0.35 * style.size
    cells, aside = _cells(table, place), Pen.aside(1000.0)
    for number, row in enumerate((table.heads, *table.rows)):
        font = SANS_BOLD if number == 0 else SANS
        height = max(
            _words(aside, say(text), cell, 0.0, size, font=font) for text, cell in zip(row, cells, strict=True)
        )
        if number % 2:
            pen.box(place.left, y - 0.35 * size, place.width, height + 0.7 * size, _SHEET)
        for text, cell in zip(row, cells, strict=True):
            _words(pen, say(text), cell, y, size, font=font)
        y += height + 0.7 * size
    for height in (top, y - 0.35 * size):
        pen.line(place.left, height, place.left + place.width, height, colour=_RULE, line_mm=0.4)
    return y - 0.35 * size


def _cells(table: Table, place: _Place) -> list[_Place]:
    """The places of a table's columns; figures need less room than words."""
    count = len(table.heads) - 1
    is_short = all(len(say(str(cell))) < 6 for row in table.rows for cell in row[1:])
    share = min(0.13, 0.5 / count) if is_short else 0.55 if count == 1 else 0.78 / count
    widths = [place.width * (1 - share * count), *[place.width * share] * count]
    starts = [sum(widths[:number]) for number in range(len(widths))]
    return [
        place.inset(start, place.width - start - width).inset(1.2, 1.2)
        for start, width in zip(starts, widths, strict=True)
    ]


def _draw_example(pen: Pen, example: Example, place: _Place, top: float, style: _Style) -> float:
    inner, y = place.inset(_INSET_MM, _INSET_MM), top + _INSET_MM
    if example.picture:
        with pen.at(inner.left, y):
            y += style.pictures[example.picture](pen, inner.width) + 0.6 * style.size
    y = _words(pen, say(example.text), inner, y, style.size)
    for line in example.lines:
        y = _words(pen, say(line), inner, y + 0.35 * style.size, style.size)
    if example.result:
        y = _words(pen, say(example.result), inner, y + 0.35 * style.size, style.size, font=SANS_BOLD)
    return y + _INSET_MM


def _hero(pen: Pen, rules: HowToPlay, paper: Paper, style: _Style) -> float:
    """Draws the large picture below the title; returns where the columns begin."""
    if not rules.picture:
        return _FIRST_TOP_MM
    width = paper.width - 2 * _SIDE_MM
    with pen.at(_SIDE_MM + width * (1 - style.scale) / 2, _FIRST_TOP_MM, scale=style.scale):
        height = style.pictures[rules.picture](pen, width)
    return _FIRST_TOP_MM + height * style.scale + 4.0


def _box(pen: Pen, section: Section, paper: Paper, top: float, style: _Style) -> float:
    """Draws the section across both columns, in a frame, below `top`; returns where it ends."""
    place = _Place(_SIDE_MM, paper.width - 2 * _SIDE_MM)
    inner, top = place.inset(_INSET_MM, _INSET_MM), top + _ABOVE_BOX_MM
    bottom = _draw_section(Pen.aside(1000.0), section, inner, top + _INSET_MM, style.measuring) + _INSET_MM
    pen.box(place.left, top, place.width, bottom - top, None, line=RED, line_mm=0.5, radius=2)
    _draw_section(pen, section, inner, top + _INSET_MM, style)
    return bottom


def _draw_section(pen: Pen, section: Section, place: _Place, y: float, style: _Style) -> float:
    """Draws a whole section; returns where it ends."""
    for draw in _drawings(section):
        y = draw(pen, place, y, style) + _GAP * style.size
    return y - _GAP * style.size
