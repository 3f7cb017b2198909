"""The page of a game: `PageServer` serves what play publishes, `_Site` answers each path."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from functools import partial
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from lucca_pi.contract.overview import PhoneQuestion
from lucca_pi.language import Text, _, say, speaking
from lucca_pi.ports import PhoneAnswer, Photographs, Reply
from lucca_pi.web.address import Binding
from lucca_pi.web.application import (
    WEB,
    Handler,
    RefusedError,
    Site,
    answered,
    elsewhere,
    events,
    files,
    form_in,
    found,
    is_number,
    names_in,
    refusal_response,
)
from lucca_pi.web.board import Idle, board
from lucca_pi.web.door import AS_CAMERA, AT_THE_TABLE, COOKIE, Door
from lucca_pi.web.how_to_play import PICTURES as RULES
from lucca_pi.web.how_to_play import picture_widths, rules_page
from lucca_pi.web.limits import USUAL, Limits
from lucca_pi.web.mailbox import PHOTOGRAPHS, Inbox, Mailbox
from lucca_pi.web.news import FACE, PICTURE, News, Published
from lucca_pi.web.page import page, with_said
from lucca_pi.web.pairing import Control, Pairing, Viewer
from lucca_pi.web.server import Server

_FILES = ["page.css", "sending.js", "page.js", "past.js", "drawing.js", "old.js", "board.css", "rules.css", "icon.svg"]
PNG = b"\x89PNG"
"""First bytes of a PNG file; all other pictures are JPEG."""
_SAID: Mapping[str, tuple[HTTPStatus, Text | None]] = {
    "taken": (HTTPStatus.OK, None),
    "late": (HTTPStatus.CONFLICT, _("That has been answered already.")),
    "unfit": (HTTPStatus.UNPROCESSABLE_ENTITY, _("That name is not possible. Try another.")),
    "busy": (
        HTTPStatus.SERVICE_UNAVAILABLE,
        _("The table is busy. Check whether it counted; if not, try again."),
    ),
    "unasked": (HTTPStatus.CONFLICT, _("The photograph was not used: answer first, then take another.")),
    "out": (HTTPStatus.FORBIDDEN, _("Answer from this phone? Type the code that the display shows.")),
}
"""Status and sentence of each reply."""
_LANGUAGE_COOKIE = "lucca_language"
"""The phone's own language, which the page's script sets."""
_DOES = ("ok", "back", "undo", "answer", "more", "doubt", "names", "language")


class Annex(Site):
    """Further pages beside that of the game being played: those of past games."""

    async def idle(self) -> Idle | None:
        """What the large view shows while nobody plays; None if there is nothing."""
        return None


MakeAnnex = Callable[[Callable[[Request], Viewer], Callable[[], str]], Annex]
"""A function that makes them of what tells what whoever asks may do, and the name of the game being played."""


class _Site(Site):
    """
    The page of a game. `door`: who may answer.

    `photographs` takes those that phones send, if they are the camera; `games`: what makes the pages of past ones.
    """

    larger = PHOTOGRAPHS

    def __init__(
        self,
        news: News[Published],
        mailbox: Mailbox,
        door: Door,
        photographs: Photographs | None,
        games: MakeAnnex | None,
    ) -> None:
        self.news, self._mailbox, self._door, self._pairing = news, mailbox, door, door.pairing
        self._photographs, self._inbox = photographs, Inbox()
        self._past = games(self._viewer, self._playing) if games else None
        looks: Mapping[str, Handler] = {
            "/": self._page,
            "/board": self._board,
            "/rules": self._rules,
            f"{RULES}/{{name}}.png": self._rules_picture,
            "/snapshot.json": self._snapshot,
            "/events": self._events,
            PICTURE: self._picture,
            f"{FACE}/{{name}}": self._face,
            **self._door.looks,
            **files(WEB, *_FILES),
            **(self._past.looks if self._past else {}),
        }
        does: Mapping[str, Handler] = {
            "/answer": self._answer,
            **self._door.does,
            **({"/photo": partial(self._photograph, photographs)} if photographs else {}),
            **(self._past.does if self._past else {}),
        }
        self.looks, self.does = ({path: _spoken(one) for path, one in each.items()} for each in (looks, does))

    def close(self) -> None:
        """Ends all waiting: nothing new will come."""
        self.news.close()
        if self._past:
            self._past.close()

    def _playing(self) -> str:
        """The name of the game being played."""
        asks = self.news.latest.asks
        return asks["game"] if asks else ""

    def _viewer(self, request: Request) -> Viewer:
        """The permissions of the phone that asks."""
        if self._door.control == "nobody":
            return "none"
        if self._door.control == "anyone" or self._door.label_of(request):
            return "answers"
        return "camera" if self._photographs and not self._pairing.is_anyone_here else "looks"

    async def _page(self, request: Request) -> Response:
        _status, said = _SAID.get(request.query_params.get("said", ""), (None, None))
        viewer = self._viewer(request)
        if viewer in ("answers", "none"):  # others have not typed the digits yet
            self._pairing.is_awaited = False
        return answered(with_said(self._html(viewer), said), "text/html")

    def _html(self, viewer: Viewer) -> bytes:
        return self.news.latest.once(viewer, lambda new: page(new, viewer))

    async def _board(self, _: Request) -> Response:
        """The large view; with what is shown while nobody plays if the deal is awaited."""
        latest = self.news.latest
        idle = await self._past.idle() if self._past and latest.overview["now"]["kind"] == "deal" else None
        return answered(board(latest, idle).encode() if idle else latest.once("board", board), "text/html")

    async def _rules(self, _: Request) -> Response:
        """How to play the game; there is nothing if the game does not say it."""
        rules = self.news.latest.how_to_play
        page = self.news.latest.once("rules", lambda _new: rules_page(rules)) if rules else None
        return found(page, "text/html; charset=UTF-8")

    async def _rules_picture(self, request: Request) -> Response:
        """A picture of the rules, drawn in a thread of its own: other readers do not wait."""
        rules, name = self.news.latest.how_to_play, request.path_params["name"]
        widths = picture_widths(rules) if rules else {}
        if not rules or not rules.png or name not in widths:
            return refusal_response(HTTPStatus.NOT_FOUND)
        return Response(await asyncio.to_thread(rules.png, name, widths[name]), media_type="image/png")

    async def _snapshot(self, _: Request) -> Response:
        return answered(self.news.latest.json, "application/json")

    async def _picture(self, _: Request) -> Response:
        return found(self.news.latest.picture, "image/jpeg")

    async def _face(self, request: Request) -> Response:
        """The picture of a card, while it is asked about."""
        picture = self.news.latest.faces.get(request.path_params["name"])
        return found(picture, "image/png" if picture and picture.startswith(PNG) else "image/jpeg")

    async def _events(self, request: Request) -> Response:
        """The overview at once, then each that is new."""
        return events(request, self._stream(request.cookies.get(COOKIE, "")))

    async def _stream(self, secret: str) -> AsyncIterator[bytes]:
        with self._pairing.at_the_page(secret):
            async for event in self.news.stream(_event):
                yield event

    async def _answer(self, request: Request) -> Response:
        """Hands an answer on to the game, and answers with the game's reply."""
        form = await form_in(request)
        if self._viewer(request) != "answers":
            return _came_of_it(request, "out")
        answer = _answer_in(form, self._door.label_of(request) or say(_("a phone")))
        reply: Reply | None = await self._mailbox.replied(answer)
        return _came_of_it(request, reply or "busy")

    async def _photograph(self, photographs: Photographs, request: Request) -> Response:
        """Takes a photograph: it is the OK of whoever sent it, to what its `id` names."""
        if self._viewer(request) != "answers":
            return _came_of_it(request, "out")
        photograph = await self._inbox.taken(request, self._who(request))
        if self._viewer(request) != "answers":  # it has left, or its evening is over, while the photograph came
            return _came_of_it(request, "out")
        if complaint := photographs.receive(photograph):
            return self._refused_photograph(request, complaint)
        answer = PhoneAnswer(
            "ok", request.query_params.get("id", ""), self._door.label_of(request) or say(_("a phone"))
        )
        reply: Reply | None = await self._mailbox.replied(answer, partial(photographs.leave_out, photograph))
        return _came_of_it(request, "unasked" if reply == "unfit" else reply or "busy")

    def _who(self, request: Request) -> str:
        """The sender's name; its address if anyone may answer, as names are free then."""
        label = self._door.label_of(request) if self._door.control == "paired" else None
        return label or (request.client.host if request.client else "")

    def _refused_photograph(self, request: Request, complaint: str) -> Response:
        """The answer to a refused file, with the reason."""
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if "application/json" in request.headers.get("accept", ""):
            return answered(json.dumps({"came": "unfit", "said": say(complaint)}).encode(), "application/json", status)
        return answered(with_said(self._html(self._viewer(request)), complaint), "text/html", status)


def _event(seen: Published | None, new: Published | None) -> bytes:
    """The new overview, or once more the one before, as a sign of life."""
    shown = new or seen
    return (b"" if new else b"event: alive\n") + b"data: " + shown.json + b"\n\n" if shown else b""


def _spoken(handler: Handler) -> Handler:
    """The handler, in the language that the phone has chosen for itself."""

    async def handle(request: Request) -> Response:
        with speaking(request.cookies.get(_LANGUAGE_COOKIE, "")):
            return await handler(request)

    return handle


def _answer_in(form: Mapping[str, str], by: str) -> PhoneAnswer:
    """The answer in a form. Raises RefusedError if no form of ours sends it."""
    picked, _colon, picked_number = form.get("pick", "").partition(":")
    do = next((do for do in _DOES if do == (picked or form.get("do"))), None)
    number = picked_number or "0"
    if do is None or not is_number(number):
        raise RefusedError(HTTPStatus.BAD_REQUEST)
    return PhoneAnswer(do, form.get("id", ""), by, int(number), names_in(form))  # type: ignore[arg-type]


def _came_of_it(request: Request, said: str) -> Response:
    """The reply: JSON for a script, otherwise a redirect to the page."""
    if "application/json" in request.headers.get("accept", ""):
        status, words = _SAID[said]
        told = {"came": said, "said": say(words or "")}
        return answered(json.dumps(told).encode(), "application/json", status)
    where = "/pair" if said == "out" else "/" if said == "taken" else f"/?said={said}"
    return elsewhere(where)


class PageServer:
    """The page's server: serves the last publication, from the first one until it is closed."""

    def __init__(
        self,
        binding: Binding,
        pairing: Pairing | None = None,
        control: Control = "nobody",
        photographs: Photographs | None = None,
        games: MakeAnnex | None = None,
        *,
        limits: Limits = USUAL,
    ) -> None:
        """
        Binds the page. `control`: who may answer; `pairing` distinguishes phones. `photographs` takes those that phones
        send, if any may; `games` makes the pages of past ones. `limits`: for connections.

        Raises PageError if the page cannot be served.
        """
        self.mailbox = Mailbox()
        """Answers from phones."""
        door = Door(pairing or Pairing(), control, AS_CAMERA if photographs else AT_THE_TABLE)
        self._made: Callable[[News[Published]], _Site] = lambda news: _Site(
            news, self.mailbox, door, photographs, games
        )
        self._server = Server(binding, limits)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The page's URLs for people, as `Server.addresses`."""
        return self._server.addresses

    def publish(self, new: Published) -> None:
        """Publishes to all readers, unless nothing is new. Returns at once, except the first time."""
        if not self._server.is_started:
            self._server.start(lambda: self._site(new))
        elif new != self._news.latest:
            self._news.put(new)

    def say(self, notice: str) -> None:
        """Adds a notice to the last publication; nothing can be answered until the next one."""
        if self._server.is_started:
            latest = self._news.latest
            asks: PhoneQuestion | None = {**latest.asks, "id": "", "offers": [], "doubt": ""} if latest.asks else None
            self._news.put(replace(latest, notices=(notice,), asks=asks))

    def close(self) -> None:
        """Ends every connection and the thread."""
        self._server.close()

    def _site(self, first: Published) -> _Site:
        self._news = News(asyncio.get_running_loop(), first)
        return self._made(self._news)
