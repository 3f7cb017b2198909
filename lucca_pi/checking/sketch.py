"""A laying drawn, place by place, as people see it who sit there: in letters, and on a card to keep at the table."""

from cmath import phase
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import ceil, degrees, dist
from textwrap import wrap

from lucca_pi.checking.plan import Asked, Lay, Laying, PieceName, asked
from lucca_pi.config import Config
from lucca_pi.drawn.things import Point, moved_point
from lucca_pi.language import _, say
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import INK, PALE, RED, SANS_BOLD, Pen, line_mm
from lucca_pi.printed.prints import Printables
from lucca_pi.printed.quickcard import EDGE_MM, card_page, draw_frame

_COLUMNS = 72
"""Most letters of a line."""
_LETTERS, _TALL = 9, 2
"""Letters across the narrowest piece, if there is room for so many; how many times as tall as wide a letter is."""
_ACROSS, _TOP_MM, _WORDS_MM = 3, 23.0, 2.3
_SEAT = "#f3e3d3"
_SCALE = 0.32
"""Millimetres on paper for one on the table, at most."""
_NAME_MM, _AREA_MM, _BESIDE_MM = (1.4, 3.0), (1.4, 1.6), 2.0
"""The least and the largest size of a name on a piece, and on what is printed around pieces; that of one beside it."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A piece, or what is printed around it: its name, the line on which that begins, and its corners, clockwise."""

    name: str
    line: tuple[Point, Point]
    corners: list[Point]


@dataclass(frozen=True, slots=True)
class _Place:
    """
    What is drawn at a place, in the axes of its seat: what is printed there, then the seat and its pieces, lower first.

    `words`: what it is called, and a line for each stack in an area. A seat that these name bears no name; of pieces of
    a colour in a row, the last one does.
    """

    words: list[str]
    areas: list[_Drawn]
    pieces: list[_Drawn]


def places(laying: Laying, asked: Asked) -> Iterator[_Place]:
    """
    Each place at which something is laid.

    >>> from lucca_pi.checking.plan import asked
    >>> from lucca_pi.config import Config
    >>> config = Config(game="chessboard")
    >>> [place.words for place in places(asked(config).layings[3], asked(config))]
    [['the board', 'b3: white on red', 'd3: red on blue on black', 'f3: blue on red on white']]
    """
    for seat in dict.fromkeys(lay.seat for lay in laying.lay if lay.piece != lay.seat):
        here, words = [lay for lay in laying.lay if lay.seat == seat], [say(asked.called.places[seat])]
        side, areas, pieces, told = asked.called.area_mm, [], [], set[Lay]()
        for area, at in asked.called.areas.get(seat, {}).items():
            areas.append(_drawn(area, Lay(area, seat, at.real, at.imag), _rectangle(side, side)))
            stack = [lay for lay in here if abs(complex(lay.x_mm, lay.y_mm) - at) < side / 2]
            if stack:
                told.update(stack)
                bricks = reduce(_upon, (_name(lay, asked) for lay in stack))
                words.append(say(_("{area}: {pieces}", area=area, pieces=bricks)))
        for lay, after in zip(here, [*here[1:], None], strict=True):
            is_last = after is None or lay.piece != after.piece or isinstance(lay.piece, int)
            is_named = lay not in told and is_last and not (lay.piece == seat and _name(lay, asked) in words[0])
            pieces.append(_drawn(_name(lay, asked) if is_named else "", lay, _outline(lay.piece, asked)))
        yield _Place(words, areas, pieces)


def _upon(lower: str, upper: str) -> str:
    return say(_("{upper} on {lower}", upper=upper, lower=lower))


def _name(lay: Lay, asked: Asked) -> str:
    return say(asked.called.pieces.get(lay.piece, str(lay.piece)))


def _rectangle(width: float, height: float) -> Sequence[Point]:
    x, y = width / 2, height / 2
    return (-x, -y), (x, -y), (x, y), (-x, y)


def _outline(piece: PieceName, asked: Asked) -> Sequence[Point]:
    if isinstance(piece, str):
        side = asked.pieces.tokens.side_mm if asked.pieces.tokens else 0.0
        return _rectangle(side, side)
    return asked.called.outlines.get(piece) or _rectangle(*asked.pieces.by_code[piece].size_mm)


def _drawn(name: str, lay: Lay, outline: Sequence[Point]) -> _Drawn:
    """The outline as it lies; its name begins at the height of its second corner."""
    ends = (-outline[1][0], outline[1][1]), outline[1]
    start, end, *corners = (moved_point((lay.x_mm, lay.y_mm), lay.heading_deg, *one) for one in (*ends, *outline))
    return _Drawn(name, (start, end), corners)


def sketch(laying: Laying, asked: Asked) -> str:
    """The laying in letters: each piece a frame with its name, over those that it covers."""
    told = (
        line for place in places(laying, asked) for line in (f"{place.words[0]}:", *place.words[1:], _letters(place))
    )
    return "\n".join(told)


def _letters(place: _Place) -> str:
    drawn = [*place.areas, *place.pieces]
    every = [corner for one in drawn for corner in one.corners]
    left, top = (min(corner[axis] for corner in every) for axis in (0, 1))
    narrow = min(max(x for x, _y in one.corners) - min(x for x, _y in one.corners) for one in drawn)
    scale = max(narrow / _LETTERS, (max(x for x, _y in every) - left) / (_COLUMNS - 1))
    page: dict[tuple[int, int], str] = {}
    for one in drawn:
        xs = [round((x - left) / scale) for x, _y in one.corners]
        ys = [round((y - top) / scale / _TALL) for _x, y in one.corners]
        apart = 0 if one in place.areas else 1
        box = min(xs), min(ys), max(max(xs) - apart, min(xs) + 2), max(max(ys) - apart, min(ys))
        _frame(page, box, one.name)
    bottom = max(y for _x, y in page)
    return "\n".join("".join(page.get((x, y), " ") for x in range(2 * _COLUMNS)).rstrip() for y in range(bottom + 1))


def _frame(page: dict[tuple[int, int], str], box: tuple[int, int, int, int], name: str) -> None:
    """Draws a frame with a name, which goes beyond it if there is no room; a frame of a line only as brackets."""
    left, top, right, bottom = box
    is_flat = bottom <= top + 1
    for x in range(left, right + 1):
        for y in range(top, bottom + 1):
            is_edge, is_side = y in (top, bottom) and not is_flat, x in (left, right)
            page[x, y] = "+" if is_edge and is_side else "-" if is_edge else "|" if is_side else " "
    first, rows = (top, 1) if is_flat else (top + 1, bottom - top - 1)
    lines = wrap(name, right - left - 1, break_long_words=False)
    for row, line in enumerate(lines if len(lines) <= rows else [name], start=first):
        for column, letter in enumerate(line, start=left + 1):
            page[column, row] = letter


def check_cards(game: str, deck: str | None) -> Printables:
    """The card of that game, with the cards of that deck. Raises UnreadableError and RuleError when it is drawn."""

    def draw(pen: Pen, paper: Paper) -> None:
        config = Config(game=game)
        _draw(pen, paper, asked(config.changed({"deck": deck}) if deck else config))

    return Printables({"checkcard": card_page(draw, "checkcard")}, {})


def _draw(pen: Pen, paper: Paper, one: Asked) -> None:
    draw_frame(pen, paper, _("Check the table"), "")
    with pen.from_start(paper.width):
        begin = say(one.called.to_begin)
        first = pen.paragraph(begin, EDGE_MM, _TOP_MM, 3.2, paper.width - 2 * EDGE_MM, colour=INK) + 2
        wide = (paper.width - 2 * EDGE_MM) / _ACROSS
        high = (paper.height - first - EDGE_MM) / ceil(len(one.layings) / _ACROSS)
        for number, laying in enumerate(one.layings):
            left, top = EDGE_MM + number % _ACROSS * wide, first + number // _ACROSS * high
            words = f"{number + 1}  {say(laying.words)}"
            below = pen.paragraph(words, left, top + 4, 3.2, wide - 4, colour=INK, font=SANS_BOLD) - 3
            with pen.picture(left, wide - 4), pen.at(0, below):
                _draw_laying(pen, one, number, (wide - 4, top + high - below - 2))


def _draw_laying(pen: Pen, one: Asked, number: int, room: tuple[float, float]) -> None:
    """The drawings of the places of a laying side by side, as large as they can be."""
    drawn = [*places(one.layings[number], one)]
    boxes = []
    for place in drawn:
        corners = [corner for some in (*place.areas, *place.pieces) for corner in some.corners]
        xs, ys = zip(*corners, strict=True)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    across, down = sum(box[2] - box[0] for box in boxes), max(box[3] - box[1] for box in boxes)
    head = 3.4 * max(len(place.words) for place in drawn) + 1.6
    scale, left = min(_SCALE, (room[0] - 4 * len(boxes)) / across, (room[1] - head) / down), 0.0
    for place, (x, y, end, _bottom) in zip(drawn, boxes, strict=True):
        for row, words in enumerate(place.words, start=1):
            pen.text(words, left, 3.4 * row, _WORDS_MM, INK, room=room[0] + 2 - left)
        with pen.at(left, head, scale=scale), pen.at(-x, -y):
            for area in place.areas:
                pen.shape(area.corners, None, line=PALE, line_mm=0.15 / scale)
            for at, piece in enumerate(place.pieces):
                pen.shape(piece.corners, "#ffffff" if at else _SEAT, line=INK if at else RED, line_mm=0.25 / scale)
            for named in (*place.areas, *place.pieces):
                _draw_name(pen, named, scale, _AREA_MM if named in place.areas else _NAME_MM)
        left += max((end - x) * scale, *(line_mm(words, _WORDS_MM) for words in place.words)) + 3


def _draw_name(pen: Pen, named: _Drawn, scale: float, sizes: tuple[float, float]) -> None:
    """The words of a name, one below the other, within its piece, or, where that is too small, at its right."""
    start, way, lines = named.line[0], complex(*named.line[1]) - complex(*named.line[0]), named.name.split()
    if not lines:
        return
    across = 0.9 * abs(way) * scale / max(line_mm(words, 1.0) for words in lines)
    down = 0.95 * dist(named.corners[1], named.corners[2]) * scale / len(lines)
    fitting = max(sizes[0], min(sizes[1], 0.75 * across, down))
    size, aside = (fitting, 0.07) if min(across, down) >= sizes[0] else (_BESIDE_MM, 1.1)
    with pen.at(*start, degrees(phase(way))):
        for row, words in enumerate(lines):
            pen.text(words, aside * abs(way), (0.85 + 1.1 * row) * size / scale, size / scale, INK)
