"""
A site: handlers by path, behind a guard.

The guard checks each request before its handler: the names by which it asks, the page it comes from, its size, and the
time in which its body has to come. What is refused is answered in one sentence.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Match, Route

from lucca_pi.language import _, say
from lucca_pi.web.address import ip_in

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

Handler = Callable[[Request], Awaitable[Response]]
WEB = Path(__file__).parent
"""The folder with the style sheet and the icon of every site."""
HEAD_BYTES = 8192
"""Most bytes of a request's head."""
_LONGEST_PATH = 1000
"""Most characters of a path, without its query."""
_MOST_FIELDS = 16
"""Most fields of a form."""

_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Connection": "close",
}
"""Headers of every answer: no other page may show, read or follow ours, and phones store nothing of it."""

_HEADER_BYTES = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]

_SENTENCES = {
    HTTPStatus.BAD_REQUEST: _("The request was malformed."),
    HTTPStatus.FORBIDDEN: _("This page works only on the local network, at the address that the scorer shows."),
    HTTPStatus.NOT_FOUND: _("There is nothing here. The page is at /, and as data at /snapshot.json and /events."),
    HTTPStatus.METHOD_NOT_ALLOWED: _("This path does not allow that method."),
    HTTPStatus.REQUEST_TIMEOUT: _("The request took too long."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: _("That is too much data for this page."),
    HTTPStatus.REQUEST_URI_TOO_LONG: _("The request is too long."),
    HTTPStatus.SERVICE_UNAVAILABLE: _("Too many pages are open. Close one, and try again."),
}


class RefusedError(Exception):
    """The request is answered with this status and nothing else."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


@dataclass(frozen=True, slots=True)
class Body:
    """Limits of what a path may be sent: bytes, and seconds until all of it has come."""

    most_bytes: int
    most_s: float


FORM = Body(most_bytes=4096, most_s=10.0)
"""Limits of a form."""


class Site:
    """
    A site to serve: handlers by path. All of it runs in the server's thread.

    All handlers are coroutines: any other handler would get a thread of its own.
    """

    looks: Mapping[str, Handler]
    """Handlers of GET and HEAD."""
    does: Mapping[str, Handler]
    """Handlers of POST."""
    larger: Mapping[str, Body] = {}
    """Limits of what may be sent to a path, if it is no usual form."""

    def close(self) -> None:
        """Ends all waiting: the site is closed."""


def _application(site: Site) -> Starlette:
    routes = [Route(path, handler) for path, handler in site.looks.items()]
    routes += [Route(path, handler, methods=["POST"]) for path, handler in site.does.items()]
    handlers = {RefusedError: _refused, ClientDisconnect: _refused, 404: _nothing, 405: _no_method}
    app = Starlette(routes=routes, exception_handlers=handlers)
    app.router.redirect_slashes = False
    return app


async def form_in(request: Request) -> dict[str, str]:
    """The fields that a form sends, each once. Raises RefusedError."""
    try:
        body = (await request.body()).decode()
        fields = parse_qs(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
    except ValueError:
        raise RefusedError(HTTPStatus.BAD_REQUEST) from None
    return {name: values[0] for name, values in fields.items()}


def is_number(text: str) -> bool:
    """True for a number that a form of ours may hold."""
    return text.isascii() and text.isdecimal() and len(text) < 7


def names_in(form: Mapping[str, str]) -> dict[int, tuple[str, str]]:
    """
    The names in a form, by the code of their place, each after the name that was there.

    >>> names_in({"do": "names", "was-101": "Ida", "name-101": "Ben", "name-x": "Eva"})
    {101: ('Ida', 'Ben')}
    """
    typed = {key.removeprefix("name-"): name for key, name in form.items() if key.startswith("name-")}
    return {int(code): (form.get(f"was-{code}", ""), name) for code, name in typed.items() if is_number(code)}


def files(folder: Path, *names: str) -> dict[str, Handler]:
    """Handlers of style sheets, scripts and drawings in a folder, by their paths on the page."""
    kinds = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

    def file(content: bytes, kind: str) -> Handler:
        async def handle(_: Request) -> Response:
            return answered(content, kind)

        return handle

    return {f"/{name}": file((folder / name).read_bytes(), kinds[Path(name).suffix]) for name in names}


def answered(
    content: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """An answer with text of that media type."""
    return Response(content, status, headers, media_type=f"{kind}; charset=UTF-8")


def found(content: bytes | None, kind: str, headers: Mapping[str, str] | None = None) -> Response:
    """An answer with content of that media type; None is answered with that there is nothing."""
    if content is None:
        return refusal_response(HTTPStatus.NOT_FOUND)
    return Response(content, media_type=kind, headers=headers)


def events(request: Request, stream: AsyncIterator[bytes]) -> Response:
    """An answer with events as they come; none to a HEAD, which only asks whether there is a stream."""
    kind = "text/event-stream"
    return (
        answered(b"", kind)
        if request.method == "HEAD"
        else StreamingResponse(stream, media_type=f"{kind}; charset=UTF-8")
    )


def elsewhere(where: str) -> RedirectResponse:
    """Leads the browser on once a form is taken, so that to load the page again sends nothing again."""
    return RedirectResponse(where, HTTPStatus.SEE_OTHER)


def refusal_response(status: HTTPStatus, headers: Mapping[str, str] | None = None) -> PlainTextResponse:
    """The answer of one sentence that goes with a status, with these headers besides."""
    later = {"Retry-After": "5"} if status == HTTPStatus.SERVICE_UNAVAILABLE else {}
    text = f"{say(_SENTENCES.get(status, status.phrase))}\n"
    return PlainTextResponse(text, status, {**later, **(headers or {})}, media_type="text/plain; charset=UTF-8")


async def _nothing(_: Request, __: Exception | None) -> PlainTextResponse:
    return refusal_response(HTTPStatus.NOT_FOUND)


async def _no_method(request: Request, __: Exception) -> PlainTextResponse:
    """Names the methods of the path."""
    routes = [route for route in request.app.routes if route.matches(request.scope)[0] is not Match.NONE]
    allowed = {method for route in routes for method in route.methods}
    return refusal_response(HTTPStatus.METHOD_NOT_ALLOWED, {"Allow": ", ".join(sorted(allowed))})


async def _refused(_: Request, error: Exception) -> PlainTextResponse:
    return refusal_response(error.status if isinstance(error, RefusedError) else HTTPStatus.BAD_REQUEST)


_NOTHING = Body(0, 10.0)


class Guard:
    """
    Hands a request on to the site, or refuses it in a sentence. Every answer has HEADERS.

    `own_name`: this machine's name. `dropped_s`: seconds for which the rest of a refused request is read, so that its
    sender reads the answer.
    """

    def __init__(self, site: Site, own_name: str, dropped_s: float) -> None:
        self._app, self._larger, self._own_name, self._dropped_s = _application(site), site.larger, own_name, dropped_s

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answers one request."""
        coming = _Coming(receive)

        async def sending(message: "Message") -> None:
            if message["type"] == "http.response.start":
                own = [*message.get("headers", ())]
                message["headers"] = [*own, *(one for one in _HEADER_BYTES if one[0] not in dict(own))]
            elif not message.get("more_body", False) and not coming.is_whole:
                await send({**message, "more_body": True})
                await coming.dropped(self._dropped_s)
                message = {"type": "http.response.body"}
            await send(message)

        try:
            body = self._checked(scope, Headers(scope=scope))
            await self._app(scope, coming.within(body.most_s), sending)
        except RefusedError as refused:
            await refusal_response(refused.status)(scope, receive, sending)

    def _checked(self, scope: "Scope", headers: Headers) -> Body:
        """Limits of the request's body. Raises RefusedError."""
        if len(scope["raw_path"]) > _LONGEST_PATH:
            raise RefusedError(HTTPStatus.REQUEST_URI_TOO_LONG)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not scope["path"].startswith("/"):
            raise RefusedError(HTTPStatus.BAD_REQUEST)
        origins = headers.getlist("origin")
        if not _is_ours(hosts[0], self._own_name) or not all(_is_our_page(one, self._own_name) for one in origins):
            raise RefusedError(HTTPStatus.FORBIDDEN)
        is_sent = scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if is_sent and not _is_from_here(headers, hosts[0]):
            raise RefusedError(HTTPStatus.FORBIDDEN)
        body = self._larger.get(scope["path"], FORM) if scope["method"] == "POST" else _NOTHING
        if "transfer-encoding" in headers or int(headers.get("content-length", "0")) > body.most_bytes:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return body


def _is_from_here(headers: Headers, host: str) -> bool:
    """True if the browser says that a page of this very host and port sends the request; a browser has to say it."""
    origin = headers.get("origin", "")
    return origin.partition("://")[2].lower() == host.lower() or headers.get("sec-fetch-site") == "same-origin"


class _Coming:
    """A request's body as it comes."""

    def __init__(self, receive: "Receive") -> None:
        self._receive = receive
        self.is_whole = False
        """True once all of it has come."""

    def within(self, most_s: float) -> "Receive":
        """The parts, as the application takes them; raises RefusedError if not all have come within this time, s."""
        until = asyncio.get_running_loop().time() + most_s

        async def receiving() -> "Message":
            try:
                async with asyncio.timeout_at(None if self.is_whole else until):  # then the end of the connection
                    return await self._next()
            except TimeoutError:
                raise RefusedError(HTTPStatus.REQUEST_TIMEOUT) from None

        return receiving

    async def dropped(self, most_s: float) -> None:
        """Drops the rest, for at most this time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(most_s):
                while not self.is_whole:
                    await self._next()

    async def _next(self) -> "Message":
        message = await self._receive()
        self.is_whole = not message.get("more_body", False)
        return message


def is_near(address: str) -> bool:
    """
    True for an address in the local network.

    >>> [is_near(one) for one in ("192.168.1.7", "127.0.0.1", "fe80::1%wlan0", "::ffff:10.0.0.2", "8.8.8.8", "lucca")]
    [True, True, True, True, False, False]
    """
    ip = ip_in(address)
    return ip is not None and not (getattr(ip, "ipv4_mapped", None) or ip).is_global


_OF_ROUTERS = ("", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box", ".speedport.ip")
"""Domains in which routers name the machines of their own network."""


def _is_ours(host: str, own_name: str) -> bool:
    """
    True for a Host header with an IP address, localhost, our own name, also as a router gives it, or a name in .local.

    Any other name may be a foreign page's, made to point here (DNS rebinding).

    >>> asked = ["192.168.1.7:8000", "[::1]", "localhost", "lucca:80", "Lucca.local.", "lucca.fritz.box"]
    >>> all(_is_ours(host, "lucca") for host in asked)
    True
    >>> asked = ["lucca.example.org", "other.fritz.box", "", "a b"]
    >>> [host for host in asked if _is_ours(host, "lucca")]
    []
    """
    try:
        asked = urlsplit(f"//{host}")
        asked.port  # noqa: B018 - raises for what is no port
    except ValueError:
        return False
    if host != asked.netloc or "@" in host:
        return False
    name = (asked.hostname or "").removesuffix(".")
    own = {own_name.lower().partition(".")[0] + domain for domain in _OF_ROUTERS} | {own_name.lower(), "localhost"}
    return name in own or name.endswith(".local") or ip_in(name) is not None


def _is_our_page(origin: str, own_name: str) -> bool:
    """
    True for an Origin header that names a page of ours.

    >>> [_is_our_page(one, "lucca") for one in ("http://lucca.local:8000", "http://example.org", "null")]
    [True, False, False]
    """
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and _is_ours(host, own_name)
