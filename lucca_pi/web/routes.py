"""What is answered to whom is let in."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from lucca_pi.language import Text, _, say
from lucca_pi.ports import Photographs, Reply, Told
from lucca_pi.web import connection
from lucca_pi.web.door_page import door_page
from lucca_pi.web.guard import Body, RefusedError, refusal
from lucca_pi.web.mailbox import Mailbox
from lucca_pi.web.news import PICTURE, News
from lucca_pi.web.pairing import EVENING_S, Pairing, PairingError
from lucca_pi.web.photographs import PHOTOGRAPH, Inbox
from lucca_pi.web.rooms import Places
from lucca_pi.web.viewing import Control, Viewer, with_said

FILES = {"page.css": "text/css", "page.js": "text/javascript", "board.css": "text/css", "icon.svg": "image/svg+xml"}
RETRY_MS = 2000
"""A listener who was cut off comes back after this."""
COOKIE = "lucca"
FORM = Body(most_bytes=4096, most_s=10.0)
BODIES: Mapping[str, Body] = {"/answer": FORM, "/pair": FORM, "/leave": FORM, "/photo": PHOTOGRAPH}
"""The paths that may be sent something. What is large has limits of its own here, and is read as it comes."""
MOST_FIELDS = 16

SAID: Mapping[str, Text] = {
    "late": _("That has been answered already."),
    "unfit": _("That cannot be: another name, perhaps?"),
    "busy": _("The table is busy. Look whether it counted, else try again."),
    "unasked": _("The photograph was not looked at: answer first, then take another."),
    "out": _("Answer from this phone? Type the code that the table shows."),
}
STATUSES: Mapping[str, HTTPStatus] = {
    "taken": HTTPStatus.OK,
    "late": HTTPStatus.CONFLICT,
    "unasked": HTTPStatus.CONFLICT,
    "unfit": HTTPStatus.UNPROCESSABLE_ENTITY,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "out": HTTPStatus.FORBIDDEN,
}
DOES = ("ok", "back", "undo", "answer", "more", "doubt", "name")


@dataclass(frozen=True, slots=True)
class Site:
    """All that the page serves; `control` says who may answer, `pairing` who they are."""

    news: News
    mailbox: Mailbox
    pairing: Pairing
    control: Control
    places: Places
    photographs: Photographs | None = None
    """What takes those that phones send, if they are the camera."""

    def app(self) -> Starlette:
        """The application. All handlers are coroutines: others would get a thread each."""
        looks: Mapping[str, Callable[[Request], Awaitable[Response]]] = {
            "/": self._page,
            "/board": self._board,
            "/snapshot.json": self._snapshot,
            "/events": self._events,
            PICTURE: self._picture,
            "/pair": self._pair_page,
            "/p/{key}": self._pair_page,
            "/P/{key}": self._pair_page,
            **{f"/{name}": _file(name, kind) for name, kind in FILES.items()},
        }
        does = {"/pair": self._pair, "/answer": self._answer, "/leave": self._leave}
        if self.photographs:
            does["/photo"] = partial(self._photograph, Inbox(self.photographs))
        routes = [Route(path, handler) for path, handler in looks.items()]
        routes += [Route(path, handler, methods=["POST"]) for path, handler in does.items()]
        app = Starlette(routes=routes, exception_handlers={RefusedError: _refused, 404: _nothing, 405: _no_method})
        app.router.redirect_slashes = False
        return app

    def _viewer(self, request: Request) -> Viewer:
        """What whoever asks may do."""
        if self.control == "nobody":
            return "none"
        return "answers" if self.control == "anyone" or self._label(request) else "looks"

    def _label(self, request: Request) -> str | None:
        return self.pairing.label_of(request.cookies.get(COOKIE, ""))

    async def _page(self, request: Request) -> Response:
        said = SAID.get(request.query_params.get("said", ""))
        return _answered(with_said(self.news.latest.html(self._viewer(request)), said), "text/html")

    async def _board(self, _: Request) -> Response:
        return _answered(self.news.latest.board, "text/html")

    async def _snapshot(self, _: Request) -> Response:
        return _answered(self.news.latest.json, "application/json")

    async def _picture(self, request: Request) -> Response:
        picture = self.news.latest.picture
        return await _nothing(request, None) if picture is None else Response(picture, media_type="image/jpeg")

    async def _events(self, request: Request) -> Response:
        """The overview at once, then each that is new."""
        if request.method == "HEAD":
            return _answered(b"", "text/event-stream")
        if request.client is None or not self.places.listens((request.client.host, request.client.port)):
            await asyncio.sleep(connection.BUSY_S)
            return refusal(HTTPStatus.SERVICE_UNAVAILABLE)
        return StreamingResponse(self._stream(), media_type="text/event-stream; charset=UTF-8")

    async def _stream(self) -> AsyncIterator[bytes]:
        """Those overtaken while a slow listener takes another are left out."""
        yield f"retry: {RETRY_MS}\n\n".encode()
        seen = None
        while True:
            new = await self.news.after(seen)
            if self.news.is_over:
                return
            seen = new or seen
            yield b"data: " + new.json + b"\n\n" if new else b": nothing new\n\n"

    async def _pair_page(self, request: Request) -> Response:
        if self.control == "nobody":
            return await _nothing(request, None)
        key = request.path_params.get("key", "")
        return _answered(door_page(key[:32], asks_code=self.control == "paired"), "text/html")

    async def _pair(self, request: Request) -> Response:
        """Lets a phone in by the code, under the name that it gives."""
        if self.control == "nobody":
            return refusal(HTTPStatus.FORBIDDEN)
        form = await _form(request)
        label = form.get("name", "")[:100]
        if self.control == "anyone":
            return self._welcome(self.pairing.welcome(label))
        address = request.client.host if request.client else ""
        try:
            return self._welcome(self.pairing.let_in(form.get("code", "")[:32], label, address))
        except PairingError as error:
            wait_s = round(error.wait_s + 0.5)
            status = HTTPStatus.TOO_MANY_REQUESTS if wait_s else HTTPStatus.FORBIDDEN
            page = door_page("", asks_code=True, name=label, wrong=True, wait_s=wait_s)
            return _answered(page, "text/html", status, {"Retry-After": str(wait_s)} if wait_s else {})

    def _welcome(self, secret: str) -> Response:
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        age = int(EVENING_S)
        response.set_cookie(COOKIE, secret, max_age=age, path="/", httponly=True, samesite="strict")
        return response

    async def _leave(self, request: Request) -> Response:
        """Forgets the phone."""
        await _form(request)
        self.pairing.forget(request.cookies.get(COOKIE, ""))
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return response

    async def _answer(self, request: Request) -> Response:
        """Hands an answer on to the game, and says what came of it."""
        form = await _form(request)
        if self._viewer(request) != "answers":
            return _came_of_it(request, "out")
        told = _told(form, self._label(request) or say(_("a phone")))
        reply: Reply | None = await self.mailbox.replied(told)
        return _came_of_it(request, reply or "busy")

    async def _photograph(self, inbox: Inbox, request: Request) -> Response:
        """Takes a photograph: it is the OK of whoever sent it, to what its `id` names."""
        if self._viewer(request) != "answers":
            return _came_of_it(request, "out")
        photograph = await inbox.taken(request.stream(), request.headers.get("content-type", ""))
        if complaint := inbox.photographs.receive(photograph):
            return self._refused_photograph(request, complaint)
        told = Told("ok", request.query_params.get("id", ""), self._label(request) or say(_("a phone")))
        reply: Reply | None = await self.mailbox.replied(told)
        if reply in ("late", "unfit"):
            inbox.photographs.leave_out(photograph)
        return _came_of_it(request, "unasked" if reply == "unfit" else reply or "busy")

    def _refused_photograph(self, request: Request, complaint: str) -> Response:
        """Says what is wrong with a file."""
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if "application/json" in request.headers.get("accept", ""):
            return _answered(json.dumps({"came": "unfit", "said": say(complaint)}).encode(), "application/json", status)
        page = self.news.latest.html(self._viewer(request))
        return _answered(with_said(page, complaint), "text/html", status)


async def _form(request: Request) -> dict[str, str]:
    """The fields that a form sends, each once. Raises RefusedError."""
    try:
        body = (await request.body()).decode()
        fields = parse_qs(body, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError:
        raise RefusedError(HTTPStatus.BAD_REQUEST) from None
    return {name: values[0] for name, values in fields.items()}


def _told(form: Mapping[str, str], by: str) -> Told:
    """Raises RefusedError for what no form of ours sends."""
    picked, _colon, picked_number = form.get("pick", "").partition(":")
    do = next((do for do in DOES if do == (picked or form.get("do"))), None)
    numbers = [picked_number or "0", form.get("seat", "0")]
    if do is None or not all(one.isascii() and one.isdecimal() and len(one) < 7 for one in numbers):
        raise RefusedError(HTTPStatus.BAD_REQUEST)
    number, seat = map(int, numbers)
    return Told(do, form.get("id", ""), by, number, seat, form.get("was", ""), form.get("name", ""))  # type: ignore[arg-type]


def _came_of_it(request: Request, said: str) -> Response:
    """For a script as JSON, else back to the page."""
    if "application/json" in request.headers.get("accept", ""):
        words = say(SAID[said]) if said in SAID else ""
        return _answered(json.dumps({"came": said, "said": words}).encode(), "application/json", STATUSES[said])
    where = "/pair" if said == "out" else "/" if said == "taken" else f"/?said={said}"
    return RedirectResponse(where, HTTPStatus.SEE_OTHER)


def _file(name: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    content = (Path(__file__).parent / name).read_bytes()

    async def handle(_: Request) -> Response:
        return _answered(content, kind)

    return handle


def _answered(
    content: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    return Response(content, status, headers, media_type=f"{kind}; charset=UTF-8")


async def _nothing(_: Request, __: Exception | None) -> PlainTextResponse:
    return refusal(HTTPStatus.NOT_FOUND)


async def _no_method(_: Request, __: Exception) -> PlainTextResponse:
    return refusal(HTTPStatus.METHOD_NOT_ALLOWED)


async def _refused(_: Request, error: Exception) -> PlainTextResponse:
    return refusal(error.status if isinstance(error, RefusedError) else HTTPStatus.BAD_REQUEST)
