"""Where the bare table is in sight: was a piece that is not seen taken away, or does a hand or a cup hide it?"""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.picture import Colour

Point = tuple[float, float]

AROUND_MM = 9.0
"""So far around a place the picture has to look like the table: nearer than a tile's edge."""
CLEAR_MM, BEYOND_MM = 45.0, 160.0
"""The table is known by what lies between so far from all pieces and so far from the nearest."""
STEP_MM = 15.0
FEWEST = 24
"""With fewer samples of it nobody knows what the table looks like."""
LEAST, SPREADS = 14.0, 4.0
"""A place is bare that differs from the table by less than this, of 255, or by so many of its own spreads."""


def bare_places(picture: Colour, look: Look, spots: Sequence[Sighting]) -> tuple[Point, ...]:
    """
    Of the places, in the look's axes, those where the picture that it was made of shows the table.

    `picture` is of any size, with one colour or three.
    """
    if len(look.view_mm) != 4 or not look.sightings or not spots:
        return ()
    into = _into_picture(picture, look)
    blurred = cv2.blur(picture, (3, 3)).astype(np.float32).reshape(*picture.shape[:2], -1)
    known = _sampled(blurred, into, _table_mm(look))
    if len(known) < FEWEST:
        return ()
    middle = np.median(known, 0)
    spread = 1.5 * np.median(np.abs(known - middle), 0)
    most = np.maximum(LEAST, SPREADS * spread)
    return tuple((one.x_mm, one.y_mm) for one in spots if _is_bare(blurred, into, one, middle, most))


def _is_bare(
    blurred: NDArray[np.float32],
    into: NDArray[np.float64],
    spot: Sighting,
    middle: NDArray[np.float32],
    most: NDArray[np.float32],
) -> bool:
    around = [
        (spot.x_mm + x * AROUND_MM / 2, spot.y_mm + y * AROUND_MM / 2) for x in range(-2, 3) for y in range(-2, 3)
    ]
    found = _sampled(blurred, into, np.array(around))
    return len(found) == len(around) and bool((np.abs(found - middle) <= most).all())


def _into_picture(picture: Colour, look: Look) -> NDArray[np.float64]:
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    return np.asarray(cv2.getPerspectiveTransform(np.array(look.view_mm, np.float32), corners), np.float64)


def _table_mm(look: Look) -> NDArray[np.float64]:
    """Places around the pieces where nothing of the game lies."""
    lying = np.array([(one.x_mm, one.y_mm) for one in look.sightings])
    low, high = lying.min(0) - BEYOND_MM, lying.max(0) + BEYOND_MM
    grid = np.stack(np.meshgrid(np.arange(low[0], high[0], STEP_MM), np.arange(low[1], high[1], STEP_MM)), -1)
    places = grid.reshape(-1, 2)
    near = np.min(np.linalg.norm(places[:, None] - lying[None], axis=-1), 1)
    return np.asarray(places[(near > CLEAR_MM) & (near < BEYOND_MM)])


def _sampled(
    blurred: NDArray[np.float32], into: NDArray[np.float64], places_mm: NDArray[np.float64] | Iterable[Point]
) -> NDArray[np.float32]:
    """The picture at these places, as far as they are in it."""
    points = np.asarray(places_mm, np.float32).reshape(-1, 1, 2)
    if not len(points):
        return np.empty((0, blurred.shape[2]), np.float32)
    at = np.round(cv2.perspectiveTransform(points, into)[:, 0]).astype(int)
    height, width = blurred.shape[:2]
    inside = (at[:, 0] >= 0) & (at[:, 1] >= 0) & (at[:, 0] < width) & (at[:, 1] < height)
    return np.asarray(blurred[at[inside, 1], at[inside, 0]])
