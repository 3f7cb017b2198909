"""What is said of cards in photographs, by the place where they lie."""

from collections.abc import Mapping, Sequence

from lucca_pi.games.citta.decks.faces.gathered import Gathered, Photographed
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, Card
from lucca_pi.games.citta.rules.deckfile import TOWERS_AND_BACK
from lucca_pi.language import Text, _, listed, ngettext

MOST_NAMED = 12
"""Cards that are named each."""

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


BLURRED = _("The picture is blurred: hold still, or focus on the cards, and take it again.")


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
    return _(
        "it looks like the card of {where}, shown twice in this pass; it counts once both are seen", where=where(first)
    )


def seen_twice(first: Photographed) -> Text:
    return _("it looks like the card of {where}, of which there is another one in this picture", where=where(first))


def third_time(first: Photographed) -> Text:
    return _("the card of {where} was photographed twice already", where=where(first))


def seen_otherwise(first: Photographed) -> Text:
    told = {"where": where(first)}
    return _("nearly like the card of {where}: a reflex, or another card? Photograph it again", **told)


def no_such_card() -> Text:
    return _("not like any card of the first pass: is it another box's, or was one shown twice in the first pass?")


def too_many(most: int) -> Text:
    return _("{most} palace cards are there already: is it another box's, or was one shown twice?", most=most)


GREETING = _(
    "First a picture of the bare ground. Then lay 12 or 24 cards in rows, all the same way up, a finger apart; the\n"
    "first 20 in the order of their numbers, 1 to 20. Photograph all 96, then the four towers in a row with one back\n"
    "below. Then shuffle and photograph all of them a second time, in any order. q stops; all is kept, and the same\n"
    "command goes on."
)
BARE_TAKEN = _("The bare ground is known. Now lay cards on it.")
LAY = _("Lay 12 or 24 cards in rows, then press Enter")
NO_CARDS = _(
    "No card was found. Is the first picture that of the bare ground, from the same place? Are the cards unlike it?"
)


def counted(cards: int, places: int, gathered: Gathered) -> Text:
    """How many cards of a picture count, and how far the box is."""
    first, twice = len(gathered.palaces), len(gathered.palaces) + len(gathered.special) - len(gathered.once)
    every = CARDS_IN_A_DECK + len(TOWERS_AND_BACK)
    return _(
        "Picture {picture}: {cards} of {places} cards. Palace cards {first} of {all}; twice seen {twice} of {every}.",
        picture=gathered.taken,
        cards=cards,
        places=places,
        first=first,
        all=CARDS_IN_A_DECK,
        twice=twice,
        every=every,
    )


def towers_told() -> Text:
    return _("The four towers, T1 to T4 from the left, and the back.")


def missing_now(gathered: Gathered) -> list[Text]:
    """What is still to be photographed."""
    told: list[Text] = []
    first = len(gathered.palaces)
    if first < CARDS_IN_A_DECK:
        left = CARDS_IN_A_DECK - first
        told.append(
            ngettext("{number} palace card was not seen yet.", "{number} palace cards were not seen yet.", left)
        )
    if not gathered.special:
        told.append(_("Towers and back were not seen yet: the towers in a row, one back below."))
    once = gathered.once
    if once and len(once) <= MOST_NAMED:
        places = listed([where(gathered.cards[code]) for code in once], "; ")
        told.append(_("Seen once only: the cards of {places}.", places=places))
    elif once:
        told.append(ngettext("{number} card was seen once only.", "{number} cards were seen once only.", len(once)))
    told += [
        _(
            "The card of {place} looks like that of {other}: one card shown twice?",
            place=where(card),
            other=where(first_),
        )
        for code, other in gathered.doubled.items()
        for card, first_ in [(gathered.cards[code], gathered.cards[other])]
    ]
    return told


def look_alike(
    alike: Sequence[frozenset[int]], twins: Sequence[tuple[int, int]], cards: Mapping[int, Card]
) -> list[Text]:
    """Which cards' pictures tell them apart by the number alone, or not at all; all by code, told by number."""
    told = []
    for group in sorted(sorted(cards[code].number for code in group if code in cards) for group in alike):
        told.append(_("{cards} look alike but for the number.", cards=", ".join(map(str, group))))
    for one, other in twins:
        told.append(
            _(
                "{one} and {other} cannot be told apart by their pictures: put a sticker on each.",
                one=cards[one].number,
                other=cards[other].number,
            )
        )
    return told
