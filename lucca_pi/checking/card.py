"""The card with the layings, to be printed and kept beside the table: a number, words and a drawing for each."""

from cmath import phase
from math import degrees

from lucca_pi.checking.plan import TO_BEGIN, Asked, asked
from lucca_pi.checking.sketch import places
from lucca_pi.config import Config
from lucca_pi.language import _, say
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SANS_BOLD, Pen
from lucca_pi.printed.prints import Printables
from lucca_pi.printed.quickcard import EDGE_MM, INK, PALE, RED, draw_frame, quick_card

_COLUMNS, _ROWS, _TOP_MM, _WORDS_MM = 3, 4, 27.0, 12.0
_SEAT = "#f3e3d3"
_SCALE = 0.16
"""Millimetres on paper for one on the table, at most."""


def check_cards(game: str, deck: str | None) -> Printables:
    """The card of that game, with the cards of that deck. Raises UnreadableError and RuleError when it is drawn."""

    def draw(pen: Pen, paper: Paper) -> None:
        config = Config(game=game)
        _draw(pen, paper, asked(config.changed({"deck": deck}) if deck else config))

    return Printables({"checkcard": quick_card(draw, "checkcard")}, {})


def _draw(pen: Pen, paper: Paper, one: Asked) -> None:
    draw_frame(pen, paper, _("Check the table"), TO_BEGIN)
    wide, high = (paper.width - 2 * EDGE_MM) / _COLUMNS, (paper.height - _TOP_MM - EDGE_MM) / _ROWS
    with pen.from_start(paper.width):
        for number in range(len(one.layings)):
            left, top = EDGE_MM + number % _COLUMNS * wide, _TOP_MM + number // _COLUMNS * high
            words = f"{number + 1}  {say(one.layings[number].words)}"
            pen.paragraph(words, left, top + 4, 3.2, wide - 4, colour=INK, font=SANS_BOLD)
            with pen.picture(left, wide), pen.at(0, top + _WORDS_MM):
                _draw_laying(pen, one, number, (wide - 4, high - _WORDS_MM - 2))


def _draw_laying(pen: Pen, one: Asked, number: int, room: tuple[float, float]) -> None:
    """The drawings of the places of a laying side by side, as large as they can be."""
    drawn = [*places(one.layings[number], one)]
    boxes = []
    for _place, pieces in drawn:
        xs, ys = zip(*(corner for _name, corners in pieces for corner in corners), strict=True)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    across, down = sum(box[2] - box[0] for box in boxes), max(box[3] - box[1] for box in boxes)
    scale, left = min(_SCALE, (room[0] - 4 * len(boxes)) / across, (room[1] - 5) / down), 0.0
    for (place, pieces), (x, y, end, _bottom) in zip(drawn, boxes, strict=True):
        pen.text(say(place), left, 3, 2.4, PALE, room=(end - x) * scale + 3)
        with pen.at(left, 5, scale=scale), pen.at(-x, -y):
            for at, (name, corners) in enumerate(pieces):
                pen.shape(corners, _SEAT if at == 0 else "#ffffff", line=RED if at == 0 else INK, line_mm=1.5)
                way, lines = complex(*corners[1]) - complex(*corners[0]), name.split("/")
                size = min(18.0, 0.5 * abs(way), 0.9 * abs(way) / len(lines))
                with pen.at(*corners[0], degrees(phase(way))):
                    for row, words in enumerate(lines, start=1):
                        pen.text(words, 3, size * row, size, INK, room=abs(way) - 5)
        left += (end - x) * scale + 4
