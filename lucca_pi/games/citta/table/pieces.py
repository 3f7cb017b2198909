"""
Lucca Città's pieces on the table and the codes they bear.

A code is a number below 128 in one marker dictionary. Palace cards bear 1 to 96; which street number and colour belongs
to a code is the deck's affair, and comes in as `CardFace`s.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from lucca_pi.games.citta.rules.deck import CARD_MM, DeckFile
from lucca_pi.language import _
from lucca_pi.table.pieces import Box, Piece, Pieces, PieceWords

TOWER_OF_CODE: Mapping[int, str] = MappingProxyType({97: "T1", 98: "T2", 99: "T3", 100: "T4"})
QUARTER_CODES = range(101, 106)
COAT_CODES = range(106, 111)
BACK_CODE = 111
"""Code of every palace and tower card's back: a city wall in a player's reach."""

QUARTER_SQUARE_MM = 30.0
COAT_SQUARE_MM = 20.0

_FREE = 0.5
"""
Part of a face's width, from the left, that a newer card's sticker may cover below the face's own: columns are fanned
so.
"""

_WORDS = PieceWords(
    "quarter",
    "card",
    _("No quarter is in sight: lay each quarter (codes 101 to 105) face up where the camera sees all of its code."),
)


@dataclass(frozen=True, slots=True)
class CardFace:
    """A palace card as the table code knows it: its name (the street number) and its colour."""

    number: int
    colour: str


@dataclass(frozen=True, slots=True)
class Cards(Pieces):
    """
    All pieces of the game that count in a picture: the deck's faces by code, and the sizes of their printed codes.

    `square_mm` is the black square of the card codes, `inset_mm` its distance from the card's upper and left edge.
    """

    by_code: Mapping[int, Piece] = field(init=False)
    words: PieceWords = field(init=False)
    faces: Mapping[int, CardFace]
    card_mm: tuple[float, float] = CARD_MM
    square_mm: float = 10.9
    inset_mm: float = 3.55

    def __post_init__(self) -> None:
        known = (*self.faces, *TOWER_OF_CODE, *QUARTER_CODES, *COAT_CODES, BACK_CODE)
        object.__setattr__(self, "by_code", MappingProxyType({code: self._piece(code) for code in known}))
        object.__setattr__(self, "words", _WORDS)
        super(Cards, self).__post_init__()

    def _piece(self, code: int) -> Piece:
        """
        The piece of a code. Quarters and coats are printed to size. Only the codes of palace cards come as QR codes,
        too.
        """
        if code in QUARTER_CODES:
            return replace(self._card(QUARTER_SQUARE_MM, in_the_middle=True), is_exact=True, is_anchor=True)
        if code in COAT_CODES:
            return replace(self._card(COAT_SQUARE_MM), is_exact=True)
        if code == BACK_CODE:
            return replace(self._card(self.square_mm, in_the_middle=True), is_shared=True)
        card, face = self._card(self.square_mm), self.faces.get(code)
        return replace(card, may_be_qr=True, colour=face.colour, closed_mm=self._closed_mm()) if face else card

    def _card(self, side_mm: float, *, in_the_middle: bool = False) -> Piece:
        """A card with its code in the middle or else in the upper left corner; its place is where its code belongs."""
        width, height = self.card_mm
        left, top = ((width - side_mm) / 2, (height - side_mm) / 2) if in_the_middle else (self.inset_mm, self.inset_mm)
        place_mm = (width / 2, height / 2) if in_the_middle else (left + side_mm / 2, top + side_mm / 2)
        return Piece(self.card_mm, side_mm, (left, top), place_mm)

    def _closed_mm(self) -> tuple[Box, Box]:
        """The parts of a face that no newer card covers: it is fanned over the lower left part."""
        (width, height), below = self.card_mm, self.square_mm + 2 * self.inset_mm
        return (0.0, 0.0, width, below), (_FREE * width, 0.0, width, height)

    def is_face(self, code: int) -> bool:
        """True if the code is that of a palace card's or tower's face."""
        return code in self.faces or code in TOWER_OF_CODE

    def name(self, code: int) -> int | str:
        """The piece's name for people: a street number, "T1" to "T4", or "back"."""
        if code in self.faces:
            return self.faces[code].number
        return TOWER_OF_CODE.get(code, "back")


def pieces_in(file: DeckFile) -> Cards:
    """The pieces on the table when a deck is played with."""
    faces = {code: CardFace(number, file.deck[number].colour) for code, number in file.codes.items()}
    return Cards(faces, file.card_mm, file.square_mm, file.inset_mm, photographs=file.photographs)
