"""What is said of cards in photographs, by the place where they lie."""

from lucca_pi.games.citta.decks.faces.gathered import Photographed
from lucca_pi.language import Text, _

MISSING = {
    "nothing": _("no card was found"),
    "joined": _("no whole card: cards overlap or touch, or something else lies there. Lay them apart"),
    "edge": _("cut off by the picture's edge"),
    "towers": _("towers and back could not all be seen: lay the four towers in a row and one back below, once more"),
    "new": _("not like any card of the first pass: it is taken as a new one, and wants a second picture"),
}
"""Why a place has no card that counts, by `laid_out.Missing.why`, and two more."""
FLAWS = {
    "blurred": _("blurred: photograph it again"),
    "reflex": _("a reflex lies on it: turn the light or the card, and photograph it again"),
}


def at(row: int, place: int, what: Text | str) -> Text:
    """What is said of a place; both count from 1."""
    return _("Row {row}, card {place}: {what}.", row=row, place=place, what=what)


def where(card: Photographed) -> Text:
    """Where a card lay when it was first seen."""
    picture, row, place = card.where
    return _("picture {picture}, row {row}, card {place}", picture=picture, row=row, place=place)


def head_down() -> Text:
    return _("it lies upside down: turn it, and photograph it again")


def perhaps_again(first: Photographed) -> Text:
    return _("it looks like the card of {where}, shown twice in this pass; it counts once both are seen", where=where(first))


def seen_twice(first: Photographed) -> Text:
    return _("it looks like the card of {where}, of which there is another one in this picture", where=where(first))


def third_time(first: Photographed) -> Text:
    return _("the card of {where} was photographed twice already", where=where(first))


def seen_otherwise(first: Photographed) -> Text:
    return _("it does not look as in {where}: a shadow or a reflex? Photograph it again", where=where(first))


def no_such_card() -> Text:
    return _("not like any card of the first pass: is it another box's, or was one shown twice in the first pass?")


def too_many(most: int) -> Text:
    return _("{most} palace cards are there already: is it another box's, or was one shown twice?", most=most)
