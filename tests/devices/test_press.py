import pytest

from lucca_pi.devices.press import SAMPLE_S, STUCK_S, Presses


class Box:
    """Buttons, the levels of whose contacts are read; `down`: what is held down as it starts."""

    def __init__(self, *down):
        self.presses, self.given = Presses(), []
        self._down, self._samples = set(down), 0

    def go_on(self, changes=(), until_s=0.0):
        """Buttons are pressed (1) and let go (0), at times in s; levels are read until then."""
        for button, is_down, time_s in (*changes, ("", 0, until_s)):
            while self._samples * SAMPLE_S < time_s - 1e-9:
                self._read(self._samples * SAMPLE_S)
                self._samples += 1
            self._down = self._down | {button} if is_down else self._down - {button}
        self._read(until_s)
        return self

    def _read(self, now_s):
        presses = [self.presses.level(one, one, one in self._down, now_s) for one in ("ok", "back", "up", "down")]
        self.given += [press for press in presses if press]


CASES = {
    "a press that lasts": ([("up", 1, 0.1)], 0.130, ["up"]),
    "not yet settled": ([("up", 1, 0.1)], 0.129, []),
    "shorter than the debounce": ([("up", 1, 0.1), ("up", 0, 0.12)], 1.0, []),
    "let go gives nothing more": ([("up", 1, 0.1), ("up", 0, 0.3)], 1.0, ["up"]),
    "bouncing as it closes": ([("up", n % 2, 0.1 + n / 100) for n in range(1, 6)], 1.0, ["up"]),
    "bouncing as it opens": ([("up", 1, 0.1), *[("up", n % 2, 0.3 + n / 100) for n in range(7)]], 1.0, ["up"]),
    "a dropout while held": ([("up", 1, 0.1), ("up", 0, 1.0), ("up", 1, 1.02)], 2.0, ["up"]),
    "two presses": ([("down", 1, 0.1), ("down", 0, 0.2), ("down", 1, 0.3), ("down", 0, 0.4)], 1.0, ["down", "down"]),
    "two buttons at once": ([("up", 1, 0.1), ("down", 1, 0.11)], 1.0, ["up", "down"]),
    "back waits until it is let go": ([("back", 1, 0.1)], 2.09, []),
    "back, short": ([("back", 1, 0.1), ("back", 0, 0.6)], 1.0, ["back"]),
    "back, just short of long": ([("back", 1, 0.1), ("back", 0, 2.08)], 3.0, ["back"]),
    "back held is undo while still down": ([("back", 1, 0.1)], 2.11, ["undo"]),
    "back held gives one undo": ([("back", 1, 0.1), ("back", 0, 9.0)], 9.1, ["undo"]),
    "back held through a dropout": ([("back", 1, 0.1), ("back", 0, 1.0), ("back", 1, 1.02)], 2.11, ["undo"]),
    "back after undo": ([("back", 1, 0.1), ("back", 0, 3), ("back", 1, 4), ("back", 0, 4.2)], 5, ["undo", "back"]),
    "ok, short": ([("ok", 1, 0.1), ("ok", 0, 0.2)], 0.23, ["ok"]),
    "ok held is off, and no ok": ([("ok", 1, 0.1), ("ok", 0, 3.0)], 4.0, ["off"]),
    "up held is up once": ([("up", 1, 0.1)], 20.0, ["up"]),
}


@pytest.mark.parametrize(("changes", "until_s", "expected"), CASES.values(), ids=CASES)
def test_levels_become_presses(changes, until_s, expected):
    assert Box().go_on(changes, until_s).given == expected


def test_a_press_that_nobody_saw_go_on_is_no_hold():
    """The machine was too busy to read the levels."""
    box = Box().go_on([("ok", 1, 0.1)], 0.5)
    for time_s in (5.0, 5.1):
        assert box.presses.level("ok", "ok", False, time_s) == (None if time_s == 5.0 else "ok")


def test_a_contact_that_is_closed_from_the_first_means_nothing_until_it_opens_and_is_stuck_if_it_does_not():
    box = Box("up").go_on((), STUCK_S - 0.1)
    assert (box.given, box.presses.stuck(STUCK_S - 0.1), box.presses.stuck(STUCK_S)) == ([], [], ["up"])
    box.go_on([("up", 0, 11.0), ("up", 1, 12.0)], 12.1)
    assert (box.given, box.presses.stuck(12.1)) == (["up"], [])


def test_a_button_held_down_for_ten_seconds_is_stuck_until_it_is_let_go():
    box = Box().go_on([("down", 1, 0.1)], STUCK_S)
    assert (box.given, box.presses.stuck(STUCK_S), box.presses.stuck(STUCK_S + 0.1)) == (["down"], [], ["down"])
    box.go_on([("down", 0, 20.0)], 20.1)
    assert (box.given, box.presses.stuck(20.1)) == (["down"], [])


def test_levels_are_to_be_read_again_soon_until_a_press_cannot_come_by_waiting_alone():
    box = Box().go_on((), 0.1)
    busy = [box.presses.is_busy]
    for time_s in (0.11, 1.0, 2.2, 2.5, 2.6):
        box.go_on([("back", time_s < 2.5, time_s)], time_s)
        busy.append(box.presses.is_busy)
    assert busy == [False, True, True, False, True, False]


FORGOTTEN = {
    "what was let go before": ([("ok", 1, 0.1), ("ok", 0, 0.2)], [], []),
    "what is let go after it": ([("ok", 1, 0.8)], [("ok", 0, 1.2)], []),
    "what had not settled": ([("up", 1, 0.99)], [("up", 0, 1.2)], []),
    "what comes after it counts": ([("ok", 1, 0.1), ("ok", 0, 0.2)], [("ok", 1, 1.1), ("ok", 0, 1.3)], ["ok"]),
    "up and down count after it": ([("up", 1, 0.1), ("up", 0, 0.2)], [("up", 1, 1.1)], ["up"]),
    "held down until it is long": ([("ok", 1, 0.5)], [("ok", 0, 3.0)], ["off"]),
}


@pytest.mark.parametrize(("before", "after", "expected"), FORGOTTEN.values(), ids=FORGOTTEN)
def test_what_is_forgotten_at_a_second(before, after, expected):
    box = Box().go_on(before, 1.0)
    box.given.clear()
    box.presses.ignore(1.0)
    assert box.go_on(after, 5.0).given == expected
