"""Names of a table's topics, and which events its states tell."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

ONLINE, OFFLINE = b"online", b"offline"
HOME_ASSISTANT = "homeassistant/status"
"""Where Home Assistant says "online" as it starts: what it discovers is wanted again then."""
EVENT_FORMAT = "lucca-table-event/1"
EVENT_TYPES = ("start", "turn", "undo", "correction", "question", "problem", "over")
MOST_LETTERS = 32
"""Most letters of a table's name."""
_NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{MOST_LETTERS}}}")


def is_table_name(name: object) -> bool:
    """True for a name that topics and Home Assistant take: Latin letters, digits, hyphens and underscores."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def table_named_after(host: str) -> str:
    """
    A table's name from that of its machine.

    >>> table_named_after("lucca"), table_named_after("pi.küche.lan"), table_named_after("")
    ('lucca', 'pi', 'table')
    """
    return re.sub(r"[^A-Za-z0-9_-]", "", host.partition(".")[0])[:MOST_LETTERS] or "table"


def topic(table: str, part: str) -> str:
    """The topic of a part of a table: online, state, event or souvenir."""
    return f"lucca/{table}/{part}"


def discovery_topic(table: str) -> str:
    """The topic under which Home Assistant discovers a table."""
    return f"homeassistant/device/lucca_{table}/config"


def event_types(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """
    What has happened from one state of a table to the next, the earliest first.

    start: the start was confirmed. turn: a turn, which is `last`. undo: a confirmed event was taken back. correction:
    anything else that changes the score. question, problem: something is asked, or must be put right. over: the end.
    """
    known = before["confirmed"] if before["id"] == after["id"] else 0
    is_changed = after["digest"] != before["digest"] and _players(after) == _players(before)
    if after["confirmed"] < known:
        yield "undo"
    elif known == 0 < after["confirmed"]:
        yield "start"
    elif after["confirmed"] > known and after["last"] != before["last"]:
        yield "turn"
    elif after["confirmed"] > known or (known and is_changed):
        yield "correction"
    asks, asked = ((state["waits"], state["player"], state["text"]) for state in (after, before))
    if asks != asked:
        yield from {"question": ["question"], "disagreement": ["problem"]}.get(after["waits"], [])
    if after["finished"] and not (before["finished"] and before["id"] == after["id"]):
        yield "over"


def _players(state: Mapping[str, Any]) -> set[str]:
    return {one["player"] for one in state["ranking"]}
