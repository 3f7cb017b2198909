"""The settings of Lucca on a chess board: what each may be, and how that is said."""

from typing import Any

from lucca_pi.files import read_text
from lucca_pi.games.chessboard.rules.city import COLOURS, SIZES
from lucca_pi.games.chessboard.rules.position import read_city
from lucca_pi.games.chessboard.rules.record import read_record_file
from lucca_pi.games.chessboard.session.setup import LAYOUTS, MOST_SIGMA, NAMES, Setup, seat_of, settings_of
from lucca_pi.games.settings import Check, flag, names_at, one_of

FEWEST = 2


def _are_colours(value: object) -> bool:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        return False
    return len(value) >= FEWEST and len({*value}) == len(value) and {*value} <= {*COLOURS}


def _are_stacks(value: object) -> bool:
    try:
        return isinstance(value, str) and read_city(value or "empty", max(SIZES)) is not None
    except (ValueError, KeyError):
        return False


def _is_above_0(most: float) -> Any:
    return lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= most


CHECKS: dict[str, Check] = {
    "size": (lambda value: not isinstance(value, bool) and value in SIZES, "6, 8, 10 or 12"),
    "colours": (_are_colours, f"two to four of {', '.join(COLOURS)}, in the order of play"),
    "switch": flag,
    "layout": one_of(*LAYOUTS),
    "sigma": (_is_above_0(MOST_SIGMA), f"an error in floors, up to {MOST_SIGMA:g}"),
    "per_floor": (_is_above_0(0.1), "by which part of its width a top grows with a floor, as 0.0083"),
    "start": (_are_stacks, "stacks from the top down, as in a4 w, b4 wrk"),
    "players": (lambda _: False, "no number: it is that of the colours"),
    "names": (names_at(NAMES), 'names that differ, by colour (1 white to 4 blue), as in {1 = "Ada", 3 = "Ben"}'),
}
MAKE: dict[str, Any] = {"colours": tuple, "names": lambda names: {int(code): name for code, name in names.items()}}
"""What is made of a setting's value, where that is not the value itself."""


def recorded(file: str) -> dict[str, Any]:
    """The settings with which the game of a record was played. Raises UnreadableError and RuleError."""
    record = read_record_file(read_text(file), file)
    colours = tuple(player.colour for player in record.players)
    told = settings_of(Setup(record.size, colours, record.switching, start=record.start))
    names = {seat_of(player.colour): player.name for player in record.players}
    fits, _expected = CHECKS["names"]
    return {name: told[name] for name in ("size", "colours", "switch", "start")} | (
        {"names": names} if fits(names) else {}
    )
