"""Buttons for all that may be answered, in forms that name their question; and the form that lets a phone in."""

from collections.abc import Mapping, Sequence

from lucca_pi.contract.overview import NamedSeat, Offer, PhoneQuestion
from lucca_pi.language import LANGUAGES, Text, _, in_use_at_the_table
from lucca_pi.outside import MOST_LETTERS
from lucca_pi.web.markup import Attributes, Child, Markup, element, points_in_all

SHORT = 14
"""Most letters of answers that are placed two in a row."""
_PHOTOGRAPHS = "image/*"
CAMERA = _("Use this phone as the camera")


def answer_buttons(
    asks: PhoneQuestion, chosen: int | None, *, by_photograph: bool = False, pictures: Sequence[Child] = ()
) -> Child:
    """
    The buttons for the present question: answers, OK (or its photograph), Back, and further offers.

    `pictures`: one for each answer by its number, if there are any.
    """
    offers = [one for one in asks["offers"] if not (by_photograph and one["do"] == "ok")]
    given = [one for one in offers if one["do"] == "answer"]
    rows = "rows two" if all(len(one["words"]) <= SHORT for one in given) else "rows"
    presses = [one for one in offers if one["do"] in ("ok", "back")]
    aside = [_button(one, "aside") for one in offers if one["do"] in ("more", "undo")]
    return [
        _past(asks),
        _photograph(asks) if by_photograph and asks["id"] else None,
        _form(asks, [_answer(one, chosen, pictures) for one in given], rows) if given else None,
        _form(asks, [_button(one, "main" if one["do"] == "ok" else "aside") for one in presses], "presses"),
        _doubt(asks),
        _folded("more", _("More"), _form(asks, aside, "rows"), _past_games(asks)) if aside else None,
    ]


def latest_answer(asks: PhoneQuestion | None) -> Markup | None:
    """The latest answer from a phone, with the name of who gave it."""
    answer = asks["answered"] if asks else None
    if not answer:
        return None
    return element("p", _("{player}: {answer}", player=answer["by"], answer=answer["words"]), class_="answered")


def names(asks: PhoneQuestion, marks: Mapping[int, Child], note: Text | None) -> Child:
    """The form to type the name at each seat; `marks`: a picture of each seat, by its code."""
    if not asks["seats"]:
        return None
    known = {seat["seat"]: seat["name"] for seat in asks["seats"]}
    last = [
        element("input", type="hidden", name=f"{key}-{seat}", value=value)
        for seat, name in asks["again"].items()
        for key, value in (("was", known.get(seat, "")), ("name", name))
    ]
    press = element("button", _("Same players again: {names}", names=", ".join(asks["again"].values())), class_="aside")
    same = _names_form([*_for_game(asks["game"]), last, press], "rows") if last else None
    typed = names_form(asks["seats"], asks["people"], _for_game(asks["game"]), "/answer", marks)
    return [element("p", note, class_="soft") if note else None, same, typed]


def names_form(
    seats: Sequence[NamedSeat], people: Sequence[str], hidden: Child, action: str, marks: Mapping[int, Child]
) -> Markup:
    """One form for the names at all seats; `people` are offered, `hidden` is sent along."""
    offered = element("datalist", [element("option", value=name) for name in people], id="people")
    rows = [_seat(seat, marks.get(seat["seat"])) for seat in seats]
    save = element("button", _("Save the names"), class_="aside")
    return _names_form([hidden, offered, *rows, save], "names", action)


def _names_form(content: Child, kind: str, action: str = "/answer") -> Markup:
    return element("form", content, method="post", action=action, class_=kind)


def _for_game(game: str) -> list[Child]:
    return [element("input", type="hidden", name=name, value=value) for name, value in (("do", "names"), ("id", game))]


def languages() -> Markup:
    """A button for each language that the table can speak, by its own name."""
    buttons = [
        element(
            "button",
            name,
            id=f"speaks-{code}",
            lang=code,
            aria_pressed="true" if code == in_use_at_the_table() else "false",
            name="pick",
            value=f"language:{number}",
            class_="quiet",
        )
        for number, (code, name) in enumerate(LANGUAGES.items())
    ]
    return element("form", buttons, method="post", action="/answer", class_="languages", aria_label=_("Language"))


def _answer(offer: Offer, chosen: int | None, pictures: Sequence[Child]) -> Markup:
    picture = pictures[offer["number"]] if offer["number"] < len(pictures) else None
    return _button(offer, "answer chosen" if offer["number"] == chosen else "answer", picture)


def _form(asks: PhoneQuestion, buttons: Child, kind: str) -> Markup | None:
    named = element("input", type="hidden", name="id", value=asks["id"])
    return element("form", named, buttons, method="post", action="/answer", class_=kind) if buttons else None


def _button(offer: Offer, kind: str, picture: Child = None) -> Markup:
    pick = f"{offer['do']}:{offer['number']}"
    return element("button", picture, offer["words"], name="pick", value=pick, class_=kind)


def _doubt(asks: PhoneQuestion) -> Markup | None:
    offers = [_button(one, "answer") for one in asks["offers"] if one["do"] == "doubt"]
    if not offers:
        return None
    return _folded("doubt", _("Not sure yet: answer now"), element("p", asks["doubt"]), _form(asks, offers, "rows"))


def _folded(name: str, title: Text, *content: Child) -> Markup:
    return element("details", element("summary", title), content, id=name, class_="folded")


def _past_games(asks: PhoneQuestion) -> Markup | None:
    """The link to the pages of past games, where the menu before the start has its item."""
    return element("p", element("a", _("Past games"), href="/games", class_="aside")) if asks["seats"] else None


def _past(asks: PhoneQuestion) -> Child:
    """The date and the standings of the past game that is shown."""
    past = asks["past"]
    if not past:
        return None
    rows = [
        element("li", element("span", one["player"], class_="name"), points_in_all(one["total"]))
        for one in past["standings"]
    ]
    return [element("p", past["day"], class_="soft"), element("ol", rows, class_="standings")]


def _seat(seat: NamedSeat, mark: Child) -> Markup:
    """The box for the name at a seat; the name it had shows whether somebody else has changed it meanwhile."""
    code = seat["seat"]
    typed: Attributes = {
        "maxlength": MOST_LETTERS,
        "autocomplete": "off",
        "autocapitalize": "words",
        "enterkeyhint": "done",
        "list": "people",
    }
    was = element("input", type="hidden", name=f"was-{code}", value=seat["name"])
    asked = element("label", mark, seat["called"], for_=f"seat-{code}")
    box = element("input", id=f"seat-{code}", name=f"name-{code}", value=seat["name"], **typed)
    return element("div", was, asked, box, class_="seat")


def _photograph(asks: PhoneQuestion) -> Markup:
    """A large button that opens the phone's own camera; without a script the photograph is chosen, then sent."""
    texts: Attributes = {
        "data_sending": _("Sending …"),
        "data_failed": _("The photograph was not sent. Try again."),
        "data_large": _("The photograph is larger than 30 MB. Set the phone's camera to smaller photographs."),
    }
    box = element(
        "input", type="file", id="photo", name="photo", accept=_PHOTOGRAPHS, capture="environment", required=True
    )
    label = element("label", _("OK: photograph the table"), for_="photo", class_="photo")
    button = element("button", _("Send the photograph"), class_="main unscripted")
    where = f"/photo?id={asks['id']}"
    form: Attributes = {
        "method": "post",
        "action": where,
        "enctype": "multipart/form-data",
        "class_": "presses photograph",
    }
    return element("form", box, label, button, **form, **texts)


def pairing_form(code: Text, *, key: str = "", asks_code: bool = True, name: str = "") -> Markup:
    """
    The form. `code` asks for the digits; `key`: content of the code's square, "" if the digits are to be typed.

    `name`: the name the phone had.
    """
    label = element("label", _("Your name"), for_="name")
    typed = element("input", id="name", name="name", value=name, maxlength=MOST_LETTERS, autocomplete="nickname")
    button = element("button", _("Let me in"), class_="main")
    asked = _code(key, code) if asks_code else None
    return element("form", asked, label, typed, button, method="post", action="/pair")


def _code(key: str, asked: Text) -> Child:
    if key:
        return element("input", type="hidden", name="code", value=key)
    digits: Attributes = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 12, "pattern": "[0-9]{4}"}
    return element("label", asked, for_="code"), element("input", id="code", name="code", **digits, required=True)
