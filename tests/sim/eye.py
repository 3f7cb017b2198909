"""What a camera sees of the cards on a table: no picture, only sightings; and what it misses, each at a rate."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist
from random import Random

from lucca_pi.drawn.things import Point, moved_point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, QUARTER_SQUARE_MM
from lucca_pi.table.sighting import Look, Sighting, in_axes

MM_PER_PX = 0.4
BESIDE_MM = 300.0
"""How much of the table is in sight beyond the outermost codes."""
NEAR_MM = 130.0
"""Cards whose middles lie farther apart than this do not touch."""
OFF_MM = 0.5
OFF_DEG = 0.3
"""How exactly a card's place and heading are read: standard deviations."""
MOMENTS_UNDER = 5
"""A wall that was slid under another stays there for about so many moments."""
MOMENTS_OF_A_MUG = 8
HAND_MM, BESIDE_A_QUARTER_MM = 80.0, 130.0
"""How far a hand hides codes, and how far from a quarter a mug stands: a standard deviation."""

Laid = tuple[DrawnCard, ...]


def look_at(lying: Iterable[DrawnCard], deck_file: DeckFile, missing: Collection[int] = frozenset()) -> Look:
    """
    The look that shows every card but the buried ones and those whose codes are `missing`.

    In the axes of the lowest quarter code seen. Raises ValueError when no quarter is seen.
    """
    seen = [sighting_of(card, deck_file) for card in lying if not card.buried and card.code not in missing]
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
    above = above_it(card, lying)
    if not above:
        return False
    half = (QUARTER_SQUARE_MM if card.code in QUARTER_CODES else deck_file.square_mm) / 2
    middle = code_middle(card, deck_file)
    corners = [moved_point(middle, card.heading_deg, x * half, y * half) for x in (-1, 1) for y in (-1, 1)]
    return any(is_on(corner, other, deck_file) for other in above for corner in corners)


def above_it(card: DrawnCard, lying: Iterable[DrawnCard]) -> list[DrawnCard]:
    """The cards that may lie on a card, even in part."""
    above = (other for other in lying if other.level > card.level and not other.buried)
    return [other for other in above if dist((card.x_mm, card.y_mm), (other.x_mm, other.y_mm)) < NEAR_MM]


def is_on(point: Point, card: DrawnCard, deck_file: DeckFile) -> bool:
    """Whether the point lies on the card."""
    off = point[0] - card.x_mm, point[1] - card.y_mm
    across, down = moved_point((0.0, 0.0), -card.heading_deg, *off)
    return abs(across) < deck_file.card_mm[0] / 2 and abs(down) < deck_file.card_mm[1] / 2


def code_middle(card: DrawnCard, deck_file: DeckFile) -> Point:
    """The middle of the card's code, in table axes; a face has its code in its upper left corner."""
    if card.code == BACK_CODE or card.code in QUARTER_CODES:
        return card.x_mm, card.y_mm
    code_mm = deck_file.inset_mm + deck_file.square_mm / 2
    left, top = code_mm - deck_file.card_mm[0] / 2, code_mm - deck_file.card_mm[1] / 2
    return moved_point((card.x_mm, card.y_mm), card.heading_deg, left, top)


def sighting_of(card: DrawnCard, deck_file: DeckFile) -> Sighting:
    """The card's code where it lies, in table axes."""
    return Sighting(card.code, *code_middle(card, deck_file), card.heading_deg)


def _from(first: Sighting, sighting: Sighting) -> Sighting:
    pose = in_axes(sighting, first)
    return Sighting(sighting.code, pose.x_mm, pose.y_mm, pose.heading_deg, sighting.margin)


def _corners(sightings: Iterable[Sighting]) -> Iterator[Point]:
    """The corners of what is in sight, clockwise from the upper left."""
    across, down = zip(*((sighting.x_mm, sighting.y_mm) for sighting in sightings), strict=True)
    left, right = min(across) - BESIDE_MM, max(across) + BESIDE_MM
    top, bottom = min(down) - BESIDE_MM, max(down) + BESIDE_MM
    yield from ((left, top), (right, top), (right, bottom), (left, bottom))


@dataclass(frozen=True, slots=True)
class Glance:
    """
    One look of the camera.

    `moment` counts the evening's, `look` the looks at one moment; `heeded`: the machine has said that something is
    wrong, and people have cleared the table. `apart`: walls that have been laid apart so that all can be seen, by
    `wall_name`. `seed` is the evening's.
    """

    seed: int
    moment: int
    look: int
    heeded: bool = False
    apart: frozenset[str] = frozenset()


def measured(lying: Laid, glance: Glance) -> Laid:
    """The cards where a picture has them: a little off, as docs/measured/plane.md measures it."""
    chance = Random(f"{glance.seed} measured {glance.moment} {glance.look}")
    return tuple(
        replace(
            card,
            x_mm=card.x_mm + chance.gauss(0, OFF_MM),
            y_mm=card.y_mm + chance.gauss(0, OFF_MM),
            heading_deg=card.heading_deg + chance.gauss(0, OFF_DEG),
        )
        for card in lying
    )


Sights = Callable[[Laid, Glance], Iterable[DrawnCard]]
"""Something that hides codes: the cards whose codes are not seen."""


def code_missed(lying: Laid, glance: Glance, rate: float = 0.02) -> Iterator[DrawnCard]:
    """Each code in sight is missed, afresh at each look."""
    chance = Random(f"{glance.seed} missed {glance.moment} {glance.look}")
    return (card for card in lying if chance.random() < rate)


def code_lost(lying: Laid, glance: Glance, cards: int = 2) -> Iterator[DrawnCard]:
    """So many cards lose their stickers, each at some moment, for the rest of the game."""
    chance = Random(f"{glance.seed} lost")
    lost = {chance.randint(1, QUARTER_CODES[0] - 1): chance.randint(1, 20) for _ in range(cards)}
    return (card for card in lying if lost.get(card.code, glance.moment + 1) <= glance.moment)


def card_unread(lying: Laid, glance: Glance, rate: float = 0.03) -> Iterator[DrawnCard]:
    """A card in the centre lies in a reflection: it is not read as long as it lies there."""
    for card in lying:
        chance = Random(f"{glance.seed} unread {card.code} {card.x_mm:.0f} {card.y_mm:.0f}")
        if card.owner is None and chance.random() < rate:
            yield card


def wall_hidden(lying: Laid, glance: Glance, rate: float = 0.1) -> Iterator[DrawnCard]:
    """A wall lies under another, or at the edge of the picture, for some moments, or until walls are laid apart."""
    for card in lying:
        wall = wall_name(card)
        if card.code == BACK_CODE and wall not in glance.apart:
            chance = Random(f"{glance.seed} wall {wall} {glance.moment // MOMENTS_UNDER}")
            if chance.random() < rate:
                yield card


def wall_name(card: DrawnCard) -> str:
    """What tells a wall from others: whose it is, and where it lies."""
    return f"{card.owner} {card.x_mm:.0f} {card.y_mm:.0f}"


def hand_in_the_way(lying: Laid, glance: Glance, rate: float = 0.1) -> Iterable[DrawnCard]:
    """A hand hides all codes around some card, at some looks; at the next it is gone or elsewhere."""
    chance = Random(f"{glance.seed} hand {glance.moment} {glance.look}")
    if chance.random() >= rate:
        return ()
    over = chance.choice(lying)
    return _around((over.x_mm, over.y_mm), HAND_MM, lying)


def mug(lying: Laid, glance: Glance, radius_mm: float = 55.0) -> Iterable[DrawnCard]:
    """A mug stands beside a quarter for some moments of the evening; it is lifted when the machine complains."""
    chance = Random(f"{glance.seed} mug")
    stands_at = chance.randint(1, 18)
    if glance.heeded or not stands_at <= glance.moment < stands_at + MOMENTS_OF_A_MUG:
        return ()
    beside = chance.choice([card for card in lying if card.code in QUARTER_CODES])
    x_mm, y_mm = (chance.gauss(0, BESIDE_A_QUARTER_MM) for _ in range(2))
    around = _around((beside.x_mm + x_mm, beside.y_mm + y_mm), radius_mm, lying)
    return [card for card in around if card.code not in QUARTER_CODES]


def _around(middle: Point, radius_mm: float, lying: Laid) -> list[DrawnCard]:
    return [card for card in lying if dist(middle, (card.x_mm, card.y_mm)) < radius_mm]
