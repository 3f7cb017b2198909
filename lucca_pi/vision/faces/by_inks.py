"""Which faces a card may be by its inks, whatever the light."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lucca_pi.vision.faces.box import Box
from lucca_pi.vision.faces.candidates import LaidFace
from lucca_pi.vision.faces.features import Features, features
from lucca_pi.vision.faces.inks import NOISE, Inks
from lucca_pi.vision.faces.laying import Homography, laid, moved, rectified
from lucca_pi.vision.faces.telling import FAR
from lucca_pi.vision.picture import Picture

LIKELY = 12
"""Faces that are held against the card where one lies: so many of its frame, and as many of all, the likeliest."""
TIMES = 1.5
"""
A face that leaves so many times more of its print unexplained than another, and more than noise, is not the card.

Of 486 photographs of cards that differ in colour, shading, number or shape alone, from six sessions and several lamps,
none is wrong from 1.3 to 1.7.
"""
LIKELIER = 1.1
"""A face that leaves so many times less, and more than noise less, is likelier, though details spoke against it."""
UNLIKE = 0.1
"""Where every face leaves more, something else than light changes the card, and its inks rule nothing out."""
UNCOVERED = 0.15
"""With less of a face unexplained all of the card is in view: what lies on a card leaves more."""


@dataclass(frozen=True, slots=True)
class ByInks:
    """
    `left`: the share of each likely face's print that the card leaves unexplained.

    `is_known`: whether the card is one of the box by that.
    """

    left: Mapping[int, float]
    is_known: bool

    @property
    def likeliest(self) -> int:
        """The face that explains most."""
        return min(self.left, key=lambda one: self.left[one])

    def may_be(self, which: int) -> bool:
        """Whether the card may be that face."""
        least = self.left[self.likeliest]
        return least > UNLIKE or self.left.get(which, 0.0) <= TIMES * least + NOISE

    def among(self, alike: Collection[int]) -> list[int]:
        """
        Those of some that the card may be, and with them those that are likelier, which details spoke against.

        Where details leave none that it may be, the light misled them: then all that it may be.
        """
        possible = [one for one in self.left if self.may_be(one)]
        kept = [one for one in alike if self.may_be(one)]
        if not kept:
            return possible if alike and self.is_known else []
        bound = min(self.left.get(one, 0.0) for one in kept)
        return kept + [one for one in possible if one not in alike and LIKELIER * self.left[one] + NOISE < bound]


def by_inks(
    shown: Picture, place: Homography, box: Box, faces: Sequence[LaidFace], alike: Sequence[int], *, is_whole: bool
) -> ByInks:
    """
    A card held against those that are `alike`, and others that it may be by its light, at each place of a laid face.

    By its upper part; by all of it if that `is_whole` in view.
    """
    upper: dict[int, float] = {}
    for one in faces:
        _note(upper, one.card, box.inks["upper"], {*_likely(one, box), *(alike if one is faces[0] else ())})
    least = min(upper.values())
    if is_whole:
        by_all = _by_all(shown, place, box, faces, upper)
        if min(by_all.values()) < max(UNCOVERED, 2 * least):
            return ByInks(by_all, min(by_all.values()) <= box.strange["whole"])
    return ByInks(upper, least <= box.strange["upper"])


def _by_all(
    shown: Picture, place: Homography, box: Box, faces: Sequence[LaidFace], upper: Mapping[int, float]
) -> dict[int, float]:
    """The same by all of the card, for those that their upper parts do not rule out; each frame is laid by itself."""
    prints, left = box.prints.whole, dict.fromkeys(upper, np.inf)
    near = {one for one, share in upper.items() if share <= 2 * (TIMES * min(upper.values()) + NOISE)}
    for one in faces:
        of_frame = [which for which in near if box.frames[which] == box.frames[one.which]]
        if of_frame:
            start = moved(place, one.place, box.prints.upper.size_mm)
            there = laid(shown, start, prints, min(of_frame, key=lambda which: upper[which]))
            _note(left, features(rectified(shown, there, prints.size_mm)), box.inks["whole"], near)
    return left


def _likely(one: LaidFace, box: Box) -> list[int]:
    """The faces that the card may be by its light, where one lies: those over its frame, and others much alike."""
    every = np.argsort(-one.every, stable=True).tolist()
    of_frame = [which for which in every if box.frames[which] == box.frames[one.which]]
    others = [which for which in every[:LIKELY] if one.every[which] >= one.every[one.which] - FAR]
    return [*of_frame[:LIKELY], *others]


def _note(left: dict[int, float], card: Features, inks: Inks, faces: Collection[int]) -> None:
    """Keeps what these faces leave unexplained of a card, if it is less than elsewhere."""
    numbers = sorted(faces)
    for which, share in zip(numbers, inks.unexplained(card.colour, card.colour_weight, numbers).tolist(), strict=True):
        left[which] = min(share, left.get(which, np.inf))
