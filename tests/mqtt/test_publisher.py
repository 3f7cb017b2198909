"""A table at a real broker: what is retained, what is told once, and what a broker that dies costs."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from brokers import PATIENCE_S, Mosquitto, broker, with_mosquitto

from lucca_pi.mqtt.broker import Broker, read_broker
from lucca_pi.mqtt.publisher import Publisher
from tests.cases import first_of

__all__ = ["broker"]
ONLINE, STATE, EVENT = (f"lucca/kitchen/{part}" for part in ("online", "state", "event"))


@contextmanager
def published(at: Mosquitto, url: str = "mqtt://127.0.0.1:{port}") -> Iterator[tuple[Publisher, "Queue[str]"]]:
    """A publisher, and what it reports."""
    reports: Queue[str] = Queue()
    publisher = Publisher(read_broker(url.format(port=at.port)), "kitchen", reports.put)
    yield publisher, reports
    publisher.close()


def until(messages: "Queue[Any]", topic: str, payload: bytes) -> Any:
    """The first message like this."""
    while True:
        message = messages.get(timeout=PATIENCE_S)
        if (message.topic, message.payload) == (topic, payload):
            return message


@with_mosquitto
def test_who_comes_later_gets_the_present_and_no_event(broker: Mosquitto) -> None:
    with broker.heard("lucca/#") as messages, published(broker) as (publisher, _):
        publisher.retain(STATE, b"1")
        publisher.tell(b"one")
        until(messages, STATE, b"1")
        until(messages, EVENT, b"one")
        with broker.heard("lucca/#") as later:
            found = {one.topic: (one.payload, one.retain) for one in (later.get(timeout=PATIENCE_S) for _ in range(2))}
        assert (found, later.empty()) == ({ONLINE: (b"online", True), STATE: (b"1", True)}, True)


@with_mosquitto
def test_a_table_that_ends_is_offline(broker: Mosquitto) -> None:
    with broker.heard(ONLINE) as messages:
        with published(broker):
            until(messages, ONLINE, b"online")
        until(messages, ONLINE, b"offline")


@with_mosquitto
def test_a_table_that_dies_is_offline_by_its_last_will(broker: Mosquitto) -> None:
    dies = "import os; from lucca_pi.mqtt.publisher import Publisher; from lucca_pi.mqtt.broker import read_broker\n"
    dies += f"Publisher(read_broker('mqtt://127.0.0.1:{broker.port}'), 'kitchen', lambda _: os._exit(0))\n"
    dies += "import threading; threading.Event().wait(20)"
    with broker.heard(ONLINE) as messages:
        subprocess.run([sys.executable, "-c", dies], check=True, timeout=PATIENCE_S)
        with published(broker):
            until(messages, ONLINE, b"online")
        until(messages, ONLINE, b"offline")


@with_mosquitto
@pytest.mark.parametrize("kills", first_of([1, 10]))
def test_a_broker_that_is_killed_has_the_present_again_and_every_event_once(broker: Mosquitto, kills: int) -> None:
    counted = 0
    with published(broker) as (publisher, reports):
        reports.get(timeout=PATIENCE_S)
        while counted < kills:
            broker.kill()
            assert "is lost" in reports.get(timeout=PATIENCE_S)
            publisher.retain(STATE, b"away")
            for event in (b"one", b"two", b"three"):
                publisher.tell(event)
            broker.start()
            with broker.heard("lucca/#") as messages:
                was_late = messages.get(timeout=PATIENCE_S).retain  # then the events were told before
                until(messages, STATE, b"away")
                assert "Connected" in reports.get(timeout=PATIENCE_S)
                publisher.retain(STATE, b"here")
                found = iter(lambda: messages.get(timeout=PATIENCE_S).payload, b"here")
                assert [*found] == ([] if was_late else [b"one", b"two", b"three"])
            counted += not was_late


@with_mosquitto
def test_home_assistant_that_starts_gets_everything_again(broker: Mosquitto) -> None:
    with published(broker) as (publisher, _), broker.heard("lucca/#") as messages:
        publisher.retain(STATE, b"1")
        until(messages, STATE, b"1")
        with broker.heard("nothing"):
            publisher._client.publish("homeassistant/status", b"online")
        assert not until(messages, STATE, b"1").retain


@with_mosquitto
def test_a_wrong_password_is_said_once_and_the_right_one_counts(tmp_path: Path) -> None:
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, "ada", "p@ss"], check=True)
    passwords.chmod(0o644)
    at = Mosquitto(tmp_path, "allow_anonymous false", f"password_file {passwords}")
    with published(at, "mqtt://ada:wrong@127.0.0.1:{port}") as (publisher, reports):
        assert "refuses this table (Not authorized)" in reports.get(timeout=PATIENCE_S)
        assert "wrong" not in f"{publisher.notice}"
    with published(at, "mqtt://ada:p%40ss@127.0.0.1:{port}") as (publisher, reports):
        assert "Connected" in reports.get(timeout=PATIENCE_S)
    at.kill()


def test_without_a_broker_everything_returns_and_the_end_says_so() -> None:
    reports: Queue[str] = Queue()
    publisher = Publisher(Broker("127.0.0.1", 9, tls=False), "kitchen", reports.put)
    for number in range(1000):
        publisher.retain(STATE, b"%d" % number)
        publisher.tell(b"%d" % number)
    assert "mqtt://127.0.0.1:9 cannot be reached" in reports.get(timeout=PATIENCE_S)
    publisher.close()
    assert publisher.notice
    assert reports.empty()


@with_mosquitto
def test_a_broker_that_accepts_and_says_nothing_is_missed_at_the_end(broker: Mosquitto) -> None:
    broker.stop()
    with published(broker) as (publisher, reports):
        publisher.retain(STATE, b"1")
    assert "cannot be reached" in f"{publisher.notice}"
    assert reports.empty()
