"""Photographs that phones send: read as they come, within their limits, and handed on with the answer that each is."""

from collections.abc import AsyncIterator
from http import HTTPStatus

from lucca_pi.ports import Photographs
from lucca_pi.web.guard import Body, RefusedError

PHOTOGRAPH = Body(most_bytes=30_100_000, most_s=90.0)
"""A JPEG of 50 million pixels and the head of the form around it; a phone far from the router sends it in a minute."""
MOST_AT_ONCE = 2
"""Photographs that come at once: each takes its size in memory."""
HEAD_END = b"\r\n\r\n"


class Inbox:
    """Takes photographs from requests."""

    def __init__(self, photographs: Photographs) -> None:
        self.photographs = photographs
        self._coming = 0

    async def taken(self, stream: AsyncIterator[bytes], kind: str) -> bytes:
        """The file in a request's body of that content type. Raises RefusedError for what is too large, or too many."""
        if self._coming >= MOST_AT_ONCE:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE)
        self._coming += 1
        try:
            return file_in(await _whole(stream), kind)
        finally:
            self._coming -= 1


async def _whole(stream: AsyncIterator[bytes]) -> bytes:
    body = bytearray()
    async for part in stream:
        body += part
        if len(body) > PHOTOGRAPH.most_bytes:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return bytes(body)


def file_in(body: bytes, kind: str) -> bytes:
    r"""
    The file that a script sends as it is, or a form as its only field.

    >>> form = b"--x\r\nContent-Type: image/jpeg\r\n\r\nDOTS\r\n--x--\r\n"
    >>> file_in(form, "multipart/form-data; boundary=x")
    b'DOTS'
    """
    form, _, boundary = kind.partition("boundary=")
    if not form.lower().startswith("multipart/form-data"):
        return body
    last = b"\r\n--" + boundary.strip('"').encode() + b"--"
    start, end = body.find(HEAD_END) + len(HEAD_END), body.rfind(last)
    return body[start:end] if len(HEAD_END) <= start <= end else b""
