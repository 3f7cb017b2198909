"""The game as the evening sees it, and what looks have taught."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lucca_pi.evening.journal import Started
from lucca_pi.evening.kind import Looks
from lucca_pi.evening.state import State
from lucca_pi.games.chessboard.referee.judged import Case, Growth
from lucca_pi.games.chessboard.referee.verdict import with_pushed
from lucca_pi.games.chessboard.rules.game import Game, adjust, begin, play_turn
from lucca_pi.games.chessboard.rules.position import Player, Position
from lucca_pi.games.chessboard.rules.record import Entry
from lucca_pi.games.chessboard.rules.turn import Turn
from lucca_pi.games.chessboard.session.setup import COLOUR_SEATS, Setup
from lucca_pi.games.chessboard.table.reading import read


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game of the rules with what an evening asks of every game: it has no rounds."""

    game: Game

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.game.players)

    @property
    def player_in_turn(self) -> str | None:
        return None if self.game.is_over else self.game.player.name

    @property
    def is_over(self) -> bool:
        return self.game.is_over

    @property
    def round(self) -> int | None:
        return None

    @property
    def rounds(self) -> int | None:
        return None

    @property
    def turns(self) -> int:
        return self.game.turns


@dataclass(frozen=True, slots=True)
class Memory:
    """
    How wide the top of each stack is at the height that it has, by its lot: the mean of the looks that showed it so.

    `looks` counts them.
    """

    across_mm: Mapping[str, float] = field(default_factory=dict)
    looks: Mapping[str, int] = field(default_factory=dict)


def game_in(state: State) -> Game:
    """The game as it stands. Raises ValueError before the start."""
    if not isinstance(state.game, TableGame):
        raise ValueError("There is no turn before the start.")
    return state.game.game


def memory_of(state: State) -> Memory:
    memory = state.course.memory
    return memory if isinstance(memory, Memory) else Memory()


def case_of(state: State, looks: Looks) -> Case:
    """What the referee judges. In stairs the last look tells all; straight stacks are looked at after each brick."""
    setup: Setup = state.begun.setup
    known = tuple(read(look, setup.size) for look in looks)
    readings = known[-1:] if setup.stairs else known
    growth = Growth(setup.sigma, setup.per_floor) if setup.sigma is not None and not setup.stairs else None
    return Case(game_in(state), readings, memory_of(state).across_mm, setup.stairs, growth, known[:-1])


def started(state: State, event: Started) -> tuple[TableGame, Memory]:
    """The game at its beginning, players in the order in which they sit. Raises RuleError."""
    setup: Setup = state.begun.setup
    players = tuple(Player(name, COLOUR_SEATS[seat]) for name, seat in event.seats.items())
    game = begin(setup.size, players, event.deal, switching=setup.switch)
    return TableGame(game), _remembered(setup, Memory(), None, game.position, event.looks)


def advanced(state: State, entry: Entry, looks: Looks) -> tuple[TableGame, Memory]:
    """The game after a turn or what players settled, and what the looks taught. Raises RuleError."""
    before = game_in(state)
    after = play_turn(before, entry) if isinstance(entry, Turn) else adjust(before, entry)
    memory = _remembered(state.begun.setup, memory_of(state), before.position, after.position, looks)
    return TableGame(after), memory


def _remembered(setup: Setup, known: Memory, before: Position | None, after: Position, looks: Looks) -> Memory:
    """Widths are kept where they matter: of straight stacks that the last look shows, or that are as they were."""
    if setup.stairs:
        return known
    was, now = before.city.stacks if before else {}, after.city.stacks
    looked = {lot: number for lot, number in known.looks.items() if lot in now and was.get(lot) == now[lot]}
    across = {lot: known.across_mm[lot] for lot in looked}
    if not looks:
        return Memory(across, looked)
    case = with_pushed(Case(Game(after), (read(looks[-1], setup.size),), stairs=False))
    for lot, one in case.now.stacks.items():
        if one.across_mm and lot in now:
            number = looked.get(lot, 0)
            across[lot] = (across.get(lot, 0.0) * number + one.across_mm) / (number + 1)
            looked[lot] = number + 1
    return Memory(across, looked)
