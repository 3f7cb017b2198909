"""Drawn tables that are kept on the disk, packed as the drawn camera stores them."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from kept import kept, pickled
from numpy.typing import NDArray

from lucca_pi.drawn.painter import DrawnSight, Painter
from lucca_pi.drawn.things import Thing

Picture = NDArray[np.uint8]
_SOURCES = "lucca_pi/drawn lucca_pi/games lucca_pi/printed lucca_pi/vision/codes.py"

drawn_anew = Painter._drawn
"""Draws, whatever is kept."""


def packed(picture: Picture, jpeg_quality: int | None) -> Picture:
    """In place of `stored`: the file itself, a PNG where the camera stores none."""
    if jpeg_quality is None:
        return np.asarray(cv2.imencode(".png", picture, (cv2.IMWRITE_PNG_COMPRESSION, 1))[1], np.uint8)
    return np.asarray(cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, jpeg_quality))[1], np.uint8)


def drawings(folder: Path) -> Callable[..., Picture]:
    """In place of `Painter._drawn`, where `packed` stands in place of `stored`: each sight is drawn once."""
    once = kept(folder, _SOURCES, drawn_anew, _key)

    def drawn(painter: Painter, sight: DrawnSight, coloured: bool) -> Picture:
        has_key = all(thing.kind.looks is not None for thing in sight.things)
        file = (once if has_key else drawn_anew)(painter, sight, coloured)
        return np.asarray(cv2.imdecode(file, cv2.IMREAD_UNCHANGED), np.uint8)

    return drawn


def _key(painter: Painter, sight: DrawnSight, coloured: bool) -> bytes:
    seen = sight.grain, sight.bodies, sight.sheens, sight.nudge
    return pickled(
        painter._ground, painter._conditions, painter._seed, coloured, *seen, [_looks(one) for one in sight.things]
    )


def _looks(thing: Thing) -> tuple[object, ...]:
    kind = thing.kind
    looks = kind.looks, kind.size_mm, kind.marks, kind.outline, kind.thick_mm, kind.rim
    return *looks, thing.x_mm, thing.y_mm, thing.heading_deg, thing.level, thing.top_mm
