"""
The games: each complete in its own package, and known to the rest of the program by name alone.

A game is imported when it is asked for, so that a command does not load the others. Its package has a module `report`,
whose `scored` replays a record. A game that can be played at the table also has `game`, whose `GAME` is everything an
evening knows of it; `paper`, whose `printables` are the sheets to print; and `drawn`, whose `camera_for` looks at the
drawn table of a record.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, cast

from lucca_pi.errors import in_file
from lucca_pi.language import Text, _, in_use
from lucca_pi.outside import read_json, shown

if TYPE_CHECKING:
    from lucca_pi.contract import Scored
    from lucca_pi.contract.game import Game
    from lucca_pi.contract.how_to_play import HowToPlay

GAMES = ("citta", "chessboard", "lucco")
"""Names of all games in records, journals and on the command line."""
PLAYED = {name: f"lucca_pi.games.{name}.game" for name in GAMES}
"""The games that can be played at the table, each with the module that holds its `GAME`."""
TITLES: Mapping[str, Text] = {
    "citta": _("Lucca Città"),
    "chessboard": _("Lucca on a chess board"),
    "lucco": _("Lucco"),
}
"""Names of the games for players."""
DEFAULT = "citta"
"""The game of records and journals that name none: the only one when their formats were made."""


def game_named(name: str) -> "Game":
    """The game of that name, one of PLAYED. Raises KeyError."""
    return cast("Game", import_module(PLAYED[name]).GAME)


def game_module(name: str, part: str) -> ModuleType:
    """A module of that game, one of PLAYED, by its name in the game's package. Raises KeyError."""
    return import_module(f"{PLAYED[name].rpartition('.')[0]}.{part}")


@cache
def how_to_play(name: str) -> "HowToPlay":
    """The rules of that game for people, with pictures, which are drawn and loaded when they are asked for."""

    def picture(called: str, width: float) -> bytes:
        from lucca_pi.printed.how_to_play import rules_png

        return rules_png(game_module(name, "paper").PICTURES[called], width, in_use())

    told: HowToPlay = game_module(name, "how_to_play").how_to_play()
    return replace(told, png=picture)


def scored(text: str) -> "Scored":
    """
    The score of the record in a JSON text, by the game that it names. Raises UnreadableError and RuleError.

    >>> scored('{"game": "whist"}')
    Traceback (most recent call last):
    lucca_pi.errors.UnreadableError: game: there is no game "whist"; there are citta, chessboard, lucco
    """
    game = read_json(text).get("game")
    name = game.text() if game else DEFAULT
    if game and name not in GAMES:
        raise game.wrong(f'there is no game "{shown(name)}"; there are {", ".join(GAMES)}')
    record = import_module(f"{__name__}.{name}.rules.record").read_record(text)
    return cast("Scored", import_module(f"{__name__}.{name}.report").scored(record))


def scored_file(text: str, file: str) -> "Scored":
    """`scored`, with the file's name in every error."""
    with in_file(file):
        return scored(text)
