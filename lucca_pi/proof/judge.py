"""Claimed turns compared with their looks, by the referee alone; and the checks of a whole game."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from lucca_pi.contract.claims import Claims
from lucca_pi.contract.history import Looks, Played
from lucca_pi.contract.verdict import Doubt, Explained, Turns, Unexplained
from lucca_pi.errors import RuleError
from lucca_pi.evening.judging import still_likely
from lucca_pi.evening.state import State, after_event

_Word = Literal["agrees", "told", "differs", "unseen"]
"""
Verdicts: the pictures give the same; players' answers decide; the pictures give another result; the pictures decide
nothing.
"""
WORDS: tuple[_Word, ...] = ("agrees", "told", "differs", "unseen")


@dataclass(frozen=True, slots=True)
class TurnCheck:
    """The verdict on a turn and why; `turn` is the one to go on with, `derived`: pictures or players gave it."""

    word: _Word
    why: str
    turn: Any
    derived: bool = True


def after_turn(state: State, turn: Any, looks: Looks) -> State:
    """The state after a turn. Raises RuleError."""
    return after_event(state, Played(turn, looks, None, date=""))


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges turns from the state on; the claims say which turns no picture can distinguish."""

    claims: Claims
    state: State

    def turn(self, claimed: Any, looks: Looks, later: Callable[[], Looks]) -> TurnCheck:
        """The verdict on a turn by its looks; if they leave it open, by the `later` ones, as in play."""
        verdict = self.state.plugin.referee.explain(self.state.match, looks)
        match verdict:
            case Explained(turn=turn) if self._is_alike(turn, claimed):
                return TurnCheck("agrees", "", claimed)
            case Explained(turn=turn):
                return TurnCheck("differs", f"the pictures show {self._words([turn])}", turn)
            case Doubt():
                return self._settled(claimed, verdict, looks, later())
            case Unexplained(problems=problems):
                why = f"the pictures show no legal turn: {'; '.join(problems)}"
                return TurnCheck("differs", why, claimed, derived=False)

    def several(self, claimed: Sequence[Any], looks: Looks) -> list[TurnCheck]:
        """The verdicts on turns that one look was read for: the table is as they left it together."""
        found = self.state.plugin.referee.split(self.state.match, looks)
        if found is None:
            why = "the pictures show no legal turns: more than one turn was played, or something lies wrong"
            return [TurnCheck("differs", why, turn, derived=False) for turn in claimed]
        if not any(self._are_alike(way, claimed) for way in found.ways):
            why = f"the pictures show {self._words(found.ways[0])}"
            return [TurnCheck("differs", why, turn, derived=False) for turn in claimed]
        if len(found.ways) > 1:
            why = f"the pictures leave open: {' or '.join(found.words)}"
            return [TurnCheck("unseen", why, turn, derived=False) for turn in claimed]
        return [TurnCheck("agrees", "", turn) for turn in claimed]

    def _settled(self, claimed: Any, doubt: Doubt, looks: Looks, later: Looks) -> TurnCheck:
        """The turn that is left of those in doubt once the later looks are known."""
        left = self._left(doubt, looks, later) if later else doubt.turns
        alike = [self._is_alike(turn, claimed) for turn in left]
        if all(alike):
            return TurnCheck("agrees", "", claimed)
        if any(alike):
            answers = " or ".join(self._words([turn]) for turn in left)
            return TurnCheck("unseen", f"the pictures leave open: {answers}", claimed, derived=False)
        return TurnCheck("differs", f"the pictures show {self._words(left[:1])}", left[0])

    def _left(self, doubt: Doubt, looks: Looks, later: Looks) -> Sequence[Any]:
        """The turns in doubt that the later looks leave likely; all of them if those explain none."""
        best, *others = doubt.turns
        after = after_event(self.state, Played(best, looks, None, date="", others=tuple(others)))
        likely = still_likely(after, len(after.course.turns), later)
        return [turn for turn in doubt.turns if turn in likely or not likely]

    def _is_alike(self, one: Any, other: Any, state: State | None = None) -> bool:
        plugin, game = self.state.plugin, (state or self.state).game
        return (self.claims.is_alike or plugin.referee.is_same)(game, one, other)

    def _are_alike(self, way: Turns, claimed: Sequence[Any]) -> bool:
        """True if the turns come to the same, one after the other."""
        if len(way) != len(claimed):
            return False
        state = self.state
        try:
            for one, other in zip(way, claimed, strict=True):
                if not self._is_alike(one, other, state):
                    return False
                state = after_turn(state, other, ())
        except RuleError:
            return False
        return True

    def _words(self, turns: Sequence[Any]) -> str:
        plugin, setup = self.state.plugin, self.state.begun.setup
        return ", then ".join(f"{turn.player}: {plugin.words.turn_words(setup, turn)}" for turn in turns)


def by_people(found: TurnCheck, claimed: Any, said: str) -> TurnCheck:
    """The verdict on a turn that the pictures do not give: the players' answers decide, if there are any."""
    if found.word == "agrees" or not said:
        return found
    return TurnCheck("told", f"{said} ({found.why})", claimed)


def by_which(found: TurnCheck, told: TurnCheck, which: str) -> TurnCheck:
    """
    The verdict on a turn whose cards are ambiguous in the pictures: the players' answer, if it gives the claimed turn.
    """
    if found.word == "agrees" or told.word != "agrees":
        return found if found.word == "agrees" else told
    return TurnCheck("told", which, told.turn, derived=told.derived)


_FORMAT = "lucca-proof/1"


@dataclass(frozen=True, slots=True)
class Check:
    """
    A checked part of the game: its start, a turn, an adjustment, a player's final scoring, or the score as a whole.

    `what` is "turn", "adjustment", "final", "score", or the game's word for its start. `told`: the points in the file;
    `derived`: the points that follow from the pictures, None if none do.
    """

    what: str
    word: _Word
    why: str = ""
    round: int | None = None
    turn: int | None = None
    player: str | None = None
    told: int | None = None
    derived: int | None = None

    @property
    def needs_pictures(self) -> bool:
        """True if a picture has to show it: it does not follow from earlier pictures or answers."""
        return self.what not in ("adjustment", "final", "score")

    def with_points(self, told: int | None, derived: int | None, differ: str = "") -> "Check":
        """The check with the points on both sides; its word is "differs" if `differ` says in words how they do."""
        check = replace(self, told=told, derived=derived)
        return replace(check, word="differs", why=differ) if differ and check.word != "differs" else check


@dataclass(frozen=True, slots=True)
class Proof:
    """All checks of a game, in its order."""

    game: str
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """True if everything was derived and is equal; people's word counts if it is named."""
        return all(check.word in ("agrees", "told") for check in self.checks)

    def count(self, word: _Word) -> int:
        """The number of checks with that result."""
        return sum(check.word == word for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """The proof as `lucca-proof/1`."""
        counts = {str(word): self.count(word) for word in WORDS}
        checks = [asdict(check) for check in self.checks]
        return {"format": _FORMAT, "game": self.game, "holds": self.holds, **counts, "checks": checks}
