"""A site's server: a thread of its own, in which everything else of the site runs."""

import asyncio
import logging
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from functools import partial
from threading import Thread

import uvicorn

from lucca_pi.errors import reason_of
from lucca_pi.language import _
from lucca_pi.web.address import Binding, page_addresses
from lucca_pi.web.application import HEAD_BYTES, Guard, Site, is_near
from lucca_pi.web.limits import USUAL, Connection, Limits, Place, Places

_ACKNOWLEDGED_MS = 30_000
"""A connection counts as dead when sent data stays unacknowledged for this long."""
_CLOSING_S = 5.0
"""Longest time, s, that closing waits for the thread."""
_WAITING = 1024
"""Connections that the system keeps until they are accepted; a further one comes again seconds later."""
_AT_ONCE = 16
"""Most connections accepted in a row before the open ones are served again."""
_A_MINUTE_S = 60.0

_LOG = logging.getLogger(__name__)


class OnceAMinute(logging.Filter):
    """Lets pass one entry a minute from each place in the code: whoever causes entries cannot fill the log."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now_s = now_s
        self._next_s: dict[tuple[str, int], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """True if the entry is written."""
        place, now_s = (record.pathname, record.lineno), self._now_s()
        if now_s < self._next_s.get(place, now_s):
            return False
        self._next_s[place] = now_s + _A_MINUTE_S
        return True


ONCE_A_MINUTE = OnceAMinute()


class Server:
    """Serves one site, from its start until it is closed."""

    def __init__(self, binding: Binding, limits: Limits = USUAL) -> None:
        """Takes the port. Raises PageError if nothing can be served there."""
        self._socket, self._host, self._limits = _listening(binding), binding.host, limits
        self._made: Future[None] = Future()
        self._thread: Thread | None = None

    @property
    def address(self) -> str:
        """The first of `addresses`."""
        return self.addresses[0]

    @property
    def addresses(self) -> tuple[str, ...]:
        """The site's URLs for people, as the machine's networks are now; the most likely to reach it first."""
        return page_addresses(self._host, self._socket.getsockname()[1])

    @property
    def is_started(self) -> bool:
        """True once a site is served."""
        return self._thread is not None

    def start(self, make: Callable[[], Site]) -> None:
        """
        Serves the site that `make` returns; it is called in the thread and on the loop that serve it.

        Raises what `make` raises.
        """
        self._thread = Thread(target=lambda: asyncio.run(self._serve(make)), name="page", daemon=True)
        self._thread.start()
        self._made.result()

    def close(self) -> None:
        """Ends every connection and the thread."""
        if self._thread:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._closing.set)
            self._thread.join(_CLOSING_S)
        self._socket.close()

    async def _serve(self, make: Callable[[], Site]) -> None:
        self._loop, self._closing = asyncio.get_running_loop(), asyncio.Event()
        try:
            site = make()
            guard = Guard(site, socket.gethostname(), self._limits.dropped_s)
        except Exception as error:
            self._made.set_exception(error)
            return
        self._made.set_result(None)
        await _Uvicorn(_settings(guard), self._closing, site, self._limits).serve(sockets=[self._socket])


class _Uvicorn(uvicorn.Server):
    """
    Uvicorn, which accepts connections only if there are places, and waits for its end instead of asking for it.

    asyncio would accept all that wait at once, each with a descriptor, before it closed the first.
    """

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event, site: Site, limits: Limits) -> None:
        super().__init__(config)
        self._closing, self._site, self._limits = closing, site, limits
        self._places = Places(limits)
        self._accepted: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accepts connections from now on."""
        self.servers = []
        for listening in sockets or ():
            self._listen(listening)
        self.started = True

    async def main_loop(self) -> None:
        """Returns when the site is closed."""
        await self._closing.wait()
        self._site.close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends every connection, also one that is just being accepted, and every request that waits for an answer."""
        for listening in sockets or ():
            asyncio.get_running_loop().remove_reader(listening)
        await asyncio.gather(*self._accepted)
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # it complains of each answer that is given up
        await super().shutdown(sockets)

    def _listen(self, listening: socket.socket) -> None:
        if not self._closing.is_set():
            asyncio.get_running_loop().add_reader(listening, self._accept, listening)

    def _accept(self, listening: socket.socket) -> None:
        """Accepts some of the connections that wait; closes at once what finds no place, before it costs anything."""
        loop = asyncio.get_running_loop()
        for _one in range(_AT_ONCE):
            try:
                line, address = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                _LOG.warning("lucca-pi: the page accepts no connections for the moment: %s", reason_of(error))
                loop.remove_reader(listening)
                loop.call_later(self._limits.no_more_s, self._listen, listening)
                return
            place = self._places.take(address[0]) if is_near(address[0]) else None
            if place:
                task = loop.create_task(self._serve_in(place, line))
                self._accepted.add(task)
                task.add_done_callback(self._accepted.discard)
            else:
                line.close()
                _LOG.warning("lucca-pi: the page accepts no more connections from %s", address[0])

    async def _serve_in(self, place: Place, line: socket.socket) -> None:
        line.setblocking(False)
        connection = partial(Connection, self.config, self.server_state, place, self._limits)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(connection, line)
        except OSError:  # gone already
            line.close()
            place.ends()


def _settings(app: Guard) -> uvicorn.Config:
    """
    Uvicorn with nothing that is not used here.

    No header of a proxy is believed: anybody can send one, and places are counted by address. Nothing is written at the
    terminal of those who play, but faults of ours and connections that are turned away, and these once a minute.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    for log in (_LOG, logging.getLogger("uvicorn.error"), logging.getLogger("asyncio")):
        log.addFilter(ONCE_A_MINUTE)
    return uvicorn.Config(
        app,
        http="h11",
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
        timeout_graceful_shutdown=1,
    )


class PageError(Exception):
    """A page cannot be served."""


def _listening(binding: Binding) -> socket.socket:
    with ExitStack() as unless_served:
        try:
            family, kind, *_name, where = socket.getaddrinfo(binding.host, binding.port, type=socket.SOCK_STREAM)[0]
            listening = unless_served.enter_context(socket.socket(family, kind))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _ACKNOWLEDGED_MS)
            listening.bind(where)
            listening.listen(_WAITING)
            listening.setblocking(False)
        except OSError as error:
            reason = {"address": binding, "reason": reason_of(error)}
            raise PageError(
                _("The page cannot be served at {address}: {reason}. Choose another port: --page PORT.", **reason)
            ) from error
        unless_served.pop_all()
    return listening
