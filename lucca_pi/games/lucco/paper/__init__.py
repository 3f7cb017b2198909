"""The prints of Lucco: tiles, hexagons or squares, with the die, the quick card, and the pictures of the rules."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import count
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
from lucca_pi.games.lucco.rules.tiles import Cell, Place
from lucca_pi.games.lucco.table.pieces import ACROSS_MM, CORNERS_MM, hexagon
from lucca_pi.language import _, is_right_to_left, say
from lucca_pi.printed.flow import draw_number
from lucca_pi.printed.how_to_play import DrawPicture, rules_sheet
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import INK, PALE, RED, SANS_BOLD, Pen
from lucca_pi.printed.prints import Options, Printables, PrintError, Sheets, of_one_size
from lucca_pi.printed.quickcard import BUTTONS, EDGE_MM, CardWords, draw_frame, draw_title, draw_words, quick_card

_SCALE = 0.48
_FIGURE_MM = (50.0, 60.0)
"""The middle of the figure's first cell on the page, mm."""
_FIGURE_WIDE_MM = 128.0
"""Width of the room for the figure, mm, its left margin included; from right to left it keeps clear of the frame."""
_THROWS_LEFT_MM, _THROWS_TOP_MM, _THROW_MM = 116.0, 33.0, 3.8
_WORDS_TOP_MM = 143.0

_TITLE, _BELOW_TITLE = _("Lucco, with the scorer"), _("Five tiles of your own colour in one group win at once.")
_FIGURE: Mapping[Cell, str] = {
    **{(0, 0): "green", (1, 0): "red", (0, 1): "yellow", (-1, 1): "blue", (-1, 0): "yellow", (0, -1): "red"},
    **{(1, -1): "black", (2, -1): "blue", (3, -1): "blue", (3, 0): "blue", (3, 1): "blue"},
    **{(-2, 2): "black", (-3, 3): "red"},
}
"""A possible table: green is shut in, black holds red to the rest, blue is about to win."""
_WINS: Cell = (2, 2)
_SIGNS: Mapping[Cell, str] = {(0, 0): "1", (-2, 2): "2", _WINS: "3"}
_LEGEND = (
    ("1", _("A tile that is touched on all sides stays.")),
    ("2", _("A tile that connects others to the rest stays.")),
    ("3", _("Here a fifth blue tile wins.")),
)
_THROWS = (
    (("blue",), _("Your own colour: lay a tile of it.")),
    (("red", "yellow"), _("Another player's colour: take a tile of that colour away.")),
    (("black",), _("A colour that nobody plays: lay a tile of it, or take one away.")),
    (("white",), _("White: take any tile away, or lay one of your own or of a colour that nobody plays.")),
)
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


def _draw_quickcard(pen: Pen, paper: Paper) -> None:
    """Draws the quick card: the throws, the tiles that stay, the buttons, and the machine's messages."""
    draw_frame(pen, paper, _TITLE, _BELOW_TITLE)
    with pen.from_start(paper.width):
        with pen.picture(0, _FIGURE_WIDE_MM):
            _draw_figure(pen)
        y = 119.0
        for sign, words in _LEGEND:
            pen.oval(EDGE_MM + 4, y - 1.2, 2.4, 2.4, RED)
            pen.text(sign, EDGE_MM + 4, y, 3.4, "#ffffff", font=SANS_BOLD, anchor=0.5)
            y = pen.paragraph(say(words), EDGE_MM + 9, y, _THROW_MM, 90, colour=INK) + 1.6
        _draw_throws(pen, paper)
    draw_words(pen, paper, CardWords(_WORDS_TOP_MM, _STEPS, _SAYINGS, (BUTTONS[0], _BETWEEN_TURNS, BUTTONS[2], _KEPT)))


def _draw_figure(pen: Pen) -> None:
    """Draws tiles on the table, without codes: this page may be in the camera's sight."""
    numbers = {colour: count(1) for colour in USUAL_COLOURS}
    for cell, colour in _FIGURE.items():
        code = USUAL_COLOURS.index(colour) * PIECES_OF_A_COLOUR + next(numbers[colour])
        x, y = _middle(cell)
        with pen.at(x, y, scale=_SCALE), pen.at(-ACROSS_MM / 2, -CORNERS_MM / 2):
            draw_tile(pen, code, coded=False)
    for cell, sign in _SIGNS.items():
        _draw_sign(pen, cell, sign)


def _middle(cell: Cell) -> tuple[float, float]:
    x, y = _middle_of(cell, _SCALE)
    return _FIGURE_MM[0] + x, _FIGURE_MM[1] + y


def _draw_sign(pen: Pen, cell: Cell, sign: str) -> None:
    """Draws a number on a tile, or in the place that waits for one."""
    x, y = _middle(cell)
    if cell not in _FIGURE:
        _draw_gap(pen, x, y, _SCALE)
    pen.oval(x, y, 2.6, 2.6, RED)
    pen.text(sign, x, y + 1.25, 3.6, "#ffffff", font=SANS_BOLD, anchor=0.5)


def _draw_gap(pen: Pen, x: float, y: float, scale: float) -> None:
    """Draws the dashed outline of a tile that is not there yet."""
    with pen.at(x, y, scale=scale):
        for start, end in dashes(hexagon(ACROSS_MM / 2 - 0.6)):
            pen.line(*start, *end, colour=RED, line_mm=0.9)


def _draw_throws(pen: Pen, paper: Paper) -> None:
    """Draws the faces of the die and their meaning."""
    width = paper.width - EDGE_MM - _THROWS_LEFT_MM
    y = draw_title(pen, say(_("The throw")), _THROWS_LEFT_MM, _THROWS_TOP_MM) - 1
    for faces, words in _THROWS:
        for index, face in enumerate(faces):
            draw_face(pen, face, _THROWS_LEFT_MM + index * 4.2, y - 3.4 + index * 2.4)
        below = pen.paragraph(say(words), _THROWS_LEFT_MM + 16, y, _THROW_MM, width - 16, colour=INK)
        y = max(below, y + FACE_ON_PAPER_MM) + 4.4
    pen.line(_THROWS_LEFT_MM, y - 2, paper.width - EDGE_MM, y - 2, colour=PALE, line_mm=0.25)
    pen.paragraph(say(_KEEP_AWAY), _THROWS_LEFT_MM, y + 4.5, _THROW_MM, width, colour=INK)


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
    return Printables(
        {**sheets, "quickcard": quick_card(_draw_quickcard), "rules": rules_sheet(how_to_play, PICTURES)}, _REFUSALS
    )


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


def _picture_of_figure(pen: Pen, width: float) -> float:
    """A figure with a protected tile, a link, and a place to win, and what their numbers mean."""
    table, scale = read_position(FIGURE).table, 0.6
    left, top, right, bottom = _bounds((*table.pieces, WINS), scale)
    wide, is_mirrored = right - left, is_right_to_left()
    with pen.at((width - wide if is_mirrored else 0) - left, -top):
        _draw_table(pen, table, scale)
        _draw_gap(pen, *_middle_of(WINS, scale), scale)
        for sign, cell in (("1", SHUT_IN), ("2", LINK), ("3", WINS)):
            draw_number(pen, sign, *_middle_of(cell, scale))
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
    "figure": _picture_of_figure,
    "turns": _turns,
    "own": partial(_faces, ("blue",)),
    "other": partial(_faces, ("green", "yellow")),
    "pot": partial(_faces, ("black",)),
    "white": partial(_faces, ("white",)),
}
