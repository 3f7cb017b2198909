"""How to play a game, on two pages: a picture, the sections in two columns, and a box at the end. Lengths in mm."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache, partial

from lucca_pi.contract.how_to_play import Block, Example, HowToPlay, Section, Step, Table
from lucca_pi.language import Text, in_use, say
from lucca_pi.printed.flow import (
    Part,
    below,
    column_mm,
    filled,
    first_that_fits,
    framed,
    heading,
    lines,
    placed,
    side_by_side,
    signed,
    stretched,
)
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import PALE, RED, SANS, SANS_BOLD, SERIF_ITALIC, Pen, PrintedPiece, png
from lucca_pi.printed.prints import Options, Printable, Sheets, not_on_a3, whole_pages
from lucca_pi.printed.quickcard import EDGE_MM, draw_border, draw_frame

DrawPicture = Callable[[Pen, float], float]
"""Draws a picture of that width from its upper left corner; returns its height."""
Pictures = Mapping[str, DrawPicture]

SMALLEST_MM = 3.2
"""Smallest letters of the text, mm: 9 points."""
_SIZES_MM = [SMALLEST_MM + 0.05 * step for step in range(34, -1, -1)]
_FIRST_TOP_MM, _NEXT_TOP_MM, _FOOT_MM = 27.0, 12.0, 13.0
_BELOW_PICTURE_MM, _ABOVE_BOX_MM, _SHORTER_MM = 4.0, 4.0, 2
_GAP, _WITHIN = 0.65, 0.4
"""Between blocks, and between the lines of an example, in heights of the letters."""
_HEADING_MM, _ABOVE_HEADING_MM, _BELOW_HEADING_MM = 5.0, 3.2, 0.5
_SHEET, _RULE = "#f8f1e4", "#d8c7a8"
_INSET_MM, _CELL_INSET_MM = 2.6, 1.2
_ICON_MM, _BESIDE_ICON_MM = 10.0, 12.6
_LEAST_PX = 300.0
"""Least width of a picture on the page, px: a phone shows a small one that large, in its dots."""


def rules_sheet(how_to_play: Callable[[], HowToPlay], pictures: Pictures) -> Printable:
    """The rules of a game to print, in the language in use. A page of A3 is refused."""

    def sheets(options: Options) -> Sheets:
        paper = not_on_a3(options, "the rules are")
        return whole_pages("rules", paper, *arranged(how_to_play(), pictures, paper).pages)

    return Printable(sheets)


def shown_on_card(
    how_to_play: Callable[[], HowToPlay], pictures: Pictures, laying: Text, names: Set[str] = frozenset()
) -> Callable[[float, float], Iterator[Part]]:
    """
    What a quick card shows of the rules: the large picture, and below it the blocks with those pictures or titles.

    `laying`: how to lay pieces so that the camera reads them.
    """

    def above(size: float, width: float) -> Iterator[Part]:
        rules, setter = how_to_play(), _Setter(size, pictures)
        yield setter.picture(rules.picture, width)
        blocks = (block for section in rules.sections for block in section.blocks if isinstance(block, Step | Example))
        shown = [*(block for block in blocks if names & {block.picture, getattr(block, "title", None)}), laying]
        wide, half = column_mm(width) if names else width, max(1, len(shown) // 2)
        parts = [replace(setter.block(block, wide), above=_GAP * size) for block in shown]
        yield replace(side_by_side(below(parts[:half]), below(parts[half:]), width), above=_BELOW_PICTURE_MM)

    return above


@dataclass(frozen=True, slots=True)
class RulesSheet:
    """The two pages, in letters `size` mm tall."""

    size: float
    pages: tuple[Callable[[Pen], None], Callable[[Pen], None]]


def arranged(rules: HowToPlay, pictures: Pictures, paper: Paper) -> RulesSheet:
    """
    The two pages in the largest letters in which all fits.

    Raises ValueError if it does not fit in letters of SMALLEST_MM.
    """
    sheet = first_that_fits(_SIZES_MM, partial(_in_size, rules, pictures, paper))
    if not sheet:
        raise ValueError(f"{rules.title} does not fit on two pages of {paper.name} in the language {in_use()}")
    return sheet


def _in_size(rules: HowToPlay, pictures: Pictures, paper: Paper, size: float) -> RulesSheet | None:
    """The pages in letters of that size; None if that is too large."""
    setter, whole = _Setter(size, pictures), paper.width - 2 * EDGE_MM
    width, floor = column_mm(whole), paper.height - _FOOT_MM
    picture = setter.picture(rules.picture, whole) if rules.picture else placed(())
    box = setter.box(rules.box, whole) if rules.box else placed(())
    parts = [part for section in rules.sections for part in setter.section(section, width)]
    top = _FIRST_TOP_MM + picture.height + _BELOW_PICTURE_MM
    room, most = floor - top, floor - box.height - _ABOVE_BOX_MM - _NEXT_TOP_MM

    def with_second(second: float) -> RulesSheet | None:
        columns = filled(parts, (room, room, second, second))
        if not columns:
            return None
        first = [(0.0, _FIRST_TOP_MM, picture), (0.0, top, _columns(columns[:2], room, whole))]
        box_top = _NEXT_TOP_MM + second + _ABOVE_BOX_MM
        next_ = [(0.0, _NEXT_TOP_MM, _columns(columns[2:], second, whole)), (0.0, box_top, box)]
        draw = partial(_draw_page, rules, paper)
        return RulesSheet(size, (partial(draw, 1, placed(first)), partial(draw, 2, placed(next_))))

    # the columns of the second page are equally long, and as short as they can be
    shorter = range(int(most), -1, -_SHORTER_MM)
    return first_that_fits([most - length for length in shorter], with_second)


def _columns(columns: Sequence[Sequence[Part]], room: float, width: float) -> Part:
    """Two columns with a line between them."""
    middle = width / 2
    line = Part(room, lambda pen: pen.line(middle, 1.0, middle, room, colour=_RULE, line_mm=0.25))
    one, other = (stretched(column, room) for column in columns)
    return placed([(0.0, 0.0, line), (0.0, 0.0, side_by_side(one, other, width))])


def _draw_page(rules: HowToPlay, paper: Paper, number: int, content: Part, pen: Pen) -> None:
    """The content in its frame, on the first page below the title."""
    if number == 1:
        draw_frame(pen, paper, rules.title, rules.below)
    else:
        draw_border(pen, paper)
    y = paper.height - 8.6
    if rules.credit:
        pen.text(say(rules.credit), paper.width / 2, y, 2.7, PALE, font=SERIF_ITALIC, anchor=0.5)
    with pen.from_start(paper.width):
        pen.text(f"{number}/2", paper.width - EDGE_MM, y, 2.7, PALE, font=SERIF_ITALIC, anchor=0.5)
        with pen.at(EDGE_MM, 0):
            content.draw(pen)


@dataclass(frozen=True, slots=True)
class _Setter:
    """Sets blocks of the rules in letters `size` mm tall, each as wide as it is asked for."""

    size: float
    pictures: Pictures

    def section(self, section: Section, width: float) -> Iterator[Part]:
        """The parts of a section; the heading, and words that end in a colon, stay with what follows them."""
        kept = [heading(section.title, _HEADING_MM, width), replace(_rule(width), above=_BELOW_HEADING_MM)]
        above, gap = _ABOVE_HEADING_MM + _GAP * self.size, _GAP * self.size
        for block in section.blocks:
            kept.append(replace(self.block(block, width), above=gap))
            if not isinstance(block, str) or not say(block).endswith(":"):
                yield replace(below(kept), above=above)
                kept, above = [], gap
        if kept:
            yield replace(below(kept), above=above)

    def box(self, section: Section, width: float) -> Part:
        """The section in a frame."""
        content = below(self.section(section, width - 2 * _INSET_MM))
        return framed(content, width, (_INSET_MM, _INSET_MM), line=RED, line_mm=0.5, radius=2)

    def picture(self, name: str, width: float) -> Part:
        """A picture, which is never mirrored."""

        def draw(pen: Pen) -> None:
            with pen.picture(0.0, width):
                self.pictures[name](pen, width)

        return Part(_height_of(self.pictures[name], width, in_use()), draw)

    def block(self, block: Block, width: float) -> Part:
        """A block of a section."""
        match block:
            case Step(text, title, sign, ""):
                return signed(sign, text, self.size, width, title=title)
            case Step(text, title, _, picture):
                told = lines(text, self.size, width - _BESIDE_ICON_MM, title=title)
                return placed([(0.0, 0.0, self.picture(picture, _ICON_MM)), (_BESIDE_ICON_MM, 0.0, told)])
            case Table():
                return self._table(block, width)
            case Example():
                return self._example(block, width)
            case _:
                return lines(block, self.size, width)

    def _table(self, table: Table, width: float) -> Part:
        """The rows between two lines, every other one on a ground."""
        widths, rows = [width * share for share in _shares(table)], [_rule(width)]
        starts = [sum(widths[:number]) for number in range(len(widths))]
        for number, row in enumerate((table.heads, *table.rows)):
            cells = [
                (start, 0.0, lines(text, self.size, wide - 2 * _CELL_INSET_MM, font=SANS if number else SANS_BOLD))
                for text, start, wide in zip(row, starts, widths, strict=True)
            ]
            inset = _CELL_INSET_MM, _WITHIN * self.size
            rows.append(framed(placed(cells), width, inset, fill=_SHEET if number % 2 else None))
        return below([*rows, _rule(width)])

    def _example(self, example: Example, width: float) -> Part:
        inner = width - 2 * _INSET_MM
        parts = [lines(text, self.size, inner) for text in (example.text, *example.lines)]
        if example.picture:
            parts.insert(0, self.picture(example.picture, inner))
        if example.result:
            parts.append(lines(example.result, self.size, inner, font=SANS_BOLD))
        content = below(replace(part, above=_WITHIN * self.size) for part in parts)
        return framed(content, width, (_INSET_MM, _INSET_MM), fill=_SHEET, line=_RULE, radius=1.6)


@cache
def rules_png(draw: DrawPicture, width: float, language: str) -> bytes:
    """A picture of the rules for the page, a PNG, with words in that language, which is in use."""

    def drawn(pen: Pen) -> None:
        draw(pen, width)

    piece = PrintedPiece("picture", width, _height_of(draw, width, language), drawn)
    return png(piece, max(10.0, _LEAST_PX / width))


@cache
def _height_of(draw: DrawPicture, width: float, _language: str) -> float:
    """The height of a picture of that width, with the words of that language in it."""
    return draw(Pen.aside(1000.0), width)


def _rule(width: float) -> Part:
    return Part(0.0, lambda pen: pen.line(0.0, 0.0, width, 0.0, colour=_RULE, line_mm=0.4))


def _shares(table: Table) -> list[float]:
    """The columns' parts of a table's width; figures need less room than words."""
    count = len(table.heads) - 1
    is_short = all(len(say(str(cell))) < 6 for row in table.rows for cell in row[1:])
    share = min(0.13, 0.5 / count) if is_short else 0.55 if count == 1 else 0.78 / count
    return [1 - share * count, *[share] * count]
