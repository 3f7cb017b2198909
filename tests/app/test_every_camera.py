"""The same faulty table before every kind of camera: people read and answer the same."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from evening import after, begun, looks
from twins import Paper, Presses, app_with

from lucca_pi.contract.history import Played, Started
from lucca_pi.contract.screens import Disagreement, Question
from lucca_pi.devices.camera import FolderCamera
from lucca_pi.devices.phone import PhoneCamera
from lucca_pi.devices.system import HandClock
from lucca_pi.drawn.camera import DrawnCamera, DrawnScene
from lucca_pi.drawn.conditions import EASY, CameraView
from lucca_pi.evening.journal import event_json
from lucca_pi.games.citta.drawn.seats import TABLES
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.ports import Camera, Frame
from tests.in_memory import MemoryStore

GREY = np.full((64, 64), 128, np.uint8)
SMALL = replace(EASY, view=CameraView(width_px=460, height_px=260))
PRESSES = {0: ["ok", "ok", "down", "ok", "ok", "ok"], 13: ["ok"] * 5}
"""By the number of looks confirmed before: at the deal a colour and a card are chosen."""
SEEN_IN = "Seen in "


class FakeCamera(Camera):
    """A camera above the table, with a live picture or without."""

    notice = ""

    def __init__(self, live=None):
        self._live = live

    def look(self, number=0):
        return Frame("now", GREY)

    def live(self):
        return self._live

    def closer(self, number=0):
        return [self.look(), self.look()]


class Sending(Presses):
    """Before each OK somebody sends a photograph."""

    def __init__(self, phone, *buttons):
        super().__init__(*buttons)
        self.phone = phone

    def press(self, snapshot, wait_s):
        button = super().press(snapshot, wait_s)
        assert button != "ok" or self.phone.receive(cv2.imencode(".jpg", GREY)[1].tobytes()) == ""
        return button


class Read(Paper):
    """Keeps what people read, without the name of a recording's picture."""

    def __init__(self, store):
        super().__init__(store)
        self.read = []

    def tell(self, snapshot):
        screen = snapshot.screen
        if isinstance(screen, Disagreement):
            problems = tuple(one for one in screen.problems if not one.startswith(SEEN_IN))
            snapshot = replace(snapshot, screen=replace(screen, problems=problems))
        self.read.append(snapshot)


def folder(tmp_path, number):
    """One picture for each press of OK."""
    for at in range(number + 6):
        cv2.imwrite(str(tmp_path / f"{at:03}.png"), GREY)
    return FolderCamera(tmp_path)


CAMERAS = {
    "folder": folder,
    "drawn": lambda _, number: DrawnCamera([DrawnScene(())] * (number + 2), TABLES[3].ground, conditions=SMALL),
    "phone": lambda *_: PhoneCamera(HandClock()),
    "a real one": lambda *_: FakeCamera(),
    "a real one that is watched": lambda *_: FakeCamera(GREY),
}


def store_before(number):
    """A game of which so many looks are confirmed."""
    store = MemoryStore()
    events = [begun()]
    if number:
        course = after(number).course
        events += [Started(course.seats, course.start.deal, looks()[:1], course.start.date)]
        events += [Played(one.entry, one.looks, one.asked, one.date) for one in course.moments]
    for event in events:
        store.append("2026-05-01T2000", event_json(event, GAME))
    return store


def faulty(number):
    """The look without a card that was dealt, or without a wall."""
    look = looks()[number]
    code = BACK_CODE if number else next(one for one in look.sightings if one.y_mm < -200 and one.code < 97).code
    gone = next(one for one in look.sightings if one.code == code)
    return replace(look, sightings=tuple(one for one in look.sightings if one is not gone))


def evening_before(camera, number):
    """What people read, and the game, where the table stays faulty at that look and they press OK all the same."""
    presses = PRESSES[number]
    buttons = Sending(camera, *presses) if isinstance(camera, PhoneCamera) else Presses(*presses)
    store = store_before(number)
    display = Read(store)
    app = app_with(buttons, camera, store, lambda *_, **__: faulty(number), display=display)
    app.state = replace(app.state, mode=None)  # nobody has moved anything since the game was interrupted
    display.read.clear()
    app.run()
    return display.read, app.state.course.looks, GAME.record_json(app.state.match)


@cache
def with_a_real_camera(number):
    return evening_before(FakeCamera(), number)


@pytest.mark.parametrize("number", PRESSES)
@pytest.mark.parametrize("name", CAMERAS)
def test_people_read_the_same_whatever_camera_shows_the_table(tmp_path, name, number):
    read, confirmed, record = evening_before(CAMERAS[name](tmp_path, number), number)
    assert [type(one.screen) for one in read[:2]] == [Disagreement, Question]
    assert confirmed == number + 1
    assert (read, confirmed, record) == with_a_real_camera(number)
