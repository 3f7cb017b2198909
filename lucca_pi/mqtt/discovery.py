"""
A table as a device that Home Assistant discovers: one message with all its entities, all of them to be read only.

Its form is that of `homeassistant/components/mqtt` (discovery.py, schemas.py): `origin` is mandatory, each entity needs
a `unique_id`, and an entity of which only the platform is left is taken away. A sensor's state has at most 255 letters.
"""

from collections.abc import Sequence
from typing import Any

from lucca_pi.language import Text, _, say
from lucca_pi.mqtt.topics import EVENT_TYPES, topic

_MOST_PLAYERS = 5
_LAST = (
    "{% set last = value_json.last %}{{ (last.player ~ ('' if last.points is none else ': ' ~ last.points))[:255] "
    "if last else None }}"
)
_PLAYERS = "{% set players = value_json.ranking | sort(attribute='player') %}"
_TEXT = "{{ {'text': value_json.text, 'player': value_json.player, 'since': value_json.since} | tojson }}"


def discovery(table: str, players: Sequence[str], *, version: str, page: str | None) -> dict[str, Any]:
    """
    The message for Home Assistant, with names in the language in use.

    `players`: the names in the game. `page`: the address of the page for people, None if there is none.
    """
    entities = {
        "turn": _read("sensor", _("Turn"), "{{ value_json.player }}", _TEXT, icon="mdi:account-arrow-right"),
        "last": _read("sensor", _("Last turn"), _LAST, "{{ (value_json.last or {}) | tojson }}", icon="mdi:cards"),
        "question": _binary(_("Question"), "value_json.waits == 'question'", icon="mdi:help-circle"),
        "problem": _binary(_("Problem"), "value_json.waits == 'disagreement'", device_class="problem"),
        "over": _binary(_("Game over"), "value_json.finished", icon="mdi:trophy"),
        "event": _other("event", _("Event"), state_topic=topic(table, "event"), event_types=[*EVENT_TYPES]),
        "souvenir": _other("image", _("Souvenir"), image_topic=topic(table, "souvenir"), content_type="image/png"),
    }
    names = sorted(players, key=str.lower)
    for place in range(_MOST_PLAYERS):
        entities[f"points_{place + 1}"] = _points(place, names[place]) if place < len(names) else {"platform": "sensor"}
    address = {"configuration_url": page} if page else {}
    return {
        "device": {
            "identifiers": [f"lucca_{table}"],
            "name": say(_("Game table {table}", table=table)),
            "manufacturer": "lucca-pi",
            "sw_version": version,
            **address,
        },
        "origin": {"name": "lucca-pi", "sw_version": version},
        "availability_topic": topic(table, "online"),
        "state_topic": topic(table, "state"),
        "components": {name: _identified(table, name, entity) for name, entity in entities.items()},
    }


def _points(place: int, player: str) -> dict[str, Any]:
    """A sensor for a player's points, by the player's place among the names in order, as the template sorts them."""
    mine = f"(players[{place}] if players | length > {place} else {{}})"
    value, attributes = f"{_PLAYERS}{{{{ {mine}.get('total') }}}}", f"{_PLAYERS}{{{{ {mine} | tojson }}}}"
    name = _("Points of {player}", player=player)
    return _read("sensor", name, value, attributes, icon="mdi:scoreboard", state_class="measurement")


def _read(platform: str, name: Text, value: str, attributes: str, **more: str) -> dict[str, Any]:
    """An entity that is read from the state, with attributes."""
    return _other(platform, name, value_template=value, json_attributes_template=attributes, **more)


def _binary(name: Text, condition: str, **more: str) -> dict[str, Any]:
    return _read("binary_sensor", name, f"{{{{ 'ON' if {condition} else 'OFF' }}}}", _TEXT, **more)


def _other(platform: str, name: Text, **more: Any) -> dict[str, Any]:
    return {"platform": platform, "name": say(name), **more}


def _identified(table: str, name: str, entity: dict[str, Any]) -> dict[str, Any]:
    """The entity with its names for machines, and the topic of its attributes; without, if it is to be taken away."""
    if len(entity) == 1:
        return entity
    key = f"lucca_{table}_{name}"
    attributes = {"json_attributes_topic": topic(table, "state")} if "json_attributes_template" in entity else {}
    default = f"{entity['platform']}.{key.lower().replace('-', '_')}"
    return {**entity, **attributes, "unique_id": key, "default_entity_id": default}
