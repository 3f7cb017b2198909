"""The case that the referee judges: position, memory and evidence; also for the round that follows."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from lucca_pi.contract.verdict import Unexplained
from lucca_pi.games.citta.referee.evidence import STILL_MM, Evidence, quarter_amiss
from lucca_pi.games.citta.referee.findings import Finding
from lucca_pi.games.citta.referee.memory import TableMemory, fresh, groups_of, with_offered
from lucca_pi.games.citta.referee.weighing import Scale
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game, begin_round
from lucca_pi.games.citta.rules.position import Quarter
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, Play
from lucca_pi.games.citta.table.pieces import Cards
from lucca_pi.table.sighting import Sighting, apart_mm

_What = TypeVar("_What", Play, CardName)


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
    _weighed: dict[Play | CardName, tuple[Finding, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def scales(self) -> Mapping[str, Scale]:
        """Each player's scale."""
        high_mm = self.pieces.card_mm[1]
        return {player: Scale(self.evidence, self.ground, player, self.seats, high_mm) for player in self.seats}

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

    def once(self, what: _What, weigh: "Callable[[Case, _What], Iterable[Finding]]") -> tuple[Finding, ...]:
        """
        Findings about a play or an untaken card, computed at the first call and cached: the search asks for them
        repeatedly.
        """
        found = self._weighed.get(what)
        if found is None:
            found = self._weighed[what] = tuple(finding for finding in weigh(self, what) if finding.cost)
        return found


def next_round(case: Case, game: Game) -> Case:
    """
    The case at the start of the round after `game`, whose last round is complete.

    Its triplets are those that were in the centre at rest, and complete ones that are there now. A card that is in the
    centre without its triplet has been played.
    """
    ground, evidence = case.ground, case.evidence
    left = frozenset(name for name in ground.offered if name not in game.out)
    ground = replace(ground, left_over=ground.left_over | left, told=frozenset(), unsaid=frozenset())
    ground = replace(ground, offered=_laid_out(case, game, ground))
    return Case(begin_round(game), case.seats, ground, _moved_since(evidence, ground), case.pieces)


def _laid_out(case: Case, game: Game, ground: TableMemory) -> dict[CardName, Sighting]:
    rested = {name: spots[0].sighting for name, spots in case.evidence.before.items() if spots[0].is_in_centre}
    seen = {**case.evidence.in_centre, **rested}
    laid = {name: sighting for name, sighting in seen.items() if fresh(game, ground, name)}
    whole = {name for group in groups_of(laid, case.pieces) if len(group) == CARDS_IN_A_TRIPLET for name in group}
    return {name: sighting for name, sighting in laid.items() if name in rested or name in whole}


def _moved_since(evidence: Evidence, ground: TableMemory) -> Evidence:
    """The evidence without cards that rested in their triplet: they do not show where they went."""
    before = {}
    for name, spots in evidence.before.items():
        laid = ground.offered.get(name)
        moved = tuple(spot for spot in spots if laid is None or apart_mm(laid, spot.sighting) > STILL_MM)
        if moved:
            before[name] = moved
    return replace(evidence, before=before)
