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
HAZED = 0.25
"""Haze, light that sleeves mirror, takes from colours, but leaves at least this part of a ratio's logarithm."""
SURE_IN_HAZE = 0.85
"""Correlation of light from which colours may be hazed: with less of it a reflex makes one card of another's colour."""
GAINS = (0.3, 1.5)
"""Contrast of a picture over its print's: haze and blur below, a softer enrolment above."""


@dataclass(frozen=True, slots=True)
class Told:
    """
    A picture against face A: `likeness` is their correlation, less for a colour cast; `view` the share in view.

    `lead` and `apart` against each face of `among`: the latter in mm² of relative light squared; 0 against A itself.
    """

    likeness: float
    view: float
    among: NDArray[np.intp]
    lead: Floats
    apart: Floats


FAR = 0.3
"""Likeness less than the likeliest's by which a face is another: it is not compared."""
SOFTNESS_PX = (0.0, 0.6, 1.1)
"""How much softer a picture may be than the enrolled one: standard deviations of a blur, at the scale of comparison."""


def likeness_at_best(shown: Features, prints: PartPrints, which: int) -> tuple[float, float]:
    """How like face `which` the picture is at the softness that fits best, less for a colour cast; that softness."""
    correlation, softness = light_likeness(shown, prints, which)
    cast = _cast(shown.ratios, prints.ratios[which], may_be_hazed=correlation >= SURE_IN_HAZE)
    return correlation - 0.3 * max(0.0, cast - CAST), softness


def light_likeness(shown: Features, prints: PartPrints, which: int) -> tuple[float, float]:
    """The same by light alone, whatever the colours."""
    weight = shown.weight * prints.edge
    return max((compared(shown.light, prints.light(which, soft), weight)[0], soft) for soft in SOFTNESS_PX)


def _cast(shown: Floats, print_ratios: Floats, *, may_be_hazed: bool) -> float:
    """The colour cast of most of the picture, as a ratio's logarithm; that haze makes colours pale is none."""
    hazed = HAZED * print_ratios if may_be_hazed else print_ratios
    off = shown - np.clip(shown, np.minimum(print_ratios, hazed), np.maximum(print_ratios, hazed))
    return float(np.abs(np.median(off.reshape(-1, 2), axis=0)).max())


def compared(light: Floats, print_light: Floats, weight: Floats) -> tuple[float, float]:
    """The correlation of a picture's light with a print's, and the picture's contrast over the print's."""
    total = float(weight.sum()) + 1e-6
    one, other = (field - float((field * weight).sum()) / total for field in (light, print_light))
    weighed = other * weight
    both, own = float((one * weighed).sum()), float((other * weighed).sum())
    return both / float(np.sqrt(own * float((one * one * weight).sum()) + 1e-6)), both / (own + 1e-6)


def likenesses(shown: Features, prints: PartPrints) -> Floats:
    """About how like each print the picture is where it lies, by every other row and column: (n,)."""
    light = prints.thin
    weight = (shown.weight * prints.edge)[::2, ::2].ravel()
    values = shown.light[::2, ::2].ravel()
    total = float(weight.sum()) + 1e-6
    apart = (values - float(values @ weight) / total) * weight
    spread = (light * light) @ weight - (light @ weight) ** 2 / total
    own = float(apart @ values)
    return np.asarray(light @ apart / np.sqrt(np.maximum(spread * own, 1e-6)), np.float32)


def told(
    shown: Features,
    prints: PartPrints,
    which: int,
    *,
    fit: tuple[float, float],
    every: Floats,
    among: NDArray[np.intp],
) -> Told:
    """
    The picture held against face `which`, whose `likeness_at_best` is `fit`, and that face against those.

    `every`: the picture's `likenesses`. Those that it is much less like are left out.
    """
    like, softness = fit
    near = among[every[among] >= every[which] - FAR]
    weight = shown.weight * prints.edge
    lead, apart = _pairs(shown, weight, prints, which, softness=softness, among=near)
    return Told(like, float(weight.sum() / prints.edge.sum()), near, lead, apart)


def _pairs(
    shown: Features, weight: Floats, prints: PartPrints, which: int, *, softness: float, among: NDArray[np.intp]
) -> tuple[Floats, Floats]:
    """The lead of face `which` over each, and how far apart their prints are in view."""
    ratio_weight = _coarser(weight, shown.ratios.shape[:2]) * COARSER**2 * CHROMA / 4
    light_residue, ratio_residue = _residues(shown, weight, prints, which, softness)
    own = prints.light(which, softness)
    light = np.array([own - prints.light(one, softness) for one in among.tolist()], np.float32)
    light = light.reshape(len(among), own.size)
    ratios = (prints.ratios[which] - prints.ratios[among]).reshape(len(among), ratio_residue.size)
    energy = (light * light) @ weight.ravel() + (ratios * ratios) @ np.repeat(ratio_weight.ravel(), 2)
    unlike = light @ (light_residue * weight).ravel() + ratios @ (ratio_residue * ratio_weight[..., None]).ravel()
    return np.asarray(0.5 + unlike / (energy + 1e-6), np.float32), np.asarray(energy / PX_PER_MM**2, np.float32)


def _residues(
    shown: Features, weight: Floats, prints: PartPrints, which: int, softness: float
) -> tuple[Floats, Floats]:
    """What of the picture the face does not explain: of light, after its contrast is set to the print's; of ratios."""
    total = float(weight.sum()) + 1e-6
    fields = prints.light(which, softness), shown.light
    print_light, light = (field - float((field * weight).sum()) / total for field in fields)
    gain = float((light * print_light * weight).sum() / ((print_light**2 * weight).sum() + 1e-6))
    ratio = np.clip(shown.ratios - prints.ratios[which], -FARTHEST_RATIO, FARTHEST_RATIO)
    return light / float(np.clip(gain, *GAINS)) - print_light, ratio


def _coarser(weight: Floats, shape: tuple[int, ...]) -> Floats:
    return np.asarray(cv2.resize(weight, (shape[1], shape[0]), interpolation=cv2.INTER_AREA), np.float32)
