"""
Weighing: how badly a player's quarter, as a turn would leave it, fits the evidence.

The case that is judged has such a scale for each player.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise
from math import comb, log

from lucca_pi.contract.verdict import Unexplained
from lucca_pi.games.citta.referee.evidence import CONTRADICTION, MOST_BEFORE, Evidence, PlacedSighting, quarter_amiss
from lucca_pi.games.citta.referee.findings import (
    AREA_WORDS,
    BROKEN,
    IN_THE_CENTRE,
    LIES,
    Finding,
    Reason,
    backs_too_many,
    lies_away,
    lies_with,
    put,
    total,
)
from lucca_pi.games.citta.referee.memory import TableMemory, groups_of, with_offered
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import Palace, Quarter
from lucca_pi.games.citta.table.areas import Area, CardPlace
from lucca_pi.games.citta.table.pieces import Cards
from lucca_pi.language import _
from lucca_pi.table.sighting import in_axes

UNREAD = 4.0
"""Weight if a face that should be in sight is not: at worst a code is missed once in about fifty looks."""
_OUT_OF_THE_PICTURE = 0.5
"""Weight of the same if the card's old place is outside the picture."""
_TOP_UNREAD_BUT_NOT_THE_REST = 3.5
"""Weight if the newest card of a pile is unread but older ones, which it should cover, are read."""
_OTHER_AREA = 1.0
"""Weight of a tower in its owner's reach that is not with the completed palaces."""
PROBLEM = 6.0
"""Weight from which a card is clearly misplaced, so that a person has to look."""
_UNSEEN_WALL = 4.0
"""Weight if a wall's back is out of sight: as for a missed code."""
_WALL_SEEN_BEFORE = 1.0
"""Weight if a wall's back is out of sight now but was seen at rest before."""
_WALL_GONE = 3.5
"""Weight if a back that was seen at rest is no wall now."""
_WALL_COVERED_OR_MOVED = 1.5
"""Weight if a known wall's back is not seen where it was."""
_LEAST_STEP_MM = 5.0
"""Least distance, mm, by which the newer card of a column is nearer to the player."""
_STEP_MM_PER_UNIT = 2.0
"""Missing distance towards the player, mm, that weighs 1."""
_STEP = 0.5
"""Usual shift from card to card in a column, as a share of a card's height: 36 to 51 of 91 mm in the recorded game."""
_ASIDE_MM = 75.0
_ASIDE = 2.0
"""Weight of a card of a column that is farther aside than the limit above, probably in another column."""
_GAP_WITHOUT_A_CARD = 2.0
"""Weight of a gap as wide as a card in a column, or of a missing gap for an unread card."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Weighs a player's quarter, as a turn would leave it, against the evidence of a case."""

    case: "Case"
    player: str
    _own: dict[int, list[tuple[PlacedSighting, int | None]]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def evidence(self) -> Evidence:
        """The evidence of the case."""
        return self.case.evidence

    @property
    def ground(self) -> TableMemory:
        """The memory of the case."""
        return self.case.ground

    @property
    def quarter(self) -> int:
        """The player's quarter code."""
        return self.case.seats[self.player]

    def cost(self, quarter: Quarter) -> float:
        """Total weight against a quarter."""
        return total(self.weigh(quarter))

    def weigh(self, quarter: Quarter) -> Iterator[Finding]:
        """Findings against the quarter of the player in turn; other players may have laid a new wall."""
        yield from self.weigh_faces(quarter)
        yield from self._once(quarter.walls, partial(self.walls, quarter.walls))

    def weigh_faces(self, quarter: Quarter) -> Iterator[Finding]:
        """Findings for palaces and towers that are not where they should be."""
        for palace in quarter.construction.values():
            yield from self._once(palace, partial(self.column, palace))
        for palace in quarter.completed.values():
            yield from self._once(("completed", palace), partial(self.pile, "completed", palace))
        for palace in quarter.opened.values():
            yield from self._once(("opened", palace), partial(self.pile, "opened", palace))
        for tower in quarter.towers:
            yield from self._once(tower, partial(self.tower, tower))

    def _once(self, what: object, weigh: Callable[[], Iterable[Finding]]) -> tuple[Finding, ...]:
        return self.case.once((self.player, what), weigh)

    def column(self, palace: Palace) -> Iterator[Finding]:
        """Findings about a palace under construction: every card in sight, the newest nearest to the player."""
        *older, newest = [card.number for card in palace.cards]
        for name in (*older, newest):
            yield from self._in_sight(name, "construction", palace)
        yield from self._over(newest, older)
        yield from self._gaps(older, newest)
        yield from self._aside(older, newest)

    def pile(self, area: Area, palace: Palace) -> Iterator[Finding]:
        """
        Findings about a completed or opened palace: its newest card in sight, the others under it or, still fanned,
        above it.
        """
        top, under = palace.number, [card.number for card in palace.cards[:-1]]
        place, before = CardPlace(self.quarter, area), self.evidence.before
        seen = [name for name in under if name in self.evidence.now]
        for name in seen:
            yield from self._elsewhere(name, self.evidence.cost_now(name, place) or 0.0, area, palace)
        if top not in self.evidence.now and any(self.evidence.now[name][0].kept == place for name in seen):
            return  # an older card lies on top, and did before: nothing has changed
        yield from self._in_sight(top, area, palace)
        on_top = [*seen, *(name for name in under if self.evidence.cost_before(name, place) == 0.0 and name in before)]
        if on_top and top not in self.evidence.now and top not in before:
            yield self._about(Reason.TOP_UNREAD, _TOP_UNREAD_BUT_NOT_THE_REST, top, *on_top)
        yield from self._over(top, under)
        was = [CardPlace(self.quarter, other) for other in AREA_WORDS]
        for name in under:
            if name not in seen:
                yield self._about(Reason.UNDER_ELSEWHERE, self.evidence.cost_before(name, *was), name)

    def _about(self, reason: Reason, cost: float, *cards: CardName, area: Area | None = None) -> Finding:
        """A finding about the player's cards with no more than its reason."""
        return Finding(reason, cost, self.player, cards, area)

    def _in_sight(self, name: CardName, area: Area, palace: Palace) -> Iterator[Finding]:
        place = CardPlace(self.quarter, area)
        cost = self.evidence.cost_now(name, place)
        if cost is not None:
            yield from self._elsewhere(name, cost, area, palace)
            return
        kept = self.ground.kept.get(name)
        if kept is None or self.evidence.could_show(kept.seen):
            yield self._about(Reason.UNREAD, UNREAD, name, area=area)
        else:
            yield self._about(Reason.OUTSIDE, _OUT_OF_THE_PICTURE, name, area=area)
        yield self._about(Reason.RESTED_ELSEWHERE, self.evidence.cost_before(name, place), name, area=area)

    def _elsewhere(self, name: CardName, cost: float, area: Area, palace: Palace) -> Iterator[Finding]:
        if cost < PROBLEM:
            yield self._about(Reason.ELSEWHERE, cost, name, area=area)
            return
        place = self.evidence.place(name)
        own = place.area if place is not None and place.owner == self.quarter else None
        why = (own and BROKEN.get((area, own))) or self._lies_away(name, area)
        told = {"player": self.player, "colour": palace.colour, "card": name, "lies": why}
        problem = _("{player}: {colour} {card} {lies}", **told)
        remedy = put(name, area, "" if own else self.player)
        yield Finding(Reason.ELSEWHERE, cost, self.player, (name,), area, problem=problem, remedy=remedy)

    def lies(self, name: CardName) -> str:
        """The place where a card is seen, in words."""
        place = self.evidence.place(name)
        if place is None or place.area is None:
            return IN_THE_CENTRE
        if place.owner == self.quarter:
            return LIES[place.area]
        names = {quarter: player for player, quarter in self.case.seats.items()}
        return lies_with(place.area, names.get(place.owner or 0) or _("nobody"))

    def _gaps(self, older: Iterable[CardName], newest: CardName) -> Iterator[Finding]:
        """Findings about gaps: each unread card of a column leaves one as wide as a step, except the newest."""
        down = {name: self.column_mm(name) for name in (*older, newest)}
        seen = sorted(mm for mm in down.values() if mm is not None)
        expected = sum(mm is None for name, mm in down.items() if name != newest)
        step_mm = _STEP * self.case.pieces.card_mm[1]
        gaps = sum(max(0, round((below - above) / step_mm) - 1) for above, below in pairwise(seen))
        if seen:
            yield self._about(Reason.GAPS, _GAP_WITHOUT_A_CARD * abs(gaps - expected), newest, *older)

    def _aside(self, older: Iterable[CardName], newest: CardName) -> Iterator[Finding]:
        """Findings about cards of a column that are not below each other."""
        seen = [self.evidence.across_mm(name, self.quarter) for name in (newest, *older)]
        across = [mm for mm in seen if mm is not None]
        if across and max(across) - min(across) > _ASIDE_MM:
            yield self._about(Reason.ASIDE, _ASIDE, newest, *older)

    def column_mm(self, name: CardName) -> float | None:
        """Distance, mm, of a column's card towards the player, now or when it was last seen."""
        column = CardPlace(self.quarter, "construction")
        seen, kept = self.evidence.down_mm(name, self.quarter), self.ground.kept.get(name)
        if seen is None and name in self.evidence.before and self.evidence.cost_before(name, column) == 0:
            return self.evidence.down_before_mm(name, self.quarter)
        if seen is None and kept:
            return in_axes(kept.seen, self.evidence.quarters[self.quarter]).y_mm
        return seen

    def _over(self, newest: CardName, older: Iterable[CardName]) -> Iterator[Finding]:
        """Findings if the newest of overlapping cards is not nearer to the player than each of the others."""
        for name in older:
            under, over = self.evidence.down_mm(name, self.quarter), self.evidence.down_mm(newest, self.quarter)
            step = None if under is None or over is None else over - under
            if step is None:
                rested = self.evidence.step_before_mm(name, newest, self.quarter)
                cost = 0.0 if rested is None else min(MOST_BEFORE, _too_little(rested))
                yield self._about(Reason.NOT_OVER_BEFORE, cost, newest, name)
                continue
            cost = min(CONTRADICTION, _too_little(step))
            if cost >= PROBLEM:
                yield self._not_over(cost, newest, name)
            else:
                yield self._about(Reason.NOT_OVER, cost, newest, name)

    def _not_over(self, cost: float, newest: CardName, name: CardName) -> Finding:
        told = {"player": self.player, "newest": newest, "card": name}
        problem = _("{player}: {newest} should lie over {card}, nearer to the player", **told)
        remedy = _("Lay {newest} over {card}", newest=newest, card=name)
        return Finding(Reason.NOT_OVER, cost, self.player, (newest, name), problem=problem, remedy=remedy)

    def tower(self, name: CardName) -> Iterator[Finding]:
        """
        Findings about a tower, which is face up with the completed palaces; elsewhere in its owner's reach it still
        counts.
        """
        completed = self.evidence.cost_now(name, CardPlace(self.quarter, "completed"))
        if completed is None:
            yield self._about(Reason.TOWER_UNREAD, UNREAD, name)
            return
        others = (self.evidence.cost_now(name, CardPlace(self.quarter, area)) for area in AREA_WORDS)
        cost = min(completed, *(_OTHER_AREA + (other or 0.0) for other in others))
        if cost >= PROBLEM:
            yield self._tower_away(cost, name)
        else:
            yield self._about(Reason.TOWER_ASIDE, cost, name, area="completed")

    def _tower_away(self, cost: float, name: CardName) -> Finding:
        lies = self._lies_away(name, "completed")
        problem = _("{player}: tower {card} {lies}", player=self.player, card=name, lies=lies)
        remedy = _("Lay {card} among the completed palaces", card=name)
        return Finding(Reason.TOWER_ASIDE, cost, self.player, (name,), "completed", problem=problem, remedy=remedy)

    def _lies_away(self, name: CardName, should: Area) -> str:
        """The place where a card is seen and the one where it should be, in words."""
        place = self.evidence.place(name)
        with_another = place is not None and place.owner not in (None, self.quarter)
        return lies_away(self.lies(name), should, self.player if with_another else "")

    def walls(self, after: int) -> Iterator[Finding]:
        """
        Findings about walls: backs where they were before, and a new one for each wall of this turn.

        An unseen wall must not become a discard; a covered or moved one is not new. A back that rested there and is
        unread now has probably not gone.
        """
        before = self.case.game.position.quarters[self.player].walls
        laid = after - before
        still, new = self._walls_of_turn(self.evidence.backs, laid)
        rested = max((self._walls_of_turn(backs, laid)[1] for backs in self.evidence.backs_before), default=0)
        known = [wall for wall in self.ground.walls if wall.quarter == self.quarter]
        outside = sum(not self.evidence.could_show(wall.seen) for wall in known)
        away, unseen = max(0, before - outside - still), max(0, laid - new)
        found = [*self._backs_amiss(laid, new, rested, away)]
        yield from found
        which = min(total(found), log(comb(laid, unseen)))  # any of several new walls may be the unseen one
        if which:
            yield Finding(Reason.WHICH_WALL, -which, self.player, number=1)

    def _backs_amiss(self, laid: int, new: int, rested: int, away: int) -> Iterator[Finding]:
        """
        Findings for as many walls of this turn, new backs, new backs in a look at rest before, and known walls `away`.
        """
        unseen = max(0, laid - new)
        covered = min(unseen, max(0, rested - new))
        for reason, each, backs in (
            (Reason.WALLS_SEEN_BEFORE, _WALL_SEEN_BEFORE, covered),
            (Reason.WALLS_UNSEEN, _UNSEEN_WALL, unseen - covered),
            (Reason.WALLS_GONE, _WALL_GONE, max(0, rested - max(laid, new))),
            (Reason.WALLS_MOVED, _WALL_COVERED_OR_MOVED, away),
        ):
            if backs:
                yield Finding(reason, backs * each, self.player, number=backs)
        too_many = max(0, max(0, new - laid) - away)
        if too_many:
            yield backs_too_many(self._with_whom(laid), too_many)

    def _walls_of_turn(self, backs: Sequence[PlacedSighting], laid: int) -> tuple[int, int]:
        """`walls_among`, but backs in nobody's reach are new walls only while some of `laid` are missing."""
        still, new = self.walls_among(backs)
        out_of_reach = sum(1 for back in self._new_walls(backs) if back.place.owner is None)
        return still, max(min(new, laid), new - out_of_reach)

    def _with_whom(self, laid: int) -> str:
        """The player with a surplus back: another one if the own reach has no more new backs than `laid`."""
        owners = [self._lies_with(back) for back in self._new_walls(self.evidence.backs)]
        others = [player for player, seat in self.case.seats.items() if seat in owners and seat != self.quarter]
        return others[0] if others and owners.count(self.quarter) <= laid else self.player

    def _lies_with(self, back: PlacedSighting) -> int | None:
        """The player in whose row a back is; else in whose reach, the own one unless it is clearly out of it."""
        rows = self.ground.rows(back)
        is_near = any(place.owner == self.quarter and cost < PROBLEM for place, cost in back.costs.items())
        return next(iter(rows), self.quarter if is_near else back.place.owner)

    def _new_walls(self, backs: Sequence[PlacedSighting]) -> list[PlacedSighting]:
        """The backs that may be new walls of the player."""
        return [back for back, owner in self._may_be_own(backs) if owner is None]

    def walls_among(self, backs: Sequence[PlacedSighting]) -> tuple[int, int]:
        """Number of backs in a look that are known walls, and number that may be new ones."""
        owners = [owner for _back, owner in self._may_be_own(backs)]
        return owners.count(self.quarter), owners.count(None)

    def _may_be_own(self, backs: Sequence[PlacedSighting]) -> list[tuple[PlacedSighting, int | None]]:
        """The backs in a look that may be walls of the player, with whose they are, None for new ones; cached."""
        if id(backs) not in self._own:
            owners, may = self.ground.wall_owners(backs, self.quarter), self.ground.may_be_walls(backs, self.quarter)
            weighed = zip(backs, owners, may, strict=True)
            self._own[id(backs)] = [(back, owner) for back, owner, may_be in weighed if may_be]
        return self._own[id(backs)]


def _too_little(step_mm: float) -> float:
    """Weight of a card that overlaps another by too little."""
    return max(0.0, (_LEAST_STEP_MM - step_mm) / _STEP_MM_PER_UNIT)


@dataclass(frozen=True)
class Case:
    """
    The position before the turn, what earlier looks showed, and the evidence.

    `over`: the round was played to its end and the next begun, so its discards may have been cleared away.
    """

    game: Game
    seats: Mapping[str, int]
    ground: TableMemory
    evidence: Evidence
    pieces: Cards
    over: bool = False
    _weighed: dict[object, tuple[Finding, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def scales(self) -> Mapping[str, Scale]:
        """Each player's scale."""
        return {player: Scale(self, player) for player in self.seats}

    @property
    def player(self) -> str:
        """The player in turn."""
        return self.game.orders[-1][self.game.turns]

    @property
    def before(self) -> Quarter:
        """The quarter of the player in turn before the turn."""
        return self.game.position.quarters[self.player]

    @property
    def scale(self) -> Scale:
        """The scale for the player in turn."""
        return self.scales[self.player]

    @cached_property
    def quarter_amiss(self) -> Unexplained | None:
        """The quarter card that was turned, exchanged or moved; None if each is where it was."""
        return quarter_amiss(self.ground.quarters, self.ground.kept, self.evidence, self.seats)

    @property
    def ends_the_round(self) -> bool:
        """True if the round ends with this turn: the leftover triplet may be gone and the next triplets laid out."""
        return self.game.turns + 1 == len(self.game.players)

    @cached_property
    def groups(self) -> tuple[frozenset[CardName], ...]:
        """
        The triplets on offer, as they were laid out.

        Cards that were unreadable before may be read now; after a round's last turn these belong to the next triplets.
        """
        if self.ends_the_round:
            return self.groups_before
        return groups_of(with_offered(self.game, self.ground, self.evidence).offered, self.pieces)

    @cached_property
    def groups_before(self) -> tuple[frozenset[CardName], ...]:
        """The triplets on offer as known before this look."""
        return groups_of(self.ground.offered, self.pieces)

    def once(self, what: object, weigh: Callable[[], Iterable[Finding]]) -> tuple[Finding, ...]:
        """
        Findings that weigh anything, computed at the first call and cached: the search asks for the same ones
        repeatedly.
        """
        found = self._weighed.get(what)
        if found is None:
            found = self._weighed[what] = tuple(finding for finding in weigh() if finding.cost)
        return found
