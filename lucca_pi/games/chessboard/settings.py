"""The settings of Lucca on a chess board."""

from collections.abc import Mapping
from typing import Any

from lucca_pi.files import read_text
from lucca_pi.games.chessboard.rules.city import COLOURS, SIZES
from lucca_pi.games.chessboard.rules.position import read_city
from lucca_pi.games.chessboard.rules.record import read_record_file
from lucca_pi.games.chessboard.session.setup import LAYOUTS, MOST_SIGMA, NAMES, Setup, seat_of, settings_of
from lucca_pi.games.settings import DIFFERENT_NAMES, Setting, flag, names_at, names_by_code, one_of

_FEWEST = 2


def _are_colours(value: object) -> bool:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        return False
    return len(value) >= _FEWEST and len({*value}) == len(value) and {*value} <= {*COLOURS}


def _are_stacks(value: object) -> bool:
    try:
        return isinstance(value, str) and read_city(value or "empty", max(SIZES)) is not None
    except (ValueError, KeyError):
        return False


def _is_above_0(most: float) -> Any:
    return lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= most


_USUAL = Setup()

SETTINGS: Mapping[str, Setting] = {
    # lots along a side
    "size": Setting(_USUAL.size, (lambda value: not isinstance(value, bool) and value in SIZES, "6, 8, 10 or 12")),
    # the colours played, in the order of play
    "colours": Setting(
        _USUAL.colours, (_are_colours, f"two to four of {', '.join(COLOURS)}, in the order of play"), tuple
    ),
    # the colours may be switched
    "switch": Setting(_USUAL.switch, flag),
    # whether towers stand in stairs
    "layout": Setting(_USUAL.layout, one_of(*LAYOUTS)),
    # of straight towers: the error in floors with which tops tell heights; None: they tell nothing
    "sigma": Setting(_USUAL.sigma, (_is_above_0(MOST_SIGMA), f"an error in floors, up to {MOST_SIGMA:g}")),
    # how much a top grows with a floor
    "per_floor": Setting(
        _USUAL.per_floor, (_is_above_0(0.1), "the part of its width by which a top grows with each floor, as 0.0083")
    ),
    # the stacks at the start
    "start": Setting("", (_are_stacks, "stacks from the top down, as in a4 w, b4 wrk")),
    "players": Setting(None, (lambda _: False, "no number: it follows from the colours")),
    "names": Setting(
        {},
        (names_at(NAMES), DIFFERENT_NAMES + ', by colour (1 white to 4 blue), as in {1 = "Ada", 3 = "Ben"}'),
        names_by_code,
    ),
}
"""Settings of this game, beside those that all games share."""


def recorded(file: str) -> dict[str, Any]:
    """The settings with which the game of a record was played. Raises UnreadableError and RuleError."""
    record = read_record_file(read_text(file), file)
    colours = tuple(player.colour for player in record.players)
    told = settings_of(Setup(record.size, colours, record.switching, start=record.start))
    names = {seat_of(player.colour): player.name for player in record.players}
    fits, _expected = SETTINGS["names"].check
    return {name: told[name] for name in ("size", "colours", "switch", "start")} | (
        {"names": names} if fits(names) else {}
    )
