"""
Whether nothing but the table is in sight at a place in the picture.

A piece that is not read there is gone only if the table shows where it lay: it may be under a hand or in a reflection.
The table is what the places around have in common, so that it may have any colour and pattern.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.picture import Colour

Points = NDArray[np.float64]
"""Places in a picture, of shape `(n, 2)`, or one of shape `(2,)`."""
Signs = NDArray[np.float64]
"""What a place looks like: red, green, blue, and how far its dots spread."""

AROUND = ((2.6, 6), (4.0, 6), (6.0, 8), (9.0, 8))
"""Rings of places around the one in question: their distance, in radii of a place, and their pairs of opposite ones."""
CLEAR = 2.2
"""A place around is no table for certain if a piece's middle lies so near to it, in radii."""
FEWEST = 4
"""Fewer pairs tell nothing."""
LIKE = 14.0
"""Grey values, of 255, by which a place may always differ from the table around it in each colour."""
SPREAD = 3.0
"""And by so many times as the pairs differ among themselves (median)."""

PART = 0.75
"""Of a piece's half width: so much of its place is looked at."""


def are_bare(
    colour: Colour, spots_px: Points, look: Look, pieces: Pieces, *, lying: Sequence[Detection], scale: float
) -> list[bool]:
    """
    Whether each of the places, of shape `(n, 2)`, shows the table; `lying` are the pieces in the picture.

    Places and pieces are in pixels of the picture that the look was made of, `scale` leads to those of `colour`.
    """
    radius_px = min(pieces.by_code[min(pieces.anchors)].size_mm) / 2 * PART / look.mm_per_px * scale
    middles = np.array([one.corners_px.mean(0) for one in lying], np.float64).reshape(-1, 2) * scale
    return [is_bare(colour, spot * scale, radius_px, middles) for spot in spots_px]


def is_bare(colour: Colour, place_px: Points, radius_px: float, pieces_px: Points) -> bool:
    """
    Whether a place of shape `(2,)` looks as the table around it does, in mean and in spread.

    Opposite places are taken together, so that light may fall off to one side. `pieces_px` are the middles of the
    pieces in sight, of shape `(n, 2)`. All in pixels of that picture.
    """

    def signs(spot_px: Points) -> Signs | None:
        is_clear = not len(pieces_px) or _nearest(spot_px, pieces_px) > CLEAR * radius_px
        return _signs(colour, spot_px, radius_px) if is_clear else None

    here = _signs(colour, place_px, radius_px)
    ways = [way * radius_px for way in _ways()]
    pairs = [(signs(place_px + way), signs(place_px - way)) for way in ways]
    around = np.array([(one + other) / 2 for one, other in pairs if one is not None and other is not None])
    if here is None or len(around) < FEWEST:
        return False
    usual = np.median(around, axis=0)
    spread = np.median(np.abs(around - usual), axis=0)
    return bool((np.abs(here - usual) <= LIKE + SPREAD * spread).all())


def _ways() -> Iterator[Points]:
    """The way to one place of each pair, in radii."""
    for far, count in AROUND:
        for turn in np.pi / count * np.arange(count):
            yield far * np.array([np.cos(turn), np.sin(turn)])


def _nearest(spot: Points, pieces_px: Points) -> float:
    return float(np.hypot(*(pieces_px - spot).T).min())


def _signs(colour: Colour, middle_px: Points, radius_px: float) -> Signs | None:
    """The mean of each colour in a square around a place, and how far its dots spread; None beyond the picture."""
    half = max(2, round(radius_px * 0.7))
    x, y = np.round(middle_px).astype(int).tolist()
    height, width = colour.shape[:2]
    if not (half <= x < width - half and half <= y < height - half):
        return None
    dots = colour[y - half : y + half + 1, x - half : x + half + 1].reshape(-1, 3).astype(np.float64)
    return np.append(dots.mean(axis=0), dots.std(axis=0).mean())
