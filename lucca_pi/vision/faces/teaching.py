"""
What an evening teaches of a box: how cards look under its light, of those that rules or people have made certain.

What the eye alone recognised teaches nothing: else one mistake would lead to the next.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from lucca_pi.vision.faces.box import Box
from lucca_pi.vision.faces.features import features
from lucca_pi.vision.faces.inks import Taught
from lucca_pi.vision.faces.laying import Homography, laid, moved, rectified
from lucca_pi.vision.faces.prints import Part
from lucca_pi.vision.picture import Picture

PX_PER_MM = 4
"""Scale at which cards that are left open are kept until it is certain which they are: 0.1 MB each."""
MARGIN_MM = 4.0
"""Kept around each: another face may lie a little aside."""
PARTS: tuple[Part, Part] = "upper", "whole"

Lesson = Mapping[Part, Taught]
"""What one picture of a face teaches."""


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A card cut out of a picture, and where it lies in that: from millimetres on it to pixels."""

    shown: Picture
    place: Homography

    @classmethod
    def out_of(cls, shown: Picture, place: Homography, size_mm: tuple[float, float]) -> "Cut":
        """The card at `place` in that picture."""
        aside = np.array([[1, 0, -MARGIN_MM], [0, 1, -MARGIN_MM], [0, 0, 1]])
        wider = size_mm[0] + 2 * MARGIN_MM, size_mm[1] + 2 * MARGIN_MM
        shift = PX_PER_MM * MARGIN_MM - 0.5
        there = np.array([[PX_PER_MM, 0, shift], [0, PX_PER_MM, shift], [0, 0, 1]])
        return cls(rectified(shown, place @ aside, wider, PX_PER_MM), there)


def lesson(cut: Cut, box: Box, code: int) -> Lesson | None:
    """
    What a card teaches that is certain to be the one of that code.

    None where one of its parts does not fit: of 486 real cards for which the one most alike was told, one was believed.
    """
    which, upper, whole = box.prints.names.index(code), box.prints.upper, box.prints.whole
    rough = cut.place @ np.linalg.inv(box.own_places[which])
    place = laid(cut.shown, rough, upper, which)
    places = place, laid(cut.shown, moved(rough, place, upper.size_mm), whole, which)
    found: dict[Part, Taught] = {}
    for part, there in zip(PARTS, places, strict=True):
        card = features(rectified(cut.shown, there, box.prints.part(part).size_mm))
        taught = box.inks[part].taught_by(which, card.colour, card.colour_weight)
        if taught is None:
            return None
        found[part] = taught
    return found


class Lessons:
    """What each step of a game has taught of a box, in their order: of a face the last picture counts."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._steps: list[dict[int, Lesson]] = []

    def learn(self, certain: Iterable[tuple[Cut, int]]) -> bool:
        """One more step, and the cards that it has made certain, by their codes; whether it has taught something."""
        step: dict[int, Lesson] = {}
        for cut, code in certain:
            learnt = lesson(cut, self._box, code)
            step |= {self._box.prints.names.index(code): learnt} if learnt else {}
        self._steps.append(step)
        self._remember()
        return bool(step)

    def forget(self) -> None:
        """Forgets all that has been taught."""
        self._steps = [{} for _ in self._steps]
        self._remember()

    def take_back(self) -> None:
        """Forgets what the last step has taught, which is taken back."""
        del self._steps[-1:]
        self._remember()

    @property
    def learnt(self) -> frozenset[int]:
        """The codes of the cards of which something is remembered."""
        return frozenset(self._box.prints.names[which] for which in self._newest())

    def _newest(self) -> dict[int, Lesson]:
        newest: dict[int, Lesson] = {}
        for step in self._steps:
            newest |= step
        return newest

    def _remember(self) -> None:
        newest = self._newest()
        for part in PARTS:
            self._box.inks[part].remember({which: one[part] for which, one in newest.items()})
