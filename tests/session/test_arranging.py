"""Before the deal: names, rules and deck are arranged with the buttons, and games of other evenings looked at."""

from dataclasses import replace

import pytest
from evening import after, answers, chosen, date, given, kept, looks, press, shown, told

from lucca_pi.contract.questions import Browse, ListPast, PastGame, ToStick
from lucca_pi.contract.screens import Ranking, Standing
from lucca_pi.evening.state import begin_evening, resumed
from lucca_pi.evening.step import Looked, PastListed
from lucca_pi.evening.views import snapshot
from lucca_pi.games.citta.rules.editions import GERMAN

OURS = "Cards: Printed by us, with codes"


def arranging(*setups, people=()):
    """The set-up, with those of other evenings, the latest last."""
    others = tuple(replace(after(0).begun, setup=one) for one in reversed(setups))
    return press(replace(after(0), beginnings=others, people=people), "up", "ok")[0]


def test_the_edition_is_chosen():
    state, done = told(arranging(), "Rules: English", "German")
    assert (state.begun.setup.edition, kept(done)) == (GERMAN, ["Begun"])
    assert "Rules: German" in answers(state)


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
    assert answers(asked) == ours
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
    assert answers(state)[:2] == ["Ada", "A…"]


def test_what_is_arranged_is_in_the_journal():
    before = after(0)
    state, done = told(arranging(), "Rules: English", "Hebrew")
    again = resumed([before.begun, *(effect.event for effect in done if hasattr(effect, "event"))])
    assert (again.begun, again.course) == (state.begun, begin_evening(before.begun).course)


def test_another_game_is_chosen_and_arranged():
    state, done = told(arranging(), "Game: Lucca Città", "Lucco")
    assert (state.plugin.name, state.begun.names, kept(done)) == ("lucco", {}, ["Begun"])
    assert answers(state)[:2] == ["Ready", "Game: Lucco"]
    assert "Tiles: hexagons" in answers(state)


def test_back_in_the_first_game_it_is_arranged_as_in_other_evenings():
    german = replace(after(0).begun.setup, edition=GERMAN)
    state, _ = told(arranging(german), "Game: Lucca Città", "Lucco", "Game: Lucco", "Lucca Città")
    assert state.begun.setup == german


ADA, BEN, CLEO = (Standing(1, "Ada", 31), Standing(2, "Ben", 24), Standing(3, "Cleo", 19))
GAMES = (
    PastGame("a", "2026-05-01", (ADA, BEN, CLEO), finished=True),
    PastGame("b", "2026-04-24", (BEN, CLEO), finished=False),
)


def listed(games=GAMES, **more):
    """The state when these games are listed."""
    asked, effects = chosen(press(after(0), "up", "ok")[0], "Past games")
    assert effects == [ListPast()]
    return given(asked, PastListed(Browse(games, **more)))[0]


def test_each_game_is_listed_with_its_day_its_winner_and_who_else_played():
    assert answers(listed())[:2] == ["2026-05-01: Ada won, then Ben, Cleo", "2026-04-24, not finished: Ben, Cleo"]


def test_where_there_are_none_it_is_said():
    state = listed(())
    assert (state.mode.text, answers(state)) == ("There are no past games.", ["Ready"])


def test_the_one_that_is_chosen_shows_its_ranking_and_up_and_down_lead_to_the_others():
    state, effects = press(listed(), "ok")
    assert (shown(effects), snapshot(state).screen) == (["Ranking"], Ranking((ADA, BEN, CLEO), True, "2026-05-01"))
    assert snapshot(press(state, "down")[0]).screen == Ranking((BEN, CLEO), False, "2026-04-24")
    assert snapshot(press(state, "up", "up")[0]).screen == snapshot(state).screen


def test_ok_leads_from_a_ranking_to_the_list_and_back_to_the_game():
    ranking, _ = press(listed(), "ok", "down")
    assert press(ranking, "ok")[0].mode == listed().mode.moved(1)
    assert press(ranking, "back")[0] == press(listed(), "back")[0]


@pytest.mark.parametrize(
    ("skip", "older", "answer", "lead"),
    [
        (0, True, "Earlier games", ListPast(10)),
        (10, True, "Earlier games", ListPast(20)),
        (10, False, "Later games", ListPast(0)),
    ],
)
def test_more_games_are_fetched_when_they_are_asked_for(skip, older, answer, lead):
    state, effects = told(listed(skip=skip, older=older), answer)
    assert effects == [lead]
    assert answers(state) == answers(listed(skip=skip, older=older))


def test_one_of_them_can_be_copied_to_a_stick_and_then_another():
    asked, _ = told(listed(), "Copy to a USB stick")
    assert answers(asked) == [*answers(listed())[:2], "Ready"]
    state, effects = told(asked, "2026-04-24, not finished: Ben, Cleo")
    assert effects == [ToStick("b")]
    assert answers(state) == answers(asked)
