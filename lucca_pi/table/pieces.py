"""
The pieces on the table and the codes they bear.

A code is a number below 128 in one marker dictionary. Palace cards bear 1 to 96; which street number and colour belongs
to a code is the deck's affair, and comes in as `Face`s.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

TOWER_OF_CODE: Mapping[int, str] = MappingProxyType({97: "T1", 98: "T2", 99: "T3", 100: "T4"})
QUARTER_CODES = range(101, 106)
COAT_CODES = range(106, 111)
BACK_CODE = 111
"""Every palace and tower card's back: a city wall when it lies in a player's reach."""

QUARTER_SQUARE_MM = 30.0
COAT_SQUARE_MM = 20.0
CARD_MM = (59.0, 91.0)

STICKER_BY_SQUARE = 9 / 7
"""A sticker has a white margin of one module around the seven of its black square."""


@dataclass(frozen=True, slots=True)
class Face:
    """A palace card as the table knows it: its name (the street number) and its colour."""

    number: int
    colour: str


@dataclass(frozen=True, slots=True)
class Pieces:
    """
    Every piece that counts in a picture: the deck's faces by code, and the sizes of what is printed on them.

    `square_mm` is the black square of the card codes, `inset_mm` its distance from the card's upper and left edge.
    """

    faces: Mapping[int, Face]
    card_mm: tuple[float, float] = CARD_MM
    square_mm: float = 10.9
    inset_mm: float = 3.55
    codes: frozenset[int] = field(init=False)
    """All codes that count; any other is noise."""

    def __post_init__(self) -> None:
        known = {*self.faces, *TOWER_OF_CODE, *QUARTER_CODES, *COAT_CODES, BACK_CODE}
        object.__setattr__(self, "codes", frozenset(known))

    @property
    def sticker_mm(self) -> float:
        """The side of a card's sticker, its white margin included."""
        return self.square_mm * STICKER_BY_SQUARE

    def is_face(self, code: int) -> bool:
        """Whether the code is that of a palace card's or tower's face."""
        return code in self.faces or code in TOWER_OF_CODE

    def name(self, code: int) -> int | str:
        """What people call the piece: a street number, "T1" to "T4", or "back"."""
        if code in self.faces:
            return self.faces[code].number
        return TOWER_OF_CODE.get(code, "back")

    def square_of(self, code: int) -> float:
        """The side of the code's black square in mm."""
        if code in QUARTER_CODES:
            return QUARTER_SQUARE_MM
        return COAT_SQUARE_MM if code in COAT_CODES else self.square_mm
