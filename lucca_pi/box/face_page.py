"""Pages while a box without stickers is photographed: the next picture, its result, and the ways back."""

from lucca_pi.box.face_desk import FaceDesk
from lucca_pi.box.page_parts import camera, crop, document
from lucca_pi.box.taking_back import given_by
from lucca_pi.box.words import missing_now
from lucca_pi.language import Text, _, ngettext
from lucca_pi.web.markup import Child, Markup, element

_FACE_TITLE = _("Photograph a box")
_SMALL = 4
"""Pictures of cards beside a picture's number."""
_IS_ONE_WRONG = _("Is one wrong?")
_FORGETS = _("What you forget here is photographed again. Undo brings it back, until the next picture.")
_LOST = {
    "cards": _("All photographs go."),
    "towers": _("The photographs of towers and back go; all others stay."),
    "second": _("All second photographs go; the first ones stay."),
}
_STEPS = (
    _(
        "All 96 cards, 12 or 24 to a picture, in rows, the same way up, a finger apart; the first 20 in the order "
        "1 to 20."
    ),
    _("The four towers in a row, T1 to T4, with one back below, in a picture of their own."),
    _("Then all of them once more, in any order."),
)


def face_page(desk: FaceDesk, said: Text | str | None = None) -> bytes:
    """The page while a box is photographed: the next step, the result of the last picture, the progress."""
    parts: Child = _which_way_up(desk)
    if not desk.waiting:
        parts = [_photograph_faces(desk), _told(desk), _progress(desk), _pictures(desk), _steps_again(desk)]
    return document(desk, _FACE_TITLE, parts, None if said in ("", None) or desk.told else said)


def _photograph_faces(desk: FaceDesk) -> Markup:
    """The button for a photograph, with instructions for the next pictures, step by step."""
    words = _("Photograph the cards") if desk.bare is not None else _("Photograph the empty surface")
    hint = _("A plain surface of a colour unlike the cards, with nothing on it.") if desk.bare is None else None
    steps = element("ol", [element("li", step) for step in _STEPS], class_="soft")
    title, told = element("h1", _FACE_TITLE), element("p", hint) if hint else None
    return element("section", title, camera(words), told, steps, id="shoot")


def _told(desk: FaceDesk) -> Markup | None:
    """The messages on the last picture, with problems place by place, and the way to take it back."""
    if not desk.told:
        return _undo(desk)
    head, *rows = desk.told
    listed = element("ul", [element("li", row) for row in rows], class_="problems") if rows else None
    ways = [_forget_picture(desk.latest)] if desk.latest else []
    return element("section", element("p", element("b", head)), listed, *ways, _undo(desk), id="now")


def _undo(desk: FaceDesk) -> Markup | None:
    button = element("button", _("Undo"), class_="quiet")
    return element("form", button, method="post", action="/undo", class_="rows") if desk.can_undo else None


def _forget_picture(picture: int) -> Markup:
    number = element("input", type="hidden", name="picture", value=picture)
    button = element("button", _("Forget this picture"), class_="quiet")
    return element("form", number, button, method="post", action="/forget-picture", class_="rows")


def _pictures(desk: FaceDesk) -> Markup | None:
    """Every picture so far with some of its cards, the latest first; each leads to its own page."""
    taken = [(number, given_by(desk.gathered, number)) for number in range(desk.gathered.taken, 0, -1)]
    rows = [element("li", _picture_row(number, len(given))) for number, given in taken if given]
    if not rows:
        return None
    told = ngettext("{number} picture", "{number} pictures", len(rows))
    summary = element("summary", element("span", told, class_="name"), element("span", _IS_ONE_WRONG, class_="soft"))
    return element("section", element("details", summary, element("ul", rows, class_="shots"), id="every"))


def _picture_row(number: int, cards: int) -> Markup:
    shown = [
        element("img", src=f"/shot/{number}/{at}.jpg", alt="", loading="lazy", class_="crop")
        for at in range(1, min(cards, _SMALL) + 1)
    ]
    count = ngettext("{number} card", "{number} cards", cards)
    words = element("span", element("b", _("Picture {picture}", picture=number)), " · ", count)
    return element("a", words, element("span", shown, class_="row"), href=f"/picture/{number}", class_="shot")


def picture_page(desk: FaceDesk, picture: int) -> bytes:
    """One picture's cards, each with a button that forgets it, and one that forgets the whole picture."""
    tiles = [
        element("li", _shot(picture, at, row, place, code))
        for at, ((_picture, row, place), (code, _data)) in enumerate(given_by(desk.gathered, picture).items(), start=1)
    ]
    title = _("Picture {picture}", picture=picture)
    form = element("form", element("ul", tiles, class_="tiles"), method="post", action="/out")
    told = element("p", _FORGETS, class_="soft")
    section = element("section", element("h1", title), _forget_picture(picture), told, form, id="now")
    back = element("p", element("a", _("Back"), href="/", class_="button quietly"))
    return document(desk, title, [section, back])


def _shot(picture: int, at: int, row: int, place: int, code: int) -> list[Markup]:
    words = _("Row {row}, card {place}", row=row, place=place)
    image = element("img", src=f"/shot/{picture}/{at}.jpg", alt="", loading="lazy", class_="crop")
    named = _("Forget row {row}, card {place}", row=row, place=place)
    button = element("button", _("Forget"), name="code", value=code, class_="quiet", aria_label=named)
    return [image, element("span", words, class_="shown"), button]


def _steps_again(desk: FaceDesk) -> Markup | None:
    """The steps that can be begun again, each with what is lost; what was lost can be restored once."""
    if not desk.gathered.cards:
        return None
    is_second = any(len(card.pictures) > 1 for card in desk.gathered.cards.values())
    steps = [
        ("second", _("Begin the second pass again"), _LOST["second"], is_second),
        ("towers", _("Photograph towers and back again"), _LOST["towers"], bool(desk.gathered.special)),
        ("cards", _("Begin all again"), _LOST["cards"], True),
    ]
    forms = [
        element(
            "form",
            element("p", lost, class_="soft"),
            element("button", words, name="step", value=step, class_="quiet"),
            method="post",
            action="/again",
            class_="rows",
        )
        for step, words, lost, is_there in steps
        if is_there
    ]
    summary = element("summary", _("Begin a step again"))
    return element("section", element("details", summary, forms, class_="folded"))


def _progress(desk: FaceDesk) -> Markup:
    rows = [element("li", line) for line in missing_now(desk.gathered)]
    again = element("button", _("Photograph the surface again"), class_="quiet")
    form = element("form", again, method="post", action="/ground", class_="rows") if desk.bare is not None else None
    return element("section", element("h2", _("Still to be photographed")), element("ul", rows), form, id="all")


def _which_way_up(desk: FaceDesk) -> list[Markup]:
    """Asked once, of the first picture's cards."""
    tiles = [element("li", crop(desk, code)) for code in sorted(desk.pictures)]
    answers = [("0", _("Upright"), "main"), ("1", _("Upside down"), "main")]
    buttons = [element("button", words, name="down", value=value, class_=style) for value, words, style in answers]
    form = element("form", buttons, method="post", action="/upright", class_="rows take")
    head = element("h1", _("How do the cards stand in these pictures?"))
    forget = element("button", _("Forget this picture"), class_="quiet")
    again = element("form", forget, method="post", action="/forget-picture", class_="rows")
    return [element("section", head, form, element("ul", tiles, class_="tiles"), again, id="now")]
