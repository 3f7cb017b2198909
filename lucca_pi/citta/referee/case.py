"""What the referee judges."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lucca_pi.citta.referee.evidence import Evidence
from lucca_pi.citta.referee.ground import Ground
from lucca_pi.citta.referee.weighing import Finding, Scale
from lucca_pi.citta.rules.game import Game
from lucca_pi.citta.rules.quarter import Quarter
from lucca_pi.citta.rules.turn import Play
from lucca_pi.table.pieces import Pieces


@dataclass(frozen=True, slots=True)
class Case:
    """
    The game before the turn, what earlier looks taught, and the evidence.

    `over`: the round was played on to its end and the next begun, so that its discards may have been cleared away.
    """

    game: Game
    seats: Mapping[str, int]
    ground: Ground
    evidence: Evidence
    pieces: Pieces
    over: bool = False
    scales: Mapping[str, Scale] = field(init=False)
    _weighed: dict[Play, Finding] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        high_mm = self.pieces.card_mm[1]
        scales = {player: Scale(self.evidence, self.ground, player, self.seats, high_mm) for player in self.seats}
        object.__setattr__(self, "scales", scales)

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

    @property
    def ends_the_round(self) -> bool:
        """After this turn the triplet left over may be gone and the next ones laid out."""
        return self.game.turns + 1 == len(self.game.players)

    def once(self, play: Play, weigh: "Callable[[Case, Play], Finding]") -> Finding:
        """The finding about a play, worked out at the first call: the search asks for the same ones again and again."""
        if play not in self._weighed:
            self._weighed[play] = weigh(self, play)
        return self._weighed[play]
