"""Parts of the pages of enrolment: the whole document, a card's picture, a colour, and the camera's button."""

from collections.abc import Sequence
from zlib import crc32

from lucca_pi.box.desk import Desk
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK
from lucca_pi.games.citta.table.colour_words import GERMAN
from lucca_pi.language import Text, _, in_use, is_right_to_left
from lucca_pi.web.markup import Attributes, Child, Markup, element, head, tint
from lucca_pi.web.page import answer_result as said_of

_STYLE = element("link", rel="stylesheet", href="/enrol.css")
_SCRIPTS = [element("script", src=f"/{name}.js", defer=True) for name in ("sending", "enrol")]
_PHOTOGRAPHS = "image/jpeg"


def document(desk: Desk, title: Text, content: Child, said: Text | str | None = None) -> bytes:
    """The whole document; `said`: the result of the step before."""
    count = _("{entered} of {all} cards", entered=len(desk.draft.cards), all=CARDS_IN_A_DECK)
    top = element("header", element("span", desk.file.stem, class_="title"), element("span", count), id="top")
    body = element("body", top, element("main", said_of(said), content, class_="enrol"), _SCRIPTS)
    direction = "rtl" if is_right_to_left() else "ltr"
    page = element("html", head([title, f" · {desk.file.stem}"], _STYLE), body, lang=in_use(), dir=direction)
    return f"<!doctype html>\n{page}\n".encode()


def crop(desk: Desk, code: int, *, large: bool = False) -> Markup:
    """The card's picture; its code if no photograph has shown it since the start."""
    picture = desk.pictures.get(code)
    if picture is None:
        return element("span", code, class_="blank large" if large else "blank", aria_hidden="true")
    where = f"/crop/{code}.jpg?{crc32(picture):08x}"
    return element("img", src=where, alt=_("Card {code}", code=code), class_="crop large" if large else "crop")


def swatch(colour: str, colours: Sequence[str]) -> Markup | None:
    """A dot of that colour; None if the colour is not known."""
    if not colour:
        return None
    dot = element("circle", cx=9, cy=9, r=8, fill=tint(GERMAN.get(colour.casefold(), colour), colours), class_="dot")
    return element("svg", dot, viewBox="0 0 18 18", class_="swatch", aria_hidden="true")


def camera(words: Text) -> Markup:
    """A large button that opens the phone's own camera; without a script the photograph is chosen, then sent."""
    opens: Attributes = {"accept": _PHOTOGRAPHS, "capture": "environment", "required": True}
    told: Attributes = {
        "data_sending": _("Sending and reading the photograph …"),
        "data_failed": _("The photograph was not sent. Try again."),
    }
    form: Attributes = {"method": "post", "action": "/photo", "enctype": "multipart/form-data"}
    parts = [
        element("input", type="file", id="photo", name="photo", **opens),
        element("label", words, for_="photo", class_="photo"),
        element("button", _("Send the photograph"), class_="main unscripted"),
    ]
    return element("form", parts, class_="presses photograph", **form, **told)
