"""What is published keeps to its JSON Schema, in every game and whatever the table waits for."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from evening import LAST, after, given, looks, press, questioned, unsettled
from heard import KEY, told
from schemas import NAMES, complaints, schema

from lucca_pi.contract.questions import Choice, Option, Settle
from lucca_pi.evening.phones import phone_question, state_overview
from lucca_pi.evening.state import State
from lucca_pi.evening.step import Looked, Pressed
from lucca_pi.mqtt.table_state import is_genuine
from lucca_pi.web.news import Published
from tests.chessboard import test_at_the_table as chessboard
from tests.lucco import test_evening as lucco


def corrected() -> State:
    """A finished game whose first turn is just being corrected."""
    whole = after(LAST + 1)
    settle = Settle(1, whole.course.turns[0])
    return given(replace(whole, mode=Choice("", "", (Option("Yes", settle),))), Pressed("ok", ""))[0]


STATES: dict[str, Callable[[], State]] = {
    "before the deal": lambda: after(0),
    "after the deal": lambda: after(1),
    "in mid-game": lambda: after(9),
    "in doubt": unsettled,
    "a question": questioned,
    "a disagreement": lambda: given(after(1), Looked(looks()[0], ""))[0],
    "a pause": lambda: press(after(3), "up", "ok", "up", "up", "ok")[0],
    "a correction": corrected,
    "the end": lambda: after(LAST + 1),
    "a chess board": chessboard.begun,
    "a chess board in mid-game": lambda: chessboard.after("a1 r", "a1 r, b1 w")[0],
    "Lucco": lucco.begun,
    "Lucco in mid-game": lambda: lucco.after(lucco.FIRST, lucco.SECOND),
    "Lucco at its end": lucco.won,
}
each = pytest.mark.parametrize("state", STATES.values(), ids=STATES)


@each
def test_the_state_of_a_table_keeps_to_its_schema_and_is_sealed(state: Callable[[], State]) -> None:
    published = told(state()).states[0]
    assert complaints("table-state", published) == []
    assert is_genuine(published, KEY)


@each
@pytest.mark.parametrize("advice", [False, True])
def test_a_snapshot_keeps_to_its_schema(state: Callable[[], State], advice: bool) -> None:
    found = replace(state(), advice=advice)
    page = Published(found.plugin.show.page, state_overview(found), b"", asks=phone_question("", found))
    assert complaints("snapshot", json.loads(page.json)) == []


def test_a_snapshot_tells_of_each_kind_of_waiting() -> None:
    kinds = {state_overview(state())["now"]["kind"] for state in STATES.values()}
    assert kinds == {*schema("snapshot")["properties"]["now"]["properties"]["kind"]["enum"]}


def test_every_event_keeps_to_its_schema_and_a_game_tells_all_of_it() -> None:
    evening = [*map(after, range(LAST + 2)), after(LAST), after(0), after(1), questioned(), STATES["a disagreement"]()]
    events = told(*evening).events
    assert [line for event in events for line in complaints("table-event", event)] == []
    kinds = [event["event_type"] for event in events]
    assert (kinds[:2], kinds[LAST : LAST + 3]) == (["start", "turn"], ["turn", "over", "undo"])
    assert {*kinds} == {"start", "turn", "undo", "over", "question", "problem"}
    assert [event["number"] for event in events] == [*range(1, len(events) + 1)]


def places(part: Any) -> Iterator[dict[str, Any]]:
    """Every object in a schema that lists keys."""
    if isinstance(part, dict):
        yield from [part] if "required" in part else []
        part = [*part.values()]
    if isinstance(part, list):
        for one in part:
            yield from places(one)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_requires_every_key_that_it_knows(name: str) -> None:
    pairs = [(one["required"], [*one["properties"]]) for one in places(schema(name))]
    assert [both for both in pairs if both[0] != both[1]] == []


@pytest.mark.parametrize("change", [{"round": 0}, {"finished": 1}, {"more": 1}, {"waits": "tea"}, {"ranking": [{}]}])
def test_a_schema_refuses_what_is_no_state(change: dict[str, Any]) -> None:
    assert complaints("table-state", told(after(9)).states[0] | change)
