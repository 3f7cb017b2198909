"""What is arranged before a game: the city size, who plays which colour, and how people stack."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lucca_pi.errors import UnreadableError
from lucca_pi.games.chessboard.rules.city import COLOURS, Stack
from lucca_pi.games.chessboard.rules.position import check_size, read_city, started_city, write_city
from lucca_pi.language import _

LAYOUTS = ("stairs", "straight")
COLOUR_SEATS: Mapping[int, str] = dict(enumerate(COLOURS, start=1))
"""A seat is a colour: nobody sits at a place of the board."""
NAMES: Mapping[int, str] = {1: _("White"), 2: _("Black"), 3: _("Red"), 4: _("Blue")}
"""What the players of the colours are called while they have no names."""
PER_FLOOR = 0.0083
"""How much wider the top of a brick 10 mm high is that stands a floor higher, seen from 1.2 m above."""
MOST_SIGMA = 5.0


@dataclass(frozen=True, slots=True)
class Setup:
    """
    `colours` are those that somebody plays, in the order of play; `switch`: they may be switched.

    `layout`: towers show their lowest floors in stairs, or stand straight. `sigma`: of straight stacks the error in
    floors with which the width of a top tells its height, as measured; None: it tells nothing. `start` has the stacks
    of a city that does not begin empty.
    """

    size: int = 8
    colours: tuple[str, ...] = ("white", "red")
    switch: bool = False
    layout: str = "stairs"
    sigma: float | None = None
    per_floor: float = PER_FLOOR
    start: Mapping[str, Stack] = field(default_factory=dict)

    @property
    def stairs(self) -> bool:
        return self.layout == "stairs"


def setup_json(setup: Setup) -> dict[str, Any]:
    """The set-up as JSON data, as it stands in a journal's first event."""
    return {
        "size": setup.size,
        "colours": list(setup.colours),
        "switch": setup.switch,
        "layout": setup.layout,
        "sigma": setup.sigma,
        "per_floor": setup.per_floor,
        "start": {lot: list(stack) for lot, stack in setup.start.items()},
    }


def read_setup(data: Mapping[str, Any]) -> Setup:
    """What `setup_json` wrote. Raises UnreadableError and RuleError, KeyError, TypeError or ValueError."""
    start = {lot: tuple(stack) for lot, stack in data["start"].items()}
    told = {name: data[name] for name in ("size", "switch", "layout", "sigma", "per_floor")}
    return checked(Setup(colours=tuple(data["colours"]), start=start, **told))


def setup_from(settings: Mapping[str, Any]) -> Setup:
    """The set-up by its settings; what is not set is as usual. Raises UnreadableError and RuleError."""
    usual = Setup()
    size = settings.get("size", usual.size)
    try:
        start = read_city(settings.get("start") or "empty", size).stacks
    except (ValueError, KeyError) as error:
        raise UnreadableError(f"start: {error}; expected stacks from the top down, as in a4 w, b4 wrk") from None
    return checked(
        Setup(
            size,
            tuple(settings.get("colours") or usual.colours),
            settings.get("switch", usual.switch),
            settings.get("layout", usual.layout),
            settings.get("sigma", usual.sigma),
            settings.get("per_floor", usual.per_floor),
            start,
        )
    )


def settings_of(setup: Setup) -> Mapping[str, Any]:
    """The settings that ask for this set-up."""
    start = write_city(started_city(setup.size, setup.start)) if setup.start else ""
    told = {"size": setup.size, "colours": list(setup.colours), "switch": setup.switch, "layout": setup.layout}
    return {**told, "sigma": setup.sigma, "per_floor": setup.per_floor, "start": start}


def checked(setup: Setup) -> Setup:
    """The set-up, if it can be. Raises UnreadableError and RuleError."""
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
        raise UnreadableError("per_floor: by which part of its width a top grows with a floor, as 0.0083")
    started_city(setup.size, setup.start)
    return setup


def seat_of(colour: str) -> int:
    """The code of a colour's seat."""
    return COLOURS.index(colour) + 1
