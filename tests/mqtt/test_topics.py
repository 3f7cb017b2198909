"""Which events one state of a table tells after another, and how Home Assistant finds the table."""

import json
import re
from typing import Any

import pytest

from lucca_pi.mqtt.discovery import discovery
from lucca_pi.mqtt.topics import discovery_topic, event_types, is_table_name, table_named_after
from tests.mqtt.schemas import schema

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


NAMES = ["Charlie", "ada", "Ben"]


def found(players: list[str] = NAMES, page: str | None = None) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(json.dumps(discovery("Kitchen-1", players, version="1.2", page=page)))
    return message


def entities(**more: Any) -> dict[str, dict[str, Any]]:
    return {name: one for name, one in found(**more)["components"].items() if len(one) > 1}


def test_the_topic_has_no_letter_that_home_assistant_refuses() -> None:
    assert re.fullmatch(r"homeassistant/device/[a-zA-Z0-9_-]+/config", discovery_topic("Kitchen-1"))


def test_it_has_device_origin_availability_and_components() -> None:
    message = found(page="http://10.0.0.1:8000/")
    assert message["device"]["identifiers"] == ["lucca_Kitchen-1"]
    assert message["device"]["configuration_url"] == "http://10.0.0.1:8000/"
    assert message["origin"] == {"name": "lucca-pi", "sw_version": "1.2"}
    assert message["availability_topic"] == "lucca/Kitchen-1/online"
    assert "configuration_url" not in found()["device"]


def test_every_entity_has_a_platform_and_names_of_its_own() -> None:
    all_of_them = entities().values()
    for key in ("unique_id", "default_entity_id", "name"):
        assert len({one[key] for one in all_of_them}) == len(all_of_them)
    assert all(re.fullmatch(rf"{one['platform']}\.[a-z0-9_]+", one["default_entity_id"]) for one in all_of_them)
    assert not any("object_id" in one for one in all_of_them)


def test_nothing_can_be_commanded() -> None:
    assert "command" not in json.dumps(found())
    assert {one["platform"] for one in entities().values()} == {"sensor", "binary_sensor", "event", "image"}


def test_events_are_those_that_the_schema_knows() -> None:
    types = entities()["event"]["event_types"]
    assert types == schema("table-event")["properties"]["event_type"]["enum"]
    assert event_types.__doc__
    assert all(re.search(rf"\b{one}[:,]", event_types.__doc__) for one in types)


@pytest.mark.parametrize("number", range(6))
def test_each_player_has_points_and_a_place_without_one_is_taken_away(number: int) -> None:
    names = ["Eve", "ada", "Ben", "Cid", "Dan"][:number]
    components = found(players=names)["components"]
    titles = [components[f"points_{place}"].get("name") for place in range(1, 6)]
    assert titles == [*(f"Points of {name}" for name in sorted(names, key=str.lower)), *[None] * (5 - number)]
    assert [components[f"points_{place}"] for place in range(number + 1, 6)] == [{"platform": "sensor"}] * (5 - number)
