"""
People before the machine: they press OK, do what it asks for, and answer its questions truly.

All that the simulator knows of the session is here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time

from lucca_pi.citta.referee.verdict import LAY_OUT_AGAIN
from lucca_pi.citta.rules.game import Game
from lucca_pi.citta.rules.record import Entry, Record
from lucca_pi.citta.rules.turn import Turn
from lucca_pi.citta.session.journal import Begun
from lucca_pi.citta.session.modes import Choice, Disagreed, Lead, Settle, Take, Waiting
from lucca_pi.citta.session.state import State, begin_session, record_of
from lucca_pi.citta.session.step import Effect, Input, LookCloser, Looked, NotSeen, Pressed, Rested, TakeLook, step
from lucca_pi.sim.evening import Evening, Laid, Moment
from lucca_pi.sim.eye import look_at, uncovered
from lucca_pi.sim.sights import Glance, Sights
from lucca_pi.sim.truth import Truth
from lucca_pi.table.joined import joined
from lucca_pi.table.sighting import Look

MOST_TRIES = 4
"""So often people put right what the machine complains of and press again, before they give up."""
Tell = Callable[[str], None]


@dataclass(slots=True)
class Notes:
    """What happened at the table. `ranks`: where in each question the true answer stood, from 0; None if nowhere."""

    looks: int = 0
    closer: int = 0
    ranks: list[int | None] = field(default_factory=list)
    told: int = 0
    mended: int = 0
    laid_out_again: int = 0
    misread: list[str] = field(default_factory=list)
    stuck: str = ""
    decisions_s: list[float] = field(default_factory=list)


class Players:
    """The players of one evening, and the machine's state."""

    def __init__(self, evening: Evening, sights: Sequence[Sights], tell: Tell = lambda _: None) -> None:
        record = evening.game.record
        names = {code: player for player, code in evening.seats.items()}
        begun = Begun(record.edition, evening.deck_file, len(record.players), names, False, "2026-05-01T20:00:00")
        self.state: State = begin_session(begun)
        self.notes = Notes()
        self._evening, self._sights, self._tell = evening, sights, tell
        self._truth = Truth(record)
        self._glances = 0

    @property
    def record(self) -> Record | None:
        """The record as the machine has it."""
        return record_of(self.state)

    @property
    def game(self) -> Game | None:
        """The game as the machine has it."""
        return self.state.game

    def play(self) -> Notes:
        """Plays until the game is over or the machine can go no further."""
        for number, moment in enumerate(self._evening.moments):
            if moment.done:
                self._truth.due.append(moment.done)
            if moment.pressed:
                self._tell(f"moment {number}: {_in_words(moment.done)}")
                self._confirm(number, moment)
            elif moment.seen and self.state.game and self.state.mode is Waiting:
                self._tell(f"moment {number}: seen at rest, {_in_words(moment.done)}")
                self._rest(number, moment)
            if self.notes.stuck:
                break
        return self.notes

    def _rest(self, number: int, moment: Moment) -> None:
        look = self._see(number, moment.lying)
        if look:
            self._give(Rested(look))

    def _confirm(self, number: int, moment: Moment) -> None:
        """Presses OK and puts right what has to be, until the machine has taken all that was done."""
        lying, confirmed, heeded = moment.lying, self.state.course.looks, False
        for _ in range(MOST_TRIES):
            self._look(number, lying, heeded=heeded)
            self._answer()
            if self.state.mode is Waiting and self.state.course.looks > confirmed:
                self._compare()
                return
            if self.state.mode is Waiting:
                continue
            lying, heeded = self._put_right(number, moment), True
        self.notes.stuck = self._why()

    def _put_right(self, number: int, moment: Moment) -> Laid:
        """Lays things as the machine asks for; how they lie then."""
        self.notes.told += 1
        mode = self.state.mode
        if isinstance(mode, Disagreed) and mode.advice == LAY_OUT_AGAIN and number:
            self.notes.laid_out_again += 1
            self._look(number, self._evening.whole_before(number).lying, heeded=True)
        self.notes.mended += moment.mended is not None
        return moment.lying if moment.mended is None else moment.mended

    def _look(self, number: int, lying: Laid, *, heeded: bool) -> None:
        """Presses OK; the camera looks, and closer if it is asked to."""
        self.notes.looks += 1
        if not any(isinstance(effect, TakeLook) for effect in self._give(Pressed("ok", ""))):
            return
        look = self._see(number, lying, heeded=heeded)
        effects = self._give(Looked(look, "", more=True) if look else NotSeen("No quarter is in sight."))
        if any(isinstance(effect, LookCloser) for effect in effects):
            self.notes.closer += 1
            again = self._see(number, lying, heeded=heeded)
            self._give(Looked(joined([one for one in (look, again) if one]), ""))

    def _see(self, number: int, lying: Laid, *, heeded: bool = False) -> Look | None:
        """What the camera sees of the cards that lie there; None without a quarter."""
        glance = Glance(self._evening.seed, number, self._glances, heeded)
        self._glances += 1
        hidden = {card for sight in self._sights for card in sight(lying, glance)}
        for card in sorted(hidden, key=lambda one: one.code):
            self._tell(f"  not seen: code {card.code}, {card.area} of {card.owner}")
        deck_file = self._evening.deck_file
        try:
            return look_at([card for card in uncovered(lying, deck_file) if card not in hidden], deck_file)
        except ValueError:
            return None

    def _answer(self) -> None:
        """The true answer if it is offered; else back, and another look."""
        while isinstance(self.state.mode, Choice):
            mode = self.state.mode
            rank = self._truth.rank([_told(option.lead) for option in mode.options])
            self.notes.ranks += [rank] if mode.asked else []
            self._tell(f"  asked: {mode.text} {' | '.join(one.words for one in mode.options)} (true: {rank})")
            for button in ("down",) * rank + ("ok",) if rank is not None else ("back",):
                self._give(Pressed(button, ""))  # type: ignore[arg-type]

    def _compare(self) -> None:
        """Holds what the machine has taken against what was played."""
        open_turn = self.state.course.open_turn
        settled = self.state.course.turns[: open_turn - 1 if open_turn else None]
        for turn in settled[self._truth.confirmed :]:
            wrong = self._truth.take(turn)
            if wrong:
                self._tell(f"  MISREAD {wrong}")
                self.notes.misread.append(wrong)
        if len(self._truth.due) > (open_turn is not None):
            self.notes.stuck = f"{len(self._truth.due)} entries behind"

    def _why(self) -> str:
        mode = self.state.mode
        return mode.problems[0] if isinstance(mode, Disagreed) else "the true answer is not offered"

    def _give(self, given: Input) -> Sequence[Effect]:
        start = process_time()
        self.state, effects = step(self.state, given)
        if isinstance(given, Looked):
            self.notes.decisions_s.append(process_time() - start)
        if isinstance(self.state.mode, Disagreed) and isinstance(given, Looked) and not given.more:
            self._tell(f"  says: {'; '.join(self.state.mode.problems)} {self.state.mode.advice}")
        return effects


def _told(lead: Lead) -> tuple[Turn, ...]:
    """The turns that an answer says were played; none for one that leads on."""
    return lead.turns if isinstance(lead, Take) else (lead.turn,) if isinstance(lead, Settle) else (NOBODY,)


NOBODY = Turn("", (), ())


def _in_words(done: Entry | None) -> str:
    if done is None:
        return "nothing new is whole"
    if not isinstance(done, Turn):
        return f"{done.player} settles: {dict(done.construction)}, {done.walls} walls"
    plays = ", ".join(f"{play.card} {play.way}" for play in done.play)
    return f"{done.player} opens {', '.join(done.open) or 'nothing'}; {plays}"
