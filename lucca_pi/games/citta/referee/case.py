"""What the referee judges."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from lucca_pi.games.citta.referee.evidence import Evidence
from lucca_pi.games.citta.referee.findings import Finding
from lucca_pi.games.citta.referee.memory import Ground, groups_of, with_offered
from lucca_pi.games.citta.referee.quarters import quarter_amiss
from lucca_pi.games.citta.referee.weighing import Scale
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game
from lucca_pi.games.citta.rules.quarter import Quarter
from lucca_pi.games.citta.rules.turn import Play
from lucca_pi.games.citta.table.pieces import Cards
from lucca_pi.games.contract.verdict import Unexplained

What = TypeVar("What", Play, CardName)


@dataclass(frozen=True)
class Case:
    """
    The game before the turn, what earlier looks taught, and the evidence.

    `over`: the round was played on to its end and the next begun, so that its discards may have been cleared away.
    """

    game: Game
    seats: Mapping[str, int]
    ground: Ground
    evidence: Evidence
    pieces: Cards
    over: bool = False
    _weighed: dict[Play | CardName, tuple[Finding, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def scales(self) -> Mapping[str, Scale]:
        """The scale for each player."""
        high_mm = self.pieces.card_mm[1]
        return {player: Scale(self.evidence, self.ground, player, self.seats, high_mm) for player in self.seats}

    @property
    def player(self) -> str:
        """The player in turn."""
        return self.game.orders[-1][self.game.turns]

    @property
    def before(self) -> Quarter:
        """What the player in turn had before."""
        return self.game.position.quarters[self.player]

    @property
    def scale(self) -> Scale:
        """The scale for the player in turn."""
        return self.scales[self.player]

    @cached_property
    def quarter_amiss(self) -> Unexplained | None:
        """The quarter card that does not lie as it did."""
        return quarter_amiss(self.ground.quarters, self.ground.kept, self.evidence, self.seats)

    @property
    def ends_the_round(self) -> bool:
        """After this turn the triplet left over may be gone and the next ones laid out."""
        return self.game.turns + 1 == len(self.game.players)

    @cached_property
    def groups(self) -> tuple[frozenset[CardName], ...]:
        """
        The triplets on offer, as they were laid out.

        Cards of them that could not be read before may be read now; after a round's last turn those are the next
        triplets'.
        """
        if self.ends_the_round:
            return self.groups_before
        return groups_of(with_offered(self.game, self.ground, self.evidence).offered, self.pieces)

    @cached_property
    def groups_before(self) -> tuple[frozenset[CardName], ...]:
        """The triplets on offer, as far as they were known before."""
        return groups_of(self.ground.offered, self.pieces)

    def once(self, what: What, weigh: "Callable[[Case, What], Iterable[Finding]]") -> tuple[Finding, ...]:
        """
        The findings about a play, or about a card that nobody took, worked out at the first call; what fits has none.

        The search asks for the same ones again and again.
        """
        found = self._weighed.get(what)
        if found is None:
            found = self._weighed[what] = tuple(finding for finding in weigh(self, what) if finding.cost)
        return found
