"""
Likeness of faces: of a picture to prints, of prints to each other, and of upper parts to other places on a card.

The matched filter for faces A and B is the difference of their prints: `lead` is +0.5 if the picture is A as printed,
-0.5 if it is B, 0 in between. `apart` is how much of that difference is in view; without it both remain.

Two symbols in a column look, half a space farther down, like the upper part of a card with three: whatever lies on the
rest hides the difference. Such a slipping card is known only if its upper edge is seen, or all of it is as printed.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.laying import Homography, card_at, laid, shift, warped
from lucca_pi.vision.faces.prints import (
    COARSER,
    FAINT,
    PX_PER_MM,
    UPPER,
    Features,
    Floats,
    Part,
    PartPrints,
    Prints,
    relative_light,
)
from lucca_pi.vision.picture import Grey, Picture

_CHROMA = 4.0
"""Weight of a squared difference of ratios of colours against one of relative light."""
_FARTHEST_RATIO = 0.6
"""Log-ratio errors are clipped here: coloured light, a finger."""
_CAST = 0.25
"""Largest colour cast, as a log-ratio, that costs no likeness."""
_HAZED = 0.25
"""Least share of a log-ratio that haze, light mirrored by sleeves, leaves."""
_SURE_IN_HAZE = 0.85
"""Least correlation of light of hazed colours: below it a reflection gives a card another's colour."""
GAINS = (0.3, 1.5)
"""Least and most contrast of a picture over its print's: haze and blur, a softer enrolment."""
FAR = 0.3
"""Most by which a compared face is less like the picture than the likeliest one."""
SOFTNESS_PX = (0.0, 0.6, 1.1)
"""Blurs that make a print as soft as the picture, standard deviations at `PX_PER_MM`."""
_SLIPS = 0.75
"""
Least correlation of a slipping face's upper part with another place on a card of the box.
Cards with symbols in a column have 0.9 and more; houses and painted pictures 0.66 at most.
"""
_SAME_ON_ITS_HEAD = 0.75
"""Least correlation of a face with itself on its head for both to look the same: symbols have 0.9, houses 0.5."""
_SOFT_PX, _GRAIN = 1.0, 0.35
"""
Blur of differences, and share of the finer ones that counts as noise left in it.

In dark, plain places noise is as large as a number.
"""
_PLACE_MM = 5.5
"""Side of a place in which photographs are compared."""
_LEAST_MM, _STEP_MM = 4, 2
"""Nearest other place on a card, and steps in which it is sought."""
_SOFT_MM, _EDGES_MM, _THIN = 1.2, 3, 3
"""Blur of compared faces; dots of 1 mm left out at their edges; step of the dots that are compared."""
_BLANK = 1.0
"""Length of a window's light below which the window shows nothing."""
AS_PRINTED, IN_VIEW = 0.9, 0.8
"""
Least likeness of a whole face as printed: a card with one symbol less has 0.8. And least likeness, either way up, of a
card all in view: single symbols by a lamp have 0.85, covered cards 0.4.
"""
_AROUND_MM, _UNLIKE = 9.0, 0.4
"""Width of a part of a card, and the mean square of its difference of light from which it shows something else."""
_COLUMNS, _AT_ENDS = 24, 4
"""Places along an upper edge at which it is sought, and how many of them are at each end."""
_REACH_MM, _UP_MM = 4.0, 30.0
"""Farthest that an upper edge is seen from its place, to both sides; and farthest up that another one is sought."""
_BOTH_SIDES_MM = 1.5
"""Width of the light that is averaged on each side of an edge."""
_EDGE = 0.1
"""Least difference of both sides of an edge, as a logarithm: noise and soft shadows of real photographs have 0.05."""
_SEEN = 0.6
"""Least share of the upper edge that is seen, and of each of its ends, to which no symbol goes."""
_Flags = NDArray[np.bool_]


def correlation(light: Floats, print_light: Floats, weight: Floats) -> tuple[float, float]:
    """The correlation of a picture's light with a print's, and the picture's contrast over the print's."""
    total = float(weight.sum()) + 1e-6
    one, other = (field - float((field * weight).sum()) / total for field in (light, print_light))
    weighed = other * weight
    both, own = float((one * weighed).sum()), float((other * weighed).sum())
    return both / float(np.sqrt(own * float((one * one * weight).sum()) + 1e-6)), both / (own + 1e-6)


@dataclass(frozen=True, slots=True)
class Comparison:
    """
    A picture of face A compared with others: its `lead` over each face of `among`, and how far `apart` both are.

    That is in mm² of relative light squared; 0 for A itself.
    """

    among: NDArray[np.intp]
    lead: Floats
    apart: Floats


@dataclass(frozen=True, eq=False)
class LaidFace:
    """Face number `which` of `prints`, laid over a card at `place`, and the card as it lies there."""

    which: int
    place: Homography
    card: Features
    prints: PartPrints

    @classmethod
    def at(cls, shown: Picture, rough: Homography, prints: PartPrints, which: int) -> "LaidFace":
        """The face where it fits best near a rough place."""
        place = laid(shown, rough, prints, which)
        return cls(which, place, card_at(shown, place, prints), prints)

    @property
    def by_light(self) -> tuple[float, float]:
        """The likeness by light alone, whatever the colours, at the softness that fits best; and that."""
        card, prints, weight = self.card, self.prints, self._weight
        return max((correlation(card.light, prints.light(self.which, soft), weight)[0], soft) for soft in SOFTNESS_PX)

    @cached_property
    def _fit(self) -> tuple[float, float]:
        """The likeness, and the softness."""
        correlation, softness = self.by_light
        shown, ratios = self.card.ratios, self.prints.ratios[self.which]
        hazed = _HAZED * ratios if correlation >= _SURE_IN_HAZE else ratios  # colours made pale by haze are no cast
        off = shown - np.clip(shown, np.minimum(ratios, hazed), np.maximum(ratios, hazed))
        cast = float(np.abs(np.median(off.reshape(-1, 2), axis=0)).max())
        return correlation - 0.3 * max(0.0, cast - _CAST), softness

    @property
    def as_printed(self) -> _Flags:
        """The parts of the card that show the face: (rows, columns), at `prints.PX_PER_MM`."""
        off = (self.card.light - self.prints.light(self.which)) * self.card.weight
        side = round(_AROUND_MM * PX_PER_MM)
        return np.asarray(cv2.blur(off * off, (side, side)) < _UNLIKE)

    @cached_property
    def unlike(self) -> float:
        """Most mean square of the difference of light, without its noise, in any place."""
        off = (self.card.light - self.prints.light(self.which)) * self.prints.edge * self.card.weight
        soft = cv2.GaussianBlur(off, (0, 0), _SOFT_PX)
        fine = off - soft
        side = round(_PLACE_MM * PX_PER_MM)
        return max(0.0, float(cv2.blur(soft * soft - _GRAIN * fine * fine, (side, side)).max()))

    @property
    def likeness(self) -> float:
        """Likeness of the card to the face at the softness that fits best, less for a colour cast."""
        return self._fit[0]

    @property
    def view(self) -> float:
        """The share of the face in view."""
        return float(self._weight.sum() / self.prints.edge.sum())

    @cached_property
    def _weight(self) -> Floats:
        return self.card.weight * self.prints.edge

    @cached_property
    def every(self) -> Floats:
        """Approximate likeness of the card to each face where it lies, by every other row and column: (n,)."""
        light = self.prints.thin
        weight = self._weight[::2, ::2].ravel()
        values = self.card.light[::2, ::2].ravel()
        total = float(weight.sum()) + 1e-6
        apart = (values - float(values @ weight) / total) * weight
        spread = (light * light) @ weight - (light @ weight) ** 2 / total
        own = float(apart @ values)
        return np.asarray(light @ apart / np.sqrt(np.maximum(spread * own, 1e-6)), np.float32)

    def compared(self, among: NDArray[np.intp]) -> Comparison:
        """The card compared with this face and those `among` the box; faces that it is much less like are left out."""
        near = among[self.every[among] >= self.every[self.which] - FAR]
        weight, prints, softness = self._weight, self.prints, self._fit[1]
        coarser = np.asarray(
            cv2.resize(weight, self.card.ratios.shape[1::-1], interpolation=cv2.INTER_AREA), np.float32
        )
        ratio_weight = coarser * COARSER**2 * _CHROMA / 4
        own = prints.light(self.which, softness)
        light_residue, ratio_residue = self._residues(own)
        light = np.array([own - prints.light(one, softness) for one in near.tolist()], np.float32)
        light = light.reshape(len(near), own.size)
        ratios = (prints.ratios[self.which] - prints.ratios[near]).reshape(len(near), ratio_residue.size)
        energy = (light * light) @ weight.ravel() + (ratios * ratios) @ np.repeat(ratio_weight.ravel(), 2)
        unlike = light @ (light_residue * weight).ravel() + ratios @ (ratio_residue * ratio_weight[..., None]).ravel()
        return Comparison(near, 0.5 + unlike / (energy + 1e-6), energy / PX_PER_MM**2)

    def _residues(self, own: Floats) -> tuple[Floats, Floats]:
        """Light, at the contrast of the print's `own`, and ratios of the card that the face does not explain."""
        weight = self._weight
        total = float(weight.sum()) + 1e-6
        print_light, light = (field - float((field * weight).sum()) / total for field in (own, self.card.light))
        gain = float((light * print_light * weight).sum() / ((print_light**2 * weight).sum() + 1e-6))
        ratio = np.clip(self.card.ratios - self.prints.ratios[self.which], -_FARTHEST_RATIO, _FARTHEST_RATIO)
        return light / float(np.clip(gain, *GAINS)) - print_light, ratio


def print_differences(first: Prints, second: Prints, part: Part) -> Floats:
    """
    Differences in print of each two faces, by two photographs of every card: (n, n), as `Comparison.apart`.

    A printed difference is in both photographs. Noise is in one, and averages out in the product of two.
    """
    one, other = first.part(part), second.part(part)
    light = _products(one.every_light() * one.edge, other.every_light())
    ratios = _products(one.ratios, other.ratios) * COARSER**2 * _CHROMA / 4
    return np.asarray((light + ratios) / PX_PER_MM**2, np.float32)


def _products(one: Floats, other: Floats) -> Floats:
    """The sum, for each two faces, of the product of their differences in both photographs: (n, n)."""
    count = len(one)
    agreement = one.reshape(count, -1) @ other.reshape(count, -1).T
    same = np.diag(agreement)
    return np.asarray(same[:, None] + same[None] - agreement - agreement.T, np.float32)


def slipping(prints: Prints) -> frozenset[int]:
    """The codes of faces whose upper parts look like another place of a card, either way up."""
    lights = _lights(prints)
    height = lights.shape[1]
    rows = round(height * UPPER)
    uppers, best = _windows(lights, 0, rows), np.zeros(len(lights))
    for way in (lights, lights[:, ::-1, ::-1]):
        for down in range(_LEAST_MM, height - rows + 1, _STEP_MM):
            best = np.maximum(best, (uppers @ _windows(way, down, rows).T).max(axis=1))
    return frozenset(code for code, most in zip(prints.names, best, strict=True) if most >= _SLIPS)


def same_on_their_heads(prints: Prints) -> frozenset[int]:
    """The codes of faces that look the same on their heads."""
    alike = [np.corrcoef(one.ravel(), one[::-1, ::-1].ravel())[0, 1] for one in _lights(prints)]
    return frozenset(code for code, own in zip(prints.names, alike, strict=True) if own >= _SAME_ON_ITS_HEAD)


def _lights(prints: Prints) -> Floats:
    """The light of all faces, softened, at 1 px/mm: (n, rows, columns)."""
    size = round(prints.size_mm[0]), round(prints.size_mm[1])
    faces = (np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8) for face in prints.faces)
    lights = [cv2.GaussianBlur(relative_light(face, 1.0), (0, 0), _SOFT_MM) for face in faces]
    return np.array(lights, np.float32)


def _windows(lights: Floats, down: int, rows: int) -> Floats:
    """A part of each face, but for its edges, as a row of length 1: (n, dots)."""
    part = lights[:, down + _EDGES_MM : down + rows - _EDGES_MM : _THIN, _EDGES_MM:-_EDGES_MM:_THIN].reshape(
        len(lights), -1
    )
    apart = part - part.mean(axis=1, keepdims=True)
    return np.asarray(apart / np.maximum(np.linalg.norm(apart, axis=1, keepdims=True), _BLANK), np.float32)


def upper_edges_mm(shown: Grey, place: Homography, width_mm: float) -> list[float]:
    """
    Heights above the upper edge of a card at `place` at which edges like it are seen, the nearest first.

    0 for an edge within `_REACH_MM` of where it should be.
    """
    high_mm = _UP_MM + 2 * _REACH_MM
    size_mm = (width_mm, high_mm)
    up = place @ shift(0, _REACH_MM - high_mm)
    strip = warped(shown, up, size_mm, (round(width_mm * PX_PER_MM), round(high_mm * PX_PER_MM)))
    rim = strip.shape[1] // 20
    light = np.log(cv2.resize(strip[:, rim:-rim], (_COLUMNS, len(strip)), interpolation=cv2.INTER_AREA) + FAINT)
    half = round(_BOTH_SIDES_MM * PX_PER_MM)
    sides = cv2.boxFilter(light.astype(np.float32), -1, (1, half), borderType=cv2.BORDER_REPLICATE)
    steps = np.abs(sides[half:] - sides[:-half])
    near = cv2.dilate((steps >= _EDGE).astype(np.uint8), np.ones((2 * PX_PER_MM + 1, 1), np.uint8))
    seen = np.min([part.mean(axis=1) for part in (near, near[:, :_AT_ENDS], near[:, -_AT_ENDS:])], axis=0)
    return _peaks_mm(seen, half)


def _peaks_mm(seen: NDArray[np.float64], half: int) -> list[float]:
    """The middles of the stretches in which enough of an edge is seen, as lengths above the upper edge."""
    enough = np.concatenate([[False], seen >= _SEEN, [False]])
    starts, ends = np.flatnonzero(enough[1:] & ~enough[:-1]), np.flatnonzero(~enough[1:] & enough[:-1])
    middles = (starts + ends - 1) / 2 + half / 2 + 0.5
    above = _UP_MM + _REACH_MM - middles / PX_PER_MM
    return [0.0 if abs(one) <= _REACH_MM else float(one) for one in sorted(above.tolist(), key=abs)]
