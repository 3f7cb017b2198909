"""What came out of holding a game against its pictures."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from lucca_pi.games.citta.rules.scoring import Line
from lucca_pi.proof.game_file import ToldLine
from lucca_pi.proof.judge import WORDS, Word

FORMAT = "lucca-proof/1"


@dataclass(frozen=True, slots=True)
class Check:
    """
    One part of the game: the deal, a turn, an adjustment, a player's final scoring, or the score as a whole.

    `told`: the points that the file tells; `derived`: those that follow from the pictures, None where none do.
    """

    what: Literal["deal", "turn", "adjustment", "final", "score"]
    word: Word
    why: str = ""
    round: int | None = None
    turn: int | None = None
    player: str | None = None
    told: int | None = None
    derived: int | None = None


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


def with_points(check: Check, told: Iterable[ToldLine], derived: Sequence[Line] | None) -> Check:
    """The check with the points on both sides, which differs where a line does; `derived` None: nothing follows."""
    told = tuple(told)
    total = sum(line.points for line in told)
    if derived is None:
        return replace(check, told=total)
    check = replace(check, told=total, derived=sum(line.points for line in derived))
    if check.word != "differs" and _kinds(told) != _kinds(derived):
        reasons = "; ".join(f"{line.points:+d} {line.reason}" for line in derived) or "no points"
        return replace(check, word="differs", why=f"what was played comes to: {reasons}")
    return check


def _kinds(lines: Iterable[Line | ToldLine]) -> list[tuple[str, int]]:
    return sorted((line.kind, line.points) for line in lines)
