"""Which cards in the centre lie together as triplets."""

from collections.abc import Sequence
from itertools import combinations
from math import dist

from lucca_pi.games.citta.table.pieces import Cards
from lucca_pi.table.axes import beside
from lucca_pi.table.sighting import Sighting

FARTHEST_LINK = 1.5
"""Neighbours in a triplet lie at most this many card heights apart, middle to middle."""


def triplets_among(cards: Sequence[Sighting], pieces: Cards) -> list[tuple[Sighting, Sighting, Sighting]]:
    """
    Groups of three cards that lie nearer to each other than to any other of `cards`.

    Nearer means along a chain: the two outer cards of a row may be farther apart than the next row is.
    """
    middles = [middle_of(card, pieces) for card in cards]
    group = {index: frozenset({index}) for index in range(len(cards))}
    found: set[frozenset[int]] = set()
    for _, one, other in _links(middles, FARTHEST_LINK * pieces.card_mm[1]):
        if group[one] == group[other]:
            continue
        merged = group[one] | group[other]
        group |= dict.fromkeys(merged, merged)
        if len(merged) == 3:
            found.add(merged)
    return [_three(cards, indices) for indices in sorted(found, key=min)]


def middle_of(card: Sighting, pieces: Cards) -> tuple[float, float]:
    """The middle of the card, in the sighting's axes: a face's place is in its upper left corner."""
    return beside(card, pieces.by_code[card.code].to_middle_mm)


def _links(middles: Sequence[tuple[float, float]], longest_mm: float) -> list[tuple[float, int, int]]:
    pairs = combinations(range(len(middles)), 2)
    lengths = [(dist(middles[one], middles[other]), one, other) for one, other in pairs]
    return sorted(link for link in lengths if link[0] <= longest_mm)


def _three(cards: Sequence[Sighting], indices: frozenset[int]) -> tuple[Sighting, Sighting, Sighting]:
    one, two, three = (cards[index] for index in sorted(indices))
    return one, two, three
