"""A game from its first throw to its last turn: each step checks the rules; and its score (`lucco-score/1`)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.position import Position, begin, write_position
from lucca_pi.games.lucco.rules.record import GAME, Record, place_json
from lucca_pi.games.lucco.rules.table import Table, group, largest_group, staying
from lucca_pi.games.lucco.rules.tiles import Adjustment, Entry, Place, Turn, by_place, tiles_called
from lucca_pi.games.lucco.rules.turn import TO_WIN, Event, adjusted, play, set_by_hand
from lucca_pi.language import Text, _


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game: the turn that brought it, who won, and the whole group."""

    turn: int
    winner: str
    group: frozenset[Place]


@dataclass(frozen=True, slots=True)
class PlayedEntry:
    """An entry of the record, and what happened in it. `number` is None for an adjustment."""

    number: int | None
    entry: Entry
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game in progress: `turns` have been played, `told` holds them and the adjustments between."""

    position: Position
    turns: int = 0
    told: tuple[PlayedEntry, ...] = ()
    end: End | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of play."""
        return self.position.names

    @property
    def player_in_turn(self) -> str | None:
        """
        The player who throws next; None if the game is over. On an empty table another player may be the one who lays.
        """
        return None if self.end else self.position.next

    @property
    def is_over(self) -> bool:
        """True if somebody has won."""
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

    >>> from lucca_pi.games.lucco.rules.tiles import Lay
    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> four = Game(read_position("square | Ada blue | Ben red | table: blue 0,0 0,1 0,2 0,3"))
    >>> five = play_turn(four, Turn("Ada", lay=Lay("blue", (0, 4))))
    >>> five.player_in_turn, five.end.winner, five.end.turn, len(five.end.group)
    (None, 'Ada', 1, 5)
    """
    with _named(game):
        position, events = play(game.position, turn)
    told = PlayedEntry(game.turns + 1, turn, events)
    end = won(position, turn, game.turns + 1)
    return replace(game, position=position, turns=game.turns + 1, told=(*game.told, told), end=end)


def won(after: Position, turn: Turn, number: int) -> End | None:
    """
    The first player with five pieces of the own colour in one group wins at once; more are as good (rule 2).

    Only the piece just laid can have joined them. Five of a pot colour are nobody's goal (ruling 11).

    >>> from lucca_pi.games.lucco.rules.tiles import Lay
    >>> from lucca_pi.games.lucco.rules.position import read_position
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
    told = PlayedEntry(None, adjustment, (set_by_hand(adjustment),))
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


def begin_game(record: Record) -> Game:
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
    """The game of a record, up to its last event. Raises RuleError at the first rule broken."""
    game, told = begin_game(record), list[PlayedEntry]()
    for entry in record.turns:
        game = enter(replace(game, told=()), entry)
        told += game.told
    return replace(game, told=tuple(told))


_SCORE_FORMAT = "lucco-score/1"


def end_text(end: End, position: Position) -> Text:
    """Why the game is over, in a sentence."""
    told = {"player": end.winner, "colour": position.colour_of(end.winner), "number": len(end.group)}
    return _("{player} wins with a group of {number} tiles in {colour}", **told)


def score_json(game: Game) -> dict[str, Any]:
    """
    The score as JSON data, as other programs read it.

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> told = score_json(Game(read_position("square | Ada blue | Ben red | table: blue 0,0")))
    >>> told["next"], told["table"]
    ('Ada', [{'at': [0, 0], 'colour': 'blue', 'stays': None}])
    """
    position, end = game.position, game.end
    return {
        **{"format": _SCORE_FORMAT, "game": GAME, "finished": end is not None, "next": game.player_in_turn},
        "winners": [end.winner] if end else [],
        "reason": end_text(end, position) if end else None,
        "end": {"turn": end.turn, "group": [place_json(at) for at in sorted(end.group, key=by_place)]} if end else None,
        "table": _table_json(position),
        "stock": {colour: position.stock(colour) for colour in position.colours},
        "largest": {colour: len(largest_group(position.table, colour)) for colour in position.colours},
        "turns": [_told_json(told, position) for told in game.told],
    }


def _table_json(position: Position) -> list[dict[str, Any]]:
    """The pieces on the table, sorted by place, each with the reason why it stays."""
    table, why = position.table, staying(position.table)
    return [
        {"at": place_json(at), "colour": table.pieces[at], "stays": why.get(at)}
        for at in sorted(table.pieces, key=by_place)
    ]


def _told_json(told: PlayedEntry, position: Position) -> dict[str, Any]:
    turn = told.entry if isinstance(told.entry, Turn) else None
    return {
        "turn": told.number,
        "player": turn.player if turn else None,
        "colour": position.colour_of(turn.player) if turn else None,
        "die": turn.die if turn else None,
        "events": list(map(_event_json, told.events)),
    }


def _event_json(event: Event) -> dict[str, Any]:
    """An event as JSON data."""
    facts = {name: place_json(fact) if name == "at" else fact for name, fact in event.facts.items()}
    return {"kind": event.kind, **facts, "reason": event.reason}
