"""The head of a request, held against what a browser sends to this page."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus

from lucca_pi.web.hosts import is_our_page, is_ours

REQUEST_LINE = re.compile(rb"([A-Z]{1,20}) (/[!-~]*) HTTP/1\.[01]")
HEADER_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*)")


LONGEST_PATH = 1000
"""Signs of a path, without its query; the framework refuses more with a traceback."""


class RefusedError(Exception):
    """The request is answered with this status and nothing else."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for: a method and a path, without a query."""

    method: str
    path: str

    @property
    def head(self) -> bytes:
        """The request as it is handed on: nothing in it that was not looked at."""
        return f"{self.method} {self.path} HTTP/1.0\r\n\r\n".encode()


def read_request(head: bytes, own_name: str) -> Request:
    r"""
    The request whose head, up to its empty line, this is. Raises RefusedError.

    >>> read_request(b"GET /events?x=1 HTTP/1.1\r\nHost: lucca.local\r\n\r\n", "lucca")
    Request(method='GET', path='/events')
    """
    first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    asked = REQUEST_LINE.fullmatch(first)
    if not asked:
        raise RefusedError(HTTPStatus.BAD_REQUEST)
    named = _headers(lines)
    _check(named, own_name)
    if asked[1] not in (b"GET", b"HEAD"):
        raise RefusedError(HTTPStatus.METHOD_NOT_ALLOWED)
    path = asked[2].decode().partition("?")[0]
    if len(path) > LONGEST_PATH:
        raise RefusedError(HTTPStatus.REQUEST_URI_TOO_LONG)
    return Request(asked[1].decode(), path)


def _headers(lines: Iterable[bytes]) -> dict[str, list[str]]:
    """Each header's values, under its name in small letters. Raises RefusedError."""
    named: dict[str, list[str]] = {}
    for line in lines:
        header = HEADER_LINE.fullmatch(line)
        if not header:
            raise RefusedError(HTTPStatus.BAD_REQUEST)
        named.setdefault(header[1].decode().lower(), []).append(header[2].decode("latin-1").strip())
    return named


def _check(named: dict[str, list[str]], own_name: str) -> None:
    """Whom the request is for, who sends it, and that it brings nothing. Raises RefusedError."""
    hosts = named.get("host", [])
    if len(hosts) != 1:
        raise RefusedError(HTTPStatus.BAD_REQUEST)
    ours = is_ours(hosts[0], own_name) and all(is_our_page(origin, own_name) for origin in named.get("origin", ()))
    if not ours:
        raise RefusedError(HTTPStatus.FORBIDDEN)
    lengths = named.get("content-length", [])
    if any(length.strip("0") for length in lengths) or "transfer-encoding" in named:
        raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
