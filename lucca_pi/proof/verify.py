"""An exported game held against its own pictures: what they give, and where the file tells something else."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from lucca_pi.errors import RuleError
from lucca_pi.evening.verdict import Unexplained
from lucca_pi.games.citta.rules.adjustment import Adjustment
from lucca_pi.games.citta.rules.game import Game, replay
from lucca_pi.games.citta.rules.score import Score, score, score_json
from lucca_pi.games.citta.rules.scoring import Line
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.memory import game_in
from lucca_pi.games.citta.session.recording import record_of
from lucca_pi.proof.archive import Archive
from lucca_pi.proof.checks import Check, Proof, with_points
from lucca_pi.proof.derive import (
    Deal,
    after_adjustment,
    after_deal,
    after_turn,
    beginning,
    deal_seen,
    lines_of,
    same_deal,
)
from lucca_pi.proof.evidence import Pictures
from lucca_pi.proof.game_file import Step, ToldGame, told_game
from lucca_pi.proof.judge import Found, by_people, judge, judge_several
from lucca_pi.proof.seeing import Eyes, Looks, NothingSeenError

BESIDES_LINES = ("edition", "finished", "orders", "next_order", "final_order", "players", "winner")
"""What a score says besides its lines."""
NO_PICTURE = "there is no picture of it"
NOT_KEPT = "a later look corrected it, and no picture of that look was kept"


def verify_game(file: Path) -> Proof:
    """Derives the game in a file from its pictures. Raises UnreadableError when the file cannot be read."""
    with Archive(file) as archive:
        told = told_game(archive)
        eyes = Eyes(archive, beginning(told).pieces, told.manifest.style)
        return Proof(told.manifest.game, tuple(Walk(told, eyes).checks()))


class StuckError(Exception):
    """Nothing follows from here on; the message says why."""


class Walk:
    """Goes through a game step by step; the state is what follows from the pictures so far."""

    def __init__(self, told: ToldGame, eyes: Eyes) -> None:
        self._told, self._eyes = told, eyes
        self._state = beginning(told)
        self._last: Looks = ()

    def checks(self) -> Iterator[Check]:
        """The checks, each as soon as its pictures are read."""
        try:
            yield self._deal()
            found = [*groups(self._told.steps())]
            for group, later in zip_longest(found, found[1:]):
                yield from self._group(group, later[-1].evidence.pictures if later else ())
            yield from self._final()
            yield self._score()
        except StuckError as stuck:
            yield Check("score", "unseen", f"nothing follows from here on: {stuck}")

    def _deal(self) -> Check:
        moments, told = self._told.evidence, self._told.record.deal
        looks, problem = self._looks(moments[0].pictures if moments else ())
        seen = deal_seen(self._state, looks) if looks else told
        if isinstance(seen, Unexplained):
            self._go_on_from_deal(told, looks)
            return Check("deal", "differs", f"the picture shows no deal: {'; '.join(seen.problems)}")
        before = self._state
        self._go_on_from_deal(seen, looks)
        if not looks:
            return Check("deal", "unseen", problem)
        if not same_deal(before, seen, told):
            return Check("deal", "differs", f"the picture shows {_deal_in_words(seen)}")
        return Check("deal", "agrees")

    def _go_on_from_deal(self, deal: Deal, looks: Looks) -> None:
        try:
            self._state = after_deal(self._state, self._told.seats, deal, looks)
        except RuleError as error:
            raise StuckError(error.message) from None

    def _group(self, group: Sequence[Step], later: Pictures) -> Iterator[Check]:
        """The checks of turns that one look was read for, mostly a single one, or of an adjustment."""
        for step in group:
            if (step.evidence.kind == "played") != isinstance(step.entry, Turn):
                raise StuckError(f"the journal goes another way than the record in round {step.round}")
        if isinstance(group[0].entry, Adjustment):
            yield self._adjustment(group[0], group[0].entry)
            return
        if self._game().player_in_turn is None:
            raise StuckError("the game is over before its record ends")
        looks, problem = self._looks(group[-1].evidence.pictures)
        for step, found in zip(group, self._found(group, looks, problem, later), strict=True):
            yield self._turn(step, found, looks if step is group[-1] else ())

    def _found(self, group: Sequence[Step], looks: Looks, problem: str, later: Pictures) -> Iterator[Found]:
        turns = [step.entry for step in group if isinstance(step.entry, Turn)]
        if not looks:
            found = [Found("unseen", problem, turn, derived=False) for turn in turns]
        elif len(turns) > 1:
            found = judge_several(self._state, turns, looks)
        else:
            found = [judge(self._state, turns[0], looks, lambda: self._looks(later)[0])]
        last = group[-1].evidence
        for one, turn in zip(found, turns, strict=True):
            outdated = last.again and one.word == "differs"
            yield by_people(Found("unseen", NOT_KEPT, turn, derived=False) if outdated else one, turn, last.said)

    def _turn(self, step: Step, found: Found, looks: Looks) -> Check:
        told = self._told.claims.of_turn(step.round, step.entry.player)
        try:
            lines = lines_of(self._game(), found.turn)
            self._state = after_turn(self._state, found.turn, looks)
        except RuleError as error:
            why = f"{found.why}; " if found.why else ""
            raise StuckError(
                f"{why}round {step.round}, turn {step.turn} breaks a rule as told: {error.message}"
            ) from None
        check = Check("turn", found.word, found.why, step.round, step.turn, step.entry.player)
        return with_points(check, told, lines if found.derived else None)

    def _adjustment(self, step: Step, adjustment: Adjustment) -> Check:
        player, points = adjustment.player, adjustment.points
        try:
            self._state = after_adjustment(self._state, adjustment, self._last[-1:] if step.evidence.looked else ())
        except RuleError as error:
            raise StuckError(f"an adjustment in round {step.round}: {error.message}") from None
        if self._told.claims.adjusts(step.round, player, points):
            return Check("adjustment", "told", step.evidence.said, step.round, None, player, points, points)
        return Check("adjustment", "differs", "its points are not in the score", step.round, None, player, None, points)

    def _final(self) -> Iterator[Check]:
        """The final scoring of each player, if the game came to one on either side."""
        lines = [line for line in self._derived().lines if line.round is None]
        for player in self._told.record.players:
            told = self._told.claims.of_turn(None, player)
            if told or self._game().is_over:
                yield with_points(Check("final", "agrees", player=player), told, [*_of(player, lines)])

    def _score(self) -> Check:
        """The score as a whole: orders, totals, the winner; and no points but those of the turns."""
        result, told = self._derived(), self._told.claims
        derived = score_json(result)
        wrong = [key for key in BESIDES_LINES if told.score.get(key) != derived[key]]
        wrong += ["lines"] if len(told.lines) != len(result.lines) else []
        return Check("score", "differs" if wrong else "agrees", f"these differ: {', '.join(wrong)}" if wrong else "")

    def _derived(self) -> Score:
        """The score that follows so far."""
        record = record_of(self._state)
        if record is None:
            raise StuckError("there is no deal")
        return score(replay(record))

    def _game(self) -> Game:
        """The game that follows so far."""
        if self._state.game is None:
            raise StuckError("there is no deal")
        return game_in(self._state)

    def _looks(self, pictures: Pictures) -> tuple[Looks, str]:
        """What the pictures show; if nothing, why."""
        try:
            looks = self._eyes.looks(pictures)
        except NothingSeenError as error:
            return (), str(error)
        self._last = looks or self._last
        return looks, "" if looks else NO_PICTURE


def groups(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """The steps, those together that one look was read for: it is the last one's."""
    group: list[Step] = []
    for step in steps:
        group.append(step)
        if not step.evidence.split or step.evidence.looked:
            yield group
            group = []
    if group:
        yield group


def _of(player: str, lines: Iterable[Line]) -> Iterator[Line]:
    return (line for line in lines if line.player == player)


def _deal_in_words(deal: Deal) -> str:
    return "; ".join(f"{player}: {', '.join(map(str, cards))}" for player, cards in deal.items())
