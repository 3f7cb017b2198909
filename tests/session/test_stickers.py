"""A sticker that may be on a wrong card: told once, kept with its look, and never in the way of a turn."""

import json
from dataclasses import replace

from evening import LAST, after, begun, date, given, looks, press, shown

from lucca_pi.evening.journal import event_from_json, event_json, look_from_json, look_json
from lucca_pi.evening.state import resumed
from lucca_pi.evening.step import Looked, Rested
from lucca_pi.evening.views import doubted_stickers, snapshot
from lucca_pi.games.citta.game import GAME
from lucca_pi.table.sighting import Miscoloured

LOOKS_RED = Miscoloured(42, "red")
TOLD = "Card 42 (code 42) should be violet but looks red"


def look(number, *doubted):
    return replace(looks()[number], miscoloured=doubted or (LOOKS_RED,))


def after_doubt():
    """The state after a first turn whose look doubted card 42."""
    return given(after(1), Looked(look(1), date(2)))


def journal(effects):
    """The beginning, the deal and what was kept since, as read again from the disk."""
    kept = [given(after(0), Looked(looks()[0], date(1)))[1][0].event, effects[0].event]
    return [begun(), *(event_from_json(json.loads(json.dumps(event_json(event, GAME))), GAME) for event in kept)]


def test_what_was_told_stays_among_the_screens_to_the_end():
    state, _ = given(after_doubt()[0], Looked(looks()[2], date(3)))
    assert shown(press(state, "up")[1]) == ["Notice"]
    assert shown(press(replace(after(LAST + 1), miscoloured={42: "red"}), "up")[1]) == ["Notice"]
    assert doubted_stickers(state) == (f"{TOLD}: is its sticker on the wrong card?",)


def test_no_sticker_is_doubted_before_the_deal_counts():
    assert doubted_stickers(replace(after(0), miscoloured={42: "red"})) == ()


def test_undo_takes_back_the_turn_and_not_the_doubt():
    state, _ = press(after_doubt()[0], "undo")
    assert shown(given(state, Looked(look(1), date(3)))[1]) == ["Result", "Prompt"]
    assert doubted_stickers(state)


def test_a_table_at_rest_is_doubted_with_the_look_that_follows():
    state, done = given(after(1), Rested(look(0)))
    assert done == []
    assert shown(given(state, Looked(looks()[1], ""))[1])[0] == "Notice"


def test_a_resumed_game_remembers_what_was_told():
    state, done = after_doubt()
    again = resumed(journal(done))
    assert again.miscoloured == {42: "red"}
    assert snapshot(press(again, "up")[0]) == snapshot(press(state, "up")[0])
    assert shown(given(again, Looked(look(2), ""))[1]) == ["Result", "Prompt"]


def test_a_journal_from_before_there_were_doubts_is_read():
    old = {key: value for key, value in look_json(look(1)).items() if key != "miscoloured"}
    assert look_from_json(old).miscoloured == ()


MANY = tuple(Miscoloured(code, "red") for code in (7, 42, 43, 44))
"""Cards that look red and should not."""


def test_another_deck_begins_a_new_game_and_this_one_is_kept():
    state, _ = given(after(1), Looked(look(1, *MANY), date(2)))
    state, _ = press(state, "down")
    _, done = press(state, "ok")
    assert [type(one).__name__ for one in done] == ["Keep", "Begin"]
