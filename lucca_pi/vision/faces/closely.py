"""Tells two faces that are alike apart by the details in which they differ."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from lucca_pi.vision.faces.details import FINE_PX_PER_MM, Detail
from lucca_pi.vision.faces.features import PX_PER_MM, Floats, relative_light, unclipped
from lucca_pi.vision.faces.laying import Homography, rectified
from lucca_pi.vision.faces.prints import EDGE_MM, edge
from lucca_pi.vision.faces.telling import SOFTNESS_PX, compared
from lucca_pi.vision.picture import Grey, Picture

STRANGE_MM = 1.0
"""Standard deviation of the neighbourhood over which what is unexplained is gathered."""
SPOT_MM, SPOTS = 4.0, 3
"""A small lamp's image in a sleeve is no wider, and need not blind: so many on a card are left out of account."""
SPOT_PX = round(SPOT_MM / 2 * FINE_PX_PER_MM)
OPEN = 0.95
"""With less of a card in view a reflex hides the rest, and a spot may be what it leaves of another card's window."""
LITTLE = 0.25
"""Relative light, smoothed, that no gate minds: what is left of less is no spot."""
MOSTLY = 0.5
"""Where a reflex leaves less of what differs in view, that may be its fringe: it does not blind, and may show a window
for a shutter."""
CLEAR_MISFIT, CLEAR_LEAD = 0.1, 0.3
"""What leaves less unexplained and leads by more is no fringe: one that misled left 0.18 or more, in 7,200 views."""
MARGIN_MM = 0.5
"""How far a detail may lie from where the laid face has it."""

COVERED_MM = 1.5
"""So far around what lies on a card its shadow and its rim may be seen."""


@dataclass(frozen=True, slots=True)
class Shown:
    """
    A part of a card at the scale of details.

    `light`: with the print's contrast. `weight`: 0 at what is clipped. `softness`: in pixels. `covered`: what lies on
    it is hidden; that ends sharply, a reflex does not.
    """

    light: Floats
    weight: Floats
    softness: float
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """
    `lead`: +0.5 where the picture shows the one, -0.5 the other. `apart`: how much of what differs is in view, in mm².

    `misfit`: mean square of what neither explains. `share`: how much of what differs no reflex hides.
    """

    lead: float
    apart: float
    misfit: float
    share: float = 1.0

    @property
    def may_be_fringe(self) -> bool:
        """Whether what is in view may be the fringe of the reflex that hides the rest."""
        is_clear = self.misfit < CLEAR_MISFIT and abs(self.lead) > CLEAR_LEAD
        return self.share < MOSTLY and not is_clear


def shown_closely(
    shown: Picture, place: Homography, size_mm: tuple[float, float], print_light: Floats, print_grey: Grey
) -> Shown:
    """
    The part of the card at `place`, held against the face that it is like: softness and contrast by the best fit.

    `print_grey`: that face, of any scale.
    """
    flat = rectified(shown, place, size_mm, FINE_PX_PER_MM)
    weight = unclipped(flat, FINE_PX_PER_MM)
    light = relative_light(_uncovered(flat, weight, print_grey), FINE_PX_PER_MM)
    softness_px = [soft * FINE_PX_PER_MM / PX_PER_MM for soft in SOFTNESS_PX]
    (_, gain), softness = max((compared(light, _soft(print_light, soft), weight), soft) for soft in softness_px)
    alike = light / np.float32(np.clip(gain, 0.3, 1.5))
    return Shown(alike, weight, softness, flat.hidden is not None)


def _uncovered(flat: Picture, weight: Floats, print_grey: Grey) -> Grey:
    """
    The card with its print where something else is known to lie on it, in the light of the rest.

    Light is relative to what is nearby: what lies there would change that of the card beside it.
    """
    seen = weight > 0
    if flat.hidden is None or not flat.hidden.any() or not seen.any():
        return flat.grey
    side = 2 * round(COVERED_MM * FINE_PX_PER_MM) + 1
    covered = cv2.dilate((flat.hidden > 0).astype(np.uint8), np.ones((side, side), np.uint8)) > 0
    face = cv2.resize(print_grey, flat.grey.shape[::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32)
    contrast, level = np.polyfit(face[seen], flat.grey[seen], 1)
    printed = np.clip(contrast * face + level, 0, 255).astype(np.uint8)
    return np.where(covered, printed, flat.grey)


def by_details(card: Shown, detail: Detail | None) -> Answer:
    """Which of two faces the card shows, by where their light differs: each where it fits best within MARGIN_MM."""
    if detail is None:
        return Answer(0.0, 0.0, 0.0)
    energy = detail.energy.astype(np.float32)
    weight = ((energy > 0) * card.weight[detail.area]).ravel()
    one, other = (_soft(light.astype(np.float32), card.softness).ravel() for light in (detail.one, detail.other))
    squares = _misfits(card.light, detail.area, weight, np.stack([one, other], axis=1)).min(axis=0)
    seen = min(float(weight @ (one - other) ** 2), float(weight @ energy.ravel()))
    lead = float(squares[1] - squares[0]) / (2 * seen + 1e-6)
    misfit = float(squares.min()) / (float(weight.sum()) + 1e-6)
    share = 1.0 if card.covered else float(weight @ energy.ravel()) / float(energy.sum())
    return Answer(lead, seen / FINE_PX_PER_MM**2, misfit, share)


def strange(card: Shown, print_light: Floats) -> float:
    """How much of the picture's light a face does not explain where it is most: its smoothed difference, squared."""
    inside = edge(print_light.shape, EDGE_MM * FINE_PX_PER_MM) * card.weight
    rest = (card.light - _soft(print_light, card.softness)) * inside
    light = _without_spots(rest) if card.weight.mean() >= OPEN else _smooth(rest)
    return float((light * light).max())


def _without_spots(rest: Floats) -> Floats:
    """What is left of a picture, smoothed; without a few bright spots, as long as these are what is left most."""
    light, rest = _smooth(rest), rest.copy()
    for _ in range(SPOTS):
        _, most, _, (column, row) = cv2.minMaxLoc(light)
        if most <= max(LITTLE, -float(light.min())):
            break
        spot = cv2.circle(np.zeros(rest.shape, np.uint8), (column, row), SPOT_PX, (1,), cv2.FILLED)
        rest[(spot > 0) & (rest > 0)] = 0
        light = _smooth(rest)
    return light


def _smooth(rest: Floats) -> Floats:
    return np.asarray(cv2.GaussianBlur(rest, (0, 0), STRANGE_MM * FINE_PX_PER_MM), np.float32)


def _misfits(light: Floats, area: tuple[slice, slice], weight: Floats, prints: Floats) -> Floats:
    """Sums of squares of what is left of the picture at each shift without each of the prints: (shifts, prints)."""
    reach = round(MARGIN_MM * FINE_PX_PER_MM)
    around = (np.arange(one.start - reach, one.stop + reach) for one in area)
    wide = light[np.ix_(*(at.clip(0, side - 1) for at, side in zip(around, light.shape, strict=True)))]
    shape = tuple(one.stop - one.start for one in area)
    windows = sliding_window_view(wide, shape).reshape(-1, weight.size)
    squares = (windows * windows) @ weight
    both = windows @ (weight[:, None] * prints)
    return np.asarray(squares[:, None] - 2 * both + weight @ (prints * prints), np.float32)


def _soft(light: Floats, softness: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(light, (0, 0), softness), np.float32) if softness else light
