"""
The board and the mat: their print, and their place in a look by the codes at their corners.

Board axes: the origin is the board's middle, x runs along the rows from column a, y down the columns to row 1. Lengths
in mm. Paper, drawn table and vision take the places of everything printed from here.
"""

from cmath import phase
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import degrees

from lucca_pi.games.chessboard.rules.city import COLOURS, lot_at
from lucca_pi.games.chessboard.rules.position import bricks_of_a_colour
from lucca_pi.language import _
from lucca_pi.table.pieces import Called, Piece, Pieces, PieceWords
from lucca_pi.table.sighting import Sighting

CORNERS: Mapping[int, complex] = {112: -1 + 1j, 113: 1 + 1j, 114: 1 - 1j, 115: -1 - 1j}
"""The codes outside the corners, from a1 anticlockwise, each in its direction from the board's middle."""
CORNER_OUT_MM = 20.0
"""Distance of a code's middle outside both edges of its corner."""
MAT_CODES = (116, 117)
"""The codes at the left and the right end of the mat's upper edge."""
CODE_MM = 30.0
"""The side of the black square of all of them."""
QUARTER_CODES = range(101, 106)
"""Codes of Lucca Città's quarter cards: one in sight means that another game is played."""
_QUARTER_MM = (59.0, 91.0)
_WORDS = PieceWords(
    "corner", "mat", _("No corner of the board is in sight: lay its four codes where the camera sees them.")
)
_INSIDE_MM = 8.0
"""Least distance of a brick's middle from the lines of its lot; nearer is a doubt."""
FEWEST_CORNERS = 2
_LOTS_MM = (35.0, 90.0)
"""Possible widths of a lot, mm: outside of these the measured square is no board."""


def board_pieces() -> Pieces:
    """The pieces with codes: the corners, which give the axes, the mat, and the quarters of another game."""
    code = Piece((CODE_MM, CODE_MM), CODE_MM, (0.0, 0.0), is_exact=True)
    width, height = _QUARTER_MM
    quarter = Piece(_QUARTER_MM, CODE_MM, ((width - CODE_MM) / 2, (height - CODE_MM) / 2), is_exact=True)
    corners = dict.fromkeys(CORNERS, replace(code, is_anchor=True))
    return Pieces(corners | dict.fromkeys(MAT_CODES, code) | dict.fromkeys(QUARTER_CODES, quarter), _WORDS)


@dataclass(frozen=True, slots=True)
class BoardAxes:
    """The axes of a board or a mat in a look: their origin and the direction of x, as complex numbers."""

    origin: complex
    turn: complex

    def of(self, x_mm: float, y_mm: float) -> complex:
        """A point of the look in these axes."""
        return (complex(x_mm, y_mm) - self.origin) / self.turn

    def to_look(self, point: complex) -> complex:
        """The place in the look of a point in these axes."""
        return self.origin + self.turn * point

    @property
    def turn_deg(self) -> float:
        """The direction of x in the look, in degrees."""
        return degrees(phase(self.turn))


@dataclass(frozen=True, slots=True)
class Board:
    """A board in a look, with the side of its lots."""

    axes: BoardAxes
    size: int
    lot_mm: float

    def middle_of(self, column: int, row: int) -> complex:
        """The middle of a lot, column and row from 0."""
        half = (self.size - 1) / 2
        return complex((column - half) * self.lot_mm, (half - row) * self.lot_mm)

    def is_on(self, point: complex) -> bool:
        """True if a point of the board's axes is on the board, its edge taken a little wider."""
        return max(abs(point.real), abs(point.imag)) <= self.size * self.lot_mm / 2 + _INSIDE_MM

    def is_inside(self, point: complex) -> bool:
        """True if a point of the board's axes is at least 8 mm inside the board's edge."""
        return max(abs(point.real), abs(point.imag)) <= self.size * self.lot_mm / 2 - _INSIDE_MM

    def lots_of(self, point: complex) -> tuple[str, ...]:
        """
        The lot of a point at least 8 mm inside its lines; nearer to a line, all lots it may belong to.

        >>> board = Board(BoardAxes(0j, 1 + 0j), 8, 60.0)
        >>> board.lots_of(-30 + 30j), board.lots_of(-5 + 30j), board.lots_of(-237 + 30j)
        (('d4',), ('d4', 'e4'), ('a4',))
        """
        columns = self._near(point.real)
        rows = self._near(-point.imag)
        return tuple(lot_at(column, row) for row in rows for column in columns)

    def _near(self, along_mm: float) -> list[int]:
        whole = along_mm / self.lot_mm + self.size / 2
        near = _INSIDE_MM / self.lot_mm
        found = {int(min(max(whole + by, 0), self.size - 1)) for by in (-near, 0, near)}
        return sorted(found)


def board_in(sightings: Iterable[Sighting], size: int) -> Board | None:
    """
    The board by the codes at its corners, two at least; None if they do not give it.

    >>> seen = [Sighting(112, 0, 100, 0), Sighting(113, 520, 100, 0)]
    >>> board = board_in(seen, 8)
    >>> board.lot_mm, board.axes.origin
    (60.0, (260-160j))
    """
    seen = {one.code: complex(one.x_mm, one.y_mm) for one in sightings if one.code in CORNERS}
    if len(seen) < FEWEST_CORNERS:
        return None
    here, there = sum(seen.values()) / len(seen), sum(CORNERS[code] for code in seen) / len(seen)
    spread = [(CORNERS[code] - there, at - here) for code, at in seen.items()]
    scale = sum(unit.conjugate() * at for unit, at in spread) / sum(abs(unit) ** 2 for unit, _at in spread)
    lot_mm = 2 * (abs(scale) - CORNER_OUT_MM) / size
    if not _LOTS_MM[0] <= lot_mm <= _LOTS_MM[1]:
        return None
    return Board(BoardAxes(here - scale * there, scale / abs(scale)), size, lot_mm)


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat in a look: origin in the middle between its codes, y away from them; `half_mm` is half its width."""

    axes: BoardAxes
    half_mm: float


SUPPLY_MM = (15.0, 175.0)
"""First and last distance below the mat's codes, mm, of the four rows of the supply."""
FIELDS_MM = (185.0, 300.0)
"""First and last distance, mm, of the fields for prisoners, one beside the other in the order of the colours."""


def mat_in(sightings: Iterable[Sighting]) -> Mat | None:
    """The mat by the codes at both ends of its upper edge; None unless both are in sight."""
    seen = {one.code: complex(one.x_mm, one.y_mm) for one in sightings if one.code in MAT_CODES}
    if len(seen) < len(MAT_CODES):
        return None
    left, right = (seen[code] for code in MAT_CODES)
    return Mat(BoardAxes((left + right) / 2, (right - left) / abs(right - left)), abs(right - left) / 2)


LOT_MM = 57.0
MARGIN_MM = 40.0
"""Width of paper around the lots, mm, for codes and patches."""

BRICK_MM, BRICK_THICK_MM = 26.0, 2.0
RIM_MM, LINE_MM = 1.2, 0.8
"""Width of each brick's dark rim, and of the light line within it, which separates a black brick from its rim."""
STEP_MM = 4.8
"""Length by which a lower floor sticks out."""
STEPS = 3
"""Number of lowest floors that stick out; the higher ones are squared up."""
PAINTS: Mapping[str, str] = {"white": "#f7f4ea", "black": "#2c2b2e", "red": "#c42a30", "blue": "#2461b4"}
RIM, LINE = "#17161a", "#f7f4ea"

GROUND, PLACE = "#f1e8d6", "#e3e8da"
"""
Tints of the margins, and of the mat's places and fields. Lighter ground saturates below a lamp; the look then counts as
blinded, and its darker second picture doubles bricks.
"""
LIGHT_LOT, DARK_LOT = "#f4ecda", "#cbd6c2"
"""
Tints of the lots: white marble and pale green serpentine, as of the band around them.

The dark one has 0.88 of the other's light. What has less than 0.56 counts as a brick's rim, shadows included; a band
of 0.72 below a tower has been read as a floor.
"""
BAND_MM = 2.6
"""Width of the band around the lots."""


def lot_tint(column: int, row: int) -> str:
    """The tint of a lot, column and row from 0: a1 is dark, as on every chess board."""
    return LIGHT_LOT if (column + row) % 2 else DARK_LOT


PATCH_MM = 16.0, 20.0
PATCH_PITCH_MM = 18.0
FIRST_PATCH_MM = 14.0
"""Distance of the first patch's middle inside the lots' edge."""

_PITCH_MM = 30.0
"""Distance from place to place on the mat, mm."""
_ROWS_MM = (35.0, 75.0, 115.0, 155.0)
"""The middles of the mat's rows, one for each colour, below its codes."""
_FIELD_PITCH_MM = 29.0


def board_mm(size: int, lot_mm: float = LOT_MM) -> float:
    """The side of the whole board."""
    return size * lot_mm + 2 * MARGIN_MM


def patches(half_mm: float) -> Iterator[tuple[str, int, complex]]:
    """
    The patches: colour, the code it belongs to, and middle of each; `half_mm` is half the side of all lots.

    >>> [at for colour, code, at in patches(228.0) if code == 112][:2]
    [(-214+248j), (-196+248j)]
    """
    corners = {112: (-1, 1), 113: (1, 1), 114: (1, -1), 115: (-1, -1)}
    for (code, (right, down)), (number, colour) in product(corners.items(), enumerate(COLOURS)):
        inside = FIRST_PATCH_MM + number * PATCH_PITCH_MM
        yield colour, code, complex(right * (half_mm - inside), down * (half_mm + CORNER_OUT_MM))


def mat_half_mm(size: int) -> float:
    """Half the distance between the middles of the mat's codes, mm."""
    return bricks_of_a_colour(size) * _PITCH_MM / 2


def supply_places(size: int, colour: str) -> tuple[complex, ...]:
    """
    The places of a colour's bricks on the mat, in its axes.

    >>> supply_places(6, "white")[0], len(supply_places(6, "white"))
    ((-165+35j), 12)
    """
    left, y = -mat_half_mm(size) + _PITCH_MM / 2, _ROWS_MM[COLOURS.index(colour)]
    return tuple(complex(left + number * _PITCH_MM, y) for number in range(bricks_of_a_colour(size)))


def field_places(size: int, colour: str) -> tuple[complex, ...]:
    """The places in a colour's field for prisoners, in the mat's axes, row by row."""
    wide = mat_half_mm(size) / 2
    columns, middle = int(wide // _FIELD_PITCH_MM), -mat_half_mm(size) + (COLOURS.index(colour) + 0.5) * wide
    first = FIELDS_MM[0] + BRICK_MM / 2 + 1
    across = [middle + (number - (columns - 1) / 2) * _FIELD_PITCH_MM for number in range(columns)]
    return tuple(complex(x, first + row * _FIELD_PITCH_MM) for row in range(4) for x in across)


_TO_BEGIN = _(
    "Lay board and mat side by side; there they stay. The frame below a1, or above the mat's bricks, is a code printed "
    "there; the others are bricks. “c3: white on red” is a stack, white on top. On the mat the last brick of a row "
    "names the colour of all. Take out three bricks of each colour."
)


def called(size: int) -> Called:
    """Bricks by their colours; the codes of board and mat, and the lots around those of the board."""
    places = {**dict.fromkeys(CORNERS, _("the board")), **dict.fromkeys(MAT_CODES, _("the mat"))}
    bricks = {colour: _("{colour}", colour=colour) for colour in COLOURS}
    board, out = Board(BoardAxes(0j, 1 + 0j), size, LOT_MM), size * LOT_MM / 2 + CORNER_OUT_MM
    lots = {lot_at(*at): board.middle_of(*at) for at in product(range(size), repeat=2)}
    areas = {code: {lot: at - out * way for lot, at in lots.items()} for code, way in CORNERS.items()}
    return Called({**places, **bricks}, places, to_begin=_TO_BEGIN, areas=areas, area_mm=LOT_MM)
