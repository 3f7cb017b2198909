"""Which card is this, by its face: one, several that look alike, or none that is known."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.box import Box
from lucca_pi.vision.faces.closely import Shown, by_colours, by_details, shown_closely, strange
from lucca_pi.vision.faces.details import Details
from lucca_pi.vision.faces.features import Features, Floats, features
from lucca_pi.vision.faces.gates import AMONG_FEW, GATES, Gates
from lucca_pi.vision.faces.laying import Homography, laid, moved, rectified
from lucca_pi.vision.faces.prints import UPPER, Part, PartPrints
from lucca_pi.vision.faces.sieve import Rough, likeliest
from lucca_pi.vision.faces.telling import Told, likeness_at_best, likenesses, told
from lucca_pi.vision.picture import Picture

LAID = 4
"""Faces that are laid exactly at most: the likeliest of the sieve."""
CLEAR = 0.85
"""Likeness from which no further face is laid: one that is likelier still is seen where this one lies."""
HOPELESS = 0.45
"""With the likeliest face of the sieve less like it than this, no other is laid: a card's has 0.75 at least."""
FITS, LESS_LIKE = 0.65, 0.2
"""With a face as like it as the first, none is laid that is so much less like it there: another house."""
FEW = 3
"""So many candidates are all laid."""
UNSURE = 0.3
"""A face has to lead by so much more for each unit of what it does not explain: a reflex is like anything."""
LITTLE = 0.08
"""
What a face may leave unexplained falls with the cube of what is in view, to this part: a card of which a reflex left a
third in view left 0.05, one of another box leaves 0.4.
"""
HIDDEN = 3.0
"""So many times more of what differs has to be in view where it may be the fringe of a reflex."""
BETTER = 0.005
"""Likeness by which another face has to fit better, where one lies, to be laid too."""


@dataclass(frozen=True, slots=True)
class Face:
    """
    What a card is, by its face.

    `names`: codes of those it may be, all alike as far as they are in view; none where the face is not known.
    `likeliest`: the face that fits best, whether or not it may be named. `place`: from millimetres on the card to
    pixels of the grey picture (3, 3).
    """

    names: frozenset[int]
    likeliest: int
    place: Homography
    likeness: float


def recognise(
    shown: Picture, place: Homography, box: Box, candidates: Collection[int] | None = None, gates: Gates = GATES
) -> Face:
    """
    The card at `place`, known to about 2 mm and 2 degrees, by its upper part.

    `candidates`: those that the rules leave. The likeliest face of all must be one of them or look like one: what is
    likelier outside them is not known. Only they are compared: few cost less.
    """
    return _recognised(shown, place, box, candidates, gates=gates, part="upper")


def recognise_whole(
    shown: Picture, place: Homography, box: Box, candidates: Collection[int] | None = None, gates: Gates = GATES
) -> Face:
    """The same with all of the card in view: its lower part tells apart those whose upper parts are alike."""
    return _recognised(shown, place, box, candidates, gates=gates, part="whole")


def told_apart(shown: Picture, place: Homography, box: Box, codes: Sequence[int]) -> frozenset[int]:
    """
    Which of these cards may lie at `place`, where one of them is known to, all of it in view: by what tells them apart.
    """
    numbers = [box.prints.names.index(code) for code in codes]
    _, left = _told_by_all(shown, place, box, numbers, gates=AMONG_FEW)
    return frozenset(box.prints.names[one] for one in left)


def _recognised(
    shown: Picture, place: Homography, box: Box, candidates: Collection[int] | None, *, gates: Gates, part: Part
) -> Face:
    names, prints, numbers = box.prints.names, box.prints.upper, _numbers(box, candidates)
    best = _best(shown, place, prints, numbers if len(numbers) <= FEW else ())
    which, there = best.which, best.place
    if best.fit[0] < gates.likeness:
        return Face(frozenset(), names[which], there, best.fit[0])
    answer = told(best.card, prints, which, fit=best.fit, every=best.every, among=numbers)
    alike = _alike(answer, which, box, gates)
    if len(alike) > 1 or (alike and gates.asks_for_strange):
        asked = _asked(shown, there, box, which, gates=gates, part="upper")
        which, alike = asked.told_among(numbers, alike)
        alike = [] if asked.is_strange(which, answer.view) else alike
    if len(alike) > 1 and part == "whole":
        which, alike = _told_by_all(shown, moved(place, there, prints.size_mm), box, alike, gates=gates)
    left = frozenset(names[one] for one in alike if one in numbers)
    return Face(left, names[which], there, answer.likeness)


def _numbers(box: Box, candidates: Collection[int] | None) -> NDArray[np.intp]:
    """Those that the card may be, as numbers of faces."""
    if candidates is None:
        return np.arange(len(box.prints.names))
    return np.flatnonzero(np.isin(box.prints.names, list(candidates)))


@dataclass(frozen=True, slots=True)
class _Tried:
    """
    A face laid over the card: its likeness with the softness at which it is best, and the card there.

    `every`: about how like each face the card is there.
    """

    fit: tuple[float, float]
    which: int
    place: Homography
    card: Features
    every: Floats

    def rules_out(self, other: int) -> bool:
        """Whether the card is hardly another face, where this one lies."""
        return self.fit[0] >= FITS and self.every[other] < self.every[self.which] - LESS_LIKE


def _best(shown: Picture, place: Homography, prints: PartPrints, few: Iterable[int] = ()) -> _Tried:
    """The face that fits best; a `few` are laid in any case, though a reflex may make another likelier at first."""
    tried: dict[int, _Tried] = {}
    for rough in islice(likeliest(shown, place, prints), LAID):
        if rough.which not in tried and not any(one.rules_out(rough.which) for one in tried.values()):
            tried |= _laid_with_better(shown, rough, prints)
        if not HOPELESS <= max(one.fit[0] for one in tried.values()) < CLEAR:
            break
    tried |= {which: _laid(shown, which, place, prints) for which in few if which not in tried}
    return max(tried.values(), key=lambda one: one.fit[0])


def _laid_with_better(shown: Picture, rough: Rough, prints: PartPrints) -> dict[int, _Tried]:
    """The face laid, and the one that fits better than it where it lies, if any."""
    one = _laid(shown, rough.which, rough.place, prints)
    other = int(one.every.argmax())
    if one.every[other] <= max(HOPELESS, one.every[one.which] + BETTER):
        return {one.which: one}
    return {one.which: one, other: _laid(shown, other, one.place, prints)}


def _laid(shown: Picture, which: int, rough: Homography, prints: PartPrints) -> _Tried:
    place = laid(shown, rough, prints, which)
    card = features(rectified(shown, place, prints.size_mm))
    return _Tried(likeness_at_best(card, prints, which), which, place, card, likenesses(card, prints))


def _alike(answer: Told, which: int, box: Box, gates: Gates) -> list[int]:
    """Those that it may be, as numbers; none where too little is in view, or where another may be as likely."""
    if answer.view < gates.view:
        return []
    differences = box.upper_differences[which][answer.among]
    alike = (answer.apart < gates.apart) | (differences < gates.twins)
    close = ~alike & (answer.lead < gates.lead + UNSURE * (1 - answer.likeness))
    if (close & (differences > gates.close)).any():
        return []
    return [which, *(int(one) for one in answer.among[alike | close] if one != which)]


def _asked(shown: Picture, place: Homography, box: Box, which: int, *, gates: Gates, part: Part) -> "_Asked":
    prints = box.prints.part(part)
    card = shown_closely(shown, place, prints.size_mm, box.details.light(which, part), prints.faces[which])
    return _Asked(card, box.details, part, gates)


def _told_by_all(
    shown: Picture, place: Homography, box: Box, alike: list[int], *, gates: Gates
) -> tuple[int, list[int]]:
    """
    Of those alike, the likeliest and all that it may be, by all of the card.

    One is laid at `place`. Another's number draws the card aside: what settles nothing is laid once more, from there,
    as the one that explains most.
    """
    whole = box.prints.whole
    lower = laid(shown, place, whole, alike[0])
    asked = _asked(shown, lower, box, alike[0], gates=gates, part="whole")
    which, left = asked.told_by_all(alike)
    if len(left) == 1:
        return which, left
    likeliest = min(alike, key=asked.strangeness)
    lower = laid(shown, lower, whole, likeliest)
    return _asked(shown, lower, box, likeliest, gates=gates, part="whole").told_by_all(alike)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A card seen closely, and the box that is asked which of two faces it shows."""

    card: Shown
    details: Details
    part: Part
    gates: Gates
    _leaders: dict[tuple[int, int], int | None] = field(default_factory=dict)

    def told_apart(self, alike: list[int]) -> tuple[int, list[int]]:
        """Of those alike, the likeliest first: the one that no other beats, and all that it may still be."""
        best = alike[0]
        for other in alike[1:]:
            if self._wins(other, best):
                best = other
        return best, [best, *(other for other in alike if other != best and not self._wins(best, other))]

    def told_among(self, candidates: Collection[int], alike: list[int]) -> tuple[int, list[int]]:
        """
        The same of those alike that are candidates; none where one that is no candidate beats all of these.

        It does not decide between them: what it beats may still be the card, which a reflex changes.
        """
        possible = [one for one in alike if one in candidates]
        if not possible:
            return alike[0], []
        which, left = self.told_apart(possible)
        others = set(alike).difference(possible)
        is_another = any(all(self._wins(other, one) for one in left) for other in others)
        return which, [] if is_another else left

    def told_by_all(self, alike: list[int]) -> tuple[int, list[int]]:
        """The same by all of the card; its lower part tells nothing if it is blinded, or something else lies on it."""
        lower = self.card.weight[round(self.card.weight.shape[0] * UPPER) :]
        if lower.mean() < self.gates.view_below:
            return alike[0], alike
        which, left = self.told_apart(alike)
        light = self.strangeness(which)
        return (which, left) if light <= self.gates.strange_below else (alike[0], alike)

    def is_strange(self, which: int, view: float) -> bool:
        """Whether the card, of which that share is in view, shows something that the face does not have."""
        if not self.gates.asks_for_strange:
            return False
        light, hue = self._strange(which)
        return light > self.gates.strange * max(view**3, LITTLE) or hue > self.gates.strange_hue

    def strangeness(self, which: int) -> float:
        """How much of the picture's light that face does not explain where it is most."""
        return self._strange(which)[0]

    def _strange(self, which: int) -> tuple[float, float]:
        """How much of the picture that face does not explain, of light and of hue."""
        return strange(self.card, self.details.light(which, self.part), self.details.ratios(which, self.part))

    def _wins(self, one: int, other: int) -> bool:
        """Whether the first is shown rather than the second."""
        pair = min(one, other), max(one, other)
        if pair not in self._leaders:
            self._leaders[pair] = self._leader(*pair)
        return self._leaders[pair] == one

    def _leader(self, one: int, other: int) -> int | None:
        """
        Which of the two is shown rather than the other, by their details, or by colours where these do not differ.

        A reflex makes a wall as pale as a window: where details are in view, colours only speak against.
        """
        detail = by_details(self.card, self.details.between(one, other, self.part))
        hue = by_colours(self.card, self.details.hues(one, other, self.part))
        has_hue = hue.apart >= self.gates.hue_apart and abs(hue.lead) >= self.gates.hue_lead
        if detail.apart < self.gates.detail_apart * (HIDDEN if detail.may_be_fringe else 1):
            return (one if hue.lead > 0 else other) if has_hue else None
        least = self.gates.detail_lead + UNSURE * detail.misfit
        told = detail.misfit <= self.gates.detail_misfit and abs(detail.lead) >= least
        if not told or (has_hue and hue.lead * detail.lead < 0):
            return None
        return one if detail.lead > 0 else other
