"""Buttons and screens together: switching off, waking a dark display, telling what is wrong with a device."""

import pytest
from twins import Paper, Presses, TableCamera, app_with

from lucca_pi.app.front import ASKING_S, SWITCH_OFF, SWITCHED_OFF, Front
from lucca_pi.app.stage import Care, Stage
from lucca_pi.devices.clock import HandClock
from lucca_pi.devices.store import MemoryStore
from lucca_pi.evening.snapshot import Notice, Snapshot
from lucca_pi.screens.draw import pages

GAME = Snapshot(Notice("Alex", "Take a triplet."))
GONE = Snapshot(Notice("Camera", "The camera is gone."))


class Timed(Presses):
    """Presses what it is told to; a number lets so many seconds pass, a text is what is wrong from then on."""

    def __init__(self, clock, *coming):
        super().__init__(*coming)
        self.clock = clock

    def press(self, snapshot, wait_s):
        given = super().press(snapshot, wait_s)
        if isinstance(given, int | float):
            self.clock.forward(given)
        elif given not in ("ok", "back", "up", "down", "undo", "off"):
            self.notice = given
        else:
            return given
        return None


class Lamp(Paper):
    """A display that can go dark, and notes each light it is given."""

    def __init__(self, store):
        super().__init__(store)
        self.lights = []

    @property
    def is_dark(self):
        return self.lights[-1:] == ["off"]

    def show(self, picture):
        """Notes what is new on it."""
        if not self.shown or self.shown[-1][1] != picture.tobytes():
            super().show(picture)

    def light(self, light):
        if self.lights[-1:] != [light]:
            self.lights.append(light)


def played(*coming, camera=None):
    """The app and its display when these presses are through."""
    clock, store = HandClock(), MemoryStore()
    lamp = Lamp(store)
    app = app_with(Timed(clock, *coming), camera, store, clock=clock, display=lamp)
    app.run()
    return app, lamp


def times_shown(lamp, snapshot):
    return sum(picture == pages(snapshot)[0].tobytes() for _, picture in lamp.shown)


OFF = {
    "ok": (["off", "ok"], True, 0),
    "back": (["off", "back", "ok"], False, 1),
    "up": (["off", "up", "ok"], False, 1),
    "held again": (["off", "off", "ok"], False, 1),
    "nothing for long": (["off", ASKING_S, "ok"], False, 1),
    "ok just in time": (["off", ASKING_S - 1, "ok", "ok"], True, 0),
}


@pytest.mark.parametrize(("presses", "is_off", "looks"), OFF.values(), ids=OFF)
def test_ok_held_down_asks_and_ok_switches_off(presses, is_off, looks):
    app, lamp = played(*presses)
    assert (app.is_switched_off, app.state.course.looks) == (is_off, looks)
    assert (times_shown(lamp, SWITCH_OFF) > 0, times_shown(lamp, SWITCHED_OFF)) == (True, is_off)


@pytest.mark.parametrize(
    ("idle_s", "lights", "looks"),
    [
        (100, ["full"], 2),
        (150, ["full", "dim", "full"], 2),
        (1800, ["full", "off", "full"], 1),
    ],
)
def test_a_press_on_a_dimmed_display_counts_and_on_a_dark_one_only_wakes(idle_s, lights, looks):
    app, lamp = played("ok", idle_s, 0, "ok")
    assert (lamp.lights, app.state.course.looks) == (lights, looks)


def test_news_wake_a_display():
    _, lamp = played("ok", 2000, 0, "Something is stuck.", 0)
    assert lamp.lights == ["full", "off", "full"]


def test_what_never_is_dimmed_is_never_dark():
    assert {Care(0, 0).light(idle_s) for idle_s in (0, 1e9)} == {"full"}


def test_a_stuck_button_is_named_once_each_time_it_sticks():
    stuck = Snapshot(Notice("Buttons", "Stuck: up (GPIO 13)."))
    _, lamp = played("ok", stuck.screen.text, *[5] * 9)
    assert times_shown(lamp, stuck) == 1
    _, lamp = played(stuck.screen.text, 5, 5, "", 5, stuck.screen.text, 5)
    assert times_shown(lamp, stuck) == 2


def test_other_screens_are_told_what_is_wrong_as_it_begins_and_ends():
    told = []
    app_with(Timed(HandClock(), 0, "Stuck: up.", 0, 0, "", 0), tell=lambda _, __, notices: told.append(notices)).run()
    assert told == [(), ("Stuck: up.",), ()]


def test_a_camera_that_is_gone_is_told_again_and_again_until_it_is_back():
    camera = TableCamera()
    camera.notice = GONE.screen.text
    _, lamp = played(*[5] * 8, camera=camera)
    assert times_shown(lamp, GONE) > 2


def test_as_soon_as_the_camera_is_back_the_game_is_shown_again():
    camera, clock, store = TableCamera(), HandClock(), MemoryStore()
    lamp = Lamp(store)
    stage = Stage(lamp, clock, (GAME,))
    front = Front(camera, Timed(clock, 0, 0, 5, 5), lamp, clock, stage)
    for camera.notice in ("The camera is gone.", "", "", ""):
        front.press(GAME, 0)
    assert [picture for _, picture in lamp.shown] == [pages(one)[0].tobytes() for one in (GAME, GONE, GAME)]


def test_a_calibration_that_does_not_fit_is_told_once():
    clock, store, told = HandClock(), MemoryStore(), []
    app = app_with(
        Timed(clock, 0, 0, 0),
        store=store,
        clock=clock,
        calibration=lambda: "It is of another camera.",
        tell=lambda _, __, notices: told.append(notices),
    )
    app.run()
    assert told == [(), ("It is of another camera.",)]
