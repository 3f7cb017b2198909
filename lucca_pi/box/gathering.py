"""Takes the cards of one picture after another: the first pass, the second, towers and the back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from lucca_pi.box.photo_store import Gathered, Photographed, packed
from lucca_pi.box.same_card import ENOUGH_CARDS, CutCard, SameCard, WayUp, flipped, on_its_head
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.vision.faces.ground import is_bare
from lucca_pi.vision.faces.known import CardMatch, cut_out, flaw, without_margin
from lucca_pi.vision.faces.laid_out import LaidOut
from lucca_pi.vision.picture import Colour

MOST_NAMED = 12
"""Most cards that are named one by one."""
_MISSING = {
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
_FLAWS = {
    "blurred": _("blurred: photograph again"),
    "reflex": _("in glare: turn the light or the card, and photograph again"),
}
_HEAD_DOWN = _("upside down: turn, and photograph again")


class Remark(NamedTuple):
    """A remark on a place of a picture; row and place count from 1."""

    row: int
    place: int
    what: Text | str


@dataclass(frozen=True, slots=True)
class Took:
    """The result of a picture: how many places for cards it shows, the codes of those that count, and the messages."""

    places: int
    codes: tuple[int, ...]
    told: tuple[Text, ...]


_MOST_PALACES = CARDS_IN_A_DECK + 4
"""Most cards of the first pass: a few may be another box's, and are dropped if the second pass does not show them."""
_TOO_MANY = _("{most} palace cards are there already: is this from another box, or shown twice?", most=CARDS_IN_A_DECK)
_THIRD_TIME = _("photographed twice already: that is enough")
_SECOND_PASS = 0.5
"""Least share of a picture's cards seen before at which the second pass has begun."""


class Gathering:
    """Matches the cards of each picture with those seen before, and adds new ones."""

    def __init__(self, gathered: Gathered, size_mm: tuple[float, float]) -> None:
        self.gathered, self._size_mm = gathered, size_mm
        self._same = SameCard(gathered, size_mm)
        self._way_up = WayUp(gathered, self._same)
        self._empty = 0
        """Pictures in a row without any card."""

    def without_cards(self, picture: Colour, found: LaidOut, bare: Colour) -> tuple[Text, Colour]:
        """
        The message about a picture without any card, and the bare ground from now on.

        A plain picture is a new ground, and so is a second one in a row: else a ground could not be changed for wood.
        """
        self._empty += 1
        is_ground = is_bare(picture) or self._empty > 1
        if found.rims_hidden:
            told = _(
                "The cards' edges do not stand out from the surface, so no card counts. Lay them on a plain cloth\n"
                "of quite another colour, without a pattern. Photograph the empty cloth, then the cards again."
            )
        elif found.is_crowded:
            told = _(
                "The cards lie too close together, so no card counts. Leave a finger's breadth on every side, also "
                "between\nthe rows, and photograph them again."
            )
        elif is_ground:
            self._empty = 0
            return _("There is no card in this picture: from now on it counts as the empty surface."), picture
        else:
            told = _(
                "No card was found. Photograph the empty surface again, from the same place, then the cards: whole,\n"
                "a finger apart, on a surface of another colour."
            )
        return told, bare

    def take(self, found: LaidOut, cuts: Sequence[CutCard]) -> Took:
        """Takes the cards that `look_at` found in a picture."""
        self._empty = 0
        self.gathered.taken += 1
        are_palaces = self._way_up.are_palaces(cuts)
        is_towers = self._way_up.are_towers(cuts, found, are_palaces)
        if not is_towers and self._way_up.are_towers_in_part(are_palaces):
            told = together([Remark(1, 1, _MISSING["towers"])])
            return Took(len(found.cards) + len(found.missing), (), tuple(told))
        wrong = self._way_up.see(cuts, found, are_towers=is_towers)
        if self.gathered.turned:
            found, cuts = flipped(found, cuts)
        remarks = [_remark(cut, _HEAD_DOWN) for cut, is_wrong in zip(cuts, wrong, strict=True) if is_wrong]
        upright = [cut for cut, is_wrong in zip(cuts, wrong, strict=True) if not is_wrong]
        places = len(found.cards) + len(found.missing)
        flaws = [flaw(without_margin(cut.card)) for cut in upright]
        if flaws.count("blurred") > len(flaws) / 2:
            blurred = _("The picture is blurred: hold still, or focus on the cards, and take it again.")
            return Took(places, (), (blurred,))
        remarks += [_remark(cut, _FLAWS[one]) for cut, one in zip(upright, flaws, strict=True) if one]
        fit = [cut for cut, one in zip(upright, flaws, strict=True) if not one]
        if is_towers and len(fit) == len(TOWERS_AND_BACK):
            codes, more = self._take_towers(fit)
        else:
            codes, more = self._take_palaces(fit, found, is_towers=is_towers)
        missing = [Remark(one.row + 1, one.column + 1, _MISSING[one.why]) for one in found.missing]
        told = [*together([*remarks, *more, *missing]), *_cut_off(found.cut_off)]
        if self.gathered.is_whole:
            told += self._mistaken()
        if self.gathered.is_whole:
            told += _left_out(self.gathered.settle())
        return Took(places, tuple(codes), tuple(told))

    def _take_towers(self, cuts: Sequence[CutCard]) -> tuple[list[int], list[Remark]]:
        """
        Takes the towers from left to right, then the back; returns their codes, or what is wrong.

        The second pass may have shown one of them before, as a new card: it was none.
        """
        ordered = sorted(self._same.matched(cuts), key=lambda cut: (cut.row, cut.place))
        known = [(cut, cut.match.code) for cut in ordered if cut.match and self._same.is_same(cut.match)]
        if wrong := [cut for cut, code in known if not self.gathered.cards[code].late]:
            return [], [_remark(cut, _MISSING["palace"]) for cut in wrong]
        for code in {code for _cut, code in known}:
            self.gathered.cards = self.gathered.without_card(code).cards
        for code, cut in zip(TOWERS_AND_BACK, ordered, strict=True):
            self._add(code, cut, 0)
        return list(TOWERS_AND_BACK), []

    def _take_palaces(
        self, cuts: Sequence[CutCard], found: LaidOut, *, is_towers: bool
    ) -> tuple[list[int], list[Remark]]:
        matched = self._same.matched(cuts)
        seen_before = [cut for cut in matched if cut.match and cut.match.is_same]
        is_again = self.gathered.cards and len(seen_before) >= _SECOND_PASS * len(matched)
        if is_again or self.gathered.is_first_pass_over or (self._same.has_begun and len(matched) < ENOUGH_CARDS):
            return self._again(matched)
        if is_towers:
            return [], [Remark(1, 1, _MISSING["towers"])]
        return self._first(matched, found)

    def _first(self, cuts: Sequence[CutCard], found: LaidOut) -> tuple[list[int], list[Remark]]:
        """Adds cards of the first pass; a card that looks like an earlier one is named and waits."""
        codes, told, rows = list[int](), list[Remark](), found.rows
        for cut in sorted(cuts, key=lambda one: (one.row, one.place)):
            order = self.gathered.places + sum(rows[: cut.row - 1]) + cut.place
            again = cut.match.code if cut.match and cut.match.is_same else None
            if again is None and len(self.gathered.palaces) >= _MOST_PALACES:
                told.append(_remark(cut, _TOO_MANY))
                continue
            code = self.gathered.next_code()
            self._add(code, cut, order)
            codes.append(code)
            if again is not None:
                self.gathered.cards[code].perhaps = self.gathered.earliest(again)
                message = _(
                    "looks like the card of {where}. Shown twice? Then leave it out; the second pass tells two cards "
                    "apart",
                    where=self._where(again),
                )
                told.append(_remark(cut, message))
        self.gathered.places += sum(rows)
        return codes, told

    def _again(self, cuts: Sequence[CutCard]) -> tuple[list[int], list[Remark]]:
        """Gives cards of the first pass, in any order, their second photograph."""
        codes: list[int] = []
        told: list[Remark] = []
        for cut in sorted(cuts, key=lambda cut: cut.match.unlike if cut.match else 9.0):
            match = cut.match
            if match is None or not self._same.is_same(match):
                told += self._unknown(cut, match, codes)
                continue
            code = self._same.meant(match, codes)
            if code is None:
                message = _(
                    "equally like the card of {where} and that of {other}: photograph it from nearer, or in better "
                    "light; if one of the two is wrong, forget that card",
                    where=self._where(match.code),
                    other=self._where(min(match.rivals)),
                )
                told.append(_remark(cut, message))
            elif code not in codes:
                told += self._second(cut, match, code)
                codes.append(code)
            elif code != BACK_CODE:  # there may lie a row of backs
                message = _(
                    "looks like the card of {where}, and so does another one in this picture", where=self._where(code)
                )
                told.append(_remark(cut, message))
        self.gathered.are_two(codes)
        return codes, told

    def _where(self, code: int) -> Text:
        """The place of a known card, as messages name it."""
        return where(self.gathered.cards[code])

    def _second(self, cut: CutCard, match: CardMatch, code: int) -> list[Remark]:
        """Adds the second photograph, cut out in the same place as the first."""
        card = self.gathered.cards[code]
        if len(card.pictures) > 1:
            return [_remark(cut, _THIRD_TIME)] if code not in TOWERS_AND_BACK else []
        flat = cut_out(cut.card, match.place, self._size_mm, 0.0)
        card.pictures.append(packed(flat))
        card.second = self.gathered.taken, cut.row, cut.place
        self.gathered.is_told(code)
        self._same.has_begun = True
        return []

    def _mistaken(self) -> list[Text]:
        """
        Messages on second photographs that fit a card nobody photographed before: they do not count.

        Also on indistinguishable cards, as long as they have not lain in one picture: they count as one card.
        """
        told = []
        for code, match in self._same.by_second().items():
            card, likely = self.gathered.cards[code], {match.code, *match.rivals}
            if code not in likely:
                del card.pictures[1]
                card.second = None
                message = _(
                    "The second photograph of the card of {where} shows that of {other}: photograph the first once "
                    "more.",
                    where=self._where(code),
                    other=self._where(match.code),
                )
                told.append(message)
                continue
            for first in sorted(one for one in likely if one < code and self._same.may_be_one(one, code)):
                card.perhaps = self.gathered.earliest(first)
                told.append(perhaps_one(self.gathered.cards[card.perhaps], card))
        return told

    def _unknown(self, cut: CutCard, match: CardMatch | None, codes: list[int]) -> list[Remark]:
        """Names a card like none before: upside down, seen badly, left out of the first pass, or another box's."""
        known = self._same.matched([replace(cut, card=on_its_head(cut.card))])[0].match
        if known and known.is_same:
            return [_remark(cut, _HEAD_DOWN)]
        if match and self._same.is_nearly_same(match):
            return [_remark(cut, self._nearly_like(cut, match))]
        similar = match.code if match and match.is_similar else None
        is_late = similar is not None and similar in self.gathered.once and self.gathered.cards[similar].late
        codes.append(self._late_one(cut, similar if is_late else None))
        return [_remark(cut, _MISSING["new"])]

    def _nearly_like(self, cut: CutCard, match: CardMatch) -> Text:
        """
        Handles a card between "the same" and "another", and returns the message.

        If the known card was seen once, its first photograph may be the bad one: the second time, the new one takes its
        place. If the known card has two photographs, the new card counts once a picture shows both.
        """
        code, card, place = match.code, self.gathered.cards[match.code], self._where(match.code)
        if code not in self.gathered.once:
            if code not in TOWERS_AND_BACK:
                self._late_one(cut, self.gathered.earliest(code))
            return _(
                "nearly like the card of {where}, which is there twice: if it is another, photograph both together",
                where=place,
            )
        if code in TOWERS_AND_BACK:
            return _(
                "nearly like the card of {where}: glare? If that one is wrong, begin towers and back again", where=place
            )
        if card.nearly:
            self.gathered.places += 1
            self._add(code, cut, self.gathered.places)
            self.gathered.cards[code].late = card.late
        else:
            card.nearly = True
        return _("nearly like the card of {where}: glare, or another card? Photograph again", where=place)

    def _late_one(self, cut: CutCard, perhaps: int | None) -> int:
        """Adds a card that the first pass did not show, or showed in light in which it looked like another."""
        code = self.gathered.next_code()
        self.gathered.places += 1
        self._add(code, cut, self.gathered.places)
        self.gathered.cards[code].perhaps = perhaps
        self.gathered.cards[code].late = True
        self.gathered.forget_late()
        return code

    def _add(self, code: int, cut: CutCard, order: int) -> None:
        where = self.gathered.taken, cut.row, cut.place
        self.gathered.cards[code] = Photographed([packed(without_margin(cut.card))], where, order)


def _remark(cut: CutCard, what: Text) -> Remark:
    return Remark(cut.row, cut.place, what)


def _cut_off(things: int) -> list[Text]:
    """The message that things at the picture's edge are left out; none if there are none."""
    told = ngettext(
        "{number} thing at the picture's edge is left out. A card that is cut off? Photograph it whole.",
        "{number} things at the picture's edge are left out. Cards that are cut off? Photograph them whole.",
        things,
    )
    return [told] if things else []


def _left_out(cards: Sequence[Photographed]) -> list[Text]:
    """The message that cards beyond the 96 of a box are left out; none if there are none."""
    places = listed([where(card) for card in cards], "; ")
    told = _(
        "96 cards are there twice. Left out, as from another box or as seen differently: those of {places}.\n"
        "Is one of these from your box? On the sheet, remove the card that is not, and photograph this one again.",
        places=places,
    )
    return [told] if cards else []


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
    places = []
    for row, cards in rows.items():
        told = {"row": row, "cards": ", ".join(map(str, cards))}
        places.append(ngettext("row {row}, card {cards}", "row {row}, cards {cards}", len(cards), **told))
    return _("{number} cards ({places}): {what}.", number=len(some), places=listed(places, "; "), what=what)


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
    if gathered.is_first_pass_over and not gathered.special.keys().isdisjoint(once):
        way = _("Was a tower or the back photographed wrongly? Then begin towers and back again.")
    else:
        way = _("Is one of them not from this box, or its photograph wrong? Then forget that card, or its picture.")
    return [_("Seen only once: the cards of {places}.", places=places), way]


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
