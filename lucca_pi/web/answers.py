"""Buttons for all that may be answered, in forms that name their question; and the form that lets a phone in."""

from collections.abc import Mapping, Sequence
from typing import Any

from lucca_pi.contract.overview import NamedSeat, Offer, PhoneQuestion
from lucca_pi.language import LANGUAGES, Text, _, in_use_at_the_table
from lucca_pi.outside import MOST_LETTERS
from lucca_pi.web.markup import Attributes, Child, Markup, element, folded, form, points_in_all, press

SHORT = 14
"""Most letters of answers that are placed two in a row."""
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
        _photograph(asks["id"]) if by_photograph and asks["id"] else None,
        _form(asks, [_answer(one, chosen, pictures) for one in given], rows) if given else None,
        _form(asks, [_button(one, "main" if one["do"] == "ok" else "aside") for one in presses], "presses"),
        _doubt(asks),
        folded(_("More"), _form(asks, aside, "rows"), _past_games(asks), id_="more") if aside else None,
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
    of_game = {"do": "names", "id": asks["game"]}
    last = {
        f"{key}-{seat}": value
        for seat, name in asks["again"].items()
        for key, value in (("was", known.get(seat, "")), ("name", name))
    }
    again = element("button", _("Same players again: {names}", names=", ".join(asks["again"].values())), class_="aside")
    same = form("/answer", again, sent=of_game | last) if last else None
    typed = names_form(asks["seats"], asks["people"], of_game, "/answer", marks)
    return [element("p", note, class_="soft") if note else None, same, typed]


def names_form(
    seats: Sequence[NamedSeat], people: Sequence[str], sent: Mapping[str, str], path: str, marks: Mapping[int, Child]
) -> Markup:
    """One form for the names at all seats; `people` are offered, `sent` goes along."""
    offered = element("datalist", [element("option", value=name) for name in people], id="people")
    rows = [_seat(seat, marks.get(seat["seat"])) for seat in seats]
    save = element("button", _("Save the names"), class_="aside")
    return form(path, offered, rows, save, class_="names", sent=sent)


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
    return form("/answer", buttons, class_="languages", aria_label=_("Language"))


def _answer(offer: Offer, chosen: int | None, pictures: Sequence[Child]) -> Markup:
    picture = pictures[offer["number"]] if offer["number"] < len(pictures) else None
    return _button(offer, "answer chosen" if offer["number"] == chosen else "answer", picture)


def _form(asks: PhoneQuestion, buttons: Child, kind: str) -> Markup | None:
    return form("/answer", buttons, class_=kind, sent={"id": asks["id"]}) if buttons else None


def _button(offer: Offer, kind: str, picture: Child = None) -> Markup:
    return press(f"{offer['do']}:{offer['number']}", [picture, offer["words"]], kind, name="pick")


def _doubt(asks: PhoneQuestion) -> Markup | None:
    offers = [_button(one, "answer") for one in asks["offers"] if one["do"] == "doubt"]
    if not offers:
        return None
    told = element("p", asks["doubt"])
    return folded(_("Not sure yet: answer now"), told, _form(asks, offers, "rows"), id_="doubt")


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


def _photograph(asked: str) -> Markup:
    """The OK to a question, by its id, that is a photograph of the table."""
    return photo_form(
        _("OK: photograph the table"),
        f"/photo?id={asked}",
        accept="image/*",
        data_sending=_("Sending …"),
        data_large=_("The photograph is larger than 30 MB. Set the phone's camera to smaller photographs."),
    )


def photo_form(words: Text, path: str = "/photo", *, accept: str = "image/jpeg", **told: Text) -> Markup:
    """A large button that opens the phone's own camera; without a script the photograph is chosen, then sent."""
    sentences: dict[str, Any] = {
        "data_sending": _("Sending and reading the photograph …"),
        "data_failed": _("The photograph was not sent. Try again."),
    }
    opens: Attributes = {"accept": accept, "capture": "environment", "required": True}
    parts = (
        element("input", type="file", id="photo", name="photo", **opens),
        element("label", words, for_="photo", class_="photo"),
        element("button", _("Send the photograph"), class_="main unscripted"),
    )
    kind = {"class_": "presses photograph", "enctype": "multipart/form-data"}
    return form(path, *parts, **{**kind, **sentences, **told})


def pairing_form(code: Text, *, key: str = "", asks_code: bool = True, name: str = "") -> Markup:
    """
    The form. `code` asks for the digits; `key`: content of the code's square, "" if the digits are to be typed.

    `name`: the name the phone had.
    """
    label = element("label", _("Your name"), for_="name")
    typed = element("input", id="name", name="name", value=name, maxlength=MOST_LETTERS, autocomplete="nickname")
    button = element("button", _("Let me in"), class_="main")
    asked = _code(key, code) if asks_code else None
    return form("/pair", asked, label, typed, button, class_=None)


def _code(key: str, asked: Text) -> Child:
    if key:
        return element("input", type="hidden", name="code", value=key)
    digits: Attributes = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 12, "pattern": "[0-9]{4}"}
    return element("label", asked, for_="code"), element("input", id="code", name="code", **digits, required=True)
