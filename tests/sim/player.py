"""
People before the machine: they press OK, do what it asks for, answer truly, and tell by hand what it cannot see.

All that the simulator knows of the session is here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Literal

from lucca_pi.contract.entering import Entered
from lucca_pi.contract.questions import (
    Choice,
    Disagreed,
    EnterTurn,
    Lead,
    Leave,
    NoTurn,
    Review,
    Settle,
    ThisCard,
    ThisIsThere,
    Way,
)
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import State, begin_evening
from lucca_pi.evening.step import Effect, Input, Rested
from lucca_pi.games.citta.auditor.evidence import all_walls_visible
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.referee.verdict import LAY_OUT_AGAIN
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.record import Record
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.by_hand import Settlement as Settled
from lucca_pi.games.citta.session.by_hand import colour_of
from lucca_pi.games.citta.session.memory import record_of
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.games.citta.session.which_card import TripletCard
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES
from lucca_pi.table.looks import anchored
from lucca_pi.table.sighting import Look, Sighting, apart_mm
from tests.sim.evening import Evening, Moment
from tests.sim.eye import Glance, Laid, Sights, look_at, measured, uncovered, wall_name
from tests.sim.faces import Faces, in_view
from tests.sim.machine import BEGUN, AtTheMachine, See, Teller
from tests.sim.truth import Notes, Truth, in_words

MOST_TRIES = 5
"""So often people put right what the machine complains of and press again, before they give up."""
HEEDED = 1
"""So often they do just what it says; after that they tell it by hand."""
ANSWERING = ("answer", "tell")
"""What the players are about when a question may have no true answer but No."""
NEAR_MM = 15.0
"""Two views of one card lie nearer to each other than this."""
STRANGE = "is not in this deck"
"""So it is said of a card that was not known: people have none of these, and press again."""
Goal = Literal["answer", "tell", "review", "leave", "nothing"]


def begun(evening: Evening) -> State:
    """The machine as the evening begins."""
    record = evening.game.record
    names = {code: player for player, code in evening.seats.items()}
    setup = Setup(record.edition, evening.deck_file)
    return begin_evening(Begun(GAME, setup, len(record.players), names, BEGUN))


class Players(AtTheMachine):
    """The players of one evening, and the machine's state."""

    notes: Notes

    def __init__(
        self,
        evening: Evening,
        sights: Sequence[Sights],
        *,
        hands_free: bool = False,
        faces: Faces | None = None,
        habits: Sequence[Callable[["Players"], None]] = (),
        tell: Teller | None = None,
    ) -> None:
        record = evening.game.record
        self.state = begun(evening)
        self.notes = Notes(tell_line=tell)
        self._evening, self._sights, self._hands_free, self._faces = evening, sights, hands_free, faces
        self._whole_look: Look | None = None
        self._reader_saw: Look | None = None
        self._truth = Truth(record)
        self._glances = 0
        self._righted: set[str] = set()
        self._goal: Goal = "answer"
        self._lies: Laid = ()
        self._apart: set[str] = set()
        self._said = ""
        self._habits, self._number, self._is_mended, self._does_it_once = habits, 0, False, True
        self._looked_at: int | None = None
        self._laid_out_at: int | None = None

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self._evening.game.record.players)

    @property
    def turns_taken(self) -> int:
        """How many turns the machine has, if it waits for the next one and nothing is in doubt; else 0."""
        is_open = self.state.course.open_turn is not None or self.state.course.is_over
        return 0 if is_open or not self._is_taken() else len(self.state.course.turns)

    @property
    def record(self) -> Record | None:
        """The record as the machine has it."""
        return record_of(self.state.match)

    @property
    def wrong_turns(self) -> list[str]:
        """The turns that stand in the record otherwise than they were played."""
        return self._truth.wrong_turns(self.record) if self.record else ["nothing is recorded"]

    def play(self) -> None:
        """Plays until the game is over or the machine can go no further; `notes` tell the rest."""
        for self._number, moment in enumerate(self._evening.moments):  # noqa: B020 - all of it is about this moment
            self.notes.tell(f"moment {self._number}: {in_words(moment.done)}{'' if moment.pressed else ' (no press)'}")
            self._truth.done += moment.done is not None
            self._truth.seems(moment.meant)
            self._is_mended = False
            if self._hands_free or not moment.pressed:
                self._rest(seen=self._hands_free or moment.seen)
            if moment.pressed and moment.half_way:
                self._press_early()
            elif moment.pressed:
                self._confirm()
                self._compare()
                self._use_buttons()
            if self.notes.stuck:
                break
        if self.state.course.is_over and not self.notes.stuck:
            self._end()
        self.notes.count([note for _, _, note in self.state.course.notes])

    def _use_buttons(self) -> None:
        """What they do with the buttons besides, after a turn."""
        for habit in self._habits:
            if not self.notes.stuck:
                habit(self)
                self._compare()

    def tell_again(self, number: int) -> None:
        """Goes through an earlier turn once more by the menu, and answers as it was."""
        self.notes.tell(f"  tells turn {number} once more")
        self._looked_at = number
        self.press("up", "ok")
        self._answer("review")
        self._looked_at = None
        self._back()

    def change_wrongly(self, number: int, chance: Random) -> None:
        """A child changes an earlier turn to what it was not; whoever is asked whether that is sure says no."""
        self.notes.tell(f"  a child changes turn {number}")
        self.press("up", "ok")
        self._pick(lambda lead: lead == Way.REVIEW, chance)
        self._pick(lambda lead: lead == Review(number), chance)
        for _ in range(self.MOST_ANSWERS):
            if not isinstance(self.state.mode, Choice) or self.state.mode.text.endswith("Sure?"):
                break
            self._pick(self._is_change, chance)
        self._back()

    def _is_change(self, lead: Lead) -> bool:
        """Whether an answer of a correction leads on to what was not played."""
        if isinstance(lead, Settle):
            return not self._truth.is_same(lead.number, lead.turn)
        return not isinstance(lead, Way | NoTurn | Review)

    def take_back(self, turns: int) -> None:
        """Takes so many turns back, and tells them by hand again; nothing on the table is moved."""
        left = max(0, len(self.state.course.turns) - turns)
        self.notes.tell(f"  takes back to turn {left}")
        while len(self.state.course.turns) > left and self.state.past:
            self.press("undo")
        self._confirm()

    def _pick(self, is_meant: Callable[[Lead], bool], chance: Random) -> None:
        """Chooses one of the answers that are meant; goes back where there is none."""
        mode = self.state.mode
        meant = [at for at, one in enumerate(mode.options) if is_meant(one.lead)] if isinstance(mode, Choice) else []
        if not isinstance(mode, Choice) or not meant:
            return self._back()
        at = chance.choice(meant)
        self.notes.tell(f"  asked: {mode.player} {mode.text} picks {mode.options[at].words}")
        return self._choose(mode, at)

    def _end(self) -> None:
        """Presses OK until the machine says that the game is over."""
        self._is_mended = False
        for _ in range(MOST_TRIES):
            self._look(heeded=True)
            self._answer("answer")
            if self.is_finished:
                self._compare()
                return
            if isinstance(self.state.mode, Disagreed):
                self.notes.told += 1
        self.notes.stuck = self._said or "the game is not over"

    def _rest(self, *, seen: bool) -> None:
        """The camera sees the table at rest, as it does unless a question is being put."""
        look = self._see(None) if seen and not isinstance(self.state.mode, Choice) else None
        if look and (self.state.game or self._hands_free):
            self._give(Rested(look, "", takes=self._hands_free))
            self._tell_cards_apart()

    def _tell_cards_apart(self) -> None:
        """Says which cards those are that lie free and are asked about."""
        if isinstance(self.state.mode, Choice) and isinstance(self.state.mode.options[0].lead, ThisCard):
            self._answer("answer")

    def _press_early(self) -> None:
        """Presses OK in mid-turn; goes back from whatever the machine makes of that."""
        self._look()
        self._answer("nothing")
        self._back()

    def _confirm(self) -> None:
        """Presses OK and puts right what has to be, until the machine has taken all that was done."""
        attempt, since, taken = -1, 0, len(self.state.course.turns)
        self._is_mended = False
        while since < MOST_TRIES:
            attempt += 1
            since = 0 if len(self.state.course.turns) > taken else since + 1
            taken = len(self.state.course.turns)
            if (attempt or self._hands_free) and self._is_taken():
                return
            self._look(heeded=attempt > 0)
            self._answer("answer")
            if isinstance(self.state.mode, Disagreed) and self._is_known():
                self._back()
            elif isinstance(complaint := self.state.mode, Disagreed):
                self._is_mended = True
                self._does_it_once = attempt < HEEDED
                self._heed(complaint)
        if not self._is_taken():
            self.notes.stuck = self._said or "nothing is taken"

    def _has_all(self) -> bool:
        """Whether the machine has as many turns and adjustments as there were."""
        course = self.state.course
        settled = len(course.moments) > len(course.turns)
        return bool(course.game) and len(course.turns) >= self._truth.turns_done and settled >= self._truth.is_settled

    def _is_known(self) -> bool:
        """Whether the machine has taken all that was done already, and took it for what it was."""
        return self._has_all() and self._first_wrong() is None

    @property
    def _moment(self) -> Moment:
        return self._evening.moments[self._number]

    def _heed(self, complaint: Disagreed) -> None:
        self.notes.told += 1
        problems, asks_for_all = " ".join(complaint.problems), complaint.advice == LAY_OUT_AGAIN
        if STRANGE in problems:
            return
        amiss = self._moment.amiss(self._righted, problems)
        self._righted |= amiss
        self._lay_walls_apart(complaint.advice)
        if self._first_wrong() is not None:
            self._way_out("review")
        elif self._truth.is_settled and len(self.state.course.moments) == len(self.state.course.turns):
            self._way_out("leave")
        elif self._does_it_once or self.state.game is None or (asks_for_all and self._laid_out_at != self._number):
            if asks_for_all:
                self._lay_out_again()
            if amiss or self._moment.mended is not None:
                self.notes.mended += 1
                self._rest(seen=True)
        else:
            self._way_out("tell")

    def _lay_walls_apart(self, advice: str) -> None:
        """Lays the walls of whom the machine has named so that all are in sight, where it asks for that."""
        seats = [seat for name, seat in self._evening.seats.items() if all_walls_visible(name) in advice]
        walls = (card for card in self._lies if card.code == BACK_CODE and card.owner in seats)
        self._apart |= {wall_name(card) for card in walls}

    def _lay_out_again(self) -> None:
        """Lays all triplets out as they lay before the turn."""
        self.notes.laid_out_again += 1
        self._laid_out_at = self._number
        before = self._evening.whole_before(self._number)
        self._take_look(lambda closer: self._see(closer, heeded=True, moment=before))
        self._tell_cards_apart()

    def _way_out(self, goal: Goal) -> None:
        self.press("down")
        self._answer(goal)

    def _see_closer(self, see: See, look: Look | None) -> list[Look | None]:
        """The closer pictures; what people know by the first is enough."""
        whole = self._whole_look
        again = super()._see_closer(see, look)
        self._whole_look = whole if look else self._whole_look
        return again

    def _see(self, closer: int | None, *, heeded: bool = False, moment: Moment | None = None) -> Look | None:
        """What the camera sees of the table, as it lies by now or lay at that moment; None without a quarter."""
        glance = Glance(self._evening.seed, self._number, self._glances, heeded, frozenset(self._apart))
        self._glances += 1
        is_mended = self._is_mended and moment is None
        self._lies = (moment or self._moment).lies(self._righted, mended=is_mended)
        self._righted |= {slip.name for slip in self._moment.slips if slip.brief}
        return self._shown(self._lies, glance, closer)

    def _shown(self, lying: Laid, glance: Glance, closer: int | None) -> Look | None:
        """What one picture shows; a closer one is another."""
        hidden = {card for sight in self._sights for card in sight(lying, glance)}
        for card in sorted(hidden, key=lambda one: one.code):
            self.notes.tell(f"  not seen: code {card.code}, {card.area} of {card.owner}")
        deck_file = self._evening.deck_file
        try:
            seen = tuple(card for card in uncovered(lying, deck_file) if card not in hidden)
            seen = seen if self._faces is None else tuple(in_view(seen, lying, deck_file))
            look = look_at(measured(seen, glance), deck_file)
            if self._faces is None:
                return look
            quarters = {one.code: one for one in look.sightings if one.code in QUARTER_CODES}
            self._whole_look = anchored(look_at(measured(lying, glance), deck_file), quarters, QUARTER_CODES)
            return self._remembered(self._faces.seen(look, lying, glance, deck_file), quarters)
        except ValueError:
            return None

    def _remembered(self, look: Look, quarters: Mapping[int, Sighting]) -> Look:
        """What the reader makes of a look, which remembers the one before."""
        assert self._faces
        if self._reader_saw:
            before = anchored(self._reader_saw, quarters, QUARTER_CODES)
            look = self._faces.remembered(look, before, self._evening.deck_file)
        self._reader_saw = look
        return look

    def _answer(self, goal: Goal) -> None:
        """Answers whatever is asked, truly; goes back from what has no true answer."""
        self._goal = goal
        self._answer_questions(telling=goal == "tell")

    def _rank(self, choice: Choice) -> int | None:
        """Which answer is true, or leads to where it can be given; No where none is."""
        last, words = choice.options[-1], [one.words for one in choice.options]
        is_no = words in (["Yes", "No"], ["Yes", "As it was"]) or isinstance(last.lead, Disagreed)
        true = super()._rank(choice)
        return len(choice.options) - 1 if true is None and self._goal in ANSWERING and is_no else true

    def _are_true(self, turns: Sequence[Turn], after: int, *, all_of_them: bool, literally: bool) -> bool:
        return self._truth.are_due(turns, after, all_of_them=all_of_them, literally=literally)

    def _played(self, number: int) -> Turn | None:
        return self._truth.turn_done(number)

    def _is_so(self, choice: Choice, lead: Lead) -> bool:  # noqa: PLR0911 - one for each way
        match lead:
            case Review(number):
                return number == (self._looked_at or self._first_wrong())
            case Leave(Entered() as dealt):
                return self._truth.was_dealt(choice.player, dealt, self._in_sight(choice.looks[-1]))
            case Leave(TripletCard(beside, colour)):
                deck = self._evening.deck_file.deck
                return any(colour_of(deck, card) == colour for card in self._lying_with(beside))
            case ThisIsThere(told):
                name = self.state.pieces.name
                return told.code is not None and name(told.code) in self._lying_with(map(name, told.beside))
            case Leave(draft, sure):
                return self._goal == "leave" and self._is_settled(choice, draft or Settled(""), sure)
            case ThisCard(seen):
                lying = self._whole_look.sightings if self._whole_look else ()
                return any(one.code == seen.code and apart_mm(one, seen) < NEAR_MM for one in lying)
            case Way.OVER:
                return self._first_wrong() is None
            case _:
                return lead == Way.REVIEW and self._goal == "review"

    def _is_settled(self, choice: Choice, told: Settled, sure: bool) -> bool:
        """Whether what has been told of a settled table is true, and all of it where it is `sure`."""
        if sure and not self._truth.is_what_lies(choice.player, choice.text.partition(". ")[0]):
            return False
        return self._is_played(told, sure, len(self.state.course.turns)) and self._truth.is_as_settled(told)

    def _in_sight(self, look: Look) -> set[CardName]:
        """The cards of a look, by name."""
        return {self.state.pieces.name(seen.code) for seen in look.sightings if self.state.pieces.is_face(seen.code)}

    def _lying_with(self, beside: Iterable[CardName]) -> set[CardName]:
        """The other cards of a triplet, as far as they lie in the centre."""
        some, name = {*beside}, self.state.pieces.name
        centre = {name(card.code) for card in self._lies if card.owner is None and self.state.pieces.is_face(card.code)}
        triplets = (triplet for layout in self._evening.game.layouts for triplet in layout if some < {*triplet})
        return {card for triplet in triplets for card in triplet if card in centre} - some

    def _is_played(self, told: Settled, sure: bool, taken: int) -> bool:
        """Whether it is true that the player in turn, whose cards were settled, has played as well, or has not."""
        in_turn = self.state.game is not None and told.player == self.state.game.player_in_turn
        return not (sure and in_turn) or told.played == (self._truth.turns_done > taken)

    def _note_question(self, choice: Choice, rank: int | None) -> None:
        """A question of the referee counts, with the rank of its true answer; so does a turn that is told by hand."""
        offered = [number for number, option in enumerate(choice.options) if option.given is not None]
        lead = choice.options[0].lead
        which_card = isinstance(lead, ThisCard | ThisIsThere)
        if offered and choice.asked and (which_card or self._goal != "nothing"):
            self.notes.ranks.append(rank if rank in offered else None)
        elif isinstance(lead, Leave) and isinstance(lead.draft, Entered | TripletCard):
            self.notes.ranks.append(rank)
        if rank is not None and isinstance(choice.options[rank].lead, EnterTurn) and self._goal == "answer":
            self._goal, self.is_telling = "tell", True

    def _first_wrong(self) -> int | None:
        """The first turn that was taken for another, from 1; one that is not settled may yet turn out right."""
        for number, moment in self.state.course.numbered():
            possible = [turn for turn in (moment.entry, *moment.others) if isinstance(turn, Turn)]
            if number <= self._truth.turns_done and not any(self._truth.is_same(number, turn) for turn in possible):
                return number
        return None

    def _compare(self) -> None:
        """Holds what the machine has taken against what was played; of a turn in doubt, whether it may be true."""
        game, moments = self.state.game, self.state.course.moments
        if game is None or not self._is_taken():
            return
        if self.state.course.open_turn is None:
            self.notes.compare(self._truth.difference(game, moments[-1].entry if moments else None))
        elif wrong := self._first_wrong():
            self.notes.compare(
                f"turn {wrong}: what it may have been, {in_words(moments[-1].entry)}, is none of it true"
            )

    def _give(self, given: Input) -> Sequence[Effect]:
        effects = super()._give(given)
        if isinstance(self.state.mode, Disagreed) and not isinstance(given, Rested):
            self._said = self.state.mode.problems[0]
        return effects
