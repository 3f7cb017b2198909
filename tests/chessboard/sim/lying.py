"""How bricks lie on a board and a mat, the look that a faultless camera has of them, and what another one misses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from lucca_pi.games.chessboard.rules.city import COLOURS, Stack, lots
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.table.board import CORNER_OUT_MM, CORNERS, MAT_CODES, Board, BoardAxes
from lucca_pi.games.chessboard.table.reading import STEP, TOP
from lucca_pi.table.sighting import Look, Sighting, Spot

LOT_MM, BRICK_MM, STEP_MM = 57.0, 26.0, 4.5
STRIPS = 3
"""So many of the lowest floors stick out; what lies higher is squared up."""
JITTER_MM = 6.0
PER_FLOOR = 0.0083
MAT_HALF_MM = 200.0
MAT_Y_MM = 420.0


@dataclass(frozen=True, slots=True)
class Table:
    """
    What lies there. `moved`: by how much a stack stands off its lot's middle; `squared`: of its stairs, the floors from
    the lowest up that are out of sight. `loose` are bricks where none belongs, at a place in board axes.
    """

    position: Position
    stacks: Mapping[str, Stack]
    stairs: bool = True
    mat: bool = False
    moved: Mapping[str, complex] = field(default_factory=dict)
    squared: Mapping[str, frozenset[int]] = field(default_factory=dict)
    loose: tuple[tuple[str, complex], ...] = ()
    seed: int = 0


def board_of(size: int) -> Board:
    return Board(BoardAxes(0j, 1 + 0j), size, LOT_MM)


def table_of(position: Position, *, stairs: bool = True, mat: bool = False, seed: int = 0, size: int = 0) -> Table:
    """The position as people lay it: every stack a little off the middle of its lot, and always in the same place."""
    moved = {lot: _off(seed, lot) for lot in lots(position.size)}
    return Table(position, position.city.stacks, stairs, mat, moved, seed=seed)


def _off(seed: int, lot: str) -> complex:
    random = Random(f"{seed} {lot}")
    return complex(random.uniform(-JITTER_MM, JITTER_MM), random.uniform(-JITTER_MM, JITTER_MM))


def look_at(table: Table) -> Look:
    """The look at it, in the board's axes."""
    size = table.position.size
    half = size * LOT_MM / 2 + CORNER_OUT_MM
    sightings = [Sighting(code, half * at.real, half * at.imag, 0.0) for code, at in CORNERS.items()]
    spots = [spot for lot, stack in table.stacks.items() for spot in _stack(table, lot, stack)]
    spots += [Spot(TOP, colour, at.real, at.imag, BRICK_MM) for colour, at in table.loose]
    if table.mat:
        edge = MAT_Y_MM + size * LOT_MM / 2 - 300
        ends = zip(MAT_CODES, (-MAT_HALF_MM, MAT_HALF_MM), strict=True)
        sightings += [Sighting(code, x_mm, edge, 0.0) for code, x_mm in ends]
        spots += _on_mat(table.position, edge)
    return Look(tuple(sightings), 0.34, (), spots=tuple(spots))


def shadowed(table: Table, lot: str, colour: str = "") -> Look:
    """The look at it in which a shadow below that stack is taken for the strip of one more floor."""
    look, middle = look_at(table), board_of(table.position.size).middle_of(ord(lot[0]) - ord("a"), int(lot[1:]) - 1)
    at = middle + table.moved.get(lot, 0)
    strips = [one.y_mm for one in look.spots if abs(one.x_mm - at.real) < 1 and abs(one.y_mm - at.imag) < LOT_MM / 2]
    below = max(strips) + (STEP_MM if len(strips) > 1 else (BRICK_MM + STEP_MM) / 2)
    return replace(look, spots=(*look.spots, Spot(STEP, colour, at.real, below, BRICK_MM)))


def _stack(table: Table, lot: str, stack: Stack) -> list[Spot]:
    column, row = ord(lot[0]) - ord("a"), int(lot[1:]) - 1
    at = board_of(table.position.size).middle_of(column, row) + table.moved.get(lot, 0)
    across = BRICK_MM * (1 + PER_FLOOR * (len(stack) - 1))
    spots = [Spot(TOP, stack[0], at.real, at.imag, across)]
    if not table.stairs:
        return spots
    floors = stack[:0:-1][:STRIPS]
    shown = [(n, colour) for n, colour in enumerate(floors) if n not in table.squared.get(lot, ())]
    for place, (_n, colour) in enumerate(reversed(shown), start=1):
        below = BRICK_MM / 2 + STEP_MM * (place - 0.5)
        spots.append(Spot(STEP, colour, at.real, at.imag + below, BRICK_MM))
    return spots


def _on_mat(position: Position, edge: float) -> list[Spot]:
    spots = []
    for row, colour in enumerate(COLOURS):
        for place in range(position.supply[colour]):
            spots.append(Spot(TOP, colour, -MAT_HALF_MM + 16.0 * place, edge + 30 + 40 * row, BRICK_MM))
    for (taker, colour), number in position.took.items():
        left = -MAT_HALF_MM + COLOURS.index(taker) * MAT_HALF_MM / 2
        for place in range(number):
            at = left + 4 + 10 * (place % 9), edge + 200 + 20 * COLOURS.index(colour) + place // 9 * 8
            spots.append(Spot(TOP, colour, *at, BRICK_MM))
    return spots


@dataclass(frozen=True, slots=True)
class Eye:
    """
    How often a picture misses things. `noise` is the error of a top's width, as a part of it.

    A colour that is told wrongly is told unsurely: the eye knows when a patch lies between two of those printed.
    """

    top_missed: float = 0.001
    strip_missed: float = 0.001
    unread: float = 0.005
    unsure: float = 0.003
    wrong: float = 0.0003
    corner_missed: float = 0.02
    noise: float = 0.0


PERFECT = Eye(0, 0, 0, 0, 0, 0)


def seen(look: Look, eye: Eye, random: Random) -> Look:
    """One picture of the look."""
    spots = tuple(one for spot in look.spots for one in _seen(spot, eye, random))
    sightings = tuple(one for one in look.sightings if random.random() >= eye.corner_missed)
    return replace(look, spots=spots, sightings=sightings)


def _seen(spot: Spot, eye: Eye, random: Random) -> Iterator[Spot]:
    if random.random() < (eye.strip_missed if spot.kind == STEP else eye.top_missed):
        return
    if random.random() < eye.unread:
        spot = replace(spot, colour="", margin=0.0)
    elif random.random() < eye.wrong:
        others = [colour for colour in COLOURS if colour != spot.colour]
        spot = replace(spot, colour=random.choice(others), margin=random.uniform(0.0, 0.4))
    elif random.random() < eye.unsure:
        spot = replace(spot, margin=random.uniform(0.1, 0.6))
    across_mm = spot.across_mm * (1 + random.gauss(0, eye.noise)) if eye.noise else spot.across_mm
    yield replace(spot, across_mm=across_mm)
