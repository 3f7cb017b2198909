"""Letters from phones: answers on their way from the page's thread to the game's, and photographs."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from queue import Empty, SimpleQueue

from starlette.requests import Request

from lucca_pi.ports import PhoneAnswer, Reply
from lucca_pi.web.application import Body, RefusedError

_MOST_WAITING = 64
"""Most letters that wait at once: the game takes them within a moment, or after its look."""
PATIENCE_S = 12.0
"""Longest time, s, that a phone waits for its reply: longer than a look takes."""


@dataclass(frozen=True, slots=True)
class _Envelope:
    """A letter with the reply that a phone waits for; `drop` is called if the answer is not taken."""

    answer: PhoneAnswer
    drop: Callable[[], None]
    replied: Future[Reply] = field(default_factory=Future)

    def reply(self, reply: Reply) -> None:
        """Hands the reply to the phone. May be called from any thread; it does not wait."""
        if reply != "taken":
            self.drop()
        if self.replied.set_running_or_notify_cancel():  # the phone still waits
            self.replied.set_result(reply)


class Mailbox:
    """Letters in the order in which they came. `letter` is for the game's thread, `replied` for the page's."""

    def __init__(self) -> None:
        self._letters: SimpleQueue[_Envelope] = SimpleQueue()

    def letter(self) -> _Envelope | None:
        """The next letter; None if the box is empty."""
        try:
            return self._letters.get_nowait()
        except Empty:
            return None

    async def replied(self, answer: PhoneAnswer, drop: Callable[[], None] = lambda: None) -> Reply | None:
        """
        The game's reply; None if the game is busy for too long, or too much waits already.

        `drop` is called if the answer is not taken, also if that is known only after the phone got no reply.
        """
        if self._letters.qsize() >= _MOST_WAITING:
            drop()
            return None
        envelope = _Envelope(answer, drop)
        self._letters.put(envelope)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                return await asyncio.wrap_future(envelope.replied)
        return None


PHOTOGRAPHS = {"/photo": Body(most_bytes=30_100_000, most_s=90.0)}
"""
Limits of the path that takes photographs: a JPEG of 50 million pixels and the head of the form around it; a phone far
from the router sends it in a minute.
"""
_MOST_AT_ONCE = 2
"""Most photographs that come at once: each takes its size in memory."""
_HEAD_END = b"\r\n\r\n"


class Inbox:
    """Takes photographs from requests."""

    def __init__(self) -> None:
        self._coming: dict[str, asyncio.Timeout] = {}

    async def taken(self, request: Request, phone: str) -> bytes:
        """The file in a request. A phone's new photograph ends its unfinished one. Raises RefusedError for too many."""
        if older := self._coming.pop(phone, None):
            older.reschedule(0.0)
        if len(self._coming) >= _MOST_AT_ONCE:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            async with asyncio.timeout(None) as coming:
                self._coming[phone] = coming
                return _file_in(await request.body(), request.headers.get("content-type", ""))
        except TimeoutError:
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT) from None
        finally:
            if self._coming.get(phone) is coming:
                del self._coming[phone]


def _file_in(body: bytes, kind: str) -> bytes:
    r"""
    The file that a script sends as it is, or a form as its only field; the received part of one that was cut off.

    >>> form = b"--x\r\nContent-Type: image/jpeg\r\n\r\nDOTS\r\n--x--\r\n"
    >>> _file_in(form, "multipart/form-data; boundary=x")
    b'DOTS'
    >>> _file_in(form[:-9], "multipart/form-data; boundary=x")
    b'DOTS'
    """
    form, _, boundary = kind.partition("boundary=")
    if not form.lower().startswith("multipart/form-data"):
        return body
    last = b"\r\n--" + boundary.strip('"').encode() + b"--"
    start, end = body.find(_HEAD_END) + len(_HEAD_END), body.rfind(last)
    if start < len(_HEAD_END):
        return b""
    return body[start:end] if start <= end else body[start:]
