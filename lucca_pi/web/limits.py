"""
Limits that uvicorn lacks: how many connections each address has, and how long each may take.

Whoever is slow, silent or gone holds one place for a while, and nothing else. Addresses from which a phone was let in
have places that strangers cannot take.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a server."""

    most: int = 256
    """Most connections at once: a table has five players, each with a few pages open."""
    most_each: int = 64
    """Most connections from one address: a browser opens six at once, and listens in each of its pages."""
    most_let_in: int = 128
    """Most connections besides, from addresses from which a phone was let in."""
    most_addresses: int = 64
    """Most addresses remembered from which phones were let in."""
    held_s: float = 0.5
    """Shortest time for which a request takes its place: an address has `most_each` answers in this time, not more."""
    head_s: float = 10.0
    """Longest time until a request's head is complete."""
    slow_s: float = 20.0
    """Longest time for which an answer waits for its reader."""
    dropped_s: float = 2.0
    """Longest time for which the rest of a refused request is dropped, so that its sender reads why."""

    no_more_s: float = 1.0
    """Time without accepting after the system has refused a descriptor."""

    @property
    def most_open(self) -> int:
        """Most connections open at once, each with its descriptor: a program usually has 1,024."""
        return self.most + self.most_let_in


USUAL = Limits()


class Places:
    """The places for connections, and who has them."""

    def __init__(self, limits: Limits = USUAL) -> None:
        self._limits = limits
        self._taken: Counter[tuple[str, ...]] = Counter()
        self._let_in: dict[str, None] = {}

    def lets_in(self, address: str) -> None:
        """
        Keeps places for an address from which a phone was let in; forgets the address whose last request is the oldest.
        """
        self._let_in.pop(address, None)
        self._let_in[address] = None
        if len(self._let_in) > self._limits.most_addresses:
            del self._let_in[next(iter(self._let_in))]

    def take(self, address: str) -> "Place | None":
        """A place for this address; None if all are taken."""
        limits = self._limits
        rooms = {"let in": limits.most_let_in} if address in self._let_in else {}
        for room, most in {**rooms, "all": limits.most}.items():
            if self._taken[room,] < most and self._taken[room, address] < limits.most_each:
                self._taken.update([(room,), (room, address)])
                return Place(self, address, room)
        return None

    def leave(self, room: str, address: str) -> None:
        """Gives a place back."""
        self._taken -= Counter([(room,), (room, address)])


class Place:
    """The place of one connection, until it ends."""

    def __init__(self, places: Places, address: str, room: str) -> None:
        self._places, self._address, self._room = places, address, room

    def let_in(self) -> None:
        """Keeps places for the address, since a phone that was let in asks from it."""
        self._places.lets_in(self._address)

    def ends(self) -> None:
        """Gives the place back. To be called once."""
        self._places.leave(self._room, self._address)


class Connection(H11Protocol):
    """A connection of uvicorn's for one request, which is ended if it takes too long."""

    def __init__(self, config: Config, server_state: ServerState, place: Place, limits: Limits) -> None:
        """`place`: taken when the connection was accepted; its request finds it in its state."""
        super().__init__(config, server_state, {"place": place})
        self._place, self._limits, self._held_until_s = place, limits, self.loop.time() + limits.held_s
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Waits for the head of the request."""
        super().connection_made(transport)
        self._ends_after(self._limits.head_s)

    def data_received(self, data: bytes) -> None:
        """Reads the request, whose body has a time of its own."""
        super().data_received(data)
        if self.cycle is not None and not self.flow.write_paused:
            self._ends_after(None)

    def pause_writing(self) -> None:
        """Gives the reader of the answer some time."""
        super().pause_writing()
        self._ends_after(self._limits.slow_s)

    def resume_writing(self) -> None:
        """Goes on: the reader has taken most of the answer."""
        super().resume_writing()
        self._ends_after(None)

    def on_response_complete(self) -> None:
        """Gives the reader of the answer some time."""
        super().on_response_complete()
        self._ends_after(self._limits.slow_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """Gives the place back, not before `held_s` are over."""
        self._ends_after(None)
        self.loop.call_at(self._held_until_s, self._place.ends)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Ends at once: the page is closed."""
        self.transport.abort()

    def _ends_after(self, seconds: float | None) -> None:
        """Ends the connection after that many seconds; None: not any more."""
        if self._timer:
            self._timer.cancel()
        ends: Callable[[], None] = self.transport.abort
        self._timer = None if seconds is None else self.loop.call_later(seconds, ends)
