"""The check on a phone's page: what to lay, drawn, a button that looks, and what was read."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import Event

from starlette.requests import Request
from starlette.responses import Response

from lucca_pi.checking.check import Check
from lucca_pi.checking.sketch import sketch
from lucca_pi.devices.phone import PhoneCamera
from lucca_pi.language import Text, _
from lucca_pi.ports import CameraEndedError
from lucca_pi.web.answers import photo_form
from lucca_pi.web.application import WEB, Site, answered, elsewhere, files, form_in
from lucca_pi.web.door import AT_THE_TERMINAL, Door, serve_from_terminal
from lucca_pi.web.mailbox import PHOTOGRAPHS, Inbox
from lucca_pi.web.markup import Child, document, element, form, head, press
from lucca_pi.web.pairing import Pairing
from lucca_pi.web.server import Server

_TITLE = _("Check the table")


class CheckSite(Site):
    """Serves a check to phones, behind the door that lets them in. `done` is set when it is over."""

    larger = PHOTOGRAPHS

    def __init__(self, check: Check, pairing: Pairing, done: Event) -> None:
        self._check, self._done, self._inbox, self._eyes = check, done, Inbox(), asyncio.Lock()
        door = Door(pairing, "paired", replace(AT_THE_TERMINAL, title=_TITLE))
        self.looks = {**door.inside({"/": self._seen}), **door.looks, **files(WEB, "page.css", "icon.svg")}
        self.does = {**door.inside({"/step": self._step, "/photo": self._photo}), **door.does}

    async def _seen(self, _request: Request) -> Response:
        return self._page()

    async def _step(self, request: Request) -> Response:
        """Looks, or goes on; what was pressed for another laying is late."""
        sent = await form_in(request)
        if sent.get("number") == str(self._check.number):
            if sent.get("do") == "look":
                await self._look()
            elif sent.get("do") == "next":
                self._check.number += 1
            elif sent.get("do") == "end":
                self._done.set()
        return elsewhere("/")

    async def _photo(self, request: Request) -> Response:
        photograph = await self._inbox.taken(request, "")
        camera = self._check.camera
        if isinstance(camera, PhoneCamera) and (complaint := camera.receive(photograph)):
            return self._page(complaint)
        await self._look()
        return elsewhere("/")

    async def _look(self) -> None:
        async with self._eyes:
            if self._check.laying:
                with suppress(CameraEndedError):
                    await asyncio.to_thread(self._check.look)

    def _page(self, said: Text | str = "") -> Response:
        told = element("p", said, class_="doubt") if said else None
        parts = self._laying() if self._check.laying else self._end()
        body = element("body", element("main", element("section", element("h1", _TITLE), told, parts, id="now")))
        return answered(document(head(_TITLE), body).encode(), "text/html")

    def _laying(self) -> Child:
        check, laying = self._check, self._check.laying
        assert laying
        number, result = check.number, check.results.get(check.number)
        look = _("Look again") if result else _("Look")
        shoots = isinstance(check.camera, PhoneCamera)
        return [
            element("p", check.asked.called.to_begin, class_="soft") if number == 0 else None,
            element("h2", f"{number + 1}/{len(check.asked.layings)}  ", laying.words),
            element("pre", sketch(laying, check.asked), dir="ltr"),
            element("p", check.line(number), class_="said") if result else None,
            photo_form(_("Photograph it")) if shoots else self._button(look, "look"),
            self._button(_("Next") if result else _("Leave it out"), "next", class_="quiet"),
        ]

    def _end(self) -> Child:
        return [*(element("p", line) for line in self._check.lines()), self._button(_("Finish"), "end")]

    def _button(self, words: Text, do: str, class_: str = "main") -> Child:
        return form("/step", press(do, words, class_), sent={"number": self._check.number})


def check_from_phones(check: Check, server: Server, tell: Callable[[str], None]) -> None:
    """Serves the check until a phone finishes it, or until Ctrl-C; tells where, and each new code."""
    done = Event()
    serve_from_terminal(
        server,
        lambda pairing: CheckSite(check, pairing, done),
        done,
        tell,
        code=lambda digits: _("Code: {digits}. Ctrl-C stops.", digits=digits),
    )
