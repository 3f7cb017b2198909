"""Turns in words, and the questions that tell them apart."""

from collections.abc import Sequence
from typing import Any

from lucca_pi.games.contract.verdict import MOST_OFFERED, Question, Turns
from lucca_pi.games.lucco.pieces import tile_text
from lucca_pi.games.lucco.rules.entry import Lay, Remove, Turn
from lucca_pi.games.lucco.rules.position import USUAL_COLOURS
from lucca_pi.language import Text, _, listed

NOTHING = _("nothing to be done")
OTHERS = _("Others")


def tile_of(action: Lay | Remove, colours: tuple[str, ...] = USUAL_COLOURS) -> Text:
    """What people call the tile that is laid or taken away: by its number where that was seen, else by its colour."""
    code = action.extra.get("tile")
    return tile_text(code, colours) if isinstance(code, int) else _("{colour}", colour=colour_in(action))


def colour_in(action: Lay | Remove) -> str:
    """The colour of the tile that is laid or taken away."""
    return action.colour if isinstance(action, Lay) else str(action.extra.get("colour", "?"))


def turn_words(turn: Turn, colours: tuple[str, ...] = USUAL_COLOURS) -> Text:
    """What was done in a turn, without the player's name."""
    if turn.lay:
        return _("lays {tile}", tile=tile_of(turn.lay, colours))
    return _("takes {tile} away", tile=tile_of(turn.remove, colours)) if turn.remove else NOTHING


def turn_line(turn: Turn) -> str:
    """A turn with its player, on one line."""
    return _("{player}: {moves}", player=turn.player, moves=turn_words(turn))


def ways_words(ways: Sequence[Turns], colours: tuple[str, ...] = USUAL_COLOURS) -> tuple[str, ...]:
    """Several turns one after another, in a line for each way."""
    return tuple(listed([_told(turn, colours) for turn in way], "; ") for way in ways)


def _told(turn: Turn, colours: tuple[str, ...]) -> Text:
    return _("{player}: {moves}", player=turn.player, moves=turn_words(turn, colours))


def question(ways: Sequence[Turns], colours: tuple[str, ...] = USUAL_COLOURS) -> Question:
    """
    What finds out which of the ways it was: one fact, of three answers at most.

    >>> from lucca_pi.games.lucco.rules.entry import turn_of
    >>> gone = Remove((0, 0), {"colour": "red"})
    >>> ways = [(turn_of("Ada", None, gone),), (turn_of("Ada", None, None), turn_of("Ben", None, gone))]
    >>> asked = question(ways)
    >>> print(asked.text, *asked.answers, sep=", ")
    who took the red piece away?, Ada, Ben
    """
    if all(len(way) == 1 and way[0].player == ways[0][0].player for way in ways):
        return _what(ways, colours)
    for action in dict.fromkeys(turn.action for turn in ways[0] if turn.action):
        who = [_who(way, action) for way in ways]
        if len({*who}) > 1:
            return _by_whom(ways, who, action)
    left = ways[:MOST_OFFERED]
    return Question(_("which was it?"), ways_words(left, colours), tuple((way,) for way in left))


def _what(ways: Sequence[Turns], colours: tuple[str, ...]) -> Question:
    likeliest = ways[:MOST_OFFERED]
    words = tuple(turn_words(way[0], colours) for way in likeliest)
    return Question(_("what was done?"), words, tuple((way,) for way in likeliest))


def _who(way: Turns, action: Any) -> str:
    return next((turn.player for turn in way if turn.action == action), "")


def _by_whom(ways: Sequence[Turns], who: Sequence[str], action: Lay | Remove) -> Question:
    """Who made a change; of more players than there is room for, the last answer stands for all others."""
    told = {"colour": colour_in(action)}
    laid, taken = _("who laid the {colour} piece?", **told), _("who took the {colour} piece away?", **told)
    players = list(dict.fromkeys(who))
    named = players if len(players) <= MOST_OFFERED else players[: MOST_OFFERED - 1]
    groups = [tuple(way for way, one in zip(ways, who, strict=True) if one == player) for player in named]
    rest = tuple(way for way, one in zip(ways, who, strict=True) if one not in named)
    answers: tuple[str, ...] = (*named, OTHERS) if rest else tuple(named)
    return Question(laid if isinstance(action, Lay) else taken, answers, (*groups, *((rest,) if rest else ())))
