"""A game from the empty city to its end: each step checks the rules and returns the events, and the winner."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Literal

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.city import COLOURS, Stack
from lucca_pi.games.chessboard.rules.legal import (
    NO_FILTER,
    TurnFilter,
    TurnOutcome,
    bricks_to_place,
    can_place,
    turns_to_play,
)
from lucca_pi.games.chessboard.rules.position import (
    Adjustment,
    Player,
    Position,
    by_column,
    check_bricks,
    check_players,
    check_size,
    checked_city,
    checked_prisoners,
    started_city,
    write_position,
)
from lucca_pi.games.chessboard.rules.record import GAME, Entry, Record
from lucca_pi.games.chessboard.rules.turn import (
    BRICKS_IN_A_TURN,
    Brick,
    Event,
    Turn,
    adjust_event,
    event_json,
    settled_brick,
    switch_event,
)
from lucca_pi.language import _, listed, ngettext
from lucca_pi.outside import shown

_EndedBy = Literal["tower", "prisoners", "blocked"]
_Decided = Literal["tower", "prisoners", "bricks", "nothing"]


@dataclass(frozen=True, slots=True)
class End:
    """
    The end of a game: at the start of `player`'s turn number `turn` or in it, and the count that `decided` a blocked
    game.
    """

    by: _EndedBy
    turn: int
    player: str
    winners: tuple[str, ...]
    decided: _Decided | None
    reason: str


def by_tower(position: Position, colour: str) -> bool:
    """
    As a turn begins: the own colour controls a tower of at least n floors, higher than any other colour's (15).

    Neutral colours count among the others (ruling k).

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> [by_tower(read_position(f"6 | a1 {one}, c1 {two}"), "white") for one, two in
    ...  (("wrrrrr", "bb"), ("wrrrr", "bb"), ("wrrrrr", "wrrrrr"), ("wrrrrr", "bkkkkk"))]
    [True, False, True, False]
    """
    return position.city.highest(colour) >= position.tower_to_win(colour)


def by_prisoners(position: Position, colour: str) -> bool:
    """
    As a turn begins: the own colour has at least n prisoners, and more than any other colour (15).

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> [by_prisoners(read_position(f"6 | empty | Ada white, Ben red | {took}"), "white") for took in
    ...  ("white 6 red", "white 5 red", "white 3 red, white 3 blue", "white 6 red, black 6 blue")]
    [True, False, True, False]
    """
    return position.prisoners(colour) >= position.prisoners_to_win(colour)


def _won_at_start(position: Position, player: Player, turn: int) -> End | None:
    """The end, if the player whose turn begins has won; where both grounds hold the tower is named (15)."""
    told = {"player": shown(player.name), "turn": turn, "colour": player.colour}
    if by_tower(position, player.colour):
        height = position.city.highest(player.colour)
        reason = _(
            "{player} wins: turn {turn} began with the highest tower, {height} floors in {colour}.",
            height=height,
            **told,
        )
        return End("tower", turn, player.name, (player.name,), None, reason)
    if by_prisoners(position, player.colour):
        number = position.prisoners(player.colour)
        reason = _("{player} wins: turn {turn} began with the most prisoners, {prisoners}.", prisoners=number, **told)
        return End("prisoners", turn, player.name, (player.name,), None, reason)
    return None


def blocked(position: Position, player: Player, turn: int) -> End:
    """
    The end where a player has no legal brick to place, be it the first or the second (16).

    Who plays the colour with the highest tower wins; among equals who has the most prisoners, then the most bricks
    in the city. Those still equal share the win. Colours that nobody plays are not compared.

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> for city in ("a1 wr, c1 rb", "a1 wr, c1 rbb", "a1 wr, c1 rb, e1 r", "a1 wr, c1 rb, e1 w"):
    ...     end = blocked(read_position(f"6 | {city} | Ada white, Ben red"), Player("Ada", "white"), 9)
    ...     print(end.winners, end.decided)
    ('Ben',) bricks
    ('Ben',) tower
    ('Ben',) bricks
    ('Ada', 'Ben') nothing
    """
    left = position.players
    figures: tuple[tuple[_Decided, Callable[[str], int]], ...] = (
        ("tower", position.city.highest),
        ("prisoners", position.prisoners),
        ("bricks", lambda colour: position.city.bricks.get(colour, 0)),
    )
    for name, figure in figures:
        most = max(figure(one.colour) for one in left)
        left = tuple(one for one in left if figure(one.colour) == most)
        if len(left) == 1:
            reason = _blocked_reason(player.name, left[0].name, name, most)
            return End("blocked", turn, player.name, (left[0].name,), name, reason)
    names = tuple(one.name for one in left)
    told = {"player": shown(player.name), "names": listed([shown(name) for name in names])}
    reason = _("{player} cannot place a brick. {names} are equal and share the win.", **told)
    return End("blocked", turn, player.name, names, "nothing", reason)


def _blocked_reason(player: str, winner: str, decided: _Decided, figure: int) -> str:
    told = {"player": shown(player), "winner": shown(winner), "number": figure}
    if decided == "tower":
        return _("{player} cannot place a brick. {winner} wins by the highest tower: {number}.", **told)
    if decided == "prisoners":
        return _("{player} cannot place a brick. {winner} wins by the most prisoners: {number}.", **told)
    return _("{player} cannot place a brick. {winner} wins by the most bricks in the city: {number}.", **told)


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """The events of a turn, or of an adjustment, which is no turn and nobody's."""

    events: tuple[Event, ...]
    turn: int | None = None
    player: str | None = None
    colour: str | None = None
    """The player's colour as the turn began."""


@dataclass(frozen=True, slots=True)
class Game:
    """
    A game in progress: `turns` have been played, and of the present turn these bricks have been `placed`.

    `switching` says if colours may be switched (14). `told` has everything up to the last whole turn, `going` the
    events of the present turn.
    """

    position: Position
    switching: bool = False
    turns: int = 0
    placed: tuple[Brick, ...] = ()
    told: tuple[PlayedTurn, ...] = ()
    going: tuple[Event, ...] = ()
    end: End | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players in the order of play."""
        return tuple(player.name for player in self.position.players)

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.end is not None

    @property
    def player(self) -> Player:
        """Whose turn it is, or would be: turns go round in the order of the players (3)."""
        return self.position.players[self.turns % len(self.position.players)]

    @property
    def player_in_turn(self) -> str | None:
        """The player whose turn it is; None at the end."""
        return None if self.is_over else self.player.name

    @property
    def round(self) -> None:
        """The game has no rounds."""
        return

    @property
    def rounds(self) -> None:
        """The game has no rounds."""
        return

    @property
    def all_told(self) -> tuple[PlayedTurn, ...]:
        """Everything that happened, the present turn's events so far among it."""
        now = PlayedTurn(self.going, self.turns + 1, self.player.name, self.player.colour)
        return (*self.told, now) if self.going else self.told

    @property
    def used(self) -> tuple[str, ...]:
        """The colours placed in the present turn."""
        return tuple(brick.colour for brick in self.placed)


def begin(
    size: int, players: tuple[Player, ...], start: Mapping[str, Stack] | None = None, *, switching: bool = False
) -> Game:
    """
    The game before its first turn; the city is empty unless it begins with `start` (1, 2, ruling a).

    Raises RuleError "size", "players" or "start".

    >>> game = begin(8, (Player("Ada", "white"), Player("Ben", "red")))
    >>> game.player.name, game.position.supply["black"], game.is_over
    ('Ada', 16, False)
    """
    with _named(None):
        check_size(size)
        check_players(players)
        city = started_city(size, start or {})
    return _beginning_a_turn(Game(Position(city, players), switching))


@contextmanager
def _named(game: Game | None, turn: int | None = None, brick: int | None = None, *, by: str = "") -> Iterator[None]:
    """Adds turn, brick and position to a RuleError of the block, and the player it is `by`."""
    try:
        yield
    except RuleError as error:
        message = _("{player}: {refusal}", player=shown(by), refusal=error.message) if by else error.message
        position = write_position(game.position) if game else ""
        raise RuleError(error.rule, message, position=position, turn=turn, brick=brick) from None


def _beginning_a_turn(game: Game) -> Game:
    """The game as a turn begins: over, if its player has won or can place nothing (15, 16)."""
    turn = game.turns + 1
    end = _won_at_start(game.position, game.player, turn)
    if not end and not can_place(game.position):
        end = blocked(game.position, game.player, turn)
    return replace(game, end=end)


def play_turn(game: Game, turn: Turn) -> Game:
    """
    The game after one more turn (4 to 16). Raises RuleError with turn, brick and position.

    >>> game = begin(8, (Player("Ada", "white"), Player("Ben", "red")))
    >>> game = play_turn(game, Turn("Ada", (Brick("white", "a1"), Brick("red", "b1"))))
    >>> game.player.name, [event.kind for event in game.told[-1].events]
    ('Ben', ['house', 'house'])
    """
    number = game.turns + 1
    with _named(game, number):
        _check_not_over(game)
        _check_order(game, turn)
    with _named(game, number, by=turn.player):
        _check_two_bricks(turn)
    for brick in turn.bricks:
        game = _with_brick(game, brick, number)
    if len(turn.bricks) == BRICKS_IN_A_TURN:
        return end_turn(game, turn.switch)
    with _named(game, number, by=turn.player):
        if not game.is_over:
            raise RuleError("two-bricks", _("only one brick is placed, but a second is possible"))
        if turn.switch is not None:
            raise RuleError("switch", _("a colour is switched after a turn of one brick, which ended the game"))
    return _turn_told(game)


def _check_not_over(game: Game) -> None:
    if game.end:
        raise RuleError("over", _("the game has ended. {reason}", reason=game.end.reason))


def _check_order(game: Game, turn: Turn) -> None:
    if turn.player != game.player.name:
        told = {"other": shown(turn.player), "player": shown(game.player.name)}
        raise RuleError("order-of-play", _("{other} plays, but it is {player}'s turn", **told))


def _check_two_bricks(turn: Turn) -> None:
    if not 1 <= len(turn.bricks) <= BRICKS_IN_A_TURN:
        count = len(turn.bricks)
        text = ngettext("{number} brick is placed; a turn has two", "{number} bricks are placed; a turn has two", count)
        raise RuleError("two-bricks", text)


def _with_brick(game: Game, brick: Brick, turn: int) -> Game:
    """The turn with one more brick; a first brick that leaves no second ends the game (16, ruling j)."""
    number = len(game.placed) + 1
    with _named(game, turn, number, by=game.player.name):
        position, events = settled_brick(game.position, brick, game.used)
    after = replace(game, position=position, placed=(*game.placed, brick), going=(*game.going, *events))
    if number < BRICKS_IN_A_TURN and not can_place(position, after.used):
        return replace(after, end=blocked(position, game.player, turn))
    return after


def place_brick(game: Game, brick: Brick) -> Game:
    """
    The game with one more brick of the present turn, its struggle settled. Raises RuleError.

    >>> game = begin(8, (Player("Ada", "white"), Player("Ben", "red")))
    >>> game = place_brick(game, Brick("white", "a1"))
    >>> game.player.name, game.used, game.turns
    ('Ada', ('white',), 0)
    """
    number = game.turns + 1
    with _named(game, number):
        _check_not_over(game)
        if len(game.placed) == BRICKS_IN_A_TURN:
            raise RuleError("two-bricks", _("both bricks of this turn are placed"))
    after = _with_brick(game, brick, number)
    return _turn_told(after) if after.is_over else after


def end_turn(game: Game, switch: str | None = None) -> Game:
    """
    The game after a turn of two bricks, and the next turn's beginning; `switch` is the neutral colour taken (14).

    The own colour becomes neutral, and prisoners stay with their colours. Raises RuleError "two-bricks" or "switch".

    >>> game = begin(8, (Player("Ada", "white"), Player("Ben", "red")), switching=True)
    >>> game = place_brick(place_brick(game, Brick("white", "a1")), Brick("red", "c1"))
    >>> end_turn(game, "blue").position.players[0]
    Player(name='Ada', colour='blue')
    """
    with _named(game, game.turns + 1, by=game.player.name):
        if len(game.placed) < BRICKS_IN_A_TURN:
            raise RuleError("two-bricks", _("a turn has two bricks, and a second is possible"))
        if switch is not None:
            _check_switch(game, switch)
    return _beginning_a_turn(_turn_told(game, switch))


def _check_switch(game: Game, to: str) -> None:
    if not game.switching:
        raise RuleError("switch", _("the colour is switched, but switching was not agreed on"))
    if to not in COLOURS:
        raise RuleError("switch", f"there is no colour {shown(to)}; there are {', '.join(COLOURS)}")
    if player := game.position.player_of(to):
        raise RuleError(
            "switch", _("{colour} is played by {player} and cannot be taken", colour=to, player=shown(player))
        )


def _turn_told(game: Game, switch: str | None = None) -> Game:
    """The game after the present turn, with its events, and with the switch made."""
    player, events, position = game.player, game.going, game.position
    if switch is not None:
        events = (*events, switch_event(player.name, player.colour, switch))
        players = tuple(Player(one.name, switch) if one == player else one for one in game.position.players)
        position = replace(position, players=players)
    told = PlayedTurn(events, game.turns + 1, player.name, player.colour)
    return replace(game, position=position, turns=game.turns + 1, placed=(), going=(), told=(*game.told, told))


def adjust(game: Game, adjustment: Adjustment) -> Game:
    """
    The game after the players settled something by hand; it is the same player's turn, which begins (ruling l).

    Raises RuleError "over" or "adjustment".

    >>> game = begin(8, (Player("Ada", "white"), Player("Ben", "red")))
    >>> game = adjust(game, Adjustment({"d4": ("white", "red")}, {"white": {"red": 2}}))
    >>> game.position.supply["red"], game.player.name
    (13, 'Ada')
    """
    with _named(game, game.turns + 1):
        _check_not_over(game)
        if game.placed:
            raise RuleError("adjustment", _("the turn is not finished; agreements are entered between turns"))
        city = checked_city(game.position.size, adjustment.city, "adjustment")
        took = checked_prisoners(adjustment.prisoners)
        check_bricks(city, took, "adjustment")
    told = (*game.told, PlayedTurn((adjust_event(adjustment.note),)))
    return _beginning_a_turn(replace(game, position=Position(city, game.position.players, took), told=told))


def legal_bricks(game: Game) -> Iterator[Brick]:
    """Every brick that may be placed now, without prisoners; none if the game is over or both are placed."""
    if game.is_over or len(game.placed) == BRICKS_IN_A_TURN:
        return iter(())
    return bricks_to_place(game.position, game.used)


def legal_turns(game: Game, known: TurnFilter = NO_FILTER) -> Iterator[TurnOutcome]:
    """
    Every turn that may be played now, or rest of the present turn, with the position after it.

    A position of 8 × 8 has up to 50,000. If tall towers may struggle there can be a million, so a search should pass
    the `known` part.
    """
    if game.is_over or len(game.placed) == BRICKS_IN_A_TURN:
        return iter(())
    return turns_to_play(game.position, game.used, known)


def enter(game: Game, entry: Entry) -> Game:
    """The game after one more entry of its record. Raises RuleError."""
    return play_turn(game, entry) if isinstance(entry, Turn) else adjust(game, entry)


def replay(record: Record) -> Game:
    """The game of a record, up to its last event. Raises RuleError at the first rule broken."""
    game = begin(record.size, record.players, record.start, switching=record.switching)
    return reduce(enter, record.turns, game)


def score_json(game: Game) -> dict[str, Any]:
    """
    The score of a game with all its events, as other programs read it; of the present turn, the events so far.

    >>> game = begin(8, (Player("Ada", "white"), Player("Ben", "red")))
    >>> score_json(place_brick(game, Brick("white", "a1")))["colours"]["white"]["supply"]
    15
    """
    position, end = game.position, game.end
    return {
        "format": "lucca-chessboard-score/1",
        "game": GAME,
        "size": position.size,
        "finished": game.is_over,
        "next": None if game.is_over else game.player.name,
        "winners": list(end.winners) if end else [],
        "end": end and {"by": end.by, "turn": end.turn, "player": end.player, "decided": end.decided},
        "reason": end and end.reason,
        "city": {lot: list(position.city.stacks[lot]) for lot in by_column(position.city)},
        "colours": {
            colour: {
                "player": position.player_of(colour),
                "supply": position.supply[colour],
                "tower": position.city.highest(colour),
                "prisoners": position.prisoners(colour),
                "bricks": position.city.bricks.get(colour, 0),
                "took": {
                    other: position.took[colour, other] for other in COLOURS if position.took.get((colour, other))
                },
            }
            for colour in COLOURS
        },
        "turns": [
            {
                **{"turn": told.turn, "player": told.player, "colour": told.colour},
                "events": [event_json(event) for event in told.events],
            }
            for told in game.all_told
        ],
    }
