"""
Layings: what people lay on the table so that it is known what a look should read there.

A place counts in a seat's own axes: the seat is a piece that stays where it is, named by its code; x runs to its right,
y down on it, in mm from its middle. So people need lay nothing more exactly than they do in play.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from lucca_pi.language import Text, _
from lucca_pi.table.shades import Shade
from lucca_pi.table.sighting import Pose, Sighting, point_beside

PieceName = int | str
"""A piece by its code, or, of pieces without one, by its colour."""
HAND = _("The same. Hold a hand over the table, beside the pieces, while it looks.")
LAMP_ON = _("The same, with the lamp above the table on.")
LAMP_OFF = _("The same, with that lamp off.")


@dataclass(frozen=True, slots=True)
class Lay:
    """A piece to be laid: its middle and the direction of its top edge, clockwise, in the axes of a seat."""

    piece: PieceName
    seat: int
    x_mm: float
    y_mm: float
    heading_deg: float = 0.0

    def beside(self, seat: Sighting | Pose) -> Pose:
        """Its place and heading in the axes in which the seat lies so."""
        x_mm, y_mm = point_beside(seat, (self.x_mm, self.y_mm))
        return Pose(x_mm, y_mm, seat.heading_deg + self.heading_deg)


@dataclass(frozen=True, slots=True)
class Laying:
    """Pieces that are laid for one look, lower ones first; `words` say it to people, `name` to programs."""

    name: str
    words: Text
    lay: tuple[Lay, ...]

    def to_json(self, game: str) -> dict[str, Any]:
        """The laying as JSON data."""
        return {"name": self.name, "game": game, "lay": [asdict(one) for one in self.lay]}


@dataclass(frozen=True, slots=True)
class Plan:
    """
    The layings of a game, in the order in which they are laid.

    `seats`: where the seats lie on a drawn table, in its axes. `called`: the pieces in players' words, `places`: the
    seats. `to_begin`: what is laid first, and stays there. `shades`: the colours of cards, where their names are usual.
    """

    layings: tuple[Laying, ...]
    seats: Mapping[int, Pose]
    called: Mapping[Any, Text | str]
    places: Mapping[int, Text]
    to_begin: Text
    shades: Mapping[int, Shade] = field(default_factory=dict)

    def placed(self, laying: Laying) -> Iterator[tuple[Lay, Pose]]:
        """The pieces of a laying, each with its place on a drawn table."""
        return ((one, one.beside(self.seats[one.seat])) for one in laying.lay)
