"""Whatever is pressed, shown, told and taken back: the journal adds up to the same game, and its file is verified."""

import json
from dataclasses import replace

from claimed import differing
from evening import FILE, begun, covered, date, looks
from hypothesis import settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.errors import RuleError
from lucca_pi.evening.journal import event_from_json, event_json
from lucca_pi.evening.state import Examining, after_event, begin_evening, resumed
from lucca_pi.evening.step import Continue, Keep, Looked, NoMoreLooks, Pressed, Rested, step
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import record_json
from lucca_pi.games.citta.rules.score import score
from lucca_pi.games.citta.session.memory import record_of

TURNS = 8
SOME_CARD = some.sampled_from(sorted(FILE.codes))


class Evening(RuleBasedStateMachine):
    """A session and its journal, as it comes back from the disk."""

    def __init__(self):
        super().__init__()
        self.state, self.minute = begin_evening(begun()), 0
        self.journal = [from_disk(begun())]
        self.again = resumed(self.journal)

    def _keep(self, event):
        self.journal.append(from_disk(event))
        self.again = after_event(self.again, self.journal[-1])

    def _give(self, one):
        self.minute += 1
        self.state, effects = step(self.state, one)
        for effect in effects:
            if isinstance(effect, Keep):
                self._keep(effect.event)

    def _next(self):
        return looks()[min(len(self.state.course.turns) + (self.state.game is not None), TURNS)]

    @rule()
    def look(self):
        self._give(Looked(self._next(), date(self.minute)))

    @rule(card=SOME_CARD)
    def look_past_a_hand(self, card):
        look = self._next()
        seen = tuple(one for one in look.sightings if one.code != card)
        self._give(Looked(replace(look, sightings=seen), date(self.minute)))

    @precondition(lambda self: 0 < len(self.state.course.turns) < TURNS)
    @rule()
    def look_past_a_hand_on_the_newest_card(self):
        self._give(Looked(covered(len(self.state.course.turns) + 1), date(self.minute)))

    @rule(card=SOME_CARD)
    def look_at_a_card_laid_wrong(self, card):
        look = self._next()
        seen = [replace(one, x_mm=one.x_mm + 90.0) if one.code == card else one for one in look.sightings]
        self._give(Looked(replace(look, sightings=tuple(seen)), date(self.minute)))

    @precondition(lambda self: isinstance(self.state.mode, Examining))
    @rule()
    def go_on(self):
        self._give(Continue())

    @rule(takes=some.booleans())
    def rest(self, takes):
        self._give(Rested(self._next(), date(self.minute), takes))

    @rule(button=some.sampled_from(["ok", "ok", "back", "up", "down", "undo"]))
    def press(self, button):
        self._give(Pressed(button, date(self.minute)))

    @precondition(lambda self: isinstance(self.state.mode, Choice))
    @rule(downs=some.integers(0, 4))
    def choose(self, downs):
        for _ in range(downs):
            self._give(Pressed("down", date(self.minute)))
        self._give(Pressed("ok", date(self.minute)))

    @precondition(lambda self: isinstance(self.state.mode, Disagreed) and not self.state.mode.paused)
    @rule()
    def leave_it_as_it_lies(self):
        self._give(Pressed("down", date(self.minute)))
        words = [option.words for option in self.state.mode.options] if isinstance(self.state.mode, Choice) else []
        if "The table is right" in words:
            self.choose(words.index("The table is right"))
            while isinstance(self.state.mode, Choice):
                self.choose(0)

    @rule()
    def no_look_can_come(self):
        self._give(NoMoreLooks())

    @invariant()
    def the_journal_adds_up_to_the_same(self):
        assert facts(self.again) == facts(self.state)

    def teardown(self):
        assert facts(resumed(self.journal)) == facts(self.state)
        assert differing(self.journal, self.state) == []  # nor is its file, once it is verified, said to differ

    @invariant()
    def the_record_keeps_the_rules_and_gives_the_same_points(self):
        record = record_of(self.state.match)
        try:
            assert record is None or score(replay(record)).totals == score(self.state.game).totals
        except RuleError as error:
            raise AssertionError(error.message) from error


def from_disk(event):
    """The event as it comes back from the disk."""
    return event_from_json(json.loads(json.dumps(event_json(event, GAME))), GAME)


def facts(state):
    course, record = state.course, record_of(state.match)
    return record and record_json(record), course.asked, course.open_turn, course.looks, len(state.past)


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=15, stateful_step_count=12, deadline=None)
