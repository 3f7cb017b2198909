"""Recognises a card by its face: one card, several that look alike, or none that is known."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.box import AMONG_FEW, GATES, Box, Gates
from lucca_pi.vision.faces.candidates import ByInks, by_inks, laid_faces
from lucca_pi.vision.faces.details import CloseView, Details, by_details, close_view, strange
from lucca_pi.vision.faces.laying import Homography, half_turn, laid, moved
from lucca_pi.vision.faces.likeness import LaidFace
from lucca_pi.vision.faces.prints import UPPER, Floats, Part
from lucca_pi.vision.picture import Picture

_FEW = 3
"""Most candidates that are all laid."""
_UNSURE = 0.3
"""Lead that each unit of what a face does not explain adds to the least one: a reflection looks like anything."""
_LITTLE = 0.08
"""
Least factor for what a face may leave unexplained, which falls with the cube of the share in view.

A card of which a reflection left a third in view left 0.05, one of another box leaves 0.4.
"""
_PRINTED_ALIKE = 60.0
"""
Difference in print of two upper parts below which details are not compared.

A shutter makes 120, photographs of one print that lie a little aside 10.
"""
_HIDDEN = 3.0
"""Factor for how much of a difference has to be in view if it may be the fringe of a reflection."""


@dataclass(frozen=True, slots=True)
class Face:
    """
    A card by its face.

    `names`: codes of the cards it may be, all alike as far as they are in view; none if the face is not known.
    `likeliest`: the face that fits best, whether or not it may be named. `place`: from millimetres on the card to
    pixels of the grey picture (3, 3). `laid`: the place of the face over which the photographs of that one are laid,
    the way up that it was compared.
    """

    names: frozenset[int]
    likeliest: int
    place: Homography
    likeness: float
    laid: Homography


def recognise(
    shown: Picture,
    place: Homography,
    box: Box,
    candidates: Collection[int] | None = None,
    gates: Gates = GATES,
    *,
    is_whole: bool = True,
) -> Face:
    """
    The card at `place`, known to about 2 mm and 2 degrees.

    `candidates`: the codes that the rules leave. The likeliest face of all must be one of them or look like one; a
    likelier one outside them makes the card unknown. Only they are compared: few cost less. `is_whole`: all of the card
    may be in view, so that its lower part distinguishes cards with like upper parts; else the upper part alone counts.

    Light decides where it is clear, then inks; if several remain and all of the card is in view, all details.
    """
    numbers = _numbers(box, candidates)
    faces = laid_faces(shown, place, box, numbers.tolist() if len(numbers) <= _FEW else ())
    if faces[0].likeness < gates.likeness:
        return _face(faces[0], faces[0].which, place, box, [])
    alike = _alike(faces[0], box, numbers, gates)
    inks = by_inks(shown, place, box, faces, alike, is_whole=is_whole)
    best = _likeliest(faces, inks, box)
    is_strange = inks.is_contradicted or (gates.asks_for_strange and not inks.is_known)
    if (is_strange and best.card.weight.all()) or best.likeness < gates.likeness:
        return _face(best, best.which, place, box, [])
    if best is not faces[0]:
        alike = _alike(best, box, numbers, gates)
    which = best.which
    if len(alike) > 1 or (alike and gates.asks_for_strange):
        asked = _closely(shown, best.place, box, which, gates=gates, part="upper")
        which, alike = asked.among(numbers, alike)
        alike = [] if asked.is_strange(which, best.view) else alike
    if len(alike) > 1 and is_whole:
        start = moved(place, best.place, box.prints.upper.size_mm)
        which, alike = _chosen_by_all(shown, start, box, alike, gates=gates)
    left = [one for one in inks.among(alike) if one in numbers]
    if box.differs_in_details and gates.asks_for_strange and inks.there is not None:
        there, is_open = inks.there, inks.is_open
        left = left if any(box.details.as_printed(shown, there, one, is_open=is_open) for one in left) else []
    return _face(best, which, place, box, left)


def by_details_alone(shown: Picture, place: Homography, box: Box, codes: Sequence[int]) -> frozenset[int]:
    """The cards of `codes` that may be at `place`, by details alone; one of them is there in full view."""
    numbers = [box.prints.names.index(code) for code in codes]
    _, left = _chosen_by_all(shown, place @ np.linalg.inv(box.own_places[numbers[0]]), box, numbers, gates=AMONG_FEW)
    return frozenset(box.prints.names[one] for one in left)


def _face(best: LaidFace, which: int, asked: Homography, box: Box, left: Collection[int]) -> Face:
    """The answer for the face laid best, or one that is alike: codes left, and the place the way up that was asked."""
    names = box.prints.names
    place = best.place @ box.own_places[which]
    if np.dot(*(_upwards(one, box.prints.size_mm) for one in (place, asked))) < 0:
        place = place @ half_turn(box.prints.size_mm)
    return Face(frozenset(names[one] for one in left), names[which], place, best.likeness, best.place)


def _upwards(place: Homography, size_mm: tuple[float, float]) -> NDArray[np.float64]:
    """The way in the picture from a card's lower edge to its upper one, (2,)."""
    middle = size_mm[0] / 2
    upper, lower = cv2.perspectiveTransform(np.array([[[middle, 0.0], [middle, size_mm[1]]]]), place)[0]
    return np.asarray(upper - lower, np.float64)


def _likeliest(faces: Sequence[LaidFace], inks: ByInks, box: Box) -> LaidFace:
    """The face that fits best, if its inks fit; else the likeliest by inks, at the place of its frame."""
    best = faces[0]
    if inks.may_be(best.which):
        return best
    which = inks.likeliest
    there = next((one for one in faces if box.frames[one.which] == box.frames[which]), best)
    return replace(there, which=which)


def _numbers(box: Box, candidates: Collection[int] | None) -> NDArray[np.intp]:
    """The numbers of the candidates' faces."""
    if candidates is None:
        return np.arange(len(box.prints.names))
    return np.flatnonzero(np.isin(box.prints.names, list(candidates)))


def _alike(best: LaidFace, box: Box, among: NDArray[np.intp], gates: Gates) -> list[int]:
    """The numbers of faces that it may be; none if too little is in view, or another face may be as likely."""
    if best.view < gates.view:
        return []
    answer, which = best.compared(among), best.which
    differences = box.upper_differences[which][answer.among]
    alike = (answer.apart < gates.apart) | (differences < gates.twins)
    close = ~alike & (answer.lead < gates.lead + _UNSURE * (1 - best.likeness))
    if (close & (differences > gates.close)).any():
        return []
    return [which, *(int(one) for one in answer.among[alike | close] if one != which)]


def _closely(shown: Picture, place: Homography, box: Box, which: int, *, gates: Gates, part: Part) -> "_DetailChoice":
    """The card at `place`, laid as face `which`, in close view of that part."""
    prints = box.prints.part(part)
    card = close_view(shown, place, prints.size_mm, box.details.light(which, part), prints.faces[which])
    return _DetailChoice(card, box.details, part, gates, box.upper_differences if part == "upper" else None)


def _chosen_by_all(
    shown: Picture, place: Homography, box: Box, alike: list[int], *, gates: Gates
) -> tuple[int, list[int]]:
    """
    The likeliest of faces that are alike and all that the card may be, by all of it.

    The first is laid at `place`. Another's number draws the card aside: if several remain, the face that explains most
    is laid once more, from there.
    """
    whole = box.prints.whole
    lower = laid(shown, place, whole, alike[0])
    asked = _closely(shown, lower, box, alike[0], gates=gates, part="whole")
    which, left = asked.by_all(alike)
    if len(left) == 1:
        return which, left
    likeliest = min(alike, key=asked.strangeness)
    lower = laid(shown, lower, whole, likeliest)
    return _closely(shown, lower, box, likeliest, gates=gates, part="whole").by_all(alike)


@dataclass(frozen=True, slots=True)
class _DetailChoice:
    """Chooses between like faces by the details of a card in close view; `differences`: in print, of upper parts."""

    card: CloseView
    details: Details
    part: Part
    gates: Gates
    differences: Floats | None
    _leaders: dict[tuple[int, int], int | None] = field(default_factory=dict)

    def apart(self, alike: list[int]) -> tuple[int, list[int]]:
        """The face that no other beats, and all that the card may be; `alike` begins with the likeliest."""
        best = alike[0]
        for other in alike[1:]:
            if self._wins(other, best):
                best = other
        return best, [best, *(other for other in alike if other != best and not self._wins(best, other))]

    def among(self, candidates: Collection[int], alike: list[int]) -> tuple[int, list[int]]:
        """
        The choice among candidates; none if a face that is no candidate beats all that are left.

        That face does not decide between candidates: the card may be one that it beats, changed by a reflection.
        """
        possible = [one for one in alike if one in candidates]
        if not possible:
            return alike[0], []
        which, left = self.apart(possible)
        others = set(alike).difference(possible)
        is_another = any(all(self._wins(other, one) for one in left) for other in others)
        return which, [] if is_another else left

    def by_all(self, alike: list[int]) -> tuple[int, list[int]]:
        """The choice by all of the card; a lower part that is blinded or covered decides nothing."""
        lower = self.card.weight[round(self.card.weight.shape[0] * UPPER) :]
        if lower.mean() < self.gates.view_below:
            return alike[0], alike
        which, left = self.apart(alike)
        light = self.strangeness(which)
        return (which, left) if light <= self.gates.strange_below else (alike[0], alike)

    def is_strange(self, which: int, view: float) -> bool:
        """True if the card, of which the share `view` is seen, shows something that the face does not have."""
        if not self.gates.asks_for_strange:
            return False
        return self.strangeness(which) > self.gates.strange * max(view**3, _LITTLE)

    def strangeness(self, which: int) -> float:
        """Most of the picture's light, at any place, that the face does not explain."""
        return strange(self.card, self.details.light(which, self.part))

    def _wins(self, one: int, other: int) -> bool:
        """True if the card shows the first rather than the second."""
        pair = min(one, other), max(one, other)
        if pair not in self._leaders:
            self._leaders[pair] = self._leader(*pair)
        return self._leaders[pair] == one

    def _leader(self, one: int, other: int) -> int | None:
        """The face of two that the card shows rather than the other, by their details; None if these do not decide."""
        if self.differences is not None and self.differences[one, other] < _PRINTED_ALIKE:
            return None
        detail = by_details(self.card, self.details.between(one, other, self.part))
        if detail.apart < self.gates.detail_apart * (_HIDDEN if detail.may_be_fringe else 1):
            return None
        least = self.gates.detail_lead + _UNSURE * detail.misfit
        if detail.misfit > self.gates.detail_misfit or abs(detail.lead) < least:
            return None
        return one if detail.lead > 0 else other
