"""How fast one address may ask: beyond that its requests wait, and the processor is left to the game."""

import time
from collections.abc import Callable

from lucca_pi.web.rooms import network_of

A_SECOND = 30
"""Requests of one address, or one IPv6 network, in a second; a page has four, and each change one."""
AT_ONCE = 60
"""What may come at once after a while without any."""
MOST_KNOWN = 512
DROPPED_A_SECOND = 20_000_000
"""Bytes of refused requests that are read and dropped in a second, of all together: a phone sends no faster."""


class Pace:
    """
    When each address may be answered next. `now_s` gives seconds that only grow.

    >>> pace = Pace(lambda: 100.0)
    >>> waits = [pace.wait_s("10.0.0.1") for _ in range(AT_ONCE + 3)]
    >>> waits[AT_ONCE - 1], round(waits[-1] * A_SECOND), pace.wait_s("10.0.0.2")
    (0.0, 3, 0.0)
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._paid_until_s: dict[str, float] = {}
        self._dropped_until_s = 0.0

    def wait_s(self, address: str) -> float:
        """How long a request that comes now has to wait."""
        now_s, who = self._now_s(), network_of(address) or address
        if len(self._paid_until_s) >= MOST_KNOWN:
            self._paid_until_s = {one: until_s for one, until_s in self._paid_until_s.items() if until_s > now_s}
        until_s = max(self._paid_until_s.get(who, 0.0), now_s) + 1 / A_SECOND
        self._paid_until_s[who] = until_s
        return max(0.0, until_s - now_s - AT_ONCE / A_SECOND)

    def drop_wait_s(self, size: int) -> float:
        """
        Seconds until more is read of refused requests, now that `size` bytes were dropped.

        >>> pace = Pace(lambda: 100.0)
        >>> pace.drop_wait_s(DROPPED_A_SECOND), pace.drop_wait_s(DROPPED_A_SECOND // 2)
        (0.0, 0.5)
        """
        now_s = self._now_s()
        self._dropped_until_s = max(self._dropped_until_s, now_s) + size / DROPPED_A_SECOND
        return max(0.0, self._dropped_until_s - now_s - 1)
