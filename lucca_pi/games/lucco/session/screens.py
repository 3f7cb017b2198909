"""What the display is shown of a game of Lucco."""

from collections.abc import Callable, Sequence

from lucca_pi.games.contract.game import Turn
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.screens import Advice, BeforeStart, Notice, Prompt, Result, Row, Screen, Standing, Table
from lucca_pi.games.lucco.referee import turn_line, turn_words
from lucca_pi.games.lucco.rules.advice import Hint, advice
from lucca_pi.games.lucco.rules.die import duty, must_act
from lucca_pi.games.lucco.rules.game import Game, end_text
from lucca_pi.games.lucco.rules.position import Position
from lucca_pi.games.lucco.rules.table import largest_group
from lucca_pi.games.lucco.rules.tiles import Place
from lucca_pi.games.lucco.rules.turn import why_nothing, why_text
from lucca_pi.games.lucco.session.looking import unproved_passes
from lucca_pi.games.lucco.session.memory import known_of, reading_of
from lucca_pi.games.lucco.session.starting import TO_START
from lucca_pi.language import Text, _, listed

HINTS = {"remove": _("may go"), "protected": _("protected"), "splits": _("hold the whole together")}
"""What advice on tiles begins with."""


def before_start(match: Match) -> Screen:
    """The screen before the first look."""
    return BeforeStart(_("New game"), len(match.setup.seats), TO_START)


def during(match: Match) -> Sequence[Callable[[], Screen]]:
    """The screens while the game is on."""
    result = (lambda: last_turn(match),) if match.course.turns else ()
    advised = (lambda: Advice(match.game.next or "", hints(match)),) if match.advice else ()
    return (lambda: prompt(match), *advised, *result, lambda: groups(match.game))


def thrown(match: Match) -> str | None:
    """What the player in turn has thrown, if the die has come to rest in sight since the last turn."""
    return reading_of(match, match.rested[-1:]).thrown if match.rested and match.game else None


def prompt(match: Match) -> Prompt:
    """Whose turn it is, and what the throw demands, if it is seen."""
    game: Game = match.game
    player, position, die = game.next or "", game.position, thrown(match)
    if die and must_act(position, player, die):
        told = {"thrown_colour": die, "duty": duty(position, player, die)}
        return Prompt(player, (), _("Threw {thrown_colour}: {duty}.", **told))
    if die:
        return Prompt(player, (), _("{why}. Press OK.", why=why_text(why_nothing(position, player, die), player, die)))
    if not position.table:
        return Prompt(player, (), _("Throw: your own colour, or white, begins."))
    return Prompt(player, (), _("Throw. Then OK, even if you can do nothing.") if _passes(match) else _("Throw."))


def _passes(match: Match) -> bool:
    return bool(match.setup.passes)


def hints(match: Match) -> tuple[str, ...]:
    """What may be done by the throw, tiles called by their numbers: the same list explains a refusal."""
    die = thrown(match)
    return tuple(_hint(match, one) for one in advice(match.game, die) if die or one.kind != "throw")


def _hint(match: Match, one: Hint) -> str:
    if one.places:
        return _("{hint}: {tiles}", hint=HINTS[one.kind], tiles=tiles_text(match, one.places))
    if one.kind == "lay" and match.game.position.table:
        return _("{hint}, side to side with any tile", hint=one.text)
    return one.text


def tiles_text(match: Match, places: Sequence[Place]) -> Text:
    """Tiles by their numbers."""
    known = known_of(match)
    return listed([known.cell_text(at) for at in places if not isinstance(at, str)])


def groups(game: Game) -> Table:
    """Each player's largest group, and what is left in hand."""
    position = game.position
    rows = (
        Row("", player.name, _("{colour}", colour=player.colour), str(size))
        for player, size in zip(position.players, _sizes(position), strict=True)
    )
    return Table(_("Largest groups"), tuple(rows))


def _sizes(position: Position) -> list[int]:
    return [len(largest_group(position.table, player.colour)) for player in position.players]


def last_turn(match: Match) -> Screen:
    """The last turn: how it was read, and what it came to."""
    number = len(match.course.turns)
    if not number:
        return Notice(_("No game"), "")
    turn, after = match.course.turns[-1], match.course.moment(number).game
    moves = (turn_words(turn, after.position.colours), *_outcome(after), *_if_ok_was_early(match, number))
    return Result(turn.player, (), moves, None)


def _if_ok_was_early(match: Match, number: int) -> tuple[str, ...]:
    """How to correct a turn that may be the player's before, if nothing proves that they passed."""
    *_earlier, turn = match.course.turns
    passed = number - 1 if turn.action else 0
    if passed not in unproved_passes(match):
        return ()
    return (_("If {player} did it: Up, then Change a turn", player=match.course.turns[passed - 1].player),)


def _outcome(after: Game) -> tuple[str, ...]:
    """What a turn came to: the size of the group that a tile joined, or that no tile lies."""
    told = [event for event in after.told[-1].events if event.kind in ("lay", "anew")] if after.told else []
    if after.told and after.told[-1].events[-1].kind == "pass" and not after.position.table:
        return (_("no tile is in sight"),)
    sizes = [event.facts["group"] for event in told if event.kind == "lay"]
    anew = [_("it begins anew") for event in told if event.kind == "anew"]
    return (*(_("a group of {size}", size=size) for size in sizes if size > 1), *anew)


def standings(match: Match) -> tuple[Standing, ...]:
    """The ranking by the largest groups; who has won stands first."""
    game: Game = match.game
    if game is None:
        return ()
    sizes = dict(zip(game.players, _sizes(game.position), strict=True))
    best = sorted(game.players, key=lambda player: (-_won(game, player), -sizes[player]))
    keys = [(-_won(game, player), -sizes[player]) for player in best]
    return tuple(
        Standing(keys.index(key) + 1, player, None, _group_text(sizes[player]))
        for key, player in zip(keys, best, strict=True)
    )


def _group_text(size: int) -> str:
    if size > 1:
        return _("group of {size}", size=size)
    return _("one tile") if size else _("no tile")


def _won(game: Game, player: str) -> bool:
    return game.end is not None and game.end.winner == player


def final_steps(match: Match) -> tuple[Screen, ...]:
    """Who has won, and with what."""
    game: Game = match.game
    if game is None or game.end is None:
        return ()
    return (Notice(_("{player} has won", player=game.end.winner), end_text(game.end, game.position)),)


def turn_taken_back(turn: Turn) -> Text:
    """What is said of a turn that is taken back."""
    return listed([turn_line(turn), _("Lay it as it was.")], ". ")
