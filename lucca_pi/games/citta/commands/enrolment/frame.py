"""What the pages of enrolment share: their frame, the cards' pictures and the dots of colour."""

from collections.abc import Sequence
from zlib import crc32

from lucca_pi.games.citta.commands.enrolment.desk import Desk
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK
from lucca_pi.language import Text, _, in_use, is_right_to_left
from lucca_pi.web.markup import Child, Markup, element, head, tint
from lucca_pi.web.page import said as said_of

STYLE = element("link", rel="stylesheet", href="/enrol.css")
SCRIPT = element("script", src="/enrol.js", defer=True)


def document(desk: Desk, title: Text, content: Child, said: Text | str | None = None) -> bytes:
    """The whole document; `said`: what came of the step before."""
    count = _("{entered} of {all} cards", entered=len(desk.draft.cards), all=CARDS_IN_A_DECK)
    top = element("header", element("span", desk.file.stem, class_="title"), element("span", count), id="top")
    body = element("body", top, element("main", said_of(said), content, class_="enrol"), SCRIPT)
    direction = "rtl" if is_right_to_left() else "ltr"
    page = element("html", head([title, f" · {desk.file.stem}"], STYLE), body, lang=in_use(), dir=direction)
    return f"<!doctype html>\n{page}\n".encode()


def crop(desk: Desk, code: int, *, large: bool = False) -> Markup:
    """The card's picture; its code where no photograph shows it since the start."""
    picture = desk.pictures.get(code)
    if picture is None:
        return element("span", code, class_="blank large" if large else "blank", aria_hidden="true")
    where = f"/crop/{code}.jpg?{crc32(picture):08x}"
    return element("img", src=where, alt=_("Card {code}", code=code), class_="crop large" if large else "crop")


def swatch(colour: str, colours: Sequence[str]) -> Markup | None:
    """A dot of that colour; none where the colour is not known."""
    if not colour:
        return None
    dot = element("circle", cx=9, cy=9, r=8, fill=tint(shown_as(colour), colours), class_="dot")
    return element("svg", dot, viewBox="0 0 18 18", class_="swatch", aria_hidden="true")


def shown_as(colour: str) -> str:
    """The English word of a usual colour, by which it is tinted; any other as it is."""
    from lucca_pi.games.citta.decks.shades import GERMAN

    return GERMAN.get(colour.casefold(), colour)
