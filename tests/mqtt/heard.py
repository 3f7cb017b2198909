"""What a table publishes, without a broker."""

import json
from typing import Any

from lucca_pi.app.live_table import LiveTable
from lucca_pi.devices.system import HandClock
from lucca_pi.evening.state import State

GAME = "2026-05-01T2000"
KEY = "ab" * 32
STATE, EVENT = "lucca/kitchen/state", "lucca/kitchen/event"


class Heard:
    """What a table publishes: retained messages by topic, `states` one by one, and events."""

    def __init__(self) -> None:
        self.retained: dict[str, bytes] = {}
        self.states: list[Any] = []
        self.events: list[Any] = []

    def retain(self, name: str, message: bytes) -> None:
        self.retained[name] = message
        if name == STATE:
            self.states.append(json.loads(message))

    def tell(self, event: bytes) -> None:
        self.events.append(json.loads(event))

    def close(self) -> None:
        """Nothing is open."""


def told(*states: State) -> Heard:
    """What is published as the table comes to these states, a minute after each other."""
    heard, clock = Heard(), HandClock()
    table = LiveTable(heard, "kitchen", KEY, clock, lambda game, file: f"{file} of {game}".encode())  # type: ignore[arg-type]
    for state in states:
        table.tell(GAME, state, ())
        clock.forward(60)
    table.close()
    return heard
