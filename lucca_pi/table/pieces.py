"""
The pieces that count in a picture, whatever the game: codes, places and sizes, names, and the pixels a sticker needs.

Each game makes its own `Pieces`; vision knows the game by them alone. Tokens are square, with a dark rim, a light line
within it, and one of a few colours in the middle. A look cannot show pieces outside the picture or under other pieces.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from statistics import median
from typing import Any, Literal

from lucca_pi.language import Text
from lucca_pi.table.shades import Shade
from lucca_pi.table.sighting import Sighting, in_axes, point_beside

_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Area:
    """
    A rectangle in which tokens may lie, in axes of its own: their origin is at `origin_mm` in the look, turned by
    `heading_deg`.

    `stairs`: strips of the tokens below stick out in the direction of its y. Without stairs tokens lie flat.
    """

    origin_mm: _Point
    heading_deg: float
    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float
    stairs: bool = False


@dataclass(frozen=True, slots=True)
class Patch:
    """A patch of a token's colour, `side_mm` at least, with its middle in the look's axes."""

    colour: str
    place_mm: _Point
    side_mm: float


@dataclass(frozen=True, slots=True)
class Tokens:
    """
    The look of tokens, and the places of tokens and patches by the coded pieces in sight.

    `white` and `black` are the lightest and the darkest of the patches' colours. `top`, `step`, `hidden`: the kinds of
    a spot that is a token, a strip of a token below it, or a thing that is no token.
    """

    side_mm: float
    rim_mm: float
    line_mm: float
    areas: Callable[[Sequence[Sighting]], tuple[Area, ...]]
    patches: Callable[[Sequence[Sighting]], tuple[Patch, ...]]
    white: str = "white"
    black: str = "black"
    top: str = "top"
    step: str = "step"
    hidden: str = "hidden"


STICKER_BY_SQUARE = 9 / 7
"""A sticker has a white margin of one module around the seven of its black square."""
_QR_SQUARE_MM = 20.0

Box = tuple[float, float, float, float]
"""A part of a piece: left, top, right and bottom in mm from its upper left corner."""
Source = Literal["marker", "qr", "face"]
"""The mark that identifies a piece: its marker, a QR code in the marker's place, or the whole of its upper side."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The piece that bears a code. Points on it are counted from its upper left corner, right and down."""

    size_mm: tuple[float, float]
    """Width and height, mm."""
    square_mm: float
    """The side of the code's black square."""
    code_at_mm: _Point
    """The square's upper left corner."""
    place_mm: _Point | None = None
    """The point that a sighting locates, whatever the piece was recognised by; None: its middle."""
    is_exact: bool = False
    """
    True if the square is printed to size and gives the plane's scale; all stickers share one size, which is measured.
    """
    is_anchor: bool = False
    """The piece gives the axes; it has to be exact. A game before a camera has at least one."""
    is_shared: bool = False
    """True if several pieces bear the code."""
    may_be_qr: bool = False
    """True if its code may be a QR code."""
    colour: str = ""
    """The piece's colour, right of its code; empty where that says nothing."""
    closed_mm: tuple[Box, ...] = ()
    """The parts of a piece that no other code may cover; if none is named, the whole piece."""

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

    def to_place_mm(self, source: Source) -> _Point:
        """
        The way from the middle of the recognised mark to the piece's place, right and down on the piece.

        >>> Piece((59, 91), 11, (3, 3)).to_place_mm("marker")
        (21.0, 37.0)
        """
        left, top, right, bottom = self.box_of(source)
        x_mm, y_mm = self._place
        return round(x_mm - (left + right) / 2, 6), round(y_mm - (top + bottom) / 2, 6)

    @property
    def to_middle_mm(self) -> _Point:
        """The way from the piece's place to its middle, right and down on the piece."""
        (x_mm, y_mm), (width, height) = self._place, self.size_mm
        return width / 2 - x_mm, height / 2 - y_mm

    @property
    def _place(self) -> _Point:
        return self.place_mm or (self.size_mm[0] / 2, self.size_mm[1] / 2)


@dataclass(frozen=True, slots=True)
class PieceWords:
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
    words: PieceWords
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


_EDGE_MM = 10.0
"""Distance from the picture's edge, mm, below which the middle of a code is too near to be read."""


def is_in_view(seen: Sighting, view_mm: Sequence[_Point]) -> bool:
    """
    True if the piece is in the picture with these corners and not cut by its edge; also if there are no corners.

    >>> view_mm = [(0, 0), (400, 0), (400, 300), (0, 300)]
    >>> [is_in_view(Sighting(17, x_mm, 100, 0), view_mm) for x_mm in (20, 395, 500)]
    [True, False, False]
    """
    sides = [_left_of_mm(seen, *side) for side in zip(view_mm, (*view_mm[1:], *view_mm[:1]), strict=True)]
    return not sides or min(sides) > _EDGE_MM or max(sides) < -_EDGE_MM


def _left_of_mm(seen: Sighting, one: _Point, other: _Point) -> float:
    """Distance of a piece, mm, to the left of the line from one point to another."""
    (x_mm, y_mm), across, down = one, other[0] - one[0], other[1] - one[1]
    return ((seen.x_mm - x_mm) * down - (seen.y_mm - y_mm) * across) / (hypot(across, down) or 1.0)


def is_covered(seen: Sighting, by: Iterable[Sighting], pieces: Pieces) -> bool:
    """True if another of these pieces covers a piece's place."""
    return any(_is_on(seen, other, pieces) for other in by if other.code != seen.code or seen.code in pieces.shared)


def _is_on(seen: Sighting, other: Sighting, pieces: Pieces) -> bool:
    piece = pieces.by_code[other.code]
    x_mm, y_mm = point_beside(other, piece.to_middle_mm)
    pose, (width, height) = in_axes(seen, replace(other, x_mm=x_mm, y_mm=y_mm)), piece.size_mm
    return abs(pose.x_mm) < width / 2 and abs(pose.y_mm) < height / 2


@dataclass(frozen=True, slots=True)
class Called:
    """
    Pieces in players' words, by their codes, or, of pieces without one, by their colours.

    `places`: pieces that mark a place at the table, as that place. `shades`: the colour of each card, if its name is a
    usual one. `to_begin`: what lies on the table for a check of it, and how to read its drawings. `areas`: the
    squares printed around a piece that marks a place, by name, as the way from its middle to theirs in its own axes;
    `area_mm` is their side. `outlines`: the corners, mm from their middle, of pieces that are no rectangles, clockwise,
    the second one the upper end of the right side.
    """

    pieces: Mapping[Any, Text | str]
    places: Mapping[int, Text | str]
    shades: Mapping[int, Shade] = field(default_factory=dict)
    to_begin: Text | str = ""
    areas: Mapping[int, Mapping[str, complex]] = field(default_factory=dict)
    area_mm: float = 0.0
    outlines: Mapping[int, Sequence[tuple[float, float]]] = field(default_factory=dict)


StickerVerdict = Literal["fine", "borderline", "too far"]

STICKERS_MM = (12.0, 14.0, 16.0)
"""The usual sides of a sticker, its white margin included."""

FINE_STICKER_PX = 30.0
"""Side of a sticker, px, from which none is missed in fair light."""

LEAST_STICKER_PX = 25.0
"""Side of a sticker, px, below which some are missed in any light."""


def sticker_px(sticker_mm: float, mm_per_px: float) -> float:
    """The side of a sticker in the picture."""
    return sticker_mm / mm_per_px


def sticker_verdict(sticker_mm: float, mm_per_px: float) -> StickerVerdict:
    """
    The verdict on stickers of that side at this many millimetres a pixel.

    >>> sticker_verdict(14, 0.38), sticker_verdict(14, 0.5), sticker_verdict(14, 0.6)
    ('fine', 'borderline', 'too far')
    """
    side_px = sticker_px(sticker_mm, mm_per_px)
    if side_px >= FINE_STICKER_PX:
        return "fine"
    return "borderline" if side_px >= LEAST_STICKER_PX else "too far"


def sticker_for(mm_per_px: float) -> float | None:
    """
    The smallest usual sticker that is fine at this many millimetres a pixel; None if even the largest is too small.

    >>> sticker_for(0.38), sticker_for(0.5), sticker_for(0.6)
    (12.0, 16.0, None)
    """
    return next((side for side in STICKERS_MM if sticker_verdict(side, mm_per_px) == "fine"), None)
