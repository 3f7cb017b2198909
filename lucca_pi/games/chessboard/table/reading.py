"""
What a look tells: the stacks by place and colour, the supply and the prisoners.

It names what is seen and no more: what a stack holds that is not in sight is for the referee to know.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from lucca_pi.games.chessboard.rules.city import Stack, lots
from lucca_pi.games.chessboard.table.board import QUARTER_CODES, Board, board_in, mat_in
from lucca_pi.games.chessboard.table.counting import Unsure, counted
from lucca_pi.table.sighting import Look, Spot

TOP, STEP, HIDDEN, TOLD = "top", "step", "hidden", "told"
"""
The kinds of spots: a brick from above, the strip that a lower floor shows of itself, what lies over the board.

And a stack as players have told it, whatever the picture shows: its `colour` is those of its bricks from the top down.
"""
BESIDE_MM = 14.0
"""A strip lies no further beside the middle of its stack's top."""
STRIPS_MM = 75.0
"""Strips reach no further below the middle of their top."""


@dataclass(frozen=True, slots=True)
class Seen:
    """
    A stack as it is seen: the colour of its top, "" where that cannot be told, and of the floors in its stairs.

    `floors` are those whose strips are in sight, the lowest first, without the top; None where the colour cannot be
    told, with how sure each is in `sure`. `across_mm` is how wide the top is in the picture, `margin` how sure it is.
    """

    top: str
    floors: tuple[str | None, ...] = ()
    margin: float = 1.0
    across_mm: float = 0.0
    sure: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Between:
    """A stack so near to a line that it may stand on any of these lots; of one alone, on the board's edge."""

    lots: tuple[str, ...]
    seen: Seen


@dataclass(frozen=True, slots=True)
class Reading:
    """
    A look read. `hidden`: the lots that something lies over; all others without a stack were seen empty.

    `supply` counts bricks by colour, `took` prisoners by the colour whose field they lie in and their own: None where
    no mat was seen whole. `unsure` are those on the mat of which that is not told, beside these. `quarters`: codes of
    another game's cards. `has_board`: else nothing could be told. `told`: stacks as players have told them.
    """

    has_board: bool = True
    stacks: Mapping[str, Seen] = field(default_factory=dict)
    between: tuple[Between, ...] = ()
    hidden: frozenset[str] = frozenset()
    supply: Mapping[str, int] | None = None
    took: Mapping[tuple[str, str], int] | None = None
    unsure: tuple[Unsure, ...] = ()
    quarters: tuple[int, ...] = ()
    corners: int = 4
    told: Mapping[str, Stack] = field(default_factory=dict)


def read(look: Look, size: int) -> Reading:
    """What a look tells of a board with so many lots along a side."""
    board, mat = board_in(look.sightings, size), mat_in(look.sightings)
    quarters = tuple(sorted({one.code for one in look.sightings if one.code in QUARTER_CODES}))
    if board is None:
        return Reading(has_board=False, quarters=quarters)
    on_board = [(spot, point) for spot in look.spots if board.is_on(point := board.axes.of(spot.x_mm, spot.y_mm))]
    stacks, between = _stacks(board, on_board)
    hidden = frozenset(_hidden(board, on_board)) | _outside(board, look)
    supply, took, unsure = counted(mat, look.spots, hidden=HIDDEN, top=TOP)
    free = hidden - set(stacks) - {lot for one in between for lot in one.lots}
    told = {board.lots_of(point)[0]: tuple(spot.colour.split()) for spot, point in on_board if spot.kind == TOLD}
    return Reading(True, stacks, between, free, supply, took, unsure, quarters, told=told)


def with_told(look: Look, size: int, lot: str, stack: Stack) -> Look:
    """The look with a stack as players have told it."""
    board = board_in(look.sightings, size)
    if board is None:
        return look
    at = board.axes.to_look(board.middle_of(ord(lot[0]) - ord("a"), int(lot[1:]) - 1))
    return replace(look, spots=(*look.spots, Spot(TOLD, " ".join(stack), at.real, at.imag)))


Placed = tuple[Spot, complex]
"""A spot, and where it lies in the board's axes."""


def _stacks(board: Board, spots: Iterable[Placed]) -> tuple[dict[str, Seen], tuple[Between, ...]]:
    """The stacks by their lots, and those near a line or the board's edge; two tops on one lot are both doubts."""
    spots = [*spots]
    tops = [one for one in spots if one[0].kind == TOP]
    strips = _by_top(tops, [one for one in spots if one[0].kind == STEP])
    stacks: dict[str, Seen] = {}
    between: list[Between] = []
    for (top, point), below in zip(tops, strips, strict=True):
        seen, places = _seen(top, below), board.lots_of(point)
        if len(places) == 1 and places[0] not in stacks and board.is_inside(point):
            stacks[places[0]] = seen
        else:
            between.append(Between(places, seen))
    return stacks, tuple(between)


def _seen(top: Spot, strips: list[Placed]) -> Seen:
    lowest_first = sorted((strip for strip in strips), key=lambda one: -one[1].imag)
    colours = tuple(strip.colour or None for strip, _ in lowest_first)
    return Seen(top.colour, colours, top.margin, top.across_mm, tuple(strip.margin for strip, _ in lowest_first))


def _by_top(tops: list[Placed], strips: list[Placed]) -> list[list[Placed]]:
    """The strips of each top: those below it in its column, nearer to it than to any other that they are below of."""
    found: list[list[Placed]] = [[] for _ in tops]
    for strip in strips:
        below = [
            (strip[1].imag - point.imag, number)
            for number, (_, point) in enumerate(tops)
            if abs(strip[1].real - point.real) <= BESIDE_MM and 0 < strip[1].imag - point.imag <= STRIPS_MM
        ]
        if below:
            found[min(below)[1]].append(strip)
    return found


def _hidden(board: Board, spots: Iterable[Placed]) -> Iterable[str]:
    return (lot for spot, point in spots if spot.kind == HIDDEN for lot in board.lots_of(point))


def _outside(board: Board, look: Look) -> frozenset[str]:
    """The lots whose middle the picture does not show."""
    if not look.view_mm:
        return frozenset()
    xs, ys = [x for x, _ in look.view_mm], [y for _, y in look.view_mm]
    outside = set()
    for number, lot in enumerate(lots(board.size)):
        at = board.axes.to_look(board.middle_of(number % board.size, number // board.size))
        if not (min(xs) <= at.real <= max(xs) and min(ys) <= at.imag <= max(ys)):
            outside.add(lot)
    return frozenset(outside)
