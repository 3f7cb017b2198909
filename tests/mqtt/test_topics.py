"""Which events one state of a table tells after another."""

from typing import Any

import pytest

from lucca_pi.mqtt.topics import event_types, is_table_name, table_named_after

BEFORE = {
    "id": "1",
    "confirmed": 3,
    "digest": "a",
    "waits": "turn",
    "player": "Ada",
    "text": "",
    "last": {"player": "Ben"},
    "finished": False,
    "ranking": [{"player": "Ada"}],
}
EVENTS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "nothing": ({}, []),
    "a turn": ({"confirmed": 4, "last": {"player": "Ada"}, "digest": "b", "player": "Ben"}, ["turn"]),
    "the last turn": (
        {"confirmed": 4, "last": {"player": "Ada"}, "waits": "over", "player": None, "finished": True},
        ["turn", "over"],
    ),
    "a turn taken back": ({"confirmed": 2, "last": None, "digest": "b"}, ["undo"]),
    "an adjustment": ({"confirmed": 4, "digest": "b"}, ["correction"]),
    "a turn corrected": ({"digest": "b"}, ["correction"]),
    "a name": ({"digest": "b", "ranking": [{"player": "Ida"}], "player": "Ida"}, []),
    "a question": ({"waits": "question", "text": "Which?"}, ["question"]),
    "a complaint": ({"waits": "disagreement", "text": "Put 28 back"}, ["problem"]),
    "a pause": ({"waits": "pause"}, []),
    "a new game": ({"id": "2", "confirmed": 0, "digest": None, "last": None, "waits": "deal"}, []),
    "the deal of a new game": ({"id": "2", "confirmed": 1, "digest": "b", "last": None}, ["start"]),
}


@pytest.mark.parametrize(("change", "events"), EVENTS.values(), ids=EVENTS)
def test_a_state_tells_what_has_happened_since_the_one_before(change: dict[str, Any], events: list[str]) -> None:
    assert [*event_types(BEFORE, BEFORE | change)] == events


def test_the_same_question_is_no_event_and_another_one_is() -> None:
    asked = BEFORE | {"waits": "question", "text": "Which?"}
    assert [*event_types(asked, asked)] == []
    assert [*event_types(asked, asked | {"text": "Sure?"})] == ["question"]


@pytest.mark.parametrize("name", ["", "a" * 33, "Küche", "a/b", "a+", "#", "a b", None, 3, "a\n"])
def test_a_table_is_called_by_letters_that_every_topic_takes(name: object) -> None:
    assert not is_table_name(name)


@pytest.mark.parametrize("host", ["lucca", "raspberrypi.fritz.box", "кухня", "a" * 64, "", "my pi"])
def test_the_name_of_any_machine_gives_a_name(host: str) -> None:
    assert is_table_name(table_named_after(host))
