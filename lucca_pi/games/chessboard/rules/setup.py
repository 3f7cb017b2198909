"""What a game begins with, and what players settle by hand: sizes, players, cities and prisoners that can be."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.board import COLOURS, SIZES, lots
from lucca_pi.games.chessboard.rules.city import City, Stack, two_towers_in_a_block
from lucca_pi.games.chessboard.rules.position import Player, bricks_of_a_colour
from lucca_pi.language import _
from lucca_pi.strict import is_plain, shown

MOST_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Adjustment:
    """
    What the players settled among themselves against the rules: from here on these are the city and the prisoners.

    `prisoners` counts by the colour that took them and their own. Nothing here need be reachable. `extra` and
    `beside` are keys of a record, in the adjustment and beside it, that mean nothing here.
    """

    city: Mapping[str, Stack]
    prisoners: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    note: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    beside: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


def check_size(size: int) -> None:
    """A city has 6, 8, 10 or 12 lots along a side. Raises RuleError "size"."""
    if size not in SIZES:
        raise RuleError("size", f"there is no city of {size} × {size} lots; sizes are {', '.join(map(str, SIZES))}")


def check_players(players: tuple[Player, ...]) -> None:
    """Two to four play, each with a name and a colour of their own (1). Raises RuleError "players"."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise RuleError("players", f"Lucca on a chess board is for 2 to {MOST_PLAYERS} players, not for {len(players)}")
    for number, player in enumerate(players, start=1):
        if not is_plain(player.name):
            raise RuleError("players", f'player {number} needs a name on one line, not "{shown(player.name)}"')
        if player.colour not in COLOURS:
            colours = ", ".join(COLOURS)
            raise RuleError("players", f"{shown(player.name)} plays {shown(player.colour)}; colours are {colours}")
    if len({player.name for player in players}) < len(players):
        raise RuleError("players", "two players have the same name")
    if len({player.colour for player in players}) < len(players):
        raise RuleError("players", "two players have the same colour")


def checked_city(size: int, stacks: Mapping[str, Stack], rule: str) -> City:
    """The city of stacks that stand on its lots, no two towers in a block. Raises RuleError with the rule named."""
    for lot, stack in stacks.items():
        if lot not in lots(size):
            raise RuleError(rule, _("there is no lot {at}", at=shown(lot)))
        if not stack:
            raise RuleError(rule, _("the stack at {at} has no brick", at=lot))
        for colour in stack:
            _check_colour(colour, rule)
    city = City(size, dict(stacks))
    for one, two in two_towers_in_a_block(city):
        raise RuleError(rule, _("the towers at {one} and {two} are in one block", one=one, two=two))
    return city


def _check_colour(colour: str, rule: str) -> None:
    if colour not in COLOURS:
        raise RuleError(rule, f"there is no colour {shown(colour)}; there are {', '.join(COLOURS)}")


def check_bricks(city: City, took: Mapping[tuple[str, str], int], rule: str) -> None:
    """No colour has more bricks in the city and as prisoners than there are (2). Raises RuleError with the rule."""
    used = Counter(city.bricks)
    for (_taker, colour), number in took.items():
        used[colour] += number
    most = bricks_of_a_colour(city.size)
    for colour in COLOURS:
        if used[colour] > most:
            told = {"number": used[colour], "most": most, "colour": colour}
            raise RuleError(rule, _("{number} {colour} bricks cannot be: there are {most} of each colour", **told))


def checked_prisoners(prisoners: Mapping[str, Mapping[str, int]]) -> Mapping[tuple[str, str], int]:
    """The prisoners set by hand, by the colour that took them and their own. Raises RuleError "adjustment"."""
    took = {(taker, colour): number for taker, taken in prisoners.items() for colour, number in taken.items()}
    for taker in prisoners:
        _check_colour(taker, "adjustment")
    for (_taker, colour), number in took.items():
        _check_colour(colour, "adjustment")
        if number < 0:
            raise RuleError("adjustment", _("{number} prisoners cannot be", number=number))
    return {pair: number for pair, number in took.items() if number}


def started_city(size: int, start: Mapping[str, Stack]) -> City:
    """The city that a game begins with: empty, unless the record has another (ruling a). Raises RuleError "start"."""
    city = checked_city(size, start, "start")
    check_bricks(city, {}, "start")
    return city
