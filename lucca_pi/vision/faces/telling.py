"""
Tells faces apart where their prints differ.

For faces A and B the difference of their prints is the matched filter: `lead` is +0.5 where the picture is A as
printed, -0.5 where it is B, 0 in between. `apart` says how much of that difference is in view: without it nobody can
tell, and both remain.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.features import COARSER, PX_PER_MM, Features, Floats
from lucca_pi.vision.faces.prints import PartPrints

CHROMA = 4.0
"""Weight of a squared difference of ratios of colours against one of relative light."""
FARTHEST_RATIO = 0.6
"""A ratio that is off by more (coloured light, a finger) counts as this much."""
CAST = 0.25
"""Colour cast, as a ratio's logarithm, that light may have; more of it costs likeness."""
GAINS = (0.3, 1.5)
"""Contrast of a picture over its print's: haze and blur below, a softer enrolment above."""


@dataclass(frozen=True, slots=True)
class Told:
    """
    A picture against face A: `likeness` is their correlation, less for a colour cast; `view` the share in view.

    `lead` and `apart` against each face of `among`, the latter in mm² of relative light squared; 0 against A itself.
    """

    likeness: float
    view: float
    among: NDArray[np.intp]
    lead: Floats
    apart: Floats


SOFTNESS_PX = (0.0, 0.6, 1.1)
"""How much softer a picture may be than the enrolled one: standard deviations of a blur, at the scale of comparison."""


def likeness(shown: Features, print_light: Floats, print_ratios: Floats, edge: Floats) -> float:
    """How like a print the picture is: the correlation of their light in view, less for a colour cast."""
    weight = shown.weight * edge
    total = float(weight.sum()) + 1e-6
    one, other = (field - float((field * weight).sum()) / total for field in (shown.light, print_light))
    spread = float((one * one * weight).sum()) * float((other * other * weight).sum())
    cast = float(np.abs(np.median((shown.ratios - print_ratios).reshape(-1, 2), axis=0)).max())
    return float((one * other * weight).sum() / np.sqrt(spread + 1e-6)) - 0.3 * max(0.0, cast - CAST)


def likeness_at_best(shown: Features, prints: PartPrints, which: int) -> tuple[float, float]:
    """The likeness to face `which` at the softness that fits best, and that softness."""
    light, ratios = [prints.softened(softness)[which] for softness in SOFTNESS_PX], prints.ratios[which]
    every = [
        (likeness(shown, one, ratios, prints.edge), softness) for one, softness in zip(light, SOFTNESS_PX, strict=True)
    ]
    return max(every, key=lambda one: one[0])


def likenesses(shown: Features, prints: PartPrints) -> Floats:
    """About how like each print the picture is where it lies, by every other row and column: (n,)."""
    light, squares = prints.thin
    weight = (shown.weight * prints.edge)[::2, ::2].ravel()
    values = shown.light[::2, ::2].ravel()
    total = float(weight.sum()) + 1e-6
    apart = (values - float(values @ weight) / total) * weight
    spread = squares @ weight - (light @ weight) ** 2 / total
    own = float(apart @ values)
    return np.asarray(light @ apart / np.sqrt(np.maximum(spread * own, 1e-6)), np.float32)


def told(shown: Features, prints: PartPrints, which: int, fit: tuple[float, float], among: NDArray[np.intp]) -> Told:
    """The picture held against face `which`, whose `likeness_at_best` is `fit`, and that face against those."""
    like, softness = fit
    weight = shown.weight * prints.edge
    lead, apart = _pairs(shown, weight, prints, which, softness=softness, among=among)
    return Told(like, float(weight.sum() / prints.edge.sum()), among, lead, apart)


def _pairs(
    shown: Features, weight: Floats, prints: PartPrints, which: int, *, softness: float, among: NDArray[np.intp]
) -> tuple[Floats, Floats]:
    """The lead of face `which` over each, and how far apart their prints are in view."""
    count = len(among)
    ratio_weight = _coarser(weight, shown.ratios.shape[:2]) * COARSER**2 * CHROMA / 4
    light_residue, ratio_residue = _residues(shown, weight, prints, which, softness)
    softened = prints.softened(softness)
    others = softened if count == len(softened) else softened[among]
    light = (softened[which] - others).reshape(count, -1)
    ratios = (prints.ratios[which] - prints.ratios[among]).reshape(count, -1)
    energy = (light * light) @ weight.ravel() + (ratios * ratios) @ np.repeat(ratio_weight.ravel(), 2)
    unlike = light @ (light_residue * weight).ravel() + ratios @ (ratio_residue * ratio_weight[..., None]).ravel()
    return np.asarray(0.5 + unlike / (energy + 1e-6), np.float32), np.asarray(energy / PX_PER_MM**2, np.float32)


def _residues(
    shown: Features, weight: Floats, prints: PartPrints, which: int, softness: float
) -> tuple[Floats, Floats]:
    """What of the picture the face does not explain: of light, after its contrast is set to the print's; of ratios."""
    total = float(weight.sum()) + 1e-6
    fields = prints.softened(softness)[which], shown.light
    print_light, light = (field - float((field * weight).sum()) / total for field in fields)
    gain = float((light * print_light * weight).sum() / ((print_light**2 * weight).sum() + 1e-6))
    ratio = np.clip(shown.ratios - prints.ratios[which], -FARTHEST_RATIO, FARTHEST_RATIO)
    return light / float(np.clip(gain, *GAINS)) - print_light, ratio


def _coarser(weight: Floats, shape: tuple[int, ...]) -> Floats:
    return np.asarray(cv2.resize(weight, (shape[1], shape[0]), interpolation=cv2.INTER_AREA), np.float32)
