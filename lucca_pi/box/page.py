"""Pages of enrolment: the first questions, photographs, the sheet of cards, and one card with large buttons."""

from collections.abc import Sequence
from zlib import crc32

from lucca_pi.box.answers import USUAL_SYMBOLS, shields_beside
from lucca_pi.box.desk import Desk, Prompt, ShownCard, symbols
from lucca_pi.box.face_desk import STEPS_AGAIN, FaceDesk
from lucca_pi.box.gathering import missing_now
from lucca_pi.box.photo_store import Step
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, HIGHEST_CODE, HIGHEST_NUMBER, MOST_SYMBOLS
from lucca_pi.games.citta.rules.deck_check import DeckFinding
from lucca_pi.language import Text, _, ngettext
from lucca_pi.table.shades import GERMAN
from lucca_pi.web.answers import photo_form
from lucca_pi.web.markup import Attributes, Child, Markup, document, element, folded, form, head, press, tint
from lucca_pi.web.page import answer_result as said_of

_TITLE = _("Enrol a box")
_FACE_TITLE = _("Photograph a box")
_TEACH = _("Tap a card and enter its windows. After about five cards the windows of the others are proposed.")
_SMALL = 4
"""Pictures of cards beside a picture's number."""
_FORGETS = _("What you forget here is photographed again. Undo brings it back, until the next picture.")
_STANDINGS = {"entered": _("entered"), "typed": _("typed, not accepted yet"), "missing": _("missing")}
_STEPS = (
    _(
        "All 96 cards, 12 or 24 to a picture, in rows, the same way up, a finger apart; the first 20 in the order "
        "1 to 20."
    ),
    _("The four towers in a row, T1 to T4, with one back below, in a picture of their own."),
    _("Then all of them once more, in any order."),
)


def sheet_page(desk: Desk, said: Text | str | None = None) -> bytes:
    """The first page: the button for a photograph, the cards in hand, and how many are entered and missing."""
    if desk.is_made:
        made = element("section", element("h1", _("The deck is finished")), [element("p", line) for line in desk.told])
        return _page(desk, _TITLE, made, said)
    if not desk.is_settled:
        return _page(desk, _TITLE, _settings(desk), said)
    if isinstance(desk, FaceDesk) and not desk.gathered.is_whole:
        asked = desk.prompt if desk.waiting else None
        parts = [_camera(desk), _told(desk), _progress(desk), _pictures(desk), _steps_again(desk)]
        return _page(desk, _FACE_TITLE, _choices(desk, asked) if asked else parts, None if desk.told else said or None)
    title = element("h1", _TITLE, class_="unseen")
    hint = element("p", _("Side by side, faces up, the whole card in sight; more than one photograph is fine."))
    more = desk.more and element("section", photo_form(desk.more), None if desk.sheet else hint, id="shoot")
    return _page(desk, _TITLE, [title, more, _sheet(desk), _findings(desk), _all(desk)], said)


def _page(desk: Desk, title: Text, content: Child, said: Text | str | None = None) -> bytes:
    """The whole document; `said`: the result of the step before."""
    count = _("{entered} of {all} cards", entered=len(desk.draft.cards), all=CARDS_IN_A_DECK)
    top = element("header", element("span", desk.file.stem, class_="title"), element("span", count), id="top")
    scripts = [element("script", src=f"/{name}.js", defer=True) for name in ("sending", "enrol")]
    body = element("body", top, element("main", said_of(said), content, class_="enrol"), scripts)
    style = element("link", rel="stylesheet", href="/enrol.css")
    return document(head([title, f" · {desk.file.stem}"], style), body).encode()


def _button(words: Text, answer: str, **attributes: str | None) -> Markup:
    """A quiet button that sends an answer, as it is typed at the terminal."""
    return element("button", words, name="answer", value=answer, class_="quiet", **attributes)


def _crop(desk: Desk, code: int, *, large: bool = False) -> Markup:
    """The card's picture; its code if no photograph has shown it since the start."""
    picture = desk.pictures.get(code)
    if picture is None:
        return element("span", code, class_="blank large" if large else "blank", aria_hidden="true")
    where = f"/crop/{code}.jpg?{crc32(picture):08x}"
    return element("img", src=where, alt=_("Card {code}", code=code), class_="crop large" if large else "crop")


def _swatch(colour: str, colours: Sequence[str]) -> Markup | None:
    """A dot of that colour; None if the colour is not known."""
    if not colour:
        return None
    dot = element("circle", cx=9, cy=9, r=8, fill=tint(GERMAN.get(colour.casefold(), colour), colours), class_="dot")
    return element("svg", dot, viewBox="0 0 18 18", class_="swatch", aria_hidden="true")


def _settings(desk: Desk) -> Markup:
    """The questions about the whole box, asked once."""
    boxes = [
        (element("label", question, for_=name), element("input", id=name, name=name, value=usual, autocomplete="off"))
        for name, (question, usual, _understand) in desk.settings().items()
    ]
    sent = form("/settle", boxes, element("button", _("Begin"), class_="main"), class_=None)
    return element("section", element("h1", _TITLE), sent, id="now", class_="door")


def _undo(desk: Desk) -> Markup | None:
    return form("/answer", _button(_("Undo"), "undo")) if desk.can_undo else None


def _sheet(desk: Desk) -> Markup | None:
    if not desk.sheet:
        return _undo(desk)
    left, unsure = desk.untyped, desk.unsure
    codes = sorted(desk.sheet, key=lambda code: (code not in left, code not in unsure)) if unsure else desk.sheet
    told = []
    if left:
        told = [
            element("h2", ngettext("{number} card to enter", "{number} cards to enter", len(left))),
            element("p", _TEACH, class_="soft"),
        ]
    if unsure:
        look = ngettext(
            "{number} proposed card is not sure: it is marked with ?. Tap what is wrong.",
            "{number} proposed cards are not sure: they are marked with ?. Tap what is wrong.",
            len(unsure),
        )
        told.append(element("p", look))
    if desk.unchecked and not left:
        told.append(element("p", desk.check))
    tiles = element("ul", [element("li", _tile(desk, desk.shown(code))) for code in codes], class_="tiles")
    return element("section", told, tiles, _take(desk), _undo(desk), id="now")


def _tile(desk: Desk, shown: ShownCard) -> Markup:
    """A card: its picture, and below it the proposal or the typed facts."""
    card = shown.card
    name = [_swatch(card.colour, desk.draft.colours), f"{card.number or '?'} {card.colour}".strip()]
    told = _("windows?") if shown.standing == "proposed" else symbols(card)
    mark = " ?" if shown.code in desk.unsure else ""
    words = [element("b", name), element("span", told, mark, class_="told unsure" if mark else "told")]
    done = element("span", "✓", class_="done", title=_("entered")) if shown.standing == "entered" else None
    return element(
        "a", _crop(desk, shown.code), words, done, href=f"/card/{shown.code}", class_=f"tile {shown.standing}"
    )


def _take(desk: Desk) -> Markup | None:
    if not (typed := len(desk.unchecked)):
        return None
    button = element("button", ngettext("Accept {number} card", "Accept these {number}", typed), class_="main")
    return form("/take", button, class_="rows take", sent={"count": typed})


def _findings(desk: Desk) -> list[Markup]:
    """The errors and oddities, each with a link to its card; the last button, if all is there and nothing is wrong."""
    found, parts = desk.findings(), []
    if rows := [element("li", _finding(desk, one)) for one in (*found.errors, *found.warnings)]:
        problems = element("ul", rows, class_="problems")
        parts.append(element("section", element("h2", _("Look again")), problems, id="findings"))
    if not desk.draft.left and not found.errors:
        words = _("Save the deck as it is") if found.warnings else _("Save the deck")
        parts.append(element("section", form("/finish", element("button", words, class_="main")), id="finish"))
    return parts


def _finding(desk: Desk, finding: DeckFinding) -> Child:
    code = next((code for code, card in desk.draft.cards.items() if card.number == finding.card), None)
    if code is None:
        return finding.message
    return [element("a", _("card {number}", number=finding.card), href=f"/card/{code}"), ": ", finding.message]


def _all(desk: Desk) -> Markup | None:
    """Every card by its code: done, typed or missing; None if no further cards are photographed."""
    if not desk.more:
        return None
    missing = len(desk.draft.left)
    told = (
        ngettext("{number} card is missing", "{number} cards are missing", missing)
        if missing
        else _("All cards are there")
    )
    chips, typed = [], desk.unchecked
    for code in range(1, HIGHEST_CODE + 1):
        standing = "entered" if code in desk.draft.cards else "typed" if code in typed else "missing"
        named = _("Card {code}: {standing}", code=code, standing=_STANDINGS[standing])
        chip = element("a", code, href=f"/card/{code}", class_=f"chip-{standing}", aria_label=named)
        chips.append(element("li", chip))
    count = _("{entered} of {all} cards", entered=len(desk.draft.cards), all=CARDS_IN_A_DECK)
    summary = element("summary", element("span", count, class_="name"), element("span", told, class_="soft"))
    details = element("details", summary, element("ul", chips, class_="chips"), id="every")
    return element("section", details, id="all")


def card_page(desk: Desk, code: int, said: Text | str | None = None) -> bytes:
    """One card's page: its picture, and large buttons for the facts printed on it."""
    shown = desk.shown(code)
    title = _("Card {code}", code=code)
    told = None
    if shown.standing != "proposed":
        told = element("p", symbols(shown.card), " · ", _STANDINGS[shown.standing], class_="soft")
    parts = [element("h1", title), _crop(desk, code, large=True), told, _facts(desk, shown)]
    section = element("section", parts, id="now", class_=f"one {shown.standing}")
    back = element("p", element("a", _("Back to the sheet"), href="/", class_="button quietly"))
    return _page(desk, title, [section, back, _forget(desk, code)], said)


def _facts(desk: Desk, shown: ShownCard) -> Markup:
    """The form of a card. The windows' buttons send it: one tap is enough if colour and number are right."""
    colours = [
        _radio("colour", name, name == shown.card.colour, _swatch(name, desk.draft.colours), element("span", name))
        for name in desk.draft.colours
    ]
    parts = [
        _fieldset(_("Colour"), colours, "colours"),
        _fieldset(_("Windows"), _windows(shown, range(USUAL_SYMBOLS + 1)), "digits"),
        _more(shown),
    ]
    return form(f"/card/{shown.code}", parts, class_="rows give")


def _fieldset(legend: Text, content: Child, style: str) -> Markup:
    return element("fieldset", element("legend", legend), element("div", content, class_=style))


def _radio(name: str, value: str, is_chosen: bool, *words: Child) -> Markup:
    attributes: Attributes = {"required": name == "colour", "checked": is_chosen}
    return element("label", element("input", type="radio", name=name, value=value, **attributes), words)


def _windows(shown: ShownCard, counts: range) -> list[Markup]:
    chosen = None if shown.standing == "proposed" else shown.card.windows
    return [
        element("button", count, name="windows", value=count, class_="main" if count == chosen else "digit")
        for count in counts
    ]


def _more(shown: ShownCard) -> Markup:
    """The rarer choices: shields that do not make three symbols, another number, more windows."""
    card = shown.card
    is_usual = shown.standing == "proposed" or card.shields == shields_beside(card.windows)
    chosen = "" if is_usual else str(card.shields)
    choices = [("", _("three minus the windows")), *((str(count), str(count)) for count in range(MOST_SYMBOLS + 1))]
    shields = [_radio("shields", value, value == chosen, element("span", words)) for value, words in choices]
    told: Attributes = {"inputmode": "numeric", "autocomplete": "off", "maxlength": len(str(HIGHEST_NUMBER))}
    content = [
        _fieldset(_("Shields"), shields, "colours few"),
        element("label", _("Street number, if different"), for_="number"),
        element("input", id="number", name="number", value=card.number, pattern="[0-9]*", **told),
        _fieldset(_("More windows"), _windows(shown, range(USUAL_SYMBOLS + 1, MOST_SYMBOLS + 1)), "digits few"),
    ]
    summary = element("summary", _("Other shields, another number"))
    is_open = not is_usual or card.number != shown.code
    return element("details", summary, content, class_="folded", open=is_open)


def _forget(desk: Desk, code: int) -> Markup | None:
    """The button that takes a card off the desk; None if nothing is known of the card."""
    if code not in desk.draft.cards and code not in desk.sheet:
        return None
    words, lost = desk.take_out
    told = element("p", lost, class_="soft") if lost else None
    return form("/answer", _button(words, f"{code}: out"), told, class_=None)


# a box while it is photographed


def _camera(desk: FaceDesk) -> Markup:
    """The button for a photograph, with instructions for the next pictures, step by step."""
    words, hint = _("Photograph the cards"), None
    if desk.bare is None:
        words = _("Photograph the empty surface")
        hint = element("p", _("A plain surface of a colour unlike the cards, with nothing on it."))
    steps = element("ol", [element("li", step) for step in _STEPS], class_="soft")
    return element("section", element("h1", _FACE_TITLE), photo_form(words), hint, steps, id="shoot")


def _told(desk: FaceDesk) -> Markup | None:
    """The messages on the last picture, with problems place by place, and the way to take it back."""
    if not desk.told:
        return _undo(desk)
    problems, *rows = desk.told
    listed = element("ul", [element("li", row) for row in rows], class_="problems") if rows else None
    forget = _forget_picture(f"forget {desk.latest}") if desk.latest else None
    return element("section", element("p", element("b", problems)), listed, forget, _undo(desk), id="now")


def _forget_picture(answer: str) -> Markup:
    return form("/answer", _button(_("Forget this picture"), answer))


def _pictures(desk: FaceDesk) -> Markup | None:
    """Every picture so far with some of its cards, the latest first; each leads to its own page."""
    rows = []
    for number, cards in desk.gathered.given.items():
        count = ngettext("{number} card", "{number} cards", len(cards))
        words = element("span", element("b", _("Picture {picture}", picture=number)), " · ", count)
        shown = element("span", [_shot_of(number, at) for at in range(1, min(len(cards), _SMALL) + 1)], class_="row")
        rows.append(element("li", element("a", words, shown, href=f"/picture/{number}", class_="shot")))
    if not rows:
        return None
    told = element("span", ngettext("{number} picture", "{number} pictures", len(rows)), class_="name")
    summary = element("summary", told, element("span", _("Is one wrong?"), class_="soft"))
    return element("section", element("details", summary, element("ul", rows, class_="shots"), id="every"))


def _shot_of(picture: int, at: int) -> Markup:
    return element("img", src=f"/shot/{picture}/{at}.jpg", alt="", loading="lazy", class_="crop")


def picture_page(desk: FaceDesk, picture: int) -> bytes:
    """One picture's cards, each with a button that forgets it, and one that forgets the whole picture."""
    tiles = []
    for at, (_picture, row, place) in enumerate(desk.gathered.given[picture], start=1):
        where = element("span", _("Row {row}, card {place}", row=row, place=place), class_="shown")
        named = _("Forget row {row}, card {place}", row=row, place=place)
        forget = _button(_("Forget"), f"forget {picture} {row} {place}", aria_label=named)
        tiles.append(element("li", _shot_of(picture, at), where, forget))
    title = _("Picture {picture}", picture=picture)
    cards = form("/answer", element("ul", tiles, class_="tiles"), class_=None)
    told = element("p", _FORGETS, class_="soft")
    section = element("section", element("h1", title), _forget_picture(f"forget {picture}"), told, cards, id="now")
    back = element("p", element("a", _("Back"), href="/", class_="button quietly"))
    return _page(desk, title, [section, back])


def _steps_again(desk: FaceDesk) -> Markup | None:
    """The steps that can be begun again, each with what is lost; what was lost can be restored once."""
    cards = desk.gathered.cards.values()
    if not cards:
        return None
    are_there: dict[Step, bool] = {
        "second": any(len(card.pictures) > 1 for card in cards),
        "towers": bool(desk.gathered.special),
        "cards": True,
    }
    forms = [
        form("/answer", element("p", again.lost, class_="soft"), _button(again.words, f"again {again.number}"))
        for step, again in STEPS_AGAIN.items()
        if are_there[step]
    ]
    return element("section", folded(_("Begin a step again"), forms))


def _progress(desk: FaceDesk) -> Markup:
    rows = element("ul", [element("li", line) for line in missing_now(desk.gathered)])
    again = None if desk.bare is None else form("/answer", _button(_("Photograph the surface again"), "again 1"))
    return element("section", element("h2", _("Still to be photographed")), rows, again, id="all")


def _choices(desk: Desk, prompt: Prompt) -> Markup:
    """A question with its answers as large buttons, above the cards it is about."""
    tiles = element("ul", [element("li", _crop(desk, code)) for code in prompt.labels], class_="tiles")
    buttons = [press(value, words, "main", name="answer") for value, words in prompt.choices.items()]
    asked = form("/answer", buttons, class_="rows take")
    return element("section", element("h1", prompt.title), asked, tiles, _forget_picture("forget"), id="now")
