"""Words and sentences about taking back what was photographed by mistake."""

from lucca_pi.box.photo_store import Gathered
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK
from lucca_pi.language import Text, _

FORGET, AGAIN, UNDO = _("forget"), _("again"), _("undo")
"""The words that take something back while cards are photographed."""
TO_TAKE_BACK = _("to take back: {forget} or {again}", forget=FORGET, again=AGAIN)
CLEAR = _("Clear the surface: nothing may be in the picture. Then press Enter")
LAY = _("Lay 12 or 24 cards in rows, then press Enter ({ways})", ways=TO_TAKE_BACK)
HOW_TO_TAKE_BACK = (
    _("{forget}: the last picture · {forget} 11: picture 11 · {forget} 11 2 5: its row 2, card 5", forget=FORGET),
    _("{again}: begin a step again · {undo}: undo this", again=AGAIN, undo=UNDO),
)
AGAIN_ASKED = _("Begin again: 1 empty surface, 2 all cards, 3 towers and back, 4 second pass; Enter: nothing")
BEGUN_AGAIN = {
    "cards": _("All photographs are forgotten: photograph all 96 cards again, the first 20 in their order."),
    "towers": _(
        "Towers and back are forgotten: photograph the four towers in a row and one back below, then all five once "
        "more."
    ),
    "second": _("All second photographs are forgotten: photograph every card once more."),
}
"""The messages that a step was begun again, by step."""
STEPS_AGAIN = {
    "second": (_("Begin the second pass again"), _("All second photographs go; the first ones stay.")),
    "towers": (
        _("Photograph towers and back again"),
        _("The photographs of towers and back go; all others stay."),
    ),
    "cards": (_("Begin all again"), _("All photographs go.")),
}
"""The words that begin a step again, with what is lost, by step."""
GROUND_NEXT = _("The next picture is of the empty surface.")
GROUND_FORGOTTEN = _("That picture no longer counts as the empty surface.")
UNDONE = _("Undone.")
NOTHING_TO_UNDO = _("There is nothing to undo.")


def picture_forgotten(picture: int, gathered: Gathered) -> Text:
    """The message that a picture was taken back, and what is left."""
    told = {"first": min(len(gathered.palaces), CARDS_IN_A_DECK), "all": CARDS_IN_A_DECK, "picture": picture}
    return _("Picture {picture} is forgotten. Palace cards {first} of {all}. Photograph its cards again.", **told)


def no_such_picture(picture: int) -> Text:
    """The problem that there is no picture of that number, or none any more."""
    return _("There is no picture {picture} to forget.", picture=picture)


def no_such_card(place: tuple[int, ...]) -> Text:
    """The problem that a picture gave no card at that place."""
    told = dict(zip(("picture", "row", "place"), place, strict=True))
    return _("Picture {picture} has no card that counts in row {row}, card {place}.", **told)
