"""Holds readings against the truth, by place."""

from dataclasses import dataclass

import numpy as np

from tests.bench.eyes.frames import Code, DrawnFrame
from tests.bench.eyes.readers import Readings

NEAR = 0.4
"""A reading is of the sticker whose middle is no farther away than this part of its side."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a frame: the codes that were read and missed, the readings of a wrong code, and of no code."""

    read: tuple[Code, ...]
    missed: tuple[Code, ...]
    wrong: int
    phantoms: int


def judged(frame: DrawnFrame, readings: Readings) -> Judged:
    """A code that is partly covered may be read or not; its reading must be right."""
    hit, wrong, phantoms = set(), 0, 0
    middles = np.array([one.corners_px.mean(0) for one in frame.codes])
    reach = NEAR * np.array([one.sticker_px for one in frame.codes])
    for code, middle in readings:
        near = np.flatnonzero(np.linalg.norm(middles - middle, axis=1) < reach).tolist()
        right = [place for place in near if frame.codes[place].code == code]
        hit.update(right)
        wrong += bool(near) and not right
        phantoms += not near
    counting = [place for place, one in enumerate(frame.codes) if one.counts]
    read, missed = ([frame.codes[place] for place in counting if (place in hit) == was] for was in (True, False))
    return Judged(tuple(read), tuple(missed), wrong, phantoms)
