"""Several pictures of one moment as one look: what a reflex hides in the first, a darker one may show."""

from collections.abc import Sequence
from dataclasses import replace

from lucca_pi.table.anchor import anchored
from lucca_pi.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Look, Sighting, apart_mm

SAME_MM = 15.0
"""Two sightings of a code that are nearer than this are of one piece: even the smallest stickers lie farther apart."""


def joined(looks: Sequence[Look]) -> Look:
    """
    One look of several at a table where nothing moved, in the axes of the first: of each piece its surest sighting.

    A code that is seen at two places is there twice, as it would be in one picture. A card that one picture doubts for
    its colour is doubted.
    """
    first, *more = looks
    known = {seen.code: seen for seen in first.sightings if seen.code != BACK_CODE}
    found = [*first.sightings]
    for look in more:
        found += anchored(look, known).sightings
    doubted = {one.code: one for look in reversed(looks) for one in look.miscoloured}
    return replace(first, sightings=_surest(found), miscoloured=tuple(doubted[code] for code in sorted(doubted)))


def _surest(found: Sequence[Sighting]) -> tuple[Sighting, ...]:
    kept: list[Sighting] = []
    for seen in sorted(found, key=lambda one: -one.margin):
        if not any(seen.code == other.code and apart_mm(seen, other) < SAME_MM for other in kept):
            kept.append(seen)
    return tuple(sorted(kept, key=lambda one: (one.code, one.x_mm, one.y_mm)))
