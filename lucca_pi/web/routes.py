"""What is answered to whom is let in."""

from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

from microdot import Microdot, Request, Response

from lucca_pi.web.door import EVENTS
from lucca_pi.web.news import PICTURE, News
from lucca_pi.web.responses import HEADERS, sentence

FILES = {"page.css": "text/css", "page.js": "text/javascript", "icon.svg": "image/svg+xml"}
RETRY_MS = 2000
"""A listener who was cut off comes back after this."""

Handler = Callable[[Request], Awaitable[Response]]


def routes(news: News) -> Microdot:
    """The application. All handlers are coroutines: others would get a thread each."""
    app: Microdot = Microdot()
    served: dict[str, tuple[str, Callable[[], Any]]] = {
        "/": ("text/html", lambda: news.latest.html),
        "/snapshot.json": ("application/json", lambda: news.latest.json),
        EVENTS: ("text/event-stream", lambda: _stream(news)),
        PICTURE: ("image/jpeg", lambda: news.latest.picture),
        **{f"/{name}": (kind, _read(name)) for name, kind in FILES.items()},
    }
    for path, (kind, content) in served.items():
        app.get(path)(_handler(kind, content))
    app.errorhandler(HTTPStatus.NOT_FOUND.value)(_nothing_here)
    app.after_request(_with_headers)
    app.after_error_request(_with_headers)
    return app


def _read(name: str) -> Callable[[], bytes]:
    content = (Path(__file__).parent / name).read_bytes()
    return lambda: content


def _handler(kind: str, content: Callable[[], Any]) -> Handler:
    async def handle(request: Request) -> Response:
        body = content()
        return await _nothing_here(request) if body is None else _answer(body, kind)

    return handle


async def _nothing_here(_: Request) -> Response:
    return _answer(sentence(HTTPStatus.NOT_FOUND).encode(), "text/plain", HTTPStatus.NOT_FOUND)


def _answer(body: Any, kind: str, status: HTTPStatus = HTTPStatus.OK) -> Response:
    kind += "" if kind == "image/jpeg" else "; charset=UTF-8"
    return Response(body, status.value, {"Content-Type": kind}, status.phrase)


async def _with_headers(_: Request, response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers[name] = value
    return response


async def _stream(news: News) -> AsyncIterator[bytes]:
    """The overview at once, then each that is new, but for those overtaken while a slow listener takes another."""
    yield f"retry: {RETRY_MS}\n\n".encode()
    seen = None
    while True:
        new = await news.after(seen)
        seen = new or seen
        yield b"data: " + new.json + b"\n\n" if new else b": nothing new\n\n"
