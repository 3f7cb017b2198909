"""A deck file (`lucca-citta-deck/1`): an owner's own cards, the codes on them, and where the stickers sit."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.games.citta.rules.deck import Card, Deck, make_deck, reference_deck
from lucca_pi.strict import Node, read_json, shown

FORMAT = "lucca-citta-deck/1"
HIGHEST_CODE = 96
TOWERS_AND_BACK = (97, 98, 99, 100, 111)
"""The codes of the other faces, and of the back that all cards share."""
CARD_MM = (59.0, 91.0)
SQUARE_MM, INSET_MM = 10.9, 3.55


@dataclass(frozen=True, slots=True)
class DeckFile:
    """
    A deck as it lies on the table: the cards by the code they bear, and sizes in mm.

    `card_mm` is width and height, with the sleeve if there is one; `square_mm` the side of the code's black square and
    `inset_mm` its distance from the card's upper and left edge.
    """

    name: str
    deck: Deck
    codes: Mapping[int, int]
    """Code to street number."""
    card_mm: tuple[float, float] = CARD_MM
    square_mm: float = SQUARE_MM
    inset_mm: float = INSET_MM
    photographs: Mapping[int, tuple[bytes, ...]] = field(default_factory=dict, repr=False)
    """Two packed pictures of each face by code, of backs and towers too; none where every card bears its code."""
    photographs_gone: str = ""
    """The SHA-256 of photographs that belong to the deck and are not here; empty where none are missing."""


def reference_deck_file() -> DeckFile:
    """The reference deck; each card bears its number as its code."""
    deck = reference_deck()
    return DeckFile("reference", deck, {number: number for number in deck.cards})


def read_deck_file(text: str, file: str = "") -> DeckFile:
    """
    The deck in a JSON text: a deck file, or the bare list of its cards.

    Raises UnreadableError, and RuleError "deck" when the cards make no deck.
    """
    try:
        root = read_json(text)
        return _read_bare(root, file) if isinstance(root.value, list) else read_deck_file_node(root)
    except UnreadableError as error:
        raise UnreadableError(error.message, error.place, file) from None


def _read_bare(root: Node, file: str) -> DeckFile:
    return DeckFile(file or "a deck", read_cards(root), _read_codes(root))


def read_deck_file_node(root: Node) -> DeckFile:
    """The deck in a document of the deck file format. Raises UnreadableError, and RuleError "deck"."""
    if root.key("format").text() != FORMAT:
        raise root.key("format").wrong(f'expected "{FORMAT}", not "{shown(root.key("format").value)}"')
    name, cards = root.get("name"), root.key("cards")
    pictures: dict[str, Any] = {"photographs": read_photographs(root), "photographs_gone": _read_gone(root)}
    called = name.text() if name else "a deck"
    return DeckFile(called, read_cards(cards), _read_codes(cards), **read_sizes(root), **pictures)


def read_sizes(root: Node) -> dict[str, Any]:
    """The sizes that a deck file gives, by their name in `DeckFile`. Raises UnreadableError."""
    sticker, card_mm = root.get("sticker"), root.get("card_mm")
    sizes: dict[str, Any] = {}
    if card_mm:
        width_mm, height_mm = _two(card_mm)
        sizes["card_mm"] = (_size(width_mm), _size(height_mm))
    if sticker:
        sizes |= {key: _size(sticker.key(key)) for key in ("square_mm", "inset_mm")}
    _check_fit(sticker or card_mm or root, **sizes)
    return sizes


def _check_fit(
    node: Node, card_mm: tuple[float, float] = CARD_MM, square_mm: float = SQUARE_MM, inset_mm: float = INSET_MM
) -> None:
    """A sticker lies whole on its card: who gives centimetres is told."""
    if inset_mm + square_mm > min(card_mm):
        width, height = card_mm
        raise node.wrong(
            f"a square of {square_mm:g} mm, {inset_mm:g} mm from the edges, does not fit on a card of "
            f"{width:g} x {height:g} mm"
        )


def _two(node: Node) -> tuple[Node, Node]:
    nodes = node.list()
    if len(nodes) != 2:
        raise node.wrong("expected width and height in mm")
    return nodes[0], nodes[1]


def _size(node: Node) -> float:
    if not 0 < node.number() <= 500:
        raise node.wrong(f"{shown(node.value)} mm cannot be the size of a card or sticker")
    return node.number()


def read_cards(node: Node) -> Deck:
    """The deck in a list of cards. Raises UnreadableError, and RuleError "deck" when they make no deck."""
    return make_deck(_read_card(card) for card in node.list())


def _read_card(node: Node) -> Card:
    return Card(
        number=node.key("number").whole(),
        colour=node.key("colour").text(),
        windows=node.key("windows").whole(),
        shields=node.key("shields").whole(),
    )


def _read_codes(node: Node) -> dict[int, int]:
    """Code to number: each card's own code, or its number where none is given."""
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

    Whether they can be unpacked is for those who look at them. Raises UnreadableError.
    """
    node = root.get("photographs")
    found: dict[int, tuple[bytes, ...]] = {}
    for one in [] if node is None or _is_digest(node) else node.list():
        code = _code_of_a_face(one.key("code"))
        if code in found:
            raise one.key("code").wrong(f"the photographs of code {code} are given twice")
        found[code] = tuple(map(_packed, one.key("pictures").list()))
        if not found[code]:
            raise one.key("pictures").wrong("expected one photograph at least; leave out a face that has none")
    return found


def _code_of_a_face(node: Node) -> int:
    code = node.whole()
    if not 1 <= code <= HIGHEST_CODE and code not in TOWERS_AND_BACK:
        others = ", ".join(map(str, TOWERS_AND_BACK))
        raise node.wrong(f"no face has the code {code}: expected 1 to {HIGHEST_CODE}, {others}")
    return code


def _read_gone(root: Node) -> str:
    """The digest that a journal holds instead of photographs."""
    node = root.get("photographs")
    return node.key("sha256").text() if node and _is_digest(node) else ""


def _is_digest(node: Node) -> bool:
    return isinstance(node.value, dict)


def _packed(node: Node) -> bytes:
    try:
        return _unpacked(node.text())
    except ValueError:
        raise node.wrong("expected a picture, packed and in base64") from None


@lru_cache(maxsize=512)
def _unpacked(text: str) -> bytes:
    """The picture in a text. Remembered: the games of many evenings share one deck's pictures, in memory too."""
    return b64decode(text, validate=True)


def card_json(card: Card) -> dict[str, Any]:
    """A card as it stands in a record."""
    return {"number": card.number, "colour": card.colour, "windows": card.windows, "shields": card.shields}


def deck_file_json(deck_file: DeckFile) -> dict[str, Any]:
    """The deck file as JSON data; `read_deck_file` of its text gives it back."""
    code_of = {number: code for code, number in deck_file.codes.items()}
    cards = [{**card_json(card), "code": code_of[card.number]} for card in deck_file.deck.cards.values()]
    return {
        "format": FORMAT,
        "name": deck_file.name,
        "card_mm": list(deck_file.card_mm),
        "sticker": {"square_mm": deck_file.square_mm, "inset_mm": deck_file.inset_mm},
        "cards": cards,
        **_photographs_json(deck_file),
    }


def photographs_json(code: int, pictures: Iterable[bytes]) -> dict[str, Any]:
    """The packed pictures of a face, as they stand in a deck file."""
    return {"code": code, "pictures": [b64encode(packed).decode() for packed in pictures]}


def _photographs_json(deck_file: DeckFile) -> dict[str, Any]:
    """The photographs, or their digest where they are gone; nothing for a deck without any."""
    photographs = [photographs_json(code, pictures) for code, pictures in sorted(deck_file.photographs.items())]
    gone = {"sha256": deck_file.photographs_gone} if deck_file.photographs_gone else None
    return {"photographs": photographs or gone} if photographs or gone else {}
