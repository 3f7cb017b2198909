"""
Lucco's pieces: fifty tiles and the faces of the die, by their codes; and their looks, as plain outlines.

Each colour has a tint and a pattern of its own: by the patterns people distinguish colours they do not see well.
Lengths in mm; outlines count from the tile's middle, y downwards.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from types import MappingProxyType

from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, USUAL_COLOURS, WHITE
from lucca_pi.language import Text, _
from lucca_pi.table.pieces import Called, Piece, Pieces, PieceWords

TILES = range(1, PIECES_OF_A_COLOUR * len(USUAL_COLOURS) + 1)
"""The first colour's ten tiles, then the second's, and so on."""
FACES = range(TILES.stop, TILES.stop + len(USUAL_COLOURS) + 1)
"""The die's faces in the order of the colours, white last."""
QUARTERS = range(101, 106)
"""Codes of Lucca Città's quarters: one of them in sight means that another game is on the table."""

ACROSS_MM, CORNERS_MM = 30.0, 34.64
"""Width of a tile from side to side; of a hexagon from corner to corner, mm."""
TILE_SQUARE_MM, FACE_SQUARE_MM, _QUARTER_SQUARE_MM = 14.0, 10.9, 30.0
FACE_MM, FACE_PAPER_MM = 16.0, 14.0
"""
The sides of a face, mm, as large as the smallest cube that it is glued on, and of the light paper within its frame.
"""

_WORDS = PieceWords("tile", "tile", "")
"""Words for the pieces; `no_anchor` is empty, as a look at an empty table counts, too."""


def _piece(width_mm: float, height_mm: float, square_mm: float) -> Piece:
    """A piece with its code in the middle; its place is there."""
    return Piece(
        (width_mm, height_mm),
        square_mm,
        ((width_mm - square_mm) / 2, (height_mm - square_mm) / 2),
        is_exact=True,
        is_anchor=True,
    )


def lucco_pieces(tiles: str) -> Pieces:
    """
    The pieces of a game with tiles of that shape. Each of them can give the axes.

    >>> len(lucco_pieces("hexagon").codes), lucco_pieces("square").by_code[1].size_mm
    (61, (30.0, 30.0))
    """
    tile = _piece(ACROSS_MM, CORNERS_MM if tiles == "hexagon" else ACROSS_MM, TILE_SQUARE_MM)
    face = _piece(FACE_MM, FACE_MM, FACE_SQUARE_MM)
    quarter = _piece(59.0, 91.0, _QUARTER_SQUARE_MM)
    by_code: Mapping[int, Piece] = {
        **dict.fromkeys(TILES, tile),
        **dict.fromkeys(FACES, face),
        **dict.fromkeys(QUARTERS, quarter),
    }
    return Pieces(MappingProxyType(by_code), _WORDS)


def tile_colour(code: int, colours: tuple[str, ...]) -> str:
    """
    A tile's colour.

    >>> [tile_colour(code, USUAL_COLOURS) for code in (10, 11, 50)]
    ['blue', 'yellow', 'black']
    """
    return colours[(code - 1) // PIECES_OF_A_COLOUR]


def face_of(code: int, colours: tuple[str, ...]) -> str:
    """
    The colour on a face of the die.

    >>> face_of(51, USUAL_COLOURS), face_of(56, USUAL_COLOURS)
    ('blue', 'white')
    """
    return (*colours, WHITE)[code - FACES.start]


def tile_text(code: int, colours: tuple[str, ...]) -> Text:
    """
    A tile's name for people: its colour and the number on it.

    >>> print(tile_text(33, USUAL_COLOURS))
    red 3
    """
    number = (code - 1) % PIECES_OF_A_COLOUR + 1
    return _("{colour} {number}", colour=tile_colour(code, colours), number=number)


Point = tuple[float, float]
TileOutline = list[Point]

REACH_MM = 18.5
"""Distance from the middle, mm, to which patterns are drawn: beyond the corners, for cuts that go astray."""
RIM_MM = 1.5
"""Width of the darker rim, mm."""
_ROUND = 24
"""Number of corners by which a circle is drawn."""


@dataclass(frozen=True, slots=True)
class TileLook:
    """The look of one colour's tiles: their fill, the drawing on it, and the ink of their signs."""

    fill: str
    rim: str
    light: str
    ink: str
    pattern: Callable[[], Iterator[TileOutline]]


def hexagon(inner_mm: float) -> TileOutline:
    """
    A hexagon that is `inner_mm` from its middle to each side, a side at its right, clockwise from the top.

    >>> [(round(x, 1), round(y, 1)) for x, y in hexagon(15.0)[:2]]
    [(0.0, -17.3), (15.0, -8.7)]
    """
    radius = inner_mm / cos(pi / 6)
    return [(radius * sin(pi / 3 * number), -radius * cos(pi / 3 * number)) for number in range(6)]


def square(half_mm: float) -> TileOutline:
    """A square around its middle, clockwise from the upper left."""
    return [(-half_mm, -half_mm), (half_mm, -half_mm), (half_mm, half_mm), (-half_mm, half_mm)]


def tile_outline(tiles: str, beyond_mm: float = 0.0) -> TileOutline:
    """The outline of a tile of that shape, or one `beyond_mm` farther out."""
    return (hexagon if tiles == "hexagon" else square)(ACROSS_MM / 2 + beyond_mm)


def look_of(colour: str, colours: tuple[str, ...]) -> TileLook:
    """
    The look of a colour's tiles; colours without a look of their own get the remaining ones, in order.

    >>> look_of("violet", ("violet", "yellow", "green", "red", "black")) is LOOKS["blue"]
    True
    """
    left = [look for name, look in LOOKS.items() if name not in colours]
    unknown = [name for name in colours if name not in LOOKS]
    return LOOKS[colour] if colour in LOOKS else left[unknown.index(colour)]


def _waves() -> Iterator[TileOutline]:
    """Bands that rise and fall, as water does."""
    steps = [-REACH_MM + 0.5 * number for number in range(int(4 * REACH_MM) + 1)]
    for row in range(-5, 6):
        middle = 3.6 * row
        upper = [(x, middle + 0.85 * sin(x * 2 * pi / 7.5)) for x in steps]
        yield [*upper, *((x, y + 1.15) for x, y in reversed(upper))]


def _rays() -> Iterator[TileOutline]:
    """Rays of the sun, from the middle outwards."""
    for number in range(18):
        turn, half = (number + 0.5) * pi / 9, pi / 38
        yield [(0.0, 0.0), *((REACH_MM * cos(turn + side), REACH_MM * sin(turn + side)) for side in (-half, half))]


def _leaves() -> Iterator[TileOutline]:
    """Leaves in rows, every other row leaning the other way."""
    for row in range(-4, 5):
        for column in range(-4, 5):
            x, y = 4.8 * (column + row % 2 / 2), 4.3 * row
            lean = pi / 4 if row % 2 else -pi / 4
            upper = [(-2.5 + 5.0 * step / 8, -1.1 * sin(pi * step / 8)) for step in range(9)]
            both = [*upper, *((dx, -dy) for dx, dy in reversed(upper))]
            yield [(x + dx * cos(lean) - dy * sin(lean), y + dx * sin(lean) + dy * cos(lean)) for dx, dy in both]


def _scales() -> Iterator[TileOutline]:
    """The rounded tiles of a roof, row over row: the edge of each."""
    turns = [pi * number / 12 for number in range(13)]
    for row in range(-6, 7):
        for column in range(-4, 5):
            x, y = 5.0 * (column + row % 2 / 2), 3.0 * row - 1.5
            outer = [(x + 2.5 * cos(turn), y + 2.7 * sin(turn)) for turn in turns]
            yield [*outer, *((x + 1.9 * cos(turn), y + 2.05 * sin(turn)) for turn in reversed(turns))]


def _stars() -> Iterator[TileOutline]:
    """Stars with four points, as on a clear night."""
    for row in range(-4, 5):
        for column in range(-4, 5):
            x, y = 5.2 * (column + row % 2 / 2), 4.4 * row
            long_mm = 1.9 if (row + column) % 2 else 1.25
            points = [(long_mm if number % 2 == 0 else 0.32 * long_mm, pi / 4 * number) for number in range(8)]
            yield [(x + far * sin(turn), y - far * cos(turn)) for far, turn in points]


LOOKS = {
    "blue": TileLook("#1d56a6", "#123a75", "#5c8fd6", "#ffffff", _waves),
    "yellow": TileLook("#f6cf34", "#c99a12", "#fbe592", "#3a2c05", _rays),
    "green": TileLook("#1f8a56", "#115a37", "#5cb98a", "#ffffff", _leaves),
    "red": TileLook("#b8242c", "#7d141b", "#df7068", "#ffffff", _scales),
    "black": TileLook("#2b2a31", "#111116", "#7d7a8c", "#ffffff", _stars),
}
JOKER = "#8d8778"
"""The frame of the die's white face."""
FACE_PALE = 0.76
"""Share of white in a face's paper: it has the tint of the frame, and stays light enough for a camera."""


def called(tiles: str, colours: tuple[str, ...]) -> Called:
    """Tiles by colour and number, the die by the colour on its upper side; any tile marks the same place."""
    die = {code: _("die: {colour}", colour=one) for code, one in zip(FACES, (*colours, WHITE), strict=True)}
    names = {code: tile_text(code, colours) for code in TILES}
    to_begin = _(
        "Lay {tile} in the middle of the table; there it stays. Each word is a tile, by its colour and number. Take "
        "out numbers 1 to 3 of each colour, and the die.",
        tile=names[TILES.start],
    )
    outlines = dict.fromkeys(TILES, tile_outline(tiles))
    return Called({**names, **die}, dict.fromkeys(TILES, _("the table")), to_begin=to_begin, outlines=outlines)
