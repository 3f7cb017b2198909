"""Photographs that phones send: read as they come, within their limits, and handed on with the answer that each is."""

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus

from lucca_pi.web.guard import Body, RefusedError

PHOTOGRAPH = Body(most_bytes=30_100_000, most_s=90.0)
"""A JPEG of 50 million pixels and the head of the form around it; a phone far from the router sends it in a minute."""
MOST_AT_ONCE = 2
"""Photographs that come at once: each takes its size in memory."""
HEAD_END = b"\r\n\r\n"


class Inbox:
    """Takes photographs from requests."""

    def __init__(self) -> None:
        self._coming: dict[str, asyncio.Timeout] = {}

    async def taken(self, stream: AsyncIterator[bytes], kind: str, phone: str) -> bytes:
        """
        The file in a request's body of that content type. A phone's new photograph ends the one that still comes.

        Raises RefusedError for what is too large, or too many.
        """
        if older := self._coming.pop(phone, None):
            older.reschedule(0.0)
        if len(self._coming) >= MOST_AT_ONCE:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            async with asyncio.timeout(None) as coming:
                self._coming[phone] = coming
                return file_in(await _whole(stream), kind)
        except TimeoutError:
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT) from None
        finally:
            if self._coming.get(phone) is coming:
                del self._coming[phone]


async def _whole(stream: AsyncIterator[bytes]) -> bytes:
    body = bytearray()
    async for part in stream:
        body += part
        if len(body) > PHOTOGRAPH.most_bytes:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return bytes(body)


def file_in(body: bytes, kind: str) -> bytes:
    r"""
    The file that a script sends as it is, or a form as its only field; what came of one that was cut off.

    >>> form = b"--x\r\nContent-Type: image/jpeg\r\n\r\nDOTS\r\n--x--\r\n"
    >>> file_in(form, "multipart/form-data; boundary=x")
    b'DOTS'
    >>> file_in(form[:-9], "multipart/form-data; boundary=x")
    b'DOTS'
    """
    form, _, boundary = kind.partition("boundary=")
    if not form.lower().startswith("multipart/form-data"):
        return body
    last = b"\r\n--" + boundary.strip('"').encode() + b"--"
    start, end = body.find(HEAD_END) + len(HEAD_END), body.rfind(last)
    if start < len(HEAD_END):
        return b""
    return body[start:end] if start <= end else body[start:]
