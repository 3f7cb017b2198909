"""The page on which a phone is let in by a code or forgotten again, and its answers."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from http import HTTPStatus
from threading import Event
from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import Response

from lucca_pi.language import Text, _, ngettext
from lucca_pi.outside import MOST_LETTERS, harmless
from lucca_pi.web.answers import CAMERA, pairing_form
from lucca_pi.web.application import Handler, Site, answered, elsewhere, form_in, refusal_response
from lucca_pi.web.markup import document, element, head
from lucca_pi.web.pairing import EVENING_S, Control, Pairing, PairingError
from lucca_pi.web.server import Server

_MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class DoorWords:
    """
    Texts of the page. `code` asks for the code; `wrong` says that another was typed.

    `later` makes of seconds the sentence that says when codes are heard again. `looks`: one may look without a code.
    """

    title: Text
    code: Text
    wrong: Text
    later: Callable[[int], Text]
    looks: bool


def _later(wait_s: int) -> Text:
    if wait_s < 2 * _MINUTE_S:
        return ngettext(
            "That is not the code. Photograph the square instead, or wait {number} second and type the digits "
            "shown then.",
            "That is not the code. Photograph the square instead, or wait {number} seconds and type the "
            "digits shown then.",
            wait_s,
        )
    return ngettext(
        "That is not the code. Photograph the square instead, or wait {number} minute and type the digits shown then.",
        "That is not the code. Photograph the square instead, or wait {number} minutes and type the digits shown then.",
        -(-wait_s // _MINUTE_S),
    )


AT_THE_TABLE = DoorWords(
    _("Answer from this phone"),
    _("The four digits on the table's display"),
    _("That is not the code. It is on the table's display."),
    _later,
    looks=True,
)
AS_CAMERA = replace(AT_THE_TABLE, title=CAMERA)
AT_THE_TERMINAL = DoorWords(
    _("Enrol from this phone"),
    _("The four digits in the terminal"),
    _("That is not the code. It is in the terminal."),
    lambda wait_s: ngettext(
        "That is not the code. The terminal shows a new one, accepted in {number} second.",
        "That is not the code. The terminal shows a new one, accepted in {number} seconds.",
        wait_s,
    ),
    looks=False,
)


def _door_page(key: str, words: DoorWords, *, asks_code: bool, name: str = "", complaint: Text | None = None) -> bytes:
    """
    The page as a whole document. `key`: content of the code's square, "" if the code is to be typed.

    `complaint`: about the code that was typed before.
    """
    content = [
        element("h1", words.title),
        element("p", complaint, role="alert", class_="doubt") if complaint else None,
        pairing_form(words.code, key=key, asks_code=asks_code, name=name),
        element("p", element("a", _("Only look"), href="/")) if words.looks else None,
    ]
    main = element("main", element("section", content, id="now", class_="door"), class_="narrow")
    return document(head(words.title), element("body", main)).encode()


COOKIE = "lucca"
_NAME_COOKIE = "lucca-name"
"""The name that a phone gave, for the next evening: the form then shows it."""
_YEAR_S = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Door:
    """Lets phones in. `control`: who may come in; `pairing`: who has; `words`: the texts of its page."""

    pairing: Pairing
    control: Control
    words: DoorWords = AT_THE_TABLE

    @property
    def looks(self) -> Mapping[str, Handler]:
        """Handlers of GET, by path."""
        return {"/pair": self._page, "/p/{key}": self._page, "/P/{key}": self._page}

    @property
    def does(self) -> Mapping[str, Handler]:
        """Handlers of POST, by path."""
        return {"/pair": self._pair, "/leave": self._leave}

    def label_of(self, request: Request) -> str | None:
        """The name of the phone that asks; None if it was not let in."""
        label = self.pairing.label_of(request.cookies.get(COOKIE, ""))
        if label:
            request.state.place.let_in()
        return label

    def inside(self, handlers: Mapping[str, Handler]) -> Mapping[str, Handler]:
        """The handlers for a phone that is let in; any other request is led to the door."""

        def behind(handler: Handler) -> Handler:
            async def handle(request: Request) -> Response:
                return elsewhere("/pair") if self.label_of(request) is None else await handler(request)

            return handle

        return {path: behind(handler) for path, handler in handlers.items()}

    async def _page(self, request: Request) -> Response:
        if self.control == "nobody":
            return refusal_response(HTTPStatus.NOT_FOUND)
        key = request.path_params.get("key", "")
        name = harmless(unquote(request.cookies.get(_NAME_COOKIE, "")))
        page = _door_page(key[:32], self.words, asks_code=self.control == "paired", name=name)
        return answered(page, "text/html")

    async def _pair(self, request: Request) -> Response:
        """Lets a phone in by the code, with the name that it gives."""
        if self.control == "nobody":
            return refusal_response(HTTPStatus.FORBIDDEN)
        form = await form_in(request)
        label = form.get("name") or unquote(request.cookies.get(_NAME_COOKIE, ""))
        was, address = request.cookies.get(COOKIE, ""), request.client.host if request.client else ""
        try:
            if self.control == "anyone":
                return self._welcome(self.pairing.welcome(label, address, was), form.get("name", ""))
            secret = self.pairing.let_in(form.get("code", "")[:32], label, address, was)
            return self._welcome(secret, form.get("name", ""))
        except PairingError as error:
            wait_s = round(error.wait_s + 0.5)
            status = HTTPStatus.TOO_MANY_REQUESTS if wait_s else HTTPStatus.FORBIDDEN
            complaint = self.words.later(wait_s) if wait_s else self.words.wrong
            page = _door_page("", self.words, asks_code=True, name=label, complaint=complaint)
            return answered(page, "text/html", status, {"Retry-After": str(wait_s)} if wait_s else {})

    def _welcome(self, secret: str, name: str) -> Response:
        """Sends the phone to the page with its secret, and with the name that it gave, for other evenings."""
        response = elsewhere("/")
        if name.strip():
            _set(response, _NAME_COOKIE, quote(name[:MOST_LETTERS]), _YEAR_S)
        _set(response, COOKIE, secret, int(EVENING_S))
        return response

    async def _leave(self, request: Request) -> Response:
        """Forgets the phone."""
        await form_in(request)
        self.pairing.forget(request.cookies.get(COOKIE, ""))
        response = elsewhere("/")
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return response


def _set(response: Response, name: str, value: str, age_s: int) -> None:
    response.set_cookie(name, value, max_age=age_s, path="/", httponly=True, samesite="strict")


_LAST_S = 3.0
"""Seconds for which the last page's style can still be fetched."""


def serve_from_terminal(
    server: Server,
    site: Callable[[Pairing], Site],
    over: Event,
    tell: Callable[[str], None],
    *,
    code: Callable[[str], str],
    address: Callable[[str], str] = lambda address: _("Open on your phone: {address}", address=address),
) -> None:
    """
    Serves a site until it is `over`, or until Ctrl-C, and closes the server; tells where, and each new code.

    `address` and `code` put the page's addresses and the digits into words.
    """
    pairing = Pairing()
    with closing(server):
        try:
            server.start(lambda: site(pairing))
            tell(address("  ".join(server.addresses)))
            pairing.tell_codes(over, lambda digits: tell(code(digits)))
            Event().wait(_LAST_S)
        except KeyboardInterrupt:
            tell("")  # ends the line on which the terminal shows ^C
