"""A full disk, a camera that is gone, a picture that breaks: it is said, nothing is lost, and the game goes on."""

from collections import deque

import cv2
import pytest
from evening import looks
from twins import FullStore, Presses, TableCamera, app_with, played

from lucca_pi.devices.buttons import AutoButtons
from lucca_pi.devices.errors import StoreError
from lucca_pi.ports import LookError
from tests.in_memory import MemoryStore


class Recording(TableCamera):
    """Its pictures have names; it notes for which looks it was told to go on."""

    def __init__(self, **more):
        super().__init__(**more)
        self.gone_on = []

    def file_of(self, number):
        return f"{number}.jpg"

    def go_on(self, number):
        self.gone_on.append(number)


def test_an_ok_to_a_complaint_about_a_picture_goes_on_to_the_next_and_nothing_else_does():
    camera = Recording()
    app = played(Presses("ok", "up", "ok"), camera, see=lambda frame, pieces, names: looks()[0])
    assert camera.gone_on == []
    app = played(Presses("ok", "ok", "ok"), camera, see=lambda frame, pieces, names: looks()[0])
    assert (camera.gone_on, app.state.mode.sentences[-1]) == ([1], "Seen in 1.jpg; OK goes on to the next one.")


def test_a_full_disk_is_no_complaint_about_a_picture():
    camera = Recording()
    app = app_with(Presses("ok", "ok", "ok"), camera, FullStore(room=1))
    with pytest.raises(StoreError):
        app.run()
    assert camera.gone_on == []


def test_what_cannot_be_kept_is_not_shown_and_stops_a_game_without_people():
    store = FullStore(room=1)
    app = app_with(AutoButtons(), store=store)
    with pytest.raises(StoreError):
        app.run()
    assert len(store.events(app.game)) == 1


def test_a_full_disk_is_said_and_once_there_is_room_the_game_goes_on():
    store = FullStore(room=2)
    app = played(Presses("ok", "ok", "ok", store.make_room, "ok", "ok"), store=store)
    assert [event["event"] for event in store.events(app.game)] == ["begun", "dealt", "played", "played"]
    assert app.state.course.looks == 3


def test_while_the_disk_is_full_the_screen_says_so_and_nothing_confirmed_is_lost():
    store = FullStore(room=2)
    app = app_with(Presses("ok", "ok"), store=store)
    with pytest.raises(StoreError, match="The disk is full"):
        app.run()
    assert (app.state.mode.problems, app.state.course.looks) == (("The disk is full.",), 1)
    assert [event["event"] for event in store.events(app.game)] == ["begun", "dealt"]


def test_a_machine_with_a_full_disk_can_be_switched_off():
    app = played(Presses("ok", "ok", "off", "ok"), store=FullStore(room=2))
    assert app.is_switched_off


class GoneCamera(TableCamera):
    """Is unplugged while `notice` says so."""

    notice = "The camera is gone."

    def look(self, number):
        if self.notice:
            raise LookError("no picture")
        return super().look(number)

    def closer(self, number):
        yield self.look(number)

    def plug_in(self):
        self.notice = ""


def test_a_look_without_a_camera_says_so_and_the_next_one_with_it_goes_on():
    camera = GoneCamera()
    app = app_with(Presses("ok"), camera)
    app.run()
    assert app.state.mode.problems == ("The camera is gone.",)
    assert played(Presses("ok", camera.plug_in, "ok", "ok"), camera).state.course.looks == 2


BROKEN = {"OpenCV": cv2.error("remap"), "numpy": ValueError("shapes"), "memory": MemoryError()}


@pytest.mark.parametrize("error", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("number", [0, 1], ids=["the deal", "a turn"])
def test_whatever_goes_wrong_with_a_picture_refuses_it_and_the_game_goes_on(error, number):
    failing = deque([error])

    def breaks_once(frame, pieces, names):
        if int(frame.name) == number and failing:
            raise failing.popleft()
        return looks()[int(frame.name)]

    app = played(Presses(*["ok"] * (number + 1)), see=breaks_once)
    assert f"{number} cannot be read" in " ".join(app.state.mode.problems)
    failing.append(error)
    assert played(Presses(*["ok"] * (number + 2)), see=breaks_once).state.course.looks == number + 1


class LostStore(MemoryStore):
    """Its disk is taken away after so many events."""

    def __init__(self, keeps):
        super().__init__()
        self.keeps = keeps

    @property
    def lost(self):
        kept = sum(len(self.events(game)) for game in self.games())
        return "" if kept < self.keeps else "games: is gone or replaced."


@pytest.mark.parametrize("buttons", [AutoButtons(), Presses("ok", "ok", "ok", "ok")])
def test_a_disk_that_is_taken_away_in_mid_game_is_told_and_does_not_end_well(buttons):
    told = []
    app = app_with(buttons, store=LostStore(keeps=3), tell=lambda game, state, notices: told.append(notices))
    with pytest.raises(StoreError, match="is gone or replaced"):
        app.run()
    assert ("games: is gone or replaced.",) in told


def test_a_machine_whose_disk_was_taken_away_can_be_switched_off():
    assert played(Presses("ok", "off", "ok"), store=LostStore(keeps=1)).is_switched_off
