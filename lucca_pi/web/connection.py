"""
One connection, from its first byte to its last: what uvicorn leaves without a limit.

Places for each address, the time for a request's head, and the time that an answer may wait for its reader. Whoever is
slow, silent or gone holds one place for a while, and nothing else.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from lucca_pi.web.application import HEAD_BYTES, is_near, refusal_bytes
from lucca_pi.web.pace import Pace
from lucca_pi.web.rooms import Place

HEAD_S = 10.0
"""Time within which a request's head must be complete."""
SLOW_S = 20.0
"""A client that does not take an answer in this time counts as gone."""
LINGER_S = 2.0
"""The rest of a refused request is read and dropped for this long: otherwise its sender never reads the answer."""
BUSY_S = 3.0
"""Delay before a refusal for want of places: a client that retries at once would take processor time from the game."""


class Connection(H11Protocol):
    """A connection of uvicorn's, with limits. One request each: every answer closes it."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        *,
        place: Place,
        pace: Pace,
    ) -> None:
        """`place`: what was taken for it as it was accepted; a request finds it in its state."""
        super().__init__(config, server_state, {**app_state, "place": place})
        self._place, self._pace = place, pace
        self._timer: asyncio.TimerHandle | None = None
        self._deaf = False
        self._real: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Hears the request in its turn, or refuses it."""
        self._real = transport
        super().connection_made(cast(asyncio.Transport, _Transport(transport, self._end)))
        if self.client is None:  # gone already
            transport.abort()
        elif not is_near(self.client[0]):
            self._refuse(HTTPStatus.FORBIDDEN)
        elif self._place.is_refused:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, BUSY_S)
        else:
            self._listen_after(self._pace.wait_s(self.client[0]))

    def data_received(self, data: bytes) -> None:
        """Once a request is refused or answered, what comes still is dropped."""
        if self._deaf:
            self._drop(len(data))
            return
        super().data_received(data)
        if self.cycle is not None and not self.flow.write_paused:
            self._after(0, None)

    def _drop(self, size: int) -> None:
        """Reads on once all that is dropped is within its pace: else who sends for nothing takes the processor."""
        if wait_s := self._pace.drop_wait_s(size):
            self._real.pause_reading()
            self.loop.call_later(wait_s, self._real.resume_reading)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn's words)
        """For what is no request, and for one whose head does not end."""
        if self.cycle is not None:
            self._real.abort()
            return
        too_long = len(self.conn.trailing_data[0]) >= HEAD_BYTES
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if too_long else HTTPStatus.BAD_REQUEST)

    def pause_writing(self) -> None:
        """The answer waits for its reader: not for ever."""
        super().pause_writing()
        if not self._deaf:
            self._after(SLOW_S, self._real.abort)

    def resume_writing(self) -> None:
        """Its reader has taken most of it."""
        super().resume_writing()
        if not self._deaf:
            self._after(0, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Gives the place back."""
        self._deaf = True
        self._after(0, None)
        self._place.ends()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The page is closed."""
        self._real.abort()

    def _after(self, seconds: float, do: Callable[[], None] | None) -> None:
        """Does this then, instead of what was to be done."""
        if self._timer:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, do) if do else None

    def _listen_after(self, seconds: float) -> None:
        """Hears the request then. Until then its place is taken, whoever is gone: so one address waits for few."""
        if seconds:
            self.loop.call_soon(self._real.pause_reading)  # at once, and asyncio would begin to read all the same
            self._after(seconds, lambda: self._listen_after(0.0))
        else:
            self._real.resume_reading()
            self._after(HEAD_S, lambda: self._refuse(HTTPStatus.REQUEST_TIMEOUT))

    def _refuse(self, status: HTTPStatus, delay_s: float = 0.0) -> None:
        self._deaf = True
        if not self._place.refuses():
            self._real.abort()
            return
        self._after(delay_s, lambda: self._say(refusal_bytes(status)))

    def _say(self, answer: bytes) -> None:
        self._real.write(answer)
        self._end()

    def _end(self) -> None:
        """All is said: closes, at once where all was heard too, else once the sender has had time to hear us out."""
        self._deaf = True
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY, h11.ERROR):
            self._real.resume_reading()
            with suppress(OSError):  # its sender has reset it
                self._real.write_eof()
            self._after(LINGER_S, self._real.abort)
        else:
            self._real.close()
            self._after(SLOW_S, self._real.abort)


class _Transport:
    """A transport that is closed as the connection says."""

    def __init__(self, transport: asyncio.Transport, end: Callable[[], None]) -> None:
        self._transport, self._end, self._closing = transport, end, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        return self._closing or self._transport.is_closing()

    def close(self) -> None:
        if not self.is_closing():
            self._closing = True
            self._end()
