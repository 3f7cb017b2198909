"""A store and a clock without a machine: games in memory, and time that a test moves by hand."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any


class HandClock:
    """
    Twin of `devices.system.SystemClock` that a test moves by hand.

    >>> clock = HandClock("2026-05-01T20:00:00+02:00")
    >>> clock.forward(90)
    >>> clock.now_s(), clock.date()
    (90.0, '2026-05-01T20:01:30+02:00')
    """

    def __init__(self, start: str = "2026-01-01T20:00:00+01:00") -> None:
        """`start` is the date at 0 seconds, ISO 8601 with a zone."""
        self._start = datetime.fromisoformat(start)
        self._now_s = 0.0

    def forward(self, seconds: float) -> None:
        """Moves the clock forward."""
        self._now_s += seconds

    def now_s(self) -> float:
        """Seconds since the clock was made."""
        return self._now_s

    def date(self) -> str:
        """Date and time of day, counted from the start's, ISO 8601."""
        return (self._start + timedelta(seconds=self._now_s)).isoformat(timespec="seconds")


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

    def sum_up(self, game: str, summary: Mapping[str, Any]) -> None:
        """No-op: results are computed from the events."""

    def unsummed(self, most: int) -> list[str]:
        """Empty: no results are stored."""
        return []

    def hidden(self) -> set[str]:
        """Empty: no game is hidden."""
        return set()

    def close(self) -> None:
        """No-op."""
