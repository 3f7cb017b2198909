"""
Photographs of a box's faces: two small JPEGs of each card, where it lay first, and the file that keeps them beside
the draft.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from lucca_pi.errors import UnreadableError
from lucca_pi.files import read_text
from lucca_pi.games.citta.box.draft_files import write_whole
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK
from lucca_pi.strict import Node, read_json
from lucca_pi.vision.picture import Colour

MOST = 0.75
"""Share of the palace cards without which nobody goes on to the second pass."""
MOST_LATE = 48
"""Cards kept that the second pass alone has shown, and once: two pictures full of what is no card of the box."""


@dataclass(slots=True)
class Photographed:
    """
    A card: its one or two pictures, as JPEGs, and where it lay first: picture, row and card, all from 1.

    `order`: the how-manieth place of its pass it lay in, from 1. `perhaps`: an earlier card that it may be, seen again.
    `late`: the first pass did not show it. `nearly`: it was seen again and looked otherwise: the next time the new
    photograph is as good as the first. `shown_apart`: one picture showed it beside the card that it looks like.
    """

    pictures: list[bytes]
    where: tuple[int, int, int]
    order: int
    perhaps: int | None = None
    late: bool = False
    nearly: bool = False
    shown_apart: bool = False


@dataclass(slots=True)
class Gathered:
    """
    All cards by code: palace cards as they came, from 1; towers and the back by the codes they have.

    `taken`: pictures so far, without the bare ground. `places`: places in the rows of the first pass. `turned`: whether
    cards lie head down in the pictures; None while nobody has said. `looked_at`: digests of the pictures taken.
    """

    cards: dict[int, Photographed] = field(default_factory=dict)
    taken: int = 0
    places: int = 0
    turned: bool | None = None
    looked_at: list[str] = field(default_factory=list)

    @property
    def palaces(self) -> dict[int, Photographed]:
        """The palace cards that are no other card seen again."""
        some = {code: card for code, card in self.cards.items() if code not in TOWERS_AND_BACK}
        return {code: card for code, card in some.items() if card.perhaps is None}

    @property
    def doubled(self) -> dict[int, int]:
        """Cards that may be an earlier one, and which."""
        return {code: card.perhaps for code, card in self.cards.items() if card.perhaps is not None}

    @property
    def special(self) -> dict[int, Photographed]:
        """Towers and back."""
        return {code: self.cards[code] for code in TOWERS_AND_BACK if code in self.cards}

    @property
    def once(self) -> list[int]:
        """The codes of cards with one picture."""
        return [code for code, card in self.cards.items() if len(card.pictures) < 2 and card.perhaps is None]

    @property
    def is_first_pass_over(self) -> bool:
        """Whether towers and back are there, which come last, and most of the others."""
        return bool(self.special) and len(self.palaces) >= MOST * CARDS_IN_A_DECK

    def earliest(self, code: int) -> int:
        """The card that it may be, seen again; itself where it is none."""
        earlier = self.cards[code].perhaps
        return code if earlier is None else earlier

    def is_told(self, code: int) -> None:
        """
        A card has its second photograph: of two that may be one it is the one that counts.

        But for a late one that looks like a card which is there twice: a picture has to show both.
        """
        card, first = self.cards[code], self.cards[code].perhaps
        is_twice = first is not None and len(self.cards[first].pictures) > 1
        if card.late and is_twice:
            return
        card.perhaps = None
        if first is None or is_twice:
            return
        for other in (first, *(one for one, earlier in self.doubled.items() if earlier == first)):
            self.cards[other].perhaps = code

    def are_two(self, codes: Sequence[int]) -> None:
        """Cards in one picture are no one card, however like each other they look."""
        for code in codes:
            card = self.cards[code]
            if card.perhaps in codes:
                card.perhaps, card.shown_apart = None, True

    @property
    def is_whole(self) -> bool:
        """Whether all cards are there twice. What is more and seen once is another box's, or looked otherwise once."""
        palaces = sum(len(card.pictures) > 1 for card in self.palaces.values())
        special = [len(card.pictures) > 1 for card in self.special.values()]
        return palaces >= CARDS_IN_A_DECK and len(special) == len(TOWERS_AND_BACK) and all(special)

    def settle(self) -> list[Photographed]:
        """
        Once all are there: those that were another card seen again are gone, and codes have no gaps.

        A card within the 96 codes keeps its own, by which answers are kept; the others fill the gaps. Gives those
        beyond the 96 that are no card seen again, so far as anybody knows.
        """
        every = sorted(self.palaces.items(), key=lambda one: len(one[1].pictures) < 2)
        some, more = dict(every[:CARDS_IN_A_DECK]), every[CARDS_IN_A_DECK:]
        free = (code for code in range(1, CARDS_IN_A_DECK + 1) if code not in some)
        palaces = {code if code <= CARDS_IN_A_DECK else next(free): card for code, card in some.items()}
        self.cards = {**dict(sorted(palaces.items())), **self.special}
        return [card for _code, card in more]

    def forget_late(self) -> None:
        """Of cards that the second pass alone has shown, once, the oldest are forgotten where there are too many."""
        late = [code for code, card in self.cards.items() if card.late and len(card.pictures) < 2]
        old = [code for code in late[:-MOST_LATE] if self.cards[code].where[0] != self.taken]
        self.cards = {
            code: replace(card, perhaps=None if card.perhaps in old else card.perhaps)
            for code, card in self.cards.items()
            if code not in old
        }

    def next_code(self) -> int:
        """The code of the next palace card. Beyond those of towers and back where too many were shown."""
        return next(code for code in range(1, 10_000) if code not in self.cards and code not in TOWERS_AND_BACK)


FORMAT = "lucca-citta-faces-draft/1"
MARKS = ("late", "nearly", "shown_apart")
"""What is kept of a card where it is so."""


def gathered_file(file: Path) -> Path:
    """Where the photographs of a deck file in the making are kept."""
    return file.with_name(f"{file.name}.photographs")


def keep(file: Path, gathered: Gathered) -> None:
    """Writes them beside the deck file. Raises UnwritableError."""
    write_whole(gathered_file(file), text_of(gathered))


def load(file: Path) -> Gathered | None:
    """Those beside the deck file; None where there are none. Raises UnreadableError."""
    kept = gathered_file(file)
    if not kept.exists():
        return None
    try:
        return read_gathered(read_text(str(kept)))
    except UnreadableError as error:
        message = f"{error.message}. These are no photographs of a box: move the file away to begin anew"
        raise UnreadableError(message, error.place, str(kept)) from None


def text_of(gathered: Gathered) -> str:
    """All that was gathered; `read_gathered` gives it back."""
    cards = [json.dumps(_card_json(code, card)) for code, card in gathered.cards.items()]
    about = {name: getattr(gathered, name) for name in ("taken", "places", "turned", "looked_at")}
    head = json.dumps({"format": FORMAT, **about}).removesuffix("}")
    return f'{head}, "cards": [\n' + ",\n".join(cards) + "\n]}\n"


def _card_json(code: int, card: Photographed) -> dict[str, Any]:
    pictures = [b64encode(one).decode() for one in card.pictures]
    return {
        "code": code,
        "where": card.where,
        "order": card.order,
        **({} if card.perhaps is None else {"perhaps": card.perhaps}),
        **{name: True for name in MARKS if getattr(card, name)},
        "pictures": pictures,
    }


def read_gathered(text: str) -> Gathered:
    """What `text_of` wrote. Raises UnreadableError."""
    root = read_json(text)
    if root.key("format").text() != FORMAT:
        raise root.key("format").wrong(f'expected "{FORMAT}"')
    cards = {one.key("code").whole(): _card(one) for one in root.key("cards").list()}
    turned = root.key("turned")
    if turned.value is not None and not isinstance(turned.value, bool):
        raise turned.wrong("expected true, false or null")
    before = root.get("looked_at")
    looked_at = [one.text() for one in before.list()] if before else []
    return Gathered(cards, root.key("taken").whole(), root.key("places").whole(), turned.value, looked_at)


def _card(node: Node) -> Photographed:
    where = [one.whole() for one in node.key("where").list()]
    if len(where) != 3:
        raise node.key("where").wrong("expected picture, row and card")
    perhaps = node.get("perhaps")
    pictures = [_picture(one) for one in node.key("pictures").list()]
    place = where[0], where[1], where[2]
    marks = {name: node.get(name) is not None for name in MARKS}
    return Photographed(pictures, place, node.key("order").whole(), perhaps.whole() if perhaps else None, **marks)


def _picture(node: Node) -> bytes:
    try:
        return b64decode(node.text(), validate=True)
    except ValueError:
        raise node.wrong("expected a picture, packed and in base64") from None


MOST_BYTES = 14_000
"""Of one photograph: two each of 101 faces make 3.8 MB in base64."""
QUALITIES = (90, 85, 80, 75, 70, 65, 60, 50, 40, 30, 20)


def packed(card: Colour) -> bytes:
    """The picture as a JPEG, as good as there is room for."""
    for quality in QUALITIES:
        data = cv2.imencode(".jpg", card[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(data) <= MOST_BYTES:
            break
    return data


def unpacked(data: bytes) -> Colour:
    """What `packed` was given, nearly. Raises ValueError for what is no picture."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("no picture")
    return np.ascontiguousarray(np.asarray(picture, np.uint8)[..., ::-1])
