"""Several pictures of one moment as one look: what a reflex hides in the first, a darker one may show."""

from collections.abc import Sequence
from dataclasses import replace
from math import dist

from lucca_pi.table.anchor import anchored
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, NameCard, Sighting, apart_mm

SAME_MM = 15.0
"""Two sightings of a code that are nearer than this are of one piece: even the smallest stickers lie farther apart."""


def joined(looks: Sequence[Look], pieces: Pieces) -> Look:
    """
    One look of several at a table where nothing moved, in the axes of the first: of each piece its surest sighting.

    A code that is seen at two places is there twice, as it would be in one picture. A card that one picture doubts for
    its colour is doubted.
    """
    first, *more = looks
    known = {seen.code: seen for seen in first.sightings if seen.code not in pieces.shared}
    found, names = [*first.sightings], [*first.names]
    for look in more:
        there = anchored(look, known, pieces.anchors)
        found += there.sightings
        names += [card for card in there.names if not any(_is_same(card, other) for other in names)]
    doubted = {one.code: one for look in reversed(looks) for one in look.miscoloured}
    miscoloured = tuple(doubted[code] for code in sorted(doubted))
    return replace(first, sightings=_surest(found), miscoloured=miscoloured, names=tuple(names))


def _is_same(card: NameCard, other: NameCard) -> bool:
    return card.name == other.name and dist((card.x_mm, card.y_mm), (other.x_mm, other.y_mm)) < SAME_MM


def _surest(found: Sequence[Sighting]) -> tuple[Sighting, ...]:
    kept: list[Sighting] = []
    for seen in sorted(found, key=lambda one: -one.margin):
        if not any(seen.code == other.code and apart_mm(seen, other) < SAME_MM for other in kept):
            kept.append(seen)
    return tuple(sorted(kept, key=lambda one: (one.code, one.x_mm, one.y_mm)))
