"""The OK that ends a game looks once more: what has changed since opens the last turn again."""

from dataclasses import replace

import pytest
from evening import LAST, after, begun, chosen, date, drawn_aside, given, kept, kinds, looks, press, without
from pebbles import PEBBLES, PLAYERS, Turn, look, played, says, scripted

from lucca_pi.contract.history import Adjusted, Asked, Played, Started
from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.contract.verdict import Certificate, Doubt, Explained, Gap, Unexplained
from lucca_pi.evening.journal import event_json, events_from_json
from lucca_pi.evening.judging import OVER as ENDED
from lucca_pi.evening.judging import at_the_end
from lucca_pi.evening.state import Finish, resumed
from lucca_pi.evening.step import Looked, NotSeen
from lucca_pi.games.citta.game import GAME
from lucca_pi.table.sighting import Look

OVER = after(LAST + 1)
LAST_LOOK = looks()[LAST]
NOTHING = Look((), 0.3, ())
YES, NO = "Yes, the game is over", "No"


def over_by(look):
    """The state when the last turn was taken by that look, and all that was kept of it."""
    state, done = given(after(LAST), Looked(look, date(80)))
    assert state.course.is_over
    return state, [effect.event for effect in done if type(effect).__name__ == "Keep"]


def test_a_card_that_was_drawn_aside_when_ok_was_pressed_counts_as_it_lies_at_the_end():
    early, events = over_by(drawn_aside(42))
    assert early.course.turns[-1] != OVER.course.turns[-1]
    state, done = given(early, Looked(LAST_LOOK, date(90)))
    assert kept(done) == ["TakenBack", "Played"]
    assert GAME.record_json(state.match)["rounds"] == GAME.record_json(OVER.match)["rounds"]
    assert state.course.moments[-1].looks == (drawn_aside(42), LAST_LOOK)
    events += [effect.event for effect in done if type(effect).__name__ == "Keep"]
    journal = [event_json(one, GAME) for one in (begun(), *events_of(after(LAST)), *events)]
    assert resumed(events_from_json(journal)).course.turns == OVER.course.turns
    assert given(state, Looked(LAST_LOOK, date(91)))[1] == [Finish()]


def events_of(state):
    start = state.course.start
    yield Started(start.seats, start.deal, looks()[:1], start.date)
    yield from (Played(one.entry, one.looks, one.asked, one.date) for one in state.course.moments)


CHANGED = {
    "cleared": Looked(NOTHING, date(90)),
    "no table": NotSeen("No quarter is in sight."),
    "as before the turn": Looked(looks()[LAST - 1], date(90)),
    "a card of the turn is away": Looked(without(LAST_LOOK, 66), date(90)),
}


@pytest.mark.parametrize("seen", CHANGED.values(), ids=CHANGED)
def test_where_the_look_shows_no_last_turn_people_say_whether_the_game_is_over(seen):
    state, done = given(press(OVER, "ok")[0], seen)
    assert (kinds(done), state.course) == (["ShowScreens"], OVER.course)
    assert [one.words for one in state.mode.options] == [YES, NO]
    assert "18 to green; 42 to violet; 66 discarded" in state.mode.text
    assert chosen(state, YES)[1] == [Finish()]
    state, done = chosen(state, NO)
    assert (kept(done), state.mode.player) == ([], OVER.course.turns[-1].player)


def test_an_ok_to_a_complaint_after_the_end_only_leads_back():
    state = replace(OVER, mode=Disagreed(("Then this cannot be",), ""))
    state, done = given(press(state, "ok")[0], Looked(LAST_LOOK, date(90)))
    assert (state.mode, kinds(done)) == (None, ["ShowScreens"])


# --- any game

TURNS = [Turn(PLAYERS[at % 2], (one,)) for at, one in enumerate(PEBBLES)]
WAS, ANOTHER = TURNS[-1], Turn("Ada", (6,))
NOTHING_FITS = Unexplained(("no",), "")
PROVED, OPEN = Certificate((), ()), Certificate((), (Gap("7 is not visible"),))


def finished(verdict, signed=PROVED, asked=None, more=()):
    kind = scripted(
        explain=lambda state, looks: verdict,
        audit=lambda state, turns, looks: signed if turns == (WAS,) else PROVED,
        split=lambda *_given: None,
    )
    events = [Played(turn, (look(one),), asked if turn == WAS else None, "") for one, turn in enumerate(TURNS)]
    return played(kind, *events, *more)


BY_ONE = Asked("what was taken?", ("7", "6"), 0)
SO = Adjusted("so", (), "")
BADLY, DOUBT = Explained(WAS, 9.0, fits_badly=True), Doubt((ANOTHER, WAS), (0.0, 1.0))
ASKS = [YES, NO]
# what the looks show; the events, and the answers of the question
AT_THE_END = {
    "the same": (finished(Explained(WAS)), []),
    "the same, not proved": (finished(Explained(WAS), OPEN), ASKS),
    "the same, not proved, and players have told it": (finished(Explained(WAS), OPEN, BY_ONE), []),
    "the same, but badly": (finished(BADLY), ["TakenBack", "Yes", NO]),
    "the same, but badly, and players have told it": (finished(BADLY, asked=BY_ONE), ASKS),
    "it is in doubt": (finished(DOUBT), ["TakenBack", "takes 6", "takes 7", "None of these"]),
    "it is in doubt, and players have told it": (finished(DOUBT, asked=BY_ONE), []),
    "another": (finished(Explained(ANOTHER)), ["TakenBack", "Played"]),
    "another, and players have told it": (finished(Explained(ANOTHER), asked=BY_ONE), ASKS),
    "nothing": (finished(NOTHING_FITS), ASKS),
    "nothing, and players have settled the table": (finished(NOTHING_FITS, more=(SO,)), []),
}


@pytest.mark.parametrize(("state", "said"), AT_THE_END.values(), ids=AT_THE_END)
def test_a_game_is_over_if_its_last_turn_is_seen_again_or_settled(state, said):
    outcome = at_the_end(state, (look(),), "now")
    options = outcome.mode.options if isinstance(outcome.mode, Choice) else ()
    assert [*(type(event).__name__ for event in outcome.events), *(str(one.words) for one in options)] == said
    assert (outcome == ENDED) == (not said)
    assert {event.date for event in outcome.events} <= {"now"}


def test_the_looks_at_the_last_turn_count_as_seen_at_rest_before():
    seen = []
    state = finished(NOTHING_FITS)
    says(state.plugin, explain=lambda before, looks: seen.append((before.game.turns, looks)) or Explained(WAS))
    at_the_end(state, (look(20),), "")
    assert seen == [(6, (look(6), look(20)))]
