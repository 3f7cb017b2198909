"""What a game calls its pieces, for whoever knows them by their codes alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lucca_pi.language import Text
from lucca_pi.table.shades import Shade


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
