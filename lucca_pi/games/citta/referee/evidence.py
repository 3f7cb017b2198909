"""
Where each card is seen, and what that says for or against its lying elsewhere.

Quarter cards that were turned, exchanged or taken elsewhere, while their players' cards stayed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from statistics import fmean

from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.table.areas import CENTRE, Place, place_of, places
from lucca_pi.games.citta.table.pieces import BACK_CODE, Cards
from lucca_pi.games.contract.verdict import Unexplained
from lucca_pi.language import _
from lucca_pi.table.axes import in_axes, wrapped
from lucca_pi.table.hidden import is_in_view
from lucca_pi.table.sighting import Look, Sighting, apart_mm

CONTRADICTION = 12.0
"""The most that one card seen in the wrong place weighs. All weights are natural logarithms of odds."""
MM_PER_UNIT = 6.0
"""A card that would have to be moved by this much to lie where it should weighs one."""
AT_THE_EDGE = 2.0
"""What would have to be moved no farther than this, 12 mm, to lie in the centre may have been laid there."""
MOST_BEFORE = 5.0
"""The most that an earlier look weighs: what lay at rest and is not read now has hardly gone anywhere."""
STILL_MM = 40.0
"""What lies within this of where it lay is the same piece, still there."""


_places = lru_cache(512)(places)
"""One look is held against many turns, and looks at rest again and again: about as many pieces as eight looks show."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A player's card: where it lay when it was seen last, and the place that it has in the game."""

    seen: Sighting
    place: Place


@dataclass(frozen=True)
class Spot:
    """
    One sighting of a card, among the quarters; what other places would cost it is worked out when it is asked.

    `kept` is the place it had, if it has not moved since: that it still has, even where its quarter was pushed away.
    `look`: in which of the looks at rest it was seen, from 0.
    """

    sighting: Sighting
    quarters: tuple[Sighting, ...]
    swap: bool = False
    kept: Place | None = None
    look: int = 0

    @cached_property
    def place(self) -> Place:
        """Where it lies."""
        return self.kept or place_of(self.sighting, self.quarters, self.swap)

    @cached_property
    def costs(self) -> Mapping[Place, float]:
        """What every other place that it could be meant to lie at costs, in weights."""
        ranked = _places(self.sighting, self.quarters, self.swap)
        back_mm = next((mm for place, mm in ranked if place == self.kept), 0.0) if self.kept else 0.0
        return {place: min(CONTRADICTION, (mm + back_mm) / MM_PER_UNIT) for place, mm in ranked}

    @cached_property
    def is_in_centre(self) -> bool:
        """Whether it lies out of everybody's reach, or so near to the edge of one that it may be meant to."""
        return self.kept is None and self.costs.get(CENTRE, CONTRADICTION) < AT_THE_EDGE

    def cost(self, place: Place) -> float:
        """What it costs to say that it lies at `place`."""
        return 0.0 if place == self.place else self.costs.get(place, CONTRADICTION)


_Spots = Mapping[CardName, tuple[Spot, ...]]


@dataclass(frozen=True)
class Evidence:
    """
    What the looks since the last confirmed one show: `now` the latest, `before` those at rest before it.

    Everything is in the game's axes. `quarters` holds each quarter's place by code, seen now or remembered; `backs`
    are those of the latest look, `backs_before` of those at rest before it. `view_mm`: the corners of what the latest
    look shows. `told`: cards of triplets of which players say that they lie there, in the midst of those beside them;
    `unsaid`: those beside which one lies that nobody names.
    """

    quarters: Mapping[int, Sighting]
    now: _Spots
    before: _Spots
    backs: tuple[Spot, ...]
    backs_before: tuple[tuple[Spot, ...], ...] = ()
    view_mm: tuple[tuple[float, float], ...] = ()
    told: Mapping[CardName, Sighting] = field(default_factory=dict)
    unsaid: frozenset[CardName] = frozenset()

    def cost_now(self, name: CardName, place: Place) -> float | None:
        """What it costs to say that the card lies at `place`; None when it is seen nowhere."""
        spots = self.now.get(name)
        return min(spot.cost(place) for spot in spots) if spots else None

    def cost_before(self, name: CardName, *places: Place) -> float:
        """What it costs to say that a card went out of sight at one of `places`, after where it lay at rest before."""
        spots = self.before.get(name)
        return min(MOST_BEFORE, *(spots[-1].cost(place) for place in places)) if spots else 0.0

    def could_show(self, seen: Sighting) -> bool:
        """Whether what lies there is in the picture, and not cut by its edge: what is not was not looked at."""
        return is_in_view(seen, self.view_mm)

    def down_mm(self, name: CardName, quarter: int) -> float | None:
        """How far the card lies from the quarter's middle towards its player; None when it is seen nowhere."""
        return self._down_mm(self.now.get(name), quarter)

    def down_before_mm(self, name: CardName, quarter: int) -> float | None:
        """The same for how it lay at rest before; None when it was not seen then."""
        return self._down_mm(self.before.get(name, ())[-1:], quarter)

    def step_before_mm(self, under: CardName, over: CardName, quarter: int) -> float | None:
        """How much nearer to the player one card lay than another when a look at rest last showed both; else None."""
        for spot in reversed(self.before.get(over, ())):
            for other in self.before.get(under, ()):
                if other.look == spot.look:
                    return self._spot_down_mm(spot, quarter) - self._spot_down_mm(other, quarter)
        return None

    def _down_mm(self, spots: tuple[Spot, ...] | None, quarter: int) -> float | None:
        return self._spot_down_mm(spots[0], quarter) if spots else None

    def _spot_down_mm(self, spot: Spot, quarter: int) -> float:
        return in_axes(spot.sighting, self.quarters[quarter]).y_mm

    def across_mm(self, name: CardName, quarter: int) -> float | None:
        """How far the card lies to the right of the quarter's middle; None when it is seen nowhere."""
        spots = self.now.get(name)
        return in_axes(spots[0].sighting, self.quarters[quarter]).x_mm if spots else None

    def place(self, name: CardName) -> Place | None:
        """Where the card lies, at the edge of a reach in the centre; None when it is seen nowhere."""
        spots = self.now.get(name)
        return (CENTRE if spots[0].is_in_centre else spots[0].place) if spots else None

    @cached_property
    def in_centre(self) -> Mapping[CardName, Sighting]:
        """The faces that lie in the centre, or at its edge."""
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
    The evidence in looks (in the game's axes, the latest last) with the quarters lying where `quarters` says.

    Of the cards `kept`, those that have not moved have the place that they had.

    An earlier look at a card that then still lay as `laid_out` in its triplet says nothing about where it went.
    """
    around = tuple(quarters.values())
    before: dict[CardName, tuple[Spot, ...]] = {}
    for number, look in enumerate(looks[:-1]):
        for name, spots in _faces(look, around, kept, pieces, swap).items():
            if name not in laid_out or apart_mm(laid_out[name], spots[0].sighting) > STILL_MM:
                before[name] = (*before.get(name, ()), *(replace(spot, look=number) for spot in spots))
    latest = looks[-1]
    *rested, backs = (_backs(look, around, swap) for look in looks)
    now = _faces(latest, around, kept, pieces, swap)
    seen = Evidence(quarters, now, before, backs, tuple(rested), latest.view_mm)
    unsaid = frozenset(pieces.name(code) for one in latest.told if one.code is None for code in one.beside)
    return replace(seen, told=dict(_told(latest, seen.in_centre, pieces)), unsaid=unsaid)


def _told(look: Look, in_centre: Mapping[CardName, Sighting], pieces: Cards) -> Iterator[tuple[CardName, Sighting]]:
    """The cards that players have named, where those beside them lie in the centre still."""
    for one in look.told:
        beside = [in_centre.get(pieces.name(code)) for code in one.beside]
        lying = [seen for seen in beside if seen]
        if one.code is not None and pieces.name(one.code) not in in_centre and len(lying) == len(beside):
            x_mm, y_mm = fmean(seen.x_mm for seen in lying), fmean(seen.y_mm for seen in lying)
            yield pieces.name(one.code), Sighting(one.code, x_mm, y_mm, lying[0].heading_deg, margin=0.0)


def _backs(look: Look, quarters: tuple[Sighting, ...], swap: bool) -> tuple[Spot, ...]:
    return tuple(Spot(seen, quarters, swap) for seen in look.sightings if seen.code == BACK_CODE)


def _faces(
    look: Look, quarters: tuple[Sighting, ...], kept: Mapping[CardName, Kept], pieces: Cards, swap: bool
) -> dict[CardName, tuple[Spot, ...]]:
    found: dict[CardName, tuple[Spot, ...]] = {}
    for seen in look.sightings:
        if pieces.is_face(seen.code):
            name = pieces.name(seen.code)
            found[name] = (*found.get(name, ()), Spot(seen, quarters, swap, _still(seen, kept.get(name))))
    return found


def _still(seen: Sighting, kept: Kept | None) -> Place | None:
    """The place that the card had, if it has not moved."""
    return kept.place if kept and apart_mm(kept.seen, seen) < STILL_MM else None


_TURNED_DEG = 45.0
"""A quarter card that is turned by more is no longer read as its player's cards lie."""
_AWAY_MM = 200.0
"""A quarter card that is moved by more lies nearer to other cards than to its player's."""
_LAY_BACK = _("Lay it back, its top away from its player, then press OK.")
_LAY_BOTH_BACK = _("Lay them back, the top of each away from its player, then press OK.")


def quarter_amiss(
    quarters: Mapping[int, Sighting], kept: Mapping[CardName, Kept], evidence: Evidence, seats: Mapping[str, int]
) -> Unexplained | None:
    """
    The quarter card that was turned or taken elsewhere, named before any card that seems to lie wrong by it.

    `quarters` by code, and players' cards `kept`, as they lay when last seen. None where the player's cards went with
    it, or where none of them tells.
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
            return Unexplained((_("The quarter cards of {player} and {other} are exchanged", **both),), _LAY_BOTH_BACK)
    if apart_mm(lay, lies) < _AWAY_MM:
        return Unexplained((_("{player}'s quarter card is turned", player=first),), _LAY_BACK)
    return Unexplained((_("{player}'s quarter card lies elsewhere", player=first),), _LAY_BACK)


def quarters_amiss(
    quarters: Mapping[int, Sighting], kept: Mapping[CardName, Kept], evidence: Evidence
) -> frozenset[int]:
    """The quarter cards, by code, that were turned or taken elsewhere without their players' cards."""
    both = ((code, quarters[code], now) for code, now in evidence.quarters.items() if code in quarters)
    return frozenset(code for code, was, now in both if _is_moved(was, now) and _cards_stayed(kept, evidence, was, now))


def _is_moved(was: Sighting, now: Sighting) -> bool:
    return apart_mm(was, now) > _AWAY_MM or abs(wrapped(now.heading_deg - was.heading_deg)) > _TURNED_DEG


def _cards_stayed(kept: Mapping[CardName, Kept], evidence: Evidence, was: Sighting, now: Sighting) -> bool:
    """Whether more of the player's cards lie where they did than lie to the quarter card as they did."""
    stayed = went_along = 0
    for name, card in kept.items():
        if card.place.owner == was.code and name in evidence.now:
            here = evidence.now[name][0].sighting
            before, after = in_axes(card.seen, was), in_axes(here, now)
            stayed += apart_mm(card.seen, here) < STILL_MM
            went_along += abs(before.x_mm - after.x_mm) + abs(before.y_mm - after.y_mm) < STILL_MM
    return stayed > went_along
