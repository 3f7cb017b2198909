"""Sentences about cards, photographs and places in them, for terminal and page alike."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from lucca_pi.box.photo_store import Gathered, Photographed, Step
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK, Card
from lucca_pi.language import Text, _, listed, ngettext

MOST_NAMED = 12
"""Most cards that are named one by one."""

MISSING = {
    "nothing": _("no card was found"),
    "joined": _(
        "no whole card: cards lie too close or overlap, or a hand or its shadow is there. Leave a finger's breadth on "
        "every side"
    ),
    "edge": _("cut off by the picture's edge"),
    "towers": _("the four towers and the back are not all in sight: photograph towers and back once more"),
    "new": _("not like any card of the first pass; counted as new, and needed once more. From another box? Forget it"),
    "palace": _("a palace card that you photographed before, where a tower or the back belongs: nothing counts"),
}
"""Reasons why a place has no card that counts, by `laid_out.Missing.why`, and three more."""
FLAWS = {
    "blurred": _("blurred: photograph again"),
    "reflex": _("in glare: turn the light or the card, and photograph again"),
}
HEAD_DOWN = _("upside down: turn, and photograph again")

BLURRED = _("The picture is blurred: hold still, or focus on the cards, and take it again.")
RIMS_HIDDEN = _(
    "The cards' edges do not stand out from the surface, so no card counts. Lay them on a plain cloth\n"
    "of quite another colour, without a pattern. Photograph the empty cloth, then the cards again."
)
CROWDED = _(
    "The cards lie too close together, so no card counts. Leave a finger's breadth on every side, also between\n"
    "the rows, and photograph them again."
)
NEW_GROUND = _("There is no card in this picture: from now on it counts as the empty surface.")
NO_CARDS = _(
    "No card was found. Photograph the empty surface again, from the same place, then the cards: whole,\n"
    "a finger apart, on a surface of another colour."
)


class Remark(NamedTuple):
    """A remark on a place of a picture; row and place count from 1."""

    row: int
    place: int
    what: Text | str


def together(remarks: Iterable[Remark]) -> list[Text]:
    """The remarks in the order of the rows, each once for all its places."""
    groups: dict[str, list[Remark]] = {}
    for one in sorted(remarks, key=lambda one: one[:2]):
        groups.setdefault(one.what, []).append(one)
    return [_at_all(some) for some in groups.values()]


def _at_all(some: Sequence[Remark]) -> Text:
    """One remark on one place or on several."""
    row, place, what = some[0]
    if len(some) == 1:
        return _("Row {row}, card {place}: {what}.", row=row, place=place, what=what)
    rows: dict[int, list[int]] = {}
    for one in some:
        rows.setdefault(one.row, []).append(one.place)
    places = [
        ngettext("row {row}, card {cards}", "row {row}, cards {cards}", len(cards), row=row, cards=_numbers(cards))
        for row, cards in rows.items()
    ]
    told = {"number": len(some), "places": listed(places, "; "), "what": what}
    return _("{number} cards ({places}): {what}.", **told)


def _numbers(cards: Sequence[int]) -> str:
    return ", ".join(map(str, cards))


def where(card: Photographed) -> Text:
    """The place of a card when it was first seen, in words."""
    picture, row, place = card.where
    return _("picture {picture}, row {row}, card {place}", picture=picture, row=row, place=place)


def perhaps_one(first: Photographed, other: Photographed) -> Text:
    """The question if two cards that look alike are one card shown twice."""
    return _(
        "The card of {place} looks like that of {other}: one card shown twice? If two, photograph both in one picture.",
        place=where(other),
        other=where(first),
    )


FACE_GREETING = _(
    "First photograph the empty surface. Then lay 12 or 24 cards in rows, all the same way up, a finger apart; the\n"
    "first 20 in the order of their numbers, 1 to 20. Photograph all 96, then the four towers in a row with one back\n"
    "below. Then shuffle and photograph all of them a second time, in any order. q stops; everything is saved,\n"
    "and the same command continues."
)


def counted(cards: int, places: int, gathered: Gathered) -> Text:
    """The number of cards of a picture that count, and of all so far."""
    first = min(len(gathered.palaces), CARDS_IN_A_DECK)
    twice = len(gathered.palaces) + len(gathered.special) - len(gathered.once)
    every = CARDS_IN_A_DECK + len(TOWERS_AND_BACK)
    return _(
        "Picture {picture}: {cards} of {places} cards. Palace cards {first} of {all}; seen twice {twice} of {every}.",
        picture=gathered.taken,
        cards=cards,
        places=places,
        first=first,
        all=CARDS_IN_A_DECK,
        twice=twice,
        every=every,
    )


def seen_once(gathered: Gathered) -> list[Text]:
    """The cards that lack their second photograph; by name if they are few, with the way out if one cannot get it."""
    once = gathered.once
    if len(once) > MOST_NAMED:
        return [ngettext("{number} card was seen only once.", "{number} cards were seen only once.", len(once))]
    if not once:
        return []
    places = listed([where(gathered.cards[code]) for code in once], "; ")
    is_tower = gathered.is_first_pass_over and not gathered.special.keys().isdisjoint(once)
    ways = _IS_TOWER_WRONG if is_tower else _IS_CARD_WRONG
    return [_("Seen only once: the cards of {places}.", places=places), ways]


_IS_TOWER_WRONG = _("Was a tower or the back photographed wrongly? Then begin towers and back again.")
_IS_CARD_WRONG = _("Is one of them not from this box, or its photograph wrong? Then forget that card, or its picture.")


def missing_now(gathered: Gathered) -> list[Text]:
    """The photographs still missing."""
    told: list[Text] = []
    first = len(gathered.palaces)
    if first < CARDS_IN_A_DECK:
        left = CARDS_IN_A_DECK - first
        told.append(
            ngettext("{number} palace card is still missing.", "{number} palace cards are still missing.", left)
        )
    if not gathered.special:
        told.append(_("Towers and back are still missing: the towers in a row, one back below."))
    told += seen_once(gathered)
    told += [perhaps_one(gathered.cards[other], gathered.cards[code]) for code, other in gathered.doubled.items()]
    return told


def look_alike(
    alike: Sequence[Collection[int]],
    twins: Sequence[Collection[int]],
    cards: Mapping[int, Card],
    most: int = MOST_NAMED,
) -> list[Text]:
    """
    The cards that are hard to distinguish by their faces, or indistinguishable, with what to do: a line or two.

    Groups of cards by code, the worst first; up to `most` of them are named, by number.
    """
    badly, never = (_by_number(groups, cards) for groups in (alike, twins))
    told = []
    if never:
        told.append(
            _("Their faces cannot be told apart: {cards}. Put a sticker on each of them.", cards=_groups(never, most))
        )
    if badly:
        told.append(
            _(
                "Their faces are hard to tell apart: {cards}. In each group, put a sticker on all cards but one.",
                cards=_groups(badly, most),
            )
        )
    return told


def _by_number(groups: Sequence[Collection[int]], cards: Mapping[int, Card]) -> list[list[int]]:
    """The street numbers of the cards of each group of several."""
    numbered = [sorted(cards[code].number for code in group if code in cards) for group in groups]
    return [group for group in numbered if len(group) > 1]


def _groups(groups: Sequence[Sequence[int]], most: int) -> Text:
    """Cards that are alike, joined by "and"; beyond `most` how many more there are."""
    named = [_alike(group) for group in groups[:most]]
    more = len(groups) - most
    if more > 0:
        named.append(
            ngettext(
                "and {number} more group, listed by deck check", "and {number} more groups, listed by deck check", more
            )
        )
    return listed(named, "; ")


def _alike(group: Sequence[int]) -> Text:
    *some, last = group
    return _("{cards} and {last}", cards=", ".join(map(str, some)), last=last)


NO_DIGITS = _(
    "No digits could be learnt from the first 20 cards: they get the numbers 1 to 20 in their order, so check these\n"
    "on the sheet. You will be asked for the other numbers; of the first 20, for those in pictures after one with a\n"
    "card missing."
)
WHOSE = _(
    "The deck file contains pictures of the cards. They belong to the game's publisher: pass the file on only "
    "if you may."
)
SURE_WAY = _(
    "Recognition by faces was measured with our own printed deck on drawn and rendered tables, and with other\n"
    "cards on photographs that somebody else took, but never with a real box (docs/measured/faces.md).\n"
    "Stickers are the safe choice. You may put them on some cards only: if a code is in sight, it counts."
)


def card_words(card: Card) -> Text:
    """
    The card in words.

    >>> card_words(Card(17, "red", 1, 2))
    '17 red, 1 window, 2 shields'
    """
    return listed([_("{number} {word}", number=card.number, word=card.colour), symbols(card.windows, card.shields)])


def is_it(code: int, proposed: Card) -> Text:
    """The question if a proposal that is not sure is right."""
    told = {"label": code, "known": f"{proposed.number} {proposed.colour}"}
    told["windows"] = ngettext("{number} window", "{number} windows", proposed.windows)
    return _("Card {label}, {known}, {windows}? Enter: yes; if not, the number of windows", **told)


WHICH_IS_WRONG = _("Which is wrong? Its label and what is right, as in 17: 117 red2; Enter: none")


def symbols(windows: int, shields: int) -> Text:
    """Windows and shields in words."""
    return listed(
        [
            ngettext("{number} window", "{number} windows", windows),
            ngettext("{number} shield", "{number} shields", shields),
        ]
    )


STICKER_GREETING = _(
    "For each card type the number of its windows; three minus that are its shields. Before it, if needed, the start\n"
    "of its colour and its street number: 2, red2, 117 red2. Several cards at once, one digit each: 2103; they are\n"
    "shown before they count. Enter alone asks for one value after another.\n"
    "b goes back one card, - leaves a card out for now, q stops: all cards entered are saved, and the same command\n"
    "continues."
)


THE_PICTURE = _("The picture")
NOTHING_KEPT = _("Stopped before the first questions were answered: nothing is saved yet.")
A_GAME = _("This is the table of a game, with quarters: photograph the cards alone, side by side.")
NO_CODES = _(
    "Are the square codes in sight, evenly lit and sharp? QR codes are not read here: enter those by keyboard."
)


class StepAgain(NamedTuple):
    """
    A step of photographing that can be begun again.

    `number`: what is typed for it. `words` begin it, `lost` is what goes, `told` what follows.
    """

    number: str
    words: Text
    lost: Text
    told: Text


FORGET, AGAIN, UNDO = _("forget"), _("again"), _("undo")
"""The words that take something back while cards are photographed."""
TO_TAKE_BACK = _("to take back: {forget} or {again}", forget=FORGET, again=AGAIN)
LAY = _("Lay 12 or 24 cards in rows, then press Enter ({ways})", ways=TO_TAKE_BACK)
HOW_TO_TAKE_BACK = (
    _("{forget}: the last picture · {forget} 11: picture 11 · {forget} 11 2 5: its row 2, card 5", forget=FORGET),
    _("{again}: begin a step again · {undo}: undo this", again=AGAIN, undo=UNDO),
)
STEPS_AGAIN: Mapping[Step, StepAgain] = {
    "second": StepAgain(
        "4",
        _("Begin the second pass again"),
        _("All second photographs go; the first ones stay."),
        _("All second photographs are forgotten: photograph every card once more."),
    ),
    "towers": StepAgain(
        "3",
        _("Photograph towers and back again"),
        _("The photographs of towers and back go; all others stay."),
        _(
            "Towers and back are forgotten: photograph the four towers in a row and one back below, then all five once "
            "more."
        ),
    ),
    "cards": StepAgain(
        "2",
        _("Begin all again"),
        _("All photographs go."),
        _("All photographs are forgotten: photograph all 96 cards again, the first 20 in their order."),
    ),
}
UNDONE = _("Undone.")
NOTHING_TO_UNDO = _("There is nothing to undo.")

STALE = _("Somebody else was faster. Check what it is now.")

OUT = _("out")
"""The word that takes a card out, as in `17: out`."""
CHECK = _("Compare this sheet with your cards: tap what is wrong, then accept them all.")
HOW = _("To remove a card that is not from this box, or is the same as another: 17: {out}.", out=OUT)
