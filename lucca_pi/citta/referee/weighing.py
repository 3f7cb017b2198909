"""How badly a table, as a turn would leave it, fits what is seen."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from lucca_pi.citta.referee.evidence import CONTRADICTION, Evidence
from lucca_pi.citta.referee.ground import Ground
from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.palace import Palace
from lucca_pi.citta.rules.quarter import Quarter
from lucca_pi.table.areas import Area, Place, in_axes

UNREAD = 4.0
"""A face that should be in sight is not: a code is missed about once in fifty looks at the worst."""
UNSEEN_WALL = 4.5
UNSEEN_DISCARD = 5.0
"""A wall's back, or a discard, is not in sight: a code as well, and people build more often than that."""
WALL_COVERED_OR_MOVED = 1.5
BACK_TOO_MANY = 6.0
TOP_UNREAD_BUT_NOT_THE_REST = 3.0
OTHER_AREA = 1.0
"""A tower in its owner's reach that does not lie with the completed palaces."""
PROBLEM = 6.0
"""From here on a card is clearly somewhere else than it should be: a person has to look."""
LEAST_STEP_MM = 5.0
"""The newer card of a column lies at least this much nearer to the player."""
STEP_MM = 45.0
"""By about so much: people lay a card over the lower half of the one before; 36 to 51 in the photographed game."""
GAP_WITHOUT_A_CARD = 2.0
"""A column has a gap, as wide as a card takes, or has none where a card was not read."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not fit: its weight, and, where a person should look, what to say about it."""

    cost: float
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """
    Weighs what a player has against the evidence; `seats` are the players' quarter codes.

    The search asks for the same palaces again and again: each is weighed once.
    """

    evidence: Evidence
    ground: Ground
    player: str
    seats: Mapping[str, int]
    _weighed: dict[object, tuple[Finding, ...]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def quarter(self) -> int:
        """The player's quarter code."""
        return self.seats[self.player]

    def cost(self, quarter: Quarter, walls_before: int) -> float:
        """How badly a quarter fits in all; `walls_before` is how many walls were known there."""
        return sum(finding.cost for finding in self.weigh(quarter, walls_before))

    def weigh(self, quarter: Quarter, walls_before: int) -> Iterator[Finding]:
        """Everything that does not fit in the quarter of the player in turn: who else could have laid a new wall?"""
        yield from self.weigh_faces(quarter)
        yield from self._once(quarter.walls, partial(self.walls, walls_before, quarter.walls))

    def weigh_faces(self, quarter: Quarter) -> Iterator[Finding]:
        """Every palace and tower that does not lie as it should."""
        for palace in quarter.construction.values():
            yield from self._once(palace, partial(self.column, palace))
        for palace in quarter.completed.values():
            yield from self._once(("completed", palace), partial(self.pile, "completed", palace))
        for palace in quarter.opened.values():
            yield from self._once(("opened", palace), partial(self.pile, "opened", palace))
        for tower in quarter.towers:
            yield from self._once(tower, partial(self.tower, tower))

    def _once(self, what: object, weigh: Callable[[], Iterable[Finding]]) -> tuple[Finding, ...]:
        """The findings about something, worked out at the first call; what fits leaves none."""
        if what not in self._weighed:
            self._weighed[what] = tuple(finding for finding in weigh() if finding.cost)
        return self._weighed[what]

    def column(self, palace: Palace) -> Iterator[Finding]:
        """A palace under construction: every card in sight, the newest nearest to the player; no other order counts."""
        *older, newest = [card.number for card in palace.cards]
        for name in (*older, newest):
            yield self._in_sight(name, "construction", palace)
        yield from self._over(newest, older)
        yield self._gaps(older, newest)

    def pile(self, area: Area, palace: Palace) -> Iterator[Finding]:
        """A palace completed or opened: its newest card in sight, the others under it or, still fanned, above it."""
        top, under = palace.number, [card.number for card in palace.cards[:-1]]
        place = Place(self.quarter, area)
        yield self._in_sight(top, area, palace)
        seen = [name for name in under if name in self.evidence.now]
        for name in seen:
            yield self._elsewhere(name, self.evidence.cost_now(name, place) or 0.0, area, palace)
        if seen and top not in self.evidence.now:
            yield Finding(TOP_UNREAD_BUT_NOT_THE_REST)
        yield from self._over(top, seen)
        was = [Place(self.quarter, other) for other in AREA_WORDS]
        yield from (Finding(self.evidence.cost_before(name, *was)) for name in under if name not in seen)

    def _in_sight(self, name: CardName, area: Area, palace: Palace) -> Finding:
        place = Place(self.quarter, area)
        cost = self.evidence.cost_now(name, place)
        if cost is None:
            return Finding(UNREAD + self.evidence.cost_before(name, place))
        return self._elsewhere(name, cost, area, palace)

    def _elsewhere(self, name: CardName, cost: float, area: Area, palace: Palace) -> Finding:
        if cost < PROBLEM:
            return Finding(cost)
        return Finding(cost, f"{self.player}: {palace.colour} {name} {self._lies_away(name, area)}")

    def lies(self, name: CardName) -> str:
        """Where a card is seen, in words."""
        place = self.evidence.place(name)
        if place is None or place.area is None:
            return "lies in the centre"
        names = {quarter: player for player, quarter in self.seats.items()}
        whose = "" if place.owner == self.quarter else f" with {names.get(place.owner or 0, 'nobody')}"
        return f"lies {AREA_WORDS[place.area]}{whose}"

    def _gaps(self, older: Iterable[CardName], newest: CardName) -> Finding:
        """
        Cards of a column that are not read leave gaps in it, each as wide as its step from card to card.

        The newest leaves none: nothing lies beyond it.
        """
        down = {name: self._column_mm(name) for name in (*older, newest)}
        seen = sorted(mm for mm in down.values() if mm is not None)
        expected = sum(mm is None for name, mm in down.items() if name != newest)
        gaps = sum(max(0, round((below - above) / STEP_MM) - 1) for above, below in pairwise(seen))
        return Finding(GAP_WITHOUT_A_CARD * abs(gaps - expected) if seen else 0.0)

    def _column_mm(self, name: CardName) -> float | None:
        """How far down a card of a column lies, or lay when it was seen last."""
        kept = self.ground.kept.get(name)
        seen = self.evidence.down_mm(name, self.quarter)
        if seen is None and kept and kept.place == Place(self.quarter, "construction"):
            return in_axes(kept.seen, self.evidence.quarters[self.quarter]).y_mm
        return seen

    def _over(self, newest: CardName, older: Iterable[CardName]) -> Iterator[Finding]:
        """The newest of cards laid one over the other lies nearer to the player than each of the others."""
        newest_mm = self.evidence.down_mm(newest, self.quarter)
        for name in older:
            mm = self.evidence.down_mm(name, self.quarter)
            if mm is None or newest_mm is None:
                continue
            cost = min(CONTRADICTION, max(0.0, (LEAST_STEP_MM - (newest_mm - mm)) / 2))
            problem = f"{self.player}: {newest} should lie over {name}, nearer to the player"
            yield Finding(cost, problem if cost >= PROBLEM else "")

    def tower(self, name: CardName) -> Iterator[Finding]:
        """A tower, face up with the completed palaces; elsewhere in its owner's reach it still counts."""
        completed = self.evidence.cost_now(name, Place(self.quarter, "completed"))
        if completed is None:
            yield Finding(UNREAD)
            return
        others = (self.evidence.cost_now(name, Place(self.quarter, area)) for area in AREA_WORDS)
        cost = min(completed, *(OTHER_AREA + (other or 0.0) for other in others))
        yield Finding(
            cost, f"{self.player}: tower {name} {self._lies_away(name, 'completed')}" if cost >= PROBLEM else ""
        )

    def _lies_away(self, name: CardName, should: Area) -> str:
        """Where a card is seen and where it should be, in words."""
        place = self.evidence.place(name)
        with_another = place is not None and place.owner not in (None, self.quarter)
        whose = f" with {self.player}" if with_another else ""
        return f"{self.lies(name)}, it should be {AREA_WORDS[should]}{whose}"

    def walls(self, before: int, after: int) -> Iterator[Finding]:
        """
        The walls: backs where they lay before, and one new one for each wall of this turn.

        One not seen must not become a discard; one that was covered or moved is no new one.
        """
        backs = self.evidence.backs
        owners, may = self.ground.wall_owners(backs, self.quarter), self.ground.may_be_walls(backs, self.quarter)
        near = [owner for owner, may_be in zip(owners, may, strict=True) if may_be]
        still, new = near.count(self.quarter), near.count(None)
        away = max(0, before - still)
        unseen, moved = max(0, after - before - new), max(0, new - (after - before))
        too_many = max(0, moved - away)
        cost = unseen * UNSEEN_WALL + too_many * BACK_TOO_MANY + away * WALL_COVERED_OR_MOVED
        problem = f"{self.player}: {too_many} face-down card{'s' if too_many > 1 else ''} too many"
        yield Finding(cost, problem if too_many else "")


AREA_WORDS: Mapping[Area, str] = {
    "construction": "under construction",
    "completed": "among the completed palaces",
    "opened": "among the opened palaces",
}
