"""Where phones are let in to a site by the code that its owner shows, and go again."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from lucca_pi.web.application import Handler, answered, form_in
from lucca_pi.web.door_page import AT_THE_TABLE, DoorWords, door_page
from lucca_pi.web.guard import refusal
from lucca_pi.web.pairing import EVENING_S, Pairing, PairingError
from lucca_pi.web.viewing import Control

COOKIE = "lucca"


@dataclass(frozen=True, slots=True)
class Door:
    """`control` says who may come in, `pairing` who has; `words` where the code is shown, and what for."""

    pairing: Pairing
    control: Control
    words: DoorWords = AT_THE_TABLE

    @property
    def looks(self) -> Mapping[str, Handler]:
        """What it answers to GET, by path."""
        return {"/pair": self._page, "/p/{key}": self._page, "/P/{key}": self._page}

    @property
    def does(self) -> Mapping[str, Handler]:
        """What it answers to POST, by path."""
        return {"/pair": self._pair, "/leave": self._leave}

    def label_of(self, request: Request) -> str | None:
        """What the phone that asks is called; None for one that was not let in."""
        label = self.pairing.label_of(request.cookies.get(COOKIE, ""))
        if label:
            request.state.place.let_in()
        return label

    async def _page(self, request: Request) -> Response:
        if self.control == "nobody":
            return refusal(HTTPStatus.NOT_FOUND)
        key = request.path_params.get("key", "")
        return answered(door_page(key[:32], self.words, asks_code=self.control == "paired"), "text/html")

    async def _pair(self, request: Request) -> Response:
        """Lets a phone in by the code, under the name that it gives."""
        if self.control == "nobody":
            return refusal(HTTPStatus.FORBIDDEN)
        form = await form_in(request)
        label = form.get("name", "")
        if self.control == "anyone":
            return self._welcome(self.pairing.welcome(label))
        address = request.client.host if request.client else ""
        try:
            return self._welcome(self.pairing.let_in(form.get("code", "")[:32], label, address))
        except PairingError as error:
            wait_s = round(error.wait_s + 0.5)
            status = HTTPStatus.TOO_MANY_REQUESTS if wait_s else HTTPStatus.FORBIDDEN
            page = door_page("", self.words, asks_code=True, name=label, wrong=True, wait_s=wait_s)
            return answered(page, "text/html", status, {"Retry-After": str(wait_s)} if wait_s else {})

    def _welcome(self, secret: str) -> Response:
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        age = int(EVENING_S)
        response.set_cookie(COOKIE, secret, max_age=age, path="/", httponly=True, samesite="strict")
        return response

    async def _leave(self, request: Request) -> Response:
        """Forgets the phone."""
        await form_in(request)
        self.pairing.forget(request.cookies.get(COOKIE, ""))
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return response
