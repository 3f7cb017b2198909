"""
Tokens without a code: square, with a dark rim, a light line within it, and one of a few colours in the middle.

Each game says where they may lie and where patches of their colours are printed; what looks at the table finds them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lucca_pi.table.sighting import Sighting

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Area:
    """
    A rectangle in which tokens may lie, in axes of its own: their origin is at `origin_mm` in the look, turned by
    `heading_deg`.

    `stairs`: strips of the tokens below stick out in the direction of its y. Without stairs tokens lie flat.
    """

    origin_mm: Point
    heading_deg: float
    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float
    stairs: bool = False


@dataclass(frozen=True, slots=True)
class Patch:
    """A patch of a token's colour, `side_mm` at least, and where its middle lies, in the look's axes."""

    colour: str
    place_mm: Point
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
