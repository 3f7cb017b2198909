"""A look at the table: the pieces seen, each with its code, place and heading; and places in a piece's own axes."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from math import cos, dist, radians, sin
from typing import Any

from lucca_pi.table.shades import Shade


@dataclass(frozen=True, slots=True)
class Sighting:
    """
    A piece seen on the table, by its code.

    `x_mm`, `y_mm` is the piece's place (`Piece.place_mm`), whichever mark identified it, and `heading_deg` the
    direction of its top edge, clockwise, both in the axes of the first anchor in sight: origin in its place, x to its
    right, y down on it. `margin` says how sure the identity is, from 0 (barely) to 1 (every module as printed).
    """

    code: int
    x_mm: float
    y_mm: float
    heading_deg: float
    margin: float = 1.0


def apart_mm(one: Sighting, other: Sighting) -> float:
    """Distance between two sightings, mm."""
    return dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))


@dataclass(frozen=True, slots=True)
class Marked:
    """A place where something is seen or was seen, and notes on it to draw there, a short line each."""

    seen: Sighting
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Miscoloured:
    """A card that `looks` of another colour than its code has in the deck: the sticker may be on a wrong card."""

    code: int
    looks: str


@dataclass(frozen=True, slots=True)
class Mark:
    """
    A card's printed code as one picture showed it: the side of its square, mm, and the colour beside it.

    `shade` is None where light blinds the camera.
    """

    code: int
    side_mm: float
    shade: Shade | None = None


@dataclass(frozen=True, slots=True)
class NameCard:
    """A card with a player's name as it is written there, and the middle of its code in the look's axes."""

    name: str
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class Spot:
    """
    A thing without a code, known by its shape and colour, with its middle in the look's axes.

    `kind` is the game's word for its shape. `colour` is the game's name, "" if it cannot be recognised. `across_mm` is
    its width in the picture; `margin` says how sure kind and colour are, as of a sighting. `among`: the colours it may
    have if `colour` is "", the likeliest first; empty if it may have any, or may not be there at all.
    """

    kind: str
    colour: str
    x_mm: float
    y_mm: float
    across_mm: float = 0.0
    margin: float = 1.0
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alike:
    """
    A card without a code, ambiguous by its face, with its place as of a sighting.

    `codes`: its candidates, the likeliest first; empty if the deck has no such card. `likeness`: of the picture to the
    likeliest, 0 to 1.
    """

    codes: tuple[int, ...]
    x_mm: float
    y_mm: float
    heading_deg: float
    likeness: float = 1.0


@dataclass(frozen=True, slots=True)
class Told:
    """
    A card that players say is on the table, though no look shows it: its code, and those of the cards beside it.

    Without a code: players went on without naming the card.
    """

    code: int | None
    beside: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """
    Everything one picture showed.

    `view_mm`: the picture's four corners on the table, clockwise from its top left, in the same axes: the table outside
    them was not in the picture.
    """

    sightings: tuple[Sighting, ...]
    mm_per_px: float
    view_mm: tuple[tuple[float, float], ...]
    miscoloured: tuple[Miscoloured, ...] = ()
    blinded: tuple[tuple[float, float], ...] = ()
    """Places where light blinds the camera and a code, or an unrecognised card, may be hidden, in the same axes."""
    names: tuple[NameCard, ...] = ()
    """Name cards; they are looked for before the deal only."""
    bare: tuple[tuple[float, float], ...] = ()
    """
    Of the places asked for, those where only the bare table is in sight, in the same axes.

    Without a piece in sight there are no axes: then any place means that the table is in sight where the last pieces
    were.
    """
    calibration: str = field(default="", compare=False)
    """The text of the camera's calibration that it was made with; empty if it was with none."""
    spots: tuple[Spot, ...] = ()
    """Things without a code; empty in a game whose pieces all bear one."""
    alike: tuple[Alike, ...] = ()
    """Ambiguous cards, known by their faces; empty if every piece bears a code."""
    told: tuple[Told, ...] = ()
    """Statements of players about the look; none of them was seen."""
    marks: tuple[Mark, ...] = field(default=(), compare=False)
    """The printed codes of palace cards; they are not stored."""
    shares_of_picture: Callable[[Sequence[tuple[float, float]]], Any] | None = field(
        default=None, compare=False, repr=False
    )
    """
    Maps places on the table, in the same axes, to shares of the picture's width and height, shape (n, 2); not stored.

    The corners alone would not do: a lens bends what lies between them.
    """

    def is_of(self, other: "Look") -> bool:
        """True if the other look is this very one, or this one with players' statements added."""
        if self is other or self.view_mm != other.view_mm:
            return self is other
        more = {*self.alike} < {*other.alike} or {*self.told} > {*other.told}
        return more and self.sightings[: len(other.sightings)] == other.sightings and {*self.alike} <= {*other.alike}


@dataclass(frozen=True, slots=True)
class Missed:
    """
    A game's questions about a look: places whose pieces it does not show, and the codes of pieces that are all lost.

    `lost` gives None if one of the pieces that lay there is in sight. `number`: how many looks were confirmed before.
    """

    unseen: Callable[[Look], Sequence[Sighting]]
    lost: Callable[[Look], Collection[int] | None]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Pose:
    """A place and a heading in a piece's axes: x to its right, y down on it, the heading clockwise from its top."""

    x_mm: float
    y_mm: float
    heading_deg: float


def point_beside(lying: Sighting | Pose, way_mm: tuple[float, float]) -> tuple[float, float]:
    """
    The point at a distance right and down from a piece's own place, in the piece's directions.

    >>> point_beside(Sighting(17, 100, 10, 180), (20, 0))[0]
    80.0
    """
    (right, down), turn = way_mm, radians(lying.heading_deg)
    x_mm = lying.x_mm + right * cos(turn) - down * sin(turn)
    return x_mm, lying.y_mm + right * sin(turn) + down * cos(turn)


def wrapped(angle_deg: float) -> float:
    """The same direction as more than -180 and at most 180 degrees."""
    return 180.0 - (180.0 - angle_deg) % 360.0


def in_axes(sighting: Sighting, piece: Sighting) -> Pose:
    """
    The sighting in another piece's axes; the heading is above -180 and at most 180 degrees.

    >>> in_axes(Sighting(17, 100, 10, 90), Sighting(101, 100, 0, 90))
    Pose(x_mm=10.0, y_mm=0.0, heading_deg=0.0)
    """
    dx, dy, turn = sighting.x_mm - piece.x_mm, sighting.y_mm - piece.y_mm, radians(piece.heading_deg)
    x, y = dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)
    return Pose(round(x, 6) + 0.0, round(y, 6) + 0.0, wrapped(sighting.heading_deg - piece.heading_deg))
