"""Rows in which cards lie, and the places between them where one is missing. Lengths in mm."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lucca_pi.vision.faces.quads import Points

NEXT_ROW = 0.5
"""A row begins where the next card lies so much of a card's height further down."""
MISSING = 1.55
"""Two cards that are so many usual steps apart have one missing between them."""
APART = 0.7
"""A row that begins or ends so many steps inside the others has one missing there."""
BESIDE, BELOW = 0.35, (0.8, 1.7)
"""What goes on with the last row lies so far down off it at most, what is the next row so far; in cards' heights."""
ASIDE = 0.5
"""Parts of a step that something may lie outside the columns and still go on with the rows."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the rows, from 0; `which` card lies there, None for a place without one; its middle in mm."""

    row: int
    column: int
    which: int | None
    middle_mm: tuple[float, float]


def spots(poses: Sequence[Points], size_mm: tuple[float, float], others: Sequence[Points] = ()) -> list[Spot]:
    """
    Where cards of these poses stand: from the upper left as the cards stand upright.

    `others`: middles of what else lies there; where the last row goes on with one, or the next begins, it is a place.
    """
    if not poses:
        return []
    along = _along(poses)
    axes = np.stack([along, [-along[1], along[0]]], 1)
    middles = np.array([_middle(pose, size_mm) for pose in poses])
    rows = _rows((middles @ axes)[:, 1], size_mm[1])
    step_mm = _step(rows, (middles @ axes)[:, 0], size_mm[0])
    going_on = [one for one in others if _goes_on(one @ axes, middles @ axes, rows[-1], step_mm, size_mm[1])]
    every = np.array([*middles, *going_on])
    rows = _rows((every @ axes)[:, 1], size_mm[1])
    lines = _Lines(every, along, (every @ axes)[:, 0], step_mm)
    return [
        Spot(row, column, which if which in range(len(poses)) else None, (float(middle[0]), float(middle[1])))
        for row, cards in enumerate(rows)
        for column, (which, middle) in enumerate(lines.places(cards, may_end_early=row == len(rows) - 1))
    ]


def _goes_on(place: Points, cards: Points, last_row: list[int], step_mm: float, height_mm: float) -> bool:
    """Whether a place is the next one of the last row, or of one below; both across and down."""
    across, down = place
    last_across, last_down = cards[last_row, 0].max(), cards[last_row, 1].mean()
    left, right = cards[:, 0].min() - ASIDE * step_mm, cards[:, 0].max() + ASIDE * step_mm
    is_row = len(last_row) == len(cards)
    off = (down - last_down) / height_mm
    is_beside = abs(off) < BESIDE and across > last_across + APART * step_mm
    is_below = BELOW[0] < off < BELOW[1]
    return bool((is_beside and (is_row or across < right)) or (is_below and left < across < right))


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


@dataclass(frozen=True, eq=False)
class _Lines:
    """The cards' middles, the direction of their rows, where along it each lies, and the usual step between two."""

    middles: Points
    along: Points
    across_mm: Points
    step_mm: float

    def places(self, cards: list[int], *, may_end_early: bool) -> list[tuple[int | None, Points]]:
        """The places of a row, each with the card there, from the left."""
        ordered = sorted(cards, key=lambda one: float(self.across_mm[one]))
        first, last = ordered[0], ordered[-1]
        before = _count((self.across_mm[first] - self.across_mm.min()) / self.step_mm)
        after = 0 if may_end_early else _count((self.across_mm.max() - self.across_mm[last]) / self.step_mm)
        places = [(None, self._from(first, -back)) for back in range(before, 0, -1)]
        between = [place for one, following in pairwise(ordered) for place in self._between(one, following)]
        return [
            *places,
            *between,
            (last, self.middles[last]),
            *((None, self._from(last, on + 1)) for on in range(after)),
        ]

    def _between(self, one: int, following: int) -> Iterator[tuple[int | None, Points]]:
        """A card, and the places without one before the next."""
        yield one, self.middles[one]
        steps = (self.across_mm[following] - self.across_mm[one]) / self.step_mm
        missing = round(float(steps)) - 1 if steps > MISSING else 0
        for part in range(1, missing + 1):
            yield None, self._from(one, float(steps) * part / (missing + 1))

    def _from(self, card: int, steps: float) -> Points:
        return np.asarray(self.middles[card] + self.along * self.step_mm * steps)


def _count(steps: float) -> int:
    """How many cards are missing where a row lacks so many steps."""
    return int(steps + 1 - APART) if steps > APART else 0
