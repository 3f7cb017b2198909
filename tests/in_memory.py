"""A store without a disk: games in memory."""

import json
from collections.abc import Mapping
from typing import Any


class MemoryStore:
    """Twin of `devices.store.GameStore` that stores games in memory only."""

    notice: str | None = None
    lost = ""

    def __init__(self) -> None:
        self._events: dict[str, list[str]] = {}

    def append(self, game: str, event: Mapping[str, Any]) -> None:
        """Appends an event to the game."""
        self._events.setdefault(game, []).append(json.dumps(event))

    def events(self, game: str) -> list[dict[str, Any]]:
        """The game's events, oldest first."""
        return [json.loads(text) for text in self._events.get(game, [])]

    def games(self) -> list[str]:
        """Names of the games in the order they were begun."""
        return list(self._events)

    def is_free(self, game: str) -> bool:
        """True if no game has this name."""
        return game not in self._events

    def hidden(self) -> set[str]:
        """Empty: no game is hidden."""
        return set()

    def close(self) -> None:
        """No-op."""
