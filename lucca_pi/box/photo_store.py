"""
Photographs of a box's faces: two small JPEGs of each card, its first place, and their file beside the draft.

What was photographed by mistake is taken back: a picture, a card, towers and back, or a whole pass.
"""

from base64 import b64decode
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import cv2

from lucca_pi.box.draft_files import gathered_file, load_kept, text_by_lines, write_safely
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK, photographs_json
from lucca_pi.outside import Node, read_json
from lucca_pi.vision.picture import Colour, PictureError, colour_of_jpeg

MOST = 0.75
"""Least share of the 96 palace cards that must be seen before the second pass begins."""
_MOST_LATE = 48
"""Most cards stored that were seen once, in the second pass alone: two pictures full of another box's cards."""

Place = tuple[int, int, int]
"""Picture, row and card in it, all from 1."""
Step = Literal["cards", "towers", "second"]
"""A step of photographing that can be begun again: all cards, towers and back, or the second pass."""


@dataclass(slots=True)
class Photographed:
    """
    A card: its one or two pictures, as JPEGs, and its first place: picture, row and card, all from 1.

    `second`: the place in its second picture; None also in files of earlier versions.
    """

    pictures: list[bytes]
    where: Place
    order: int
    perhaps: int | None = None
    late: bool = False
    nearly: bool = False
    shown_apart: bool = False
    second: Place | None = None

    @property
    def shots(self) -> list[tuple[Place | None, bytes]]:
        """Its photographs, each with its place."""
        return [*zip((self.where, self.second), self.pictures, strict=False)]

    def keeping(self, shots: Sequence[tuple[Place | None, bytes]]) -> "Photographed | None":
        """The card with these of its photographs alone; None without any, or if the first one's place is not known."""
        if not shots or (first := shots[0][0]) is None:
            return None
        return replace(
            self,
            pictures=[data for _place, data in shots],
            where=first,
            second=shots[1][0] if len(shots) > 1 else None,
            order=self.order if first == self.where else 0,
            nearly=False,
            shown_apart=self.shown_apart and len(shots) == len(self.pictures),
        )


@dataclass(slots=True)
class Gathered:
    """
    All cards by code: palace cards in the order of their photographs, from 1; towers and the back by their own codes.

    `taken`: pictures so far, without the bare ground. `places`: places in the rows of the first pass. `turned`: True if
    cards are head down in the pictures; None until somebody has answered. `looked_at`: digests of the pictures taken,
    "" for one that may be taken again. `forgotten`: the numbers of pictures that were taken back.
    """

    cards: dict[int, Photographed] = field(default_factory=dict)
    taken: int = 0
    places: int = 0
    turned: bool | None = None
    looked_at: list[str] = field(default_factory=list)
    forgotten: list[int] = field(default_factory=list)

    @property
    def palaces(self) -> dict[int, Photographed]:
        """The palace cards that are not others seen again."""
        return {code: card for code, card in _palaces(self.cards).items() if card.perhaps is None}

    @property
    def doubled(self) -> dict[int, int]:
        """The earlier card that each of these may be, shown again, by code."""
        return {code: card.perhaps for code, card in self.cards.items() if card.perhaps is not None}

    @property
    def special(self) -> dict[int, Photographed]:
        """Towers and back."""
        return {code: self.cards[code] for code in TOWERS_AND_BACK if code in self.cards}

    @property
    def once(self) -> list[int]:
        """The codes of cards with a single photograph."""
        return [code for code, card in self.cards.items() if len(card.pictures) < 2 and card.perhaps is None]

    @property
    def is_first_pass_over(self) -> bool:
        """True once towers and back are there and most palace cards came before them; if few did, more are coming."""
        towers = max((card.where[0] for card in self.special.values()), default=0)
        before = sum(card.where[0] < towers for card in self.palaces.values())
        return before >= MOST * CARDS_IN_A_DECK

    def earliest(self, code: int) -> int:
        """The code of the earlier card that this one may be; its own code if none."""
        earlier = self.cards[code].perhaps
        return code if earlier is None else earlier

    def pair(self, code: int) -> set[int]:
        """The codes of cards that may be the same one, shown twice."""
        first = self.earliest(code)
        return {first, *(one for one, earlier in self.doubled.items() if earlier == first)}

    def is_told(self, code: int) -> None:
        """
        Marks the card's second photograph as taken: of two cards that may be one, this one counts.

        Except for a late card that looks like one with two photographs: a picture has to show both.
        """
        card, first = self.cards[code], self.cards[code].perhaps
        is_twice = first is not None and len(self.cards[first].pictures) > 1
        if card.late and is_twice:
            return
        card.perhaps = None
        if first is None or is_twice:
            return
        for other in self.pair(first):
            self.cards[other].perhaps = code

    def are_two(self, codes: Sequence[int]) -> None:
        """Marks cards in one picture as different, however alike they look."""
        for code in codes:
            card = self.cards[code]
            if card.perhaps in codes:
                card.perhaps, card.shown_apart = None, True

    @property
    def is_whole(self) -> bool:
        """True once all cards are there twice; further cards seen once do not count."""
        palaces = sum(len(card.pictures) > 1 for card in self.palaces.values())
        special = [len(card.pictures) > 1 for card in self.special.values()]
        return palaces >= CARDS_IN_A_DECK and len(special) == len(TOWERS_AND_BACK) and all(special)

    def settle(self) -> list[Photographed]:
        """
        Drops the cards that were others seen again once all cards are there, and closes gaps in the codes.

        A card within the 96 codes keeps its own, under which answers are stored; the others fill the gaps. Returns the
        cards beyond the 96 that are not known to be others seen again.
        """
        every = sorted(self.palaces.items(), key=lambda one: len(one[1].pictures) < 2)
        some, more = dict(every[:CARDS_IN_A_DECK]), every[CARDS_IN_A_DECK:]
        free = (code for code in range(1, CARDS_IN_A_DECK + 1) if code not in some)
        palaces = {code if code <= CARDS_IN_A_DECK else next(free): card for code, card in some.items()}
        self.cards = {**dict(sorted(palaces.items())), **self.special}
        return [card for _code, card in more]

    def forget_late(self) -> None:
        """Drops the oldest cards seen only once, in the second pass, when the box has too many."""
        late = [code for code, card in self.cards.items() if card.late and len(card.pictures) < 2]
        old = [code for code in late[:-_MOST_LATE] if self.cards[code].where[0] != self.taken]
        self.cards = {
            code: replace(card, perhaps=None if card.perhaps in old else card.perhaps)
            for code, card in self.cards.items()
            if code not in old
        }

    def next_code(self) -> int:
        """The code of the next palace card; beyond those of towers and back if too many were shown."""
        return next(code for code in range(1, 10_000) if code not in self.cards and code not in TOWERS_AND_BACK)

    # taking back

    @property
    def given(self) -> dict[int, dict[Place, tuple[int, bytes]]]:
        """The card and its photograph at each place of each picture, the latest picture first, then row by row."""
        every = [(place, (code, data)) for code, card in self.cards.items() for place, data in card.shots if place]
        pictures = sorted({place[0] for place, _card in every}, reverse=True)
        return {number: dict(sorted(one for one in every if one[0][0] == number)) for number in pictures}

    def without_picture(self, picture: int) -> "Gathered":
        """
        All photographs but those of a picture. Of a card with another photograph that one becomes the first.

        Towers and back go with their first picture: by it they have their codes.
        """

        def is_kept(code: int, card: Photographed, place: Place | None) -> bool:
            told = card.where if code in TOWERS_AND_BACK else place
            return told is None or told[0] != picture

        return replace(self, forgotten=[*self.forgotten, picture])._keeping(is_kept)

    def without_card(self, code: int) -> "Gathered":
        """All cards but one; towers and back go together."""
        return self._keeping(lambda other, _card, _place: other != code)

    def without_step(self, step: Step) -> "Gathered":
        """All photographs but those of a step and, of the first pass, of the steps after it."""
        if step == "cards":
            return self._keeping(lambda _code, _card, _place: False)
        if step == "second":
            after = self._keeping(lambda _code, card, place: place == card.where and not card.late)
            return replace(after, looked_at=self._marks_of({card.where[0] for card in after.cards.values()}))
        first = {card.where[0] for card in self.special.values()} - {*self.forgotten}
        again = {card.second[0] for card in self.special.values() if card.second}
        after = self._keeping(lambda code, _card, _place: code not in TOWERS_AND_BACK)
        marks = self._marks_of({*range(self.taken + 1)} - again)
        return replace(after, forgotten=[*self.forgotten, *sorted(first)], looked_at=marks)

    def _marks_of(self, kept: Collection[int]) -> list[str]:
        """The digests, without those of pictures that are not kept: these may come again."""
        before = self.taken - len(self.looked_at) + 1
        return [mark if picture in kept else "" for picture, mark in enumerate(self.looked_at, start=before)]

    def _keeping(self, is_kept: Callable[[int, Photographed, Place | None], bool]) -> "Gathered":
        """
        The same with the photographs that are kept, by code, card and place; of towers and back all or none.

        A card that may be one that is gone is a card of its own. With no card left, which way up they are is asked
        anew, and all pictures may come again.
        """
        cards = dict[int, Photographed]()
        for code, card in self.cards.items():
            if left := card.keeping([shot for shot in card.shots if is_kept(code, card, shot[0])]):
                cards[code] = left
        if not cards:
            return Gathered(taken=self.taken, looked_at=[""] * len(self.looked_at), forgotten=self.forgotten)
        if not cards.keys() >= {*TOWERS_AND_BACK}:
            cards = _palaces(cards)
        for card in cards.values():
            card.perhaps = card.perhaps if card.perhaps in cards else None
        return replace(self, cards=cards, places=self._places_with(cards))

    def _places_with(self, cards: Mapping[int, Photographed]) -> int:
        """
        The places of the first pass, if these cards are left: those before the lost ones if these were its last.

        Then the cards that are photographed instead get their places in the order of numbers.
        """
        of_first = {code: card for code, card in _palaces(self.cards).items() if not card.late}
        stays = {code for code, card in of_first.items() if code in cards and cards[code].where == card.where}
        lost = [card for code, card in of_first.items() if code not in stays]
        before = next((card.order - card.where[2] for card in lost if card.where[1] == 1), self.places)
        return before if all(of_first[code].order <= before for code in stays) else self.places


def _palaces(cards: Mapping[int, Photographed]) -> dict[int, Photographed]:
    return {code: card for code, card in cards.items() if code not in TOWERS_AND_BACK}


_FORMAT = "lucca-citta-faces-draft/1"
_MARKS = ("late", "nearly", "shown_apart")
"""Marks of a card that its file holds only if they are true."""


def keep(file: Path, gathered: Gathered) -> None:
    """Writes the photographs beside the deck file. Raises UnwritableError."""
    write_safely(gathered_file(file), gathered_text(gathered))


def load(file: Path) -> Gathered | None:
    """The photographs stored beside the deck file; None if there are none. Raises UnreadableError."""
    return load_kept(gathered_file(file), read_gathered, "These are not photographs of a box: move the file")


def gathered_text(gathered: Gathered) -> str:
    """The photographs as the text of their file; `read_gathered` reads it."""
    about = {name: getattr(gathered, name) for name in ("taken", "places", "turned", "looked_at", "forgotten")}
    cards = [_card_json(code, card) for code, card in gathered.cards.items()]
    return text_by_lines({"format": _FORMAT, **about}, {"cards": cards})


def _card_json(code: int, card: Photographed) -> dict[str, Any]:
    more = {name: getattr(card, name) for name in ("perhaps", "second", *_MARKS) if getattr(card, name)}
    return {**photographs_json(code, card.pictures), "where": card.where, "order": card.order, **more}


def read_gathered(text: str) -> Gathered:
    """The photographs in a text that `gathered_text` made. Raises UnreadableError."""
    root = read_json(text)
    root.key("format").only(_FORMAT)
    turned, forgotten = root.key("turned"), root.get("forgotten")
    if not isinstance(turned.value, bool | None):
        raise turned.wrong("expected true, false or null")
    return Gathered(
        {one.key("code").whole(): _card(one) for one in root.key("cards").list()},
        root.key("taken").whole(),
        root.key("places").whole(),
        turned.value,
        [one.text() for one in root.key("looked_at").list()],
        [one.whole() for one in forgotten.list()] if forgotten else [],
    )


def _card(node: Node) -> Photographed:
    perhaps, second = node.get("perhaps"), node.get("second")
    return Photographed(
        [_picture(one) for one in node.key("pictures").list()],
        _place(node.key("where")),
        node.key("order").whole(),
        perhaps.whole() if perhaps else None,
        second=_place(second) if second else None,
        **{name: node.get(name) is not None for name in _MARKS},
    )


def _place(node: Node) -> Place:
    picture, row, card = (one.whole() for one in node.several(3, "picture, row and card"))
    return picture, row, card


def _picture(node: Node) -> bytes:
    try:
        data = b64decode(node.text(), validate=True)
        decoded_picture(data)
    except (ValueError, PictureError):
        raise node.wrong("expected a photograph of a card: a small JPEG in base64") from None
    return data


MOST_BYTES = 14_000
"""Largest size of one photograph, bytes: two each of 101 faces make 3.8 MB in base64."""
_MOST_PX = 4_000_000
"""Most pixels of one photograph: a card's has some 100,000, and one that claims more would only fill the memory."""
_QUALITIES = (90, 85, 80, 75, 70, 65, 60, 50, 40, 30, 20)


def packed(card: Colour) -> bytes:
    """The picture as a JPEG of the best quality that fits MOST_BYTES."""
    for quality in _QUALITIES:
        data = cv2.imencode(".jpg", card[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(data) <= MOST_BYTES:
            break
    return data


def decoded_picture(data: bytes) -> Colour:
    """The picture in a JPEG. Raises ValueError for any other data, PictureError for more than _MOST_PX."""
    return colour_of_jpeg(data, _MOST_PX)
