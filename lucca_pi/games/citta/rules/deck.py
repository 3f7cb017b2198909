"""
The deck, 96 palace cards in six colours and four towers, and its file (`lucca-citta-deck/1`).

A deck file holds an owner's own cards, the codes on them, and where the stickers sit.
"""

from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from lucca_pi.errors import RuleError, in_file
from lucca_pi.language import _
from lucca_pi.outside import Node, is_plain, read_json, shown

TOWERS = ("T1", "T2", "T3", "T4")
CARDS_IN_A_DECK = 96
COLOURS_IN_A_DECK = 6
HIGHEST_NUMBER = 999
MOST_SYMBOLS = 9

CardName = int | str
"""A palace card by its street number, or a tower, "T1" to "T4"."""


@dataclass(frozen=True, slots=True)
class Card:
    """A palace card: its street number, colour, windows and support shields."""

    number: int
    colour: str
    windows: int
    shields: int


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """
    The palace cards by street number.

    Street numbers are unique in a deck; they decide ties (ruling 2). Raises RuleError "deck" when they are not,
    when there are not 96 cards in six colours, or when a figure is out of range.
    """

    cards: Mapping[int, Card]
    colours: tuple[str, ...]
    """The six colours in the order in which they first appear."""
    name: str = ""

    def __getitem__(self, number: int) -> Card:
        return self.cards[number]

    def __contains__(self, name: object) -> bool:
        return name in self.cards


def make_deck(cards: Iterable[Card], name: str = "") -> Deck:
    """
    A deck of these cards, checked. Raises RuleError "deck".

    >>> make_deck([Card(1, "red", 2, 1)])
    Traceback (most recent call last):
    lucca_pi.errors.RuleError: a deck has 96 palace cards, this one 1 (deck)
    """
    cards = tuple(cards)
    for card in cards:
        _check_card(card)
    if len(cards) != CARDS_IN_A_DECK:
        raise RuleError("deck", f"a deck has {CARDS_IN_A_DECK} palace cards, this one {len(cards)}")
    twice = sorted(n for n, count in Counter(card.number for card in cards).items() if count > 1)
    if twice:
        raise RuleError("deck", f"street number {twice[0]} is on more than one card; numbers decide ties")
    colours = tuple(dict.fromkeys(card.colour for card in cards))
    if len(colours) != COLOURS_IN_A_DECK:
        raise RuleError("deck", f"a deck has {COLOURS_IN_A_DECK} colours, this one {len(colours)}")
    return Deck({card.number: card for card in cards}, colours, name)


def _check_card(card: Card) -> None:
    if not 1 <= card.number <= HIGHEST_NUMBER:
        raise RuleError("deck", f"street number {card.number} is not between 1 and {HIGHEST_NUMBER}")
    if not is_plain(card.colour):
        raise RuleError("deck", f'card {card.number} needs a colour on one line, not "{shown(card.colour)}"')
    for figure, what in ((card.windows, "windows"), (card.shields, "shields")):
        if not 0 <= figure <= MOST_SYMBOLS:
            raise RuleError("deck", f"card {card.number} has {figure} {what}; 0 to {MOST_SYMBOLS} are possible")


REFERENCE_COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")


@cache
def reference_deck() -> Deck:
    """
    Our own deck, which belongs to the printable game. It is not the original's: that was never published.

    Numbers 1 to 96 go round the six colours; each colour has 16 cards and every split of three into windows and
    shields four times.

    >>> deck = reference_deck()
    >>> deck[17], deck[18]
    (Card(number=17, colour='yellow', windows=0, shields=3), Card(number=18, colour='green', windows=1, shields=2))
    """
    return make_deck((_reference_card(number) for number in range(1, CARDS_IN_A_DECK + 1)), REFERENCE)


def _reference_card(number: int) -> Card:
    turn, seat = divmod(number - 1, COLOURS_IN_A_DECK)
    colour = (seat - turn) % COLOURS_IN_A_DECK  # each turn starts one colour later: numbers spread over the colours
    windows = (turn + turn // 4 + colour) % 4
    return Card(number, REFERENCE_COLOURS[colour], windows, 3 - windows)


REFERENCE, PRINTED = "reference", "printed"
"""Our own deck with codes, and the same without, known by its faces."""
OUR_CARDS: Mapping[str, str] = MappingProxyType(
    {REFERENCE: _("Printed by us, with codes"), PRINTED: _("Printed by us, without codes")}
)
OTHER_CARDS = _("Another box")
DECK_FORMAT = "lucca-citta-deck/1"
HIGHEST_CODE = 96
TOWERS_AND_BACK = (97, 98, 99, 100, 111)
"""The codes of the other faces, and of the back that all cards share."""
CARD_MM = (59.0, 91.0)
_SQUARE_MM, _INSET_MM = 10.9, 3.55


@dataclass(frozen=True, slots=True)
class DeckFile:
    """
    A deck as it is used on the table: the cards by the code they bear, and sizes in mm.

    `card_mm` is width and height, with the sleeve if there is one; `square_mm` the side of the code's black square and
    `inset_mm` its distance from the card's upper and left edge.
    """

    name: str
    deck: Deck
    codes: Mapping[int, int]
    """Street number by code."""
    card_mm: tuple[float, float] = CARD_MM
    square_mm: float = _SQUARE_MM
    inset_mm: float = _INSET_MM
    photographs: Mapping[int, tuple[bytes, ...]] = field(default_factory=dict, repr=False)
    """
    Two packed pictures of each face by code, of backs and towers too; none if every card bears its code.
    """
    photographs_gone: str = ""
    """The SHA-256 of photographs that belong to the deck and are missing here; empty if all are here."""


def reference_deck_file() -> DeckFile:
    """The reference deck; each card bears its number as its code."""
    deck = reference_deck()
    return DeckFile(REFERENCE, deck, {number: number for number in deck.cards})


def read_deck_file(text: str, file: str = "") -> DeckFile:
    """
    The deck in a JSON text: a deck file, or the bare list of its cards.

    Raises UnreadableError, and RuleError "deck" when the cards make no deck.
    """
    with in_file(file):
        root = read_json(text)
        if isinstance(root.value, list):
            return DeckFile(file or "a deck", read_cards(root), _read_codes(root))
        return read_deck_file_node(root)


def read_deck_file_node(root: Node) -> DeckFile:
    """The deck in a document of the deck file format. Raises UnreadableError, and RuleError "deck"."""
    root.key("format").only(DECK_FORMAT)
    name, cards = root.get("name"), root.key("cards")
    digest = root.get("photographs")
    gone = digest.key("sha256").text() if digest and _is_digest(digest) else ""  # of photographs kept elsewhere
    pictures: dict[str, Any] = {"photographs": read_photographs(root), "photographs_gone": gone}
    called = name.text() if name else "a deck"
    return DeckFile(called, read_cards(cards), _read_codes(cards), **read_sizes(root), **pictures)


def read_sizes(root: Node) -> dict[str, Any]:
    """The sizes that a deck file gives, by their name in `DeckFile`. Raises UnreadableError."""
    sticker, card_mm = root.get("sticker"), root.get("card_mm")
    sizes: dict[str, Any] = {}
    if card_mm:
        width, height = card_mm.several(2, "width and height in mm")
        sizes["card_mm"] = (_size(width), _size(height))
    if sticker:
        sizes |= {key: _size(sticker.key(key)) for key in ("square_mm", "inset_mm")}
    _check_fit(sticker or card_mm or root, **sizes)
    return sizes


def _check_fit(
    node: Node, card_mm: tuple[float, float] = CARD_MM, square_mm: float = _SQUARE_MM, inset_mm: float = _INSET_MM
) -> None:
    """Raises RuleError if a sticker is larger than its card, as when sizes are given in centimetres."""
    if inset_mm + square_mm > min(card_mm):
        width, height = card_mm
        raise node.wrong(
            f"a square of {square_mm:g} mm, {inset_mm:g} mm from the edges, does not fit on a card of "
            f"{width:g} x {height:g} mm"
        )


def _size(node: Node) -> float:
    if not 0 < node.number() <= 500:
        raise node.wrong(f"{shown(node.value)} mm cannot be the size of a card or sticker")
    return node.number()


def read_cards(node: Node) -> Deck:
    """The deck in a list of cards. Raises UnreadableError, and RuleError "deck" when they make no deck."""
    return make_deck(read_card(card) for card in node.list())


def read_card(node: Node) -> Card:
    """A card in a deck file. Raises UnreadableError."""
    return Card(
        number=node.key("number").whole(),
        colour=node.key("colour").text(),
        windows=node.key("windows").whole(),
        shields=node.key("shields").whole(),
    )


def _read_codes(node: Node) -> dict[int, int]:
    """Code to number: each card's own code, or its number if it has none."""
    codes: dict[int, int] = {}
    for card in node.list():
        number = card.key("number").whole()
        given = card.get("code")
        code = given.whole() if given else number
        if not 1 <= code <= HIGHEST_CODE:
            raise RuleError("deck", f"card {number} needs a code from 1 to {HIGHEST_CODE}, not {code}")
        if code in codes:
            raise RuleError("deck", f"cards {codes[code]} and {number} bear the same code {code}")
        codes[code] = number
    return codes


def read_photographs(root: Node) -> dict[int, tuple[bytes, ...]]:
    """
    Packed pictures by code, one of each face at least.

    Does not check whether they can be unpacked. Raises UnreadableError.
    """
    node = root.get("photographs")
    found: dict[int, tuple[bytes, ...]] = {}
    for one in [] if node is None or _is_digest(node) else node.list():
        code = _code_of_a_face(one.key("code"))
        if code in found:
            raise one.key("code").wrong(f"the photographs of code {code} are given twice")
        found[code] = tuple(map(_packed, one.key("pictures").list()))
        if not found[code]:
            raise one.key("pictures").wrong("expected at least one photograph; leave out a face without photographs")
    return found


def _code_of_a_face(node: Node) -> int:
    code = node.whole()
    if not 1 <= code <= HIGHEST_CODE and code not in TOWERS_AND_BACK:
        others = ", ".join(map(str, TOWERS_AND_BACK))
        raise node.wrong(f"no face has the code {code}: expected 1 to {HIGHEST_CODE}, {others}")
    return code


def _is_digest(node: Node) -> bool:
    return isinstance(node.value, dict)


def _packed(node: Node) -> bytes:
    try:
        return _unpacked(node.text())
    except ValueError:
        raise node.wrong("expected a picture, packed and in base64") from None


@lru_cache(maxsize=512)
def _unpacked(text: str) -> bytes:
    """The picture in a text, cached: the games of many evenings share one deck's pictures, in memory too."""
    return b64decode(text, validate=True)


def card_json(card: Card) -> dict[str, Any]:
    """A card as a record's JSON data."""
    return {"number": card.number, "colour": card.colour, "windows": card.windows, "shields": card.shields}


def deck_file_json(deck_file: DeckFile) -> dict[str, Any]:
    """The deck file as JSON data; `read_deck_file` of its text gives it back."""
    code_of = {number: code for code, number in deck_file.codes.items()}
    cards = [{**card_json(card), "code": code_of[card.number]} for card in deck_file.deck.cards.values()]
    return {
        "format": DECK_FORMAT,
        "name": deck_file.name,
        "card_mm": list(deck_file.card_mm),
        "sticker": {"square_mm": deck_file.square_mm, "inset_mm": deck_file.inset_mm},
        "cards": cards,
        **_photographs_json(deck_file),
    }


def photographs_json(code: int, pictures: Iterable[bytes]) -> dict[str, Any]:
    """The packed pictures of a face, as a deck file's JSON data."""
    return {"code": code, "pictures": [b64encode(packed).decode() for packed in pictures]}


def _photographs_json(deck_file: DeckFile) -> dict[str, Any]:
    """The photographs, or their digest if they are gone; empty for a deck without any."""
    photographs = [photographs_json(code, pictures) for code, pictures in sorted(deck_file.photographs.items())]
    gone = {"sha256": deck_file.photographs_gone} if deck_file.photographs_gone else None
    return {"photographs": photographs or gone} if photographs or gone else {}
