"""Games of other evenings, looked at before the deal."""

import pytest
from evening import after, chosen, given, press, shown, told

from lucca_pi.contract.questions import Browse, ListPast, PastGame, ToStick
from lucca_pi.contract.screens import Ranking, Standing
from lucca_pi.evening.step import PastListed
from lucca_pi.evening.views import snapshot

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


def words(state):
    return [option.words for option in state.mode.options]


def test_each_game_is_listed_with_its_day_its_winner_and_who_else_played():
    assert words(listed())[:2] == ["2026-05-01: Ada won, then Ben, Cleo", "2026-04-24, not finished: Ben, Cleo"]


def test_where_there_are_none_it_is_said():
    state = listed(())
    assert (state.mode.text, words(state)) == ("There are no past games.", ["Ready"])


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
    assert words(state) == words(listed(skip=skip, older=older))


def test_one_of_them_can_be_copied_to_a_stick_and_then_another():
    asked, _ = told(listed(), "Copy to a USB stick")
    assert words(asked) == [*words(listed())[:2], "Ready"]
    state, effects = told(asked, "2026-04-24, not finished: Ben, Cleo")
    assert effects == [ToStick("b")]
    assert words(state) == words(asked)
