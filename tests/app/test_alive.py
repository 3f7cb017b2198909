"""A service is alive where its loop goes round and its camera gives pictures, or tells why it gives none."""

from dataclasses import replace

import numpy as np
import pytest
from evening import LAST
from test_watching import STILL, LiveCamera
from twins import Presses, TableCamera, app_with

from lucca_pi.contract.questions import Choice, Option, Settle
from lucca_pi.devices.system import HandClock
from lucca_pi.ports import Supervisor
from tests.in_memory import MemoryStore


class Counted(Supervisor):
    """A supervisor that counts how often it was told."""

    told = 0

    def alive(self):
        self.told += 1


def told(camera, *presses):
    supervisor = Counted()
    app_with(Presses(*presses), camera, clock=HandClock(), supervisor=supervisor).run()
    return supervisor.told


@pytest.mark.parametrize(("presses", "times"), [([None] * 5, 6), ([None, "ok", None], 4 + 1)])
def test_waiting_for_a_press_is_being_alive_and_each_picture_that_is_read_tells_it_too(presses, times):
    assert told(TableCamera(), *presses) == times


def test_each_part_of_a_long_correction_tells_it_too():
    store, supervisor = MemoryStore(), Counted()
    app_with(Presses(*["ok"] * LAST), store=store).run()
    app = app_with(Presses("ok"), store=store, supervisor=supervisor)
    app.state = replace(app.state, mode=Choice("", "", (Option("Yes", Settle(1, app.state.course.turns[0])),)))
    app.run()
    read, held_against_looks = LAST - 1, LAST - 1
    assert supervisor.told >= read + held_against_looks


@pytest.mark.parametrize(("notice", "times"), [("", 3), ("The camera is gone.", 8)])
def test_a_live_camera_that_gives_no_picture_has_to_say_why(notice, times):
    camera = LiveCamera(HandClock(), STILL, STILL, STILL, None)
    camera.notice = notice
    assert told(camera, *[None] * 7) == times


def test_a_camera_that_hangs_leaves_nobody_to_tell_it():
    camera = LiveCamera(HandClock(), STILL, STILL)
    supervisor = Counted()
    camera.live = lambda: np.zeros((90, 160), np.uint8) if supervisor.told < 2 else hang()
    with pytest.raises(HungError):
        app_with(Presses(*[None] * 7), camera, clock=HandClock(), supervisor=supervisor).run()
    assert supervisor.told == 2


class HungError(Exception):
    """Where a call would not return."""


def hang():
    raise HungError
