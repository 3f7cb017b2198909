"""
The games: each complete in its own package, and known to the rest of the program by name alone.

`named` imports a game when it is asked for, so that nobody pays for the others.
"""

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lucca_pi.evening.kind import GameKind

MODULES: Mapping[str, str] = {"citta": "lucca_pi.games.citta.kind"}
"""The module of each game, whose `KIND` is what the program knows of it."""
DEFAULT = "citta"
"""The game of records and journals that name none: there was no other when their formats were made."""


def named(name: str) -> "GameKind":
    """The game of that name. Raises KeyError."""
    return import_module(MODULES[name]).KIND  # type: ignore[no-any-return]


def part(name: str, part: str) -> ModuleType:
    """
    A module of a game that play itself does not need. Raises KeyError.

    `paper.make`: `prints(deck)` is what there is to print. `drawn.camera`: `camera_for(record, settings)` looks at the
    drawn table of a recorded game; `settings` are those of the configuration by their names.
    """
    return import_module(f"{MODULES[name].removesuffix('.kind')}.{part}")
