"""
The reading of a look: stacks by lot and colour, supply and prisoners counted by colour, and places to look for bricks.

A reading holds only what is seen: the bricks of a stack that are out of sight are for the referee to infer. A count is
never a guess: a brick that may be of either colour is counted in neither, and the count is a range.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lucca_pi.games.chessboard.rules.city import COLOURS, SIZES, Stack, lots
from lucca_pi.games.chessboard.table.board import (
    BRICK_MM,
    FIELDS_MM,
    LINE_MM,
    PATCH_MM,
    QUARTER_CODES,
    RIM_MM,
    SUPPLY_MM,
    Board,
    BoardAxes,
    Mat,
    board_in,
    mat_in,
    patches,
)
from lucca_pi.table.pieces import Area, Patch, Tokens
from lucca_pi.table.sighting import Look, Sighting, Spot

_MOST_UNSURE = 8
"""Most doubtful bricks; with more, light hides too much of the mat, and nothing is counted."""

_TakerAndColour = tuple[str, str]
"""The colour of the field a prisoner is in, and its own colour."""


@dataclass(frozen=True, slots=True)
class UnsureBrick:
    """
    A thing on the mat that may be a brick of one of these colours; `taker`: the colour of its field, if it is in one.

    `is_brick`: False if it may be no brick, but part of another, or the trace of a reflection.
    """

    colours: tuple[str, ...]
    taker: str = ""
    is_brick: bool = True


_Counted = tuple[Mapping[str, int] | None, Mapping[_TakerAndColour, int] | None, tuple[UnsureBrick, ...]]


def counted_mat(mat: Mat | None, spots: Iterable[Spot], *, top: str, hidden: str) -> _Counted:
    """The supply, the prisoners, and the unsure bricks; None if there is no mat, or something hides part of it."""
    supply, took = dict.fromkeys(COLOURS, 0), dict[_TakerAndColour, int]()
    unsure: list[UnsureBrick] = []
    for spot in spots:
        point = mat.axes.of(spot.x_mm, spot.y_mm) if mat else None
        if mat is None or point is None or (spot.kind == hidden and _is_on(mat, point)):
            return None, None, ()
        if spot.kind != top or not _is_on(mat, point):
            continue
        taker = "" if point.imag <= SUPPLY_MM[1] else _field(mat, point)
        if spot.colour not in COLOURS:
            unsure.append(UnsureBrick(spot.among or COLOURS, taker, is_brick=bool(spot.among)))
        elif taker:
            took[taker, spot.colour] = took.get((taker, spot.colour), 0) + 1
        else:
            supply[spot.colour] += 1
    if mat is None or len(unsure) > _MOST_UNSURE:
        return None, None, ()
    return supply, took, tuple(unsure)


def _is_on(mat: Mat, point: complex) -> bool:
    return abs(point.real) <= mat.half_mm + BRICK_MM and SUPPLY_MM[0] <= point.imag <= FIELDS_MM[1]


def _field(mat: Mat, point: complex) -> str:
    """The colour of the field at a point; outside of all fields, of the nearest."""
    return COLOURS[min(3, max(0, int((point.real + mat.half_mm) / mat.half_mm * 2)))]


def count_range(seen: int, unsure: Sequence[UnsureBrick], colour: str, taker: str = "") -> tuple[int, int]:
    """The least and the most bricks of a colour that there may be in the supply, or in a field."""
    return seen, seen + sum(colour in one.colours and one.taker == taker for one in unsure)


def off(number: int, least: int, most: int) -> int:
    """The number of bricks by which a number is outside of the counted range."""
    return max(0, least - number, number - most)


def supply_off(seen: Mapping[str, int], unsure: Sequence[UnsureBrick], supply: Mapping[str, int]) -> int:
    """
    Least number of bricks by which the reading differs from this supply.

    >>> doubt = UnsureBrick(("red", "blue"))
    >>> supply_off({"red": 3, "blue": 3}, [doubt], {"red": 4, "blue": 3})
    0
    >>> supply_off({"red": 3, "blue": 3}, [doubt], {"red": 4, "blue": 4})
    1
    """
    here = [one for one in unsure if not one.taker]
    each = sum(off(supply.get(colour, 0), *count_range(seen.get(colour, 0), here, colour)) for colour in COLOURS)
    if not here:
        return each
    least = sum(seen.values()) + sum(one.is_brick for one in here)
    most = sum(seen.values()) + len(here)
    return max(each, off(sum(supply.values()), least, most))


TOP, STEP, HIDDEN, _TOLD = "top", "step", "hidden", "told"
"""
The kinds of spots: a brick from above, the visible strip of a lower floor, a thing over the board.

The last is a stack entered by players, whatever the picture shows: its `colour` lists its bricks from the top down.
"""
_BESIDE_MM = 14.0
"""Most distance of a strip from the middle line of its stack's top, mm."""
_STRIPS_MM = 75.0
"""Most distance of a strip below the middle of its top, mm."""


@dataclass(frozen=True, slots=True)
class SeenStack:
    """
    A stack as seen: the colour of its top, "" if it cannot be recognised, and of the floors in its stairs.

    `floors` are those whose strips are in sight, the lowest first, without the top; None for a colour that cannot be
    recognised, with the certainty of each in `sure`. `across_mm` is the top's width in the picture, `margin` its
    certainty.
    """

    top: str
    floors: tuple[str | None, ...] = ()
    margin: float = 1.0
    across_mm: float = 0.0
    sure: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class StackOnLine:
    """A stack so near to a line that it may be on any of these lots; with a single lot, on the board's edge."""

    lots: tuple[str, ...]
    seen: SeenStack


@dataclass(frozen=True, slots=True)
class BoardReading:
    """
    The reading of a look. `hidden`: the lots that something covers; all others without a stack were seen empty.

    `supply` counts bricks by colour, `took` prisoners by the colour of their field and their own: None if no whole mat
    was seen. `unsure` are further bricks on the mat of unsure colour. `quarters`: codes of another game's cards.
    `has_board`: False if nothing could be read. `told`: stacks entered by players.
    """

    has_board: bool = True
    stacks: Mapping[str, SeenStack] = field(default_factory=dict)
    between: tuple[StackOnLine, ...] = ()
    hidden: frozenset[str] = frozenset()
    supply: Mapping[str, int] | None = None
    took: Mapping[tuple[str, str], int] | None = None
    unsure: tuple[UnsureBrick, ...] = ()
    quarters: tuple[int, ...] = ()
    told: Mapping[str, Stack] = field(default_factory=dict)


def read_board(look: Look, size: int) -> BoardReading:
    """The reading of a look, for a board with `size` lots along a side."""
    board, mat = board_in(look.sightings, size), mat_in(look.sightings)
    quarters = tuple(sorted({one.code for one in look.sightings if one.code in QUARTER_CODES}))
    if board is None:
        return BoardReading(has_board=False, quarters=quarters)
    on_board = [(spot, point) for spot in look.spots if board.is_on(point := board.axes.of(spot.x_mm, spot.y_mm))]
    stacks, between = _stacks(board, on_board)
    hidden = frozenset(_hidden(board, on_board)) | _outside(board, look)
    supply, took, unsure = counted_mat(mat, look.spots, hidden=HIDDEN, top=TOP)
    free = hidden - set(stacks) - {lot for one in between for lot in one.lots}
    told = {board.lots_of(point)[0]: tuple(spot.colour.split()) for spot, point in on_board if spot.kind == _TOLD}
    return BoardReading(True, stacks, between, free, supply, took, unsure, quarters, told=told)


def with_told(look: Look, size: int, lot: str, stack: Stack) -> Look:
    """The look with a stack entered by players."""
    board = board_in(look.sightings, size)
    if board is None:
        return look
    at = board.axes.to_look(board.middle_of(ord(lot[0]) - ord("a"), int(lot[1:]) - 1))
    return replace(look, spots=(*look.spots, Spot(_TOLD, " ".join(stack), at.real, at.imag)))


_PlacedSpot = tuple[Spot, complex]
"""A spot, and its place in the board's axes."""


def _stacks(board: Board, spots: Iterable[_PlacedSpot]) -> tuple[dict[str, SeenStack], tuple[StackOnLine, ...]]:
    """The stacks by their lots, and those near a line or the board's edge; two tops on one lot are both doubts."""
    spots = [*spots]
    tops = [one for one in spots if one[0].kind == TOP]
    strips = _by_top(tops, [one for one in spots if one[0].kind == STEP])
    stacks: dict[str, SeenStack] = {}
    between: list[StackOnLine] = []
    for (top, point), below in zip(tops, strips, strict=True):
        seen, places = _seen(top, below), board.lots_of(point)
        if len(places) == 1 and places[0] not in stacks and board.is_inside(point):
            stacks[places[0]] = seen
        else:
            between.append(StackOnLine(places, seen))
    return stacks, tuple(between)


def _seen(top: Spot, strips: list[_PlacedSpot]) -> SeenStack:
    lowest_first = sorted((strip for strip in strips), key=lambda one: -one[1].imag)
    colours = tuple(strip.colour or None for strip, _ in lowest_first)
    return SeenStack(top.colour, colours, top.margin, top.across_mm, tuple(strip.margin for strip, _ in lowest_first))


def _by_top(tops: list[_PlacedSpot], strips: list[_PlacedSpot]) -> list[list[_PlacedSpot]]:
    """The strips of each top: those below it in its column, nearer to it than to any other top above them."""
    found: list[list[_PlacedSpot]] = [[] for _ in tops]
    for strip in strips:
        below = [
            (strip[1].imag - point.imag, number)
            for number, (_, point) in enumerate(tops)
            if abs(strip[1].real - point.real) <= _BESIDE_MM and 0 < strip[1].imag - point.imag <= _STRIPS_MM
        ]
        if below:
            found[min(below)[1]].append(strip)
    return found


def _hidden(board: Board, spots: Iterable[_PlacedSpot]) -> Iterable[str]:
    return (lot for spot, point in spots if spot.kind == HIDDEN for lot in board.lots_of(point))


def _outside(board: Board, look: Look) -> frozenset[str]:
    """The lots whose middle is outside the picture."""
    if not look.view_mm:
        return frozenset()
    xs, ys = [x for x, _ in look.view_mm], [y for _, y in look.view_mm]
    outside = set()
    for number, lot in enumerate(lots(board.size)):
        at = board.axes.to_look(board.middle_of(number % board.size, number // board.size))
        if not (min(xs) <= at.real <= max(xs) and min(ys) <= at.imag <= max(ys)):
            outside.add(lot)
    return frozenset(outside)


_BEYOND_MM = 6.0
"""Width of the area around lots and mat, mm, in which bricks over their edges are sought."""


def bricks() -> Tokens:
    """The bricks as tokens for vision."""
    return Tokens(BRICK_MM, RIM_MM, LINE_MM, _areas, _patches, top=TOP, step=STEP, hidden=HIDDEN)


def _board(seen: Sequence[Sighting]) -> Board | None:
    """The board by the first size that gives one: its whole size does not depend on the number of lots."""
    found = (board_in(seen, size) for size in SIZES)
    return next((board for board in found if board), None)


def _areas(seen: Sequence[Sighting]) -> tuple[Area, ...]:
    board, mat, areas = _board(seen), mat_in(seen), []
    if board:
        half = board.size * board.lot_mm / 2 + _BEYOND_MM
        areas.append(_area(board.axes, (-half, -half, half, half), stairs=True))
    if mat:
        half = mat.half_mm
        areas.append(
            _area(mat.axes, (-half - _BEYOND_MM, SUPPLY_MM[0] + 2, half + _BEYOND_MM, FIELDS_MM[1] + _BEYOND_MM))
        )
    return tuple(areas)


def _area(axes: BoardAxes, box: tuple[float, float, float, float], *, stairs: bool = False) -> Area:
    return Area((axes.origin.real, axes.origin.imag), axes.turn_deg, *box, stairs)


def _patches(seen: Sequence[Sighting]) -> tuple[Patch, ...]:
    """The patches beside codes in sight: a thing that covers a code may cover its patches."""
    board, codes = _board(seen), {one.code for one in seen}
    if board is None:
        return ()
    all_of_them = patches(board.size * board.lot_mm / 2)
    found = [(colour, board.axes.to_look(at)) for colour, code, at in all_of_them if code in codes]
    return tuple(Patch(colour, (at.real, at.imag), min(PATCH_MM)) for colour, at in found)
