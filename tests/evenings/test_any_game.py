"""What an evening does for any game: a game of two pages, played through everything that is the evening's."""

import json

import pytest
from evening import date, given, kept, press, shown, told
from pebbles import CUP, KIND, PEBBLES, Game, Turn, look

from lucca_pi import games
from lucca_pi.app.summary import summary
from lucca_pi.devices.displays import USUAL
from lucca_pi.evening.journal import Begun, event_json, events_from_json
from lucca_pi.evening.modes import Waiting
from lucca_pi.evening.state import begin_evening, resumed
from lucca_pi.evening.step import Finish, Keep, Looked, TakeLook
from lucca_pi.evening.surveying import overview
from lucca_pi.evening.views import snapshot
from lucca_pi.games.contract.questions import Choice, Disagreed
from lucca_pi.screens.pages import pages
from lucca_pi.web.page import page

TABLES = [PEBBLES, [1, 2, 3, 4, 5], [1, 2, 3, 4], [1, 2], []]


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setitem(games.PLAYED, "pebbles", "pebbles")


def begun():
    return begin_evening(Begun(KIND, None, None, {}, date(0)))


def played(*tables, state=None):
    """The state after looks at these tables, and all that was kept."""
    state, events = state or begun(), []
    for minute, table in enumerate(tables):
        state, effects = given(state, Looked(look(*table), date(minute)))
        events += [effect.event for effect in effects if isinstance(effect, Keep)]
    return state, events


def test_it_is_played_to_its_end():
    state, events = played(*TABLES)
    assert [type(event).__name__ for event in events] == ["Started", *["Played"] * 4]
    assert (state.course.is_over, [one.player for one in KIND.standings(state)]) == (True, ["Ben", "Ada"])
    assert press(state, "ok")[1] == [TakeLook(5)]
    assert played_on(state, []) == ([Finish()], state.course)


def played_on(state, table):
    state, effects = given(state, Looked(look(*table), date(60)))
    return effects, state.course


def test_what_the_look_at_the_end_leaves_in_doubt_opens_the_last_turn():
    state, _ = played([1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5], [1, 2, 3, 4], [1, 2], [])
    state, done = given(state, Looked(look(CUP), date(9)))
    assert (kept(done), state.course.is_over, state.mode.text) == (["TakenBack"], False, "what was taken?")
    state, done = told(state, "takes 1")
    assert (kept(done), state.game.left) == (["Played"], (2,))


def test_a_pebble_that_is_laid_back_before_the_end_opens_the_last_turn():
    state, _ = played(*TABLES)
    state, done = given(state, Looked(look(2), date(9)))
    assert (kept(done), state.course.turns[-1].pebbles, state.course.is_over) == (["TakenBack", "Played"], (1,), False)


def test_its_journal_gives_it_back():
    state, events = played(*TABLES[:3])
    journal = json.loads(json.dumps([event_json(one, KIND) for one in (state.begun, *events)]))
    assert journal[0]["game"] == "pebbles"
    assert resumed(events_from_json(journal)).course == state.course


@pytest.mark.parametrize("number", range(len(TABLES) + 1))
def test_it_is_shown_on_screen_and_page_whatever_happens(number):
    state, _ = played(*TABLES[:number])
    assert all(one.size == (128, 64) for one in pages(snapshot(state), USUAL))
    assert "Pebbles" in page(overview(state), KIND.page(overview(state)))
    assert json.dumps(overview(state)) and summary(state)


def test_what_is_hidden_is_asked():
    state, _ = played(*TABLES[:2])
    state, _ = given(state, Looked(look(CUP), date(9)))
    assert isinstance(state.mode, Choice)
    state, done = told(state, "takes 1, 2")
    assert (kept(done), state.course.turns[-1].pebbles) == (["Played"], (1, 2))
    assert state.course.asked[0][2].given == 1


def test_a_press_forgotten_is_made_up_for():
    state, _ = played(*TABLES[:1], [1, 2, 3])
    state, done = told(state, "Yes")
    assert [turn.player for turn in state.course.turns] == ["Ada", "Ben"]
    assert kept(done) == ["Played", "Played"]


def test_what_cannot_be_is_said_and_put_right():
    state, events = played(*TABLES[:1], [], TABLES[1])
    assert (len(events), state.mode) == (2, Waiting)
    assert isinstance(played(*TABLES[:1], [])[0].mode, Disagreed)


def test_undo_takes_back_the_last_turn():
    state, done = press(played(*TABLES[:3])[0], "undo")
    assert (kept(done), state.game.left) == (["TakenBack"], (1, 2, 3, 4, 5))
    assert shown(done) == ["Notice", "Prompt"]


def test_an_earlier_turn_is_corrected():
    state, _ = played(*TABLES[:1], [3, 4, 5, 6, 7])
    state, _ = press(state, "up", "ok")
    state, _ = told(state, "Change a turn", "1. Ada: 1, 2")
    state, done = told(state, "takes 1")
    assert kept(done) == ["Corrected"] or isinstance(state.mode, Choice)  # the look says otherwise: are you sure?
    state, done = told(state, "Change it all the same") if isinstance(state.mode, Choice) else (state, done)
    assert state.course.turns[0].pebbles == (1,)


def test_after_a_pause_all_lies_as_it_did():
    state, _ = press(played(*TABLES[:2])[0], "up", "ok")
    state, _ = told(state, "Pause, then check")
    wrong, _ = given(state, Looked(look(1, 2), date(9)))
    right, _ = given(wrong, Looked(look(1, 2, 3, 4, 5), date(9)))
    assert (wrong.mode.problems[0], right.mode) == ("pebble 3 is missing", Waiting)


def test_what_players_have_entered_by_hand_ends_a_complaint():
    state, _ = played(*TABLES[:1], [1, 2])
    assert state.mode.problems == ("5 pebbles are gone",)
    state, _ = told(press(state, "down")[0], "Enter the turn")
    state, done = told(state, "takes 1")
    assert kept(done) == ["Played"]
    state, _ = given(state, Looked(look(2), date(9)))
    assert (state.mode.player, state.mode.text) == ("Ben", "what was taken?")
    state, done = told(state, "takes 2")
    assert (kept(done), state.game.left) == (["Played"], (3, 4, 5, 6, 7))


def test_another_complaint_after_that_is_said():
    state, _ = played(*TABLES[:1], [1, 2])
    state, _ = told(press(state, "down")[0], "Enter the turn")
    state, _ = told(state, "takes 1")
    state, _ = given(state, Looked(look(2, 3, 4, 5, 6, 7), date(9)))
    assert state.mode.problems == ("0 pebbles are gone",)


SEEN, ONE = (look(1),), Turn("Ada", (1,))
# what a game says that says nothing of it
UNSAID = {
    "where people sit": (lambda state: KIND.seats_in(None), {}),
    "its title": (lambda state: (KIND.title, KIND.heading), ("pebbles", "pebbles")),
    "its files": (lambda state: (KIND.files(None), KIND.manifest(None), KIND.lacks(None)), ({}, {}, "")),
    "the set-up of a new game": (lambda state: KIND.chosen_again("set", "chosen", "set"), "chosen"),
    "the set-up of a new game that is set otherwise now": (
        lambda state: KIND.chosen_again("set", "chosen", "now"),
        "now",
    ),
    "the deal": (lambda state: (KIND.deal_json(5), KIND.read_deal(5)), (5, 5)),
    "advice": (lambda state: (KIND.advice_json(state), KIND.advice_text(state)), ([], "")),
    "links": (lambda state: (KIND.link("x", state), KIND.play_json("x", state)), (None, None)),
    "its own codes": (lambda state: (KIND.has_own_codes, KIND.is_shown_by({1, CUP})), (True, False)),
    "which card one is": (lambda state: KIND.unidentified(state, SEEN), None),
    "which cards are certain": (
        lambda state: (KIND.named(state, SEEN[-1], "1"), KIND.left_by_rules(state, SEEN[-1])),
        ((), ()),
    ),
    "what fits": (lambda state: (KIND.margin, KIND.sure, KIND.likeliest(state, SEEN)), (0.0, 0.0, ())),
    "why": (lambda state: KIND.explanation(state, SEEN), None),
    "what it may have been otherwise": (lambda state: KIND.otherwise(state, SEEN, ONE, frozenset()), (ONE,)),
    "what is proved": (lambda state: KIND.audit(state, (ONE,), SEEN).is_signed, True),
    "whether turns are the same": (
        lambda state: [KIND.is_same(Game(), ONE, one) for one in (ONE, None)],
        [True, False],
    ),
    "whether it may wait or end": (lambda state: (KIND.may_wait(Game(), (ONE,)), KIND.may_end(Game())), (False, True)),
    "what looks tell besides": (lambda state: (KIND.teaches(state, SEEN), KIND.tells(state, state)), (False, False)),
    "what is unfinished": (
        lambda state: (KIND.unfinished(state, None, SEEN), KIND.thought_again(state, 1, SEEN)),
        (None, None),
    ),
    "what was whole": (lambda state: KIND.whole_by_now(state, 1, SEEN), ()),
    "what is out of sight": (lambda state: (KIND.unseen(state, SEEN[0]), KIND.lost(state, SEEN[0])), ((), None)),
    "what is told": (
        lambda state: (KIND.facts_of(ONE), KIND.told_by(state, ()), KIND.agrees(None, ONE)),
        (frozenset(), frozenset(), False),
    ),
    "what can be arranged and done": (lambda state: (KIND.arrangements(state), KIND.menu(state)), ((), ())),
    "what else is shown": (
        lambda state: (KIND.news(state, state), KIND.ending(state), KIND.drawn(state, None, (), ())),
        ((), (), None),
    ),
}


@pytest.mark.parametrize(("says", "answer"), UNSAID.values(), ids=UNSAID)
def test_what_a_game_need_not_say_suits_one_without_it(says, answer):
    assert says(played(PEBBLES)[0]) == answer
