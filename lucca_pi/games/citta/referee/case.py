"""The case that the referee judges: position, memory and evidence; also for the round that follows."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from lucca_pi.contract.verdict import Unexplained
from lucca_pi.games.citta.referee.evidence import Evidence, quarter_amiss
from lucca_pi.games.citta.referee.findings import Finding
from lucca_pi.games.citta.referee.memory import TableMemory, groups_of, with_offered
from lucca_pi.games.citta.referee.weighing import Scale
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.position import Quarter
from lucca_pi.games.citta.rules.turn import Play
from lucca_pi.games.citta.table.pieces import Cards

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
