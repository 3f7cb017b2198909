"""The certificate: what the looks prove of turns, and what they leave open."""

from collections.abc import Iterable
from dataclasses import dataclass

from lucca_pi.evening.game import Fact


@dataclass(frozen=True, slots=True)
class Gap:
    """
    Something that nothing seen proves: a sentence for players, and the facts of the turns that it is about.

    `remedy`: what may prove it, in the imperative, without a full stop. `is_earlier`: it is about a turn before these,
    which may have been changed since. `doubts`: the facts of these turns that are wrong if the sentence is true.
    """

    text: str
    facts: frozenset[Fact] = frozenset()
    remedy: str = ""
    is_earlier: bool = False
    doubts: frozenset[Fact] = frozenset()


@dataclass(frozen=True, slots=True)
class Certificate:
    """What proves the turns, a line in English for each piece, and what is missing."""

    proofs: tuple[str, ...]
    gaps: tuple[Gap, ...]

    @property
    def is_signed(self) -> bool:
        """Whether the turns may be taken without a word."""
        return not self.gaps

    def without(self, told: Iterable[Fact]) -> tuple[Gap, ...]:
        """The gaps that remain once the players have told of these facts."""
        return tuple(gap for gap in self.gaps if not gap.facts or not gap.facts <= frozenset(told))
