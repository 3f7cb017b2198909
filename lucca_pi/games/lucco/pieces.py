"""Lucco's pieces on the table: fifty tiles and the faces of the die, by their codes."""

from collections.abc import Mapping
from types import MappingProxyType

from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, USUAL_COLOURS, WHITE
from lucca_pi.language import Text, _
from lucca_pi.table.pieces import Piece, Pieces, Words

TILES = range(1, PIECES_OF_A_COLOUR * len(USUAL_COLOURS) + 1)
"""The first colour's ten tiles, then the second's, and so on."""
FACES = range(TILES.stop, TILES.stop + len(USUAL_COLOURS) + 1)
"""The die's faces in the order of the colours, white last."""
QUARTERS = range(101, 106)
"""Pieces of Lucca Città: one of them in sight says that another game lies there."""

ACROSS_MM, CORNERS_MM = 30.0, 34.64
"""A tile from side to side; a hexagon from corner to corner."""
TILE_SQUARE_MM, FACE_SQUARE_MM, QUARTER_SQUARE_MM = 14.0, 10.9, 30.0
FACE_MM, FACE_PAPER_MM = 16.0, 14.0
"""
The sides of a face, as large as the smallest cube that it is glued on, and of the light paper within its frame.

Around the code there is as much light as on a sticker: a dark frame that is nearer runs into the code in a picture that
is not quite sharp.
"""

WORDS = Words("tile", "tile", "")
"""On an empty table no tile gives the axes: that is a look as well."""


def _piece(width_mm: float, height_mm: float, square_mm: float) -> Piece:
    """A piece with its code in the middle; its place is there."""
    return Piece(
        (width_mm, height_mm),
        square_mm,
        ((width_mm - square_mm) / 2, (height_mm - square_mm) / 2),
        is_exact=True,
        is_anchor=True,
    )


def pieces_of(tiles: str) -> Pieces:
    """
    The pieces of a game with tiles of that shape. Each of them can give the axes.

    >>> len(pieces_of("hexagon").codes), pieces_of("square").by_code[1].size_mm
    (61, (30.0, 30.0))
    """
    tile = _piece(ACROSS_MM, CORNERS_MM if tiles == "hexagon" else ACROSS_MM, TILE_SQUARE_MM)
    face = _piece(FACE_MM, FACE_MM, FACE_SQUARE_MM)
    quarter = _piece(59.0, 91.0, QUARTER_SQUARE_MM)
    by_code: Mapping[int, Piece] = {
        **dict.fromkeys(TILES, tile),
        **dict.fromkeys(FACES, face),
        **dict.fromkeys(QUARTERS, quarter),
    }
    return Pieces(MappingProxyType(by_code), WORDS)


def colour_of(code: int, colours: tuple[str, ...]) -> str:
    """
    A tile's colour.

    >>> [colour_of(code, USUAL_COLOURS) for code in (10, 11, 50)]
    ['blue', 'yellow', 'black']
    """
    return colours[(code - 1) // PIECES_OF_A_COLOUR]


def face_of(code: int, colours: tuple[str, ...]) -> str:
    """
    What a face of the die says.

    >>> face_of(51, USUAL_COLOURS), face_of(56, USUAL_COLOURS)
    ('blue', 'white')
    """
    return (*colours, WHITE)[code - FACES.start]


def tile_text(code: int, colours: tuple[str, ...]) -> Text:
    """
    What people call a tile: its colour and the number on it.

    >>> print(tile_text(33, USUAL_COLOURS))
    red 3
    """
    number = (code - 1) % PIECES_OF_A_COLOUR + 1
    return _("{colour} {number}", colour=colour_of(code, colours), number=number)
