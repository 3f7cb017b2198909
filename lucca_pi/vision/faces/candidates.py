"""Lays the faces that a card may be exactly over it."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, takewhile

from lucca_pi.vision.faces.box import Box
from lucca_pi.vision.faces.features import Features, Floats, features
from lucca_pi.vision.faces.laying import Homography, laid, rectified
from lucca_pi.vision.faces.prints import PartPrints
from lucca_pi.vision.faces.sieve import Rough, half_turn, likeliest
from lucca_pi.vision.faces.telling import likeness_at_best, likenesses
from lucca_pi.vision.picture import Picture

LAID = 4
"""Faces that are laid at most, and as many of other frames: the likeliest of the sieve."""
CLEAR = 0.85
"""Likeness from which no further face is laid: one that is likelier still is seen where this one lies."""
HOPELESS = 0.45
"""With the likeliest face of the sieve less like it than this, no other is laid: a card's has 0.75 at least."""
FITS, LESS_LIKE = 0.65, 0.2
"""With a face as like it as the first, none is laid that is so much less like it there: another house."""
BETTER = 0.005
"""Likeness by which another face has to fit better, where one lies, to be laid too."""
NEARLY = 0.1
"""
Agreement less than the likeliest face's by which a face of another frame may be the card: its print lies otherwise.

Chosen on 486 photographs of cards that differ in colour, shading, number or shape alone.
"""


@dataclass(frozen=True, slots=True)
class LaidFace:
    """
    Face number `which`, laid over a card at `place`, and the card as it lies there.

    `fit`: its likeness, with the softness at which it is best. `every`: about how like each face of the box the card is
    there, (n,).
    """

    which: int
    place: Homography
    card: Features
    fit: tuple[float, float]
    every: Floats

    @classmethod
    def at(cls, shown: Picture, rough: Homography, prints: PartPrints, which: int) -> "LaidFace":
        """The face where it fits best near a rough place."""
        place = laid(shown, rough, prints, which)
        card = features(rectified(shown, place, prints.size_mm))
        return cls(which, place, card, likeness_at_best(card, prints, which), likenesses(card, prints))

    def rules_out(self, other: int) -> bool:
        """Whether the card is hardly another face, where this one lies."""
        return self.fit[0] >= FITS and self.every[other] < self.every[self.which] - LESS_LIKE


def laid_faces(shown: Picture, place: Homography, box: Box, few: Collection[int]) -> list[LaidFace]:
    """
    The upper parts of the likeliest faces, laid near `place`, and of a `few` in any case; the one that fits best first.

    What may be a face that looks much the same on its head is laid either way up.
    """
    every = _laid_at(shown, place, box, few)
    if box.turnable.intersection(box.frames[one.which] for one in every):
        every += _laid_at(shown, place @ half_turn(box.prints.size_mm), box, few)
    return sorted(every, key=lambda one: -one.fit[0])


def _laid_at(shown: Picture, place: Homography, box: Box, few: Collection[int]) -> list[LaidFace]:
    """A reflex may make another face than one of a few likelier at first."""
    prints, tried = box.prints.upper, dict[int, LaidFace]()
    every = likeliest(shown, place, prints)
    sieved = [*islice(every, LAID)]
    for rough in sieved:
        if rough.which not in tried and not any(one.rules_out(rough.which) for one in tried.values()):
            tried |= _with_better(shown, rough, prints)
        if not HOPELESS <= max(one.fit[0] for one in tried.values()) < CLEAR:
            break
    tried |= {which: LaidFace.at(shown, place, prints, which) for which in few if which not in tried}
    if max(one.fit[0] for one in tried.values()) < HOPELESS:
        return [*tried.values()]
    near = takewhile(lambda one: one.agreement >= sieved[0].agreement - NEARLY, chain(sieved, every))
    others = islice(_of_other_frames(near, box, {box.frames[which] for which in tried}), LAID)
    return [*tried.values(), *(LaidFace.at(shown, one.place, prints, one.which) for one in others)]


def _with_better(shown: Picture, rough: Rough, prints: PartPrints) -> dict[int, LaidFace]:
    """The face laid, and the one that fits better than it where it lies, if any."""
    one = LaidFace.at(shown, rough.place, prints, rough.which)
    other = int(one.every.argmax())
    if one.every[other] <= max(HOPELESS, one.every[one.which] + BETTER):
        return {one.which: one}
    return {one.which: one, other: LaidFace.at(shown, one.place, prints, other)}


def _of_other_frames(every: Iterable[Rough], box: Box, frames: set[int]) -> Iterator[Rough]:
    """The likeliest face of each frame but those."""
    for one in every:
        if box.frames[one.which] not in frames:
            frames.add(box.frames[one.which])
            yield one
