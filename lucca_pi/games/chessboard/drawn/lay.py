"""From a position to what lies on the table: board, mat, stacks in stairs, supply and prisoners."""

from collections.abc import Iterator
from random import Random

from lucca_pi.drawn.lying import Ground, Person, Thing
from lucca_pi.games.chessboard.drawn.kinds import MAT_TOP_MM, board, brick, mat
from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.table.layout import (
    BRICK_THICK_MM,
    LOT_MM,
    STEP_MM,
    STEPS,
    board_mm,
    field_places,
    supply_places,
)

_GROUND_MM = (1240.0, 760.0)
GAP_MM = 24.0
"""Between board and mat."""
_HAND_MM, _HAND_DEG, _STEP_OFF_MM = 0.9, 1.2, 0.2
"""How exactly people set a stack down, how straight, and how even its steps are (standard deviations)."""
_MOST = 2.0


def ground() -> Ground:
    """The table: board on the left, mat on the right of it, people at both long sides."""
    return Ground(_GROUND_MM, (Person(0.0, 360.0, 0.0), Person(0.0, -360.0, 180.0)))


def lay(position: Position, seed: int = 0) -> tuple[Thing, ...]:
    """
    Everything of a position, as people lay it; the same stack in the same lot lies as it lay for the same seed.

    What no lot, place or field holds is drawn nowhere.
    """
    size = position.size
    mat_kind, side = mat(size), board_mm(size)
    left = -(side + GAP_MM + mat_kind.size_mm[0]) / 2
    board_x, mat_x = left + side / 2, left + side + GAP_MM + mat_kind.size_mm[0] / 2
    mat_origin = complex(mat_x, -mat_kind.size_mm[1] / 2 + MAT_TOP_MM)
    return (
        Thing(board(size), board_x, 0.0),
        Thing(mat_kind, mat_x, 0.0),
        *_city(position, complex(board_x, 0.0), seed),
        *_on_mat(position, mat_origin, seed),
    )


def _city(position: Position, middle: complex, seed: int) -> Iterator[Thing]:
    half = (position.size - 1) / 2
    for lot, stack in position.city.stacks.items():
        column, row = ord(lot[0]) - ord("a"), int(lot[1:]) - 1
        at = middle + complex((column - half) * LOT_MM, (half - row) * LOT_MM)
        yield from _stairs(stack, at, Random(f"{seed} {lot} {len(stack)}"))


def _stairs(stack: tuple[str, ...], middle: complex, chance: Random) -> Iterator[Thing]:
    """A stack from its lowest floor up: the lowest stick out, what lies higher is squared up."""
    x, y, turn = (_off(chance, sigma) for sigma in (_HAND_MM, _HAND_MM, _HAND_DEG))
    out = min(STEPS, len(stack) - 1)
    lowest = middle + complex(x, y + out * STEP_MM / 2)
    for level, colour in enumerate(reversed(stack)):
        up = min(level, out) * STEP_MM + _off(chance, _STEP_OFF_MM)
        at = lowest + complex(_off(chance, _STEP_OFF_MM), -up)
        yield Thing(brick(colour), at.real, at.imag, turn, level + 1, BRICK_THICK_MM * (level + 1))


def _on_mat(position: Position, origin: complex, seed: int) -> Iterator[Thing]:
    took = {taker: [own for own in COLOURS for _ in range(position.took.get((taker, own), 0))] for taker in COLOURS}
    for colour in COLOURS:
        for at in supply_places(position.size, colour)[: position.supply[colour]]:
            yield _flat(colour, origin + at, seed)
        for own, at in zip(took[colour], field_places(position.size, colour), strict=False):
            yield _flat(own, origin + at, seed)


def _flat(colour: str, at: complex, seed: int) -> Thing:
    chance = Random(f"{seed} {at}")
    x, y, turn = (_off(chance, sigma / 2) for sigma in (_HAND_MM, _HAND_MM, _HAND_DEG))
    return Thing(brick(colour), at.real + x, at.imag + y, turn, 1, BRICK_THICK_MM)


def _off(chance: Random, sigma: float) -> float:
    return max(-_MOST, min(_MOST, chance.gauss(0, 1))) * sigma
