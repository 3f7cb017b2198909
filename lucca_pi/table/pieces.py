"""
The pieces that count in a picture, whatever the game: the codes that they bear, where on them, and their sizes.

Each game makes its own `Pieces`; what looks at the table knows the game by them alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Literal

from lucca_pi.table.tokens import Tokens

STICKER_BY_SQUARE = 9 / 7
"""A sticker has a white margin of one module around the seven of its black square."""
_QR_SQUARE_MM = 20.0

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""A part of a piece: left, top, right and bottom in mm from its upper left corner."""
Source = Literal["marker", "qr", "face"]
"""The mark that identifies a piece: its marker, a QR code in the marker's place, or the whole of its upper side."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The piece that bears a code. Points on it are counted from its upper left corner, right and down."""

    size_mm: tuple[float, float]
    """Width and height."""
    square_mm: float
    """The side of the code's black square."""
    code_at_mm: Point
    """The square's upper left corner."""
    place_mm: Point | None = None
    """The point that a sighting locates, whatever the piece was recognised by; None: its middle."""
    is_exact: bool = False
    """
    True if the square is printed to size and gives the plane's scale; all stickers share one size, which is measured.
    """
    is_anchor: bool = False
    """The piece gives the axes; it has to be exact."""
    is_shared: bool = False
    """Several pieces bear the code."""
    may_be_qr: bool = False
    """Its code may be a QR code."""
    colour: str = ""
    """The piece's colour, right of its code; empty where that says nothing."""
    closed_mm: tuple[Box, ...] = ()
    """The parts on which nothing is laid, so that no other code lies there; if none is named, all of the piece."""

    def box_of(self, source: Source) -> Box:
        """
        The part of the piece that is found where it is recognised so.

        >>> Piece((59, 91), 11, (3, 3)).box_of("marker")
        (3.0, 3.0, 14.0, 14.0)
        """
        width, height = self.sides_mm(source)
        if source == "face":
            return 0.0, 0.0, width, height
        left, top = (at - (width - self.square_mm) / 2 for at in self.code_at_mm)
        return left, top, left + width, top + height

    def sides_mm(self, source: Source) -> tuple[float, float]:
        """The width and height of that part."""
        side = _QR_SQUARE_MM if source == "qr" else self.square_mm
        return self.size_mm if source == "face" else (side, side)

    def to_place_mm(self, source: Source) -> Point:
        """
        The way from the middle of the recognised mark to the piece's place, right and down on the piece.

        >>> Piece((59, 91), 11, (3, 3)).to_place_mm("marker")
        (21.0, 37.0)
        """
        left, top, right, bottom = self.box_of(source)
        x_mm, y_mm = self._place
        return round(x_mm - (left + right) / 2, 6), round(y_mm - (top + bottom) / 2, 6)

    @property
    def to_middle_mm(self) -> Point:
        """The way from the piece's place to its middle, right and down on the piece."""
        (x_mm, y_mm), (width, height) = self._place, self.size_mm
        return width / 2 - x_mm, height / 2 - y_mm

    @property
    def _place(self) -> Point:
        return self.place_mm or (self.size_mm[0] / 2, self.size_mm[1] / 2)


@dataclass(frozen=True, slots=True)
class Words:
    """
    The players' words for the pieces: for an anchor, for any other piece, and what to do if there are no axes.

    `no_anchor` is empty in a game whose table may be without pieces: then a picture without a piece is a look too.
    """

    anchor: str
    other: str
    no_anchor: str


@dataclass(frozen=True, slots=True)
class Pieces:
    """Every piece that counts in a picture, by its code; any other code is noise."""

    by_code: Mapping[int, Piece]
    words: Words
    tokens: Tokens | None = field(default=None, kw_only=True)
    """How the pieces without a code look; None if every piece bears one."""
    photographs: Mapping[int, tuple[bytes, ...]] = field(default_factory=dict, kw_only=True, repr=False)
    """Packed photographs of pieces known by their printed faces, by code: two each, of the whole upright face."""
    codes: frozenset[int] = field(init=False)
    """All codes that count."""
    anchors: frozenset[int] = field(init=False)
    """Codes of the pieces that can give the axes: of those in sight, the one with the lowest code does."""
    shared: frozenset[int] = field(init=False)
    """Codes that several pieces bear."""
    loose: frozenset[int] = field(init=False)
    """Codes of the pieces that are moved in play: all but exact ones; all, if every piece is exact."""

    def __post_init__(self) -> None:
        codes = frozenset(self.by_code)
        object.__setattr__(self, "codes", codes)
        object.__setattr__(self, "anchors", self._those(lambda piece: piece.is_anchor))
        object.__setattr__(self, "shared", self._those(lambda piece: piece.is_shared))
        object.__setattr__(self, "loose", self._those(lambda piece: not piece.is_exact) or codes)

    def _those(self, which: Callable[[Piece], bool]) -> frozenset[int]:
        return frozenset(code for code, piece in self.by_code.items() if which(piece))

    @property
    def sticker_mm(self) -> float:
        """The side of a sticker on the loose pieces, its white margin included."""
        return STICKER_BY_SQUARE * median(self.by_code[code].square_mm for code in self.loose)
