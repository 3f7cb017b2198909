"""The pictures of the rules: printed tiles without codes, as they lie in the examples. Lengths in mm."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from math import pi, sin

from lucca_pi.games.lucco.how_to_play import FIGURE, LINK, SHUT_IN, TURNS, WINS, first_turns
from lucca_pi.games.lucco.paper.tiles import FACE_ON_PAPER_MM, dashes, draw_face, draw_tile
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, USUAL_COLOURS, read_position
from lucca_pi.games.lucco.rules.table import Table
from lucca_pi.games.lucco.rules.tiles import Place
from lucca_pi.games.lucco.table.pieces import ACROSS_MM, CORNERS_MM, hexagon
from lucca_pi.language import _, is_right_to_left, say
from lucca_pi.printed.how_to_play import DrawPicture, draw_number
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.quickcard import INK, RED

_PITCH = (ACROSS_MM + 0.6) / ACROSS_MM
"""From one tile's middle to the next, in widths of a tile."""
_LEGEND_MM = 4.6


def _middle(cell: Place, scale: float) -> tuple[float, float]:
    """The middle of a cell from that of cell 0, 0."""
    across, down = (float(one) for one in cell)
    pitch = ACROSS_MM * _PITCH * scale
    return pitch * (across + down / 2), pitch * down * sin(pi / 3)


def _draw_table(pen: Pen, table: Table, scale: float) -> None:
    """Draws tiles around the middle of cell 0, 0."""
    numbers: Counter[str] = Counter()
    for cell, colour in table.pieces.items():
        numbers[colour] += 1
        x, y = _middle(cell, scale)
        with pen.at(x, y, scale=scale), pen.at(-ACROSS_MM / 2, -CORNERS_MM / 2):
            draw_tile(pen, USUAL_COLOURS.index(colour) * PIECES_OF_A_COLOUR + numbers[colour], coded=False)


def _bounds(cells: Iterable[Place], scale: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of tiles on these cells."""
    places = [_middle(cell, scale) for cell in cells]
    half, tall = ACROSS_MM * scale / 2, CORNERS_MM * scale / 2
    xs, ys = [x for x, _y in places], [y for _x, y in places]
    return min(xs) - half, min(ys) - tall, max(xs) + half, max(ys) + tall


def _figure(pen: Pen, width: float) -> float:
    """A figure with a protected tile, a link, and a place to win, and what their numbers mean."""
    table, scale = read_position(FIGURE).table, 0.6
    left, top, right, bottom = _bounds((*table.pieces, WINS), scale)
    wide, is_mirrored = right - left, is_right_to_left()
    with pen.at((width - wide if is_mirrored else 0) - left, -top):
        _draw_table(pen, table, scale)
        x, y = _middle(WINS, scale)
        with pen.at(x, y, scale=scale):
            for start, end in dashes(hexagon(ACROSS_MM / 2 - 0.6)):
                pen.line(*start, *end, colour=RED, line_mm=0.9)
        for sign, cell in (("1", SHUT_IN), ("2", LINK), ("3", WINS)):
            draw_number(pen, sign, *_middle(cell, scale))
    legend = (
        _("Green is touched on all six sides. It is protected and stays."),
        _("Black holds red to the rest. It is a link and stays."),
        _("Four blue tiles hang together. A fifth one here wins."),
    )
    room, y = width - wide - 17, 18.0
    for number, words in enumerate(legend, start=1):
        draw_number(pen, str(number), width - wide - 12 if is_mirrored else wide + 12, y - 1.3)
        y = pen.paragraph(say(words), 0 if is_mirrored else wide + 17, y, _LEGEND_MM, room, colour=INK) + 5.0
    return bottom - top


_IN_A_ROW = 3


def _turns(pen: Pen, width: float) -> float:
    """The table after each of the first turns, three in a row, with the number of the turn and the throw."""
    scale, positions = 0.55, first_turns()
    left, top, right, bottom = _bounds([cell for one in positions for cell in one.table.pieces], scale)
    above, pitch = FACE_ON_PAPER_MM + 4.0, width / _IN_A_ROW
    tall = above + bottom - top + 4.0
    for number, position in enumerate(positions):
        row, place = divmod(number, _IN_A_ROW)
        middle = (_IN_A_ROW - place - 0.5 if is_right_to_left() else place + 0.5) * pitch
        with pen.at(middle, row * tall):
            draw_number(pen, str(number + 1), -7.0, 4.6)
            with pen.at(0.4, 0.4):
                draw_face(pen, str(TURNS[number].die), 0, 0)
            with pen.at(-(left + right) / 2, above - top):
                _draw_table(pen, position.table, scale)
    return tall * -(-len(positions) // _IN_A_ROW) - 4.0


def _faces(faces: tuple[str, ...], pen: Pen, width: float) -> float:
    """A die, or two that overlap."""
    away = 2.6 * (len(faces) - 1)
    for number, face in enumerate(faces):
        with pen.at((width - FACE_ON_PAPER_MM - 1.6 - away) / 2 + number * 2.6, number * 2.0):
            draw_face(pen, face, 0, 0)
    return FACE_ON_PAPER_MM + 1.6 + 2.0 * (len(faces) - 1)


PICTURES: Mapping[str, DrawPicture] = {
    "figure": _figure,
    "turns": _turns,
    "own": partial(_faces, ("blue",)),
    "other": partial(_faces, ("green", "yellow")),
    "pot": partial(_faces, ("black",)),
    "white": partial(_faces, ("white",)),
}
