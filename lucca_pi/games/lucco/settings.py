"""The settings of Lucco."""

from collections.abc import Mapping
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.files import read_text
from lucca_pi.games.lucco.rules.position import FEWEST_PLAYERS, MOST_PLAYERS, USUAL_COLOURS, check_colours
from lucca_pi.games.lucco.rules.record import read_record_file
from lucca_pi.games.lucco.rules.tiles import STEPS, USUAL_TILES
from lucca_pi.games.settings import DIFFERENT_NAMES, Setting, flag, names_at, names_by_code, one_of, whole

_SEATS = dict(enumerate(USUAL_COLOURS, start=1))
"""The colours by their numbers, in the order in which they are named."""


def _are_colours(value: object) -> bool:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        return False
    try:
        check_colours(tuple(value))
    except RuleError:
        return False
    return True


SETTINGS: Mapping[str, Setting] = {
    # their shape
    "tiles": Setting(
        USUAL_TILES,
        (
            one_of(*STEPS)[0],
            f"{' or '.join(STEPS)}; real Walongs (free) are for records, no camera plays them yet",
        ),
    ),
    "colours": Setting(USUAL_COLOURS, (_are_colours, "the five colours of the tiles, without white, each once"), tuple),
    # who can do nothing presses OK
    "passes": Setting(True, flag),
    "players": Setting(
        None, (whole(FEWEST_PLAYERS, MOST_PLAYERS), f"{FEWEST_PLAYERS} to {MOST_PLAYERS}, as in the rules of Lucco")
    ),
    "names": Setting(
        {},
        (names_at(_SEATS), DIFFERENT_NAMES + ', by the numbers of the colours, as in {1 = "Ada", 4 = "Ben"}'),
        names_by_code,
    ),
}
"""Settings of this game, beside those that all games share."""


def recorded(file: str) -> dict[str, Any]:
    """The settings with which the game of a record was played. Raises UnreadableError and RuleError."""
    record = read_record_file(read_text(file), file)
    seats = {record.colours.index(player.colour) + 1: player for player in record.players}
    names = {seat: player.name for seat, player in seats.items()}
    fits, _expected = SETTINGS["names"].check
    if not fits(names):  # who plays which colour is told by the names alone
        names = {seat: player.colour.capitalize() for seat, player in seats.items()}
    return {"tiles": record.tiles, "colours": record.colours, "names": names}
