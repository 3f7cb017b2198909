"""What a look at the table yields: this code lies here, turned so."""

from dataclasses import dataclass, field
from math import dist


@dataclass(frozen=True, slots=True)
class Sighting:
    """
    A piece seen on the table, by its code.

    `x_mm`, `y_mm` is the piece's place (`Piece.place_mm`), whatever it was recognised by, and `heading_deg` the
    direction of its top edge, clockwise, both in the axes of the first anchor in sight: origin in its place, x to its
    right, y down on it. `margin` tells how sure the identity is, from 0 (barely) to 1 (every module as printed).
    """

    code: int
    x_mm: float
    y_mm: float
    heading_deg: float
    margin: float = 1.0


def apart_mm(one: Sighting, other: Sighting) -> float:
    """How far two sightings lie apart."""
    return dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))


@dataclass(frozen=True, slots=True)
class Miscoloured:
    """A card that `looks` of another colour than its code has in the deck: the sticker may be on a wrong card."""

    code: int
    looks: str


@dataclass(frozen=True, slots=True)
class NameCard:
    """A card with a player's name, as it stands there, and where the middle of its code lies, in the look's axes."""

    name: str
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class Spot:
    """
    Something without a code that is known by its shape and colour, and where its middle lies, in the look's axes.

    `kind` is the game's word for its shape. `colour` is the game's name, "" where it cannot be told. `across_mm` is how
    wide it is in the picture; `margin` tells how sure kind and colour are, as of a sighting. `among`: the colours that
    it may be where none is told, the likeliest first; none where it may be any, or not be there at all.
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
    A card without a code whose face leaves open which one it is, and where it lies, as of a sighting.

    `codes`: those it may be, the likeliest first; none where the deck has no such card. `likeness`: how like the
    likeliest the picture is, 0 to 1.
    """

    codes: tuple[int, ...]
    x_mm: float
    y_mm: float
    heading_deg: float
    likeness: float = 1.0


@dataclass(frozen=True, slots=True)
class Told:
    """
    A card of which players say that it lies there, though no look shows it: its code, and those that it lies beside.

    Without a code they go on without saying which it is.
    """

    code: int | None
    beside: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """
    Everything one picture showed.

    `view_mm`: the picture's four corners on the table, clockwise from its top left, in the same axes: what lies
    outside was not looked at.
    """

    sightings: tuple[Sighting, ...]
    mm_per_px: float
    view_mm: tuple[tuple[float, float], ...]
    miscoloured: tuple[Miscoloured, ...] = ()
    blinded: tuple[tuple[float, float], ...] = ()
    """Where light blinds the camera and a code might lie, or a card that is not recognised, in the same axes."""
    names: tuple[NameCard, ...] = ()
    """Looked for before the deal only."""
    bare: tuple[tuple[float, float], ...] = ()
    """
    Of the places that were asked about, those where nothing but the table is in sight, in the same axes.

    Without a piece in sight there are no axes: then any place says that the table is in sight where the last ones lay.
    """
    calibration: str = field(default="", compare=False)
    """The text of the camera's calibration that it was made with; empty if it was with none."""
    spots: tuple[Spot, ...] = ()
    """What bears no code: none in a game whose pieces all do."""
    alike: tuple[Alike, ...] = ()
    """Cards that are known by their faces, but not alone: none where every piece bears a code."""
    told: tuple[Told, ...] = ()
    """What players say of it besides: nothing of this was seen."""

    def is_of(self, other: "Look") -> bool:
        """Whether it is the other one: the very same, or with what players have told of it."""
        if self is other or self.view_mm != other.view_mm:
            return self is other
        more = {*self.alike} < {*other.alike} or {*self.told} > {*other.told}
        return more and self.sightings[: len(other.sightings)] == other.sightings and {*self.alike} <= {*other.alike}
