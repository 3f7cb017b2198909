"""Which card is this, by its face: one, several that look alike, or none that is known."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.box import Box
from lucca_pi.vision.faces.features import Features, features
from lucca_pi.vision.faces.gates import GATES, Gates
from lucca_pi.vision.faces.laying import Homography, laid, rectified
from lucca_pi.vision.faces.prints import UPPER, PartPrints
from lucca_pi.vision.faces.sieve import likeliest
from lucca_pi.vision.faces.telling import Told, likeness_at_best, told
from lucca_pi.vision.picture import Picture

LAID = 4
"""Faces that are laid exactly: the likeliest of the sieve."""


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
    likelier outside them is not known.
    """
    which, there, answer = _best(shown, place, box.prints.upper)
    name = box.prints.names[which]
    names = _names(answer, which, box, candidates, gates)
    return Face(names, name, there, answer.likeness)


def recognise_whole(
    shown: Picture, place: Homography, box: Box, candidates: Collection[int] | None = None, gates: Gates = GATES
) -> Face:
    """The same with all of the card in view: its lower part tells apart those whose upper parts are alike."""
    face = recognise(shown, place, box, candidates, gates)
    return face if len(face.names) < 2 else _by_lower_part(shown, face, box, gates)


def _best(shown: Picture, place: Homography, prints: PartPrints) -> tuple[int, Homography, Told]:
    """The face that fits best, where it lies, and how it compares."""
    tried = []
    for rough in likeliest(shown, place, prints, LAID):
        there = laid(shown, rough.place, prints, rough.which)
        card = features(rectified(shown, there, prints.size_mm))
        tried.append((likeness_at_best(card, prints, rough.which), rough.which, there, card))
    fit, which, there, card = max(tried, key=lambda one: one[0][0])
    return which, there, told(card, prints, which, fit)


def _names(answer: Told, which: int, box: Box, candidates: Collection[int] | None, gates: Gates) -> frozenset[int]:
    """Those that it may be; none where it is unlike its print, or where another may be as likely."""
    if answer.likeness < gates.likeness or answer.view < gates.view:
        return frozenset()
    every = np.array(box.prints.names)
    alike = (answer.apart < gates.apart) | (box.upper_differences[which] < gates.twins)
    alike[which] = True
    rivals = ~alike & (np.isin(every, list(candidates)) if candidates is not None else True)
    if (answer.lead[rivals] < gates.lead).any():
        return frozenset()
    names = frozenset(every[alike].tolist())
    return names if candidates is None else names & frozenset(candidates)


def _by_lower_part(shown: Picture, face: Face, box: Box, gates: Gates) -> Face:
    """One of the names, where the lower part is in view and leads over each of the others; else the face as it was."""
    whole = box.prints.whole
    ours = [box.prints.names.index(name) for name in sorted(face.names)]
    there = laid(shown, face.place, whole, ours[0])
    card = _lower_part(features(rectified(shown, there, whole.size_mm)))
    fits = {one: likeness_at_best(card, whole, one) for one in ours}
    which = max(ours, key=lambda one: fits[one][0])
    answer = told(card, whole, which, fits[which])
    others = [one for one in ours if one != which]
    if not _stands_out(answer, others, box.whole_differences[which], gates):
        return face
    return Face(frozenset({box.prints.names[which]}), box.prints.names[which], there, answer.likeness)


def _lower_part(card: Features) -> Features:
    """The same where the upper part has no say."""
    weight = card.weight.copy()
    weight[: round(len(weight) * UPPER) + 4] = 0
    return replace(card, weight=weight)


def _stands_out(answer: Told, others: list[int], differences: NDArray[np.float32], gates: Gates) -> bool:
    lower_share = answer.view / (1 - UPPER)
    if answer.likeness < gates.lower_likeness or lower_share < gates.lower_view:
        return False
    apart = np.minimum(answer.apart, differences)[others]
    return bool((apart >= gates.lower_apart).all() and (answer.lead[others] >= gates.lead).all())
