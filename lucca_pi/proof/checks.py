"""What came out of holding a game against its pictures."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from lucca_pi.games.contract.claims import Points
from lucca_pi.proof.judge import WORDS, Word

FORMAT = "lucca-proof/1"


@dataclass(frozen=True, slots=True)
class Check:
    """
    One part of the game: its start, a turn, an adjustment, a player's final scoring, or the score as a whole.

    `what` is "turn", "adjustment", "final", "score", or the game's word for its start. `told`: the points that the
    file tells; `derived`: those that follow from the pictures, None where none do.
    """

    what: str
    word: Word
    why: str = ""
    round: int | None = None
    turn: int | None = None
    player: str | None = None
    told: int | None = None
    derived: int | None = None

    @property
    def needs_pictures(self) -> bool:
        """Whether it is seen, and does not follow from what was seen or said before."""
        return self.what not in ("adjustment", "final", "score")

    def with_points(self, points: Points | None) -> "Check":
        """The check with the points on both sides, which differs where they do."""
        if points is None:
            return self
        check = replace(self, told=points.claimed, derived=points.derived)
        if points.differ and check.word != "differs":
            return replace(check, word="differs", why=points.differ)
        return check


@dataclass(frozen=True, slots=True)
class Proof:
    """All checks of a game, in its order."""

    game: str
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether everything was derived and is equal; people's word counts where it is named."""
        return all(check.word in ("agrees", "told") for check in self.checks)

    def count(self, word: Word) -> int:
        """How many checks came out so."""
        return sum(check.word == word for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """The proof as `lucca-proof/1`."""
        counts = {str(word): self.count(word) for word in WORDS}
        checks = [asdict(check) for check in self.checks]
        return {"format": FORMAT, "game": self.game, "holds": self.holds, **counts, "checks": checks}
