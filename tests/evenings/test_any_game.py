"""What an evening does for any game: a game of two pages, played through everything that is the evening's."""

import json

import pytest
from evening import date, given, kept, press, shown
from pebbles import CUP, GAME, PEBBLES, Heap, Turn, look

from lucca_pi import games
from lucca_pi.contract.questions import Disagreed
from lucca_pi.devices.displays import USUAL
from lucca_pi.evening.journal import Begun, event_json, events_from_json
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.state import Finish, TakeLook, begin_evening, resumed
from lucca_pi.evening.step import Keep, Looked
from lucca_pi.evening.stored import summary
from lucca_pi.evening.views import snapshot
from lucca_pi.games import GAMES, TITLES, game_named
from lucca_pi.screens.pages import pages
from lucca_pi.web.news import Published
from lucca_pi.web.page import page

TABLES = [PEBBLES, [1, 2, 3, 4, 5], [1, 2, 3, 4], [1, 2], []]


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setitem(games.PLAYED, "pebbles", "pebbles")


def begun():
    return begin_evening(Begun(GAME, None, None, {}, date(0)))


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
    assert (state.course.is_over, [one.player for one in GAME.show.standings(state.match)]) == (True, ["Ben", "Ada"])
    assert press(state, "ok")[1] == [TakeLook()]
    assert played_on(state, []) == ([Finish()], state.course)


def played_on(state, table):
    state, effects = given(state, Looked(look(*table), date(60)))
    return effects, state.course


def test_its_journal_gives_it_back():
    state, events = played(*TABLES[:3])
    journal = json.loads(json.dumps([event_json(one, GAME) for one in (state.begun, *events)]))
    assert journal[0]["game"] == "pebbles"
    assert resumed(events_from_json(journal)).course == state.course


@pytest.mark.parametrize("number", range(len(TABLES) + 1))
def test_it_is_shown_on_screen_and_page_whatever_happens(number):
    state, _ = played(*TABLES[:number])
    assert all(one.size == (128, 64) for one in pages(snapshot(state), USUAL))
    assert "Pebbles" in page(Published(GAME.show.page, state_overview(state)))
    assert json.dumps(state_overview(state)) and summary(state)


def test_after_a_complaint_nothing_is_offered_that_the_game_does_not_have():
    complaining, _ = played(PEBBLES, [1, 2])
    assert isinstance(complaining.mode, Disagreed)
    out, _ = press(complaining, "up")
    offered = [str(one.words) for one in out.mode.options]
    assert offered == ["Look again", "Enter the turn", "Change an earlier turn", "Back"]


def test_undo_takes_back_the_last_turn():
    state, done = press(played(*TABLES[:3])[0], "undo")
    assert (kept(done), state.game.left) == (["TakenBack"], (1, 2, 3, 4, 5))
    assert shown(done) == ["Notice", "Prompt"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_called_as_the_list_of_games_has_it(name):
    assert (game_named(name).name, game_named(name).title) == (name, TITLES[name])


SEEN, ONE = (look(1),), Turn("Ada", (1,))
# what a game says that says nothing of it
UNSAID = {
    "where people sit": (lambda state: GAME.rules.seats(None), {}),
    "its title": (lambda state: (GAME.title, GAME.heading), ("pebbles", "pebbles")),
    "its files": (
        lambda state: (GAME.rules.files(None), GAME.rules.manifest(None), GAME.rules.lacks(None)),
        ({}, {}, ""),
    ),
    "the set-up of a new game": (lambda state: GAME.rules.chosen_again("set", "chosen", "set"), "chosen"),
    "the set-up of a new game that is set otherwise now": (
        lambda state: GAME.rules.chosen_again("set", "chosen", "now"),
        "now",
    ),
    "advice": (lambda state: GAME.rules.advice(state.match), ([], "")),
    "links": (lambda state: GAME.handed_over("x", state.match), None),
    "its own codes": (lambda state: (GAME.referee.has_own_codes, GAME.referee.is_shown_by({1, CUP})), (True, False)),
    "which card one is": (lambda state: GAME.referee.unidentified(state.match, SEEN, False), None),
    "which cards are certain": (
        lambda state: (
            GAME.referee.named(state.match, SEEN[-1], "1"),
            GAME.referee.left_by_rules(state.match, SEEN[-1]),
        ),
        ((), ()),
    ),
    "what fits": (
        lambda state: (GAME.referee.margin, GAME.referee.sure, GAME.referee.likeliest(state.match, SEEN)),
        (0.0, 0.0, ()),
    ),
    "why": (lambda state: GAME.referee.explanation(state.match, SEEN, ()), None),
    "what it may have been otherwise": (
        lambda state: GAME.referee.alternatives(state.match, SEEN, ONE, frozenset()),
        (ONE,),
    ),
    "what is proved": (lambda state: GAME.referee.audit(state.match, (ONE,), SEEN).is_signed, True),
    "whether turns are the same": (
        lambda state: [GAME.referee.is_same(Heap(), ONE, one) for one in (ONE, None)],
        [True, False],
    ),
    "whether it may wait or end": (
        lambda state: (GAME.referee.may_wait(Heap(), (ONE,)), GAME.referee.may_end(Heap())),
        (False, True),
    ),
    "what looks tell besides": (
        lambda state: (
            GAME.referee.informs_later(state.match, SEEN),
            GAME.referee.shows_more(state.match, state.match),
        ),
        (False, False),
    ),
    "what is unfinished": (
        lambda state: (
            GAME.referee.unfinished(state.match, None, SEEN),
            GAME.referee.changed_afterwards(state.match, 1, SEEN),
        ),
        (None, None),
    ),
    "what was whole": (lambda state: GAME.referee.finished_later(state.match, 1, SEEN), ()),
    "what is out of sight": (
        lambda state: (GAME.referee.unseen(state.match, SEEN[0]), GAME.referee.lost(state.match, SEEN[0])),
        ((), None),
    ),
    "what is told": (
        lambda state: (
            GAME.words.facts_of(ONE),
            GAME.words.facts_answered(state.match, ()),
            GAME.words.is_part(ONE, ONE),
        ),
        (frozenset(), frozenset(), True),
    ),
    "what can be done": (lambda state: GAME.show.menu(state.match), ()),
    "what else is shown": (
        lambda state: (
            GAME.show.news(state.match, state.match),
            GAME.show.drawn(state.match, None, (), ()),
        ),
        ((), None),
    ),
}


@pytest.mark.parametrize(("says", "answer"), UNSAID.values(), ids=UNSAID)
def test_what_a_game_need_not_say_suits_one_without_it(says, answer):
    assert says(played(PEBBLES)[0]) == answer
