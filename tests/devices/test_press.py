import pytest

from lucca_pi.contract.screens import Notice, Snapshot
from lucca_pi.devices.press import STUCK_S, Edge, Heard, Presses

CASES = {
    "a press that lasts": ([("up", 1, 0.0)], 0.030, ["up"]),
    "not yet settled": ([("up", 1, 0.0)], 0.029, []),
    "shorter than the debounce": ([("up", 1, 0.0), ("up", 0, 0.020)], 5.0, []),
    "let go gives nothing more": ([("up", 1, 0.0), ("up", 0, 0.2)], 5.0, ["up"]),
    "bouncing as it closes": ([("up", 1, 0.0), ("up", 0, 0.002), ("up", 1, 0.005), ("up", 0, 0.3)], 5.0, ["up"]),
    "bouncing as it opens": ([("up", 1, 0.0), ("up", 0, 0.3), ("up", 1, 0.305), ("up", 0, 0.310)], 5.0, ["up"]),
    "a dropout while held": ([("up", 1, 0.0), ("up", 0, 1.0), ("up", 1, 1.010)], 5.0, ["up"]),
    "the same edge told twice": ([("up", 1, 0.0), ("up", 1, 0.025)], 0.030, ["up"]),
    "a release that was never pressed": ([("up", 0, 0.0)], 5.0, []),
    "200 bounces a second, then held": ([("up", n % 2, n / 400) for n in range(400)], 5.0, ["up"]),
    "200 bounces a second, then open": ([("up", n % 2, n / 400) for n in range(401)], 5.0, []),
    "two presses": ([("down", 1, 0.0), ("down", 0, 0.1), ("down", 1, 0.2), ("down", 0, 0.3)], 5.0, ["down", "down"]),
    "two buttons at once": ([("up", 1, 0.0), ("down", 1, 0.01)], 5.0, ["up", "down"]),
    "back waits until it is let go": ([("back", 1, 0.0)], 1.9, []),
    "back, short": ([("back", 1, 0.0), ("back", 0, 0.5)], 5.0, ["back"]),
    "back, just short of long": ([("back", 1, 0.0), ("back", 0, 1.99)], 2.005, []),
    "back, just short of long, settled": ([("back", 1, 0.0), ("back", 0, 1.99)], 2.02, ["back"]),
    "back held is undo while still down": ([("back", 1, 0.0)], 2.0, ["undo"]),
    "back held gives one undo": ([("back", 1, 0.0), ("back", 0, 9.0)], 12.0, ["undo"]),
    "back held through a dropout": ([("back", 1, 0.0), ("back", 0, 1.0), ("back", 1, 1.010)], 2.0, ["undo"]),
    "back after undo": ([("back", 1, 0.0), ("back", 0, 3.0), ("back", 1, 4.0), ("back", 0, 4.2)], 5, ["undo", "back"]),
    "ok waits until it is let go": ([("ok", 1, 0.0)], 1.9, []),
    "ok, short": ([("ok", 1, 0.0), ("ok", 0, 0.1)], 0.13, ["ok"]),
    "ok held is off, and no ok": ([("ok", 1, 0.0), ("ok", 0, 3.0)], 60.0, ["off"]),
    "up held is up once": ([("up", 1, 0.0)], 60.0, ["up"]),
    "it has opened unheard between": ([("ok", 1, 0.0), ("ok", 1, 3.0), ("ok", 0, 3.1)], 4.0, ["ok", "ok"]),
}


@pytest.mark.parametrize(("edges", "now_s", "expected"), CASES.values(), ids=CASES)
def test_edges_become_presses(edges, now_s, expected):
    presses = Presses()
    given = [press for button, pressed, time_s in edges for press in presses.edge(Edge(button, bool(pressed), time_s))]
    assert given + presses.until(now_s) == expected


SEEN = {
    "held as long as it is seen closed": ([("back", 1, t / 10) for t in range(30)], ["undo"]),
    "not heard to open": ([("back", 1, 0.1), ("back", 0, 0.2), ("back", 0, 0.3)], ["back"]),
    "not heard to open, nor looked at for long": ([("back", 0, 5.0), ("back", 0, 5.1)], ["back"]),
    "not heard to open, and seen once": ([("back", 0, 5.0)], []),
    "seen open as it bounces": ([("back", 0, 0.1), ("back", 1, 0.11), ("back", 0, 0.12), ("back", 0, 0.16)], ["back"]),
    "ok is no off": ([("ok", 0, 5.0), ("ok", 0, 5.1)], ["ok"]),
    "up was given": ([("up", 1, 0.1), ("up", 0, 0.2), ("up", 0, 0.3)], ["up"]),
}


@pytest.mark.parametrize(("levels", "expected"), SEEN.values(), ids=SEEN)
def test_a_contact_that_was_heard_to_close_is_held_while_it_is_seen_closed(levels, expected):
    presses = Presses()
    given = presses.edge(Edge(levels[0][0], True, 0.0, "contact"))
    for button, pressed, time_s in levels:
        given += presses.level(Edge(button, bool(pressed), time_s, "contact")) + presses.until(time_s)
    assert given == expected
    assert presses.stuck(60) == (["contact"] if levels[-1][1] or len(levels) == 1 else [])


def test_what_is_heard_of_another_contact_holds_none_down():
    """Its release may have been lost while nobody looked."""
    presses = Presses()
    given = presses.edge(Edge("back", True, 0.0, "back")) + presses.edge(Edge("up", True, 3.0, "up"))
    given += presses.level(Edge("back", False, 3.0, "back")) + presses.level(Edge("back", False, 3.1, "back"))
    assert given + presses.until(3.1) == ["back", "up"]


def test_a_contact_that_was_closed_from_the_first_means_nothing_until_it_opens():
    presses = Presses()
    levels = [(True, 0.0), (True, 5.0), (False, 6.0), (True, 7.0), (True, 7.1)]
    given = [press for pressed, time_s in levels for press in presses.level(Edge("up", pressed, time_s, "up"))]
    assert given + presses.until(7.1) == ["up"]


def test_a_contact_that_is_closed_from_the_first_and_stays_so_is_stuck():
    presses = Presses()
    for time_s in (0.0, STUCK_S):
        presses.level(Edge("up", True, time_s, "Up"))
    assert (presses.stuck(STUCK_S - 0.1), presses.stuck(STUCK_S)) == ([], ["Up"])
    presses.level(Edge("up", False, 20.0, "Up"))
    assert presses.stuck(60.0) == []


def test_a_press_is_due_after_the_debounce_and_a_hold_after_two_seconds():
    presses = Presses()
    assert presses.due_s() is None
    presses.edge(Edge("back", True, 10.0))
    assert presses.due_s() == pytest.approx(10.030)
    presses.until(10.030)
    assert presses.due_s() == pytest.approx(12.0)
    presses.until(12.0)
    assert presses.due_s() is None


def test_a_button_held_down_for_ten_seconds_is_stuck_until_it_is_let_go():
    presses = Presses()
    given = presses.edge(Edge("down", True, 0.0)) + presses.until(STUCK_S - 0.1)
    assert (given, presses.stuck(STUCK_S - 0.1), presses.stuck(STUCK_S)) == (["down"], [], ["down"])
    assert presses.until(3600) + presses.edge(Edge("down", False, 3600)) + presses.until(3601) == []
    assert presses.stuck(3601) == []


@pytest.mark.parametrize("leap_s", [-1000.0, -1.0, 1.0, 1000.0])
def test_a_clock_that_leaps_gives_no_press_and_takes_none(leap_s):
    presses = Presses()
    for time_s, pressed in ((1000.0, True), (1000.1, False)):
        presses.edge(Edge("back", pressed, time_s))
    assert presses.until(1000.2) == ["back"]
    assert presses.until(1000.2 + leap_s) == []
    for time_s, pressed in ((1001.0, True), (1001.1, False)):
        presses.edge(Edge("back", pressed, time_s + leap_s))
    assert presses.until(1001.2 + leap_s) == ["back"]


def test_a_button_held_while_the_clock_is_set_back_is_held_for_as_long_as_it_was():
    presses = Presses()
    presses.edge(Edge("back", True, 1000.0))
    assert presses.until(1000.5) + presses.until(0.5) + presses.until(1.9) == []
    assert presses.until(2.1) == ["undo"]


class SetBack:
    """A clock that is set back by an hour when it has been read so often."""

    def __init__(self, reads):
        self._reads = reads

    def now_s(self):
        self._reads -= 1
        return 3600.0 if self._reads >= 0 else 0.0

    def date(self):
        return ""


class Nothing(Heard):
    """Buttons that nobody presses."""

    def _hear(self, wait_s):
        assert wait_s <= 0.25
        return ()


@pytest.mark.parametrize("reads", [1, 2, 3])
def test_nobody_waits_for_an_hour_since_the_clock_was_set_back(reads):
    assert Nothing(SetBack(reads), 0).press(Snapshot(Notice("", "")), 0.25) is None


FORGOTTEN = {
    "what was let go before": ([("ok", 1, 0.0), ("ok", 0, 0.2)], [], []),
    "what is let go after it": ([("ok", 1, 0.8)], [("ok", 0, 1.2)], []),
    "what had not settled": ([("up", 1, 0.99)], [("up", 0, 1.2)], []),
    "what comes after it counts": ([("ok", 1, 0.0), ("ok", 0, 0.2)], [("ok", 1, 1.1), ("ok", 0, 1.3)], ["ok"]),
    "up and down count after it": ([("up", 1, 0.1), ("up", 0, 0.2)], [("up", 1, 1.1)], ["up"]),
    "held down until it is long": ([("ok", 1, 0.5)], [("ok", 0, 3.0)], ["off"]),
}


@pytest.mark.parametrize(("before", "after", "expected"), FORGOTTEN.values(), ids=FORGOTTEN)
def test_what_is_forgotten_at_a_second(before, after, expected):
    presses = Presses()
    for button, pressed, time_s in before:
        presses.edge(Edge(button, bool(pressed), time_s))
    presses.until(1.0)
    presses.ignore(1.0)
    given = [one for button, down, time_s in after for one in presses.edge(Edge(button, bool(down), time_s))]
    assert given + presses.until(5.0) == expected
