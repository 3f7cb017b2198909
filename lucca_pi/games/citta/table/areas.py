"""The owner and area of a card, from its place among the quarters; and all cards of a look."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, inf
from typing import Literal

from lucca_pi.games.citta.table.pieces import BACK_CODE, COAT_CODES, QUARTER_CODES, TOWER_OF_CODE
from lucca_pi.table.sighting import Alike, Look, Pose, Sighting, in_axes

Area = Literal["construction", "completed", "opened"]
AREAS: tuple[Area, ...] = ("construction", "completed", "opened")

LOWER_EDGE_MM = 45.5
"""The quarter card's lower edge, mm: a card nearer to the player is under construction."""
REACH_X_MM = 350.0
REACH_Y_MM = (-210.0, 420.0)
UPRIGHT_DEG = 45.0
"""Turn against a player's quarter, degrees, below which a card is upright for that player."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """The place of a card: the owner's quarter code and the area, or None twice for the centre."""

    owner: int | None
    area: Area | None


IN_CENTRE = CardPlace(None, None)


def area_at(pose: Pose, swap: bool = False) -> Area:
    """The area of the pose; `swap` puts opened palaces left of the quarter and completed ones right of it."""
    if pose.y_mm > LOWER_EDGE_MM:
        return "construction"
    return "completed" if (pose.x_mm < 0) != swap else "opened"


def place_of(sighting: Sighting, quarters: Sequence[Sighting], swap: bool = False) -> CardPlace:
    """
    The place of a card: with the quarter it is upright for, among those that reach it, then with the nearest; else the
    centre.
    """
    return _place_of(sighting, {quarter.code: in_axes(sighting, quarter) for quarter in quarters}, swap)


def nearest_in_reach(x_mm: float, y_mm: float, quarters: Sequence[Sighting]) -> int | None:
    """The nearest of the quarters that reach the place; None if none does."""
    poses = {quarter.code: in_axes(Sighting(0, x_mm, y_mm, 0), quarter) for quarter in quarters}
    reaching = [code for code, pose in poses.items() if _outside_mm(pose, _REACH) == 0]
    return min(reaching, key=lambda code: (_far_mm(poses[code]), code), default=None)


def _place_of(sighting: Sighting, poses: Mapping[int, Pose], swap: bool) -> CardPlace:
    reaching = [code for code, pose in poses.items() if _outside_mm(pose, _REACH) == 0]
    if not reaching:
        return IN_CENTRE
    owner = min(reaching, key=lambda code: (_askew_deg(sighting, poses[code]) > 0, _far_mm(poses[code]), code))
    return CardPlace(owner, area_at(poses[owner], swap))


def possible_places(
    sighting: Sighting, quarters: Sequence[Sighting], swap: bool = False
) -> tuple[tuple[CardPlace, float], ...]:
    """
    Every place the card could be meant for, each with its cost, best first.

    The first is `place_of` at cost 0. A cost is in millimetres: how far the card would have to be moved to be there
    (into the area, out of everybody's reach, or nearer to that quarter than to the owner's), and one millimetre more
    for each degree that it is turned beyond 45 against that quarter.
    """
    return _places(sighting, tuple(quarters), swap)


@lru_cache(maxsize=1024)
def _places(sighting: Sighting, quarters: tuple[Sighting, ...], swap: bool) -> tuple[tuple[CardPlace, float], ...]:
    """
    The possible places of a card with their costs, cheapest first; cached, as every choice of ambiguous cards asks for
    it.
    """
    poses = {quarter.code: in_axes(sighting, quarter) for quarter in quarters}
    best = _place_of(sighting, poses, swap)
    owner_mm = _far_mm(poses[best.owner]) if best.owner else inf
    costs = {IN_CENTRE: _centre_cost(sighting, poses)}
    for code, pose in poses.items():
        common = _askew_deg(sighting, pose) + max(0.0, _far_mm(pose) - owner_mm) / 2
        costs |= {CardPlace(code, area): common + _outside_mm(pose, box) for area, box in _BOXES[swap].items()}
    base = costs[best] if best.owner else 0.0
    costs = {
        place: 0.0 if place == best else max(0.0, cost - (base if place.owner else 0.0))
        for place, cost in costs.items()
    }
    return tuple(sorted(costs.items(), key=lambda item: (item[0] != best, item[1], str(item[0]))))


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    right: float
    top: float
    bottom: float


_LEFT = _Box(-REACH_X_MM, 0, REACH_Y_MM[0], LOWER_EDGE_MM)
_RIGHT = _Box(0, REACH_X_MM, REACH_Y_MM[0], LOWER_EDGE_MM)
_BELOW = _Box(-REACH_X_MM, REACH_X_MM, LOWER_EDGE_MM, REACH_Y_MM[1])
_REACH = _Box(-REACH_X_MM, REACH_X_MM, *REACH_Y_MM)
_BOXES: Mapping[bool, Mapping[Area, _Box]] = {
    False: {"construction": _BELOW, "completed": _LEFT, "opened": _RIGHT},
    True: {"construction": _BELOW, "completed": _RIGHT, "opened": _LEFT},
}
"""Each area's box, by `swap`: True if opened palaces are left of the quarter."""


def _outside_mm(pose: Pose, box: _Box) -> float:
    dx = max(box.left - pose.x_mm, 0.0, pose.x_mm - box.right)
    dy = max(box.top - pose.y_mm, 0.0, pose.y_mm - box.bottom)
    return hypot(dx, dy)


def _inside_mm(pose: Pose, box: _Box) -> float:
    depths = pose.x_mm - box.left, box.right - pose.x_mm, pose.y_mm - box.top, box.bottom - pose.y_mm
    return max(0.0, min(depths))


def _far_mm(pose: Pose) -> float:
    return hypot(pose.x_mm, pose.y_mm)


def _askew_deg(sighting: Sighting, pose: Pose) -> float:
    """Degrees by which the heading speaks against that quarter; 0 for backs and towers, which are often turned."""
    if sighting.code == BACK_CODE or sighting.code in TOWER_OF_CODE:
        return 0.0
    return max(0.0, abs(pose.heading_deg) - UPRIGHT_DEG + 1e-9)


def _centre_cost(sighting: Sighting, poses: Mapping[int, Pose]) -> float:
    return max((_inside_mm(pose, _REACH) - _askew_deg(sighting, pose) for pose in poses.values()), default=0.0)


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card with its place; `pose` is in its owner's axes, in the centre in the first quarter's."""

    sighting: Sighting
    place: CardPlace
    pose: Pose


def quarters_in(look: Look) -> dict[int, Sighting]:
    """The quarters seen in a look, by code."""
    return {seen.code: seen for seen in sorted(look.sightings, key=lambda one: one.code) if seen.code in QUARTER_CODES}


def lay_out(look: Look, swap: bool = False) -> tuple[tuple[Sighting, ...], tuple[PlacedCard, ...]]:
    """The quarters by code, and the cards by code and place; of a code seen twice only the surest, of backs all."""
    quarters = _surest(sighting for sighting in look.sightings if sighting.code in QUARTER_CODES)
    if not quarters:
        raise ValueError("A look without a quarter cannot be read: it has no axes.")
    others = [sighting for sighting in look.sightings if sighting.code not in (*QUARTER_CODES, *COAT_CODES)]
    faces = _surest(card for card in others if card.code != BACK_CODE)
    backs = sorted((card for card in others if card.code == BACK_CODE), key=_steady)
    return quarters, tuple(_laid(card, quarters, swap) for card in (*faces, *backs))


def laid_open(look: Look, swap: bool = False) -> tuple[tuple[Alike, PlacedCard], ...]:
    """The ambiguous cards of a look, each with the place of its likeliest candidate."""
    quarters = _surest(sighting for sighting in look.sightings if sighting.code in QUARTER_CODES)
    return tuple((one, _laid(likeliest(one), quarters, swap)) for one in look.alike)


def likeliest(one: Sighting | Alike) -> Sighting:
    """A card as a sighting: an ambiguous one as its likeliest card."""
    return one if isinstance(one, Sighting) else Sighting((*one.codes, 0)[0], one.x_mm, one.y_mm, one.heading_deg)


def _surest(sightings: Iterable[Sighting]) -> tuple[Sighting, ...]:
    by_code = {sighting.code: sighting for sighting in sorted(sightings, key=_steady)}
    return tuple(by_code[code] for code in sorted(by_code))


def _steady(sighting: Sighting) -> tuple[float, ...]:
    """An order that does not depend on the order of the sightings; the surest of a code comes last."""
    return sighting.code, sighting.margin, sighting.x_mm, sighting.y_mm


def _laid(card: Sighting, quarters: Sequence[Sighting], swap: bool) -> PlacedCard:
    place = place_of(card, quarters, swap)
    axes = next((quarter for quarter in quarters if quarter.code == place.owner), quarters[0])
    return PlacedCard(card, place, in_axes(card, axes))
