"""The hall at a real Mosquitto."""

import threading
from dataclasses import replace

import pytest
from brokers import broker, with_mosquitto
from hall_states import KEY, payload

from lucca_pi.hall.hall import CONNECTED, LOST, Hall, Listening
from lucca_pi.mqtt.broker import read_broker

__all__ = ["broker"]
PATIENCE_S = 30
pytestmark = with_mosquitto


def at(broker):
    return read_broker(f"mqtt://127.0.0.1:{broker.port}")


class Watched(Hall):
    """A hall that wakes who waits for something to become true."""

    def until(self, holds):
        with self.news:
            assert self.news.wait_for(lambda: holds(self), PATIENCE_S)


@pytest.fixture
def hall(tmp_path, broker):
    hall = Watched.opened(tmp_path / "hall.json")
    hall.news = threading.Condition(hall.lock)
    hall.tell_new = hall.news.notify_all
    listening = Listening(at(broker), hall)
    yield hall
    listening.close()


@pytest.fixture
def table(broker):
    client = at(broker).client("table")
    at(broker).start(client)
    yield client
    client.loop_stop()


def let_in(hall):
    hall.change(lambda book: replace(book, keys={"one": KEY}))


def test_a_retained_state_is_heard_once_its_key_is_let_in(hall, table):
    table.publish("lucca/one/state", payload(3), qos=1, retain=True)
    hall.until(lambda one: "one" in one.tables.tables)
    assert hall.tables.tables["one"].state is None
    let_in(hall)
    hall.until(lambda one: one.tables.tables["one"].state is not None)


def test_a_broker_that_was_killed_and_comes_back_is_listened_to_again(hall, table, broker):
    let_in(hall)
    hall.until(lambda one: one.connection is CONNECTED)
    broker.kill()
    hall.until(lambda one: one.connection is LOST)
    broker.start()
    hall.until(lambda one: one.connection is CONNECTED)
    table.publish("lucca/one/state", payload(5), qos=1, retain=True)
    hall.until(lambda one: one.tables.tables["one"].state is not None)


def test_an_offline_table_is_shown_so(hall, table):
    let_in(hall)
    table.publish("lucca/one/online", b"online", qos=1, retain=True)
    hall.until(lambda one: one.tables.tables["one"].is_online)
    table.publish("lucca/one/online", b"offline", qos=1, retain=True)
    hall.until(lambda one: one.tables.tables["one"].is_online is False)
