"""A table of Lucco without pixels: where tiles lie, what people do to them, and what a camera sees of it."""

from cmath import phase, rect
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from math import degrees, radians
from random import Random

from lucca_pi.evening.state import State
from lucca_pi.games.lucco.game import GAME
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR
from lucca_pi.games.lucco.rules.tiles import Cell, Tiles
from lucca_pi.games.lucco.table.figure import PITCH_MM, way
from lucca_pi.games.lucco.table.pieces import FACES
from lucca_pi.table.sighting import Look, Sighting

OFF_MM, OFF_DEG = 0.5, 0.5
"""How exactly a tile's place and heading are read: standard deviations."""
VIEW = (-600 - 450j, 600 - 450j, 600 + 450j, -600 + 450j)
TILE_MM = 15.0
"""The table is not in sight so near to a tile's middle."""
DIE_AT = 380 + 250j


@dataclass(frozen=True)
class Tile:
    """A tile on the table: its cell, where its middle is (mm, the table's axes), and how it is turned."""

    cell: Cell
    at: complex
    heading_deg: float


@dataclass(frozen=True)
class Cover:
    """A hand or a cup: it hides all codes whose middle is so near, and the table."""

    at: complex
    radius_mm: float

    def hides(self, at: complex) -> bool:
        return abs(at - self.at) < self.radius_mm


@dataclass
class Table:
    """The table as it lies. `turn`: the way to the right; `shifts` are what people have pushed as a whole."""

    tiles: Tiles
    colours: tuple[str, ...]
    random: Random
    loose_mm: float = 2.0
    lying: dict[int, Tile] = field(default_factory=dict)
    turn: complex = 1 + 0j
    die: str | None = None
    die_at: complex = DIE_AT
    die_heading_deg: float = 10.0
    was: tuple[complex, ...] = ()

    def code_at(self, cell: Cell) -> int:
        """The tile in a cell."""
        return next(code for code, tile in self.lying.items() if tile.cell == cell)

    def lay(self, colour: str, cell: Cell) -> int:
        """A tile of the colour is laid beside those that lie; which one, is chance."""
        first = self.colours.index(colour) * PIECES_OF_A_COLOUR + 1
        free = [code for code in range(first, first + PIECES_OF_A_COLOUR) if code not in self.lying]
        code = self.random.choice(free)
        self.put(code, cell, self.random.uniform(-180, 180))
        return code

    def put(self, code: int, cell: Cell, heading_deg: float) -> None:
        """A tile is laid in a cell."""
        self.lying[code] = Tile(cell, self._place(cell), heading_deg)

    def throw(self, die: str | None) -> None:
        """The die lies beside the figure, and shows this."""
        self.die, self.die_heading_deg = die, self.random.uniform(-180, 180)
        self.die_at = complex(self.random.uniform(300, 450), self.random.uniform(200, 320))

    def _place(self, cell: Cell) -> complex:
        """Pushed against its neighbours, as far as people do."""
        if not self.lying:
            self.turn = rect(1, self.random.uniform(-3, 3))
            return complex(self.random.uniform(-80, 80), self.random.uniform(-80, 80))
        near = [tile for tile in self.lying.values() if tile.cell in self.tiles.neighbours(cell)]
        spots = [tile.at + PITCH_MM * self.turn * way(self.tiles, tile.cell, cell) for tile in near]
        off = rect(self.loose_mm * self.random.random() ** 0.5, self.random.uniform(-4, 4))
        return sum(spots) / len(spots) + off

    def take(self, code: int) -> Tile:
        """A tile is taken away."""
        self.was = (self.lying[code].at,)
        return self.lying.pop(code)

    def tidy(self) -> None:
        """People push the tiles together, hole by hole."""
        if not self.lying:
            return
        first = next(iter(self.lying.values()))
        for code, tile in self.lying.items():
            there = first.at + PITCH_MM * self.turn * way(self.tiles, first.cell, tile.cell)
            off = rect(0.7 * self.random.random(), self.random.uniform(-4, 4))
            self.lying[code] = replace(tile, at=there + off)

    def push(self, most_mm: float, most_deg: float) -> None:
        """The whole figure is turned, and shifted to within so many mm of the table's middle."""
        if not self.lying:
            return
        turn = rect(1, radians(self.random.uniform(-most_deg, most_deg)))
        to = rect(most_mm * self.random.random(), self.random.uniform(-4, 4))
        middle = sum(tile.at for tile in self.lying.values()) / len(self.lying)
        for code, tile in self.lying.items():
            there = to + (tile.at - middle) * turn
            self.lying[code] = replace(tile, at=there, heading_deg=tile.heading_deg + degrees(phase(turn)))
        self.turn *= turn

    def move(self, codes: Collection[int], by: complex) -> None:
        """Some tiles are knocked aside."""
        for code in codes:
            self.lying[code] = replace(self.lying[code], at=self.lying[code].at + by)

    def neighbours(self, code: int) -> frozenset[int]:
        """The tiles that touch one, by the cells."""
        cells = {*self.tiles.neighbours(self.lying[code].cell)}
        return frozenset(other for other, tile in self.lying.items() if tile.cell in cells)


def look_at(
    table: Table,
    random: Random,
    state: State,
    covers: Collection[Cover] = (),
    missed: float = 0.0,
    *,
    die: bool = False,
) -> Look:
    """
    What the camera sees, in the axes of the lowest code in sight; of places that are asked about, the bare ones.

    `missed`: how often a code is not read; `die`: it lies in sight.
    """
    hidden = {code for code, tile in table.lying.items() if any(cover.hides(tile.at) for cover in covers)}
    seen = {code: tile for code, tile in table.lying.items() if code not in hidden and random.random() >= missed}
    sightings = [_measured(code, tile.at, tile.heading_deg, random) for code, tile in sorted(seen.items())]
    if die and table.die:
        face = FACES[(*table.colours, "white").index(table.die)]
        sightings.append(_measured(face, table.die_at, table.die_heading_deg, random))
    if not seen:
        open_view = not table.lying and not any(cover.hides(at) for cover in covers for at in table.was)
        return Look(tuple(_sighting(one, one) for one in sightings), 0.4, (), bare=((0.0, 0.0),) if open_view else ())
    axes = sightings[0]
    view = tuple((at.real, at.imag) for at in (_into(axes, corner) for corner in VIEW))
    look = Look(tuple(_sighting(axes, one) for one in sightings), 0.4, view)
    return replace(look, bare=tuple(_bare(table, axes, covers, GAME.referee.unseen(state.match, look))))


def _measured(code: int, at: complex, heading_deg: float, random: Random) -> Sighting:
    off = complex(random.gauss(0, OFF_MM), random.gauss(0, OFF_MM))
    there = at + off
    return Sighting(code, there.real, there.imag, heading_deg + random.gauss(0, OFF_DEG))


def _into(axes: Sighting, at: complex) -> complex:
    return (at - complex(axes.x_mm, axes.y_mm)) / rect(1, radians(axes.heading_deg))


def _sighting(axes: Sighting, one: Sighting) -> Sighting:
    at = _into(axes, complex(one.x_mm, one.y_mm))
    turned = (one.heading_deg - axes.heading_deg + 180) % 360 - 180
    return Sighting(one.code, at.real, at.imag, turned)


def _bare(
    table: Table, axes: Sighting, covers: Collection[Cover], spots: Collection[Sighting]
) -> Iterator[tuple[float, float]]:
    """The places asked about where nothing lies, and nothing is over them."""
    for spot in spots:
        at = complex(spot.x_mm, spot.y_mm) * rect(1, radians(axes.heading_deg)) + complex(axes.x_mm, axes.y_mm)
        taken = any(abs(tile.at - at) < TILE_MM for tile in table.lying.values())
        if not taken and not any(cover.hides(at) for cover in covers):
            yield spot.x_mm, spot.y_mm
