"""The tiles and the die as things for the drawn table: their faces as they are printed, with thick card below."""

from dataclasses import replace
from functools import cache, partial

from lucca_pi.drawn.lying import Kind, Thing
from lucca_pi.drawn.pen import Bgr, Face
from lucca_pi.drawn.stickers import Mark
from lucca_pi.games.lucco.drawn.lay import Lying
from lucca_pi.games.lucco.pattern import FACE_PALE, JOKER, RIM_MM, Outline, look_of, outline
from lucca_pi.games.lucco.pieces import (
    FACE_MM,
    FACE_PAPER_MM,
    FACE_SQUARE_MM,
    FACES,
    TILE_SQUARE_MM,
    colour_of,
    face_of,
    pieces_of,
)
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, WHITE

_CARD_MM = 1.5
_CARD: Bgr = (150, 160, 168)
_WOOD: Bgr = (140, 176, 208)
_PAPER: Bgr = (255, 255, 255)
_PLATE_MM = 18.0


class Kinds:
    """The pieces of a game as things, each kind made once."""

    def __init__(self, tiles: str, colours: tuple[str, ...]) -> None:
        self._tiles, self._colours = tiles, colours
        self.kind = cache(self._kind)

    def thing(self, one: Lying) -> Thing:
        """The tile or the die where it lies."""
        kind = self.kind(one.code)
        return Thing(kind, one.x_mm, one.y_mm, one.heading_deg, top_mm=kind.thick_mm)

    def _kind(self, code: int) -> Kind:
        made = self._die(code) if code in FACES else self._tile(code)
        return replace(made, looks=("lucco", code, self._tiles, self._colours))

    def _die(self, code: int) -> Kind:
        """A wooden cube with a face that covers its upper side."""
        middle = FACE_MM / 2
        draw = partial(_face, said=face_of(code, self._colours), colours=self._colours)
        square = ((0.0, 0.0), (FACE_MM, 0.0), (FACE_MM, FACE_MM), (0.0, FACE_MM))
        return Kind((FACE_MM, FACE_MM), draw, (Mark(code, middle, middle, FACE_SQUARE_MM),), square, FACE_MM, _WOOD)

    def _tile(self, code: int) -> Kind:
        """Paper glued on card."""
        width, height = size_mm = pieces_of(self._tiles).by_code[code].size_mm
        draw = partial(_tile, code=code, tiles=self._tiles, colours=self._colours)
        edge = tuple((x + width / 2, y + height / 2) for x, y in outline(self._tiles))
        return Kind(size_mm, draw, (Mark(code, width / 2, height / 2, TILE_SQUARE_MM),), edge, _CARD_MM, _CARD)


def _paint(colour: str) -> Bgr:
    """
    A colour of a page as a paint.

    >>> paint("#ff8000")
    (0, 128, 255)
    """
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return blue, green, red


def _tile(face: Face, code: int, tiles: str, colours: tuple[str, ...]) -> None:
    look, half = look_of(colour_of(code, colours), colours), _PLATE_MM / 2
    middle_x, middle_y = face.width / 2, face.height / 2
    face.fill(_paint(look.fill))
    for patch in look.pattern():
        face.shape(_at(patch, face), _paint(look.light))
    _clear(face, _paint(look.fill))
    for side in _rim(tiles):
        face.shape(_at(side, face), _paint(look.rim))
    face.box(middle_x - half, middle_y - half, middle_x + half, middle_y + half, _PAPER)
    number = str((code - 1) % PIECES_OF_A_COLOUR + 1)
    letter = colour_of(code, colours)[0].upper()
    face.text(letter, middle_x, middle_y - half - 2.8, 3.6, _paint(look.ink))
    face.text(number, middle_x, middle_y + half + 2.6, 3.0, _paint(look.ink))


def _clear(face: Face, colour: Bgr) -> None:
    """No pattern above the plate and below it, where the signs stand."""
    half = _PLATE_MM / 2 - 1
    face.box(0, 0, face.width, face.height / 2 - half, colour)
    face.box(0, face.height / 2 + half, face.width, face.height, colour)


def _rim(tiles: str) -> list[Outline]:
    """The rim, side by side."""
    inner, outer = outline(tiles, -RIM_MM), outline(tiles, 0.5)
    count = len(inner)
    sides = ((index, (index + 1) % count) for index in range(count))
    return [[outer[one], outer[other], inner[other], inner[one]] for one, other in sides]


def _at(patch: Outline, face: Face) -> Outline:
    """The outline from the face's upper left corner."""
    return [(x + face.width / 2, y + face.height / 2) for x, y in patch]


def _face(face: Face, said: str, colours: tuple[str, ...]) -> None:
    """The frame in the colour that the face says, and the paper within it."""
    frame = _paint(JOKER if said == WHITE else look_of(said, colours).fill)
    blue, green, red = _PAPER if said == WHITE else (round(one + (255 - one) * FACE_PALE) for one in frame)
    inner = (FACE_MM - FACE_PAPER_MM) / 2
    face.fill(frame)
    face.box(inner, inner, FACE_MM - inner, FACE_MM - inner, (blue, green, red))
