"""
The set-up of a game of Lucco: tiles, the players' colours, and whether OK is pressed for passes.

Lucco has no places at the table: its seats are the colours.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from lucca_pi.contract.history import Arrangement
from lucca_pi.contract.match import Match
from lucca_pi.contract.questions import Ask, Choice, Option, setup_choice
from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.advice import colour_text
from lucca_pi.games.lucco.rules.position import FEWEST_PLAYERS, MOST_PLAYERS, USUAL_COLOURS, check_colours
from lucca_pi.games.lucco.rules.tiles import FREE, STEPS, USUAL_TILES
from lucca_pi.language import Text, _, listed, say
from lucca_pi.outside import Node, shown

_USUAL_PLAYERS = 3
"""Number of players if no setting gives one."""
_NO_EYES = (
    "free tiles (real Walongs) cannot be played before the camera: it cannot see yet which of their sides touch. "
    "Play with hexagon or square, or write a record and use lucca-pi score"
)


@dataclass(frozen=True, slots=True)
class Setup:
    """
    The set-up; `seats` are the colours being played, by their numbers from 1, in the order of play.

    `passes`: a player who can do nothing presses OK as well; else nobody does, and players are asked who took a tile
    away.
    """

    tiles: str = USUAL_TILES
    colours: tuple[str, ...] = USUAL_COLOURS
    seats: tuple[int, ...] = (1, 2, 3)
    passes: bool = True

    def colour(self, seat: int) -> str:
        """
        The colour of a seat.

        >>> Setup().colour(2)
        'yellow'
        """
        return self.colours[seat - 1]


def setup_json(setup: Setup) -> dict[str, Any]:
    """The set-up as JSON data, part of a journal's first event."""
    return {
        **{"tiles": setup.tiles, "colours": list(setup.colours)},
        **{"in_play": list(setup.seats), "passes": setup.passes},
    }


def read_setup(data: Mapping[str, Any]) -> Setup:
    """
    The set-up that `setup_json` wrote. Raises UnreadableError, RuleError and KeyError.

    >>> read_setup(setup_json(Setup(seats=(4, 1)))).seats
    (4, 1)
    """
    node = Node(data)
    colours = tuple(one.text() for one in node.key("colours").list())
    seats = tuple(one.whole() for one in node.key("in_play").list())
    return check_setup(Setup(node.key("tiles").text(), colours, seats, bool(data["passes"])))


def setup_from(settings: Mapping[str, Any]) -> Setup:
    """
    The set-up for settings: the named players, in the order of the names; else as many as are asked for.

    Raises RuleError.

    >>> setup_from({"names": {4: "Ada", 2: "Ben"}}).seats, setup_from({"players": 2}).seats
    ((4, 2), (1, 2))
    """
    named = tuple(seat for seat in settings.get("names") or {} if seat in range(1, MOST_PLAYERS + 1))
    number = settings.get("players") or max(len(named), _USUAL_PLAYERS)
    others = [seat for seat in range(1, MOST_PLAYERS + 1) if seat not in named]
    seats = (*named, *others)[: number if len(named) < FEWEST_PLAYERS else len(named)]
    colours = tuple(settings.get("colours") or USUAL_COLOURS)
    return check_setup(Setup(settings.get("tiles") or USUAL_TILES, colours, seats, settings.get("passes", True)))


def check_setup(setup: Setup) -> Setup:
    """The set-up, if it can be played. Raises RuleError."""
    if setup.tiles == FREE:
        raise RuleError("tiles", _NO_EYES, turn=None)
    if setup.tiles not in STEPS:
        known = " or ".join(STEPS)
        raise RuleError("tiles", f"a camera can tell apart tiles that are {known}, not {shown(setup.tiles)}", turn=None)
    check_colours(setup.colours)
    seats = setup.seats
    if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        raise RuleError("players", f"Lucco is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not for {len(seats)}")
    if len({*seats}) < len(seats) or not {*seats} <= {*range(1, MOST_PLAYERS + 1)}:
        raise RuleError(
            "players", "each player has a different one of the five colours, given by its number from 1 to 5"
        )
    return setup


_TILES = {"hexagon": _("hexagons"), "square": _("squares")}
_PASSES = {True: _("after every turn"), False: _("not after a pass")}


def arrangements(match: Match) -> tuple[Option, ...]:
    """The things that can be arranged; each answer includes its current setting."""
    setup: Setup = match.setup
    return (
        Option(_("Play: {colours}", colours=_colours_in(setup)), Ask("colours")),
        Option(_("Tiles: {tiles}", tiles=_TILES[setup.tiles]), Ask("tiles")),
        Option(_("OK: {passes}", passes=_PASSES[setup.passes]), Ask("passes")),
    )


def arrange(match: Match, what: str) -> Choice:
    """The choices for "tiles", "passes" or "colours"."""
    setup: Setup = match.setup
    if what == "tiles":
        return setup_choice(
            match.arrangement, _("Which tiles?"), [(_TILES[name], replace(setup, tiles=name)) for name in _TILES]
        )
    if what == "passes":
        ways = [(_PASSES[passes], replace(setup, passes=passes)) for passes in _PASSES]
        return setup_choice(match.arrangement, _("Does OK follow every turn?"), ways)
    return setup_choice(match.arrangement, _("Who plays, in this order?"), [*_others(setup)])


def _others(setup: Setup) -> Iterator[tuple[str, Setup]]:
    """The set-up as it is; with one colour more, which plays last; with one less; or with another beginning."""
    yield _("{colours}: ready", colours=_colours_in(setup)), setup
    for seat in range(1, len(setup.colours) + 1):
        if seat not in setup.seats:
            yield _("{colour} plays too", colour=setup.colour(seat)), replace(setup, seats=(*setup.seats, seat))
    if len(setup.seats) > FEWEST_PLAYERS:
        for seat in setup.seats:
            others = tuple(one for one in setup.seats if one != seat)
            yield _("without {colour}", colour=setup.colour(seat)), replace(setup, seats=others)
    for at, seat in enumerate(setup.seats[1:], start=1):
        turned = (*setup.seats[at:], *setup.seats[:at])
        yield _("{colour} begins", colour=setup.colour(seat)), replace(setup, seats=turned)


def _colours_in(setup: Setup) -> Text:
    """The colours being played, in the order of play."""
    return listed([colour_text(setup.colour(seat)) for seat in setup.seats])


def colour_seats(setup: Setup) -> Mapping[int, str]:
    """Names of the seats, in the order of play: their colours."""
    return {seat: colour_text(setup.colour(seat)) for seat in setup.seats}


def names_of(now: Arrangement) -> tuple[str, ...]:
    """The players in the order of play; a player without a name is called by the colour, in the language in use."""
    return tuple(now.names.get(seat) or say(called).capitalize() for seat, called in colour_seats(now.setup).items())


def setup_words(setup: Setup) -> Text:
    """Tiles and colours, in a few words."""
    words = {"tiles": _TILES[setup.tiles], "colours": _colours_in(setup)}
    return _("{tiles}; {colours} play", **words)
