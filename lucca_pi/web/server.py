"""The page's server: a thread of its own, in which everything else of the page runs."""

import asyncio
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event, Thread
from typing import Any

from lucca_pi.web.address import page_address
from lucca_pi.web.binding import Binding
from lucca_pi.web.door import HEAD_BYTES, Door
from lucca_pi.web.news import News, Published
from lucca_pi.web.parts import GamePage
from lucca_pi.web.routes import routes

ACKNOWLEDGED_MS = 30_000
"""A connection counts as dead when sent data stays unacknowledged for this long."""
CLOSING_S = 5.0
WAITING = 1024
"""Connections that the system keeps until they are taken: one that finds no room there comes again seconds later."""


class PageServer:
    """Serves what was published last, from the first time on, until it is closed."""

    def __init__(self, binding: Binding) -> None:
        """Raises OSError where the page cannot be served."""
        self._socket = _listening(binding)
        self.address = page_address(binding.host, self._socket.getsockname()[1])
        """What leads to the page, for people."""
        self._ready = Event()
        self._thread: Thread | None = None

    def publish(
        self,
        game: Callable[[Any], GamePage],
        overview: Mapping[str, Any],
        picture: bytes | None = None,
        notices: tuple[str, ...] = (),
        bgstats: str | None = None,
    ) -> None:
        """Tells everybody, unless there is nothing new (see Published). Returns at once, but for the first time."""
        new = Published(game, overview, picture, notices, bgstats)
        if self._thread is None:
            self._thread = Thread(target=lambda: asyncio.run(self._serve(new)), name="page", daemon=True)
            self._thread.start()
            self._ready.wait()
        elif new != self._news.latest:
            self._news.put(new)

    def close(self) -> None:
        """Ends every connection and the thread."""
        if self._thread:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._closing.set)
            self._thread.join(CLOSING_S)
        self._socket.close()

    async def _serve(self, first: Published) -> None:
        self._loop, self._closing = asyncio.get_running_loop(), asyncio.Event()
        self._news = News(self._loop, first)
        door = Door(routes(self._news), socket.gethostname())
        server = await asyncio.start_server(door.let_in, sock=self._socket, limit=HEAD_BYTES, backlog=WAITING)
        self._ready.set()
        await self._closing.wait()
        server.close()
        await _ended()


def _listening(binding: Binding) -> socket.socket:
    family, kind, _, _, where = socket.getaddrinfo(binding.host, binding.port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, ACKNOWLEDGED_MS)
        listening.bind(where)
        listening.listen(WAITING)
    except OSError:
        listening.close()
        raise
    return listening


async def _ended() -> None:
    """Every connection is given up, and its handle closed."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0)
