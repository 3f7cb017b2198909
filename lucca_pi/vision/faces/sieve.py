"""Finds the likeliest faces at a rough place: small pictures of all faces against shifts and turns of the card."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import cv2
import numpy as np

from lucca_pi.vision.faces.features import PX_PER_MM, Floats, colour_ratios, relative_light, unclipped
from lucca_pi.vision.faces.laying import Homography, rectified
from lucca_pi.vision.faces.prints import PartPrints
from lucca_pi.vision.picture import Picture

SHIFTS_MM = (-2.0, -1.0, 0.0, 1.0, 2.0)
TURNS_DEG = (-1.6, 0.0, 1.6)
"""Errors of a rough place that are tried."""
SMALL = 6
"""Pixels of light that make one of the small picture: 3 mm."""
FEW_COLOURS = (7, 10)
"""Rows and columns of the small picture of ratios."""
CHROMA = 4.0
SAME = 2e-3
"""Squared distance below which two small pictures count as one: only one of them is laid."""


@dataclass(frozen=True, slots=True)
class Rough:
    """A face, and the place of the shift and turn at which it fits best."""

    which: int
    place: Homography


def likeliest(shown: Picture, place: Homography, prints: PartPrints, keep: int) -> list[Rough]:
    """The likeliest faces near `place`, best first, at most `keep`; of those with one small picture the first."""
    places, cards = _tried(shown, place, prints)
    small = _small_prints(prints)
    agreement = cards @ small.T
    best, at = agreement.max(axis=0), agreement.argmax(axis=0)
    kept: list[Rough] = []
    for which in np.argsort(-best).tolist():
        if all(((small[which] - small[one.which]) ** 2).sum() > SAME for one in kept):
            kept.append(Rough(which, places[at[which]]))
        if len(kept) == keep:
            break
    return kept


def _tried(shown: Picture, place: Homography, prints: PartPrints) -> tuple[list[Homography], Floats]:
    """Every shift and turn, and the small picture of the card there, of length 1."""
    places: list[Homography] = []
    small: list[Floats] = []
    rim = max(SHIFTS_MM)
    for turn in TURNS_DEG:
        turned = place @ _turn(turn, prints.size_mm)
        around = turned @ _shift(-rim, -rim)
        width, height = prints.size_mm
        wide = rectified(shown, around, (width + 2 * rim, height + 2 * rim))
        light = np.asarray(cv2.GaussianBlur(relative_light(wide.grey) * unclipped(wide), (0, 0), 2), np.float32)
        colours = cv2.resize(colour_ratios(wide.colour), wide.grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
        ratios = np.asarray(colours, np.float32)
        for down, across in product(SHIFTS_MM, SHIFTS_MM):
            y, x = (round((shift + rim) * PX_PER_MM) for shift in (down, across))
            rows, columns = prints.light.shape[1:]
            cut = (slice(y, y + rows), slice(x, x + columns))
            places.append(turned @ _shift(across, down))
            small.append(_small(light[cut], ratios[cut]))
    return places, _unit_rows(np.array(small, np.float32))


@lru_cache(maxsize=4)
def _small_prints(prints: PartPrints) -> Floats:
    """The small pictures of all faces, of length 1: (n, values)."""
    blurred = [np.asarray(cv2.GaussianBlur(light, (0, 0), 2), np.float32) for light in prints.light]
    rows = [_small(light, ratios) for light, ratios in zip(blurred, prints.ratios, strict=True)]
    return _unit_rows(np.array(rows, np.float32))


def _small(light: Floats, ratios: Floats) -> Floats:
    rows, columns = light.shape
    few = cv2.resize(light, (columns // SMALL * 2, rows // SMALL * 2), interpolation=cv2.INTER_AREA)
    colours = cv2.resize(ratios, FEW_COLOURS[::-1], interpolation=cv2.INTER_AREA)
    return np.concatenate([few.ravel() - few.mean(), CHROMA * colours.ravel()])


def _unit_rows(values: Floats) -> Floats:
    return np.asarray(values / np.linalg.norm(values, axis=1, keepdims=True), np.float32)


def _shift(across_mm: float, down_mm: float) -> Homography:
    return np.array([[1, 0, across_mm], [0, 1, down_mm], [0, 0, 1]])


def _turn(degrees: float, size_mm: tuple[float, float]) -> Homography:
    """A turn around the part's middle."""
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    width, height = size_mm
    back = _shift(-width / 2, -height / 2)
    turn = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    return np.asarray(_shift(width / 2, height / 2) @ turn @ back)
