"""Advice for the player in turn: what each opening is worth now, what the walls lack, and whose turn comes when."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game, begin_round
from lucca_pi.games.citta.rules.position import order_of_play
from lucca_pi.games.citta.rules.scoring import opening_line, support
from lucca_pi.language import _, ngettext

_NTH = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th"), 5: _("5th")}


@dataclass(frozen=True, slots=True)
class Hint:
    """
    One piece of advice. `value` is by kind:

    opening: the points that opening the palace brings now; support: how many shields the walls lack; order: the
    player's place, from 1, in the next order of play, were it decided now.
    """

    player: str
    kind: Literal["opening", "support", "order"]
    value: int
    text: str
    cards: tuple[CardName, ...] = ()


def advice(game: Game) -> tuple[Hint, ...]:
    """
    Advice for the player in turn, or next in turn between two rounds; none if the game is over.

    >>> from lucca_pi.games.citta.rules.deck import reference_deck
    >>> from lucca_pi.games.citta.rules.editions import ENGLISH
    >>> from lucca_pi.games.citta.rules.position import read_position
    >>> table = read_position("Ada: green 11; walls 2 | Ben: red 8+1; completed blue 5 | Cid: blue 12")
    >>> for hint in advice(Game(ENGLISH, reference_deck(), table)):
    ...     print(hint.kind, hint.value, hint.text)
    opening 1 opens blue: Cid has 1 card under construction (1)
    support 0 no walls to support
    order 1 1st of 3 in the order of play, with 5 shields, if the next round began now
    """
    if game.is_over:
        return ()
    if game.round_is_whole:
        game = begin_round(game)
    return (*_openings(game), _support(game), _order(game))


def _openings(game: Game) -> Iterator[Hint]:
    player = _in_turn(game)
    for palace in game.position.quarters[player].completed.values():
        line = opening_line(game.position, player, palace, game.round)
        yield Hint(player, "opening", line.points, line.reason, line.cards)


def _in_turn(game: Game) -> str:
    return game.orders[-1][game.turns]


def _support(game: Game) -> Hint:
    player = _in_turn(game)
    quarter = game.position.quarters[player]
    found = support(quarter, game.edition)
    walls = ngettext("{number} wall", "{number} walls", quarter.walls)
    told = {"walls": walls, "shields": found.shields, "needed": found.needed}
    text = _("{walls} supported: {shields} shields, {needed} needed", **told)
    if found.missing:
        text = _("{walls}: {shields} of {needed} shields", **told)
    return Hint(player, "support", found.missing, text if quarter.walls else _("no walls to support"))


def _order(game: Game) -> Hint:
    player = _in_turn(game)
    place = order_of_play(game.position).index(player) + 1
    told = {"nth": _NTH[place], "players": len(game.players), "shields": game.position.quarters[player].shields}
    text = _("{nth} of {players} in the order of play, with {shields} shields, if the next round began now", **told)
    if game.round == game.rounds:
        text = _(
            "{nth} of {players} in the order of the final scoring, with {shields} shields, if it began now", **told
        )
    return Hint(player, "order", place, text)


def advice_json(game: Game) -> list[dict[str, Any]]:
    """The advice as JSON data."""
    return [{**asdict(hint), "cards": list(hint.cards)} for hint in advice(game)]
