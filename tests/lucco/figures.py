"""Evenings of Lucco without pixels: looks at figures, and states of a session that has seen them."""

from cmath import rect
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import cos, radians, sin
from random import Random

from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import State, begin_evening
from lucca_pi.evening.step import Looked
from lucca_pi.games.lucco.game import GAME
from lucca_pi.games.lucco.rules.tiles import Cell, Tiles, tiles_called
from lucca_pi.games.lucco.session.setup import Setup
from lucca_pi.games.lucco.table.figure import PITCH_MM, way
from lucca_pi.table.sighting import Look, Sighting
from tests.evening import given

NAMES = {1: "Ada", 2: "Ben", 3: "Cid"}
HEXAGONS = tiles_called("hexagon")
VIEW_MM = ((-900.0, -700.0), (900.0, -700.0), (900.0, 700.0), (-900.0, 700.0))
"""All of a table, and of what lies on it, is in the picture."""


def lying(
    cells: Mapping[int, Cell],
    *,
    tiles: Tiles = HEXAGONS,
    off: Mapping[int, tuple[float, float]] | None = None,
    turned_deg: float = 0.0,
    shifted: tuple[float, float] = (0.0, 0.0),
) -> dict[int, Sighting]:
    """Where tiles lie, each in its cell but for how far it is `off`; then all turned and shifted as a whole."""
    turn = complex(cos(radians(turned_deg)), sin(radians(turned_deg)))
    found = {}
    for code, cell in cells.items():
        at = PITCH_MM * way(tiles, (0, 0), cell) + complex(*(off or {}).get(code, (0.0, 0.0)))
        there = at * turn + complex(*shifted)
        found[code] = Sighting(code, there.real, there.imag, turned_deg)
    return found


def look(cells: Mapping[int, Cell], *, hidden: Iterable[int] = (), bare: Iterable[Cell] = (), **how: object) -> Look:
    """What a camera sees of tiles in cells; `hidden` ones it does not see, in `bare` cells it sees the table."""
    seen = lying(cells, **how)  # type: ignore[arg-type]
    edge = {other for cell in cells.values() for other in HEXAGONS.neighbours(cell)} - {*cells.values()}
    bare = [*bare, *edge]
    spots = lying(dict(enumerate(bare)), **{key: one for key, one in how.items() if key != "off"})  # type: ignore[arg-type]
    shown = tuple(one for code, one in seen.items() if code not in {*hidden})
    places = [(one.x_mm, one.y_mm) for one in spots.values()]
    if len(seen) == 1:  # nothing tells yet which way the grid is turned
        (only,) = seen.values()
        ring = (PITCH_MM * rect(1, radians(30 * number)) for number in range(12))
        places += [(only.x_mm + to.real, only.y_mm + to.imag) for to in ring]
    return Look(shown, 0.4, VIEW_MM, bare=tuple(places) if seen else ((0.0, 0.0),))


def begun(setup: Setup | None = None, names: Mapping[int, str] | None = None) -> State:
    """The state before the start."""
    return begin_evening(Begun(GAME, setup or Setup(), None, NAMES if names is None else names, "2026-05-01T20:00:00"))


def looked(state: State, *looks: Look) -> State:
    """The state after these looks, each asked for by a press."""
    for number, one in enumerate(looks):
        state, _ = given(state, Looked(one, f"2026-05-01T20:{number:02}:00"))
    return state


def after(*cells: Mapping[int, Cell], setup: Setup | None = None) -> State:
    """The state after looks at these figures, the first one after the start on an empty table."""
    state, before = looked(begun(setup), look({})), {}
    for now in cells:
        state = looked(state, look(now, bare=[cell for code, cell in before.items() if code not in now]))
        before = dict(now)
    return state


def loose(cells: Mapping[int, Cell], random: Random, most_mm: float) -> dict[int, tuple[float, float]]:
    """How far each tile is off its cell: anywhere within a circle."""
    found = {}
    for code in cells:
        turn, off_mm = random.uniform(0, 360), most_mm * random.random() ** 0.5
        found[code] = off_mm * cos(radians(turn)), off_mm * sin(radians(turn))
    return found


def blinded(one: Look, *codes: int) -> Look:
    """The look without these codes."""
    return replace(one, sightings=tuple(seen for seen in one.sightings if seen.code not in codes))
