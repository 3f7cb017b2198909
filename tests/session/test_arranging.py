"""Before the deal: names, rules and deck are arranged with the buttons."""

from dataclasses import replace

from evening import after, date, given, kept, looks, press, shown, told

from lucca_pi.evening.state import begin_evening, resumed
from lucca_pi.evening.step import Looked
from lucca_pi.games.citta.rules.editions import GERMAN

OURS = "Cards: Printed by us, with codes"


def arranging(*setups, people=()):
    """The set-up, with those of other evenings, the latest last."""
    others = tuple(replace(after(0).begun, setup=one) for one in reversed(setups))
    return press(replace(after(0), beginnings=others, people=people), "up", "ok")[0]


def test_the_edition_is_chosen():
    state, done = told(arranging(), "Rules: English", "German")
    assert (state.begun.setup.edition, kept(done)) == (GERMAN, ["Begun"])
    assert "Rules: German" in [option.words for option in state.mode.options]


def test_ok_once_more_leaves_rules_and_deck_as_they_are():
    setup = after(0).begun.setup
    setups = (replace(setup, deck_file=replace(setup.deck_file, name="My box")), setup)
    for what in ("Rules: English", OURS):
        asked, _ = told(arranging(*setups), what)
        assert replace(press(asked, "ok")[0].begun, date=asked.begun.date) == asked.begun


def test_another_box_is_chosen_by_its_name():
    mine = replace(after(0).begun.setup.deck_file, name="My box", card_mm=(60.0, 92.0))
    setup = after(0).begun.setup
    state, _ = told(arranging(setup, replace(setup, deck_file=mine)), OURS, "Our box: My box")
    assert (state.begun.setup.deck_file, state.pieces.card_mm) == (mine, (60.0, 92.0))


def test_our_own_cards_are_always_among_the_answers_and_another_box_is_enrolled_first():
    asked, _ = told(arranging(), OURS)
    ours = ["Printed by us, with codes", "Printed by us, without codes", "Another box"]
    assert [option.words for option in asked.mode.options] == ours
    state, _ = told(asked, "Another box")
    assert state.mode.sentences == ("A new box is enrolled first",)


def test_a_name_is_spelled_letter_by_letter_and_the_game_is_played_with_it():
    state, _ = told(arranging(), "Names", "Buonvisi", "A…", "d", "a", "Ada is right", "Ready")
    state, _ = given(state, Looked(looks()[0], date(1)))
    assert state.course.seats == {"Guinigi": 101, "Ada": 102, "Burlamacchi": 103}


def test_after_a_name_that_of_the_next_quarter_comes():
    state, _ = told(arranging(), "Names", "Buonvisi", "Ö…", "Ö is right")
    assert state.mode.option.words == "Burlamacchi"


def test_a_name_may_have_two_words():
    state, _ = told(arranging(), "Names", "Guinigi", "Z…", "ö", "é", "a space", "b")
    assert state.mode.text == "Zöé b_"


def test_after_the_set_up_stands_what_ok_does_next():
    assert shown(told(arranging(), "Ready")[1]) == ["BeforeStart"]


def test_a_name_of_another_evening_is_one_answer():
    state, _ = told(arranging(people=("Ada", "Ben")), "Names", "Guinigi", "Ben", "Buonvisi")
    assert state.begun.names == {101: "Ben"}
    assert [option.words for option in state.mode.options][:2] == ["Ada", "A…"]


def test_what_is_arranged_is_in_the_journal():
    before = after(0)
    state, done = told(arranging(), "Rules: English", "Hebrew")
    again = resumed([before.begun, *(effect.event for effect in done if hasattr(effect, "event"))])
    assert (again.begun, again.course) == (state.begun, begin_evening(before.begun).course)


def test_another_game_is_chosen_and_arranged():
    state, done = told(arranging(), "Game: Lucca Città", "Lucco")
    assert (state.plugin.name, state.begun.names, kept(done)) == ("lucco", {}, ["Begun"])
    assert [option.words for option in state.mode.options][:2] == ["Ready", "Game: Lucco"]
    assert "Tiles: hexagons" in [option.words for option in state.mode.options]


def test_back_in_the_first_game_it_is_arranged_as_in_other_evenings():
    german = replace(after(0).begun.setup, edition=GERMAN)
    state, _ = told(arranging(german), "Game: Lucca Città", "Lucco", "Game: Lucco", "Lucca Città")
    assert state.begun.setup == german
