"""The page on which a phone is let in: the code that is shown to who may, and what the phone is to be called."""

from collections.abc import Callable
from dataclasses import dataclass

from lucca_pi.language import Text, _, in_use, is_right_to_left, ngettext
from lucca_pi.web.head import head
from lucca_pi.web.markup import Attributes, Child, Markup, element
from lucca_pi.web.pairing import LONGEST_LABEL

MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class DoorWords:
    """
    What the door says. `code`: what is to be typed; `wrong`: that it was not that.

    `later` makes of seconds the sentence that codes are heard again in so many. `looks`: one may look without.
    """

    title: Text
    code: Text
    wrong: Text
    later: Callable[[int], Text]
    looks: bool


def _later(wait_s: int) -> Text:
    if wait_s < 2 * MINUTE_S:
        return ngettext(
            "That is not the code. Photograph the square instead, or type the digits shown in {number} second.",
            "That is not the code. Photograph the square instead, or type the digits shown in {number} seconds.",
            wait_s,
        )
    return ngettext(
        "That is not the code. Photograph the square instead, or type the digits shown in {number} minute.",
        "That is not the code. Photograph the square instead, or type the digits shown in {number} minutes.",
        -(-wait_s // MINUTE_S),
    )


AT_THE_TABLE = DoorWords(
    _("Answer from this phone"),
    _("The four digits on the table's display"),
    _("That is not the code. It is on the table's display."),
    _later,
    looks=True,
)


def door_page(
    key: str, words: DoorWords, *, asks_code: bool, name: str = "", wrong: bool = False, wait_s: int = 0
) -> bytes:
    """
    The whole document. `key`: what the code's square held, "" where the code is to be typed.

    `wrong`: the code was; codes are heard again in `wait_s` seconds.
    """
    form = element(
        "form", _code(key, words.code) if asks_code else None, _name(name), _button(), method="post", action="/pair"
    )
    told = element("p", words.later(wait_s) if wait_s else words.wrong, role="alert", class_="doubt") if wrong else None
    section = element(
        "section", element("h1", words.title), told, form, _back() if words.looks else None, id="now", class_="door"
    )
    body = element("body", element("main", section, class_="narrow"))
    direction = "rtl" if is_right_to_left() else "ltr"
    return f"<!doctype html>\n{element('html', head(words.title), body, lang=in_use(), dir=direction)}\n".encode()


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
