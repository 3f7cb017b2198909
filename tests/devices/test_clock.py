from datetime import datetime

from lucca_pi.devices.system import HandClock, SystemClock


def test_the_system_clock_never_goes_back_and_its_date_has_a_zone():
    clock = SystemClock()
    assert clock.now_s() <= clock.now_s()
    assert datetime.fromisoformat(clock.date()).tzinfo is not None


def test_a_hand_clock_stands_still_until_moved():
    clock = HandClock("2026-12-31T23:59:59+01:00")
    assert (clock.now_s(), clock.now_s()) == (0.0, 0.0)
    clock.forward(1.5)
    assert clock.now_s() == 1.5
    assert clock.date() == "2027-01-01T00:00:00+01:00"
