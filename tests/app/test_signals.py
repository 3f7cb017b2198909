"""What is heard of a game, in its order."""

import pytest
from test_watching import STILL, LiveCamera, restless
from twins import Presses, TableCamera, app_with

from lucca_pi.devices.system import HandClock


class Ear:
    """Notes what it is told."""

    def __init__(self):
        self.heard = []

    def tell(self, what):
        self.heard.append(what)

    def close(self):
        """Nothing has to be closed."""


def heard(*presses, camera=None, clock=None):
    ear = Ear()
    app_with(Presses(*presses), camera, clock=clock, signals=ear).run()
    return ear.heard


HEARD = {
    "a deal and a turn": (["ok", "ok"], (), ["looking", "taken", "ready"] * 2),
    "no table in sight, twice": (["ok", "ok"], ["no quarter"] * 2, ["looking", "asked"] * 2),
    "what was wrong is let be": (["ok", "back"], ["no quarter"], ["looking", "asked", "ready"]),
    "a menu is opened": (["ok", "up", "ok", "down"], (), ["looking", "taken", "ready", "ready"]),
    "screens turned by hand": (["down", "down"], (), ["ready", "ready"]),
}


@pytest.mark.parametrize(("presses", "lost", "expected"), HEARD.values(), ids=HEARD)
def test_what_happens_is_heard(presses, lost, expected):
    assert heard(*presses, camera=TableCamera(lost=lost)) == expected


def test_a_hand_in_the_way_is_heard_and_then_what_came_of_it():
    clock = HandClock()
    camera = LiveCamera(clock, *restless(6), STILL)
    assert heard(None, None, "ok", *[None] * 20, camera=camera, clock=clock) == ["hand", "looking", "taken", "ready"]


def test_who_listens_elsewhere_is_told_that_a_press_waits():
    clock, told = HandClock(), []
    camera = LiveCamera(clock, *restless(6), STILL)
    presses = Presses(None, None, "ok", *[None] * 20)
    app_with(presses, camera, clock=clock, tell=lambda _, __, notices: told.append(notices)).run()
    assert list(dict.fromkeys(bool(notices) for notices in told)) == [False, True] and not told[-1]
