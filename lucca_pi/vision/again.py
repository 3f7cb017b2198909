"""
A later look at a table: what lies as it lay is recognised in its place, and only where something changed is searched.

Nothing is taken over unseen: each marker known from the look before is decoded anew where it was.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.align import settled
from lucca_pi.vision.decoder import Quads, decode
from lucca_pi.vision.detect import Detection, Detections, certain, detect, detections, exact, surest_at_each_place
from lucca_pi.vision.outlines import is_large
from lucca_pi.vision.parts import Window, holds, in_window
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.pyramid import Pyramid

TILE_PX = 64
"""Side of the squares in which change is looked for: a card covers several."""
REDUCED = 4
"""How many times smaller the picture is that looks are compared by: halved twice."""
CHANGED = 10
"""Grey-level change above which a pixel of the reduced picture counts as changed (about four times the noise)."""
CHANGED_DOTS = 3
"""Changed pixels from which a tile counts as changed: a fly has fewer."""
AS_SURE = 0.8
"""What is read with this part of its margin keeps its place: a square of 28 px moved by 1 px does, moved by 2 not."""
MOST_CHANGED = 0.4
"""Where more of the picture has changed than this part, all of it is searched."""

Tiles = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Before:
    """What the look before showed: the reduced picture and the markers among the codes that were looked for."""

    small: Grey
    found: Detections
    codes: frozenset[int]


class LaterLooks:
    """Detects like `detect`, each time with what the picture before showed; the same picture gives the same markers."""

    def __init__(self) -> None:
        self._before: Before | None = None

    def __call__(self, grey: Grey, codes: Collection[int]) -> Detections:
        """The markers of `codes` in the picture."""
        small, before = _reduced(grey), self._before
        if before and before.small.shape == small.shape and before.codes == frozenset(codes):
            found = _again(grey, codes, before.found, _changed_tiles(small, before.small))
        else:
            found = detect(grey, codes)
        self._before = Before(small, found, frozenset(codes))
        return found


def _reduced(grey: Grey) -> Grey:
    """The picture, `REDUCED` times smaller; halving it twice is five times as fast as one step."""
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(half, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _changed_tiles(small: Grey, before: Grey) -> Tiles:
    """Which tiles have changed, or touch one that has."""
    changed = cv2.threshold(cv2.absdiff(small, before), CHANGED, 1, cv2.THRESH_BINARY)[1]
    side = TILE_PX // REDUCED
    rows, columns = -(-small.shape[0] // side), -(-small.shape[1] // side)
    padded = np.zeros((rows * side, columns * side), np.uint8)
    padded[: small.shape[0], : small.shape[1]] = changed
    counts = padded.reshape(rows, side, columns, side).sum((1, 3))
    return np.asarray(cv2.dilate((counts >= CHANGED_DOTS).astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool))


def _again(grey: Grey, codes: Collection[int], before: Detections, changed: Tiles) -> Detections:
    if changed.mean() > MOST_CHANGED:
        return detect(grey, codes)
    kept, lost = _still_there(grey, before.read)
    for one in lost:
        _mark(changed, one.corners_px)
    windows = [*_windows(changed, grey.shape)]
    if sum((bottom - top) * (right - left) for top, bottom, left, right in windows) > MOST_CHANGED * grey.size:
        return detect(grey, codes)
    parts = [in_window(grey, codes, window, large=is_large(grey)) for window in windows]
    quiet = [quad for quad in before.rejected_px if not any(holds(window, quad) for window in windows)]
    rejected = [np.array(quiet, np.float32).reshape(-1, 4, 2), *(part.rejected_px for part in parts)]
    read = surest_at_each_place([*kept, *(one for part in parts for one in part.read)])
    return Detections(read, np.concatenate(rejected))


def _still_there(grey: Grey, before: Sequence[Detection]) -> tuple[list[Detection], list[Detection]]:
    """The markers that are read where they were, those less surely than before laid anew; and those that are not."""
    quads = np.array([one.corners_px for one in before], np.float32).reshape(-1, 4, 2)
    picture, now = Pyramid(grey), decode(grey, quads)
    same = (certain(picture, now) & (now.code == np.array([one.code for one in before], np.intp))).tolist()
    margins = [one.margin for one in detections(now)]
    kept, unsure, lost = [], [], []
    for index, one in enumerate(before):
        if not same[index]:
            lost.append(one)
        elif margins[index] >= AS_SURE * one.margin:
            kept.append(one)
        else:
            unsure.append(index)
    anew, sure = exact(picture, now.only(np.array(unsure, np.intp)))
    lost += [before[index] for index, still in zip(unsure, sure.tolist(), strict=True) if not still]
    return [*kept, *detections(settled(picture, anew.only(sure)))], lost


def _mark(changed: Tiles, corners_px: Quads) -> None:
    """The tiles under a marker, and those around, have changed."""
    (left, top), (right, bottom) = ((corners_px.min(0) // TILE_PX - 1).clip(0), corners_px.max(0) // TILE_PX + 2)
    changed[int(top) : int(bottom), int(left) : int(right)] = True


def _windows(changed: Tiles, shape: tuple[int, ...]) -> Iterator[Window]:
    """The picture's parts in which tiles have changed; each begins at even pixels."""
    _, _, boxes, _ = cv2.connectedComponentsWithStats(changed.astype(np.uint8), connectivity=8)
    for left, top, width, height, _ in (boxes[1:] * (TILE_PX, TILE_PX, TILE_PX, TILE_PX, 1)).tolist():
        yield top, min(top + height, shape[0]), left, min(left + width, shape[1])
