"""Where each code is in a drawn picture, and how much of it is in sight."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.light import Field, values_at
from lucca_pi.drawn.lying import Thing, corners_of, mark_middle, moved
from lucca_pi.drawn.stickers import Mark, Sticker
from lucca_pi.drawn.things import seeming_outline, sides_of
from lucca_pi.drawn.view import Points, Projection, rectangle

_WASHED_OUT = 0.25
"""Where glare leaves less than this share of its contrast, a code is washed out."""
_GRID = 32
"""Places along a code's side on which visible fractions are counted."""


@dataclass(frozen=True, slots=True)
class SeenCode:
    """
    One code in the picture.

    `corners_px` are the black square's, clockwise from the code's own upper left; `visible` is the fraction of the
    square that no thing, hand or mug covers, `washed_out` the fraction in which reflections leave next to no contrast.
    """

    code: int
    corners_px: tuple[tuple[float, float], ...]
    visible: float
    washed_out: float = 0.0


def mark_corners(thing: Thing, mark: Mark, sticker: Sticker) -> Points:
    """The corners of a code in table axes, clockwise from its own upper left, of shape `(4, 2)`."""
    middle = moved(mark_middle(thing, mark), thing.heading_deg, sticker.x_mm, sticker.y_mm)
    heading = thing.heading_deg + sticker.turned_deg
    return np.array([moved(middle, heading, float(x), float(y)) for x, y in rectangle(mark.side_mm, mark.side_mm)])


def seen_codes(
    things: Sequence[Thing],
    sticker: Callable[[Mark], Sticker],
    covers: Iterable[Points],
    *,
    contrast: Field,
    projection: Projection,
) -> Iterator[SeenCode]:
    """
    Each code of each thing; `covers` are the outlines of what hides the table, in table axes as the camera sees them.

    `contrast` is the share of contrast left at each place of the picture.
    """
    outlines = [_outline_seen(thing, projection) for thing in things]
    hiding = list(covers)
    for thing in things:
        above = [outline for other, outline in zip(things, outlines, strict=True) if other.level > thing.level]
        for mark in (mark for mark in thing.kind.marks if not mark.is_bare):
            corners = _seen_at(mark_corners(thing, mark, sticker(mark)), thing, projection)
            pixels = tuple((float(x), float(y)) for x, y in projection.to_picture(corners))
            washed_out = float((values_at(contrast, projection.to_picture(_spread(corners))) < _WASHED_OUT).mean())
            yield SeenCode(mark.code, pixels, visible(corners, [*above, *hiding]), washed_out)


def visible(square: NDArray[np.float64], covers: Iterable[NDArray[np.float64]]) -> float:
    """The fraction of the square that no cover hides."""
    grid = np.array([[0, 0], [_GRID, 0], [_GRID, _GRID], [0, _GRID]], np.float32)
    into_grid = cv2.getPerspectiveTransform(square.astype(np.float32), grid)
    reach = float(np.hypot(*(square[2] - square[0])))
    free = np.ones((_GRID, _GRID), np.uint8)
    for cover in covers:
        if cv2.pointPolygonTest(cover.astype(np.float32), square.mean(0).tolist(), True) > -reach:
            inside = cv2.perspectiveTransform(cover[None].astype(np.float32), into_grid)[0] - 0.5
            cv2.fillPoly(free, [np.round(inside * 256).astype(np.int32)], (0,), shift=8)
    return float(free.mean())


def _spread(square: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points all over the square, of shape `(n, 2)`."""
    steps = (np.arange(_GRID // 2) + 0.5) / (_GRID // 2)
    along, down = (axis.reshape(-1, 1) for axis in np.meshgrid(steps, steps))
    spread: NDArray[np.float64] = square[0] + along * (square[1] - square[0]) + down * (square[3] - square[0])
    return spread


def _seen_at(points: Points, thing: Thing, projection: Projection) -> Points:
    """Where points of the thing's face seem to lie on the table."""
    return projection.lifted(points, thing.top_mm) if thing.top_mm else points


def _outline_seen(thing: Thing, projection: Projection) -> Points:
    """What the thing hides of the table, in table axes."""
    sides = sides_of(thing)
    return seeming_outline(sides, projection) if sides else _seen_at(np.array(corners_of(thing)), thing, projection)
