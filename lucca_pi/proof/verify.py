"""An exported game compared with its own pictures: the parts in which they differ from the file's claims."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import repeat, zip_longest
from pathlib import Path
from typing import Any, Literal

from lucca_pi.contract.claims import Claims
from lucca_pi.contract.history import Adjusted, Asked, Looks, Played, Started
from lucca_pi.contract.questions import Disagreed
from lucca_pi.contract.verdict import Doubt, Turns, Unexplained
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.certain import certain_cards
from lucca_pi.evening.judging import still_likely
from lucca_pi.evening.state import Identified, State, after_event, as_identified, begin_evening
from lucca_pi.evening.stored import keys_that_differ
from lucca_pi.outside import shown
from lucca_pi.proof.game_file import Archive, Evidence, GameFile, Pictures, Step, read_game_file
from lucca_pi.proof.seeing import FileEyes, NothingSeenError
from lucca_pi.vision.picture import PictureError

_Word = Literal["agrees", "told", "differs", "unseen"]
"""
Verdicts: the pictures give the same; players' answers decide; the pictures give another result; the pictures decide
nothing.
"""
WORDS: tuple[_Word, ...] = ("agrees", "told", "differs", "unseen")


@dataclass(frozen=True, slots=True)
class _TurnCheck:
    """The verdict on a turn and why; `turn` is the one to go on with, `derived`: pictures or players gave it."""

    word: _Word
    why: str
    turn: Any
    derived: bool = True


_Ways = tuple[Sequence[Turns], Sequence[str], str]
"""Turns that pictures allow, likeliest first, and their words; or why they allow none."""


def _after_turn(state: State, turn: Any, looks: Looks) -> State:
    """The state after a turn. Raises RuleError."""
    return after_event(state, Played(turn, looks, None, date=""))


@dataclass(frozen=True, slots=True)
class _Judge:
    """Judges turns from the state on; the claims say which turns no picture can distinguish."""

    claims: Claims
    state: State

    def turns(self, claimed: Turns, looks: Looks, later: Callable[[], Looks]) -> list[_TurnCheck]:
        """
        The verdicts on the turns that one look was read for: the table is as they left it together.

        If its looks leave a single turn open, the `later` ones count, as in play.
        """
        is_single = len(claimed) == 1
        ways, words, problem = self._single(looks, later) if is_single else self._several(looks)
        alike = [self._are_alike(way, claimed) for way in ways]
        if not ways:
            return [_TurnCheck("differs", problem, turn, derived=False) for turn in claimed]
        if all(alike) and (is_single or len(ways) == 1):
            return [_TurnCheck("agrees", "", turn) for turn in claimed]
        if any(alike):
            why = f"the pictures leave open: {' or '.join(words)}"
            return [_TurnCheck("unseen", why, turn, derived=False) for turn in claimed]
        turns = ways[0] if is_single else claimed
        return [_TurnCheck("differs", f"the pictures show {self._words(ways[0])}", turn, is_single) for turn in turns]

    def _single(self, looks: Looks, later: Callable[[], Looks]) -> _Ways:
        """The turns that the looks allow; of those in doubt, the ones that are left once the later looks are known."""
        verdict = self.state.plugin.referee.explain(self.state.match, looks)
        if isinstance(verdict, Unexplained):
            return (), (), f"the pictures show no legal turn: {'; '.join(verdict.problems)}"
        turns = self._left(verdict, looks, later()) if isinstance(verdict, Doubt) else verdict.turns
        return [(turn,) for turn in turns], [self._words((turn,)) for turn in turns], ""

    def _several(self, looks: Looks) -> _Ways:
        found = self.state.plugin.referee.split(self.state.match, looks)
        if found is None:
            return (), (), "the pictures show no legal turns: more than one turn was played, or something lies wrong"
        return found.ways, found.words, ""

    def _left(self, doubt: Doubt, looks: Looks, later: Looks) -> Turns:
        """The turns in doubt that the later looks leave likely; all of them if those explain none."""
        if not later:
            return doubt.turns
        best, *others = doubt.turns
        after = after_event(self.state, Played(best, looks, None, date="", others=tuple(others)))
        likely = still_likely(after, len(after.course.turns), later)
        return tuple(turn for turn in doubt.turns if turn in likely or not likely)

    def _are_alike(self, way: Turns, claimed: Turns) -> bool:
        """True if the turns come to the same, one after the other."""
        if len(way) != len(claimed):
            return False
        is_alike, state = self.claims.is_alike or self.state.plugin.referee.is_same, self.state
        try:
            for at, (one, other) in enumerate(zip(way, claimed, strict=True)):
                state = _after_turn(state, claimed[at - 1], ()) if at else state
                if not is_alike(state.game, one, other):
                    return False
        except RuleError:
            return False
        return True

    def _words(self, turns: Turns) -> str:
        plugin, setup = self.state.plugin, self.state.begun.setup
        return ", then ".join(f"{turn.player}: {plugin.words.turn_words(setup, turn)}" for turn in turns)


def _by_which(found: _TurnCheck, told: _TurnCheck, which: str) -> _TurnCheck:
    """
    The verdict on a turn whose cards are ambiguous in the pictures: the players' answer, if it gives the claimed turn.
    """
    if found.word == "agrees":
        return found
    if told.word != "agrees":
        return told
    return _TurnCheck("told", which, told.turn, derived=told.derived)


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


_SETTLED = "adjustment"
"""Kind of the lines of points that players settled."""
_NO_PICTURE = "there is no picture of it"
_NOT_KEPT = "a later look corrected it, and no picture of that look was kept"


def verify_game(file: Path) -> Proof:
    """Derives the game in a file from its pictures. Raises UnreadableError if the file cannot be read."""
    with Archive(file) as archive:
        game_file = read_game_file(archive)
        begun = game_file.begun
        try:
            eyes = FileEyes(archive, begun.plugin.rules.pieces(begun.setup), game_file.style)
        except PictureError as error:
            raise UnreadableError(str(error), file=str(file)) from None
        return Proof(game_file.game, tuple(Walk(game_file, eyes).checks()))


class _StuckError(Exception):
    """The check cannot go on from here; the message says why."""


class Walk:
    """Goes through a game step by step, with the state that follows from the pictures so far."""

    def __init__(self, game_file: GameFile, eyes: FileEyes) -> None:
        self._file, self._claims, self._eyes = game_file, game_file.claims, eyes
        self._state = begin_evening(game_file.begun)
        self._last: Looks = ()

    def checks(self) -> Iterator[Check]:
        """The checks, each as soon as its pictures are read."""
        try:
            yield self._start()
            found = [*_turns_by_look(self._file.steps())]
            for group, later in zip_longest(found, found[1:]):
                yield from self._group(group, later[-1].evidence.pictures if later else ())
            # The points of each player's final scoring; nothing if neither the game nor the claims reach it.
            derived = self._lines(final=True)
            for player in self._state.course.seats if self._claims.has_lines else ():
                told = self._told_lines(None, player)
                if told or self._state.course.is_over:
                    own = [line for line in derived if line["player"] == player]
                    yield self._with_points(Check("final", "agrees", player=player), told, own)
            yield self._score()
        except _StuckError as stuck:
            yield Check("score", "unseen", f"no point can be derived from here on: {stuck}")

    def _start(self) -> Check:
        claimed, word = self._claims.started, self._claims.start_word
        evidence = self._file.evidence[0] if self._file.evidence else Evidence("dealt")
        looks, problem = self._looks(evidence.pictures)
        open_ones, looks = looks, self._identified(looks, evidence)
        seen = self._start_shown(looks) if looks else claimed
        told = looks != open_ones
        if isinstance(seen, Unexplained) and evidence.which:
            told, seen = True, self._start_shown(looks, claimed)
        if isinstance(seen, Unexplained):
            self._go_on_from(claimed, looks)
            return Check(word, "differs", f"the picture shows no {word}: {'; '.join(seen.problems)}")
        before = self._state
        self._learn(looks, evidence)
        self._go_on_from(seen, looks)
        if not looks:
            return Check(word, "unseen", problem)
        if not self._leads_to(before, claimed):
            cards = "; ".join(f"{player}: {', '.join(map(str, dealt))}" for player, dealt in (seen.deal or {}).items())
            return Check(word, "differs", f"the picture shows {cards or f'another {word}'}")
        return Check(word, "told", evidence.which) if told else Check(word, "agrees")

    def _start_shown(self, looks: Looks, claimed: Started | None = None) -> Started | Unexplained:
        """The start that the looks show, with what they do not show of the claimed one."""
        if self._claims.start_shown:
            return self._claims.start_shown(self._state.match, looks, claimed)
        match = replace(self._state.match, pieces_told=True)  # which pieces these were is part of the claim
        decision = self._state.plugin.referee.judge_start(match, looks, "")
        started = (event for event in decision.events if isinstance(event, Started))
        problems = decision.mode.problems if isinstance(decision.mode, Disagreed) else ()
        return next(started, Unexplained(problems or ("more would have to be asked",), ""))

    def _leads_to(self, before: State, start: Started) -> bool:
        """True if the game is the one that this start leads to."""
        try:
            return bool(after_event(before, start).game == self._state.game)
        except RuleError:
            return False

    def _go_on_from(self, started: Started, looks: Looks) -> None:
        try:
            self._state = after_event(self._state, Started(started.seats, started.deal, looks, date=""))
        except RuleError as error:
            raise _StuckError(error.message) from None

    def _group(self, group: Sequence[Step], later: Pictures) -> Iterator[Check]:
        """The checks of turns that one look was read for, mostly a single one, or of an adjustment."""
        for step in group:
            if (step.evidence.kind == "played") != step.claimed.is_turn:
                raise _StuckError(f"the journal differs from the record in {_round(step)}")
        if not group[0].claimed.is_turn:
            yield self._adjustment(group[0])
            return
        if self._state.game.player_in_turn is None:
            raise _StuckError("the game is over before its record ends")
        looks, problem = self._looks(group[-1].evidence.pictures)
        open_ones, looks = looks, self._identified(looks, group[-1].evidence)
        words = [*self._found(group, open_ones, problem, later)]
        if looks != open_ones:
            words = [
                *map(_by_which, words, self._found(group, looks, problem, later), repeat(group[-1].evidence.which))
            ]
        self._learn(looks, group[-1].evidence)
        for step, found in zip(group, words, strict=True):
            yield self._turn(step, found, looks if step is group[-1] else ())

    def _found(self, group: Sequence[Step], looks: Looks, problem: str, later: Pictures) -> Iterator[_TurnCheck]:
        turns = tuple(step.claimed.entry for step in group if step.claimed.is_turn)
        found = [_TurnCheck("unseen", problem, turn, derived=False) for turn in turns]
        if looks:
            found = _Judge(self._claims, self._state).turns(turns, looks, lambda: self._looks(later)[0])
        last = group[-1].evidence
        for one, turn in zip(found, turns, strict=True):
            outdated = last.again and one.word == "differs"
            check = _TurnCheck("unseen", _NOT_KEPT, turn, derived=False) if outdated else one
            is_by_people = last.said and check.word != "agrees"  # the pictures do not give it: the players' answers do
            yield _TurnCheck("told", f"{last.said} ({check.why})", turn) if is_by_people else check

    def _turn(self, step: Step, found: _TurnCheck, looks: Looks) -> Check:
        claimed, before = step.claimed, self._lines()
        try:
            self._state = _after_turn(self._state, found.turn, looks)
        except RuleError as error:
            why = f"{found.why}; " if found.why else ""
            raise _StuckError(
                f"{why}{claimed.place} breaks a rule as the players entered it: {error.message}"
            ) from None
        check = Check("turn", found.word, found.why, claimed.round, claimed.turn, claimed.player)
        told = [one for one in self._told_lines(claimed.round, claimed.player) if one["kind"] != _SETTLED]
        return self._with_points(check, told, self._lines()[len(before) :] if found.derived else None)

    def _adjustment(self, step: Step) -> Check:
        claimed, looks = step.claimed, self._last[-1:] if step.evidence.looked else ()
        before = self._lines()
        try:
            self._state = after_event(self._state, Adjusted(claimed.entry, looks, date=""))
        except RuleError as error:
            raise _StuckError(f"an adjustment in {_round(step)}: {error.message}") from None
        check = Check("adjustment", "told", step.evidence.said, claimed.round, None, claimed.player)
        told = [_kind(one) for one in self._told_lines(claimed.round, claimed.player)]
        for line in self._lines()[len(before) :]:
            is_told = _kind(line) in told
            differ = "" if is_told else "its points are not in the score"
            check = check.with_points(line["points"] if is_told else None, line["points"], differ)
        return check

    def _lines(self, *, final: bool = False) -> list[Mapping[str, Any]]:
        """The lines of points that follow so far, of the rounds or of the final scoring."""
        score = self._state.plugin.score_json(self._state.match) if self._claims.has_lines else None
        return [line for line in score["lines"] if (line["round"] is None) == final] if score else []

    def _told_lines(self, number: int | None, player: str | None) -> list[Mapping[str, Any]]:
        """The claimed lines of a player in a round, or (None) in the final scoring."""
        lines = self._claims.score["lines"] if self._claims.has_lines else ()
        return [line for line in lines if (line["round"], line["player"]) == (number, player)]

    def _with_points(self, check: Check, told: Sequence[Any], derived: Sequence[Any] | None) -> Check:
        """The check with the points of both sides, which differ where a line does; `derived` None: nothing follows."""
        if not self._claims.has_lines:
            return check
        total = sum(line["points"] for line in told)
        if derived is None:
            return check.with_points(total, None)
        reasons = "; ".join(f"{line['points']:+d} {line['reason']}" for line in derived) or "no points"
        is_equal = sorted(map(_kind, told)) == sorted(map(_kind, derived))
        differ = "" if is_equal else f"what was played comes to: {reasons}"
        return check.with_points(total, sum(line["points"] for line in derived), differ)

    def _score(self) -> Check:
        """The score as a whole; and no points but those of the turns."""
        derived = self._state.plugin.score_json(self._state.match) or {}
        wrong = [*keys_that_differ(self._claims.score, derived), *self._claims.wrong]
        return Check("score", "differs" if wrong else "agrees", f"these differ: {', '.join(wrong)}" if wrong else "")

    def _learn(self, looks: Looks, evidence: Evidence) -> None:
        """Makes the eyes learn from the certain cards of looks, as they did in play."""
        guessed = evidence.guessed or evidence.split or evidence.again or bool(evidence.said)
        self._eyes.learn(certain_cards(self._state, looks, evidence.named, guessed=guessed))

    def _identified(self, looks: Looks, evidence: Evidence) -> Looks:
        """The looks with the cards that the journal's players identified, declared apart or unseen."""
        asked = Asked(evidence.which, (), None)
        told = [Identified(look, card, asked) for look in evidence.told for card in look.sightings]
        told += [Identified(look, card, asked) for look in evidence.told for card in look.told]
        return tuple(as_identified(look, told, self._state.pieces.anchors) for look in looks)

    def _looks(self, pictures: Pictures) -> tuple[Looks, str]:
        """Looks by the pictures; if there are none, the reason."""
        if lacks := self._state.plugin.rules.lacks(self._state.begun.setup):
            return (), str(lacks)
        try:
            looks = self._eyes.looks(pictures, self._state.missed)
        except NothingSeenError as error:
            return (), str(error)
        self._last = looks or self._last
        return looks, "" if looks else _NO_PICTURE


def _kind(line: Mapping[str, Any]) -> tuple[str, int]:
    return line["kind"], line["points"]


def _round(step: Step) -> str:
    """The round of a step, in words; in a game without rounds its turn."""
    claimed = step.claimed
    return f"round {claimed.round}" if claimed.round is not None else claimed.place or "what was settled"


def _turns_by_look(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """The steps in groups that one look was read for: it is the last one's."""
    group: list[Step] = []
    for step in steps:
        group.append(step)
        if not step.evidence.split or step.evidence.looked:
            yield group
            group = []
    if group:
        yield group


_PROOF_WORDS = {"agrees": "agrees", "told": "rests on people's word", "differs": "DIFFERS", "unseen": "not derived"}

NO_PICTURES = (
    "there are no pictures of this game, so no point can be derived again. Nothing is wrong: its record and its "
    "points agree. `lucca-pi play --pictures MB` saves pictures of future games."
)


def proof_text(proof: Proof) -> str:
    """Each part of the game with the verdict of its pictures, and the whole in a line."""
    seen = [check for check in proof.checks if check.needs_pictures]
    if not proof.count("differs") and all((check.word, check.why) == ("unseen", _NO_PICTURE) for check in seen):
        return f"{shown(proof.game)}: {NO_PICTURES}"
    counts = ", ".join(f"{proof.count(word)} {_PROOF_WORDS[word]}" for word in WORDS if proof.count(word))
    verdict = "every point follows from the pictures" if proof.holds else "NOT every point follows from the pictures"
    if proof.holds and proof.count("told"):
        verdict += " and from what the players said"
    return "\n".join([*map(_check, proof.checks), "", f"{shown(proof.game)}: {verdict} ({counts})"])


def _check(check: Check) -> str:
    round_of = f"round {check.round}, " if check.round is not None else ""
    where = f"{round_of}{check.what}" if check.turn is None else f"{round_of}turn {check.turn}"
    who = f", {shown(check.player)}" if check.player else ""
    return f"{where}{who}: {_PROOF_WORDS[check.word]}{_points(check)}{f': {check.why}' if check.why else ''}"


def _points(check: Check) -> str:
    if check.told is None or check.told == check.derived:
        return "" if check.told is None else f" ({check.told:+d})"
    derived = "none derived" if check.derived is None else f"{check.derived:+d} derived"
    return f" ({check.told:+d} told, {derived})"
