"""What phones tell, on its way from the page's thread to the game's."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from lucca_pi.ports import Reply, Told

MOST_WAITING = 64
"""Letters that wait at once: the game takes them within a moment, or after its look."""
PATIENCE_S = 12.0
"""How long a phone waits for its reply: longer than a look takes."""


class Envelope:
    """A letter, and who waits for its reply."""

    def __init__(self, told: Told, loop: asyncio.AbstractEventLoop, drop: Callable[[], None]) -> None:
        self.told = told
        self._loop, self._drop = loop, drop
        self.replied: asyncio.Future[Reply] = loop.create_future()

    def reply(self, reply: Reply) -> None:
        """May be called from any thread; it waits for nobody."""
        if reply != "taken":
            self._drop()
        with suppress(RuntimeError):  # the page is closed already
            self._loop.call_soon_threadsafe(self._take, reply)

    def _take(self, reply: Reply) -> None:
        if not self.replied.done():
            self.replied.set_result(reply)


class Mailbox:
    """Letters in the order in which they came. `letter` is for the game's thread, `replied` for the page's."""

    def __init__(self) -> None:
        self._letters: SimpleQueue[Envelope] = SimpleQueue()

    def letter(self) -> Envelope | None:
        """The next one; None where there is none."""
        try:
            return self._letters.get_nowait()
        except Empty:
            return None

    async def replied(self, told: Told, drop: Callable[[], None] = lambda: None) -> Reply | None:
        """
        What came of it; None where the game is busy for too long, or too much waits already.

        `drop` is called once nothing comes of it, also where that is known only after the phone was told to look.
        """
        if self._letters.qsize() >= MOST_WAITING:
            drop()
            return None
        envelope = Envelope(told, asyncio.get_running_loop(), drop)
        self._letters.put(envelope)
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await envelope.replied
        except TimeoutError:
            return None
