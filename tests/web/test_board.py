"""The large view: everything that is read from two metres, in every game and language, and nothing to press."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from asking import published
from evening import LAST, after, questioned

from lucca_pi.evening.menus import usual_beginning
from lucca_pi.evening.phones import phone_question, state_overview
from lucca_pi.evening.state import begin_evening
from lucca_pi.games import PLAYED
from lucca_pi.language import SOURCE, use
from lucca_pi.web.board import MOST_ANSWERS, Idle, board
from lucca_pi.web.board import __file__ as board_file


def shown(state):
    return board(published(state, asks=phone_question("", state)))


@pytest.fixture(params=["en", "de"])
def language(request):
    use(request.param)
    yield request.param
    use(SOURCE)


@pytest.mark.parametrize("looks", [0, 1, 9, LAST + 1])
def test_it_shows_turn_points_and_the_last_turn_in_both_languages(looks, language):
    state, text = after(looks), shown(after(looks))
    assert f'<html lang="{language}"' in text
    row = (
        r'<th scope="col">(\w+)<'
        if state.course.is_over
        else r'<li[^>]*><span class="name">(?:<svg.*?</svg>)?(\w+)</span><b>'
    )
    assert re.findall(row, text) == [one["player"] for one in state_overview(state)["ranking"]]
    assert ('class="podium"' in text) == state.course.is_over
    assert ('id="last" hidden' in text) == (looks < 2 or state.course.is_over)


def test_while_nobody_plays_it_shows_the_last_game_who_leads_and_a_clock():
    idle = Idle(("2026-05-01, 20:00", "Lucca Città"), (("Ada", 31), ("Ben", 28)), [("Ada", 3, 5)])
    text = board(published(after(0)), idle)
    assert re.findall(r'"name">(\w+)</span><b>(\d+)', text) == [("Ada", "31"), ("Ben", "28")]
    assert "Ada <small>3 of 5 won</small>" in text
    assert 'class="clock"' in text


@pytest.mark.parametrize("name", PLAYED)
def test_every_game_has_one_before_its_start(name, language):
    assert "<h1" in shown(begin_evening(usual_beginning(name, "2026-05-01T20:00:00+02:00")))


def test_the_table_and_what_each_player_has_of_the_goal_are_there():
    text = shown(after(9))
    goals = re.findall(r'<div class="goals">.*?aria-label="([^"]*)".*?<span>([^<]*)</span>', text)
    picture = text.index('id="picture"')
    assert text.index("viewBox", picture) < text.index('id="points"')
    assert len(goals) == len(state_overview(after(9))["ranking"])
    assert all("of 5 cards" in palaces and "shield" in besides for palaces, besides in goals)
    assert "4 more rounds after this one" in text


def test_a_question_stands_there_with_its_answers():
    state = questioned()
    text = shown(state)
    assert [one.words in text for one in state.mode.options] == [True] * len(state.mode.options)


@pytest.mark.parametrize(
    ("chosen", "first"), [(None, 0), (0, 0), (20, 20 - MOST_ANSWERS // 2), (29, 30 - MOST_ANSWERS)]
)
def test_of_many_answers_those_around_the_chosen_one_stand_there(chosen, first):
    told = state_overview(after(3))
    now = {**told["now"], "kind": "question", "answers": [f"answer {n}" for n in range(30)], "chosen": chosen}
    text = board(replace(published(after(3)), overview={**told, "now": now}))
    assert [int(n) for n in re.findall(r">answer (\d+)<", text)] == [*range(first, first + MOST_ANSWERS)]
    assert (f'class="chosen">answer {chosen}<' in text) == (chosen is not None)
    assert "<p></p>" not in text


def test_a_turn_that_brought_nothing_says_what_was_played():
    told = state_overview(after(2))
    assert told["last_seen"]["reasons"] == list(told["last"]["moves"])


def test_the_last_gain_is_there_nothing_to_press_and_nothing_from_outside():
    text = shown(after(9))
    assert state_overview(after(9))["last_seen"]["reasons"][0] in text
    assert not re.search(r"<(form|button|input|a)\b", text)
    assert re.findall(r'(?:src|href)="([^"]*)"', text) == [
        "/icon.svg",
        "/board.css",
        "/sending.js",
        "/page.js",
        "/drawing.js",
        "/old.js",
    ]


def test_what_renews_the_page_reaches_into_nothing_that_the_large_view_lacks():
    script = (Path(board_file).parent / "page.js").read_text()
    renewing = script[script.index("async function renew") : script.index("// Reads aloud what is new")]
    reached = re.findall(r'getElementById\("(\w+)"\)\.', renewing)
    assert [name for name in reached if f'id="{name}"' not in shown(after(1))] == []
