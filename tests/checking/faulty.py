"""Drawn layings with a fault put in, in small pictures."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from lucca_pi.app.eyes import Eyes
from lucca_pi.checking.check import Check
from lucca_pi.checking.plan import Asked, Lay, asked
from lucca_pi.config import Config
from lucca_pi.drawn.camera import DrawnCamera, DrawnScene
from lucca_pi.drawn.conditions import EASY, CameraView, Conditions
from lucca_pi.drawn.things import Ground, Sticker, Thing
from lucca_pi.games.chessboard import drawn as chessboard
from lucca_pi.games.chessboard.table import board
from lucca_pi.games.citta import drawn as citta
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import TABLES
from lucca_pi.games.lucco import drawn as lucco
from lucca_pi.games.lucco.rules.record import Record
from lucca_pi.table.sighting import Pose, Sighting

SMALL = CameraView(width_px=1820, height_px=1024)
"""Enough for every sticker, and soon drawn."""
Change = Callable[[Thing], Thing]
_Laid = list[tuple[Lay, Sighting]]
_LEFT_MM = -(board.board_mm(8) + chessboard.GAP_MM) / 2 - board.mat_half_mm(8)
SEATS: Mapping[str, Mapping[int, Pose]] = {
    "citta": {101 + at: Pose(one.x_mm, one.y_mm, one.heading_deg) for at, one in enumerate(TABLES[3].seats)},
    "chessboard": {
        112: Pose(_LEFT_MM + board.MARGIN_MM - board.CORNER_OUT_MM, 248.0, 0.0),
        116: Pose(_LEFT_MM + board.board_mm(8) + chessboard.GAP_MM + board.CODE_MM, -150.0, 0.0),
    },
    "lucco": {1: Pose(0.0, 0.0, 0.0)},
}
"""Where the seats lie on a drawn table."""


def drawn(conditions: Conditions, change: Change | None = None, config: Config | None = None) -> DrawnCamera:
    """The camera above the layings, each thing changed; look n is the n-th."""
    planned = asked(config or Config())
    draw, ground = {"citta": _cards, "chessboard": _bricks, "lucco": _tiles}[planned.game](planned)
    seats = SEATS[planned.game]
    laid = [[(lay, lay.beside(seats[lay.seat])) for lay in one.lay] for one in planned.layings]
    scenes = [DrawnScene(tuple(map(change or (lambda thing: thing), draw(one)))) for one in laid]
    return DrawnCamera(scenes, ground, conditions=conditions)


def badly_stuck(code: int, sticker: Sticker) -> Change:
    """That card's sticker as it should not be."""

    def change(thing: Thing) -> Thing:
        if not thing.kind.marks or thing.kind.marks[0].code != code:
            return thing
        mark = replace(thing.kind.marks[0], sticker=sticker)
        return replace(thing, kind=replace(thing.kind, marks=(mark,), looks=("badly stuck", code)))

    return change


def moved_away(way_mm: float, beyond_mm: float = 200.0) -> Change:
    """The third seat farther out, with all that lies there."""
    return lambda thing: replace(thing, x_mm=thing.x_mm + way_mm) if thing.x_mm > beyond_mm else thing


def checked(camera: DrawnCamera, layings: Iterable[str], config: Config, folder: Path | None = None) -> Check:
    """The check of these layings, by their names."""
    one = Check(asked(config), camera, Eyes(config), folder)
    for number, laying in enumerate(one.asked.layings):
        if laying.name in layings:
            one.number = number
            one.look()
    return one


def easy(**changes: object) -> Conditions:
    """An easy evening in a small picture, but for these changes."""
    return replace(EASY, **{"view": SMALL, **changes})


_Draw = tuple[Callable[[_Laid], list[Thing]], Ground]


def _cards(asked: Asked) -> _Draw:
    kinds = citta.CardKinds(asked.setup.deck_file)

    def draw(laid: _Laid) -> list[Thing]:
        cards = (DrawnCard(lay.piece, *_place(at), level) for level, (lay, at) in enumerate(laid))
        return [*map(kinds.thing, cards)]

    return draw, TABLES[3].ground


def _tiles(asked: Asked) -> _Draw:
    record = Record((), tiles=asked.setup.tiles, colours=asked.setup.colours)
    ground = Ground(lucco._SMALL_TABLE.size_mm, lucco._PLACES)
    return lambda laid: [lucco._thing(replace(at, code=lay.piece), record) for lay, at in laid], ground


def _bricks(asked: Asked) -> _Draw:
    corner, mat_end = (complex(at.x_mm, at.y_mm) for at in SEATS["chessboard"].values())
    mat_kind = chessboard._drawn_mat(8)
    middle, mat = corner + complex(248, -248), mat_end + board.mat_half_mm(8)
    down = mat_kind.size_mm[1] / 2 - chessboard._MAT_TOP_MM
    bare = [Thing(chessboard._drawn_board(8), middle.real, middle.imag), Thing(mat_kind, mat.real, mat.imag + down)]

    def draw(laid: _Laid) -> list[Thing]:
        things: list[Thing] = []
        for lay, at in ((lay, at) for lay, at in laid if isinstance(lay.piece, str)):
            below = [one for one in things if abs(complex(one.x_mm - at.x_mm, one.y_mm - at.y_mm)) < board.BRICK_MM]
            level = len(below) + 1
            brick = Thing(chessboard._drawn_brick(lay.piece), *_place(at), level)
            things.append(replace(brick, top_mm=board.BRICK_THICK_MM * level))
        return [*bare, *things]

    return draw, chessboard.ground()


def _place(at: Sighting) -> tuple[float, float, float]:
    return at.x_mm, at.y_mm, at.heading_deg
