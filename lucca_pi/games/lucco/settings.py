"""The settings of Lucco: what each may be, and how that is said."""

from typing import Any

from lucca_pi.games.lucco.rules.position import FEWEST_PLAYERS, MOST_PLAYERS, USUAL_COLOURS
from lucca_pi.games.settings import Check, names_at, whole

COLOURS = {number: colour.capitalize() for number, colour in enumerate(USUAL_COLOURS, start=1)}
CHECKS: dict[str, Check] = {
    "players": (whole(FEWEST_PLAYERS, MOST_PLAYERS), "2 to 5"),
    "names": (names_at(COLOURS), 'names that differ, one for each colour from 1 to 5, as in {1 = "Ada", 4 = "Ben"}'),
}
MAKE: dict[str, Any] = {"names": lambda names: {int(number): name for number, name in names.items()}}
"""What is made of a setting's value, where that is not the value itself."""
