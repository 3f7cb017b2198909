"""The prints of Lucco: tiles, hexagons or squares, with the die, the quick card, and the pictures of the rules."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from math import pi, sin

from lucca_pi.games.lucco.how_to_play import FIGURE, LINK, SHUT_IN, TURNS, WINS, first_turns, how_to_play
from lucca_pi.games.lucco.paper.tiles import (
    FACE_ON_PAPER_MM,
    dashes,
    draw_face,
    draw_tile,
    face_pieces,
    tile_pages,
    tile_pieces,
)
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, USUAL_COLOURS, read_position
from lucca_pi.games.lucco.rules.table import Table
from lucca_pi.games.lucco.rules.tiles import Place
from lucca_pi.games.lucco.table.pieces import ACROSS_MM, CORNERS_MM, hexagon
from lucca_pi.language import _
from lucca_pi.printed.flow import draw_number, legend
from lucca_pi.printed.how_to_play import DrawPicture, rules_sheet, shown_on_card
from lucca_pi.printed.pen import RED, Pen
from lucca_pi.printed.prints import Options, Printables, PrintError, Sheets, of_one_size
from lucca_pi.printed.quickcard import BUTTONS, QuickCard, quick_card

_STEPS = (
    ("1", _("Throw the die and let it lie beside the tiles, its code upwards.")),
    ("2", _("Do what it says if you can: you may not pass while something is possible.")),
    ("3", _("Lay a tile side to side with another, in a gap too. Push nothing aside. A tile you take goes back.")),
    ("4", _("Hands off the table, then OK: after each turn, also if you could do nothing.")),
    ("•", _("On an empty table only your own colour or white lets you lay a tile, one of your own colour.")),
)
_BETWEEN_TURNS = (
    _("up, down"),
    _("other answers; between turns: last turn, groups, and More: change a turn, pause, new game"),
)
_KEPT = (_("after a power cut"), _("switch on: the game goes on. Leave the tiles as they lie"))
_SAYINGS = (
    (_("New game"), _("clear the table, then OK; or up or down to who plays which colour")),
    (_("Threw …"), _("the die was read: what you have to do. If no die is in sight, the machine trusts you")),
    (_("a question"), _("the table can be read in two ways: up or down to the right one, then OK")),
    (_("Push the tiles together"), _("two tiles may touch, or not: sides together, then OK")),
    (_("• what is wrong"), _("no legal turn fits: do as the arrow says, then OK; or down for other ways out")),
    (_("Undone"), _("lay the tiles as they were before that turn, and play it again")),
    (_("Wins"), _("the game is over. Up and down look through it, OK ends it")),
)
_KEEP_AWAY = _("Keep unused tiles out of the camera's view.")

_REFUSALS = {
    "mat": "--mat goes with the quarters of Lucca Città.",
    "bleed": "--bleed is not needed: the tiles are drawn beyond their edges.",
}
_OWN_SIZE = "the tiles and the die have codes of one size and style; leave --sticker-mm and --codes out."
_NO_DECK = "Lucco has no deck; leave --deck out."


def printables(deck: str | None) -> Printables:
    """The sheets to print, by name. Raises PrintError if a deck is named."""
    if deck:
        raise PrintError(_NO_DECK)
    shapes = {"tiles": "hexagon", "squares": "square"}
    sheets = {name: of_one_size(partial(_tiles, name, tiles), _OWN_SIZE) for name, tiles in shapes.items()}
    return Printables({**sheets, "quickcard": _QUICK_CARD, "rules": rules_sheet(how_to_play, PICTURES)}, _REFUSALS)


def _tiles(name: str, tiles: str, options: Options) -> Sheets:
    return Sheets(name, tuple(tile_pages(options.paper, tiles)), (*tile_pieces(tiles), *face_pieces()))


_PITCH = (ACROSS_MM + 0.6) / ACROSS_MM
"""From one tile's middle to the next, in widths of a tile."""
_LEGEND_MM = 4.6


def _middle_of(cell: Place, scale: float) -> tuple[float, float]:
    """The middle of a cell from that of cell 0, 0."""
    across, down = (float(one) for one in cell)
    pitch = ACROSS_MM * _PITCH * scale
    return pitch * (across + down / 2), pitch * down * sin(pi / 3)


def _draw_table(pen: Pen, table: Table, scale: float) -> None:
    """Draws tiles around the middle of cell 0, 0."""
    numbers: Counter[str] = Counter()
    for cell, colour in table.pieces.items():
        numbers[colour] += 1
        x, y = _middle_of(cell, scale)
        with pen.at(x, y, scale=scale), pen.at(-ACROSS_MM / 2, -CORNERS_MM / 2):
            draw_tile(pen, USUAL_COLOURS.index(colour) * PIECES_OF_A_COLOUR + numbers[colour], coded=False)


def _bounds(cells: Iterable[Place], scale: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of tiles on these cells."""
    places = [_middle_of(cell, scale) for cell in cells]
    half, tall = ACROSS_MM * scale / 2, CORNERS_MM * scale / 2
    xs, ys = [x for x, _y in places], [y for _x, y in places]
    return min(xs) - half, min(ys) - tall, max(xs) + half, max(ys) + tall


def _draw_gap(pen: Pen, x: float, y: float, scale: float) -> None:
    """Draws the dashed outline of a tile that is not there yet."""
    with pen.at(x, y, scale=scale):
        for start, end in dashes(hexagon(ACROSS_MM / 2 - 0.6)):
            pen.line(*start, *end, colour=RED, line_mm=0.9)


def _picture_of_figure(pen: Pen, width: float) -> float:
    """A figure with a protected tile, a link, and a place to win, and what their numbers mean."""
    table, scale = read_position(FIGURE).table, 0.6
    left, top, right, bottom = _bounds((*table.pieces, WINS), scale)
    with pen.from_start(width):
        with pen.picture(0, right - left), pen.at(-left, -top):
            _draw_table(pen, table, scale)
            _draw_gap(pen, *_middle_of(WINS, scale), scale)
            for sign, cell in (("1", SHUT_IN), ("2", LINK), ("3", WINS)):
                draw_number(pen, sign, *_middle_of(cell, scale))
        meaning = (
            _("Green is touched on all six sides. It is protected and stays."),
            _("Black holds red to the rest. It is a link and stays."),
            _("Four blue tiles hang together. A fifth one here wins."),
        )
        start = right - left + 9.6
        with pen.at(start, 14.0):
            legend(meaning, _LEGEND_MM, width - start).draw(pen)
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
        with pen.from_start(width), pen.picture(place * pitch, pitch), pen.at(pitch / 2, row * tall):
            draw_number(pen, str(number + 1), -7.0, 4.6)
            draw_face(pen, str(TURNS[number].die), 0.4, 0.4)
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
    "figure": _picture_of_figure,
    "turns": _turns,
    "own": partial(_faces, ("blue",)),
    "other": partial(_faces, ("green", "yellow")),
    "pot": partial(_faces, ("black",)),
    "white": partial(_faces, ("white",)),
}

_CARD = QuickCard(
    _("Lucco, with the scorer"),
    _("Five tiles of your own colour in one group win at once."),
    _STEPS,
    _SAYINGS,
    (BUTTONS[0], _BETWEEN_TURNS, BUTTONS[2], _KEPT),
)
_QUICK_CARD = quick_card(_CARD, shown_on_card(how_to_play, PICTURES, _KEEP_AWAY, {"own", "other", "pot", "white"}))
