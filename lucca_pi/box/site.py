"""
The site on which a box is enrolled, and `deck enrol --page`, which serves it until the deck is made or somebody stops
it.
"""

import asyncio
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response

from lucca_pi.box.answers import number_in, shields_beside, symbols_in, typed_colour
from lucca_pi.box.desk import STALE, Desk
from lucca_pi.box.draft_files import UnwritableError, deck_made_told
from lucca_pi.box.face_desk import FaceDesk
from lucca_pi.box.page import card_page, picture_page, sheet_page
from lucca_pi.box.sticker_desk import StickerDesk
from lucca_pi.devices.phone import NOT_WHOLE, complaint_about
from lucca_pi.errors import refusing
from lucca_pi.games.citta.rules.deck import HIGHEST_CODE, Card
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.vision.picture import decoded_colour as picture_in
from lucca_pi.web.address import Binding
from lucca_pi.web.application import (
    WEB,
    Handler,
    RefusedError,
    Site,
    answered,
    elsewhere,
    files,
    form_in,
    refusal_response,
)
from lucca_pi.web.door import AT_THE_TERMINAL, COOKIE, Door, serve_from_terminal
from lucca_pi.web.mailbox import PHOTOGRAPHS, Inbox
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.server import Server

_HERE = Path(__file__).parent
_Result = TypeVar("_Result")
_CARDS = range(1, HIGHEST_CODE + 1)


class EnrolmentSite(Site):
    """
    The enrolment pages, behind the door that lets phones in.

    `made` is set when the deck file is written and the last answer sent.
    """

    larger = PHOTOGRAPHS

    def __init__(self, desk: Desk, pairing: Pairing, made: Event) -> None:
        self.desk, self.pairing, self.made = desk, pairing, made
        self._inbox = Inbox()
        self._free = asyncio.Lock()
        """One step is taken after another: they follow from each other, and a photograph takes much memory."""
        seen: Mapping[str, Handler] = {
            "/": self._seen,
            "/card/{code:int}": self._card,
            "/crop/{code:int}.jpg": self._crop,
            "/picture/{number:int}": self._picture,
            "/shot/{number:int}/{at:int}.jpg": self._shot,
        }
        steps: Mapping[str, Handler] = {
            "/settle": self._settle,
            "/photo": self._photograph,
            "/card/{code:int}": self._give,
            "/take": self._take,
            "/answer": self._answer,
            "/finish": self._finish,
        }
        door = Door(pairing, "paired", AT_THE_TERMINAL)
        ours = files(WEB, "page.css", "icon.svg", "sending.js")
        self.looks = {**door.inside(seen), **door.looks, **ours, **files(_HERE, "enrol.css", "enrol.js")}
        self.does = {**door.inside({path: self._kept(step) for path, step in steps.items()}), **door.does}

    def _kept(self, step: Handler) -> Handler:
        """The step as a handler; an error, or a draft that cannot be written, is shown on the sheet."""

        async def handle(request: Request) -> Response:
            if self.desk.is_made:
                return self._says(None)
            try:
                return await step(request)
            except (ValueError, UnwritableError) as error:
                return self._says(str(error), HTTPStatus.UNPROCESSABLE_ENTITY)

        return handle

    async def _at_desk(self, step: Callable[..., _Result], *given: Any) -> _Result:
        """Takes a step on the desk in a thread, as it may take seconds; returns what the step returns."""
        async with self._free:
            return await asyncio.to_thread(step, *given)

    def _says(self, said: Text | str | None, status: HTTPStatus = HTTPStatus.OK) -> Response:
        return answered(sheet_page(self.desk, said), "text/html", status)

    async def _seen(self, _request: Request) -> Response:
        return self._says(None)

    async def _card(self, request: Request) -> Response:
        return answered(card_page(self.desk, _code(request)), "text/html")

    async def _crop(self, request: Request) -> Response:
        picture = self.desk.pictures.get(_code(request))
        return refusal_response(HTTPStatus.NOT_FOUND) if picture is None else Response(picture, media_type="image/jpeg")

    async def _picture(self, request: Request) -> Response:
        """A picture's own page; the sheet if it gave no card, or does not any more."""
        desk, number = self.desk, request.path_params["number"]
        if not isinstance(desk, FaceDesk) or number not in desk.gathered.given:
            return elsewhere("/")
        return answered(picture_page(desk, number), "text/html")

    async def _shot(self, request: Request) -> Response:
        """The photograph of a card in a picture, counted row by row."""
        desk, number, at = self.desk, request.path_params["number"], request.path_params["at"]
        given = [*desk.gathered.given.get(number, {}).values()] if isinstance(desk, FaceDesk) else []
        if not 1 <= at <= len(given):
            return refusal_response(HTTPStatus.NOT_FOUND)
        return Response(given[at - 1][1], media_type="image/jpeg")

    async def _settle(self, request: Request) -> Response:
        form = await form_in(request)
        if self.desk.is_settled:
            return self._says(STALE)
        self.desk.settle(form)
        return elsewhere("/")

    async def _photograph(self, request: Request) -> Response:
        phone = request.cookies.get(COOKIE, "")
        photograph = await self._inbox.taken(request, phone)
        if self.pairing.label_of(phone) is None:  # it has left while the photograph came
            return elsewhere("/pair")
        if complaint := complaint_about(photograph):
            raise ValueError(complaint)
        if not self.desk.is_settled:
            return self._says(None)
        await self._at_desk(self._look_at, photograph)
        return self._says(listed(self.desk.told, " "))

    def _look_at(self, photograph: bytes) -> None:
        """Takes the photograph. Raises ValueError, whatever goes wrong with it, and UnwritableError."""
        try:
            picture, is_damaged = picture_in(photograph)
        except Exception as error:
            raise ValueError(NOT_WHOLE) from error
        if is_damaged:
            raise ValueError(NOT_WHOLE)
        with refusing(_("The photograph"), ValueError):
            self.desk.photograph(picture)

    async def _give(self, request: Request) -> Response:
        """Notes a card; then the next one of which nothing was typed, or the sheet."""
        code, form = _code(request), await form_in(request)
        try:
            await self._at_desk(self.desk.give, code, self._card_in(code, form))
        except ValueError as error:
            page = card_page(self.desk, code, str(error))
            return answered(page, "text/html", HTTPStatus.UNPROCESSABLE_ENTITY)
        left = self.desk.untyped
        return elsewhere(f"/card/{left[0]}" if left else "/")

    def _card_in(self, code: int, form: Mapping[str, str]) -> Card:
        """The card in a form. Raises ValueError."""
        if not form.get("windows"):
            raise ValueError(_("Choose the card's windows: one of the large buttons."))
        if not form.get("colour"):
            raise ValueError(_("Choose the card's colour."))
        windows = symbols_in(form["windows"])
        shields = symbols_in(form["shields"]) if form.get("shields") else shields_beside(windows)
        number = number_in(form.get("number") or str(self.desk.shown(code).card.number))
        return Card(number, typed_colour(form["colour"], self.desk.draft.colours), windows, shields)

    async def _take(self, request: Request) -> Response:
        taken = await self._at_desk(self._taken, (await form_in(request)).get("count"))
        if taken is None:
            return self._says(STALE, HTTPStatus.CONFLICT)
        return self._says(ngettext("{number} card is entered.", "{number} cards are entered.", taken))

    def _taken(self, count: str | None) -> int | None:
        """Enters the cards in hand if they are still as many as somebody saw; returns how many."""
        return self.desk.take() if count == str(len(self.desk.unchecked)) else None

    async def _answer(self, request: Request) -> Response:
        """Hands an answer to the desk, as it is typed at the terminal."""
        answer = (await form_in(request)).get("answer", "")
        if answer:
            await self._at_desk(self.desk.answer, answer)
        return self._says(listed(self.desk.told, " ") if answer else None)

    async def _finish(self, _request: Request) -> Response:
        await self._at_desk(self.desk.finish)
        response = self._says(None)
        response.background = BackgroundTask(self.made.set)
        return response


def _code(request: Request) -> int:
    """The code of a card in the request. Raises RefusedError if there is no such card."""
    code: int = request.path_params["code"]
    if code not in _CARDS:
        raise RefusedError(HTTPStatus.NOT_FOUND)
    return code


def enrol_from_phones(
    file: Path, binding: Binding, tell: Callable[[str], None], stopped: Event | None = None, *, faces: bool = False
) -> bool:
    """Serves the site; returns True if the deck was made. Ctrl-C stops it, and so does `stopped`."""
    desk, done = (FaceDesk if faces else StickerDesk)(file), stopped or Event()
    if desk.is_settled:
        desk.keep()  # what cannot be written is told at once
    serve_from_terminal(
        Server(binding),
        lambda pairing: EnrolmentSite(desk, pairing, done),
        done,
        tell,
        code=lambda digits: _("Code: {digits}. Ctrl-C stops; what is entered is saved.", digits=digits),
    )
    for line in deck_made_told(file) if desk.is_made else [desk.stopped] if desk.is_settled else []:
        tell(line)
    return desk.is_made
