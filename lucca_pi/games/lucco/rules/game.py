"""A game from its first throw to its last turn: each step checks the rules and tells what happened."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.adjustment import TO_WIN, adjusted
from lucca_pi.games.lucco.rules.entry import Adjustment, Entry, Turn
from lucca_pi.games.lucco.rules.event import Event, set_by_hand
from lucca_pi.games.lucco.rules.notation import write_position
from lucca_pi.games.lucco.rules.position import Position, begin
from lucca_pi.games.lucco.rules.record import Record
from lucca_pi.games.lucco.rules.table import Table, group
from lucca_pi.games.lucco.rules.tiles import Place, tiles_called
from lucca_pi.games.lucco.rules.turn import play
from lucca_pi.language import _


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game: the turn that brought it, who won, and the whole group."""

    turn: int
    winner: str
    group: frozenset[Place]


@dataclass(frozen=True, slots=True)
class Told:
    """An entry of the record, and what happened in it. `number` is None for an adjustment."""

    number: int | None
    entry: Entry
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands: `turns` have been played, `told` holds them and the adjustments between."""

    position: Position
    turns: int = 0
    told: tuple[Told, ...] = ()
    end: End | None = None

    @property
    def next(self) -> str | None:
        """Who throws next; None when the game is over. On an empty table another may be the one who lays."""
        return None if self.end else self.position.next

    @property
    def players(self) -> tuple[str, ...]:
        return self.position.names

    @property
    def player_in_turn(self) -> str | None:
        """Whose turn it is; None when the game is over."""
        return self.next

    @property
    def is_over(self) -> bool:
        return self.end is not None

    @property
    def round(self) -> None:
        """The game has no rounds."""
        return

    @property
    def rounds(self) -> None:
        """The game has no rounds."""
        return


def play_turn(game: Game, turn: Turn) -> Game:
    """
    The game after one more turn. Raises RuleError with turn and position.

    >>> from lucca_pi.games.lucco.rules.entry import Lay
    >>> from lucca_pi.games.lucco.rules.notation import read_position
    >>> four = Game(read_position("square | Ada blue | Ben red | table: blue 0,0 0,1 0,2 0,3"))
    >>> five = play_turn(four, Turn("Ada", lay=Lay("blue", (0, 4))))
    >>> five.next, five.end.winner, five.end.turn, len(five.end.group)
    (None, 'Ada', 1, 5)
    """
    with _named(game):
        position, events = play(game.position, turn)
    told = Told(game.turns + 1, turn, events)
    end = won(position, turn, game.turns + 1)
    return replace(game, position=position, turns=game.turns + 1, told=(*game.told, told), end=end)


def won(after: Position, turn: Turn, number: int) -> End | None:
    """
    The first player with five pieces of the own colour in one group wins at once; more are as good (rule 2).

    Only the piece just laid can have joined them. Five of a pot colour are nobody's goal (ruling 11).

    >>> from lucca_pi.games.lucco.rules.entry import Lay
    >>> from lucca_pi.games.lucco.rules.notation import read_position
    >>> five = read_position("square | Ada blue | Ben red | table: green 0,0 0,1 0,2 0,3 0,4")
    >>> won(five, Turn("Ada", "green", lay=Lay("green", (0, 4))), 1) is None
    True
    """
    if turn.lay is None or turn.lay.colour != after.colour_of(turn.player):
        return None
    together = group(after.table, turn.lay.at)
    return End(number, turn.player, together) if len(together) >= TO_WIN else None


def adjust(game: Game, adjustment: Adjustment) -> Game:
    """The game after the players set the table by hand; it is no turn. Raises RuleError "over" or "adjustment"."""
    with _named(game):
        position = adjusted(game.position, adjustment)
    told = Told(None, adjustment, (set_by_hand(adjustment),))
    return replace(game, position=position, told=(*game.told, told))


@contextmanager
def _named(game: Game) -> Iterator[None]:
    """Refuses what comes after the end, and names turn and position in a RuleError that comes out of the block."""
    try:
        if game.end:
            over = _("{player} has won in turn {turn}: the game is over", player=game.end.winner, turn=game.end.turn)
            raise RuleError("over", over)
        yield
    except RuleError as error:
        position = write_position(game.position)
        raise RuleError(error.rule, error.message, position=position, turn=game.turns + 1) from None


def start(record: Record) -> Game:
    """The game before the first turn. Raises RuleError "tiles", "colours" or "players", with no turn."""
    try:
        table = Table(tiles_called(record.tiles, record.sides))
        return Game(begin(record.players, table, record.colours))
    except RuleError as error:
        raise RuleError(error.rule, error.message, turn=None) from None


def enter(game: Game, entry: Entry) -> Game:
    """The game after one more entry of its record. Raises RuleError."""
    return play_turn(game, entry) if isinstance(entry, Turn) else adjust(game, entry)


def replay(record: Record) -> Game:
    """The game that a record tells, up to where it stops. Raises RuleError at the first rule broken."""
    game, told = start(record), list[Told]()
    for entry in record.turns:
        game = enter(replace(game, told=()), entry)
        told += game.told
    return replace(game, told=tuple(told))
