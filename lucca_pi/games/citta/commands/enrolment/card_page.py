"""One card's page: its picture, and large buttons for what is printed on it."""

from lucca_pi.games.citta.commands.enrolment.desk import Desk
from lucca_pi.games.citta.commands.enrolment.face_desk import FaceDesk
from lucca_pi.games.citta.commands.enrolment.frame import crop, document, swatch
from lucca_pi.games.citta.decks.enrolling import Shown
from lucca_pi.games.citta.decks.typed import shields_beside
from lucca_pi.games.citta.decks.words import symbols
from lucca_pi.games.citta.rules.deck import HIGHEST_NUMBER, MOST_SYMBOLS
from lucca_pi.language import Text, _
from lucca_pi.web.markup import Attributes, Child, Markup, element

NOT_OURS = _("Not of this box, or the same as another one? Its photographs go, and the missing card is photographed.")
USUAL = 3
"""Windows and shields of usual cards: from none to three."""


def card_page(desk: Desk, code: int, said: Text | str | None = None) -> bytes:
    """The whole document."""
    shown = desk.enrolling.shown(code)
    title = _("Card {code}", code=code)
    told = _known(shown)
    parts = [element("h1", title), crop(desk, code, large=True), told, _form(desk, shown)]
    section = element("section", parts, id="now", class_=f"one {shown.standing}")
    back = element("p", element("a", _("Back to the sheet"), href="/", class_="button quietly"))
    return document(desk, title, [section, back, _forget(desk, code)], said)


def _known(shown: Shown) -> Markup | None:
    if shown.windows is None or shown.shields is None:
        return None
    standing = _("entered") if shown.standing == "entered" else _("typed, not taken yet")
    return element("p", symbols(shown.windows, shown.shields), " · ", standing, class_="soft")


def _form(desk: Desk, shown: Shown) -> Markup:
    """The windows' buttons send it: one tap is enough where colour and number are right."""
    parts = [_colours(desk, shown), _windows(shown), _more(shown)]
    return element("form", parts, method="post", action=f"/card/{shown.code}", class_="rows give")


def _colours(desk: Desk, shown: Shown) -> Markup:
    rows = [
        element(
            "label",
            element("input", type="radio", name="colour", value=name, required=True, checked=name == shown.colour),
            swatch(name, desk.draft.colours),
            element("span", name),
        )
        for name in desk.draft.colours
    ]
    return element("fieldset", element("legend", _("Colour")), element("div", rows, class_="colours"))


def _windows(shown: Shown) -> Markup:
    buttons = [_window(count, shown) for count in range(USUAL + 1)]
    return element("fieldset", element("legend", _("Windows")), element("div", buttons, class_="digits"))


def _window(count: int, shown: Shown) -> Markup:
    chosen = "main" if shown.windows == count else "digit"
    return element("button", count, name="windows", value=count, class_=chosen)


def _more(shown: Shown) -> Markup:
    """What is seldom needed: other shields than what lacks of three, another number, more windows."""
    usual = shown.windows is None or shown.shields == shields_beside(shown.windows)
    buttons = [_window(count, shown) for count in range(USUAL + 1, MOST_SYMBOLS + 1)]
    content = [
        element(
            "fieldset", element("legend", _("Shields")), element("div", _shields(shown, usual), class_="colours few")
        ),
        element("label", _("Street number, if it is another"), for_="number"),
        _number(shown),
        element("fieldset", element("legend", _("More windows")), element("div", buttons, class_="digits few")),
    ]
    opened = not usual or shown.number != shown.code
    summary = element("summary", _("Other shields, another number"))
    return element("details", summary, content, class_="folded", open=opened)


def _shields(shown: Shown, usual: bool) -> Child:
    """None of the digits: what lacks of three."""
    choices = [("", _("what lacks of three")), *((str(count), str(count)) for count in range(MOST_SYMBOLS + 1))]
    chosen = "" if usual else str(shown.shields)
    return [
        element(
            "label",
            element("input", type="radio", name="shields", value=value, checked=value == chosen),
            element("span", words),
        )
        for value, words in choices
    ]


def _number(shown: Shown) -> Markup:
    told: Attributes = {"inputmode": "numeric", "autocomplete": "off", "maxlength": len(str(HIGHEST_NUMBER))}
    return element("input", id="number", name="number", value=shown.number, pattern="[0-9]*", **told)


def _forget(desk: Desk, code: int) -> Markup | None:
    """Taking a card off the desk; not where nothing is known of it."""
    if code not in desk.draft.cards and code not in desk.sheet:
        return None
    is_out = isinstance(desk, FaceDesk)
    button = element("button", _("Not of this box") if is_out else _("Forget this card"), class_="quiet")
    told = element("p", NOT_OURS, class_="soft") if is_out else None
    return element("form", button, told, method="post", action=f"/forget/{code}")
