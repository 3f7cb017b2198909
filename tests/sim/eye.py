"""What a faultless camera would see of the cards on a table: no picture, only sightings."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import dist

from lucca_pi.drawn.things import moved_point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.table.pieces import QUARTER_CODES, QUARTER_SQUARE_MM
from lucca_pi.table.sighting import Look, Sighting, in_axes
from tests.codes import code_middle

MM_PER_PX = 0.4
BESIDE_MM = 300.0
"""How much of the table is in sight beyond the outermost codes."""
NEAR_MM = 130.0
"""Cards whose middles lie farther apart than this do not touch."""


def look_at(lying: Iterable[DrawnCard], deck_file: DeckFile, missing: Collection[int] = frozenset()) -> Look:
    """
    The look that shows every card but the buried ones and those whose codes are `missing`.

    In the axes of the lowest quarter code seen. Raises ValueError when no quarter is seen.
    """
    seen = [_sighting(card, deck_file) for card in lying if not card.buried and card.code not in missing]
    quarters = [sighting for sighting in seen if sighting.code in QUARTER_CODES]
    if not quarters:
        raise ValueError("No quarter is in sight: the look would have no axes.")
    first = min(quarters, key=lambda sighting: sighting.code)
    sightings = tuple(_from(first, sighting) for sighting in seen)
    return Look(sightings, MM_PER_PX, tuple(_corners(sightings)))


def uncovered(lying: Sequence[DrawnCard], deck_file: DeckFile) -> tuple[DrawnCard, ...]:
    """The cards whose codes no other card covers, not even in part."""
    return tuple(card for card in lying if not card.buried and not _is_covered(card, lying, deck_file))


def _is_covered(card: DrawnCard, lying: Iterable[DrawnCard], deck_file: DeckFile) -> bool:
    above = [other for other in lying if other.level > card.level and not other.buried and _is_near(card, other)]
    if not above:
        return False
    half = (QUARTER_SQUARE_MM if card.code in QUARTER_CODES else deck_file.square_mm) / 2
    middle = code_middle(card, deck_file)
    corners = [moved_point(middle, card.heading_deg, x * half, y * half) for x in (-1, 1) for y in (-1, 1)]
    return any(is_on(corner, other, deck_file) for other in above for corner in corners)


def _is_near(card: DrawnCard, other: DrawnCard) -> bool:
    return dist((card.x_mm, card.y_mm), (other.x_mm, other.y_mm)) < NEAR_MM


def is_on(point: tuple[float, float], card: DrawnCard, deck_file: DeckFile) -> bool:
    """Whether the point lies on the card."""
    off = point[0] - card.x_mm, point[1] - card.y_mm
    across, down = moved_point((0.0, 0.0), -card.heading_deg, *off)
    return abs(across) < deck_file.card_mm[0] / 2 and abs(down) < deck_file.card_mm[1] / 2


def _sighting(card: DrawnCard, deck_file: DeckFile) -> Sighting:
    return Sighting(card.code, *code_middle(card, deck_file), card.heading_deg)


def _from(first: Sighting, sighting: Sighting) -> Sighting:
    pose = in_axes(sighting, first)
    return Sighting(sighting.code, pose.x_mm, pose.y_mm, pose.heading_deg, sighting.margin)


def _corners(sightings: Iterable[Sighting]) -> Iterator[tuple[float, float]]:
    """The corners of what is in sight, clockwise from the upper left."""
    across, down = zip(*((sighting.x_mm, sighting.y_mm) for sighting in sightings), strict=True)
    left, right = min(across) - BESIDE_MM, max(across) + BESIDE_MM
    top, bottom = min(down) - BESIDE_MM, max(down) + BESIDE_MM
    yield from ((left, top), (right, top), (right, bottom), (left, bottom))
