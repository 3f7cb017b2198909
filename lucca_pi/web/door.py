"""
The door: which requests are let in to the page, how many at once, and for how long.

Whoever is slow, silent or gone holds one place for a while, and nothing else.
"""

import asyncio
import errno
from collections.abc import Awaitable
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from lucca_pi.web.hosts import is_near
from lucca_pi.web.request import RefusedError, Request, read_request
from lucca_pi.web.responses import refusal
from lucca_pi.web.rooms import Room

if TYPE_CHECKING:
    from microdot import Microdot

MOST_LISTENERS = 128
"""Event streams served at once: a table has five players, each with a few pages open."""
MOST_ASKING = 128
"""Connections served at once, event streams aside; a request is answered in milliseconds."""
MOST_EACH = 16
"""Connections of either kind from one address: a browser opens six at once."""
MOST_REFUSED = 512
"""Connections at once that are refused with a sentence; further ones are closed without a word."""
HEAD_BYTES = 8192
HEAD_S = 10.0
"""Time within which a request must be complete."""
SLOW_S = 20.0
"""A client that accepts nothing of an answer for this long counts as gone."""
LINGER_S = 2.0
"""The rest of a refused request is read and dropped for this long: otherwise its sender never reads the answer."""
BUSY_S = 1.0
"""Delay before a refusal for want of places: a client that retries at once would take processor time from the game."""
EVENTS = "/events"


class Outgoing:
    """Where an answer is written to, for the framework. An answer that nobody takes ends in ConnectionResetError."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    async def awrite(self, data: bytes) -> None:
        """Waits until the network has taken most of it."""
        self._writer.write(data)
        try:
            async with asyncio.timeout(SLOW_S):
                await self._writer.drain()
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "nobody takes the answer") from None

    async def aclose(self) -> None:
        """The door closes."""

    def get_extra_info(self, name: str) -> object:
        """As a stream's."""
        return self._writer.get_extra_info(name)


class Door:
    """Lets requests in to the application; `own_name`: what this machine is called."""

    def __init__(self, app: "Microdot", own_name: str) -> None:
        self._app, self._own_name = app, own_name
        self._listening, self._asking = Room(MOST_LISTENERS, MOST_EACH), Room(MOST_ASKING, MOST_EACH)
        self._refused = Room(MOST_REFUSED, MOST_REFUSED)

    async def let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, from its first byte to its last."""
        address = str(writer.get_extra_info("peername")[0])
        try:
            await self._attended(reader, writer, address)
        except RefusedError as refused:
            with suppress(OSError, TimeoutError, RefusedError), self._refused.place(address):
                await _refuse(reader, writer, refused.status)
        except OSError:
            pass  # whoever asked is gone
        finally:
            writer.transport.abort() if writer.transport.get_write_buffer_size() else writer.close()

    async def _attended(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        with self._asking.place(address):
            if not is_near(address):
                raise RefusedError(HTTPStatus.FORBIDDEN)
            request = await self._read(reader)
            if request is None:
                return
            if (request.method, request.path) != ("GET", EVENTS):
                await self._answer(request, writer)
                return
        with self._listening.place(address):
            await _while_there(reader, self._answer(request, writer))

    async def _answer(self, request: Request, writer: asyncio.StreamWriter) -> None:
        outgoing = cast(asyncio.StreamWriter, Outgoing(writer))
        await self._app.handle_request(_handed_on(request), outgoing)

    async def _read(self, reader: asyncio.StreamReader) -> Request | None:
        """The request; None from somebody who went away before it was whole. Raises RefusedError."""
        try:
            async with asyncio.timeout(HEAD_S):
                head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            return None
        except asyncio.LimitOverrunError:
            raise RefusedError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE) from None
        except TimeoutError:
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT) from None
        return read_request(head, self._own_name)


def _handed_on(request: Request) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    reader.feed_data(request.head)
    reader.feed_eof()
    return reader


async def _while_there(reader: asyncio.StreamReader, answering: Awaitable[None]) -> None:
    """Answers until it is done, or until whoever asked closes the connection or says more: listeners say nothing."""
    answer, gone = asyncio.ensure_future(answering), asyncio.ensure_future(reader.read(1))
    try:
        await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        answer.cancel()
        gone.cancel()
        await asyncio.gather(answer, gone, return_exceptions=True)


async def _refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, status: HTTPStatus) -> None:
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        await asyncio.sleep(BUSY_S)
    writer.write(refusal(status))
    async with asyncio.timeout(LINGER_S):
        await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
        while await reader.read(HEAD_BYTES):
            pass
