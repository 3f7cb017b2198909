"""Places for connections: nobody takes them all, by however many addresses."""

import pytest

from lucca_pi.web import rooms
from lucca_pi.web.rooms import Place, Places, Room

ONE_DEVICE = {
    "one address": ["192.168.1.7"] * 200,
    "all addresses of one network": [f"fd00::1:{number:x}" for number in range(200)],
    "addresses of its link": [f"fe80::{number:x}%wlan0" for number in range(200)],
}
OTHERS = ("192.168.1.8", "::ffff:10.0.0.2", "fd00:0:0:1::1", "::1")


def enter(room, addresses):
    """How many of these got a place."""
    return sum(room.enter(address) for address in addresses)


@pytest.mark.parametrize("addresses", ONE_DEVICE.values(), ids=ONE_DEVICE)
def test_no_device_takes_more_than_half_of_the_places(addresses):
    room = Room(most=128, most_each=16)
    assert enter(room, addresses) <= 64
    assert not any(room.is_full_for(other) for other in OTHERS)


def test_phones_of_one_network_have_each_their_own_places():
    room = Room(most=128, most_each=16)
    phones = [f"fe80::{number}%wlan0" for number in (1, 2, 3)]
    assert [enter(room, [phone] * 20) for phone in phones] == [16, 16, 16]


def test_a_place_that_is_left_is_free_again():
    room = Room(most=2, most_each=1)
    for _ in range(3):
        assert room.enter("fe80::1")
        assert room.is_full_for("fe80::2")
        room.leave("fe80::1")
    assert not room.is_full_for("fe80::2")


@pytest.fixture
def places(monkeypatch):
    """One of each kind."""
    for name in ("MOST_ASKING", "MOST_LISTENERS", "MOST_REFUSED", "MOST_LET_IN"):
        monkeypatch.setattr(rooms, name, 1)
    return Places()


def test_a_connection_has_one_place_at_a_time_and_gives_it_back(places):
    one, other, third = (Place(places, f"10.0.0.{number}") for number in (1, 2, 3))
    assert one.asks() and not other.asks()
    assert one.listens() and other.asks() and not other.listens()
    assert other.refuses() and other.refuses() and other.is_refused and third.asks() and not third.refuses()
    for place in (one, other, other):
        place.ends()
    assert not other.is_refused and other.listens()


def test_an_address_that_was_let_in_has_places_besides_and_the_oldest_is_forgotten(places, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_ADDRESSES", 2)
    known = [Place(places, f"10.0.0.{number}") for number in (1, 2, 3)]
    assert Place(places, "10.0.1.1").asks() and Place(places, "10.0.1.1").listens()
    for place in (known[0], known[1], known[0], known[2]):
        place.let_in()
    assert [place.asks() or place.listens() for place in known] == [True, False, True]
