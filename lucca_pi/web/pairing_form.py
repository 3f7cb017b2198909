"""The form by which a phone is let in: a page of its own, and the first thing at a table that needs a camera."""

from lucca_pi.language import Text, _
from lucca_pi.outside import MOST_LETTERS
from lucca_pi.web.markup import Attributes, Child, Markup, element

CAMERA = _("Use this phone as the camera")


def pairing_form(code: Text, *, key: str = "", asks_code: bool = True, name: str = "") -> Markup:
    """
    The form. `code` asks for the digits; `key`: content of the code's square, "" if the digits are to be typed.

    `name`: the name the phone had.
    """
    fields = [_code(key, code) if asks_code else None, _name(name)]
    button = element("button", _("Let me in"), class_="main")
    return element("form", fields, button, method="post", action="/pair")


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
        element("input", id="name", name="name", value=name, maxlength=MOST_LETTERS, autocomplete="nickname"),
    ]
