"""
The set-up of a game of Lucco: tiles, the players' colours, and whether OK is pressed for passes.

Lucco has no places at the table: its seats are the colours.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lucca_pi.contract.setup import (
    Setting,
    among,
    entry,
    flag,
    names_setting,
    one_of,
    one_of_setups,
    settings_in,
    whole,
)
from lucca_pi.errors import RuleError
from lucca_pi.files import read_as
from lucca_pi.games.lucco.rules.position import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    USUAL_COLOURS,
    check_colours,
    colour_text,
)
from lucca_pi.games.lucco.rules.tiles import STEPS, USUAL_TILES
from lucca_pi.language import Text, _, listed
from lucca_pi.outside import WHOLE, list_of

if TYPE_CHECKING:
    from lucca_pi.contract.history import Match
    from lucca_pi.contract.questions import Choice

_USUAL_PLAYERS = 3
"""Number of players if no setting gives one."""
_SEATS = dict(enumerate(USUAL_COLOURS, start=1))
"""The colours by their numbers, in the order in which they are named."""
_TILES = {"hexagon": _("hexagons"), "square": _("squares")}
_PASSES = {True: _("after every turn"), False: _("not after a pass")}


def _are_colours(value: object) -> bool:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        return False
    try:
        check_colours(tuple(value))
    except RuleError:
        return False
    return True


def _seats_of(_value: None, settings: Mapping[str, Any]) -> tuple[int, ...]:
    """The seats of the named players, in the order of the names; else as many as are asked for."""
    named = tuple(seat for seat in settings.get("names") or {} if seat in _SEATS)
    number = settings.get("players") or max(len(named), _USUAL_PLAYERS)
    others = [seat for seat in _SEATS if seat not in named]
    return (*named, *others)[: number if len(named) < FEWEST_PLAYERS else len(named)]


def _who_plays(match: "Match") -> "Choice":
    """The players as they are; with one colour more, which plays last; with one less; or with another beginning."""
    return one_of_setups(match, _("Who plays, in this order?"), [*_others(match.setup)])


@dataclass(frozen=True, slots=True)
class Setup:
    """
    The set-up; `seats` are the colours being played, by their numbers from 1, in the order of play.

    `passes`: a player who can do nothing presses OK as well; else nobody does, and players are asked who took a tile
    away. Raises RuleError unless each player has a different colour.

    >>> from lucca_pi.contract.setup import setup_from
    >>> setup_from(Setup, {"names": {4: "Ada", 2: "Ben"}}).seats, setup_from(Setup, {"players": 2}).seats
    ((4, 2), (1, 2))
    """

    seats: tuple[int, ...] = entry(
        key="in_play",
        take=_seats_of,
        tell=lambda setup: {"players": len(setup.seats)},
        json=list_of(WHOLE),
        label=lambda setup: _("Play: {colours}", colours=_colours_in(setup)),
        ask=_who_plays,
    )
    tiles: str = entry(
        Setting(
            USUAL_TILES,
            (
                one_of(*STEPS)[0],
                f"{' or '.join(STEPS)}; real Walongs (free) are for records, no camera plays them yet",
            ),
        ),
        label=lambda setup: _("Tiles: {tiles}", tiles=_TILES[setup.tiles]),
        ask=among(_("Which tiles?"), "tiles", _TILES),
    )
    colours: tuple[str, ...] = entry(
        Setting(USUAL_COLOURS, (_are_colours, "the five colours of the tiles, without white, each once"), tuple)
    )
    passes: bool = entry(
        Setting(True, flag),
        label=lambda setup: _("OK: {passes}", passes=_PASSES[setup.passes]),
        ask=among(_("Does OK follow every turn?"), "passes", _PASSES),
    )

    def __post_init__(self) -> None:
        """Raises RuleError unless each player has a different colour."""
        seats = self.seats
        if not FEWEST_PLAYERS <= len({*seats}) == len(seats) or not {*seats} <= {*_SEATS}:
            few = f"two to five play, each a different one of the colours, given by its number from 1 to {MOST_PLAYERS}"
            raise RuleError("players", few)

    def colour(self, seat: int) -> str:
        """
        The colour of a seat.

        >>> Setup().colour(2)
        'yellow'
        """
        return self.colours[seat - 1]


SETTINGS: Mapping[str, Setting] = {
    **settings_in(Setup),
    "players": Setting(
        None, (whole(FEWEST_PLAYERS, MOST_PLAYERS), f"{FEWEST_PLAYERS} to {MOST_PLAYERS}, as in the rules of Lucco")
    ),
    "names": names_setting(_SEATS, 'by the numbers of the colours, as in {1 = "Ada", 4 = "Ben"}'),
}
"""Settings of this game, beside those that all games share."""


def recorded(file: str) -> dict[str, Any]:
    """The settings with which the game of a record was played. Raises UnreadableError and RuleError."""
    from lucca_pi.games.lucco.rules.record import read_record

    record = read_as(read_record, file)
    seats = {record.colours.index(player.colour) + 1: player for player in record.players}
    names = {seat: player.name for seat, player in seats.items()}
    fits, _expected = SETTINGS["names"].check
    if not fits(names):  # who plays which colour is told by the names alone
        names = {seat: player.colour.capitalize() for seat, player in seats.items()}
    return {"tiles": record.tiles, "colours": record.colours, "names": names}


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


def setup_words(setup: Setup) -> Text:
    """Tiles and colours, in a few words."""
    words = {"tiles": _TILES[setup.tiles], "colours": _colours_in(setup)}
    return _("{tiles}; {colours} play", **words)
