"""
A camera that draws, from a record alone, what a camera above the table would see of a game of Lucco.

Tiles and die look as they are printed, with thick card below.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

from lucca_pi.drawn.camera import DrawnCamera
from lucca_pi.drawn.camera import DrawnScene as Drawn
from lucca_pi.drawn.conditions import CONDITIONS, EASY, Conditions
from lucca_pi.drawn.things import Bgr, CodeMark, DrawnFace, Thing, ThingKind, page_paint, rectangle_at_origin
from lucca_pi.files import read_text
from lucca_pi.games.lucco.drawn.scenes import FigureScene, LyingTile, figure_scenes, ground_for, lay_tiles
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, WHITE
from lucca_pi.games.lucco.rules.record import Record, read_record_file
from lucca_pi.games.lucco.rules.tiles import tiles_called
from lucca_pi.games.lucco.table.pieces import (
    FACE_MM,
    FACE_PALE,
    FACE_PAPER_MM,
    FACE_SQUARE_MM,
    FACES,
    JOKER,
    RIM_MM,
    TILE_SQUARE_MM,
    TileOutline,
    face_of,
    look_of,
    lucco_pieces,
    tile_colour,
    tile_outline,
)

_CARD_MM = 1.5
_CARD: Bgr = (150, 160, 168)
_WOOD: Bgr = (140, 176, 208)
_PAPER: Bgr = (255, 255, 255)
_PLATE_MM = 18.0


class TileKinds:
    """The pieces of a game as things, each kind made once."""

    def __init__(self, tiles: str, colours: tuple[str, ...]) -> None:
        self._tiles, self._colours = tiles, colours
        self.kind = cache(self._kind)

    def thing(self, one: LyingTile) -> Thing:
        """The tile or the die where it lies."""
        kind = self.kind(one.code)
        return Thing(kind, one.x_mm, one.y_mm, one.heading_deg, top_mm=kind.thick_mm)

    def _kind(self, code: int) -> ThingKind:
        made = self._die(code) if code in FACES else self._tile(code)
        return replace(made, looks=("lucco", code, self._tiles, self._colours))

    def _die(self, code: int) -> ThingKind:
        """A wooden cube with a face that covers its upper side."""
        middle = FACE_MM / 2
        draw = partial(_face, said=face_of(code, self._colours), colours=self._colours)
        square = rectangle_at_origin(FACE_MM, FACE_MM)
        return ThingKind(
            (FACE_MM, FACE_MM), draw, (CodeMark(code, middle, middle, FACE_SQUARE_MM),), square, FACE_MM, _WOOD
        )

    def _tile(self, code: int) -> ThingKind:
        """Paper glued on card."""
        width, height = size_mm = lucco_pieces(self._tiles).by_code[code].size_mm
        draw = partial(_tile, code=code, tiles=self._tiles, colours=self._colours)
        edge = tuple((x + width / 2, y + height / 2) for x, y in tile_outline(self._tiles))
        return ThingKind(size_mm, draw, (CodeMark(code, width / 2, height / 2, TILE_SQUARE_MM),), edge, _CARD_MM, _CARD)


def _tile(face: DrawnFace, code: int, tiles: str, colours: tuple[str, ...]) -> None:
    look, half = look_of(tile_colour(code, colours), colours), _PLATE_MM / 2
    middle_x, middle_y = face.width / 2, face.height / 2
    face.fill(page_paint(look.fill))
    for patch in look.pattern():
        face.shape(_at(patch, face), page_paint(look.light))
    _clear(face, page_paint(look.fill))
    for side in _rim(tiles):
        face.shape(_at(side, face), page_paint(look.rim))
    face.box(middle_x - half, middle_y - half, middle_x + half, middle_y + half, _PAPER)
    number = str((code - 1) % PIECES_OF_A_COLOUR + 1)
    letter = tile_colour(code, colours)[0].upper()
    face.text(letter, middle_x, middle_y - half - 2.8, 3.6, page_paint(look.ink))
    face.text(number, middle_x, middle_y + half + 2.6, 3.0, page_paint(look.ink))


def _clear(face: DrawnFace, colour: Bgr) -> None:
    """No pattern above the plate and below it, where the signs stand."""
    half = _PLATE_MM / 2 - 1
    face.box(0, 0, face.width, face.height / 2 - half, colour)
    face.box(0, face.height / 2 + half, face.width, face.height, colour)


def _rim(tiles: str) -> list[TileOutline]:
    """The rim, side by side."""
    inner, outer = tile_outline(tiles, -RIM_MM), tile_outline(tiles, 0.5)
    count = len(inner)
    sides = ((index, (index + 1) % count) for index in range(count))
    return [[outer[one], outer[other], inner[other], inner[one]] for one, other in sides]


def _at(patch: TileOutline, face: DrawnFace) -> TileOutline:
    """The outline from the face's upper left corner."""
    return [(x + face.width / 2, y + face.height / 2) for x, y in patch]


def _face(face: DrawnFace, said: str, colours: tuple[str, ...]) -> None:
    """The frame in the colour that the face says, and the paper within it."""
    frame = page_paint(JOKER if said == WHITE else look_of(said, colours).fill)
    blue, green, red = _PAPER if said == WHITE else (round(one + (255 - one) * FACE_PALE) for one in frame)
    inner = (FACE_MM - FACE_PAPER_MM) / 2
    face.fill(frame)
    face.box(inner, inner, FACE_MM - inner, FACE_MM - inner, (blue, green, red))


_FEWER_SHEENS = 5
"""A dozen tiles mirror as seldom, each, as the threescore cards that an evening's reflections are meant for."""


class LuccoCamera(DrawnCamera):
    """
    Looks at the table of a recorded game: look 0 is the empty table, look n the table after the n-th turn that was more
    than a miss on an empty table, for which nobody presses.

    What the record does not tell, `seed` decides: which of its tiles a colour sends, how exactly they are laid, where
    the die comes to rest, and all that `conditions` leave to chance. A throw that the record does not tell is out of
    sight, and so are hands and pot. An adjustment is on the table from the look after the turn that follows it.

    Raises RuleError for an illegal record, for free tiles, and for tiles that reach beyond the table.
    """

    def __init__(self, record: Record, seed: int = 0, conditions: Conditions = EASY) -> None:
        self._positions = tuple(figure_scenes(record, seed))
        self._laid = tuple(lay_tiles(self._positions, tiles_called(record.tiles), record.colours, seed))
        kinds = TileKinds(record.tiles, record.colours)
        drawn = [Drawn(tuple(map(kinds.thing, laid))) for laid in self._laid]
        fewer = replace(conditions, sheens=conditions.sheens // _FEWER_SHEENS)
        super().__init__(drawn, ground_for(len(record.players)), seed, fewer)

    def lying(self, number: int) -> tuple[LyingTile, ...]:
        """Every tile that look `number` shows, and the die. Raises CameraEndedError."""
        self.scene(number)
        return self._laid[number]

    def truth(self, number: int) -> FigureScene:
        """The tile in each cell at look `number`, and the throw. Raises CameraEndedError."""
        self.scene(number)
        return self._positions[number]


def camera_for(record: str, settings: Mapping[str, Any]) -> LuccoCamera:
    """
    The camera above the game in that file, on the evening that the configuration names.

    Raises UnreadableError, and what `LuccoCamera` raises.
    """
    return LuccoCamera(read_record_file(read_text(record), record), conditions=CONDITIONS[settings["conditions"]])
