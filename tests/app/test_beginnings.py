"""Which game is begun or goes on, whatever stands in the journals of others."""

import pytest
from evening import begun
from twins import Presses, app_with

from lucca_pi.app.beginnings import known, new_game, open_game
from lucca_pi.citta.session.journal import event_json
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.store import MemoryStore

BEGUN = event_json(begun())
BROKEN = {
    "of a newer version": {"event": "teleported"},
    "no object": ["begun"],
    "without its keys": {"event": "dealt"},
    "an unknown edition": {**BEGUN, "edition": "martian"},
    "a day that is none": {**BEGUN, "date": 5},
    "names in a list": {**BEGUN, "names": ["Ada"]},
    "names of no quarter": {**BEGUN, "names": {"x": "Ada"}},
    "a turn before the deal": {"event": "played", "player": "Ada", "open": [], "play": [], "looks": [], "date": ""},
}


def store_with(*events, game="2026-01-01T2000"):
    store = MemoryStore()
    for event in events:
        store.append(game, event)
    return store


@pytest.mark.parametrize("event", BROKEN.values(), ids=BROKEN)
def test_a_last_game_that_cannot_be_read_is_named_and_none_is_begun_in_its_stead(event):
    store = store_with(BEGUN, event)
    with pytest.raises(StoreError, match="The last game, 2026-01-01T2000, cannot be read"):
        open_game(store, begun())
    assert store.games() == ["2026-01-01T2000"]


@pytest.mark.parametrize("event", BROKEN.values(), ids=BROKEN)
def test_older_games_that_cannot_be_read_keep_no_new_one_from_beginning(event):
    store = store_with(BEGUN, event)
    new_game(store, begun())
    assert known(store, begun())[0] == (begun().deck_file,)
    app_with(Presses("up", "ok", "up", "ok", "ok"), store=store).run()  # through "Past games"


def test_games_of_one_minute_are_numbered_and_no_name_is_given_twice():
    minute = begun().date[:16].replace(":", "")
    store = store_with(BEGUN, game=f"{minute}-2")  # the first one was in a file that is damaged
    assert [new_game(store, begun())[0] for _ in range(3)] == [minute, f"{minute}-3", f"{minute}-4"]
