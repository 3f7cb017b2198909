"""
Tells faces apart where their prints differ.

For faces A and B the difference of their prints is the matched filter: `lead` is +0.5 where the picture is A as
printed, -0.5 where it is B, 0 in between. `apart` says how much of that difference is in view: without it nobody can
tell, and both remain.

Faces that are printed alike: no picture of that part tells them apart.

Cards whose upper part looks like what others show farther down, and where the upper edge of one lies.

Two symbols in a column look, half a space farther down, like the upper part of a card with three: whatever lies on the
rest hides the difference. So such a card is known only where its upper edge is seen, or all of it is as printed.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.laying import Homography, laid, rectified, warped
from lucca_pi.vision.faces.prints import (
    COARSER,
    PX_PER_MM,
    UPPER,
    Features,
    Floats,
    Part,
    PartPrints,
    Prints,
    features,
    relative_light,
)
from lucca_pi.vision.picture import Grey, Picture

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
FAR = 0.3
"""Likeness less than the likeliest's by which a face is another: it is not compared."""
SOFTNESS_PX = (0.0, 0.6, 1.1)
"""How much softer a picture may be than the enrolled one: standard deviations of a blur, at the scale of comparison."""
SLIPS = 0.75
"""
Correlation of a face's upper part with another place on a card of the box from which it slips.

Cards with symbols in a column have 0.9 and more; houses and painted pictures 0.66 at most.
"""
SAME_ON_ITS_HEAD = 0.75
"""Correlation of a face with itself on its head from which it looks the same: symbols have 0.9, houses 0.5."""
LEAST_MM, STEP_MM = 4, 2
"""So far aside another place is, and in such steps it is sought."""
SOFT_MM, EDGES_MM, THIN = 1.2, 3, 3
"""Faces are blurred by the first, without their edges, and held against each other in every so manieth dot of 1 mm."""
BLANK = 1.0
"""Length of a window's light below which it shows nothing."""
AS_PRINTED, IN_VIEW = 0.9, 0.8
"""
Likeness of all of a face from which nothing hides a difference: with one symbol of two or three less it has 0.8. With
that much either way up all of a card is in view: single symbols by a lamp have 0.85, covered cards 0.4.
"""
AROUND_MM, UNLIKE = 9.0, 0.4
"""Mean square of the difference of light, in so wide a part of a card, from which something else is seen there."""
COLUMNS, AT_ENDS = 24, 4
"""Places along an upper edge at which it is sought; how many of them are at each end."""
REACH_MM, UP_MM = 4.0, 30.0
"""So far from its place, to both sides, the upper edge is seen; so far up another one is sought."""
BOTH_SIDES_MM = 1.5
"""Light on both sides of an edge is taken together so far."""
EDGE = 0.1
"""Logarithm of light by which both sides of an edge differ: noise and soft shadows of real photographs have 0.05."""
SEEN = 0.6
"""Share of the upper edge that has to be seen, and of each of its ends, to which no symbol goes."""
FAINT = 8.0
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Comparison:
    """
    A picture against face A: `likeness` is their correlation, less for a colour cast; `view` the share in view.

    `lead` and `apart` against each face of `among`: the latter in mm² of relative light squared; 0 against A itself.
    """

    likeness: float
    view: float
    among: NDArray[np.intp]
    lead: Floats
    apart: Floats


def likeness_at_best(shown: Features, prints: PartPrints, which: int) -> tuple[float, float]:
    """How like face `which` the picture is at the softness that fits best, less for a colour cast; that softness."""
    correlation, softness = light_likeness(shown, prints, which)
    cast = _cast(shown.ratios, prints.ratios[which], may_be_hazed=correlation >= SURE_IN_HAZE)
    return correlation - 0.3 * max(0.0, cast - CAST), softness


def light_likeness(shown: Features, prints: PartPrints, which: int) -> tuple[float, float]:
    """The same by light alone, whatever the colours."""
    weight = shown.weight * prints.edge
    return max((correlation(shown.light, prints.light(which, soft), weight)[0], soft) for soft in SOFTNESS_PX)


def _cast(shown: Floats, print_ratios: Floats, *, may_be_hazed: bool) -> float:
    """The colour cast of most of the picture, as a ratio's logarithm; that haze makes colours pale is none."""
    hazed = HAZED * print_ratios if may_be_hazed else print_ratios
    off = shown - np.clip(shown, np.minimum(print_ratios, hazed), np.maximum(print_ratios, hazed))
    return float(np.abs(np.median(off.reshape(-1, 2), axis=0)).max())


def correlation(light: Floats, print_light: Floats, weight: Floats) -> tuple[float, float]:
    """The correlation of a picture's light with a print's, and the picture's contrast over the print's."""
    total = float(weight.sum()) + 1e-6
    one, other = (field - float((field * weight).sum()) / total for field in (light, print_light))
    weighed = other * weight
    both, own = float((one * weighed).sum()), float((other * weighed).sum())
    return both / float(np.sqrt(own * float((one * one * weight).sum()) + 1e-6)), both / (own + 1e-6)


def rough_likenesses(shown: Features, prints: PartPrints) -> Floats:
    """About how like each print the picture is where it lies, by every other row and column: (n,)."""
    light = prints.thin
    weight = (shown.weight * prints.edge)[::2, ::2].ravel()
    values = shown.light[::2, ::2].ravel()
    total = float(weight.sum()) + 1e-6
    apart = (values - float(values @ weight) / total) * weight
    spread = (light * light) @ weight - (light @ weight) ** 2 / total
    own = float(apart @ values)
    return np.asarray(light @ apart / np.sqrt(np.maximum(spread * own, 1e-6)), np.float32)


def compare(
    shown: Features,
    prints: PartPrints,
    which: int,
    *,
    fit: tuple[float, float],
    every: Floats,
    among: NDArray[np.intp],
) -> Comparison:
    """
    The picture held against face `which`, whose `likeness_at_best` is `fit`, and that face against those.

    `every`: the picture's `rough_likenesses`. Those that it is much less like are left out.
    """
    like, softness = fit
    near = among[every[among] >= every[which] - FAR]
    weight = shown.weight * prints.edge
    lead, apart = _pairs(shown, weight, prints, which, softness=softness, among=near)
    return Comparison(like, float(weight.sum() / prints.edge.sum()), near, lead, apart)


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


def differences(first: Prints, second: Prints, part: Part) -> Floats:
    """
    How much each two faces differ in print, from two photographs of every card: (n, n), as `Told.apart`.

    A difference that is printed is in both photographs. Noise is in one: it makes twins look different in a single
    photograph, and averages out in the product of two.
    """
    one, other = first.part(part), second.part(part)
    light = _products(one.every_light() * one.edge, other.every_light())
    ratios = _products(one.ratios, other.ratios) * COARSER**2 * CHROMA / 4
    return np.asarray((light + ratios) / PX_PER_MM**2, np.float32)


def _products(one: Floats, other: Floats) -> Floats:
    """For each two faces the sum over the product of their differences in both photographs."""
    count = len(one)
    agreement = one.reshape(count, -1) @ other.reshape(count, -1).T
    same = np.diag(agreement)
    return np.asarray(same[:, None] + same[None] - agreement - agreement.T, np.float32)


def slipping(prints: Prints) -> frozenset[int]:
    """The codes of the faces whose upper parts look like another place of a card, whichever way up that lies."""
    lights = _lights(prints)
    height = lights.shape[1]
    rows = round(height * UPPER)
    uppers, best = _windows(lights, 0, rows), np.zeros(len(lights))
    for way in (lights, lights[:, ::-1, ::-1]):
        for down in range(LEAST_MM, height - rows + 1, STEP_MM):
            best = np.maximum(best, (uppers @ _windows(way, down, rows).T).max(axis=1))
    return frozenset(code for code, most in zip(prints.names, best, strict=True) if most >= SLIPS)


def same_on_their_heads(prints: Prints) -> frozenset[int]:
    """The codes of the faces that look the same the other way up."""
    every = zip(prints.names, _lights(prints), strict=True)
    return frozenset(
        code for code, one in every if np.corrcoef(one.ravel(), one[::-1, ::-1].ravel())[0, 1] >= SAME_ON_ITS_HEAD
    )


def _lights(prints: Prints) -> Floats:
    """The light of all faces, softened, at 1 px/mm: (n, rows, columns)."""
    size = round(prints.size_mm[0]), round(prints.size_mm[1])
    faces = (np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8) for face in prints.faces)
    lights = [cv2.GaussianBlur(relative_light(face, 1.0), (0, 0), SOFT_MM) for face in faces]
    return np.array(lights, np.float32)


def _windows(lights: Floats, down: int, rows: int) -> Floats:
    """A part of each face, but for its edges, as a row of length 1: (n, dots)."""
    part = lights[:, down + EDGES_MM : down + rows - EDGES_MM : THIN, EDGES_MM:-EDGES_MM:THIN].reshape(len(lights), -1)
    apart = part - part.mean(axis=1, keepdims=True)
    return np.asarray(apart / np.maximum(np.linalg.norm(apart, axis=1, keepdims=True), BLANK), np.float32)


def likeness_of_all(shown: Picture, place: Homography, prints: Prints, which: int) -> float:
    """How like the face of that number all of the card near `place` is: with `AS_PRINTED` it is in view."""
    card = features(rectified(shown, laid(shown, place, prints.whole, which), prints.size_mm))
    return likeness_at_best(card, prints.whole, which)[0]


def as_printed_there(shown: Picture, place: Homography, prints: Prints, which: int) -> Flags:
    """Where on the card at `place` the face of that number is seen: (rows, columns), at `prints.PX_PER_MM`."""
    card = features(rectified(shown, place, prints.size_mm))
    off = (card.light - prints.whole.light(which)) * card.weight
    side = round(AROUND_MM * PX_PER_MM)
    return np.asarray(cv2.blur(off * off, (side, side)) < UNLIKE)


def upper_edges_mm(shown: Grey, place: Homography, width_mm: float) -> list[float]:
    """
    How far up from the upper edge of a card at `place` edges like it are seen, the nearest first.

    0 is where it should be, and comes first where an edge is seen within `REACH_MM` of it.
    """
    high_mm = UP_MM + 2 * REACH_MM
    up = place @ np.array([[1, 0, 0], [0, 1, REACH_MM - high_mm], [0, 0, 1.0]])
    size_mm = (width_mm, high_mm)
    strip = warped(shown, up, size_mm, (round(width_mm * PX_PER_MM), round(high_mm * PX_PER_MM)))
    rim = strip.shape[1] // 20
    light = np.log(cv2.resize(strip[:, rim:-rim], (COLUMNS, len(strip)), interpolation=cv2.INTER_AREA) + FAINT)
    half = round(BOTH_SIDES_MM * PX_PER_MM)
    sides = cv2.boxFilter(light.astype(np.float32), -1, (1, half), borderType=cv2.BORDER_REPLICATE)
    steps = np.abs(sides[half:] - sides[:-half])
    near = cv2.dilate((steps >= EDGE).astype(np.uint8), np.ones((2 * PX_PER_MM + 1, 1), np.uint8))
    seen = np.min([part.mean(axis=1) for part in (near, near[:, :AT_ENDS], near[:, -AT_ENDS:])], axis=0)
    return _peaks_mm(seen, half)


def _peaks_mm(seen: NDArray[np.float64], half: int) -> list[float]:
    """The middles of the stretches in which enough of an edge is seen, as lengths above the upper edge."""
    enough = np.concatenate([[False], seen >= SEEN, [False]])
    starts, ends = np.flatnonzero(enough[1:] & ~enough[:-1]), np.flatnonzero(~enough[1:] & enough[:-1])
    middles = (starts + ends - 1) / 2 + half / 2 + 0.5
    above = UP_MM + REACH_MM - middles / PX_PER_MM
    return [0.0 if abs(one) <= REACH_MM else float(one) for one in sorted(above.tolist(), key=abs)]
