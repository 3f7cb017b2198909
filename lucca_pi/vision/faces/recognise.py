"""Which card is this, by its face: one, several that look alike, or none that is known."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.box import AMONG_FEW, GATES, Box, Gates
from lucca_pi.vision.faces.candidates import ByInks, LaidFace, by_inks, laid_faces
from lucca_pi.vision.faces.details import CloseView, Details, by_details, close_view, strange
from lucca_pi.vision.faces.laying import Homography, half_turn, laid, moved
from lucca_pi.vision.faces.likeness import Comparison, compare, likeness_at_best
from lucca_pi.vision.faces.prints import UPPER, Floats, Part
from lucca_pi.vision.picture import Picture

FEW = 3
"""So many candidates are all laid."""
UNSURE = 0.3
"""A face has to lead by so much more for each unit of what it does not explain: a reflex is like anything."""
LITTLE = 0.08
"""
What a face may leave unexplained falls with the cube of what is in view, to this part: a card of which a reflex left a
third in view left 0.05, one of another box leaves 0.4.
"""
PRINTED_ALIKE = 60.0
"""
Difference in print of two upper parts below which no detail tells them apart: a shutter makes 120, photographs of one
print that lie a little aside 10.
"""
HIDDEN = 3.0
"""So many times more of what differs has to be in view where it may be the fringe of a reflex."""


@dataclass(frozen=True, slots=True)
class Face:
    """
    What a card is, by its face.

    `names`: codes of those it may be, all alike as far as they are in view; none where the face is not known.
    `likeliest`: the face that fits best, whether or not it may be named. `place`: from millimetres on the card to
    pixels of the grey picture (3, 3). `laid`: the same from the face over which the photographs of that one are laid,
    the way up that it was compared.
    """

    names: frozenset[int]
    likeliest: int
    place: Homography
    likeness: float
    laid: Homography


def recognise(
    shown: Picture, place: Homography, box: Box, candidates: Collection[int] | None = None, gates: Gates = GATES
) -> Face:
    """
    The card at `place`, known to about 2 mm and 2 degrees, by its upper part.

    `candidates`: those that the rules leave. The likeliest face of all must be one of them or look like one: what is
    likelier outside them is not known. Only they are compared: few cost less.
    """
    return _recognised(shown, place, box, candidates, gates=gates, is_whole=False)


def recognise_whole(
    shown: Picture, place: Homography, box: Box, candidates: Collection[int] | None = None, gates: Gates = GATES
) -> Face:
    """The same with all of the card in view: its lower part tells apart those whose upper parts are alike."""
    return _recognised(shown, place, box, candidates, gates=gates, is_whole=True)


def told_apart(shown: Picture, place: Homography, box: Box, codes: Sequence[int]) -> frozenset[int]:
    """
    Which of these cards may lie at `place`, where one of them is known to, all of it in view: by what tells them apart.
    """
    numbers = [box.prints.names.index(code) for code in codes]
    _, left = _told_by_all(shown, place @ np.linalg.inv(box.own_places[numbers[0]]), box, numbers, gates=AMONG_FEW)
    return frozenset(box.prints.names[one] for one in left)


def _recognised(
    shown: Picture, place: Homography, box: Box, candidates: Collection[int] | None, *, gates: Gates, is_whole: bool
) -> Face:
    """By its light where that is clear, then by inks; where several remain and all is in view, by all details."""
    numbers = _numbers(box, candidates)
    faces = laid_faces(shown, place, box, numbers.tolist() if len(numbers) <= FEW else ())
    if faces[0].fit[0] < gates.likeness:
        return _face(faces[0], place, box, [])
    answer, alike = _compared(faces[0], box, numbers, gates)
    inks = by_inks(shown, place, box, faces, alike, is_whole=is_whole)
    best = _likeliest(faces, inks, box)
    is_strange = gates.asks_for_strange and best.card.weight.all() and not inks.is_known
    if is_strange or best.fit[0] < gates.likeness:
        return _face(best, place, box, [])
    if best is not faces[0]:
        answer, alike = _compared(best, box, numbers, gates)
    which = best.which
    if len(alike) > 1 or (alike and gates.asks_for_strange):
        asked = _asked(shown, best.place, box, which, gates=gates, part="upper")
        which, alike = asked.told_among(numbers, alike)
        alike = [] if asked.is_strange(which, answer.view) else alike
    if len(alike) > 1 and is_whole:
        start = moved(place, best.place, box.prints.upper.size_mm)
        which, alike = _told_by_all(shown, start, box, alike, gates=gates)
    return _face(replace(best, which=which), place, box, [one for one in inks.among(alike) if one in numbers])


def _face(best: LaidFace, asked: Homography, box: Box, left: Collection[int]) -> Face:
    """The answer where a face is laid best: those that the card may be, by their codes, the way up that was asked."""
    names = box.prints.names
    place = best.place @ box.own_places[best.which]
    if np.dot(*(_upwards(one, box.prints.size_mm) for one in (place, asked))) < 0:
        place = place @ half_turn(box.prints.size_mm)
    return Face(frozenset(names[one] for one in left), names[best.which], place, best.fit[0], best.place)


def _upwards(place: Homography, size_mm: tuple[float, float]) -> NDArray[np.float64]:
    """The way in the picture from a card's lower edge to its upper one, (2,)."""
    middle = size_mm[0] / 2
    upper, lower = cv2.perspectiveTransform(np.array([[[middle, 0.0], [middle, size_mm[1]]]]), place)[0]
    return np.asarray(upper - lower, np.float64)


def _compared(best: LaidFace, box: Box, among: NDArray[np.intp], gates: Gates) -> tuple[Comparison, list[int]]:
    """A laid face against those faces, and those that the card may be by that."""
    answer = compare(best.card, box.prints.upper, best.which, fit=best.fit, every=best.every, among=among)
    return answer, _alike(answer, best.which, box, gates)


def _likeliest(faces: Sequence[LaidFace], inks: ByInks, box: Box) -> LaidFace:
    """The face that fits best, unless its inks are others: then the likeliest by these, where its frame is laid."""
    best = faces[0]
    if inks.may_be(best.which):
        return best
    which = inks.likeliest
    there = next((one for one in faces if box.frames[one.which] == box.frames[which]), best)
    return replace(there, which=which, fit=likeness_at_best(there.card, box.prints.upper, which))


def _numbers(box: Box, candidates: Collection[int] | None) -> NDArray[np.intp]:
    """Those that the card may be, as numbers of faces."""
    if candidates is None:
        return np.arange(len(box.prints.names))
    return np.flatnonzero(np.isin(box.prints.names, list(candidates)))


def _alike(answer: Comparison, which: int, box: Box, gates: Gates) -> list[int]:
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
    card = close_view(shown, place, prints.size_mm, box.details.light(which, part), prints.faces[which])
    return _Asked(card, box.details, part, gates, box.upper_differences if part == "upper" else None)


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

    card: CloseView
    details: Details
    part: Part
    gates: Gates
    differences: Floats | None
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
        return self.strangeness(which) > self.gates.strange * max(view**3, LITTLE)

    def strangeness(self, which: int) -> float:
        """How much of the picture's light that face does not explain where it is most."""
        return strange(self.card, self.details.light(which, self.part))

    def _wins(self, one: int, other: int) -> bool:
        """Whether the first is shown rather than the second."""
        pair = min(one, other), max(one, other)
        if pair not in self._leaders:
            self._leaders[pair] = self._leader(*pair)
        return self._leaders[pair] == one

    def _leader(self, one: int, other: int) -> int | None:
        """
        Which of the two is shown rather than the other, by their details; None where these do not tell.
        """
        if self.differences is not None and self.differences[one, other] < PRINTED_ALIKE:
            return None
        detail = by_details(self.card, self.details.between(one, other, self.part))
        if detail.apart < self.gates.detail_apart * (HIDDEN if detail.may_be_fringe else 1):
            return None
        least = self.gates.detail_lead + UNSURE * detail.misfit
        told = detail.misfit <= self.gates.detail_misfit and abs(detail.lead) >= least
        if not told:
            return None
        return one if detail.lead > 0 else other
