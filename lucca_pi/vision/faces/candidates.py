"""The faces that a card may be: each laid exactly over it, then those that its inks do not rule out in any light."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, takewhile

import numpy as np

from lucca_pi.vision.faces.box import MOST_STRANGE, Box
from lucca_pi.vision.faces.inks import CLEARLY, NOISE, Inks
from lucca_pi.vision.faces.laying import Homography, RoughFace, card_at, half_turn, laid, likeliest_faces, moved
from lucca_pi.vision.faces.likeness import FAR, LaidFace
from lucca_pi.vision.faces.prints import Features, PartPrints
from lucca_pi.vision.picture import Picture

_LAID = 4
"""Most faces that are laid, the likeliest of the sieve; and as many of other frames."""
CLEAR = 0.85
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


def laid_faces(shown: Picture, place: Homography, box: Box, few: Collection[int]) -> list[LaidFace]:
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
        if not _HOPELESS <= max(one.likeness for one in tried.values()) < CLEAR:
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
class ByInks:
    """
    The share of each likely face's print that the card leaves unexplained; `is_known`: by that it is of the box.

    `is_contradicted`: another face explains more of the picture than the likeliest one, whose print is more itself.
    `there`: the place of the whole card; None if its upper part alone was asked for. `is_open`: all of it is in view.
    """

    left: Mapping[int, float]
    is_known: bool
    is_contradicted: bool = False
    there: Homography | None = None
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


def by_inks(
    shown: Picture, place: Homography, box: Box, faces: Sequence[LaidFace], alike: Sequence[int], *, is_whole: bool
) -> ByInks:
    """
    A card compared with the faces that are `alike`, and with further candidates by its light, each in its laid place.

    Its upper part alone counts, unless it `is_whole` in view.
    """
    upper: dict[int, float] = {}
    for one in faces:
        _keep_least(upper, one.card, box.inks["upper"], {*_likely(one, box), *(alike if one is faces[0] else ())})
    least = min(upper.values())
    if is_whole:
        by_all, places = _by_all(shown, place, box, faces, upper)
        likeliest = min(by_all, key=lambda one: by_all[one])
        share, there = by_all[likeliest], places.get(likeliest, place)
        if share <= box.strange["whole"]:
            return ByInks(by_all, is_known=True, there=there, is_open=True)
        card = card_at(shown, there, box.prints.whole)
        if share < max(_UNCOVERED if card.weight.all() else MOST_STRANGE, 2 * least):
            lead = box.inks["whole"].lead(card.colour, card.colour_weight, likeliest)
            return ByInks(
                by_all, share <= MOST_STRANGE and lead >= _LEADS, is_contradicted=lead < 0, there=there, is_open=True
            )
        return ByInks(upper, least <= box.strange["upper"], there=there)
    return ByInks(upper, least <= box.strange["upper"])


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
