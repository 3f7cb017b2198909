"""
Cards whose upper part looks like what others show farther down, and where the upper edge of one lies.

Two symbols in a column look, half a space farther down, like the upper part of a card with three: whatever lies on the
rest hides the difference. So such a card is known only where its upper edge is seen, or all of it is as printed.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.features import PX_PER_MM as FACE_PX_PER_MM
from lucca_pi.vision.faces.features import Floats, features, relative_light
from lucca_pi.vision.faces.laying import Homography, laid, rectified, warped
from lucca_pi.vision.faces.prints import UPPER, Prints
from lucca_pi.vision.faces.telling import likeness_at_best
from lucca_pi.vision.picture import Grey, Picture

SLIPS = 0.75
"""
Correlation of a face's upper part with another place on a card of the box from which it slips.

Cards with symbols in a column have 0.9 and more; houses and painted pictures 0.66 at most.
"""
SAME = 0.75
"""Correlation of a face with itself on its head from which it looks the same: symbols have 0.9, houses 0.5."""
LEAST_MM, STEP_MM = 4, 2
"""So far aside another place is, and in such steps it is sought."""
SOFT_MM, EDGES_MM, THIN = 1.2, 3, 3
"""Faces are blurred by the first, without their edges, and held against each other in every so manieth dot of 1 mm."""
BLANK = 1.0
"""Length of a window's light below which it shows nothing."""
AS_PRINTED, IN_VIEW = 0.9, 0.8
"""
Likeness of all of a face from which nothing hides a difference: with one symbol of two or three less it has 0.8. With
that much either way up all of a card is in view: single symbols by a lamp have 0.85, covered cards 0.4.
"""
AROUND_MM, UNLIKE = 9.0, 0.4
"""Mean square of the difference of light, in so wide a part of a card, from which something else is seen there."""
PX_PER_MM, COLUMNS, AT_ENDS = 2, 24, 4
"""Scale at which the edge is sought, in so many places along it; so many of them are at each end."""
REACH_MM, UP_MM = 4.0, 30.0
"""So far from its place, to both sides, the upper edge is seen; so far up another one is sought."""
EDGE_MM = 1.5
"""Light on both sides of an edge is taken together so far."""
EDGE = 0.1
"""Logarithm of light by which both sides of an edge differ: noise and soft shadows of real photographs have 0.05."""
SEEN = 0.6
"""Share of the upper edge that has to be seen, and of each of its ends, to which no symbol goes."""
FAINT = 8.0

Flags = NDArray[np.bool_]


def slipping(prints: Prints) -> frozenset[int]:
    """The codes of the faces whose upper parts look like another place of a card, whichever way up that lies."""
    lights = _lights(prints)
    height = lights.shape[1]
    rows = round(height * UPPER)
    uppers, best = _windows(lights, 0, rows), np.zeros(len(lights))
    for way in (lights, lights[:, ::-1, ::-1]):
        for down in range(LEAST_MM, height - rows + 1, STEP_MM):
            best = np.maximum(best, (uppers @ _windows(way, down, rows).T).max(axis=1))
    return frozenset(code for code, most in zip(prints.names, best, strict=True) if most >= SLIPS)


def same_on_their_heads(prints: Prints) -> frozenset[int]:
    """The codes of the faces that look the same the other way up."""
    every = zip(prints.names, _lights(prints), strict=True)
    return frozenset(code for code, one in every if np.corrcoef(one.ravel(), one[::-1, ::-1].ravel())[0, 1] >= SAME)


def _lights(prints: Prints) -> Floats:
    """The light of all faces, softened, at 1 px/mm: (n, rows, columns)."""
    size = round(prints.size_mm[0]), round(prints.size_mm[1])
    faces = (np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8) for face in prints.faces)
    lights = [cv2.GaussianBlur(relative_light(face, 1.0), (0, 0), SOFT_MM) for face in faces]
    return np.array(lights, np.float32)


def _windows(lights: Floats, down: int, rows: int) -> Floats:
    """A part of each face, but for its edges, as a row of length 1: (n, dots)."""
    part = lights[:, down + EDGES_MM : down + rows - EDGES_MM : THIN, EDGES_MM:-EDGES_MM:THIN].reshape(len(lights), -1)
    apart = part - part.mean(axis=1, keepdims=True)
    return np.asarray(apart / np.maximum(np.linalg.norm(apart, axis=1, keepdims=True), BLANK), np.float32)


def likeness_of_all(shown: Picture, place: Homography, prints: Prints, which: int) -> float:
    """How like the face of that number all of the card near `place` is: with `AS_PRINTED` it is in view."""
    card = features(rectified(shown, laid(shown, place, prints.whole, which), prints.size_mm))
    return likeness_at_best(card, prints.whole, which)[0]


def as_printed_there(shown: Picture, place: Homography, prints: Prints, which: int) -> Flags:
    """Where on the card at `place` the face of that number is seen: (rows, columns), at `features.PX_PER_MM`."""
    card = features(rectified(shown, place, prints.size_mm))
    off = (card.light - prints.whole.light(which)) * card.weight
    side = round(AROUND_MM * FACE_PX_PER_MM)
    return np.asarray(cv2.blur(off * off, (side, side)) < UNLIKE)


def upper_edges_mm(shown: Grey, place: Homography, width_mm: float) -> list[float]:
    """
    How far up from the upper edge of a card at `place` edges like it are seen, the nearest first.

    0 is where it should be, and comes first where an edge is seen within `REACH_MM` of it.
    """
    high_mm = UP_MM + 2 * REACH_MM
    up = place @ np.array([[1, 0, 0], [0, 1, REACH_MM - high_mm], [0, 0, 1.0]])
    size_mm = (width_mm, high_mm)
    strip = warped(shown, up, size_mm, (round(width_mm * PX_PER_MM), round(high_mm * PX_PER_MM)))
    rim = strip.shape[1] // 20
    light = np.log(cv2.resize(strip[:, rim:-rim], (COLUMNS, len(strip)), interpolation=cv2.INTER_AREA) + FAINT)
    half = round(EDGE_MM * PX_PER_MM)
    sides = cv2.boxFilter(light.astype(np.float32), -1, (1, half), borderType=cv2.BORDER_REPLICATE)
    steps = np.abs(sides[half:] - sides[:-half])
    near = cv2.dilate((steps >= EDGE).astype(np.uint8), np.ones((2 * PX_PER_MM + 1, 1), np.uint8))
    seen = np.min([part.mean(axis=1) for part in (near, near[:, :AT_ENDS], near[:, -AT_ENDS:])], axis=0)
    return _peaks_mm(seen, half)


def _peaks_mm(seen: NDArray[np.float64], half: int) -> list[float]:
    """The middles of the stretches in which enough of an edge is seen, as lengths above the upper edge."""
    enough = np.concatenate([[False], seen >= SEEN, [False]])
    starts, ends = np.flatnonzero(enough[1:] & ~enough[:-1]), np.flatnonzero(~enough[1:] & enough[:-1])
    middles = (starts + ends - 1) / 2 + half / 2 + 0.5
    above = UP_MM + REACH_MM - middles / PX_PER_MM
    return [0.0 if abs(one) <= REACH_MM else float(one) for one in sorted(above.tolist(), key=abs)]
