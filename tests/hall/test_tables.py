"""What is believed of what tables publish."""

import json

import pytest
from hall_states import KEY, OTHER_KEY, payload, state

from lucca_pi.hall.tables import Tables
from lucca_pi.mqtt.table_state import sealed


def heard(*payloads, keys=None):
    tables = Tables()
    tables.let_in({"one": KEY} if keys is None else keys)
    for one in payloads:
        tables.hear("lucca/one/state", one)
    return tables.tables["one"], tables


def test_a_sealed_state_is_believed():
    table, _tables = heard(payload(3))
    assert (table.state["confirmed"], table.unbelieved, table.malformed) == (3, 0, 0)


def test_a_table_without_a_key_is_not_let_in_and_nothing_of_its_state_is_shown():
    table, _tables = heard(payload(3), keys={})
    assert (table.key, table.state) == (None, None)


@pytest.mark.parametrize(
    "forged",
    [
        payload(9, key=OTHER_KEY),
        json.dumps(state(9)).encode(),
        json.dumps({**sealed(state(9), KEY), "confirmed": 50}).encode(),
        payload(9, table="two"),
    ],
)
def test_a_wrong_seal_is_not_believed_and_what_was_known_stays(forged):
    table, _tables = heard(payload(3), forged)
    assert (table.state["confirmed"], table.unbelieved) == (3, 1)


@pytest.mark.parametrize(
    "malformed",
    [
        b"",
        b"\xff",
        b"[]",
        b"[" * 60_000,
        b'{"format": "lucca-table-state/2"}',
        b'{"a": 1, "a": 2}',
        b" " * 100_000,
        payload(9, number=True),
        payload(9, ranking=[{"rank": 1}]),
        payload(9, ranking=None),
        payload(9, date="yesterday"),
        payload(9, since=7),
        payload(9, finished="no"),
        payload(9, id=None),
    ],
)
def test_what_is_malformed_is_counted_and_left_out(malformed):
    table, _tables = heard(payload(3), malformed)
    assert (table.state["confirmed"], table.malformed) == (3, 1)


@pytest.mark.parametrize("topic", ["lucca/one", "lucca/one/event", "lucca//state", "x", "lucca/" + "y" * 65 + "/state"])
def test_a_topic_of_no_table_is_left_out(topic):
    tables = Tables()
    tables.hear(topic, payload(1))
    assert (tables.malformed, tables.tables) == (1, {})


def test_a_thousand_made_up_tables_leave_room_for_real_ones():
    tables = Tables()
    tables.let_in({"one": KEY})
    for number in range(1000):
        tables.hear(f"lucca/made-up-{number}/state", payload(1))
    tables.hear("lucca/one/state", payload(3))
    assert tables.tables["one"].state is not None
    assert (len(tables.tables), tables.malformed) == (51, 950)


def test_an_earlier_state_sent_again_changes_nothing():
    table, _tables = heard(payload(3), payload(2), payload(3))
    assert (table.state["confirmed"], table.old) == (3, 1)


def test_an_undo_is_taken_but_not_the_state_before_it_again():
    undone = payload(5, confirmed=3)
    table, _tables = heard(payload(4), undone, payload(4))
    assert (table.state["confirmed"], table.state["number"]) == (3, 5)


def test_a_clock_set_back_does_not_stop_a_game():
    table, _tables = heard(payload(30), payload(2, confirmed=31))
    assert table.state["confirmed"] == 31


def test_a_clock_set_back_does_not_stop_the_next_game_nor_bring_the_last_one_back():
    table, _tables = heard(payload(30), payload(2, id="g2"), payload(30))
    assert (table.state["id"], table.old) == ("g2", 1)


@pytest.mark.parametrize(
    "date", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-11-28T20:00:00", "2026-11-28"]
)
def test_any_date_can_be_compared(date):
    table, _tables = heard(payload(3), payload(4, date=date, since=date), payload(5, date="2026-11-28T21:00:00Z"))
    assert table.state["confirmed"] == 5
    assert table.waits_since is not None


def test_a_finished_game_is_a_result_once_and_is_taken_back_if_the_table_undoes_its_end():
    over = payload(8, finished=True, waits="over", player=None)
    _table, tables = heard(payload(7), over, over)
    assert [one.digest for one in tables.results.values()] == ["d" * 64]
    tables.hear("lucca/one/state", payload(9, confirmed=7))
    assert tables.results == {}


def test_after_a_restart_an_earlier_state_does_not_take_a_result_back():
    _table, before = heard(payload(8, finished=True))
    after = Tables()
    after.let_in({"one": KEY})
    after.remember(before.results.values())
    after.hear("lucca/one/state", payload(7))
    assert after.results == before.results


def test_another_key_makes_a_table_believed_anew():
    _table, tables = heard(payload(3))
    tables.let_in({"one": OTHER_KEY})
    tables.hear("lucca/one/state", payload(4))
    assert (tables.tables["one"].state, tables.tables["one"].unbelieved) == (None, 1)
