"""The card with the layings, to be printed and kept beside the table: a number, words and a drawing for each."""

from cmath import phase
from math import ceil, degrees, dist

from lucca_pi.checking.plan import Asked, asked
from lucca_pi.checking.sketch import Drawn, places
from lucca_pi.config import Config
from lucca_pi.language import _, say
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SANS_BOLD, Pen, line_mm
from lucca_pi.printed.prints import Printables
from lucca_pi.printed.quickcard import EDGE_MM, INK, PALE, RED, draw_frame, quick_card

_COLUMNS, _TOP_MM, _WORDS_MM = 3, 23.0, 2.3
_SEAT = "#f3e3d3"
_SCALE = 0.32
"""Millimetres on paper for one on the table, at most."""
_NAME_MM, _AREA_MM, _BESIDE_MM = (1.4, 3.0), (1.4, 1.6), 2.0
"""The least and the largest size of a name on a piece, and on what is printed around pieces; that of one beside it."""


def check_cards(game: str, deck: str | None) -> Printables:
    """The card of that game, with the cards of that deck. Raises UnreadableError and RuleError when it is drawn."""

    def draw(pen: Pen, paper: Paper) -> None:
        config = Config(game=game)
        _draw(pen, paper, asked(config.changed({"deck": deck}) if deck else config))

    return Printables({"checkcard": quick_card(draw, "checkcard")}, {})


def _draw(pen: Pen, paper: Paper, one: Asked) -> None:
    draw_frame(pen, paper, _("Check the table"), "")
    with pen.from_start(paper.width):
        begin = say(one.called.to_begin)
        first = pen.paragraph(begin, EDGE_MM, _TOP_MM, 3.2, paper.width - 2 * EDGE_MM, colour=INK) + 2
        wide = (paper.width - 2 * EDGE_MM) / _COLUMNS
        high = (paper.height - first - EDGE_MM) / ceil(len(one.layings) / _COLUMNS)
        for number, laying in enumerate(one.layings):
            left, top = EDGE_MM + number % _COLUMNS * wide, first + number // _COLUMNS * high
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


def _draw_name(pen: Pen, named: Drawn, scale: float, sizes: tuple[float, float]) -> None:
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
