"""The first page: the button for a photograph, the cards in hand, what is done and what is missing."""

from lucca_pi.games.citta.commands.enrolment.desk import Desk
from lucca_pi.games.citta.commands.enrolment.face_desk import FaceDesk
from lucca_pi.games.citta.commands.enrolment.face_page import face_page
from lucca_pi.games.citta.commands.enrolment.frame import crop, document, swatch
from lucca_pi.games.citta.decks.begun import made
from lucca_pi.games.citta.decks.enrolling import Shown
from lucca_pi.games.citta.decks.faces.words import SURE_WAY, WHOSE
from lucca_pi.games.citta.decks.words import symbols
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, HIGHEST_CODE
from lucca_pi.games.citta.rules.deck_check import Finding
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.web.markup import Attributes, Child, Markup, element

TITLE = _("Enrol a box")
PHOTOGRAPHS = "image/jpeg"
GIVE = _("Tap a card and give its windows. They stand below its picture, and count when you take them.")
TEACH = _("Tap a card and give its windows. After about five cards the windows of the others are proposed.")
CHECK = _("Hold this sheet against your cards: tap what is wrong, then take them all.")
NOT_OURS = _("A card that is not of this box, or the same as another one: tap it, then Not of this box.")


def sheet_page(desk: Desk, said: Text | str | None = None) -> bytes:
    """The whole document."""
    if desk.is_made:
        return document(desk, TITLE, _made(desk), said)
    if not desk.is_settled:
        return document(desk, TITLE, settings(desk), said)
    if isinstance(desk, FaceDesk):
        return _of_faces(desk, said)
    return document(desk, TITLE, [_photograph(desk), _sheet(desk), _findings(desk), _finish(desk), _all(desk)], said)


def _of_faces(desk: FaceDesk, said: Text | str | None) -> bytes:
    """The photographs, and once all are there what is proposed."""
    if not desk.gathered.is_whole:
        return face_page(desk, said)
    return document(desk, TITLE, [_sheet(desk), _findings(desk), _finish(desk)], said)


def _made(desk: Desk) -> Markup:
    of_faces = (*desk.told, SURE_WAY, WHOSE) if isinstance(desk, FaceDesk) else ()
    told = (*made(desk.file), *of_faces)
    return element("section", element("h1", _("The deck is made")), [element("p", line) for line in told])


def settings(desk: Desk) -> Markup:
    """What is asked once."""
    width, height = desk.draft.sizes.card_mm
    asked = {
        "sticker": (_("Stickers: their side in mm, with the white margin"), f"{desk.draft.sizes.sticker_mm:g}"),
        "card": (_("Cards with their sleeves: width x height in mm"), f"{width:g} x {height:g}"),
        "colours": (_("The six colours, in your words"), ", ".join(desk.draft.colours)),
    }
    boxes = [
        (element("label", label, for_=name), element("input", id=name, name=name, value=value, autocomplete="off"))
        for name, (label, value) in asked.items()
        if name != "sticker" or not isinstance(desk, FaceDesk)
    ]
    form = element("form", boxes, element("button", _("Begin"), class_="main"), method="post", action="/settle")
    return element("section", element("h1", TITLE), form, id="now", class_="door")


def _photograph(desk: Desk) -> Markup:
    """One large button that opens the phone's own camera; without a script the photograph is chosen, then sent."""
    box = element(
        "input", type="file", id="photo", name="photo", accept=PHOTOGRAPHS, capture="environment", required=True
    )
    label = element("label", _("Photograph 12 or 24 cards"), for_="photo", class_="photo")
    button = element("button", _("Send the photograph"), class_="main unscripted")
    told: Attributes = {
        "data_sending": _("The photograph is sent and looked at …"),
        "data_failed": _("The photograph was not sent. Try again."),
    }
    form: Attributes = {"method": "post", "action": "/photo", "enctype": "multipart/form-data"}
    hint = element("p", _("Side by side, faces up, the whole card in sight; more than one photograph is fine."))
    parts = element("form", box, label, button, class_="presses photograph", **form, **told)
    title = element("h1", TITLE, class_="unseen")
    return element("section", title, parts, hint if not desk.sheet else None, id="shoot")


def _sheet(desk: Desk) -> Markup | None:
    if not desk.sheet:
        return _steps(desk)
    left, unsure = desk.untyped, desk.unsure
    codes = sorted(desk.sheet, key=lambda code: (code not in left, code not in unsure))
    tiles = [element("li", _tile(desk, desk.enrolling.shown(code))) for code in (codes if unsure else desk.sheet)]
    told = TEACH if isinstance(desk, FaceDesk) else GIVE
    head = element("h2", ngettext("{number} card to give", "{number} cards to give", len(left))) if left else None
    look = element("p", _unsure(len(unsure))) if unsure else None
    is_check = isinstance(desk, FaceDesk) and desk.draft.typed and not left
    check = element("p", listed([CHECK, NOT_OURS], " ")) if is_check else None
    parts = [
        head,
        element("p", told, class_="soft") if left else None,
        look,
        check,
        element("ul", tiles, class_="tiles"),
    ]
    return element("section", parts, _take(desk), _steps(desk), id="now")


def _unsure(number: int) -> Text:
    return ngettext(
        "{number} card is proposed and not sure: it is marked with ?. Tap what is wrong.",
        "{number} cards are proposed and not sure: they are marked with ?. Tap what is wrong.",
        number,
    )


def _tile(desk: Desk, shown: Shown) -> Markup:
    """A card: its picture, and below it what is proposed or was typed."""
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
    button = element("button", ngettext("Take {number} card", "Take these {number}", typed), class_="main")
    count = element("input", type="hidden", name="count", value=typed)
    return element("form", count, button, method="post", action="/take", class_="rows take")


def _steps(desk: Desk) -> Markup | None:
    button = element("button", _("Undo"), class_="quiet")
    return element("form", button, method="post", action="/undo", class_="rows") if desk.can_undo else None


def _findings(desk: Desk) -> Markup | None:
    """What is wrong or odd, each with the way to its card."""
    found = [*desk.errors, *desk.oddities]
    if not found:
        return None
    rows = [element("li", _finding(desk, one)) for one in found]
    return element("section", element("h2", _("Look again")), element("ul", rows, class_="problems"), id="findings")


def _finding(desk: Desk, finding: Finding) -> Child:
    code = next((code for code, card in desk.draft.cards.items() if card.number == finding.card), None)
    if code is None:
        return finding.message
    return [element("a", _("card {number}", number=finding.card), href=f"/card/{code}"), ": ", finding.message]


def _finish(desk: Desk) -> Markup | None:
    """The last button, once all cards are there and nothing is wrong."""
    if desk.draft.left or desk.errors:
        return None
    words = _("Write the deck as it is") if desk.oddities else _("Write the deck")
    button = element("button", words, class_="main")
    return element("section", element("form", button, method="post", action="/finish", class_="rows"), id="finish")


def _all(desk: Desk) -> Markup:
    """Every card by its code: done, typed or missing."""
    missing = len(desk.draft.left)
    told = (
        ngettext("{number} card is missing", "{number} cards are missing", missing) if missing else _("All are there")
    )
    chips = [_chip(desk, code) for code in range(1, HIGHEST_CODE + 1)]
    count = _("{entered} of {all} cards", entered=len(desk.draft.cards), all=CARDS_IN_A_DECK)
    summary = element("summary", element("span", count, class_="name"), element("span", told, class_="soft"))
    details = element("details", summary, element("ul", chips, class_="chips"), id="every")
    return element("section", details, id="all")


def _chip(desk: Desk, code: int) -> Markup:
    standing = "entered" if code in desk.draft.cards else "typed" if code in desk.draft.typed else "missing"
    words = {"entered": _("entered"), "typed": _("typed, not taken yet"), "missing": _("missing")}[standing]
    named = _("Card {code}: {standing}", code=code, standing=words)
    return element("li", element("a", code, href=f"/card/{code}", class_=f"chip-{standing}", aria_label=named))
