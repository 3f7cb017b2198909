"""Several pictures of one moment as one look: what a reflex hides in the first, a darker one may show."""

from collections.abc import Sequence
from dataclasses import replace
from math import dist

from lucca_pi.table.anchor import anchored
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, NameCard, Sighting, Spot, apart_mm

SAME_SPOT_MM = 2.0
"""Two spots of a kind that are nearer than this are one: what lies in a stair shows a few millimetres of itself."""
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
    found, names, spots = [*first.sightings], [*first.names], [*first.spots]
    for look in more:
        there = anchored(look, known, pieces.anchors)
        found += there.sightings
        spots += there.spots
        names += [card for card in there.names if not any(_is_same(card, other) for other in names)]
    doubted = {one.code: one for look in reversed(looks) for one in look.miscoloured}
    miscoloured = tuple(doubted[code] for code in sorted(doubted))
    surest, others = _surest(found), _surest_spots(spots)
    return replace(first, sightings=surest, miscoloured=miscoloured, names=tuple(names), spots=others)


def _is_same(card: NameCard, other: NameCard) -> bool:
    return card.name == other.name and dist((card.x_mm, card.y_mm), (other.x_mm, other.y_mm)) < SAME_MM


def _surest(found: Sequence[Sighting]) -> tuple[Sighting, ...]:
    kept: list[Sighting] = []
    for seen in sorted(found, key=lambda one: -one.margin):
        if not any(seen.code == other.code and apart_mm(seen, other) < SAME_MM for other in kept):
            kept.append(seen)
    return tuple(sorted(kept, key=lambda one: (one.code, one.x_mm, one.y_mm)))


def _surest_spots(found: Sequence[Spot]) -> tuple[Spot, ...]:
    """The surest view of each spot; a view with a clear colour comes before one without."""
    kept: list[Spot] = []
    for seen in sorted(found, key=lambda one: (not one.colour, -one.margin)):
        if not any(_is_same_spot(seen, other) for other in kept):
            kept.append(seen)
    return tuple(sorted(kept, key=lambda one: (one.kind, one.x_mm, one.y_mm)))


def _is_same_spot(one: Spot, other: Spot) -> bool:
    return one.kind == other.kind and dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) < SAME_SPOT_MM
