"""
Limits that uvicorn lacks: how many connections each address has, and how long each may take.

Whoever is slow, silent or gone holds one place for a while, and nothing else. Places are counted for each address and
each kind of connection; addresses from which a phone was let in have places of their own besides.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Literal, TypeAlias, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from lucca_pi.web.address import network_of
from lucca_pi.web.application import HEAD_BYTES, is_near, refusal_bytes

_Kind = Literal["asking", "listening", "waiting"]
"""A connection asks, listens to events, or waits for a place to ask."""
MOST: dict[_Kind, int] = {"asking": 128, "listening": 128, "waiting": 64}
"""Most connections of each kind at once: a table has five players, each with a few pages open."""
MOST_EACH = 16
"""Most connections of each kind from one address: a browser opens six at once."""
MOST_LET_IN = 64
"""Most connections of each kind from addresses from which a phone was let in; strangers have separate places."""
MOST_OPEN = sum(MOST.values()) + len(MOST) * MOST_LET_IN
"""Most connections open at once, each with its descriptor: half of the 1,024 that a program usually has."""
MOST_ADDRESSES = 64
"""Most addresses remembered from which phones were let in."""

HELD_S = 0.5
"""Shortest time for which a request takes its place: an address has MOST_EACH answers in this time, not more."""
BUSY_S = 3.0
"""Longest wait for a place to ask; then the request is refused."""
RETRY_S = 0.1
HEAD_S = 10.0
"""Longest time until a request's head is complete."""
SLOW_S = 20.0
"""Longest time for which an answer waits for its reader."""
LINGER_S = 2.0
"""Longest time for which the rest of a refused request is read and dropped, so that its sender reads the answer."""
DROPPED_A_SECOND = 20_000_000
"""Most bytes of refused requests that are read and dropped in a second, of all connections together."""

Taken: TypeAlias = Counter[tuple[str, ...]]
"""Counters of a place: its room, the room and the address, the room and the network."""


class Places:
    """
    Limits of the open connections, by kind.

    All addresses of one IPv6 network share half of the places: the addresses of a device cannot be distinguished from
    those of its neighbours, and each phone must have its own few.
    """

    def __init__(self) -> None:
        self._taken: Taken = Counter()
        self._let_in: dict[str, None] = {}

    def lets_in(self, address: str) -> None:
        """
        Keeps places for an address from which a phone was let in; forgets the address whose last request is the oldest.
        """
        self._let_in.pop(address, None)
        self._let_in[address] = None
        if len(self._let_in) > MOST_ADDRESSES:
            del self._let_in[next(iter(self._let_in))]

    def take(self, kind: _Kind, address: str) -> Taken | None:
        """Takes a place for this address, to be given back to `leave`; None if all are taken."""
        let_in = [(f"{kind}, let in", MOST_LET_IN)] if address in self._let_in else []
        for room, most in (*let_in, (kind, MOST[kind])):
            limits = {(room,): most, (room, address): MOST_EACH}
            if network := network_of(address):
                limits[room, network] = most // 2
            if all(self._taken[each] < limit for each, limit in limits.items()):
                place = Counter(list(limits))
                self._taken += place
                return place
        return None

    def leave(self, place: Taken) -> None:
        """Gives a place back."""
        self._taken -= place


class Place:
    """The place of one connection, of one kind at a time."""

    def __init__(self, places: Places, address: str) -> None:
        self._places, self._address = places, address
        self._kind: _Kind | None = None
        self._taken: Taken = Counter()

    def takes(self, kind: _Kind) -> bool:
        """Moves to a place of this kind; False if none is left: then it stays where it is."""
        if kind != self._kind:
            place = self._places.take(kind, self._address)
            if place is None:
                return False
            self.ends()
            self._kind, self._taken = kind, place
        return True

    def let_in(self) -> None:
        """Keeps places for the address, since a phone that was let in asks from it."""
        self._places.lets_in(self._address)

    def ends(self) -> None:
        """Gives the place back."""
        self._places.leave(self._taken)
        self._kind, self._taken = None, Counter()


class Connection(H11Protocol):
    """A connection of uvicorn's with limits, for one request: every answer closes it."""

    def __init__(self, config: Config, server_state: ServerState, place: Place) -> None:
        """`place`: taken when the connection was accepted; its request finds it in its state."""
        super().__init__(config, server_state, {"place": place})
        self._place, self._held_until_s = place, 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._is_deaf = False
        self._real: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Hears the request of a device in this network."""
        self._real = transport
        super().connection_made(cast(asyncio.Transport, _Transport(transport, self._end)))
        if self.client is None:  # gone already
            transport.abort()
        elif is_near(self.client[0]):
            self._hear(self.loop.time() + BUSY_S)
        else:
            self._refuse(HTTPStatus.FORBIDDEN)

    def _hear(self, until_s: float) -> None:
        """Hears the request once it has a place to ask. Until then nothing is read, so that who goes still waits."""
        now_s = self.loop.time()
        if self._place.takes("asking"):
            self._held_until_s = now_s + HELD_S
            self._real.resume_reading()
            self._after(HEAD_S, lambda: self._refuse(HTTPStatus.REQUEST_TIMEOUT))
        elif now_s < until_s:
            self.loop.call_soon(self._real.pause_reading)  # at once, and asyncio would begin to read all the same
            self._after(RETRY_S, lambda: self._hear(until_s))
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)

    def data_received(self, data: bytes) -> None:
        """Reads the request; drops what comes once it is refused or answered, at a pace that leaves the processor."""
        if self._is_deaf:
            self._real.pause_reading()
            dropping = sum(isinstance(one, Connection) and one._is_deaf for one in self.connections)
            self.loop.call_later(len(data) * dropping / DROPPED_A_SECOND, self._real.resume_reading)
            return
        super().data_received(data)
        if self.cycle is not None and not self.flow.write_paused:
            self._after(0, None)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn's words)
        """Refuses a malformed request line, and a head that is too long."""
        if self.cycle is not None:
            self._real.abort()
            return
        too_long = len(self.conn.trailing_data[0]) >= HEAD_BYTES
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if too_long else HTTPStatus.BAD_REQUEST)

    def pause_writing(self) -> None:
        """Gives the reader of the answer some time."""
        super().pause_writing()
        if not self._is_deaf:
            self._after(SLOW_S, self._real.abort)

    def resume_writing(self) -> None:
        """Goes on: the reader has taken most of the answer."""
        super().resume_writing()
        if not self._is_deaf:
            self._after(0, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Gives the place back, not before HELD_S are over."""
        self._is_deaf = True
        self._after(0, None)
        self.loop.call_at(self._held_until_s, self._place.ends)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Ends at once: the page is closed."""
        self._real.abort()

    def _after(self, seconds: float, do: Callable[[], None] | None) -> None:
        """Calls `do` after that many seconds, and cancels the call planned before."""
        if self._timer:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, do) if do else None

    def _refuse(self, status: HTTPStatus) -> None:
        self._real.write(refusal_bytes(status))
        self._end()

    def _end(self) -> None:
        """Closes after the answer: at once if the request was fully read, else after LINGER_S."""
        self._is_deaf = True
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY, h11.ERROR):
            self._real.resume_reading()
            with suppress(OSError):  # its sender has reset it
                self._real.write_eof()
            self._after(LINGER_S, self._real.abort)
        else:
            self._real.close()
            self._after(SLOW_S, self._real.abort)


class _Transport:
    """A transport whose `close` is `end`."""

    def __init__(self, transport: asyncio.Transport, end: Callable[[], None]) -> None:
        self._transport, self._end, self._closing = transport, end, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        """True once it is being closed."""
        return self._closing or self._transport.is_closing()

    def close(self) -> None:
        """Calls `end`, once."""
        if not self.is_closing():
            self._closing = True
            self._end()
