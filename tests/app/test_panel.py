"""Buttons and screens together: switching off, waking a dark display, telling what is wrong with a device."""

from dataclasses import replace
from itertools import groupby

import pytest
from evening import looks
from twins import Paper, Presses, TableCamera, app_with, devices_with

from lucca_pi.app.panel import ASKING_S, READING_S, SWITCH_OFF, SWITCHED_OFF, UNREAD_S, Care, PressFilter, Stage
from lucca_pi.contract.screens import Disagreement, Notice, Question, Snapshot
from lucca_pi.devices.displays import USUAL
from lucca_pi.devices.system import HandClock
from lucca_pi.ports import Panel
from lucca_pi.screens.pages import pages
from tests.in_memory import MemoryStore

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
    return sum(picture == pages(snapshot, USUAL)[0].tobytes() for _, picture in lamp.shown)


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
    [(100, ["full"], 2), (150, ["full", "dim", "full"], 2), (1800, ["full", "off", "full"], 1)],
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
    front = PressFilter(devices_with(Timed(clock, 0, 0, 5, 5), camera, store, clock, display=lamp), stage)
    for camera.notice in ("The camera is gone.", "", "", ""):
        front.press(GAME, 0)
    assert [picture for _, picture in lamp.shown] == [pages(one, USUAL)[0].tobytes() for one in (GAME, GONE, GAME)]


def test_a_calibration_that_does_not_fit_is_told_once():
    clock, store, told = HandClock(), MemoryStore(), []
    app = app_with(
        Timed(clock, 0, 0, 0),
        store=store,
        clock=clock,
        notice="It is of another camera.",
        tell=lambda _, __, notices: told.append(notices),
    )
    app.run()
    assert told == [(), ("It is of another camera.",)]


class ByPeople(Timed):
    """Presses of people."""

    of_people = True


class Window(Lamp):
    """A display that shows one picture at a time."""

    keeps = False


class Slow(Window):
    """A display that takes seconds for a picture."""

    panel = Panel(250, 122, is_paper=True, refresh_s=3)


ASKED = Snapshot(Question("Alex", "which one was it?", ("17", "42"), 1))
MOVED = replace(ASKED, screen=replace(ASKED.screen, chosen=0))
WRONG = Snapshot(Disagreement("Alex", ("17 is not in sight",), "Lay it there, then press OK."))
NEW = UNREAD_S / 2


def pressed_before(shown, *coming, of_people=True, display=Window):
    """What gets to the game of these presses, and the display; before them each list of screens was shown."""
    clock, store = HandClock(), MemoryStore()
    lamp = display(store)
    stage = Stage(lamp, clock, (GAME,), of_people=of_people)
    buttons = (ByPeople if of_people else Timed)(clock)
    front, given = PressFilter(devices_with(buttons, None, store, clock, display=lamp), stage), []
    for screens in shown:
        stage.show(screens)
    for one in coming:
        if isinstance(one, Snapshot):
            stage.show((one,))
        else:
            buttons.coming.append(one)
            given.append(front.press(shown[-1][-1], 0))
    return [button for button in given if button], lamp


UNREAD = {
    "a question": ([[ASKED]], [NEW, "ok"], []),
    "a complaint": ([[WRONG]], [NEW, "ok"], []),
    "read": ([[ASKED]], [UNREAD_S, "ok"], ["ok"]),
    "nothing asked": ([[GAME]], ["ok"], ["ok"]),
    "other buttons": ([[ASKED]], ["up", "back", "undo"], ["up", "back", "undo"]),
    "another answer chosen": ([[ASKED]], [UNREAD_S, "down", MOVED, "ok"], ["down", "ok"]),
    "another answer chosen at once": ([[ASKED]], [NEW, MOVED, NEW, "ok"], ["ok"]),
    "another question": ([[ASKED]], [UNREAD_S, WRONG, NEW, "ok"], []),
    "the same question after another screen": ([[ASKED]], [UNREAD_S, GAME, ASKED, "ok"], []),
    "behind another screen": ([[GAME, ASKED]], [NEW, NEW, "ok", NEW, "ok", NEW, "ok"], ["ok"]),
    "its turn has come": ([[GAME, ASKED]], [READING_S, 0, NEW, "ok", NEW, "ok"], ["ok"]),
}


@pytest.mark.parametrize(("shown", "coming", "given"), UNREAD.values(), ids=UNREAD)
def test_an_ok_counts_once_what_it_answers_can_have_been_read(shown, coming, given):
    assert pressed_before(shown, *coming)[0] == given


@pytest.mark.parametrize("display", [Window, Lamp])
def test_a_script_reads_at_once(display):
    assert pressed_before([[ASKED]], "ok", of_people=False, display=display)[0] == ["ok"]


def test_paper_shows_a_question_at_once_and_people_read_it_as_slowly():
    assert pressed_before([[GAME, ASKED]], NEW, "ok", NEW, "ok", display=Lamp)[0] == ["ok"]


@pytest.mark.parametrize("asked", [ASKED, WRONG])
def test_that_ok_does_not_count_yet_is_shown(asked):
    _, lamp = pressed_before([[asked]], NEW, NEW, 0)
    unread, read = (pages(asked, USUAL, unread=unread)[0].tobytes() for unread in (True, False))
    assert unread != read
    assert [picture for _, picture in lamp.shown][1:] == [unread, read]


@pytest.mark.parametrize("display", [Window, Lamp])
def test_where_nobody_has_to_wait_no_screen_is_drawn_as_unread(display):
    _, lamp = pressed_before([[ASKED]], NEW, NEW, of_people=display is Lamp, display=display)
    assert [picture for _, picture in lamp.shown][1:] == [pages(ASKED, USUAL)[0].tobytes()]


@pytest.mark.parametrize(("after_s", "is_off"), [(NEW, False), (UNREAD_S, True)])
def test_a_second_ok_does_not_switch_off_unread(after_s, is_off):
    app = app_with(ByPeople(clock := HandClock(), "off", after_s, "ok"), clock=clock)
    app.run()
    assert app.is_switched_off == is_off


def test_a_second_ok_just_as_the_look_has_led_to_a_question_answers_nothing():
    camera = TableCamera()
    buttons = ByPeople(clock := HandClock(), "ok", UNREAD_S, "ok", NEW, "ok", NEW, "ok")
    app = app_with(buttons, camera, see=lambda frame, pieces, names: looks()[0], clock=clock)
    app.run()
    assert camera.looked == [0, 1, 1]


def test_a_slow_display_is_spared_what_is_gone_soon_and_shows_each_page_for_longer():
    clock, slow = HandClock(), Slow(MemoryStore())
    two = Snapshot(Notice("Camera", "word " * 200))
    stage = Stage(slow, clock, (GAME,))
    stage.flash(Snapshot(Notice("Looking …", "")))
    stage.show((two,))
    for _ in range(31):
        clock.forward(1)
        stage.tick()
    first, *pages_of_two = [picture for picture, _ in groupby(picture for _, picture in slow.shown)]
    assert first == pages(GAME, Slow.panel)[0].tobytes()
    assert pages_of_two == [page.tobytes() for page in pages(two, Slow.panel)[:2]]


@pytest.mark.parametrize(("wait_s", "given"), [(UNREAD_S + 2, []), (UNREAD_S + 3, ["ok"])])
def test_an_ok_counts_once_a_slow_display_has_drawn_what_it_answers(wait_s, given):
    pressed, slow = pressed_before([[ASKED]], wait_s, "ok", display=Slow)
    assert pressed == given
    assert {picture for _, picture in slow.shown[1:]} == {pages(ASKED, Slow.panel)[0].tobytes()}
