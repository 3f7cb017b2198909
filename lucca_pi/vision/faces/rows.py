"""Rows in which cards lie, and the places between them where one is missing. Lengths in mm."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lucca_pi.vision.faces.quads import Points

NEXT_ROW = 0.5
"""A row begins where the next card lies so much of a card's height further down."""
MISSING = 1.55
"""Two cards that are so many usual steps apart have one missing between them."""
APART = 0.7
"""A row that begins or ends so many steps inside the others has one missing there."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the rows, from 0; `which` card lies there, None for a place without one; its middle in mm."""

    row: int
    column: int
    which: int | None
    middle_mm: tuple[float, float]


def spots(poses: Sequence[Points], size_mm: tuple[float, float]) -> list[Spot]:
    """Where cards of these poses stand: from the upper left as the cards stand upright."""
    if not poses:
        return []
    along = _along(poses)
    down = np.array([-along[1], along[0]])
    middles = np.array([_middle(pose, size_mm) for pose in poses])
    across_mm, down_mm = middles @ along, middles @ down
    rows = _rows(down_mm, size_mm[1])
    step_mm = _step(rows, across_mm, size_mm[0])
    ends = min(across_mm), max(across_mm)
    return [spot for row, which in enumerate(rows) for spot in _row(row, which, middles, along, step_mm, ends, rows)]


def _along(poses: Sequence[Points]) -> Points:
    """The direction of the rows: that of most cards' upper edges."""
    edges = np.array([pose[:2, 0] / np.linalg.norm(pose[:2, 0]) for pose in poses])
    middle = np.median(edges, axis=0)
    return np.asarray(middle / max(1e-9, float(np.linalg.norm(middle))))


def _middle(pose: Points, size_mm: tuple[float, float]) -> Points:
    return np.asarray(pose[:2] @ [size_mm[0] / 2, size_mm[1] / 2, 1])


def _rows(down_mm: Points, height_mm: float) -> list[list[int]]:
    """The cards of each row, not in order."""
    rows: list[list[int]] = []
    for which in np.argsort(down_mm).tolist():
        if rows and down_mm[which] - np.mean([down_mm[one] for one in rows[-1]]) < NEXT_ROW * height_mm:
            rows[-1].append(which)
        else:
            rows.append([which])
    return rows


def _step(rows: list[list[int]], across_mm: Points, width_mm: float) -> float:
    """From one card to the next, as it is mostly."""
    steps = [step for row in rows for step in np.diff(np.sort(across_mm[row])).tolist() if step < 1.6 * width_mm]
    return float(np.median(steps)) if steps else 1.2 * width_mm


def _row(
    row: int,
    which: list[int],
    middles: Points,
    along: Points,
    step_mm: float,
    ends: tuple[float, float],
    rows: list[list[int]],
) -> Iterator[Spot]:
    """The spots of a row; the last row may end early."""
    ordered = sorted(which, key=lambda one: float(middles[one] @ along))
    at = [float(middles[one] @ along) for one in ordered]
    before = _count((at[0] - ends[0]) / step_mm)
    places: list[tuple[int | None, Points]] = [
        (None, middles[ordered[0]] - along * step_mm * back) for back in range(before, 0, -1)
    ]
    for index, one in enumerate(ordered):
        places.append((one, middles[one]))
        gap = at[index + 1] - at[index] if index + 1 < len(at) else 0.0
        missing = round(gap / step_mm) - 1 if gap > MISSING * step_mm else 0
        places += [(None, middles[one] + along * gap * part / (missing + 1)) for part in range(1, missing + 1)]
    if row < len(rows) - 1:
        after = _count((ends[1] - at[-1]) / step_mm)
        places += [(None, middles[ordered[-1]] + along * step_mm * further) for further in range(1, after + 1)]
    for column, (one, middle) in enumerate(places):
        yield Spot(row, column, one, (float(middle[0]), float(middle[1])))


def _count(steps: float) -> int:
    """How many cards are missing where a row lacks so many steps."""
    return int(steps + 1 - APART) if steps > APART else 0
