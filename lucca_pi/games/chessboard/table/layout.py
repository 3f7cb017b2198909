"""
Where everything is printed: on the board, on a brick, on the mat. Lengths in mm.

Board axes as in `board`. Paper, drawn table and eyes take these places from here.
"""

from collections.abc import Iterator, Mapping
from itertools import product

from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.rules.position import bricks_of_a_colour
from lucca_pi.games.chessboard.table.board import CORNER_OUT_MM, FIELDS_MM

LOT_MM = 57.0
MARGIN_MM = 40.0
"""Paper around the lots, for codes and patches."""

BRICK_MM, BRICK_THICK_MM = 26.0, 2.0
RIM_MM, LINE_MM = 1.2, 0.8
"""Each brick has a dark rim, and within it a light line: so a black one is told from its own rim."""
STEP_MM = 4.8
"""How far a lower floor sticks out."""
STEPS = 3
"""How many of the lowest floors stick out; what lies higher is squared up."""
PAINTS: Mapping[str, str] = {"white": "#f7f4ea", "black": "#2c2b2e", "red": "#c42a30", "blue": "#2461b4"}
RIM, LINE = "#17161a", "#f7f4ea"

PATCH_MM = 16.0, 20.0
PATCH_PITCH_MM = 18.0
FIRST_PATCH_MM = 14.0
"""How far inside the lots' edge the middle of the first patch lies."""

PITCH_MM = 30.0
"""From place to place on the mat."""
ROWS_MM = (35.0, 75.0, 115.0, 155.0)
"""The middles of the mat's rows, one for each colour, below its codes."""
FIELD_PITCH_MM = 29.0


def board_mm(size: int, lot_mm: float = LOT_MM) -> float:
    """The side of the whole board."""
    return size * lot_mm + 2 * MARGIN_MM


def patches(half_mm: float) -> Iterator[tuple[str, int, complex]]:
    """
    Each patch: its colour, the code whose patch it is, and its middle; `half_mm` is half the side of all lots.

    >>> [at for colour, code, at in patches(228.0) if code == 112][:2]
    [(-214+248j), (-196+248j)]
    """
    corners = {112: (-1, 1), 113: (1, 1), 114: (1, -1), 115: (-1, -1)}
    for (code, (right, down)), (number, colour) in product(corners.items(), enumerate(COLOURS)):
        inside = FIRST_PATCH_MM + number * PATCH_PITCH_MM
        yield colour, code, complex(right * (half_mm - inside), down * (half_mm + CORNER_OUT_MM))


def mat_half_mm(size: int) -> float:
    """Half the way between the middles of the mat's codes."""
    return bricks_of_a_colour(size) * PITCH_MM / 2


def supply_places(size: int, colour: str) -> tuple[complex, ...]:
    """
    The places of a colour's bricks on the mat, in its axes.

    >>> supply_places(6, "white")[0], len(supply_places(6, "white"))
    ((-165+35j), 12)
    """
    left, y = -mat_half_mm(size) + PITCH_MM / 2, ROWS_MM[COLOURS.index(colour)]
    return tuple(complex(left + number * PITCH_MM, y) for number in range(bricks_of_a_colour(size)))


def field_places(size: int, colour: str) -> tuple[complex, ...]:
    """The places in a colour's field for prisoners, in the mat's axes, row by row."""
    wide = mat_half_mm(size) / 2
    columns, middle = int(wide // FIELD_PITCH_MM), -mat_half_mm(size) + (COLOURS.index(colour) + 0.5) * wide
    first = FIELDS_MM[0] + BRICK_MM / 2 + 1
    across = [middle + (number - (columns - 1) / 2) * FIELD_PITCH_MM for number in range(columns)]
    return tuple(complex(x, first + row * FIELD_PITCH_MM) for row in range(4) for x in across)
