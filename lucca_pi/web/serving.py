"""A site's server: a thread of its own, in which everything else of the site runs."""

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Protocol, cast

import uvicorn

from lucca_pi.web.address import page_address
from lucca_pi.web.binding import Binding
from lucca_pi.web.connection import HEAD_BYTES, Connection
from lucca_pi.web.guard import Body, Guard
from lucca_pi.web.pace import Pace
from lucca_pi.web.rooms import Places

if TYPE_CHECKING:
    from starlette.types import ASGIApp

ACKNOWLEDGED_MS = 30_000
"""A connection counts as dead when sent data stays unacknowledged for this long."""
CLOSING_S = 5.0
TAKEN_S = 0.02
"""Time in which a connection that the system has handed over is ours."""
WAITING = 1024
"""Connections that the system keeps until they are taken: one that finds no room there comes again seconds later."""


class Served(Protocol):
    """What is served. All of it runs in the server's thread."""

    @property
    def bodies(self) -> Mapping[str, Body]:
        """The paths that may be sent something."""
        ...

    def app(self) -> "ASGIApp": ...

    def close(self) -> None:
        """The site is closed: who waits for something is told so."""
        ...


class Server:
    """Serves one site, from its start until it is closed."""

    def __init__(self, binding: Binding) -> None:
        """Takes the port. Raises OSError where nothing can be served."""
        self._socket = _listening(binding)
        self.address = page_address(binding.host, self._socket.getsockname()[1])
        """What leads to the site, for people."""
        self._ready = Event()
        self._thread: Thread | None = None

    @property
    def is_started(self) -> bool:
        return self._thread is not None

    def start(self, make: Callable[[Places], Served]) -> None:
        """Serves the site that is made of the connections' places, in the thread and on the loop that serve it."""
        self._thread = Thread(target=lambda: asyncio.run(self._serve(make)), name="page", daemon=True)
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        """Ends every connection and the thread."""
        if self._thread:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._closing.set)
            self._thread.join(CLOSING_S)
        self._socket.close()

    async def _serve(self, make: Callable[[Places], Served]) -> None:
        self._loop, self._closing = asyncio.get_running_loop(), asyncio.Event()
        places = Places()
        site = make(places)
        config = _settings(Guard(site.app(), socket.gethostname(), site.bodies), places)
        self._ready.set()
        await _Uvicorn(config, self._closing, site).serve(sockets=[self._socket])


class _Uvicorn(uvicorn.Server):
    """Uvicorn, which waits for its end instead of asking for it ten times a second."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event, site: Served) -> None:
        super().__init__(config)
        self._closing, self._site = closing, site

    async def main_loop(self) -> None:
        """Until the site is closed."""
        await self._closing.wait()
        self._site.close()

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
        http=cast(Any, partial(Connection, places=places, pace=Pace())),
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
