"""A piece: one thing that is cut out, with its size and how it is drawn. Lengths in mm."""

from collections.abc import Callable
from dataclasses import dataclass

from lucca_pi.printed.pen import Pen


@dataclass(frozen=True, slots=True)
class Piece:
    """
    `draw` draws from the piece's upper left corner, and may draw beyond its edges.

    `name` is its file's name as a picture, `label` what is printed beside it.
    """

    name: str
    width: float
    height: float
    draw: Callable[[Pen], None]
    label: str = ""
    back: Callable[[Pen], None] | None = None
