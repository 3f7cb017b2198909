"""
Recognises a card by its face: one card, several that look alike, or none that is known.

The faces that it may be are each laid exactly over it; then its inks rule out some in any light, and details others.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice, takewhile

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.box import AMONG_FEW, GATES, MOST_STRANGE, Box, Gates
from lucca_pi.vision.faces.details import CloseView, Details, by_details, close_view, strange
from lucca_pi.vision.faces.inks import CLEARLY, NOISE, Inks
from lucca_pi.vision.faces.laying import Homography, RoughFace, card_at, half_turn, laid, likeliest_faces, moved
from lucca_pi.vision.faces.likeness import FAR, LaidFace
from lucca_pi.vision.faces.prints import UPPER, Features, Floats, Part, PartPrints
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
_LAID = 4
"""Most faces that are laid, the likeliest of the sieve; and as many of other frames."""
_CLEAR = 0.85
"""Likeness from which no further face is laid: a likelier one would be found in the same place."""
_HOPELESS = 0.45
"""Least likeness of the sieve's likeliest face at which further faces are laid: a card's own face has 0.75 or more."""
_FITS, _LESS_LIKE = 0.65, 0.2
"""
Least likeness of a laid face that rules out less similar ones there, and by how much these must be less similar: they
show different houses.
"""
_BETTER = 0.005
"""Least lead in likeness at which another face is laid in the place of one."""
_NEARLY = 0.1
"""
Most by which a face of another frame agrees less than the likeliest one and may still be the card: it may lie askew.
Chosen on 486 photographs of cards that differ in colour, shading, number or shape alone.
"""
_LIKELY = 12
"""Most faces compared by inks in one place: the likeliest of its frame, and the same number of all."""
_LIKELIER = 1.1
"""A face that leaves this many times less, and `NOISE` less, is likelier, though details spoke against it."""
_UNLIKE = 0.1
"""Share above which, if every face leaves it, inks rule nothing out: something else than light changes the card."""
_UNCOVERED = 0.2
"""
Share of a face below which all of the card is in view, if no reflection hides a part: of 112 drawn cards under another
one the least left 0.22, and Set cards left out of their box, in full view, 0.17.
"""
_LEADS = 0.8
"""
Least lead over every other face at which a card is of the box though a part of it is not explained.

Of Set cards left out of their box, in full view, none has more than 0.74; of those in it that were refused, a third.
"""


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
) -> Face:
    """
    The card at `place`, known to about 2 mm and 2 degrees.

    `candidates`: the codes that the rules leave. The likeliest face of all must be one of them or look like one; a
    likelier one outside them makes the card unknown. Only they are compared: few cost less.

    Light decides where it is clear, then inks; if several remain and all of the card is in view, all details.
    """
    names = box.prints.names
    numbers = np.arange(len(names)) if candidates is None else np.flatnonzero(np.isin(names, list(candidates)))
    faces = _laid_faces(shown, place, box, numbers.tolist() if len(numbers) <= _FEW else ())
    if faces[0].likeness < gates.likeness:
        return _face(faces[0], faces[0].which, place, box, [])
    alike = _alike(faces[0], box, numbers, gates)
    inks = _by_inks(shown, place, box, faces, alike)
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
    if len(alike) > 1:
        start = moved(place, best.place, box.prints.upper.size_mm)
        which, alike = _chosen_by_all(shown, start, box, alike, gates=gates)
    left = [one for one in inks.among(alike) if one in numbers]
    if box.differs_in_details and gates.asks_for_strange:
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


def _likeliest(faces: Sequence[LaidFace], inks: "_ByInks", box: Box) -> LaidFace:
    """The face that fits best, if its inks fit; else the likeliest by inks, at the place of its frame."""
    best = faces[0]
    if inks.may_be(best.which):
        return best
    which = inks.likeliest
    there = next((one for one in faces if box.frames[one.which] == box.frames[which]), best)
    return replace(there, which=which)


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


def _laid_faces(shown: Picture, place: Homography, box: Box, few: Collection[int]) -> list[LaidFace]:
    """
    The upper parts of the likeliest faces, laid near `place`, and of a `few` in any case; the best fit first.

    A face that may look much the same on its head is laid either way up.
    """
    every = _laid_at(shown, place, box, few)
    if box.turnable.intersection(box.frames[one.which] for one in every):
        every += _laid_at(shown, place @ half_turn(box.prints.size_mm), box, few)
    return sorted(every, key=lambda one: -one.likeness)


def _laid_at(shown: Picture, place: Homography, box: Box, few: Collection[int]) -> list[LaidFace]:
    """The faces laid near `place`; `few` in any case, as a reflection may make another face likelier at first."""
    prints, tried = box.prints.upper, dict[int, LaidFace]()
    every = likeliest_faces(shown, place, prints)
    sieved = [*islice(every, _LAID)]
    for rough in sieved:
        if rough.which not in tried and not any(_rules_out(one, rough.which) for one in tried.values()):
            tried |= _with_better(shown, rough, prints)
        if not _HOPELESS <= max(one.likeness for one in tried.values()) < _CLEAR:
            break
    tried |= {which: LaidFace.at(shown, place, prints, which) for which in few if which not in tried}
    if max(one.likeness for one in tried.values()) < _HOPELESS:
        return [*tried.values()]
    near = takewhile(lambda one: one.agreement >= sieved[0].agreement - _NEARLY, chain(sieved, every))
    others = islice(_of_other_frames(near, box, {box.frames[which] for which in tried}), _LAID)
    return [*tried.values(), *(LaidFace.at(shown, one.place, prints, one.which) for one in others)]


def _rules_out(one: LaidFace, other: int) -> bool:
    """True if the card is hardly that other face in this face's place."""
    return one.likeness >= _FITS and one.every[other] < one.every[one.which] - _LESS_LIKE


def _with_better(shown: Picture, rough: RoughFace, prints: PartPrints) -> dict[int, LaidFace]:
    """The laid face, and the face that fits better in its place, if any."""
    one = LaidFace.at(shown, rough.place, prints, rough.which)
    other = int(one.every.argmax())
    if one.every[other] <= max(_HOPELESS, one.every[one.which] + _BETTER):
        return {one.which: one}
    return {one.which: one, other: LaidFace.at(shown, one.place, prints, other)}


def _of_other_frames(every: Iterable[RoughFace], box: Box, frames: set[int]) -> Iterator[RoughFace]:
    """The likeliest face of each frame that is not among `frames`, which grow."""
    for one in every:
        if box.frames[one.which] not in frames:
            frames.add(box.frames[one.which])
            yield one


@dataclass(frozen=True, slots=True)
class _ByInks:
    """
    The share of each likely face's print that the card leaves unexplained; `is_known`: by that it is of the box.

    `is_contradicted`: another face explains more of the picture than the likeliest one, whose print is more itself.
    `there`: the place of the whole card. `is_open`: all of it is in view.
    """

    left: Mapping[int, float]
    is_known: bool
    there: Homography
    is_contradicted: bool = False
    is_open: bool = False

    @property
    def likeliest(self) -> int:
        """The face that explains most."""
        return min(self.left, key=lambda one: self.left[one])

    def may_be(self, which: int) -> bool:
        """True if the card may be that face."""
        least = self.left[self.likeliest]
        return least > _UNLIKE or self.left.get(which, 0.0) <= CLEARLY * least + NOISE

    def among(self, alike: Collection[int]) -> list[int]:
        """
        The faces of `alike` that the card may be, and likelier ones that details spoke against.

        If details leave no possible face, light misled them: then all that it may be.
        """
        possible = [one for one in self.left if self.may_be(one)]
        kept = [one for one in alike if self.may_be(one)]
        if not kept:
            return possible if alike and self.is_known else []
        bound = min(self.left.get(one, 0.0) for one in kept)
        return kept + [one for one in possible if one not in alike and _LIKELIER * self.left[one] + NOISE < bound]


def _by_inks(shown: Picture, place: Homography, box: Box, faces: Sequence[LaidFace], alike: Sequence[int]) -> _ByInks:
    """
    A card compared with the faces that are `alike`, and with further candidates by its light, each in its laid place.

    Its upper part alone counts where something may lie on the rest.
    """
    upper: dict[int, float] = {}
    for one in faces:
        _keep_least(upper, one.card, box.inks["upper"], {*_likely(one, box), *(alike if one is faces[0] else ())})
    by_all, places = _by_all(shown, place, box, faces, upper)
    likeliest, least = min(by_all, key=lambda one: by_all[one]), min(upper.values())
    share, there = by_all[likeliest], places.get(likeliest, place)
    if share <= box.strange["whole"]:
        return _ByInks(by_all, there=there, is_known=True, is_open=True)
    card = card_at(shown, there, box.prints.whole)
    if share < max(_UNCOVERED if card.weight.all() else MOST_STRANGE, 2 * least):
        lead = box.inks["whole"].lead(card.colour, card.colour_weight, likeliest)
        is_known = share <= MOST_STRANGE and lead >= _LEADS
        return _ByInks(by_all, there=there, is_known=is_known, is_contradicted=lead < 0, is_open=True)
    return _ByInks(upper, there=there, is_known=least <= box.strange["upper"])


def _by_all(
    shown: Picture, place: Homography, box: Box, faces: Sequence[LaidFace], upper: Mapping[int, float]
) -> tuple[dict[int, float], dict[int, Homography]]:
    """
    The unexplained shares of the whole card, for faces that the upper part leaves, and where each explains most.

    Each frame is laid by itself.
    """
    prints, left, places = box.prints.whole, dict.fromkeys(upper, np.inf), dict[int, Homography]()
    near = {one for one, share in upper.items() if share <= 2 * (CLEARLY * min(upper.values()) + NOISE)}
    for one in faces:
        of_frame = [which for which in near if box.frames[which] == box.frames[one.which]]
        if of_frame:
            start = moved(place, one.place, box.prints.upper.size_mm)
            there = laid(shown, start, prints, min(of_frame, key=lambda which: upper[which]))
            before = {**left}
            _keep_least(left, card_at(shown, there, prints), box.inks["whole"], near)
            places |= {which: there for which in near if left[which] < before[which]}
    return left, places


def _likely(one: LaidFace, box: Box) -> list[int]:
    """
    The faces that the card may be by its light, in the place of one: those of its frame, and further ones much alike.
    """
    every = np.argsort(-one.every, kind="stable").tolist()
    of_frame = [which for which in every if box.frames[which] == box.frames[one.which]]
    others = [which for which in every[:_LIKELY] if one.every[which] >= one.every[one.which] - FAR]
    return [*of_frame[:_LIKELY], *others]


def _keep_least(left: dict[int, float], card: Features, inks: Inks, faces: Collection[int]) -> None:
    """Keeps the shares that these faces leave unexplained of a card, if they are less than at other places."""
    numbers = sorted(faces)
    for which, share in zip(numbers, inks.unexplained(card.colour, card.colour_weight, numbers).tolist(), strict=True):
        left[which] = min(share, left.get(which, np.inf))
