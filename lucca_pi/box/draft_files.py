"""A deck file in the making: cards, colours and sizes so far in a draft beside it, and the deck file at its end."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from lucca_pi.errors import UnreadableError, reason_of
from lucca_pi.files import read_text, write_file
from lucca_pi.games.citta.paper.layout import FROM_EDGES_MM
from lucca_pi.games.citta.rules.deck import (
    CARD_MM,
    CARDS_IN_A_DECK,
    DECK_FORMAT,
    HIGHEST_CODE,
    REFERENCE_COLOURS,
    Card,
    card_json,
    photographs_json,
    read_card,
)
from lucca_pi.language import Text, _, say
from lucca_pi.outside import Node, read_json
from lucca_pi.printed.stickers import STICKER_MM, square_mm
from lucca_pi.table.shades import Shade


@dataclass(frozen=True, slots=True)
class Sizes:
    """`card_mm`: width and height, with the sleeve; `sticker_mm`: the side of a sticker with its white margin."""

    card_mm: tuple[float, float] = CARD_MM
    sticker_mm: float = STICKER_MM["aruco"]

    @property
    def square_mm(self) -> float:
        """The side of the code's black square."""
        return round(square_mm(self.sticker_mm, "aruco"), 2)

    @property
    def inset_mm(self) -> float:
        """From the card's upper and left edge to the black square."""
        return round(FROM_EDGES_MM + (self.sticker_mm - self.square_mm) / 2, 2)

    @property
    def text(self) -> Text:
        """The sizes in words."""
        width, height = self.card_mm
        return _(
            "cards of {width:g} x {height:g} mm, stickers of {sticker:g} mm",
            width=width,
            height=height,
            sticker=self.sticker_mm,
        )


_DRAFT_FORMAT = "lucca-citta-deck-draft/1"


class UnwritableError(Exception):
    """A file that cannot be written; the message names it."""


@dataclass(frozen=True, slots=True)
class DeckDraft:
    """
    The cards entered so far by code, sizes, the six colours' names, and by code the shades that pictures showed.

    The shade of an entered card is an example of its colour. `typed`: cards that somebody typed, which are to be
    checked before they count.
    """

    colours: tuple[str, ...] = REFERENCE_COLOURS
    cards: Mapping[int, Card] = field(default_factory=dict)
    shades: Mapping[int, Shade] = field(default_factory=dict)
    sizes: Sizes = field(default_factory=Sizes)
    typed: Mapping[int, Card] = field(default_factory=dict)

    @property
    def answered(self) -> dict[int, Card]:
        """The cards that somebody typed or took."""
        return {**self.typed, **self.cards}

    @property
    def left(self) -> list[int]:
        """The codes without a card, in order."""
        return [code for code in range(1, HIGHEST_CODE + 1) if code not in self.cards]

    def noted(self, cards: Mapping[int, Card]) -> "DeckDraft":
        """The draft with these cards typed, in place of what was known of them."""
        return replace(self, cards=_without(self.cards, cards), typed={**self.typed, **cards})

    def entered(self, cards: Mapping[int, Card]) -> "DeckDraft":
        """The draft with these cards entered."""
        return replace(self, cards={**self.cards, **cards}, typed=_without(self.typed, cards))

    def without(self, codes: Collection[int]) -> "DeckDraft":
        """The draft without all that is known of these cards."""
        return replace(
            self,
            cards=_without(self.cards, codes),
            shades=_without(self.shades, codes),
            typed=_without(self.typed, codes),
        )

    def deck_text(self, name: str, photographs: Mapping[int, Sequence[bytes]] = MappingProxyType({})) -> str:
        """
        The text of the deck file with the cards entered, sorted by code, a card to a line.

        `photographs`: packed pictures of faces by code, a face to a line.
        """
        sticker = {"square_mm": self.sizes.square_mm, "inset_mm": self.sizes.inset_mm}
        about = {"format": DECK_FORMAT, "name": name, "card_mm": self.sizes.card_mm, "sticker": sticker}
        cards = _cards_json(dict(sorted(self.cards.items())))
        faces = [photographs_json(code, photographs[code]) for code in sorted(photographs)]
        return text_by_lines(about, {"cards": cards, **({"photographs": faces} if faces else {})})

    def text(self) -> str:
        """The draft's own text; `read_draft` of it gives the draft back."""
        about = {"card_mm": self.sizes.card_mm, "sticker_mm": self.sizes.sticker_mm, "colours": self.colours}
        cards = {"cards": _cards_json(self.cards), "typed": _cards_json(self.typed)}
        return json.dumps({"format": _DRAFT_FORMAT, **about, **cards, "shades": self.shades}, ensure_ascii=False)


_Known = TypeVar("_Known")


def _without(known: Mapping[int, _Known], codes: Collection[int]) -> dict[int, _Known]:
    return {code: one for code, one in known.items() if code not in codes}


def _cards_json(cards: Mapping[int, Card]) -> list[dict[str, Any]]:
    return [{**card_json(card), "code": code} for code, card in cards.items()]


def text_by_lines(about: Mapping[str, object], lists: Mapping[str, Sequence[object]]) -> str:
    """The text of a file with these values and, after them, these lists with an item to a line."""
    text = json.dumps(about, ensure_ascii=False).removesuffix("}")
    for name, items in lists.items():
        text += f', "{name}": [\n' + ",\n".join(json.dumps(one, ensure_ascii=False) for one in items) + "\n]"
    return f"{text}}}\n"


def draft_file(file: Path) -> Path:
    """The file that holds the draft of a deck file."""
    return file.with_name(f"{file.name}.draft")


def gathered_file(file: Path) -> Path:
    """The file that holds the photographs while a deck file is in the making."""
    return file.with_name(f"{file.name}.photographs")


_Kept = TypeVar("_Kept")


def load_kept(file: Path, read: Callable[[str], _Kept], what: str) -> _Kept | None:
    """What a file beside the deck file holds; None if there is none. Raises UnreadableError."""
    if not file.exists():
        return None
    try:
        return read(read_text(str(file)))
    except UnreadableError as error:
        raise UnreadableError(f"{error.message}. {what} away to start again", error.place, str(file)) from None


def load_draft(file: Path) -> DeckDraft | None:
    """The draft in the file; None if there is none. Raises UnreadableError."""
    return load_kept(file, read_draft, "This is not a draft of a deck: move it")


def read_draft(text: str) -> DeckDraft:
    """The draft in a text. Raises UnreadableError."""
    root = read_json(text)
    root.key("format").only(_DRAFT_FORMAT)
    cards, typed = (_cards(root.key(name)) for name in ("cards", "typed"))
    width, height = root.key("card_mm").several(2, "width and height in mm")
    return DeckDraft(
        tuple(colour.text() for colour in root.key("colours").list()),
        cards,
        dict(_shade(code, node) for code, node in root.key("shades").items()),
        Sizes((width.number(), height.number()), root.key("sticker_mm").number()),
        typed,
    )


def _cards(node: Node) -> dict[int, Card]:
    return {card.key("code").whole(): read_card(card) for card in node.list()}


def _shade(code: str, node: Node) -> tuple[int, Shade]:
    """The code of a card and the shade beside it."""
    one, two, three = (figure.number() for figure in node.several(3, "three figures"))
    if not code.isdecimal():
        raise node.wrong("expected a card's code before its shade")
    return int(code), (one, two, three)


def write_safely(file: Path, text: str) -> None:
    """
    Writes a file so that after a power cut it holds the old text or the new one, whole.

    Raises UnwritableError; the file then holds the old text.
    """
    try:
        write_file(file, text.encode())
    except OSError as error:
        raise UnwritableError(
            _("{file} cannot be written: {reason}. Its old contents are unchanged.", file=file, reason=reason_of(error))
        ) from error


class EnrolError(Exception):
    """Enrolling cannot begin; the message says why and what to do."""


def begun_draft(file: Path) -> DeckDraft | None:
    """
    The draft begun earlier; None if there is none.

    Raises UnreadableError, and EnrolError if the deck file exists or its folder does not.
    """
    if not file.parent.is_dir():
        raise EnrolError(_("There is no folder {folder}: make it, or name another file.", folder=file.parent))
    draft = load_draft(draft_file(file))
    if draft is None and file.exists():
        raise EnrolError(
            _("{file} exists already. Check it with: lucca-pi deck check {file}; or name a new file.", file=file)
        )
    return draft


def new_draft() -> DeckDraft:
    """A draft without cards, its colours called as the language in use calls them."""
    return DeckDraft(tuple(say(_("{colour}", colour=colour)) for colour in REFERENCE_COLOURS))


def write_deck(file: Path, text: str) -> None:
    """Writes the deck file, then takes its draft away with its photographs. Raises UnwritableError."""
    write_safely(file, text)
    draft_file(file).unlink(missing_ok=True)
    gathered_file(file).unlink(missing_ok=True)


def deck_made_told(file: Path) -> tuple[Text, Text]:
    """The messages that the deck file is made, and what to do with it."""
    return (
        _("{file}: a deck of {all} cards. Play with --deck {file}", file=file, all=CARDS_IN_A_DECK),
        _("A picture to compare with the cards: lucca-pi deck show {file} --png CARDS.png", file=file),
    )
