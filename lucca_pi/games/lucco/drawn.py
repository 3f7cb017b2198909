"""
The drawn camera of Lucco: its pictures of tiles and die at each look of a record.

People lay tiles side by side, not quite exactly, so that the figure drifts. Tiles and die look as the printed ones,
with thick card below. Table axes: origin in the table's middle, x to the right, y down. Lengths in mm, headings in
degrees, clockwise.
"""

from cmath import rect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from math import radians
from random import Random
from typing import Any

from lucca_pi.drawn.camera import DrawnCamera
from lucca_pi.drawn.camera import DrawnScene as Drawn
from lucca_pi.drawn.conditions import CONDITIONS, EASY, Conditions
from lucca_pi.drawn.things import (
    Bgr,
    CodeMark,
    DrawnFace,
    Ground,
    Person,
    Point,
    Thing,
    ThingKind,
    page_paint,
    rectangle_at_origin,
)
from lucca_pi.errors import RuleError
from lucca_pi.files import read_as
from lucca_pi.games.lucco.rules.game import begin_game, enter
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, WHITE, Position
from lucca_pi.games.lucco.rules.record import Record, read_record
from lucca_pi.games.lucco.rules.table import in_laying_order
from lucca_pi.games.lucco.rules.tiles import FREE, Adjustment, Cell, Entry, Tiles, Turn, tiles_called
from lucca_pi.games.lucco.table import pieces
from lucca_pi.games.lucco.table.figure import place
from lucca_pi.table.sighting import Sighting


@dataclass(frozen=True, slots=True)
class _FigureScene:
    """One look: the tiles' codes by their cells in the order in which they were laid, and the throw."""

    tiles: Mapping[Cell, int] = field(default_factory=dict)
    die: str | None = None


def _figure_scenes(record: Record, seed: int) -> Iterator[_FigureScene]:
    """
    The empty table, then the table after each turn; nobody presses after a miss on an empty table.

    Raises RuleError where the record breaks a rule.
    """
    if record.tiles == FREE:
        raise RuleError("tiles", "a drawn table has hexagons and squares; no record tells the shape of free tiles")
    chance, game, tiles = Random(f"{seed} hand"), begin_game(record), dict[Cell, int]()
    yield _FigureScene()
    for entry in record.turns:
        was_empty, game = not game.position.table, enter(game, entry)
        tiles = _laid(tiles, game.position, chance, entry)
        if isinstance(entry, Turn) and not (was_empty and not tiles):
            yield _FigureScene(tiles, entry.die)


def _laid(before: Mapping[Cell, int], position: Position, chance: Random, entry: Entry) -> dict[Cell, int]:
    """
    The tiles that stay in their cells, and in each cell that is new the one that the record names; else one by chance.
    """
    table, lays = position.table, entry.table if isinstance(entry, Adjustment) else (entry.lay,)
    told = {lay.at: lay.extra.get("tile") for lay in lays if lay}
    code_of = {code: pieces.tile_colour(code, position.colours) for code in pieces.TILES}
    stay = {cell: code for cell, code in before.items() if table.pieces.get(cell) == code_of[code]}
    for lay in in_laying_order(table):
        if not isinstance(lay.at, str) and lay.at not in stay:
            left = [code for code in pieces.TILES if code not in stay.values() and code_of[code] == lay.colour]
            named = told.get(lay.at)
            stay[lay.at] = named if named in left else chance.choice(left)
    return stay


_LOOSE_MM = 0.6
"""Gap between tiles that are pushed together, mm."""
_HAND_MM, _MOST_MM = 0.5, 1.0
"""Error of a laid tile in either direction, mm: standard deviation and maximum."""
_HAND_DEG, _MOST_DEG = 1.2, 2.5
_EDGE_MM = 70.0
"""Room for the die between the figure and the table's edge, mm."""
_DIE_CLEAR_MM, _DIE_FAR_MM, _DIE_MOVED_MM = 48.0, 170.0, 40.0
"""Distances of a resting die, mm: least from every tile, most from the nearest one, least from its last place."""
_TRIES = 200
_DOWN_DEG = {"hexagon": 60.0, "square": 90.0}
"""Direction from a cell to the next one down, degrees, with the way to the right at 0."""

_SMALL_TABLE = Ground((1200.0, 900.0), ())
_PLACES = (Person(0, 250, 0), Person(-400, 0, 90), Person(0, -250, 180), Person(400, 0, 270), Person(320, 250, 0))
"""The seats, clockwise; the fifth beside the first."""


def _lay_tiles(
    scenes: Sequence[_FigureScene], tiles: Tiles, colours: tuple[str, ...], seed: int
) -> Iterator[tuple[Sighting, ...]]:
    """The tiles and the die at each look. Raises RuleError "table" for tiles that reach beyond the table."""
    cells = {cell for scene in scenes for cell in scene.tiles}
    figure, before, die = _figure(cells, tiles, seed), dict[Cell, Sighting](), None
    for number, scene in enumerate(scenes):
        before = _laid_beside(before, scene, figure, f"{seed} {number}")
        die = _thrown(scene.die, colours, list(before.values()), die, f"{seed} die {number}")
        yield (*before.values(), *((die,) if die else ()))


@dataclass(frozen=True, slots=True)
class _Figure:
    """The place of cell (0, 0), and the direction of the figure's rows."""

    tiles: Tiles
    origin: complex
    heading_deg: float

    def way(self, cell: Cell) -> complex:
        """The way from cell (0, 0) in mm, were every tile laid exactly."""
        pitch = pieces.ACROSS_MM + _LOOSE_MM
        right, down = (rect(pitch, radians(self.heading_deg + turn)) for turn in (0.0, _DOWN_DEG[self.tiles.name]))
        return cell[0] * right + cell[1] * down


def _figure(cells: set[Cell], tiles: Tiles, seed: int) -> _Figure:
    """The figure in the table's middle, turned by chance so that it stays within the table's edges."""
    chance = Random(f"{seed} figure")
    for _ in range(_TRIES):
        figure = _Figure(tiles, 0j, chance.uniform(0, 360))
        ways = [figure.way(cell) for cell in cells] or [0j]
        xs, ys = [way.real for way in ways], [way.imag for way in ways]
        room = [length - 2 * _EDGE_MM for length in _SMALL_TABLE.size_mm]
        if max(xs) - min(xs) < room[0] and max(ys) - min(ys) < room[1]:
            middle = complex((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
            return _Figure(tiles, -middle, figure.heading_deg)
    size = " x ".join(f"{length:g}" for length in _SMALL_TABLE.size_mm)
    raise RuleError("table", f"the tiles of this record reach farther than a drawn table of {size} mm")


def _laid_beside(
    before: Mapping[Cell, Sighting], scene: _FigureScene, figure: _Figure, what: str
) -> dict[Cell, Sighting]:
    """The tiles of the look before in their places; each new one is laid beside its neighbours."""
    laid = {cell: one for cell, one in before.items() if scene.tiles.get(cell) == one.code}
    for cell, code in scene.tiles.items():
        if cell not in laid:
            laid[cell] = _beside(cell, code, laid, figure, Random(f"{what} {cell}"))
    return laid


def _beside(cell: Cell, code: int, laid: Mapping[Cell, Sighting], figure: _Figure, chance: Random) -> Sighting:
    """A tile in the room its neighbours leave: their own drift goes on."""
    beside = [other for other in figure.tiles.neighbours(cell) if other in laid]
    wanted = [place(laid[other]) + figure.way(cell) - figure.way(other) for other in beside]
    at = sum(wanted) / len(wanted) if wanted else figure.origin + figure.way(cell)
    off = complex(*(_slip(chance, _HAND_MM, _MOST_MM) for _ in range(2)))
    turn = 360 / figure.tiles.sides * chance.randrange(figure.tiles.sides) + _slip(chance, _HAND_DEG, _MOST_DEG)
    there = at + off
    return Sighting(code, round(there.real, 3), round(there.imag, 3), round((figure.heading_deg + turn) % 360, 3))


def _slip(chance: Random, usual: float, most: float) -> float:
    return max(-most, min(most, chance.gauss(0, usual)))


def _thrown(
    face: str | None, colours: tuple[str, ...], tiles: Sequence[Sighting], before: Sighting | None, what: str
) -> Sighting | None:
    """The die where it came to rest; None if the throw was not seen."""
    if face is None:
        return None
    chance, code = Random(what), pieces.FACES[(*colours, WHITE).index(face)]
    spots = [_somewhere(chance) for _ in range(_TRIES)]
    best = min(spots, key=lambda spot: _unfit(complex(*spot), tiles, before))
    return Sighting(code, *best, round(chance.uniform(0, 360), 3))


def _somewhere(chance: Random) -> Point:
    width, height = (length / 2 - _EDGE_MM / 2 for length in _SMALL_TABLE.size_mm)
    return round(chance.uniform(-width, width), 3), round(chance.uniform(-height, height), 3)


def _unfit(at: complex, tiles: Sequence[Sighting], before: Sighting | None) -> float:
    """The penalty of a die's place: too near to a thing, or too far from the figure."""
    nearest = min((abs(at - place(one)) for one in tiles), default=_DIE_CLEAR_MM)
    moved = abs(at - place(before)) if before else _DIE_MOVED_MM
    return 10 * max(0.0, _DIE_CLEAR_MM - nearest) + max(0.0, nearest - _DIE_FAR_MM) + max(0.0, _DIE_MOVED_MM - moved)


_CARD_MM = 1.5
_CARD: Bgr = (150, 160, 168)
_WOOD: Bgr = (140, 176, 208)
_PAPER: Bgr = (255, 255, 255)
_PLATE_MM = 18.0


@cache
def _kind(code: int, tiles: str, colours: tuple[str, ...]) -> ThingKind:
    """A tile, paper glued on card, or the die, a wooden cube with a face that covers its upper side."""
    piece = pieces.lucco_pieces(tiles).by_code[code]
    (width, height), is_die = piece.size_mm, code in pieces.FACES
    edge = tuple((x + width / 2, y + height / 2) for x, y in pieces.tile_outline(tiles))
    return ThingKind(
        piece.size_mm,
        partial(_face, said=pieces.face_of(code, colours), colours=colours)
        if is_die
        else partial(_tile, code=code, tiles=tiles, colours=colours),
        (CodeMark(code, width / 2, height / 2, piece.square_mm),),
        rectangle_at_origin(width, height) if is_die else edge,
        pieces.FACE_MM if is_die else _CARD_MM,
        _WOOD if is_die else _CARD,
        looks=("lucco", code, tiles, colours),
    )


def _thing(one: Sighting, record: Record) -> Thing:
    """The tile or the die as a thing in its place."""
    kind = _kind(one.code, record.tiles, record.colours)
    return Thing(kind, one.x_mm, one.y_mm, one.heading_deg, top_mm=kind.thick_mm)


def _tile(face: DrawnFace, code: int, tiles: str, colours: tuple[str, ...]) -> None:
    look, half = pieces.look_of(pieces.tile_colour(code, colours), colours), _PLATE_MM / 2
    middle_x, middle_y = face.width / 2, face.height / 2
    face.fill(page_paint(look.fill))
    for patch in look.pattern():
        face.shape(_at(patch, face), page_paint(look.light))
    _clear(face, page_paint(look.fill))
    for side in _rim(tiles):
        face.shape(_at(side, face), page_paint(look.rim))
    face.box(middle_x - half, middle_y - half, middle_x + half, middle_y + half, _PAPER)
    number = str((code - 1) % PIECES_OF_A_COLOUR + 1)
    letter = pieces.tile_colour(code, colours)[0].upper()
    face.text(letter, middle_x, middle_y - half - 2.8, 3.6, page_paint(look.ink))
    face.text(number, middle_x, middle_y + half + 2.6, 3.0, page_paint(look.ink))


def _clear(face: DrawnFace, colour: Bgr) -> None:
    """Clears the pattern above the plate and below it, where the signs are."""
    half = _PLATE_MM / 2 - 1
    face.box(0, 0, face.width, face.height / 2 - half, colour)
    face.box(0, face.height / 2 + half, face.width, face.height, colour)


def _rim(tiles: str) -> list[pieces.TileOutline]:
    """The sides of the rim."""
    inner, outer = pieces.tile_outline(tiles, -pieces.RIM_MM), pieces.tile_outline(tiles, 0.5)
    count = len(inner)
    sides = ((index, (index + 1) % count) for index in range(count))
    return [[outer[one], outer[other], inner[other], inner[one]] for one, other in sides]


def _at(patch: pieces.TileOutline, face: DrawnFace) -> pieces.TileOutline:
    """The outline from the face's upper left corner."""
    return [(x + face.width / 2, y + face.height / 2) for x, y in patch]


def _face(face: DrawnFace, said: str, colours: tuple[str, ...]) -> None:
    """Draws the frame in the colour of the face, and the paper within it."""
    frame = page_paint(pieces.JOKER if said == WHITE else pieces.look_of(said, colours).fill)
    blue, green, red = _PAPER if said == WHITE else (round(one + (255 - one) * pieces.FACE_PALE) for one in frame)
    inner = (pieces.FACE_MM - pieces.FACE_PAPER_MM) / 2
    face.fill(frame)
    face.box(inner, inner, pieces.FACE_MM - inner, pieces.FACE_MM - inner, (blue, green, red))


_FEWER_SHEENS = 5
"""A dozen tiles mirror as seldom, each, as the threescore cards that an evening's reflections are meant for."""


class LuccoCamera(DrawnCamera):
    """
    A camera above the drawn table of a recorded game: look 0 is the empty table, look n the table after the n-th turn
    that was more than a miss on an empty table, for which nobody presses.

    `seed` decides what the record leaves open: which of its tiles a colour sends, how exactly they are laid, where the
    die comes to rest, and everything that `conditions` leave to chance. A throw that is not recorded is out of sight,
    and so are hands and pot. An adjustment is on the table from the look after the turn that follows it.

    Raises RuleError for an illegal record, for free tiles, and for tiles that reach beyond the table.
    """

    def __init__(self, record: Record, seed: int = 0, conditions: Conditions = EASY) -> None:
        self.figures = tuple(_figure_scenes(record, seed))
        """The tile in each cell at each look, and the throw."""
        self.laid = tuple(_lay_tiles(self.figures, tiles_called(record.tiles), record.colours, seed))
        drawn = [Drawn(tuple(_thing(one, record) for one in laid)) for laid in self.laid]
        fewer = replace(conditions, sheens=conditions.sheens // _FEWER_SHEENS)
        ground = Ground(_SMALL_TABLE.size_mm, _PLACES[: len(record.players)])
        super().__init__(drawn, ground, seed, fewer)


def camera_for(record: str, settings: Mapping[str, Any]) -> LuccoCamera:
    """
    The camera above the game in that file, on the evening that the configuration names.

    Raises UnreadableError, and what `LuccoCamera` raises.
    """
    return LuccoCamera(read_as(read_record, record), conditions=CONDITIONS[settings["conditions"]])
