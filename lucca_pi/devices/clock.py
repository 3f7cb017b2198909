"""Time, and its twin that stands still until a hand moves it."""

import time
from datetime import datetime, timedelta


class SystemClock:
    """The machine's clock."""

    def now_s(self) -> float:
        """Seconds that only grow, whatever is done to the time of day."""
        return time.monotonic()

    def date(self) -> str:
        """The local date and time of day with its zone, to the second, ISO 8601."""
        return datetime.now().astimezone().isoformat(timespec="seconds")


class HandClock:
    """
    A clock for tests and drawn games.

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
        """Moves the hands on."""
        self._now_s += seconds

    def now_s(self) -> float:
        """Seconds since the clock was made."""
        return self._now_s

    def date(self) -> str:
        """The start's date and time of day, moved on as far."""
        return (self._start + timedelta(seconds=self._now_s)).isoformat(timespec="seconds")
