"""The table as others follow it: each state once, in the language of the table, with what proves it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

import pytest
from evening import LAST, after, press, questioned

from lucca_pi.language import use
from tests.mqtt.heard import GAME, STATE, told


@pytest.fixture
def german() -> Iterator[None]:
    use("de")
    yield
    use("en")


def test_the_state_is_that_of_the_overview_and_counts_what_was_confirmed() -> None:
    state = told(after(9)).states[0]
    found = {key: state[key] for key in ("table", "id", "game", "title", "round", "turn", "waits", "confirmed")}
    assert found == {
        "table": "kitchen",
        "id": GAME,
        "game": "citta",
        "title": "Lucca Città",
        "round": 3,
        "turn": 3,
        "waits": "turn",
        "confirmed": 9,
    }


@pytest.mark.parametrize("confirmed", [1, 9, LAST + 1])
def test_the_digest_is_that_of_the_score(confirmed: int) -> None:
    state = after(confirmed)
    text = json.dumps(state.plugin.score_json(state.match), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert told(after(0), state).states[-1]["digest"] == sha256(text.encode()).hexdigest()


def test_before_the_deal_there_is_no_digest() -> None:
    assert told(after(0)).states[0]["digest"] is None


def test_a_state_that_tells_nothing_new_is_not_published() -> None:
    state = after(3)
    assert [one["number"] for one in told(state, replace(state, page=1), after(4)).states] == [1, 2]


def test_since_is_when_the_table_began_to_wait_for_this() -> None:
    states = told(after(1), after(2), questioned(), press(questioned(), "down")[0], after(3)).states
    dates = [one["date"] for one in states]
    assert [one["since"] for one in states] == [dates[0], dates[0], dates[2], dates[-1]]


def test_a_finished_game_has_a_souvenir_and_says_who_has_won() -> None:
    heard = told(after(LAST), after(LAST + 1))
    assert heard.retained["lucca/kitchen/souvenir"] == f"souvenir.png of {GAME}".encode()
    assert [event["text"] for event in heard.events][1:] == ["Burlamacchi has won with 29 points"]


@pytest.mark.usefixtures("german")
def test_texts_are_in_the_language_of_the_table() -> None:
    heard = told(after(LAST), after(LAST + 1))
    assert "Punkte" in heard.events[0]["text"]
    assert "Punkten" in heard.events[1]["text"]
    assert STATE in heard.retained
