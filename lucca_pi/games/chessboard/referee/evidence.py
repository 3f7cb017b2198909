"""
Evidence: the case that is judged, how badly a position fits a reading, and what differs in words.

Costs are natural logarithms of odds; 0 means that everything is seen as it should be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from lucca_pi.contract.verdict import Unexplained
from lucca_pi.games.chessboard.rules.city import COLOURS, Stack
from lucca_pi.games.chessboard.rules.game import Game
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.table.reading import BoardReading, SeenStack, StackOnLine, count_range, off, supply_off
from lucca_pi.language import Text, _, listed

SLACK = 10.0
"""Largest extra weight of all tops' widths together: each errs a little, so none alone refuses a turn."""
MARGIN = 6.9
"""Largest cost behind the best at which a turn stays possible: odds of a thousand to one."""
LIMIT = 8.0
"""Largest cost of an explanation; more than one thing must be misread to exceed it."""
MOST_PROBLEMS = 4
"""Most differences that a complaint names."""
CLEARLY = 2.0
"""Least cost by which part of a turn must fit better than a whole one to count as unfinished."""


@dataclass(frozen=True, slots=True)
class Growth:
    """
    The growth of a top's width with the floors below it.

    `sigma`: the error in floors, as calibration measured it. `per_floor`: relative growth of a top's width for one
    floor.
    """

    sigma: float
    per_floor: float


@dataclass(frozen=True, slots=True)
class Case:
    """
    The position before a turn, the readings, and what earlier looks showed.

    `readings` in the order of the looks, the judged one last; earlier ones may show the turn half-way. `across_mm`:
    width of each stack's top when it was last confirmed, by lot. `stairs`: towers show their lowest floors. `growth`
    None: the width of tops is not used. `before`: earlier looks at the turn, used only for the order of its bricks.
    """

    game: Game
    readings: tuple[BoardReading, ...]
    across_mm: Mapping[str, float] = field(default_factory=dict)
    stairs: bool = True
    growth: Growth | None = None
    before: tuple[BoardReading, ...] = ()

    @property
    def now(self) -> BoardReading:
        """The reading of the latest look."""
        return self.readings[-1]

    @property
    def position(self) -> Position:
        """The position before the turn."""
        return self.game.position

    @property
    def player(self) -> str:
        """The player in turn, by name."""
        return self.game.player.name


_UNTOLD = 0.3
"""Cost of a brick whose colour is not recognised."""
WRONG, _SURE = 2.0, 7.0
"""Cost of another colour: `WRONG` plus up to `_SURE`, growing with the sighting's sureness."""
_MISSED = 7.0
"""Cost of a stack on a lot that was seen empty."""
_NOTHING_THERE = 9.0
"""Cost of a brick seen on an empty lot."""
_SQUARED = 7.0
"""Cost if one of the three lowest floors shows no strip because it is flush with the next."""
_ALL_SQUARED = 4.5
"""Cost if a whole tower shows no strip: somebody has squared it up."""
_NO_FLOOR = 8.0
"""Cost of a strip without a floor."""
IN_STAIRS = 3
"""Number of a tower's lowest floors that stick out."""
_MISCOUNTED = 5.0
"""Cost of each brick of the supply, or each prisoner, that is miscounted."""
_MOST_GROWTH = 12.0
"""Largest cost of one top's width against a height: the stack may have been touched."""


class Scale:
    """Weighs positions against a reading; each stack that may be on a lot is weighed once."""

    def __init__(self, case: Case, reading: BoardReading) -> None:
        self._case, self.reading = case, reading
        self._before = case.position.city.stacks
        self._known: dict[tuple[str, Stack | None], float] = {}
        self.before = sum(self.on_lot(lot, self._before.get(lot)) for lot in {*self._before, *reading.stacks})

    def on_lot(self, lot: str, stack: Stack | None) -> float:
        """Cost of this stack, or none, on a lot."""
        known = self._known.get((lot, stack))
        if known is None:
            known = self._known[lot, stack] = stack_misfit(self._case, self.reading, lot, stack)
        return known

    def on_lots(self, position: Position) -> float:
        """Cost of all lots; `before`: the cost for the position before the turn."""
        stacks, before, cost = position.city.stacks, self._before, self.before
        for lot, stack in stacks.items():
            was = before.get(lot)
            if was is not stack and was != stack:
                cost += self.on_lot(lot, stack) - self.on_lot(lot, was)
        for lot, was in before.items():
            if lot not in stacks:
                cost += self.on_lot(lot, None) - self.on_lot(lot, was)
        return max(cost, 0.0)

    def misfit(self, position: Position) -> float:
        """Cost of a position for this reading."""
        return self.on_lots(position) + counts_misfit(self.reading, position)

    def one_less(self, position: Position, colour: str) -> float:
        """Change of the supply's cost if it has one brick of a colour less; negative if it fits better."""
        if self.reading.supply is None:
            return 0.0
        now = position.supply
        less = {**now, colour: now[colour] - 1}
        return supply_misfit(self.reading, less) - supply_misfit(self.reading, now)


def misfit(case: Case, reading: BoardReading, position: Position) -> float:
    """Cost of a position for a reading."""
    return Scale(case, reading).misfit(position)


def stack_misfit(case: Case, reading: BoardReading, lot: str, stack: Stack | None) -> float:
    """Cost of this stack, or of none, given the sighting on a lot."""
    seen = reading.stacks.get(lot)
    if seen is None:
        return _MISSED if stack and lot not in reading.hidden else 0.0
    if stack is None:
        return _NOTHING_THERE
    cost = _colour_misfit(seen.top or None, stack[0], seen.margin)
    if case.stairs:
        cost += strips_misfit(seen.floors, seen.sure, stack[:0:-1])
    return cost + growth_misfit(case, seen, lot, stack)


def _colour_misfit(seen: str | None, colour: str, margin: float) -> float:
    if seen is None:
        return _UNTOLD
    return 0.0 if seen == colour else WRONG + _SURE * margin


@lru_cache(maxsize=20000)
def strips_misfit(seen: tuple[str | None, ...], sure: tuple[float, ...], floors: tuple[str, ...]) -> float:
    """
    Cost of the visible strips for a tower's floors, both from the lowest up, without the top.

    Floors above the third may be squared up. One of the three lowest may be, but that costs more than seeing them all.

    >>> strips_misfit(("red", "blue"), (1, 1), ("red", "blue")), strips_misfit(("red",), (1,), ("red", "blue"))
    (0.0, 7.0)
    >>> strips_misfit(("red", "blue", "red"), (1, 1, 1), ("red", "blue", "red", "white", "white"))
    0.0
    """
    if not seen:
        return _ALL_SQUARED if floors else 0.0
    if not floors:
        return _NO_FLOOR * len(seen)
    return _aligned(seen, sure, floors, 0)


def _aligned(seen: tuple[str | None, ...], sure: tuple[float, ...], floors: tuple[str, ...], skipped_to: int) -> float:
    """Least cost of assigning the strips to floors in their order."""
    if not seen:
        return _SQUARED * max(0, min(len(floors) + skipped_to, IN_STAIRS) - skipped_to)
    if not floors:
        return _NO_FLOOR * len(seen)
    here = _colour_misfit(seen[0], floors[0], sure[0] if sure else 1.0)
    taken = here + _aligned(seen[1:], sure[1:], floors[1:], skipped_to + 1)
    if here == 0:
        return taken
    skipping = _SQUARED if skipped_to < IN_STAIRS else 0.0
    return min(taken, skipping + _aligned(seen, sure, floors[1:], skipped_to + 1))


def growth_misfit(case: Case, seen: SeenStack, lot: str, stack: Stack) -> float:
    """
    Cost of a top's width for this many floors more, or fewer, than when it was last confirmed.

    It is measured from the best-fitting number, so an error that affects all numbers alike costs nothing.
    """
    before, was = case.across_mm.get(lot), case.position.city.stacks.get(lot)
    if case.growth is None or not before or not seen.across_mm or was is None:
        return 0.0
    grown = (seen.across_mm / before - 1) / case.growth.per_floor
    off, least = grown - (len(stack) - len(was)), grown - round(grown)
    return min(_MOST_GROWTH, (off**2 - least**2) / case.growth.sigma**2 / 2)


def counts_misfit(reading: BoardReading, position: Position) -> float:
    """Cost of the counts of the supply and of the prisoners' fields."""
    return supply_misfit(reading, position.supply) + took_misfit(reading, position)


def supply_misfit(reading: BoardReading, supply: Mapping[str, int]) -> float:
    """Cost of a supply for a reading; 0 if no whole mat was seen."""
    return 0.0 if reading.supply is None else _MISCOUNTED * supply_off(reading.supply, reading.unsure, supply)


def took_misfit(reading: BoardReading, position: Position) -> float:
    """Cost of a position's prisoners for a reading; 0 if no whole mat was seen."""
    seen, took = reading.took, position.took
    if seen is None:
        return 0.0
    pairs = {*seen, *took}
    return _MISCOUNTED * sum(
        off(took.get(pair, 0), *count_range(seen.get(pair, 0), reading.unsure, pair[1], pair[0])) for pair in pairs
    )


def with_pushed(reading: BoardReading, known: Mapping[str, Stack]) -> BoardReading:
    """
    The reading with stacks that were pushed near a line counted on their old lot, if no other lot is possible.

    `known`: the stacks before the turn.
    """
    stacks, between = dict(reading.stacks), []
    for one in reading.between:
        own = [lot for lot in one.lots if lot in known and lot not in stacks and known[lot][0] == one.seen.top]
        if len(own) == 1 and not any(lot in stacks for lot in one.lots if lot != own[0] and lot not in known):
            stacks[own[0]] = one.seen
        else:
            between.append(one)
    return replace(reading, stacks=stacks, between=tuple(between))


def unreadable(case: Case) -> Unexplained | None:
    """What keeps the last look from being judged: another game, too few corners, or bricks on a line; else None."""
    if case.now.quarters:
        problem = _("A quarter card is in sight: this is Lucca on a chess board")
        return Unexplained((problem,), _("Take it away, or choose the other game."))
    if not case.now.has_board:
        problem = _("I see too few of the board's four corners")
        return Unexplained((problem,), _("Clear them, then press OK."))
    problems = tuple(_on_a_line(one, case.now) for one in case.now.between)
    return Unexplained(problems, _("Push it inside its lot, then press OK.")) if problems else None


def _on_a_line(one: StackOnLine, reading: BoardReading) -> Text:
    """A brick so near to a line that its lot is unclear, in words."""
    told = {"lots": listed(sorted(one.lots), ", "), "colour": one.seen.top}
    if len(one.lots) > 1:
        known, unknown = _("A {colour} brick lies between {lots}", **told), _("A brick lies between {lots}", **told)
    elif one.lots[0] in reading.stacks:
        known = _("{lots}: two stacks on one lot, one of them {colour}", **told)
        unknown = _("{lots}: two stacks on one lot", **told)
    else:
        known = _("A {colour} brick lies on the board's edge at {lots}", **told)
        unknown = _("A brick lies on the board's edge at {lots}", **told)
    return known if one.seen.top else unknown


@dataclass(frozen=True, slots=True)
class Difference:
    """
    A fault on a lot, and the order that mends it in the imperative; both without a full stop.

    `fact`: for a miscount on the mat, the number that was counted.
    """

    problem: Text
    remedy: Text
    at: str = ""
    fact: tuple[str, str] = ("", "")


def differences(case: Case, reading: BoardReading, position: Position) -> Iterator[Difference]:
    """Differences from the position, lot by lot, then of supply and prisoners."""
    stacks = position.city.stacks
    for lot in sorted({*stacks, *reading.stacks}):
        stack, seen = stacks.get(lot), reading.stacks.get(lot)
        if seen is None and stack is not None and lot not in reading.hidden:
            yield not_there(lot, stack)
        elif seen is not None and stack is None:
            known = _("{at}: a {colour} brick lies there", at=lot, colour=seen.top)
            problem = known if seen.top else _("{at}: a brick lies there", at=lot)
            yield Difference(problem, _("Take it away from {at}", at=lot), lot)
        elif seen is not None and stack is not None:
            yield from _of_stack(case, seen, lot, stack)
    yield from miscounted(reading, position)


def complaint_about(found: Sequence[Difference]) -> Unexplained | None:
    """The complaint about differences, with the remedy of the first; None if there are none."""
    problems = tuple(one.problem for one in found[:MOST_PROBLEMS])
    return Unexplained(problems, _("{remedy}, then press OK.", remedy=found[0].remedy)) if found else None


def not_there(lot: str, stack: Stack) -> Difference:
    """The fault that a stack is missing."""
    told = {"at": lot, "colour": stack[0]}
    tower, house = (
        _("{at}: the {colour} tower is not there", **told),
        _("{at}: the {colour} house is not there", **told),
    )
    return Difference(tower if len(stack) > 1 else house, _("Put it back on {at}", at=lot), lot)


def _of_stack(case: Case, seen: SeenStack, lot: str, stack: Stack) -> Iterator[Difference]:
    told = {"at": lot, "colour": stack[0]}
    if seen.top and seen.top != stack[0]:
        problem = _("{at}: {seen_colour} is on top, it should be {colour}", seen_colour=seen.top, **told)
        yield Difference(problem, _("Put {colour} on top of {at}", **told), lot)
    floors = stack[:0:-1]
    if case.stairs and strips_misfit(seen.floors, seen.sure, floors) > 0:
        yield _of_stairs(seen, lot, floors)


def _of_stairs(seen: SeenStack, lot: str, floors: tuple[str, ...]) -> Difference:
    if not floors:
        return Difference(
            _("{at}: a floor lies below the house", at=lot), _("Take it out from below {at}", at=lot), lot
        )
    lowest = listed([_("{colour}", colour=colour) for colour in floors[:IN_STAIRS]])
    if len(seen.floors) < min(len(floors), IN_STAIRS):
        problem = _("{at}: the lowest floors are not all in sight", at=lot)
        return Difference(problem, _("Pull out the stairs of {at}", at=lot), lot)
    problem = _("{at}: from below it should be {colours}", at=lot, colours=lowest)
    return Difference(problem, _("Put the floors of {at} right", at=lot), lot)


def miscounted(reading: BoardReading, position: Position) -> Iterator[Difference]:
    """Differences in the counts on the mat: the supply, then the prisoners."""
    for colour in COLOURS if reading.supply is not None else ():
        number, right = _nearest_count(reading, (colour, ""), position.supply[colour]), position.supply[colour]
        if number != right:
            told = {"number": number, "right": right, "colour": colour}
            problem = _("Supply: I count {number} {colour}, there should be {right}", **told)
            yield Difference(problem, _("Check the supply and the prisoners"), fact=("supply", colour))
    for pair in sorted({*(reading.took or {}), *position.took}) if reading.took is not None else ():
        right = position.took.get(pair, 0)
        number = _nearest_count(reading, (pair[1], pair[0]), right)
        if number != right:
            told = {"number": number, "right": right, "taker_colour": pair[0], "colour": pair[1]}
            problem = _("Prisoners of {taker_colour}: I count {number} {colour}, there should be {right}", **told)
            remedy = _("Put the prisoners of {taker_colour} right", taker_colour=pair[0])
            yield Difference(problem, remedy, fact=("took", pair[0]))


def _nearest_count(reading: BoardReading, what: tuple[str, str], right: int) -> int:
    """The possible count of a colour nearest to the expected one, in the supply or in a taker's field."""
    colour, taker = what
    seen = (reading.took or {}).get((taker, colour), 0) if taker else (reading.supply or {}).get(colour, 0)
    least, most = count_range(seen, reading.unsure, colour, taker)
    return min(max(right, least), most)
