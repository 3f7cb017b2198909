"""Which game is begun or goes on, whatever stands in the journals of others."""

from functools import partial

import pytest
from evening import begun
from twins import FullStore, Paper, Presses, app_with, store_of

from lucca_pi.app.resume import goes_on_with, knowing, new_game, open_game, wanted_today
from lucca_pi.contract.screens import Notice, Snapshot
from lucca_pi.devices.displays import USUAL
from lucca_pi.devices.errors import StoreError
from lucca_pi.evening.journal import event_from_json, event_json
from lucca_pi.evening.menus import usual_beginning
from lucca_pi.games.citta.game import GAME
from lucca_pi.screens.pages import pages
from tests.in_memory import MemoryStore

BEGUN = event_json(begun(), GAME)
BROKEN = {
    "of a newer version": {"event": "teleported"},
    "no object": ["begun"],
    "without its keys": {"event": "dealt"},
    "an unknown edition": {**BEGUN, "edition": "martian"},
    "a day that is none": {**BEGUN, "date": 5},
    "names in a list": {**BEGUN, "names": ["Ada"]},
    "an edition without end": {**BEGUN, "edition": "x" * 5000},
    "names of no quarter": {**BEGUN, "names": {"x": "Ada"}},
    "a turn before the deal": {"event": "played", "player": "Ada", "open": [], "play": [], "looks": [], "date": ""},
}


store_with = partial(store_of, game="2026-01-01T2000")


def test_why_the_last_game_cannot_be_read_is_said_in_a_few_words():
    *_, told = open_game(store_with({**BEGUN, "edition": "x" * 5000}, game="x" * 5000), begun())
    assert 0 < len(told) < 300


@pytest.mark.parametrize("event", BROKEN.values(), ids=BROKEN)
def test_at_the_table_a_new_one_can_be_begun_and_nothing_is_added_to_the_one_that_cannot_be_read(event):
    store = store_with(BEGUN, event)
    app = app_with(Presses("back", "up", "undo", "ok"), store=store)
    assert app.unreadable.startswith("The last game, 2026-01-01T2000, cannot be read")
    assert [option.words for option in app.state.mode.options] == ["Begin a new game"]
    app.run()
    assert store.events("2026-01-01T2000") == [BEGUN, event]
    assert store.games() == ["2026-01-01T2000", app.game]
    assert app_with(Presses(), store=store).resumed


def test_until_that_is_answered_nothing_is_kept():
    store = store_with(BEGUN, BROKEN["no object"])
    app = app_with(Presses("back", "up", "down", "undo"), store=store)
    app.run()
    assert (app.game, store.games()) == ("", ["2026-01-01T2000"])


def test_where_the_new_game_cannot_be_kept_that_is_said_and_asked_again():
    store = store_with(BEGUN, BROKEN["no object"], store=FullStore(room=2))
    app = app_with(Presses("ok", "ok"), store=store)
    with pytest.raises(StoreError, match="The disk is full"):
        app.run()
    assert (app.game, app.state.mode.options[0].words) == ("", "Begin a new game")


@pytest.mark.parametrize(
    ("looks", "told"),
    [(0, "The deal comes next."), (1, "Round 1, Burlamacchi's turn."), (6, "Round 2, Guinigi's turn.")],
)
def test_a_game_that_goes_on_says_where(looks, told):
    store = MemoryStore()
    app_with(Presses(*["ok"] * looks), store=store).run()
    display = Paper(store)
    app = app_with(Presses(), store=store, display=display)
    assert (app.resumed, goes_on_with(app.state)) == (True, told)
    assert display.shown[0][1] == pages(Snapshot(Notice("The game goes on", told)), USUAL)[0].tobytes()


@pytest.mark.parametrize("event", BROKEN.values(), ids=BROKEN)
def test_older_games_that_cannot_be_read_keep_no_new_one_from_beginning(event):
    store = store_with(BEGUN, event)
    state = knowing(new_game(store, begun())[1], store, begun())
    assert {one.deck_file.name for one in state.setups} == {begun().setup.deck_file.name}
    app_with(Presses("up", "ok", "up", "ok", "ok"), store=store).run()  # through "Past games"


def test_games_of_one_minute_are_numbered_and_no_name_is_given_twice():
    minute = begun().date[:16].replace(":", "")
    store = store_with(BEGUN, game=f"{minute}-2")  # the first one was in a file that is damaged
    assert [new_game(store, begun())[0] for _ in range(3)] == [minute, f"{minute}-3", f"{minute}-4"]


def chosen_at_the_table(store, name):
    """A game that was begun as the settings say, then arranged to be another one."""
    game, state = new_game(store, begun())
    store.append(game, event_json(usual_beginning(name, begun().date), state.plugin))


@pytest.mark.parametrize("name", ["chessboard", "lucco"])
def test_the_game_chosen_at_the_table_is_that_of_the_next_evening(name):
    store = MemoryStore()
    chosen_at_the_table(store, name)
    states = [new_game(store, begun())[1], new_game(store, begun())[1]]
    assert [state.plugin.name for state in states] == [name, name]
    assert new_game(store, usual_beginning("citta", ""), anew=True)[1].plugin.name == "citta"


def test_settings_that_have_changed_since_choose_the_game():
    store = MemoryStore()
    chosen_at_the_table(store, "lucco")
    assert new_game(store, usual_beginning("chessboard", ""))[1].plugin.name == "chessboard"


def test_a_game_chosen_at_the_table_goes_on_as_itself():
    store = MemoryStore()
    chosen_at_the_table(store, "lucco")
    assert open_game(store, begun())[1].plugin.name == "lucco"


ASKED_FOR = {"the settings stay": ("english", "hebrew"), "the settings change": ("german", "german")}


@pytest.mark.parametrize(("asked", "wanted"), ASKED_FOR.values(), ids=ASKED_FOR)
def test_rules_chosen_at_the_table_are_the_wish_until_the_settings_change(asked, wanted):
    store = store_with(BEGUN, {**BEGUN, "edition": "hebrew"})
    now = event_from_json({**BEGUN, "edition": asked}, GAME)
    assert wanted_today(store, now).setup.edition.name == wanted


def test_whoever_asked_for_another_game_than_goes_on_gets_it_as_the_new_one():
    lucco = usual_beginning("lucco", "2026-01-01T20:00")
    app = app_with(Presses("down", "ok"), store=store_with(event_json(lucco, lucco.plugin)))
    assert app.state.plugin is lucco.plugin
    app.ask_first("Another game goes on.", waits=True)
    app._press(0)
    app._press(0)
    assert app.state.plugin is GAME
