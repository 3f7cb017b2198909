"""The page on which a phone is let in by a code or forgotten again, and its answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from lucca_pi.language import Text, _, ngettext
from lucca_pi.web.application import Handler, answered, form_in, refusal_response
from lucca_pi.web.markup import Attributes, Child, Markup, document, element, head
from lucca_pi.web.pairing import EVENING_S, LONGEST_LABEL, Control, Pairing, PairingError

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


_AT_THE_TABLE = DoorWords(
    _("Answer from this phone"),
    _("The four digits on the table's display"),
    _("That is not the code. It is on the table's display."),
    _later,
    looks=True,
)


def _door_page(
    key: str, words: DoorWords, *, asks_code: bool, name: str = "", wrong: bool = False, wait_s: int = 0
) -> bytes:
    """
    The page as a whole document. `key`: content of the code's square, "" if the code is to be typed.

    `wrong`: the code was wrong; codes are heard again in `wait_s` seconds.
    """
    form = element(
        "form", _code(key, words.code) if asks_code else None, _name(name), _button(), method="post", action="/pair"
    )
    alert = (
        element("p", words.later(wait_s) if wait_s else words.wrong, role="alert", class_="doubt") if wrong else None
    )
    section = element(
        "section",
        element("h1", words.title),
        alert,
        form,
        _back() if words.looks else None,
        id="now",
        class_="door",
    )
    body = element("body", element("main", section, class_="narrow"))
    return document(head(words.title), body).encode()


def _code(key: str, asked: Text) -> Child:
    if key:
        return element("input", type="hidden", name="code", value=key)
    digits: Attributes = {
        "inputmode": "numeric",
        "autocomplete": "off",
        "maxlength": 12,
        "pattern": "[0-9]{4}",
        "required": True,
    }
    return [
        element("label", asked, for_="code"),
        element("input", id="code", name="code", **digits),
    ]


def _name(name: str) -> Child:
    return [
        element("label", _("Your name"), for_="name"),
        element("input", id="name", name="name", value=name, maxlength=LONGEST_LABEL, autocomplete="nickname"),
    ]


def _button() -> Markup:
    return element("button", _("Let me in"), class_="main")


def _back() -> Markup:
    return element("p", element("a", _("Only look"), href="/"))


COOKIE = "lucca"


@dataclass(frozen=True, slots=True)
class Door:
    """Lets phones in. `control`: who may come in; `pairing`: who has; `words`: the texts of its page."""

    pairing: Pairing
    control: Control
    words: DoorWords = _AT_THE_TABLE

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

    async def _page(self, request: Request) -> Response:
        if self.control == "nobody":
            return refusal_response(HTTPStatus.NOT_FOUND)
        key = request.path_params.get("key", "")
        return answered(_door_page(key[:32], self.words, asks_code=self.control == "paired"), "text/html")

    async def _pair(self, request: Request) -> Response:
        """Lets a phone in by the code, with the name that it gives."""
        if self.control == "nobody":
            return refusal_response(HTTPStatus.FORBIDDEN)
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
            page = _door_page("", self.words, asks_code=True, name=label, wrong=True, wait_s=wait_s)
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
