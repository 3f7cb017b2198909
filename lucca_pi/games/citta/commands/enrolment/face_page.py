"""The page while a box is photographed: what to photograph next, what came of the last picture, how far the box is."""

from lucca_pi.games.citta.commands.enrolment.face_desk import FaceDesk
from lucca_pi.games.citta.commands.enrolment.frame import crop, document
from lucca_pi.games.citta.decks.faces.words import missing_now
from lucca_pi.language import Text, _
from lucca_pi.web.markup import Attributes, Markup, element

TITLE = _("Photograph a box")
PHOTOGRAPHS = "image/jpeg"
STEPS = (
    _("All 96 cards, 12 or 24 a picture, in rows, the same way up, a finger apart; the first 20 in the order 1 to 20."),
    _("The four towers in a row, T1 to T4, with one back below, alone in a picture."),
    _("Once more all of them, in any order."),
)


def face_page(desk: FaceDesk, said: Text | str | None = None) -> bytes:
    """The whole document."""
    parts = _which_way_up(desk) if desk.waiting else [_photograph(desk), _told(desk), _progress(desk)]
    return document(desk, TITLE, parts, None if said in ("", None) or desk.told else said)


def _photograph(desk: FaceDesk) -> Markup:
    """One large button that opens the phone's own camera."""
    words = _("Photograph the cards") if desk.bare is not None else _("Photograph the bare ground")
    opens: Attributes = {"accept": PHOTOGRAPHS, "capture": "environment", "required": True}
    box = element("input", type="file", id="photo", name="photo", **opens)
    button = element("button", _("Send the photograph"), class_="main unscripted")
    told: Attributes = {
        "data_sending": _("The photograph is sent and looked at …"),
        "data_failed": _("The photograph was not sent. Try again."),
    }
    form: Attributes = {"method": "post", "action": "/photo", "enctype": "multipart/form-data"}
    label = element("label", words, for_="photo", class_="photo")
    parts = element("form", box, label, button, class_="presses photograph", **form, **told)
    hint = _("A plain ground unlike the cards, without anything on it.") if desk.bare is None else None
    steps = element("ol", [element("li", step) for step in STEPS], class_="soft")
    return element("section", element("h1", TITLE), parts, element("p", hint) if hint else None, steps, id="shoot")


def _told(desk: FaceDesk) -> Markup | None:
    """What came of the last picture, what is wrong place by place."""
    if not desk.told:
        return None
    head, *rows = desk.told
    listed = element("ul", [element("li", row) for row in rows], class_="problems") if rows else None
    return element("section", element("p", element("b", head)), listed, id="now")


def _progress(desk: FaceDesk) -> Markup:
    rows = [element("li", line) for line in missing_now(desk.gathered)]
    again = element("button", _("Photograph the ground anew"), class_="quiet")
    form = element("form", again, method="post", action="/ground", class_="rows") if desk.bare is not None else None
    return element("section", element("h2", _("Still to be photographed")), element("ul", rows), form, id="all")


def _which_way_up(desk: FaceDesk) -> list[Markup]:
    """Asked once, of the first picture's cards."""
    tiles = [element("li", crop(desk, code)) for code in sorted(desk.pictures)]
    answers = [("0", _("Upright"), "main"), ("1", _("Upside down"), "main")]
    buttons = [element("button", words, name="down", value=value, class_=style) for value, words, style in answers]
    form = element("form", buttons, method="post", action="/upright", class_="rows take")
    head = element("h2", _("How do the cards stand in these pictures?"))
    return [element("section", head, form, element("ul", tiles, class_="tiles"), id="now")]
