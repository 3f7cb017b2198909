"""The page's server: a thread of its own, in which everything else of the page runs."""

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import Event, Thread
from typing import Any, cast

import uvicorn

from lucca_pi.evening.overview import Asks, Glance
from lucca_pi.ports import Photographs
from lucca_pi.web.address import page_address
from lucca_pi.web.binding import Binding
from lucca_pi.web.connection import HEAD_BYTES, Connection
from lucca_pi.web.guard import Guard
from lucca_pi.web.mailbox import Mailbox
from lucca_pi.web.news import News, Published
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.parts import GamePage
from lucca_pi.web.rooms import Places
from lucca_pi.web.routes import BODIES, Site
from lucca_pi.web.viewing import Control

ACKNOWLEDGED_MS = 30_000
"""A connection counts as dead when sent data stays unacknowledged for this long."""
CLOSING_S = 5.0
TAKEN_S = 0.02
"""Time in which a connection that the system has handed over is ours."""
WAITING = 1024
"""Connections that the system keeps until they are taken: one that finds no room there comes again seconds later."""


class PageServer:
    """Serves what was published last, from the first time on, until it is closed."""

    def __init__(
        self,
        binding: Binding,
        pairing: Pairing | None = None,
        control: Control = "nobody",
        photographs: Photographs | None = None,
    ) -> None:
        """
        `control`: who may answer; `pairing` tells them apart. `photographs` takes those that phones send, if any may.

        Raises OSError where the page cannot be served.
        """
        self._pairing, self._control, self._photographs = pairing or Pairing(), control, photographs
        self.mailbox = Mailbox()
        """What phones tell."""
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
        *,
        asks: Asks | None = None,
        glance: Glance | None = None,
    ) -> None:
        """Tells everybody, unless there is nothing new (see Published). Returns at once, but for the first time."""
        new = Published(game, overview, picture, notices, bgstats, asks, glance)
        if self._thread is None:
            self._thread = Thread(target=lambda: asyncio.run(self._serve(new)), name="page", daemon=True)
            self._thread.start()
            self._ready.wait()
        elif new != self._news.latest:
            self._news.put(new)

    def say(self, notice: str) -> None:
        """Tells everybody this at once, with what was published last; nothing can be answered until the next."""
        if self._thread is not None:
            latest = self._news.latest
            asks: Asks | None = {**latest.asks, "id": "", "offers": [], "doubt": ""} if latest.asks else None
            self._news.put(replace(latest, notices=(notice,), asks=asks))

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
        places = Places()
        site = Site(self._news, self.mailbox, self._pairing, self._control, places, self._photographs)
        config = _settings(Guard(site.app(), socket.gethostname(), BODIES), places)
        self._ready.set()
        await _Server(config, self._closing, self._news).serve(sockets=[self._socket])


class _Server(uvicorn.Server):
    """Uvicorn, which waits for its end instead of asking for it ten times a second."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event, news: News) -> None:
        super().__init__(config)
        self._closing, self._news = closing, news

    async def main_loop(self) -> None:
        """Until the page is closed."""
        await self._closing.wait()
        self._news.close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Gives up every connection, also one that is being taken just now, and closes its handle."""
        for listening in sockets or ():  # asyncio loses a connection that it takes while its server closes
            asyncio.get_running_loop().remove_reader(listening)
        await asyncio.sleep(TAKEN_S)
        await super().shutdown(sockets)
        for connection in [*self.server_state.connections]:
            connection.shutdown()
        await asyncio.sleep(TAKEN_S)


def _settings(app: Guard, places: Places) -> uvicorn.Config:
    """
    Uvicorn with nothing that is not used here.

    No header of a proxy is believed: anybody can send one, and places are counted by address. Nothing is written at the
    terminal of those who play, but a fault of ours.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    return uvicorn.Config(
        app,
        http=cast(Any, partial(Connection, places=places)),
        h11_max_incomplete_event_size=HEAD_BYTES,
        loop="asyncio",
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        backlog=WAITING,
        timeout_graceful_shutdown=1,
    )


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
