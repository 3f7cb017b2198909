"""
Lays the photographs of a box over each other, so that faces that look alike differ in print alone.

Enrolment cuts cards out to about a millimetre, and a card that looks much the same on its head may lie so in one
photograph. Left as it is, that would look like a difference between twins.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np

from lucca_pi.vision.faces.features import PX_PER_MM, features
from lucca_pi.vision.faces.laying import Homography, laid, rectified
from lucca_pi.vision.faces.prints import PartPrints, Prints
from lucca_pi.vision.faces.sieve import half_turn, likeliest
from lucca_pi.vision.faces.telling import light_likeness
from lucca_pi.vision.picture import Colour, Picture, reduced

ALIKE = 0.75
"""Least likeness of two faces at which the one is laid over the other."""
TRIED = 2
"""Other faces that a face is laid over: the likeliest."""
SCALE = 2 * PX_PER_MM
"""Pixels per mm of a photograph that is laid over a face."""
TURNED = 0.75
"""Agreement of a face on its head with one of the box from which cards like that one are tried on their heads, too."""


@dataclass(frozen=True, slots=True)
class Registered:
    """
    How the two photographs of a face lie.

    `frame`: the number of the face over which they are laid, its own or that of one that looks alike. `places`: from
    millimetres on that face to pixels of each photograph, (3, 3).
    """

    frame: int
    places: tuple[Homography, Homography]


def registered(first: Sequence[Colour], second: Sequence[Colour], size_mm: tuple[float, float]) -> list[Registered]:
    """Both photographs of all faces, each face over the likeliest one before it if it looks alike."""
    first, second = ([_grey(face) for face in faces] for faces in (first, second))
    prints = Prints.of(dict(enumerate(first)), size_mm).whole
    laid_ones: list[tuple[int, Homography]] = []
    for which, photograph in enumerate(first):
        laid_ones.append(_over_another(photograph, prints, which, laid_ones, first))
    flat = [laid_flat(photograph, place, size_mm) for photograph, (_, place) in zip(first, laid_ones, strict=True)]
    straight = Prints.of(dict(enumerate(flat)), size_mm).whole
    return [
        Registered(frame, (place, _again(photograph, straight, which)))
        for which, (photograph, (frame, place)) in enumerate(zip(second, laid_ones, strict=True))
    ]


def laid_flat(photograph: Colour, place: Homography, size_mm: tuple[float, float]) -> Colour:
    """The photograph as it lies over its frame, at `SCALE`."""
    step = np.array([[1 / SCALE, 0, 0.5 / SCALE], [0, 1 / SCALE, 0.5 / SCALE], [0, 0, 1]])
    size_px = round(size_mm[0] * SCALE), round(size_mm[1] * SCALE)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(photograph, place @ step, size_px, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def own_place(place: Homography, photograph: Colour, size_mm: tuple[float, float]) -> Homography:
    """From millimetres on the card itself to millimetres on the face over which its photograph is laid."""
    return np.asarray(np.linalg.inv(place) @ _filled(photograph, size_mm), np.float64)


def turnable(prints: Prints, photographs: Sequence[Colour]) -> frozenset[int]:
    """The faces that one of the box is like on its head."""
    turned = half_turn(prints.size_mm)
    places = (_filled(photograph, prints.size_mm) @ turned for photograph in photographs)
    every = [
        next(likeliest(_picture(one), place, prints.whole)) for one, place in zip(photographs, places, strict=True)
    ]
    return frozenset(one.which for one in every if one.agreement >= TURNED)


def _over_another(
    photograph: Colour,
    prints: PartPrints,
    which: int,
    before: Sequence[tuple[int, Homography]],
    photographs: Sequence[Colour],
) -> tuple[int, Homography]:
    """A photograph in the frame of the face before it that looks most alike, or as it lies: the frame and its place."""
    likeness, other, place = _likeliest(photograph, prints, range(len(before)))
    if likeness < ALIKE:
        return which, _filled(photograph, prints.size_mm)
    frame, other_place = before[other]
    return frame, place @ np.linalg.inv(own_place(other_place, photographs[other], prints.size_mm))


def _again(photograph: Colour, prints: PartPrints, which: int) -> Homography:
    """Another photograph of a face over the one that is laid already, whichever way up fits."""
    likeness, _, place = _likeliest(photograph, prints, (which,))
    return place if likeness >= ALIKE else _filled(photograph, prints.size_mm)


def _likeliest(photograph: Colour, prints: PartPrints, among: Container[int]) -> tuple[float, int, Homography]:
    """How like the likeliest of some faces a photograph's light is, which one, and the photograph's place over it."""
    shown, as_it_lies = _picture(photograph), _filled(photograph, prints.size_mm)
    ways = (as_it_lies, as_it_lies @ half_turn(prints.size_mm))
    rough = [one for way in ways for one in islice(likeliest(shown, way, prints, among), TRIED)]
    rough.sort(key=lambda one: -one.agreement)
    every = [(0.0, -1, as_it_lies)]
    for one in rough[:TRIED]:
        place = laid(shown, one.place, prints, one.which)
        card = features(rectified(shown, place, prints.size_mm))
        every.append((light_likeness(card, prints, one.which)[0], one.which, place))
    return max(every, key=lambda one: one[0])


def _filled(photograph: Colour, size_mm: tuple[float, float]) -> Homography:
    """From a card's millimetres to the pixels of a photograph that it fills."""
    across, down = photograph.shape[1] / size_mm[0], photograph.shape[0] / size_mm[1]
    return np.array([[across, 0, -0.5], [0, down, -0.5], [0, 0, 1]])


def _grey(photograph: Colour) -> Colour:
    """The photograph without its colours: twins may differ in these alone."""
    return np.asarray(cv2.cvtColor(cv2.cvtColor(photograph, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB), np.uint8)


def _picture(photograph: Colour) -> Picture:
    """A photograph as faces are looked for in it."""
    return Picture(np.asarray(cv2.cvtColor(photograph, cv2.COLOR_RGB2GRAY), np.uint8), reduced(photograph))
