"""Memory of looks in a game on a chess board, the referee's case, the start, and turns finished later."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lucca_pi.contract.history import Looks, Match, Started
from lucca_pi.contract.questions import Decision, Disagreed
from lucca_pi.contract.verdict import Turns
from lucca_pi.games.chessboard.referee.evidence import (
    Case,
    Growth,
    complaint_about,
    differences,
    stack_misfit,
    strips_misfit,
    unreadable,
    with_pushed,
)
from lucca_pi.games.chessboard.referee.search import EXACT
from lucca_pi.games.chessboard.referee.verdict import explain
from lucca_pi.games.chessboard.rules.city import Stack
from lucca_pi.games.chessboard.rules.game import Game, begin, enter
from lucca_pi.games.chessboard.rules.position import Player, Position
from lucca_pi.games.chessboard.rules.record import Entry, Record
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Brick, Turn
from lucca_pi.games.chessboard.session.setup import COLOUR_SEATS, Setup, colour_seats
from lucca_pi.games.chessboard.table.reading import BoardReading, SeenStack, read_board


@dataclass(frozen=True, slots=True)
class _Memory:
    """
    The memory of looks: `across_mm`, the width of each stack's top at its current height, by lot, as a mean over looks.

    `looks` counts those looks. `believed`: stacks that look different from what players entered. `asked`: the lots
    whose floors players were asked for.
    """

    across_mm: Mapping[str, float] = field(default_factory=dict)
    looks: Mapping[str, int] = field(default_factory=dict)
    believed: Mapping[str, "_Believed"] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Believed:
    """
    A stack that players entered, and its reading then; None if it was not seen.

    `is_new`: the last turn has changed it. What that turn's own look shows against it still counts when the turn is
    corrected.
    """

    stack: Stack
    read_as: SeenStack | None
    is_new: bool = False

    def holds(self, seen: SeenStack | None) -> bool:
        """True if a look reads the stack as before, so that nobody has touched it and the look adds nothing."""
        was = self.read_as
        if seen is None or was is None:
            return seen is was
        both = zip((seen.top or None, *seen.floors), (was.top or None, *was.floors), strict=False)
        return len(seen.floors) == len(was.floors) and all(now is None or now == then for now, then in both)


def memory_of(match: Match) -> _Memory:
    """Memory of the looks so far; empty before the start."""
    memory = match.memory
    return memory if isinstance(memory, _Memory) else _Memory()


def case_of(match: Match, looks: Looks, *, checking: bool = False) -> Case:
    """
    The referee's case. Of stairs it takes the last look alone; straight stacks are looked at after each brick.

    `checking`: the table is checked against the last turn, and stacks that only that turn changed are not believed.
    """
    setup: Setup = match.setup
    believed = {lot: one for lot, one in memory_of(match).believed.items() if not (checking and one.is_new)}
    game: Game = match.game
    stacks = game.position.city.stacks
    as_believed = _as_believed([read_board(look, setup.size) for look in looks], believed)
    known = tuple(with_pushed(one, stacks) for one in as_believed)
    readings = known[-1:] if setup.stairs else known
    growth = Growth(setup.sigma, setup.per_floor) if setup.sigma is not None and not setup.stairs else None
    return Case(game, readings, memory_of(match).across_mm, setup.stairs, growth, known[:-1])


def _as_believed(readings: Iterable[BoardReading], believed: Mapping[str, _Believed]) -> tuple[BoardReading, ...]:
    """The readings in order, with the stacks that players entered, as long as they are read as then."""
    found, believed = list[BoardReading](), dict(believed)
    for reading in readings:
        believed |= {lot: _Believed(stack, reading.stacks.get(lot)) for lot, stack in reading.told.items()}
        held = {lot: one for lot, one in believed.items() if one.holds(reading.stacks.get(lot))}
        seen = {lot: _shown(one.stack, reading.stacks[lot]) for lot, one in held.items() if lot in reading.stacks}
        unseen = frozenset(held) - seen.keys()
        found.append(replace(reading, stacks={**reading.stacks, **seen}, hidden=reading.hidden | unseen))
    return tuple(found)


def _shown(stack: Stack, seen: SeenStack) -> SeenStack:
    """The reading of a stack without a fault."""
    floors = stack[:0:-1]
    return SeenStack(stack[0], floors, 1.0, seen.across_mm, (1.0,) * len(floors))


def _believed(known: _Memory, before: Position | None, game: Game, looks: Looks) -> Mapping[str, _Believed]:
    """
    The believed stacks from now on: earlier ones that have not changed, and those that players entered now.

    Players also vouch for a stack by confirming a turn although the last look shows it otherwise; but not if the look
    shows just one more floor, which somebody may have placed too early.
    """
    stacks = game.position.city.stacks
    was = before.city.stacks if before else {}
    believed = {lot: replace(one, is_new=False) for lot, one in known.believed.items() if stacks.get(lot) == one.stack}
    if not looks:
        return believed
    read_as = [read_board(look, game.position.size) for look in looks]
    entered = {lot: _Believed(stack, one.stacks.get(lot)) for one in read_as for lot, stack in one.told.items()}
    believed |= {lot: one for lot, one in entered.items() if stacks.get(lot) == one.stack}
    (now,) = _as_believed(read_as[-1:], believed)
    case = Case(game, (with_pushed(now, stacks),))
    for lot, stack in stacks.items():
        if stack_misfit(case, case.now, lot, stack) > EXACT and not _has_one_more(case.now.stacks.get(lot), stack):
            believed[lot] = _Believed(stack, read_as[-1].stacks.get(lot), is_new=was.get(lot) != stack)
    return believed


def _has_one_more(seen: SeenStack | None, stack: Stack) -> bool:
    """True if the stairs fit with one more floor of the colour seen lowest."""
    lowest = seen.floors[0] if seen and seen.floors else None
    return bool(seen and lowest and strips_misfit(seen.floors, seen.sure, (lowest, *stack[:0:-1])) == 0)


def started(match: Match, event: Started) -> tuple[Game, _Memory]:
    """The game at its beginning, players in the order of their seats, and the memory. Raises RuleError."""
    setup: Setup = match.setup
    players = tuple(Player(name, COLOUR_SEATS[seat]) for name, seat in event.seats.items())
    game = begin(setup.size, players, event.deal, switching=setup.switch)
    return game, _remembered(setup, _Memory(), None, game.position, event.looks)


def advanced(match: Match, entry: Entry, looks: Looks) -> tuple[Game, _Memory]:
    """The game after a turn or an adjustment, and the memory after its looks. Raises RuleError."""
    before: Game = match.game
    after = enter(before, entry)
    return after, _remembered(match.setup, memory_of(match), before.position, after.position, looks)


def _remembered(setup: Setup, known: _Memory, before: Position | None, after: Position, looks: Looks) -> _Memory:
    """
    The memory after looks: of straight stacks the widths of those that the last look shows or that have not changed, of
    stairs the believed stacks.
    """
    if setup.stairs:
        asked = known.asked.union(*(read_board(look, after.size).told for look in looks))
        return replace(known, believed=_believed(known, before, Game(after), looks), asked=asked)
    was, now = before.city.stacks if before else {}, after.city.stacks
    looked = {lot: number for lot, number in known.looks.items() if lot in now and was.get(lot) == now[lot]}
    across = {lot: known.across_mm[lot] for lot in looked}
    if not looks:
        return _Memory(across, looked)
    for lot, one in with_pushed(read_board(looks[-1], setup.size), now).stacks.items():
        if one.across_mm and lot in now:
            number = looked.get(lot, 0)
            across[lot] = (across.get(lot, 0.0) * number + one.across_mm) / (number + 1)
            looked[lot] = number + 1
    return _Memory(across, looked)


def finished_later(match: Match, number: int, looks: Looks) -> Turns:
    """
    Turns that turn `number`, from 1, may have been: as taken, then as it continues a first brick; empty if it does not.
    """
    moment = match.course.moment(number)
    taken = moment.entry, *(one for one in moment.others if len(one.bricks) == BRICKS_IN_A_TURN)
    begun = [one for one in moment.others if len(one.bricks) < BRICKS_IN_A_TURN]
    now = explain(case_of(match.before(number), looks)).turns if begun else ()
    found = [one for one in now if any(_placed(half.bricks) <= _placed(one.bricks) for half in begun)]
    may_be = tuple(dict.fromkeys((*taken, *found)))
    return may_be if len(may_be) > len(taken) else ()


def _placed(bricks: tuple[Brick, ...]) -> set[tuple[str, str]]:
    return {(brick.colour, brick.at) for brick in bricks}


def record_of(match: Match) -> Record | None:
    """The game's record so far; None before the start."""
    course = match.course
    if course.start is None:
        return None
    first: Game = course.start.game
    position, turns = first.position, tuple(_plain(moment.entry) for moment in course.moments)
    return Record(position.size, position.players, turns, first.switching, course.start.deal, course.record_extra())


def _plain(entry: Any) -> Any:
    """A turn without the data that only its words need."""
    if not isinstance(entry, Turn):
        return entry
    return replace(entry, bricks=tuple(replace(brick, extra={}) for brick in entry.bricks))


def judge_start(match: Match, looks: Looks, date: str) -> Decision:
    """The start, if the board is in sight and the city is as it should begin; else a complaint."""
    setup: Setup = match.setup
    seats = match.arrangement.seated(colour_seats(setup))
    players = tuple(Player(name, colour) for name, colour in zip(seats, setup.colours, strict=True))
    game = begin(setup.size, players, setup.start, switching=setup.switch)
    reading = with_pushed(read_board(looks[-1], setup.size), game.position.city.stacks)
    case = Case(game, (reading,), stairs=setup.stairs)
    wrong = unreadable(case) or complaint_about([*differences(case, case.now, game.position)])
    if wrong:
        return Decision(mode=Disagreed(wrong.problems, wrong.advice, looks))
    return Decision((Started(seats, dict(setup.start), looks, date),))
