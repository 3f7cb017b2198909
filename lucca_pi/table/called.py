"""What a game calls its pieces, for whoever knows them by their codes alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lucca_pi.language import Text
from lucca_pi.table.shades import Shade


@dataclass(frozen=True, slots=True)
class Called:
    """
    Pieces in players' words, by their codes, or, of pieces without one, by their colours.

    `places`: pieces that mark a place at the table, as that place. `shades`: the colour of each card, if its name is a
    usual one.
    """

    pieces: Mapping[Any, Text | str]
    places: Mapping[int, Text | str]
    shades: Mapping[int, Shade] = field(default_factory=dict)
