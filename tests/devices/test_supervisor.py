"""The clocks, and what systemd is told, by a socket of our own in its place."""

import socket
from datetime import datetime

import pytest

from lucca_pi.devices.system import FEED_S, HandClock, NoSupervisor, SystemClock, Systemd
from lucca_pi.equipment import make_supervisor


@pytest.fixture(params=["path", "abstract"])
def systemd(request, tmp_path, monkeypatch):
    """What listens at NOTIFY_SOCKET: a file, or a name without one."""
    address = str(tmp_path / "notify") if request.param == "path" else f"@{tmp_path}"
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as listening:
        listening.bind(address.replace("@", "\0"))
        yield listening


def heard(systemd):
    lines = []
    while True:
        try:
            lines.append(systemd.recv(1000).decode())
        except BlockingIOError:
            return lines


def test_it_is_ready_once_and_fed_no_more_often_than_need_be(systemd):
    clock = HandClock()
    service = make_supervisor(clock)
    for seconds in (0.1, 0.1, FEED_S):
        service.alive()
        clock.forward(seconds)
    service.alive()
    assert heard(systemd) == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]


def test_it_tells_what_it_does_where_that_is_news_and_that_it_stops(systemd):
    service = make_supervisor(HandClock())
    for text in ("before the deal", "before the deal", "round 1 of 7"):
        service.status(text)
    service.close()
    assert heard(systemd) == ["STATUS=before the deal", "STATUS=round 1 of 7", "STOPPING=1"]


def test_a_line_from_outside_is_no_word_of_its_own(systemd):
    make_supervisor(HandClock()).status("picture a\nSTOPPING=1\x1b.jpg")
    assert heard(systemd) == ["STATUS=picture a STOPPING=1?.jpg"]


def test_nobody_is_told_where_no_service_is_run(monkeypatch):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert isinstance(make_supervisor(HandClock()), NoSupervisor)


def test_a_socket_that_is_gone_stops_no_game(tmp_path):
    service = Systemd(str(tmp_path / "gone"), HandClock())
    service.alive()
    service.close()


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
