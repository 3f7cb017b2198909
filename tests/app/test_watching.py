"""
A look waits until the table is at rest; how it came to rest is seen unasked; what is heard of a game meanwhile.

A service is alive where its loop goes round and its camera gives pictures, or tells why it gives none.
"""

from collections import deque
from dataclasses import replace

import numpy as np
import pytest
from evening import LAST
from twins import Paper, Presses, TableCamera, app_with, finished, store_of

from lucca_pi.app import loop
from lucca_pi.app.watching import FOR_EVER_S, PATIENCE_S
from lucca_pi.contract.questions import Choice, Option, Settle
from lucca_pi.contract.screens import Notice
from lucca_pi.devices.system import HandClock
from lucca_pi.evening.step import Looked, step
from lucca_pi.ports import Supervisor
from tests.in_memory import MemoryStore

STILL, MOVED = (np.random.default_rng(seed).integers(60, 200, (90, 160), np.uint8) for seed in (1, 2))


class LiveCamera(TableCamera):
    """Shows these live pictures, a tenth of a second each, the last for ever; then nobody moves any more."""

    def __init__(self, clock, *shown):
        super().__init__()
        self.clock, self.shown = clock, deque(shown)

    def live(self):
        self.clock.forward(0.1)
        return self.shown.popleft() if len(self.shown) > 1 else self.shown[0]


def restless(tenths):
    return [MOVED if tenth % 2 else STILL for tenth in range(tenths)]


def watched(pictures, *presses):
    """The numbers of the looks that were taken, and the app, when the presses (None: nothing for now) are through."""
    clock = HandClock()
    camera = LiveCamera(clock, *pictures)
    app = app_with(Presses(*presses), camera, clock=clock)
    app.run()
    return camera.looked, app


UNREST, LONG = [*restless(6), STILL], round(PATIENCE_S * 10)
RESTED = [STILL] * 8
LOOKED = {
    "at once on a table at rest": ([STILL], ["ok", "ok"], [0, 1]),
    "not while something moves": (UNREST, [None, None, "ok", *[None] * 3], []),
    "once that is at rest": (UNREST, [None, None, "ok", *[None] * 20], [0]),
    "no more after another press": (UNREST, [None, None, "ok", "back", *[None] * 20], []),
    "in the end at what never rests": (restless(200), [None, None, "ok", *[None] * LONG], [0]),
    "not while switching off is asked": ([*RESTED, *restless(4), STILL], ["ok", *[None] * 4, "off", *[None] * 30], [0]),
    "again once the camera is back": ([*RESTED, *[None] * 5, STILL], ["ok", *[None] * 12], [0, 1]),
    "again as the table comes to rest": ([*RESTED, *restless(4), STILL], ["ok", *[None] * 30], [0, 1]),
}


@pytest.mark.parametrize(("pictures", "presses", "looks"), LOOKED.values(), ids=LOOKED)
def test_a_look_is_taken_when_the_table_is_at_rest(pictures, presses, looks):
    looked, app = watched(pictures, *presses)
    assert looked == looks
    rests = len(looks) > presses.count("ok")
    assert (app.state.course.looks, len(app.state.rested)) == (len(looks) - rests, rests)


@pytest.mark.parametrize(("waits", "soon"), [(0, True), (20, True), (40, False)])
def test_ok_within_three_seconds_of_the_last_one_may_be_the_same(waits, soon, monkeypatch):
    given = []
    monkeypatch.setattr(loop, "step", lambda state, one: (given.append(one), step(state, one))[1])
    watched([STILL], "ok", *[None] * waits, "ok")
    assert [one.soon for one in given if isinstance(one, Looked)] == [False, soon]


def test_where_nothing_is_seen_the_light_is_named():
    clock = HandClock()
    camera = LiveCamera(clock, STILL // 20)
    camera.lost = deque(["no quarter"])
    app = app_with(Presses(None, "ok"), camera, clock=clock)
    app.run()
    assert app.state.mode.problems == ("It is too dark to see: switch a light on.",)


def test_a_game_that_goes_on_before_a_live_camera_is_checked_first():
    store = MemoryStore()
    clock = HandClock()
    for presses in (("ok", "ok"), ("ok",)):
        app = app_with(Presses(*presses), LiveCamera(clock, STILL), store, clock=clock)
        app.run()
    assert (app.resumed, app.state.course.looks) == (True, 2)
    assert app.state.mode.paused


def test_a_game_played_hands_free_takes_its_turns_at_rest():
    clock = HandClock()
    camera = LiveCamera(clock, *[STILL] * 30, *restless(4), *[STILL] * 30, *restless(4), STILL)
    app = app_with(Presses(*[None] * 120), camera, clock=clock, hands_free=True)
    app.run()
    assert app.state.course.looks == 3


UNFIT = {
    "moving": (restless(1 + round(FOR_EVER_S * 12)), "Something keeps moving"),
    "in the dark": ([STILL, STILL // 20], "It is too dark to see"),
}


class Heard(Paper):
    """A display that keeps the notices that it is told."""

    heard = ()

    def tell(self, snapshot):
        if isinstance(snapshot.screen, Notice):
            self.heard += (snapshot.screen.text,)


@pytest.mark.parametrize("hands_free", [True, False])
@pytest.mark.parametrize(("shown", "text"), UNFIT.values(), ids=UNFIT)
def test_a_game_that_waits_for_a_table_that_never_rests_or_is_not_seen_says_so(shown, text, hands_free):
    clock, told, display = HandClock(), set(), Heard(MemoryStore())
    camera, presses = LiveCamera(clock, *shown), Presses(*[None] * round(FOR_EVER_S * 12))
    manner = {"hands_free": hands_free, "tell": lambda *one: told.update(one[-1])}
    app_with(presses, camera, clock=clock, display=display, **manner).run()
    on_screen = {one for one in display.heard if one.startswith(text)}
    assert (told == on_screen, len(told)) == (True, hands_free)


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


class Counted(Supervisor):
    """A supervisor that counts how often it was told."""

    told = 0

    def alive(self):
        self.told += 1


def signs_of_life(camera, *presses):
    supervisor = Counted()
    app_with(Presses(*presses), camera, clock=HandClock(), supervisor=supervisor).run()
    return supervisor.told


@pytest.mark.parametrize(("presses", "times"), [([None] * 5, 6), ([None, "ok", None], 4 + 1)])
def test_waiting_for_a_press_is_being_alive_and_each_picture_that_is_read_tells_it_too(presses, times):
    assert signs_of_life(TableCamera(), *presses) == times


def test_each_part_of_a_long_correction_tells_it_too():
    supervisor = Counted()
    app = app_with(Presses("ok"), store=store_of(*finished()[1][: LAST + 1]), supervisor=supervisor)
    app.state = replace(app.state, mode=Choice("", "", (Option("Yes", Settle(1, app.state.course.turns[0])),)))
    app.run()
    read, held_against_looks = LAST - 1, LAST - 1
    assert supervisor.told >= read + held_against_looks


@pytest.mark.parametrize(("notice", "times"), [("", 3), ("The camera is gone.", 8)])
def test_a_live_camera_that_gives_no_picture_has_to_say_why(notice, times):
    camera = LiveCamera(HandClock(), STILL, STILL, STILL, None)
    camera.notice = notice
    assert signs_of_life(camera, *[None] * 7) == times


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
