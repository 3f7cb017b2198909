"""The set-up of a game: city size, the players' colours, stairs or straight stacks, the colour switch."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from lucca_pi.contract.match import Match
from lucca_pi.contract.questions import Arrange, Ask, Choice, Option, setup_choice
from lucca_pi.errors import UnreadableError
from lucca_pi.games.chessboard.rules.city import COLOURS, SIZES, Stack
from lucca_pi.games.chessboard.rules.position import check_size, read_city, started_city, write_city
from lucca_pi.language import Text, _, listed

LAYOUTS = ("stairs", "straight")
"""Names of the ways to build towers."""
COLOUR_SEATS: Mapping[int, str] = dict(enumerate(COLOURS, start=1))
"""Colours by seat: a seat is a colour, as nobody has a fixed place at the board."""
NAMES: Mapping[int, str] = {1: _("White"), 2: _("Black"), 3: _("Red"), 4: _("Blue")}
"""Default names of the players, by seat."""
_PER_FLOOR = 0.0083
"""Share by which a brick's top looks wider if the brick, 10 mm high, is a floor higher, seen from 1.2 m above."""
MOST_SIGMA = 5.0
"""Largest `sigma` allowed, in floors."""


@dataclass(frozen=True, slots=True)
class Setup:
    """
    The set-up; `colours` are those being played, in the order of play; `switch`: they may be switched.

    `layout`: towers show their lower floors as stairs, or are straight. `sigma`: of straight stacks the measured error,
    in floors, of the height read from a top's width; None: the width is not used. `start` has the stacks of a city that
    does not begin empty.
    """

    size: int = 8
    colours: tuple[str, ...] = ("white", "red")
    switch: bool = False
    layout: str = "stairs"
    sigma: float | None = None
    per_floor: float = _PER_FLOOR
    start: Mapping[str, Stack] = field(default_factory=dict)

    @property
    def stairs(self) -> bool:
        """True if stacks are laid as stairs."""
        return self.layout == "stairs"


_PLAIN = ("size", "switch", "layout", "sigma", "per_floor")
"""The parts of a set-up that are JSON data as they are."""


def setup_json(setup: Setup) -> dict[str, Any]:
    """The set-up as JSON data, part of a journal's first event."""
    values = {one.name: getattr(setup, one.name) for one in fields(setup)}
    start = {lot: list(stack) for lot, stack in setup.start.items()}
    return {**values, "colours": list(setup.colours), "start": start}


def read_setup(data: Mapping[str, Any]) -> Setup:
    """The set-up that `setup_json` wrote. Raises UnreadableError and RuleError, KeyError, TypeError or ValueError."""
    start = {lot: tuple(stack) for lot, stack in data["start"].items()}
    others = {name: data[name] for name in _PLAIN}
    return _checked(Setup(colours=tuple(data["colours"]), start=start, **others))


def setup_from(settings: Mapping[str, Any]) -> Setup:
    """The set-up for settings; missing ones have their defaults. Raises UnreadableError and RuleError."""
    usual = Setup()
    size = settings.get("size", usual.size)
    try:
        start = read_city(settings.get("start") or "empty", size).stacks
    except (ValueError, KeyError) as error:
        raise UnreadableError(f"start: {error}; expected stacks from the top down, as in a4 w, b4 wrk") from None
    others = {name: settings[name] for name in _PLAIN if name in settings}
    return _checked(Setup(colours=tuple(settings.get("colours") or usual.colours), start=start, **others))


def settings_of(setup: Setup) -> Mapping[str, Any]:
    """The settings that give this set-up."""
    start = write_city(started_city(setup.size, setup.start)) if setup.start else ""
    return {**setup_json(setup), "start": start}


def _checked(setup: Setup) -> Setup:
    """The set-up, if it is valid. Raises UnreadableError and RuleError."""
    check_size(setup.size)
    if not 2 <= len(setup.colours) <= len(COLOURS) or not {*setup.colours} <= {*COLOURS}:
        raise UnreadableError(f"colours: two to four of {', '.join(COLOURS)}, in the order of play")
    if len({*setup.colours}) < len(setup.colours):
        raise UnreadableError("colours: each can be played by one player")
    if setup.layout not in LAYOUTS:
        raise UnreadableError(f"layout: expected {' or '.join(LAYOUTS)}")
    if setup.sigma is not None and not 0 < setup.sigma <= MOST_SIGMA:
        raise UnreadableError(f"sigma: the error in floors, above 0 and up to {MOST_SIGMA:g}")
    if not 0 < setup.per_floor < 1:
        raise UnreadableError("per_floor: the part of its width by which a top grows with each floor, as 0.0083")
    started_city(setup.size, setup.start)
    return setup


def seat_of(colour: str) -> int:
    """The code of a colour's seat."""
    return COLOURS.index(colour) + 1


def colour_seats(setup: Setup) -> Mapping[int, str]:
    """Names of the seats, in the order of play: their colours."""
    return {seat: NAMES[seat] for seat in map(seat_of, setup.colours)}


_LAYOUT_WORDS = {"stairs": _("stairs"), "straight": _("straight")}
_FEWEST = 2


def _colours_words(colours: tuple[str, ...]) -> Text:
    """The colours in the order of play."""
    return listed([_("{colour}", colour=colour) for colour in colours])


def _yes_or_no(yes: bool) -> Text:
    return _("yes") if yes else _("no")


def arrangements(match: Match) -> tuple[Option, ...]:
    """The things that can be arranged; each answer includes its current setting."""
    setup: Setup = match.setup
    return (
        Option(_("Players: {colours}", colours=_colours_words(setup.colours)), Ask("colours")),
        Option(_("City: {size} × {size} lots", size=setup.size), Ask("size")),
        Option(_("Towers: {layout}", layout=_LAYOUT_WORDS[setup.layout]), Ask("layout")),
        Option(_("Switch colours: {yes}", yes=_yes_or_no(setup.switch)), Ask("switch")),
    )


def arrange(match: Match, what: str) -> Choice:
    """
    The choices for "size", "layout", "switch" or "colours"; colours one player after the other, in the order of play.
    """
    setup: Setup = match.setup
    match what:
        case "size":
            sizes = [(_("{size} × {size} lots", size=size), replace(setup, size=size, start={})) for size in SIZES]
            return setup_choice(match.arrangement, _("How large is the city?"), sizes)
        case "layout":
            layouts = [(_LAYOUT_WORDS[one], replace(setup, layout=one)) for one in LAYOUTS]
            return setup_choice(match.arrangement, _("How do towers stand?"), layouts)
        case "switch":
            switches = [(_yes_or_no(may), replace(setup, switch=may)) for may in (False, True)]
            return setup_choice(match.arrangement, _("May colours be switched?"), switches)
        case _:
            return _colours(match, tuple(what.split()[1:]))


def _colours(match: Match, chosen: tuple[str, ...]) -> Choice:
    """The question for the next player's colour, or that nobody else plays."""
    now = match.arrangement
    text = _("Who plays next?") if chosen else _("Who begins?")
    options = []
    if len(chosen) >= _FEWEST:
        arranged = Arrange(replace(now, setup=replace(now.setup, colours=chosen)))
        options.append(Option(_("Nobody else"), arranged))
    for colour in COLOURS:
        if colour not in chosen:
            options.append(Option(_("{colour}", colour=colour), _with(match, (*chosen, colour))))
    return Choice("", text, tuple(options))


def _with(match: Match, chosen: tuple[str, ...]) -> Ask | Arrange:
    if len(chosen) == len(COLOURS):
        return Arrange(replace(match.arrangement, setup=replace(match.setup, colours=chosen)))
    return Ask(" ".join(("colours", *chosen)))


def setup_words(setup: Setup) -> Text:
    """Size and colours, in a few words."""
    words = {"size": setup.size, "colours": _colours_words(setup.colours)}
    return _("{size} × {size} lots; {colours} play", **words)
