"""Screens of a game of Lucca on a chess board, and its overview for page and programs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from lucca_pi.contract import screens
from lucca_pi.contract.history import Match
from lucca_pi.contract.overview import Common, Now, OverviewOf, Placed, Tally
from lucca_pi.games.chessboard.referee.turns import brick_words
from lucca_pi.games.chessboard.report import advice
from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.rules.game import Game, score_json
from lucca_pi.games.chessboard.rules.legal import colours_left, floor_lots, refused_lots, struggles
from lucca_pi.games.chessboard.rules.position import Adjustment, Player, Position
from lucca_pi.games.chessboard.rules.record import Entry
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Event, event_json
from lucca_pi.games.chessboard.session.setup import Setup
from lucca_pi.language import Text, _, listed, ngettext

FORMAT = "lucca-chessboard-snapshot/1"
"""Name of the overview's JSON format."""


class Ranked(Placed):
    """
    A player's place in the ranking; `tower`, `prisoners` and `bricks` are those of the player's colour.

    `tower_to_win`, `prisoners_to_win`: with so many floors or prisoners the player wins when their next turn begins,
    if nothing changes before.
    """

    colour: str
    tower: int
    prisoners: int
    bricks: int
    tower_to_win: int
    prisoners_to_win: int


class LastTurn(TypedDict):
    """The last turn: what happened in it, in sentences, and as the `events` of `score --json`."""

    turn: int
    player: str
    moves: Sequence[str]
    lots: Sequence[str]
    events: Sequence[Mapping[str, Any]]


class Places(TypedDict):
    """
    Lots for the next brick: below which stacks `floors` of each colour may go, where houses are `refused`, and where
    one begins a struggle.
    """

    floors: Mapping[str, Sequence[str]]
    refused: Sequence[str]
    struggles: Sequence[str]


class Overview(OverviewOf[Now, Ranked]):
    """
    The game. `city`: the stacks by lot, from the top down. `score`: as `score --json` gives it; None before the start.

    `advice` and `places`: None if nobody asked for them. `seats`: each player's colour, in the order of play.
    """

    format: str
    size: int
    layout: str
    switch: bool
    seats: Mapping[str, str]
    city: Mapping[str, Sequence[str]]
    supply: Mapping[str, int]
    score: Mapping[str, Any] | None
    last: LastTurn | None
    advice: Sequence[str] | None
    places: Places | None
    end: str | None


TO_START = _("The board's four corners in sight, no brick on it. Then OK.")
_TO_START_WITH = _("The board's four corners in sight, the bricks as agreed. Then OK.")
TO_PLACE = _("Place two bricks of different colours.")


def before_start(match: Match) -> screens.Screen:
    """The screen before the first look."""
    setup = match.setup
    to_start = _TO_START_WITH if setup.start else TO_START
    return screens.BeforeStart(_("{size} × {size} lots", size=setup.size), len(setup.colours), to_start)


def game_screens(match: Match) -> Sequence[Callable[[], screens.Screen]]:
    """The screens during the game, the current one first."""
    game: Game = match.game
    result = (lambda: last_turn(match),) if match.course.turns else ()
    advised = (lambda: screens.Advice(game.player.name, advice(game)),) if match.advice else ()
    return (lambda: prompt(game), *advised, *result, lambda: _colours_table(game.position))


def prompt(game: Game) -> screens.Prompt:
    """The player in turn, with the colour."""
    return screens.Prompt(
        game.player.name, (), _("You play {colour}. {to_do}", colour=game.player.colour, to_do=TO_PLACE)
    )


def _colours_table(position: Position) -> screens.PlayerTable:
    """The table of each colour's highest tower, prisoners and bricks left."""
    rows = []
    for colour in COLOURS:
        counts = {"tower": position.city.highest(colour), "prisoners": position.prisoners(colour)}
        name = position.player_of(colour)
        note = _("{colour}", colour=colour) if name else ""
        figures = _("{tower} / {prisoners} / {supply}", supply=position.supply[colour], **counts)
        rows.append(screens.PlayerRow("", name or _("{colour}", colour=colour), note, figures))
    return screens.PlayerTable(_("Tower/taken/left"), tuple(rows))


def last_turn(match: Match) -> screens.Screen:
    """The screen of the last turn, event by event."""
    return screens.Result(match.course.turns[-1].player, (), tuple(event.reason for event in _last_events(match)), None)


def _last_events(match: Match) -> tuple[Event, ...]:
    """The events of the last turn."""
    events: tuple[Event, ...] = match.course.moment(len(match.course.turns)).game.told[-1].events
    return events


def ending(match: Match) -> tuple[screens.Screen, ...]:
    """The screen with the reason why the game is over."""
    end = match.game.end
    return (screens.Notice(_("The end"), end.reason),) if end else ()


def standings(match: Match) -> tuple[screens.Standing, ...]:
    """The ranking, the winners first; during the game by the highest tower, then prisoners, then bricks in the city."""
    game: Game | None = match.game
    if game is None:
        return ()
    position, winners = game.position, game.end.winners if game.end else ()

    def key(one: Player) -> tuple[bool, tuple[int, ...]]:
        return one.name not in winners, tuple(-figure for figure in _figures(position, one))

    ranked = sorted(game.position.players, key=key)
    deciding = [one.name in winners or _figures(position, one) for one in ranked]
    places = [deciding.index(what) + 1 for what in deciding]
    return tuple(
        screens.Standing(rank, one.name, None, _standing_note(position, one), _standing_words(position, one))
        for rank, one in zip(places, ranked, strict=True)
    )


def _figures(position: Position, player: Player) -> tuple[int, int, int]:
    """The figures that decide a blocked game: the highest tower, prisoners, and bricks in the city."""
    colour = player.colour
    return position.city.highest(colour), position.prisoners(colour), position.city.bricks.get(colour, 0)


def tower_words(tower: int) -> Text:
    """The height of a colour's highest tower in words; 0 for none."""
    return _("tower of {tower} floors", tower=tower) if tower else _("no tower")


def prisoners_words(prisoners: int) -> Text:
    """A number of prisoners in words."""
    return ngettext("{number} prisoner", "{number} prisoners", prisoners)


def _standing_words(position: Position, player: Player) -> Text:
    """A player's highest tower, and prisoners if there are any, in words."""
    tower, prisoners, _bricks = _figures(position, player)
    return listed([tower_words(tower), *([prisoners_words(prisoners)] if prisoners else [])])


def _standing_note(position: Position, player: Player) -> Text:
    """A player's highest tower, and prisoners if there are any: beside a name on a small display."""
    tower, prisoners, _bricks = _figures(position, player)
    height = _("tower {tower}", tower=tower) if tower else _("no tower")
    return listed([height, _("+{prisoners}", prisoners=prisoners)]) if prisoners else height


TALLY_WORDS = {"tower": _("Highest tower, floors"), "prisoners": _("Prisoners"), "bricks": _("Bricks in the city")}
"""Kinds of figures, for players."""


def tally(match: Match) -> Tally:
    """The figures that decide a blocked game, of each player."""
    game: Game = match.game
    figures = {one.name: _figures(game.position, one) for one in game.position.players}
    return Tally(bests={kind: {name: of[at] for name, of in figures.items()} for at, kind in enumerate(TALLY_WORDS)})


def taken_back(entry: Entry | None) -> Text:
    """The text for a turn, an adjustment, or the start (None) that is taken back."""
    if entry is None:
        return _("The start. Lay the board right, then press OK.")
    if isinstance(entry, Adjustment):
        return _("The agreement about the city.")
    bricks = listed([brick_words(brick) for brick in entry.bricks])
    words = {"player": entry.player, "bricks": bricks}
    if any(brick.prisoners for brick in entry.bricks) or len(entry.bricks) < BRICKS_IN_A_TURN:
        return _("{player}'s turn: {bricks}. Put everything back.", **words)
    return _("{player}'s turn: {bricks}.", **words)


def overview(match: Match, common: Common) -> Overview:
    """The current game."""
    game: Game | None = match.game
    setup: Setup = match.setup
    return {
        **common,
        "format": FORMAT,
        "size": setup.size,
        "layout": setup.layout,
        "switch": setup.switch,
        "seats": {player.name: player.colour for player in game.position.players} if game else {},
        "ranking": [_ranked(game, one) for one in common["ranking"]] if game else [],
        "city": {lot: list(stack) for lot, stack in game.position.city.stacks.items()} if game else {},
        "supply": dict(game.position.supply) if game else {},
        "score": score_json(game) if game else None,
        "last": _last(match),
        "advice": list(advice(game)) if match.advice and game else None,
        "places": _places(game) if match.advice and game and not game.is_over else None,
        "end": game.end.reason if game and game.end else None,
    }


def _ranked(game: Game, one: Placed) -> Ranked:
    player = next(each for each in game.position.players if each.name == one["player"])
    tower, prisoners, bricks = _figures(game.position, player)
    return {
        **one,
        "colour": player.colour,
        "tower": tower,
        "prisoners": prisoners,
        "bricks": bricks,
        "tower_to_win": game.position.tower_to_win(player.colour),
        "prisoners_to_win": game.position.prisoners_to_win(player.colour),
    }


def _last(match: Match) -> LastTurn | None:
    turns = match.course.turns
    if not turns:
        return None
    events = _last_events(match)
    return {
        "turn": len(turns),
        "player": turns[-1].player,
        "moves": [event.reason for event in events],
        "lots": [brick.at for brick in turns[-1].bricks],
        "events": [event_json(event) for event in events],
    }


def _places(game: Game) -> Places:
    city = game.position.city
    return {
        "floors": {colour: [*floor_lots(city, colour)] for colour in colours_left(game.position, game.used)},
        "refused": [*refused_lots(city)],
        "struggles": [lot for lot, _towers in struggles(city)],
    }
