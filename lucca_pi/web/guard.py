"""What stands before every route: for whom a request is, from which page it comes, and how much it brings."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

from lucca_pi.web.connection import HEAD_BYTES
from lucca_pi.web.hosts import is_our_page, is_ours
from lucca_pi.web.responses import HEADERS, extra_headers, sentence

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_PATH = 1000
"""Signs of a path, without its query."""


class RefusedError(Exception):
    """The request is answered with this status and nothing else."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


@dataclass(frozen=True, slots=True)
class Body:
    """What a path may be sent: so many bytes, within so many seconds."""

    most_bytes: int
    most_s: float


NOTHING = Body(0, 10.0)


class Guard:
    """
    Lets a request in to the application, or refuses it in a sentence. `own_name`: what this machine is called.

    `bodies`: the paths that may be sent something, with POST. Every answer bears HEADERS.
    """

    def __init__(self, app: "ASGIApp", own_name: str, bodies: Mapping[str, Body]) -> None:
        self._app, self._own_name, self._bodies = app, own_name, bodies

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        async def sending(message: "Message") -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        try:
            body = self._checked(scope, Headers(scope=scope))
            await self._app(scope, _in_time(receive, body.most_s), sending)
        except RefusedError as refused:
            await refusal(refused.status)(scope, receive, sending)

    def _checked(self, scope: "Scope", headers: Headers) -> Body:
        """How much the request may bring. Raises RefusedError."""
        _check_size(scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not scope["path"].startswith("/"):
            raise RefusedError(HTTPStatus.BAD_REQUEST)
        origins = headers.getlist("origin")
        if not is_ours(hosts[0], self._own_name) or not all(is_our_page(one, self._own_name) for one in origins):
            raise RefusedError(HTTPStatus.FORBIDDEN)
        return self._checked_body(scope, headers, hosts[0])

    def _checked_body(self, scope: "Scope", headers: Headers, host: str) -> Body:
        is_sent = scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if is_sent and not _is_from_here(headers, host):
            raise RefusedError(HTTPStatus.FORBIDDEN)
        body = self._bodies.get(scope["path"], NOTHING) if scope["method"] == "POST" else NOTHING
        if "transfer-encoding" in headers or int(headers.get("content-length", "0")) > body.most_bytes:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return body


def refusal(status: HTTPStatus, headers: Mapping[str, str] | None = None) -> PlainTextResponse:
    """The answer of one sentence, with these headers besides those of its status."""
    more = {**extra_headers(status), **(headers or {})}
    return PlainTextResponse(sentence(status), status, more, media_type="text/plain; charset=UTF-8")


_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


def _check_size(scope: "Scope") -> None:
    """Raises RefusedError for a head that is longer than any browser's for this page."""
    named = sum(len(name) + len(value) + len(": \r\n") for name, value in scope["headers"])
    if len(scope["raw_path"]) + len(scope["query_string"]) + named > HEAD_BYTES:
        raise RefusedError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    if len(scope["raw_path"]) > LONGEST_PATH:
        raise RefusedError(HTTPStatus.REQUEST_URI_TOO_LONG)


def _is_from_here(headers: Headers, host: str) -> bool:
    """Whether a browser says that the very page which it has from us sends this; one that says nothing does not."""
    origin = headers.get("origin", "")
    return origin.partition("://")[2].lower() == host.lower() or headers.get("sec-fetch-site") == "same-origin"


def _in_time(receive: "Receive", most_s: float) -> "Receive":
    """What a request brings, all of it within this time from now on. Raises RefusedError."""
    until = asyncio.get_running_loop().time() + most_s
    whole = False

    async def receiving() -> "Message":
        nonlocal whole
        if whole:  # what comes after that is that somebody is gone
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT) from None
        whole = not message.get("more_body", False)
        return message

    return receiving
