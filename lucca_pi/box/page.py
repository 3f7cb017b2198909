"""Pages of enrolment: the first questions, photographs, the sheet of cards, and one card with large buttons."""

from lucca_pi.box.answers import USUAL_SYMBOLS, shields_beside
from lucca_pi.box.desk import Desk, ShownCard
from lucca_pi.box.face_desk import FaceDesk
from lucca_pi.box.face_page import face_page
from lucca_pi.box.page_parts import camera, crop, document, swatch
from lucca_pi.box.words import symbols
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, HIGHEST_CODE, HIGHEST_NUMBER, MOST_SYMBOLS
from lucca_pi.games.citta.rules.deck_check import DeckFinding
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.web.markup import Attributes, Child, Markup, element

_TITLE = _("Enrol a box")
_TEACH = _("Tap a card and enter its windows. After about five cards the windows of the others are proposed.")
_CHECK = _("Compare this sheet with your cards: tap what is wrong, then accept them all.")
_NOT_OURS = _("A card that is not from this box, or is the same as another: tap it, then Not from this box.")
_NOT_OUR_CARD = _(
    "Not from this box, or the same as another? Its photographs are deleted; then photograph the missing card."
)


def sheet_page(desk: Desk, said: Text | str | None = None) -> bytes:
    """The first page: the button for a photograph, the cards in hand, and how many are entered and missing."""
    if desk.is_made:
        return document(desk, _TITLE, _made(desk), said)
    if not desk.is_settled:
        return document(desk, _TITLE, _settings(desk), said)
    if not isinstance(desk, FaceDesk):
        parts = [_photograph(desk), _sheet(desk), _findings(desk), _finish(desk), _all(desk)]
        return document(desk, _TITLE, parts, said)
    if not desk.gathered.is_whole:
        return face_page(desk, said)
    title = element("h1", _TITLE, class_="unseen")
    return document(desk, _TITLE, [title, _sheet(desk), _findings(desk), _finish(desk)], said)


def _made(desk: Desk) -> Markup:
    return element("section", element("h1", _("The deck is finished")), [element("p", line) for line in desk.told])


def _settings(desk: Desk) -> Markup:
    """The questions about the whole box, asked once."""
    boxes = [
        (element("label", question, for_=name), element("input", id=name, name=name, value=usual, autocomplete="off"))
        for name, (question, usual, _understand) in desk.settings().items()
    ]
    form = element("form", boxes, element("button", _("Begin"), class_="main"), method="post", action="/settle")
    return element("section", element("h1", _TITLE), form, id="now", class_="door")


def _photograph(desk: Desk) -> Markup:
    """The button for a photograph; with instructions until there is one."""
    hint = element("p", _("Side by side, faces up, the whole card in sight; more than one photograph is fine."))
    parts = camera(_("Photograph 12 or 24 cards"))
    title = element("h1", _TITLE, class_="unseen")
    return element("section", title, parts, hint if not desk.sheet else None, id="shoot")


def _sheet(desk: Desk) -> Markup | None:
    if not desk.sheet:
        return _steps(desk)
    left, unsure = desk.untyped, desk.unsure
    codes = sorted(desk.sheet, key=lambda code: (code not in left, code not in unsure))
    tiles = [element("li", _tile(desk, desk.shown(code))) for code in (codes if unsure else desk.sheet)]
    head = element("h2", ngettext("{number} card to enter", "{number} cards to enter", len(left))) if left else None
    look = element("p", _unsure(len(unsure))) if unsure else None
    is_check = desk.draft.typed and not left
    check = element("p", listed([_CHECK, _NOT_OURS], " ") if isinstance(desk, FaceDesk) else _CHECK)
    parts = [
        head,
        element("p", _TEACH, class_="soft") if left else None,
        look,
        check if is_check else None,
        element("ul", tiles, class_="tiles"),
    ]
    return element("section", parts, _take(desk), _steps(desk), id="now")


def _unsure(number: int) -> Text:
    return ngettext(
        "{number} proposed card is not sure: it is marked with ?. Tap what is wrong.",
        "{number} proposed cards are not sure: they are marked with ?. Tap what is wrong.",
        number,
    )


def _tile(desk: Desk, shown: ShownCard) -> Markup:
    """A card: its picture, and below it the proposal or the typed facts."""
    name = [swatch(shown.colour, desk.draft.colours), f"{shown.number or '?'} {shown.colour}".strip()]
    known = shown.windows is not None and shown.shields is not None
    told: Child = symbols(shown.windows or 0, shown.shields or 0) if known else _("windows?")
    mark = " ?" if shown.code in desk.unsure else ""
    words = [element("b", name), element("span", told, mark, class_="told unsure" if mark else "told")]
    done = element("span", "✓", class_="done", title=_("entered")) if shown.standing == "entered" else None
    return element(
        "a", crop(desk, shown.code), words, done, href=f"/card/{shown.code}", class_=f"tile {shown.standing}"
    )


def _take(desk: Desk) -> Markup | None:
    if not (typed := len(desk.draft.typed)):
        return None
    button = element("button", ngettext("Accept {number} card", "Accept these {number}", typed), class_="main")
    count = element("input", type="hidden", name="count", value=typed)
    return element("form", count, button, method="post", action="/take", class_="rows take")


def _steps(desk: Desk) -> Markup | None:
    button = element("button", _("Undo"), class_="quiet")
    return element("form", button, method="post", action="/undo", class_="rows") if desk.can_undo else None


def _findings(desk: Desk) -> Markup | None:
    """The errors and oddities, each with a link to its card."""
    found = [*desk.errors, *desk.oddities]
    if not found:
        return None
    rows = [element("li", _finding(desk, one)) for one in found]
    return element("section", element("h2", _("Look again")), element("ul", rows, class_="problems"), id="findings")


def _finding(desk: Desk, finding: DeckFinding) -> Child:
    code = next((code for code, card in desk.draft.cards.items() if card.number == finding.card), None)
    if code is None:
        return finding.message
    return [element("a", _("card {number}", number=finding.card), href=f"/card/{code}"), ": ", finding.message]


def _finish(desk: Desk) -> Markup | None:
    """The last button, once all cards are there and nothing is wrong."""
    if desk.draft.left or desk.errors:
        return None
    words = _("Save the deck as it is") if desk.oddities else _("Save the deck")
    button = element("button", words, class_="main")
    return element("section", element("form", button, method="post", action="/finish", class_="rows"), id="finish")


def _all(desk: Desk) -> Markup:
    """Every card by its code: done, typed or missing."""
    missing = len(desk.draft.left)
    told = (
        ngettext("{number} card is missing", "{number} cards are missing", missing)
        if missing
        else _("All cards are there")
    )
    chips = [_chip(desk, code) for code in range(1, HIGHEST_CODE + 1)]
    count = _("{entered} of {all} cards", entered=len(desk.draft.cards), all=CARDS_IN_A_DECK)
    summary = element("summary", element("span", count, class_="name"), element("span", told, class_="soft"))
    details = element("details", summary, element("ul", chips, class_="chips"), id="every")
    return element("section", details, id="all")


def _chip(desk: Desk, code: int) -> Markup:
    standing = "entered" if code in desk.draft.cards else "typed" if code in desk.draft.typed else "missing"
    words = {"entered": _("entered"), "typed": _("typed, not accepted yet"), "missing": _("missing")}[standing]
    named = _("Card {code}: {standing}", code=code, standing=words)
    return element("li", element("a", code, href=f"/card/{code}", class_=f"chip-{standing}", aria_label=named))


def card_page(desk: Desk, code: int, said: Text | str | None = None) -> bytes:
    """One card's page: its picture, and large buttons for the facts printed on it."""
    shown = desk.shown(code)
    title = _("Card {code}", code=code)
    told = _known(shown)
    parts = [element("h1", title), crop(desk, code, large=True), told, _form(desk, shown)]
    section = element("section", parts, id="now", class_=f"one {shown.standing}")
    back = element("p", element("a", _("Back to the sheet"), href="/", class_="button quietly"))
    return document(desk, title, [section, back, _forget(desk, code)], said)


def _known(shown: ShownCard) -> Markup | None:
    if shown.windows is None or shown.shields is None:
        return None
    standing = _("entered") if shown.standing == "entered" else _("typed, not accepted yet")
    return element("p", symbols(shown.windows, shown.shields), " · ", standing, class_="soft")


def _form(desk: Desk, shown: ShownCard) -> Markup:
    """The form of a card. The windows' buttons send it: one tap is enough if colour and number are right."""
    parts = [_colours(desk, shown), _windows(shown), _more(shown)]
    return element("form", parts, method="post", action=f"/card/{shown.code}", class_="rows give")


def _colours(desk: Desk, shown: ShownCard) -> Markup:
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


def _windows(shown: ShownCard) -> Markup:
    buttons = [_window(count, shown) for count in range(USUAL_SYMBOLS + 1)]
    return element("fieldset", element("legend", _("Windows")), element("div", buttons, class_="digits"))


def _window(count: int, shown: ShownCard) -> Markup:
    chosen = "main" if shown.windows == count else "digit"
    return element("button", count, name="windows", value=count, class_=chosen)


def _more(shown: ShownCard) -> Markup:
    """The rarer choices: shields that do not make three symbols, another number, more windows."""
    usual = shown.windows is None or shown.shields == shields_beside(shown.windows)
    buttons = [_window(count, shown) for count in range(USUAL_SYMBOLS + 1, MOST_SYMBOLS + 1)]
    content = [
        element(
            "fieldset", element("legend", _("Shields")), element("div", _shields(shown, usual), class_="colours few")
        ),
        element("label", _("Street number, if different"), for_="number"),
        _number(shown),
        element("fieldset", element("legend", _("More windows")), element("div", buttons, class_="digits few")),
    ]
    opened = not usual or shown.number != shown.code
    summary = element("summary", _("Other shields, another number"))
    return element("details", summary, content, class_="folded", open=opened)


def _shields(shown: ShownCard, usual: bool) -> Child:
    """The choices of shields; the first, without a digit, makes three symbols with the windows."""
    choices = [("", _("three minus the windows")), *((str(count), str(count)) for count in range(MOST_SYMBOLS + 1))]
    chosen = "" if usual else str(shown.shields)
    return [
        element(
            "label",
            element("input", type="radio", name="shields", value=value, checked=value == chosen),
            element("span", words),
        )
        for value, words in choices
    ]


def _number(shown: ShownCard) -> Markup:
    told: Attributes = {"inputmode": "numeric", "autocomplete": "off", "maxlength": len(str(HIGHEST_NUMBER))}
    return element("input", id="number", name="number", value=shown.number, pattern="[0-9]*", **told)


def _forget(desk: Desk, code: int) -> Markup | None:
    """The button that takes a card off the desk; None if nothing is known of the card."""
    if code not in desk.draft.cards and code not in desk.sheet:
        return None
    is_out = isinstance(desk, FaceDesk)
    button = element("button", _("Not from this box") if is_out else _("Remove this card"), class_="quiet")
    told = element("p", _NOT_OUR_CARD, class_="soft") if is_out else None
    return element("form", button, told, method="post", action=f"/forget/{code}")
