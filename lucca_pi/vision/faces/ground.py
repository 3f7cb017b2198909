"""
What in a picture is unlike the bare ground, which another picture shows.

Where the camera has not moved between the two, each pixel is held against the same one; else against the colours that
the ground has, in light that changes slowly from place to place.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.picture import Colour

Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]

BLUR_PX = 1.2
DARK = 8.0
"""Grey levels that noise and lens add to the darkest pixel."""
LEAST = np.array([0.045, 0.03, 0.03], np.float32)
"""Spreads of lightness and of two hues, as logarithms, that noise alone has."""
WIDEST = np.array([0.35, 0.12, 0.12], np.float32)
"""No ground varies more."""
FAR = 4.0
"""So many spreads off, a pixel is not the ground."""
SPECKS = 0.02
"""Share of a bare ground that may be unlike the rest of it."""
ROUNDS = 5
CLOSED_PX, OPENED_PX = 7, 9
"""Gaps that are closed, and threads that are cut, at the scale of `unlike_ground`."""


@dataclass(frozen=True, slots=True)
class Unlike:
    """How far each pixel of a picture is off the ground, in spreads of the ground; `mask`: 1 where it is not that."""

    far: Floats
    mask: Mask


def off_ground(picture: Colour, bare: Colour) -> Iterator[Floats]:
    """How far each pixel's tones are off the ground's, by each way of telling: as `tones`."""
    shown, ground = tones(picture), tones(bare)
    if shown.shape == ground.shape:
        yield shown - ground
    yield shown - _lit(shown, ground)


def unlike_ground(off: Floats, least: float = 1.0) -> Unlike:
    """What is unlike the ground, by how far it is `off`; `least`: share of `LEAST` below which all is noise."""
    far = far_off(off, least)
    return Unlike(far, _cleaned((far > FAR).astype(np.uint8)))


def is_bare(picture: Colour) -> bool:
    """Whether nothing but a ground is in a picture."""
    *_same, by_colours = off_ground(picture, picture)
    return float(unlike_ground(by_colours).mask.mean()) < SPECKS


def tones(picture: Colour) -> Floats:
    """The lightness of each pixel and two hues, as logarithms: (rows, columns, 3). Less light changes the first."""
    soft = cv2.GaussianBlur(picture, (0, 0), BLUR_PX).astype(np.float32)
    logs = np.log(soft + DARK)
    return np.stack([logs.mean(-1), logs[..., 0] - logs[..., 1], logs[..., 2] - logs[..., 1]], -1)


def far_off(off: Floats, least: float) -> Floats:
    """How far off in three tones, in spreads of the ground, which is what is most frequent: (rows, columns)."""
    few = off[::4, ::4].reshape(-1, 3)
    middle = np.array([_mode(tone) for tone in few.T], np.float32)
    near = np.abs(few - middle)
    spread = np.array([_spread(tone) for tone in near.T], np.float32)
    spread = np.clip(spread, LEAST * least, WIDEST)
    return np.asarray(np.sqrt((((off - middle) / spread) ** 2).sum(-1)), np.float32)


def _mode(values: Floats, bins: int = 400) -> float:
    """The most frequent value."""
    counts, edges = np.histogram(values, bins=bins, range=(-3, 3))
    smooth = np.convolve(counts, np.hanning(9), mode="same")
    at = int(smooth.argmax())
    return float(edges[at] + edges[at + 1]) / 2


def _spread(off: Floats) -> float:
    """The spread of what lies around the mode, from the width of its peak: cards far from it have no say."""
    counts, edges = np.histogram(off, bins=300, range=(0, 1.5))
    smooth = np.convolve(counts, np.ones(3) / 3, mode="same")
    below = np.flatnonzero(smooth < smooth[:3].max() / 2)
    return float(edges[below[0] + 1]) / 1.18 if len(below) else float(WIDEST[0])


def _lit(shown: Floats, ground: Floats) -> Floats:
    """The ground's usual tones as the light over `shown` makes them: a square function of the place."""
    usual = np.median(ground[::4, ::4].reshape(-1, 3), 0)
    few = shown[::4, ::4]
    rows, columns = few.shape[:2]
    terms = _terms(rows, columns)
    values = few.reshape(-1, 3)
    spread = np.clip(1.5 * np.median(np.abs(ground[::4, ::4].reshape(-1, 3) - usual), 0), 2 * LEAST, WIDEST)
    light = np.zeros((terms.shape[1], 3), np.float32)
    light[0] = usual + [_mode(tone) for tone in (values - usual).T]
    for _ in range(ROUNDS):
        kept = (np.abs(values - terms @ light) < 2.5 * spread).all(-1)
        if kept.sum() < 100:
            break
        light = np.linalg.lstsq(terms[kept], values[kept], rcond=None)[0].astype(np.float32)
    return np.asarray((_terms(*shown.shape[:2]) @ light).reshape(shown.shape), np.float32)


def _terms(rows: int, columns: int) -> Floats:
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    x, y = x.ravel() / columns - 0.5, y.ravel() / rows - 0.5
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1)


def _cleaned(mask: Mask) -> Mask:
    """Without threads and specks, its holes filled."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((CLOSED_PX, CLOSED_PX), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = cv2.drawContours(np.zeros_like(closed), contours, -1, (1,), cv2.FILLED)
    return np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((OPENED_PX, OPENED_PX), np.uint8)), np.uint8)
