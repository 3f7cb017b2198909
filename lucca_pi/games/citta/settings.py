"""The settings of Lucca Città: what each may be, and how that is said."""

from typing import Any

from lucca_pi.games.citta.rules.editions import EDITIONS
from lucca_pi.games.citta.rules.position import CARDS_TO_COMPLETE
from lucca_pi.games.citta.session.families import FAMILIES
from lucca_pi.games.settings import Check, flag, names_at, one_of, whole

CHECKS: dict[str, Check] = {
    "players": (whole(min(CARDS_TO_COMPLETE), max(CARDS_TO_COMPLETE)), "3, 4 or 5"),
    "edition": one_of(*EDITIONS),
    "deck": (lambda value: isinstance(value, str) and bool(value), "reference, printed, or a deck file"),
    "swap": flag,
    "names": (names_at(FAMILIES), 'names that differ, one for each quarter, as in {101 = "Ada", 102 = "Ben"}'),
}
MAKE: dict[str, Any] = {"names": lambda names: {int(code): name for code, name in names.items()}}
"""What is made of a setting's value, where that is not the value itself."""
