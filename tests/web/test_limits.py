"""Places for connections: nobody takes them all, by however many addresses."""

import asyncio
import socket
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from lucca_pi.web import limits
from lucca_pi.web.limits import Place, Places
from lucca_pi.web.server import _Uvicorn

ONE_DEVICE = {
    "one address": ["192.168.1.7"] * 200,
    "all addresses of one network": [f"fd00::1:{number:x}" for number in range(200)],
    "addresses of its link": [f"fe80::{number:x}%wlan0" for number in range(200)],
}
OTHERS = ("192.168.1.8", "::ffff:10.0.0.2", "fd00:0:0:1::1", "::1")


def taken(places, addresses):
    """How many of these got a place."""
    return sum(places.take("asking", address) is not None for address in addresses)


@pytest.mark.parametrize("addresses", ONE_DEVICE.values(), ids=ONE_DEVICE)
def test_no_device_takes_more_than_half_of_the_places(addresses):
    places = Places()
    assert taken(places, addresses) <= 64
    assert taken(places, OTHERS) == len(OTHERS)


def test_phones_of_one_network_have_each_their_own_places():
    places = Places()
    phones = [f"fe80::{number}%wlan0" for number in (1, 2, 3)]
    assert [taken(places, [phone] * 20) for phone in phones] == [16, 16, 16]


@pytest.fixture
def places(monkeypatch):
    """One of each kind."""
    monkeypatch.setattr(limits, "MOST", dict.fromkeys(limits.MOST, 1))
    monkeypatch.setattr(limits, "MOST_LET_IN", 1)
    return Places()


def test_a_place_that_is_left_is_free_again(places, monkeypatch):
    monkeypatch.setitem(limits.MOST, "asking", 2)
    for _ in range(3):
        one, other = Place(places, "fe80::1"), Place(places, "fe80::2")
        assert one.takes("asking") and not other.takes("asking")
        one.ends()
    assert other.takes("asking")


def test_a_connection_has_one_place_at_a_time_and_gives_it_back(places):
    one, other, third = (Place(places, f"10.0.0.{number}") for number in (1, 2, 3))
    assert one.takes("asking") and not other.takes("asking")
    assert one.takes("listening") and other.takes("asking") and not other.takes("listening")
    assert other.takes("waiting") and other.takes("waiting") and third.takes("asking") and not third.takes("waiting")
    for place in (one, other, other):
        place.ends()
    assert other.takes("listening")


def test_an_address_that_was_let_in_has_places_besides_and_the_oldest_is_forgotten(places, monkeypatch):
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 2)
    known = [Place(places, f"10.0.0.{number}") for number in (1, 2, 3)]
    assert Place(places, "10.0.1.1").takes("asking") and Place(places, "10.0.1.1").takes("listening")
    for place in (known[0], known[1], known[0], known[2]):
        place.let_in()
    assert [place.takes("asking") or place.takes("listening") for place in known] == [True, False, True]


def test_a_line_that_breaks_as_it_is_taken_gives_its_place_back(places):
    async def broken(self, factory, line):
        raise OSError

    place, (line, _other) = Place(places, "10.0.0.1"), socket.socketpair()
    assert place.takes("asking")
    with patch.object(asyncio.BaseEventLoop, "connect_accepted_socket", broken):
        asyncio.run(_Uvicorn._serve_in(SimpleNamespace(config=None, server_state=None), place, line))
    assert (line.fileno(), Place(places, "10.0.0.2").takes("asking")) == (-1, True)
