"""Screens of a game of Lucco, and its overview for page and programs."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypedDict, cast

from lucca_pi.contract import screens
from lucca_pi.contract.history import Match
from lucca_pi.contract.overview import Common, Now, OverviewOf, Placed, Tally
from lucca_pi.games.lucco.referee import turn_line, turn_words
from lucca_pi.games.lucco.rules.advice import Hint, advice, advice_json
from lucca_pi.games.lucco.rules.die import by_any, can_be_laid, duty, must_act
from lucca_pi.games.lucco.rules.game import Game, end_text, score_json
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, Position
from lucca_pi.games.lucco.rules.table import largest_group, places_to_lay, staying
from lucca_pi.games.lucco.rules.tiles import Adjustment, Cell, Entry
from lucca_pi.games.lucco.rules.turn import why_nothing, why_nothing_text
from lucca_pi.games.lucco.session.memory import TO_START, figure_of, known_of, reading_of, unproved_passes, whole_game
from lucca_pi.games.lucco.table.figure import way
from lucca_pi.language import Text, _, listed

FORMAT = "lucco-snapshot/1"
"""Name of the overview's JSON format."""


class Waits(Now):
    """The input that the machine waits for; `thrown`: the face of the die in sight, None if it is not of this turn."""

    thrown: str | None


class Ranked(Placed):
    """A player's place by the largest group; `hand`: tiles of the player's colour that are not on the table."""

    colour: str
    largest: int
    hand: int


class LastTurn(TypedDict):
    """The last turn, in words."""

    turn: int
    player: str
    moves: Sequence[str]


class AdviceHint(TypedDict):
    """Advice for the player in turn."""

    player: str
    kind: str
    text: str
    colours: Sequence[str]
    places: Sequence[Sequence[int]]


class PlanTile(TypedDict):
    """
    A tile on the table, by its code; None if nobody has seen the code.

    `x`, `y` is its middle in the drawing, in widths of a tile. `stays`: "protected", "splits" or None. `may_go`: the
    player in turn may take it away, by the throw in sight, or without one by some throw. `marked`: it is asked about,
    or complained of.
    """

    tile: int | None
    number: int | None
    colour: str
    at: Sequence[int]
    x: float
    y: float
    stays: str | None
    may_go: bool
    is_new: bool
    marked: bool


class PlanPlace(TypedDict):
    """A cell in which the player in turn may lay a tile; `x`, `y` as for a tile."""

    at: Sequence[int]
    x: float
    y: float


class Overview(OverviewOf[Waits, Ranked]):
    """
    The game. `score`: as `score --json` gives it; None before the start.

    `pot`: the number of tiles of unplayed colours that are not on the table. `advice`: None if nobody asked for it;
    `places` are part of it.
    """

    format: str
    tiles: str
    colours: Sequence[str]
    pot: Mapping[str, int]
    score: Mapping[str, Any] | None
    last: LastTurn | None
    advice: Sequence[AdviceHint] | None
    plan: Sequence[PlanTile]
    places: Sequence[PlanPlace]


_HINTS = {"remove": _("may go"), "protected": _("protected"), "splits": _("hold the figure together")}
"""First words of advice on tiles."""


def before_start(match: Match) -> screens.Screen:
    """The screen before the first look."""
    return screens.BeforeStart(_("New game"), len(match.setup.seats), TO_START)


def game_screens(match: Match) -> Sequence[Callable[[], screens.Screen]]:
    """The screens during the game, the current one first."""
    result = (lambda: last_turn(match),) if match.course.turns else ()
    advised = (lambda: screens.Advice(match.game.player_in_turn or "", hints(match)),) if match.advice else ()
    return (lambda: prompt(match), *advised, *result, lambda: _group_table(match.game))


def thrown(match: Match) -> str | None:
    """The throw of the player in turn, if the die has come to rest in sight since the last turn; else None."""
    return reading_of(match, match.rested[-1:]).thrown if match.rested and match.game else None


def prompt(match: Match) -> screens.Prompt:
    """The player in turn, and the duty that the throw demands, if it is seen."""
    game: Game = match.game
    player, position, die = game.player_in_turn or "", game.position, thrown(match)
    if die and must_act(position, player, die):
        words = {"thrown_colour": die, "duty": duty(position, player, die)}
        return screens.Prompt(player, (), _("Threw {thrown_colour}: {duty}.", **words))
    if die:
        return screens.Prompt(
            player, (), _("{why}. Press OK.", why=why_nothing_text(why_nothing(position, player, die), player, die))
        )
    if not position.table:
        return screens.Prompt(player, (), _("Throw: your own colour or white lets you lay."))
    return screens.Prompt(
        player, (), _("Throw, play, then OK, even if you could do nothing.") if match.setup.passes else _("Throw.")
    )


def hints(match: Match) -> tuple[str, ...]:
    """Advice by the throw, with tiles named by their numbers; the same list explains a refusal."""
    die = thrown(match)
    return tuple(_hint(match, one) for one in advice(match.game, die) if die or one.kind != "throw")


def _hint(match: Match, one: Hint) -> str:
    if one.places:
        known = known_of(match)
        tiles = listed([known.cell_text(at) for at in one.places if not isinstance(at, str)])
        return _("{hint}: {tiles}", hint=_HINTS[one.kind], tiles=tiles)
    if one.kind == "lay" and match.game.position.table:
        return _("{hint}, side to side with any tile", hint=one.text)
    return one.text


def _group_table(game: Game) -> screens.PlayerTable:
    """The table of each player's largest group."""
    position = game.position
    rows = (
        screens.PlayerRow("", player.name, _("{colour}", colour=player.colour), str(size))
        for player, size in zip(position.players, _sizes(position), strict=True)
    )
    return screens.PlayerTable(_("Largest groups"), tuple(rows))


def _sizes(position: Position) -> list[int]:
    return [len(largest_group(position.table, player.colour)) for player in position.players]


def last_turn(match: Match) -> screens.Screen:
    """The screen of the last turn: how it was read, and its result."""
    number = len(match.course.turns)
    turn, after = match.course.turns[-1], match.course.moment(number).game
    moves = (turn_words(turn, after.position.colours), *_outcome(after), *_if_ok_was_early(match, number))
    return screens.Result(turn.player, (), moves, None)


def _if_ok_was_early(match: Match, number: int) -> tuple[str, ...]:
    """A line on how to correct a turn that may be the preceding player's, if nothing proves that this player passed."""
    *_earlier, turn = match.course.turns
    passed = number - 1 if turn.action else 0
    if passed not in unproved_passes(match):
        return ()
    return (_("If {player} did it: Up, then Change a turn", player=match.course.turns[passed - 1].player),)


def _outcome(after: Game) -> tuple[str, ...]:
    """Lines on the result of a turn: the size of the group that a tile joined, or that no tile is left."""
    events = [event for event in after.told[-1].events if event.kind in ("lay", "anew")] if after.told else []
    if after.told and after.told[-1].events[-1].kind == "pass" and not after.position.table:
        return (_("no tile is in sight"),)
    sizes = [event.facts["group"] for event in events if event.kind == "lay"]
    anew = [_("start again") for event in events if event.kind == "anew"]
    return (*(_("a group of {size}", size=size) for size in sizes if size > 1), *anew)


def standings(match: Match) -> tuple[screens.Standing, ...]:
    """The ranking by the largest groups; the winner comes first."""
    game: Game = match.game
    if game is None:
        return ()
    sizes = dict(zip(game.players, _sizes(game.position), strict=True))
    best = sorted(game.players, key=lambda player: (-_won(game, player), -sizes[player]))
    keys = [(-_won(game, player), -sizes[player]) for player in best]
    return tuple(
        screens.Standing(keys.index(key) + 1, player, None, _group_text(sizes[player]))
        for key, player in zip(keys, best, strict=True)
    )


def _group_text(size: int) -> str:
    if size > 1:
        return _("group of {size}", size=size)
    return _("one tile") if size else _("no tile")


def _won(game: Game, player: str) -> bool:
    return game.end is not None and game.end.winner == player


def final_steps(match: Match) -> tuple[screens.Screen, ...]:
    """The screen with the winner and the reason."""
    game: Game = match.game
    if game is None or game.end is None:
        return ()
    return (screens.Notice(_("{player} has won", player=game.end.winner), end_text(game.end, game.position)),)


TALLY_WORDS = {"group": _("Largest group, tiles")}
"""Kinds of figures, for players."""


def tally(match: Match) -> Tally:
    """The size of each player's largest group."""
    game: Game = match.game
    return Tally(bests={"group": dict(zip(game.players, _sizes(game.position), strict=True))})


def taken_back(entry: Entry | None) -> Text:
    """The text for a turn, an adjustment, or the start (None) that is taken back."""
    if entry is None:
        return _("The start. {to_start}", to_start=TO_START)
    if isinstance(entry, Adjustment):
        return _("The agreement about the table.")
    return listed([turn_line(entry), _("Lay it as it was.")], ". ")


def overview(match: Match, common: Common) -> Overview:
    """The current game."""
    game, setup, now = match.game, match.setup, common["now"]
    replayed = whole_game(match)
    return {
        **common,
        "format": FORMAT,
        "tiles": setup.tiles,
        "colours": setup.colours,
        "now": {**now, "thrown": thrown(match) if now["kind"] == "turn" else None},
        "ranking": [_ranked(game.position, one) for one in common["ranking"]],
        "pot": {colour: game.position.stock(colour) for colour in game.position.pot_colours} if game else {},
        "score": score_json(replayed) if replayed else None,
        "last": _last(match),
        "advice": cast(list[AdviceHint], advice_json(game, thrown(match))) if match.advice and game else None,
        "plan": _plan(match, now["marked"]),
        "places": _free_places(match) if match.advice and game else [],
    }


def _ranked(position: Position, one: Placed) -> Ranked:
    colour = position.colour_of(one["player"])
    largest = len(largest_group(position.table, colour))
    return {**one, "colour": colour, "largest": largest, "hand": position.stock(colour)}


def _last(match: Match) -> LastTurn | None:
    number = len(match.course.turns)
    if not number:
        return None
    turn = match.course.turns[-1]
    return {"turn": number, "player": turn.player, "moves": [turn_words(turn, match.setup.colours)]}


def _plan(match: Match, marked: Collection[str]) -> list[PlanTile]:
    """The tiles of the figure, each in its cell."""
    game: Game | None = match.game
    if game is None:
        return []
    codes, table, stays = figure_of(match).codes, game.position.table, staying(game.position.table)
    removable = by_any(game.position, game.position.next, thrown(match)).remove if not game.end else frozenset()
    cells = [cell for cell in table.pieces if not isinstance(cell, str)]
    tiles = [_tile(match, cell, codes.get(cell), stays.get(cell), removable) for cell in sorted(cells)]
    known = known_of(match)
    named = {code for code in codes.values() if str(known.text(code)) in marked}
    return [{**tile, "marked": tile["tile"] in named} for tile in tiles]


def _free_places(match: Match) -> list[PlanPlace]:
    """
    Cells where the player in turn may lay a tile, by the throw in sight or by some throw; empty if no tile is on the
    table.
    """
    position, game = match.game.position, match.game
    if game.end or not position.table or not can_be_laid(position, by_any(position, position.next, thrown(match)).lay):
        return []
    table = position.table
    cells = [cell for cell in places_to_lay(table) if not isinstance(cell, str)]
    spots = [(cell, way(table.tiles, (0, 0), cell)) for cell in cells]
    return [{"at": cell, "x": round(spot.real, 4), "y": round(spot.imag, 4)} for cell, spot in spots]


def _tile(match: Match, cell: Cell, code: int | None, stays: str | None, removable: frozenset[str]) -> PlanTile:
    table = match.game.position.table
    at, colour = way(table.tiles, (0, 0), cell), table.pieces[cell]
    last = match.course.turns[-1] if match.course.turns else None
    return {
        "tile": code,
        "number": (code - 1) % PIECES_OF_A_COLOUR + 1 if code else None,
        "colour": colour,
        "at": cell,
        "x": round(at.real, 4),
        "y": round(at.imag, 4),
        "stays": stays,
        "may_go": stays is None and colour in removable,
        "is_new": bool(last and last.lay and last.lay.at == cell),
        "marked": False,
    }
