"""Several pictures of one moment as one look: what a reflex hides in the first, a darker one may show."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import dist

from lucca_pi.table.anchor import anchored
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Alike, Look, NameCard, Sighting, Spot, apart_mm

_SAME_SPOT_MM = 2.0
"""Distance, mm, below which two spots of a kind are one: of a token in a stair a few millimetres are in sight."""
_SAME_MM = 15.0
"""Two sightings of a code that are nearer than this are of one piece: even the smallest stickers lie farther apart."""


def joined(looks: Sequence[Look], pieces: Pieces) -> Look:
    """
    One look from several at a table where nothing moved, in the axes of the first: the surest sighting of each piece.

    A code seen at two places counts twice, as in one picture. A card that one picture doubts for its colour is doubted.
    Of an ambiguous card those codes stay that all pictures allow; if one picture is sure of it, it is no longer
    ambiguous.
    """
    first, *more = looks
    known = {seen.code: seen for seen in first.sightings if seen.code not in pieces.shared}
    found, names, spots, alike = [*first.sightings], [*first.names], [*first.spots], [*first.alike]
    for look in more:
        there = anchored(look, known, pieces.anchors)
        found += there.sightings
        spots += there.spots
        alike += there.alike
        names += [card for card in there.names if not any(_is_same(card, other) for other in names)]
    doubted = {one.code: one for look in reversed(looks) for one in look.miscoloured}
    miscoloured = tuple(doubted[code] for code in sorted(doubted))
    surest, others = _surest(found), _surest_spots(spots)
    left = tuple(_narrowest(alike, [seen for seen in surest if seen.code not in (*pieces.anchors, *pieces.shared)]))
    return replace(first, sightings=surest, miscoloured=miscoloured, names=tuple(names), spots=others, alike=left)


def _is_same(card: NameCard, other: NameCard) -> bool:
    return card.name == other.name and dist((card.x_mm, card.y_mm), (other.x_mm, other.y_mm)) < _SAME_MM


def _surest(found: Sequence[Sighting]) -> tuple[Sighting, ...]:
    kept: list[Sighting] = []
    for seen in sorted(found, key=lambda one: -one.margin):
        if not any(seen.code == other.code and apart_mm(seen, other) < _SAME_MM for other in kept):
            kept.append(seen)
    return tuple(sorted(kept, key=lambda one: (one.code, one.x_mm, one.y_mm)))


def _narrowest(found: Sequence[Alike], sure: Sequence[Sighting]) -> Iterator[Alike]:
    """
    Each ambiguous card once, with the codes that all views of it allow; with those of the narrowest view if no code is.
    """
    left = [one for one in found if not any(_is_there(one, seen) for seen in sure)]
    while left:
        views = [one for one in left if _is_there(one, left[0])]
        left = [one for one in left if one not in views]
        yield _one_of(views)


def _is_there(one: Alike, other: Alike | Sighting) -> bool:
    return dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) < _SAME_MM


def _one_of(views: Sequence[Alike]) -> Alike:
    """One card from several views: a view that allows no known card counts less than one that names some."""
    named = sorted((one for one in views if one.codes), key=lambda one: (len(one.codes), -one.likeness))
    if not named:
        return max(views, key=lambda one: one.likeness)
    left = tuple(code for code in named[0].codes if all(code in one.codes for one in named))
    return replace(named[0], codes=left or named[0].codes)


def _surest_spots(found: Sequence[Spot]) -> tuple[Spot, ...]:
    """The surest view of each spot; a view with a clear colour comes before one without."""
    kept: list[Spot] = []
    for seen in sorted(found, key=lambda one: (not one.colour, -one.margin)):
        if not any(_is_same_spot(seen, other) for other in kept):
            kept.append(seen)
    return tuple(sorted(kept, key=lambda one: (one.kind, one.x_mm, one.y_mm)))


def _is_same_spot(one: Spot, other: Spot) -> bool:
    return one.kind == other.kind and dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) < _SAME_SPOT_MM
