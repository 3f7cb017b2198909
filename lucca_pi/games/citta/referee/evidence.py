"""Evidence: where each card is seen, and what that costs every other place; quarter cards that were moved."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import fmean

from lucca_pi.contract.verdict import Unexplained
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.table.areas import IN_CENTRE, CardPlace, place_of, possible_places
from lucca_pi.games.citta.table.pieces import BACK_CODE, Cards
from lucca_pi.language import _
from lucca_pi.table.pieces import is_in_view
from lucca_pi.table.sighting import Look, Sighting, apart_mm, in_axes, wrapped

CONTRADICTION = 12.0
"""Largest weight of one card seen in the wrong place. All weights are natural logarithms of odds."""
MM_PER_UNIT = 6.0
"""Distance, mm, from where a card should be that weighs 1."""
AT_THE_EDGE = 2.0
"""Largest weight (12 mm) at which a card near the edge of a reach may still be meant for the centre."""
MOST_BEFORE = 5.0
"""Largest weight of an earlier look: a card that rested there and is unread now has probably not gone far."""
STILL_MM = 40.0
"""Largest distance, mm, at which a piece counts as the same one, not moved."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A player's card: where it was last seen, and its place in the game."""

    seen: Sighting
    place: CardPlace


@dataclass(frozen=True)
class PlacedSighting:
    """
    One sighting of a card among the quarters; costs of other places are computed on demand.

    `kept`: the place it had if it has not moved since; it keeps that place even if its quarter was pushed away.
    `look`: index of the look at rest in which it was seen, from 0.
    """

    sighting: Sighting
    quarters: tuple[Sighting, ...]
    swap: bool = False
    kept: CardPlace | None = None
    look: int = 0

    @cached_property
    def place(self) -> CardPlace:
        """The place of the card."""
        return self.kept or place_of(self.sighting, self.quarters, self.swap)

    @cached_property
    def costs(self) -> Mapping[CardPlace, float]:
        """Weight of every other place that may have been meant."""
        ranked = possible_places(self.sighting, self.quarters, self.swap)
        back_mm = next((mm for place, mm in ranked if place == self.kept), 0.0) if self.kept else 0.0
        return {place: min(CONTRADICTION, (mm + back_mm) / MM_PER_UNIT) for place, mm in ranked}

    @cached_property
    def is_in_centre(self) -> bool:
        """True if it is out of everybody's reach, or close enough to an edge to be meant for the centre."""
        return self.kept is None and self.costs.get(IN_CENTRE, CONTRADICTION) < AT_THE_EDGE

    def cost(self, place: CardPlace) -> float:
        """Weight of the claim that it is at `place`."""
        return 0.0 if place == self.place else self.costs.get(place, CONTRADICTION)


_Spots = Mapping[CardName, tuple[PlacedSighting, ...]]


@dataclass(frozen=True)
class Evidence:
    """
    Sightings since the last confirmed look: `now` the latest look, `before` the looks at rest before it.

    Everything is in the game's axes. `quarters`: each quarter's place by code, seen now or remembered. `backs`: those
    of the latest look; `backs_before`: those at rest before it. `view_mm`: corners of the area in the latest picture.
    `told`: cards of triplets that players entered, placed between their neighbours; `unsaid`: cards beside which there
    is one that nobody named.
    """

    quarters: Mapping[int, Sighting]
    now: _Spots
    before: _Spots
    backs: tuple[PlacedSighting, ...]
    backs_before: tuple[tuple[PlacedSighting, ...], ...] = ()
    view_mm: tuple[tuple[float, float], ...] = ()
    told: Mapping[CardName, Sighting] = field(default_factory=dict)
    unsaid: frozenset[CardName] = frozenset()

    def cost_now(self, name: CardName, place: CardPlace) -> float | None:
        """Weight of the claim that the card is at `place` now; None if it is seen nowhere."""
        spots = self.now.get(name)
        return min(spot.cost(place) for spot in spots) if spots else None

    def cost_before(self, name: CardName, *places: CardPlace) -> float:
        """Weight of the claim that a card went out of sight at one of `places`, given where it rested before."""
        spots = self.before.get(name)
        return min(MOST_BEFORE, *(spots[-1].cost(place) for place in places)) if spots else 0.0

    def could_show(self, seen: Sighting) -> bool:
        """True if a card there would be in the picture and not cut by its edge."""
        return is_in_view(seen, self.view_mm)

    def down_mm(self, name: CardName, quarter: int) -> float | None:
        """Distance, mm, of the card from the quarter's middle towards its player; None if it is seen nowhere."""
        return self._down_mm(self.now.get(name), quarter)

    def down_before_mm(self, name: CardName, quarter: int) -> float | None:
        """`down_mm` in the last look at rest; None if the card was not seen then."""
        return self._down_mm(self.before.get(name, ())[-1:], quarter)

    def step_before_mm(self, under: CardName, over: CardName, quarter: int) -> float | None:
        """Difference, mm, in `down_mm` of two cards in the last look at rest that showed both; else None."""
        for spot in reversed(self.before.get(over, ())):
            for other in self.before.get(under, ()):
                if other.look == spot.look:
                    return self._spot_down_mm(spot, quarter) - self._spot_down_mm(other, quarter)
        return None

    def _down_mm(self, spots: tuple[PlacedSighting, ...] | None, quarter: int) -> float | None:
        return self._spot_down_mm(spots[0], quarter) if spots else None

    def _spot_down_mm(self, spot: PlacedSighting, quarter: int) -> float:
        return in_axes(spot.sighting, self.quarters[quarter]).y_mm

    def across_mm(self, name: CardName, quarter: int) -> float | None:
        """Distance, mm, of the card to the right of the quarter's middle; None if it is seen nowhere."""
        spots = self.now.get(name)
        return in_axes(spots[0].sighting, self.quarters[quarter]).x_mm if spots else None

    def place(self, name: CardName) -> CardPlace | None:
        """The card's place; at the edge of a reach the centre. None if it is seen nowhere."""
        spots = self.now.get(name)
        return (IN_CENTRE if spots[0].is_in_centre else spots[0].place) if spots else None

    @cached_property
    def in_centre(self) -> Mapping[CardName, Sighting]:
        """The faces in the centre or at its edge."""
        return {name: spots[0].sighting for name, spots in self.now.items() if spots[0].is_in_centre}


def gather(
    looks: Sequence[Look],
    quarters: Mapping[int, Sighting],
    kept: Mapping[CardName, Kept],
    laid_out: Mapping[CardName, Sighting],
    pieces: Cards,
    *,
    swap: bool = False,
) -> Evidence:
    """
    The evidence in looks (game's axes, the latest last) with the quarters at the places in `quarters`.

    Cards in `kept` that have not moved keep their places. An earlier look at a card that was then still `laid_out` in
    its triplet does not show where it went.
    """
    around = tuple(quarters.values())
    before: dict[CardName, tuple[PlacedSighting, ...]] = {}
    for number, look in enumerate(looks[:-1]):
        for name, spots in _faces(look, around, kept, pieces, swap).items():
            if name not in laid_out or apart_mm(laid_out[name], spots[0].sighting) > STILL_MM:
                before[name] = (*before.get(name, ()), *(replace(spot, look=number) for spot in spots))
    latest = looks[-1]
    *rested, backs = (
        tuple(PlacedSighting(seen, around, swap) for seen in look.sightings if seen.code == BACK_CODE) for look in looks
    )
    now = _faces(latest, around, kept, pieces, swap)
    seen = Evidence(quarters, now, before, backs, tuple(rested), latest.view_mm)
    unsaid = frozenset(pieces.name(code) for one in latest.told if one.code is None for code in one.beside)
    return replace(seen, told=dict(_told(latest, seen.in_centre, pieces)), unsaid=unsaid)


def _told(look: Look, in_centre: Mapping[CardName, Sighting], pieces: Cards) -> Iterator[tuple[CardName, Sighting]]:
    """The cards that players named, if their neighbours are still in the centre."""
    for one in look.told:
        beside = [in_centre.get(pieces.name(code)) for code in one.beside]
        lying = [seen for seen in beside if seen]
        if one.code is not None and pieces.name(one.code) not in in_centre and len(lying) == len(beside):
            x_mm, y_mm = fmean(seen.x_mm for seen in lying), fmean(seen.y_mm for seen in lying)
            yield pieces.name(one.code), Sighting(one.code, x_mm, y_mm, lying[0].heading_deg, margin=0.0)


def _faces(
    look: Look, quarters: tuple[Sighting, ...], kept: Mapping[CardName, Kept], pieces: Cards, swap: bool
) -> dict[CardName, tuple[PlacedSighting, ...]]:
    found: dict[CardName, tuple[PlacedSighting, ...]] = {}
    for seen in look.sightings:
        if pieces.is_face(seen.code):
            name = pieces.name(seen.code)
            was = kept.get(name)
            still = was.place if was and apart_mm(was.seen, seen) < STILL_MM else None
            found[name] = (*found.get(name, ()), PlacedSighting(seen, quarters, swap, still))
    return found


_TURNED_DEG = 45.0
"""Turn, degrees, above which a quarter card no longer matches its player's cards."""
_AWAY_MM = 200.0
"""Move, mm, above which a quarter card is nearer to other cards than to its player's."""
_LAY_BACK = _("Lay it back, its top away from its player, then press OK.")
_LAY_BOTH_BACK = _("Lay them back, the top of each away from its player, then press OK.")


def quarter_amiss(
    quarters: Mapping[int, Sighting], kept: Mapping[CardName, Kept], evidence: Evidence, seats: Mapping[str, int]
) -> Unexplained | None:
    """
    The quarter card that was turned or taken elsewhere; it is reported before any card that only seems misplaced.

    `quarters` by code; `kept`: players' cards where they were last seen. None if the player's cards moved with it, or
    if none of them is seen.
    """
    amiss = quarters_amiss(quarters, kept, evidence)
    first = next((player for player, code in seats.items() if code in amiss), None)
    if first is None:
        return None
    lies, lay = evidence.quarters[seats[first]], quarters[seats[first]]
    for other, code in seats.items():
        exchanged = apart_mm(lies, quarters[code]), apart_mm(lay, evidence.quarters[code])
        if other != first and code in amiss and max(exchanged) < _AWAY_MM:
            both = {"player": first, "other": other}
            return Unexplained((_("The quarters of {player} and {other} are swapped", **both),), _LAY_BOTH_BACK)
    if apart_mm(lay, lies) < _AWAY_MM:
        return Unexplained((_("{player}'s quarter is turned the wrong way", player=first),), _LAY_BACK)
    return Unexplained((_("{player}'s quarter has been moved", player=first),), _LAY_BACK)


def quarters_amiss(
    quarters: Mapping[int, Sighting], kept: Mapping[CardName, Kept], evidence: Evidence
) -> frozenset[int]:
    """The quarter cards, by code, that were turned or taken elsewhere without their players' cards."""
    both = ((code, quarters[code], now) for code, now in evidence.quarters.items() if code in quarters)
    return frozenset(code for code, was, now in both if _is_moved(was, now) and _cards_stayed(kept, evidence, was, now))


def _is_moved(was: Sighting, now: Sighting) -> bool:
    return apart_mm(was, now) > _AWAY_MM or abs(wrapped(now.heading_deg - was.heading_deg)) > _TURNED_DEG


def _cards_stayed(kept: Mapping[CardName, Kept], evidence: Evidence, was: Sighting, now: Sighting) -> bool:
    """True if more of the player's cards are where they were than moved along with the quarter card."""
    stayed = went_along = 0
    for name, card in kept.items():
        if card.place.owner == was.code and name in evidence.now:
            here = evidence.now[name][0].sighting
            before, after = in_axes(card.seen, was), in_axes(here, now)
            stayed += apart_mm(card.seen, here) < STILL_MM
            went_along += abs(before.x_mm - after.x_mm) + abs(before.y_mm - after.y_mm) < STILL_MM
    return stayed > went_along
