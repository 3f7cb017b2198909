"""The set-up of a game: city size, the players' colours, stairs or straight stacks, the colour switch."""

from collections.abc import Callable, Mapping
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
    settings_of,
)
from lucca_pi.files import read_as
from lucca_pi.games.chessboard.rules.city import COLOURS, SIZES, Stack
from lucca_pi.games.chessboard.rules.position import read_city, started_city, write_city
from lucca_pi.language import Text, _, listed
from lucca_pi.outside import TEXT, list_of, map_of

if TYPE_CHECKING:
    from lucca_pi.contract.history import Match
    from lucca_pi.contract.questions import Choice

COLOUR_SEATS: Mapping[int, str] = dict(enumerate(COLOURS, start=1))
"""Colours by seat: a seat is a colour, as nobody has a fixed place at the board."""
NAMES: Mapping[int, str] = {1: _("White"), 2: _("Black"), 3: _("Red"), 4: _("Blue")}
"""Default names of the players, by seat."""
_PER_FLOOR = 0.0083
"""Share by which a brick's top looks wider if the brick, 10 mm high, is a floor higher, seen from 1.2 m above."""
_MOST_SIGMA = 5.0
"""Largest `sigma` allowed, in floors."""
_FEWEST = 2
_LAYOUTS = {"stairs": _("stairs"), "straight": _("straight")}
"""The ways to build towers, in words."""
_YES_OR_NO = {False: _("no"), True: _("yes")}


def _are_colours(value: object) -> bool:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        return False
    return len(value) >= _FEWEST and len({*value}) == len(value) and {*value} <= {*COLOURS}


def _are_stacks(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(read_city(value, max(SIZES)))
    except (ValueError, KeyError):
        return False


def _is_above_0(most: float) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= most


def _which_size(match: "Match") -> "Choice":
    """The choice of a size; the city of another size begins empty."""
    sizes = [(_("{size} × {size} lots", size=size), replace(match.setup, size=size, start={})) for size in SIZES]
    return one_of_setups(match, _("How large is the city?"), sizes)


def _who_plays(match: "Match", *chosen: str) -> "Choice":
    """The question for the next player's colour, in the order of play, or that nobody else plays."""
    from lucca_pi.contract.questions import Arrange, Ask, Choice, Option

    def lead(colours: tuple[str, ...], *, is_all: bool) -> Ask | Arrange:
        arranged = Arrange(replace(match.arrangement, setup=replace(match.setup, colours=colours)))
        return arranged if is_all else Ask(" ".join(("colours", *colours)))

    nobody = (Option(_("Nobody else"), lead(chosen, is_all=True)),) if len(chosen) >= _FEWEST else ()
    more = [(one, (*chosen, one)) for one in COLOURS if one not in chosen]
    plays = (Option(_("{colour}", colour=one), lead(all_, is_all=len(all_) == len(COLOURS))) for one, all_ in more)
    return Choice("", _("Who plays next?") if chosen else _("Who begins?"), (*nobody, *plays))


@dataclass(frozen=True, slots=True)
class Setup:
    """
    The set-up; `colours` are those being played, in the order of play; `switch`: they may be switched.

    `layout`: towers show their lower floors as stairs, or are straight. `sigma`: of straight stacks the measured error,
    in floors, of the height read from a top's width; None: the width is not used. `start` has the stacks of a city that
    does not begin empty. Raises RuleError for stacks that cannot stand there.
    """

    colours: tuple[str, ...] = entry(
        Setting(("white", "red"), (_are_colours, f"two to four of {', '.join(COLOURS)}, in the order of play"), tuple),
        label=lambda setup: _("Players: {colours}", colours=_colours_words(setup.colours)),
        ask=_who_plays,
    )
    size: int = entry(
        Setting(8, (lambda value: not isinstance(value, bool) and value in SIZES, "6, 8, 10 or 12")),
        label=lambda setup: _("City: {size} × {size} lots", size=setup.size),
        ask=_which_size,
    )
    layout: str = entry(
        Setting("stairs", one_of(*_LAYOUTS)),
        label=lambda setup: _("Towers: {layout}", layout=_LAYOUTS[setup.layout]),
        ask=among(_("How do towers stand?"), "layout", _LAYOUTS),
    )
    switch: bool = entry(
        Setting(False, flag),
        label=lambda setup: _("Switch colours: {yes}", yes=_YES_OR_NO[setup.switch]),
        ask=among(_("May colours be switched?"), "switch", _YES_OR_NO),
    )
    sigma: float | None = entry(Setting(None, (_is_above_0(_MOST_SIGMA), f"an error in floors, up to {_MOST_SIGMA:g}")))
    per_floor: float = entry(
        Setting(
            _PER_FLOOR,
            (_is_above_0(0.1), "the part of its width by which a top grows with each floor, as 0.0083"),
        )
    )
    start: Mapping[str, Stack] = entry(
        Setting("", (_are_stacks, "stacks from the top down, as in a4 w, b4 wrk")),
        take=lambda text, _settings: read_city(text, max(SIZES)).stacks,
        tell=lambda setup: {"start": write_city(started_city(setup.size, setup.start)) if setup.start else ""},
        json=map_of(list_of(TEXT)),
    )

    def __post_init__(self) -> None:
        """Raises RuleError for stacks that cannot stand in a city of that size."""
        started_city(self.size, self.start)

    @property
    def stairs(self) -> bool:
        """True if stacks are laid as stairs."""
        return self.layout == "stairs"


SETTINGS: Mapping[str, Setting] = {
    **settings_in(Setup),
    "players": Setting(None, (lambda _: False, "no number: it follows from the colours")),
    "names": names_setting(NAMES, 'by colour (1 white to 4 blue), as in {1 = "Ada", 3 = "Ben"}'),
}
"""Settings of this game, beside those that all games share."""


def recorded(file: str) -> dict[str, Any]:
    """The settings with which the game of a record was played. Raises UnreadableError and RuleError."""
    from lucca_pi.games.chessboard.rules.record import read_record

    record = read_as(read_record, file)
    colours = tuple(player.colour for player in record.players)
    told = settings_of(Setup(colours, record.size, switch=record.switching, start=record.start))
    names = {seat_of(player.colour): player.name for player in record.players}
    fits, _expected = SETTINGS["names"].check
    return {name: told[name] for name in ("size", "colours", "switch", "start")} | (
        {"names": names} if fits(names) else {}
    )


def seat_of(colour: str) -> int:
    """The code of a colour's seat."""
    return COLOURS.index(colour) + 1


def colour_seats(setup: Setup) -> Mapping[int, str]:
    """Names of the seats, in the order of play: their colours."""
    return {seat: NAMES[seat] for seat in map(seat_of, setup.colours)}


def _colours_words(colours: tuple[str, ...]) -> Text:
    """The colours in the order of play."""
    return listed([_("{colour}", colour=colour) for colour in colours])


def setup_words(setup: Setup) -> Text:
    """Size and colours, in a few words."""
    words = {"size": setup.size, "colours": _colours_words(setup.colours)}
    return _("{size} × {size} lots; {colours} play", **words)
