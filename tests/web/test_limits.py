"""Places for connections: nobody takes them all, by however many addresses."""

import asyncio
import socket
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from lucca_pi.web.limits import USUAL, Limits, Places
from lucca_pi.web.server import _Uvicorn


def taken(places, addresses):
    """How many of these got a place."""
    return sum(places.take(address) is not None for address in addresses)


def test_one_address_takes_a_part_of_the_places():
    places = Places()
    assert taken(places, ["192.168.1.7"] * 300) == USUAL.most_each
    assert taken(places, ["192.168.1.8", "fd00::1"]) == 2


@pytest.fixture
def places():
    """One of each kind."""
    return Places(Limits(most=1, most_let_in=1, most_addresses=2))


def test_a_place_that_is_left_is_free_again(places):
    for _ in range(3):
        one = places.take("10.0.0.1")
        assert one and not places.take("10.0.0.2")
        one.ends()


def test_an_address_that_was_let_in_has_a_place_besides_and_the_oldest_is_forgotten(places):
    for number in (1, 2, 1, 3):
        places.lets_in(f"10.0.0.{number}")
    assert places.take("10.0.1.1")
    assert [bool(places.take(f"10.0.0.{number}")) for number in (2, 3, 1)] == [False, True, False]


def test_a_line_that_breaks_as_it_is_taken_gives_its_place_back(places):
    async def broken(self, factory, line):
        raise OSError

    place, (line, _other) = places.take("10.0.0.1"), socket.socketpair()
    with patch.object(asyncio.BaseEventLoop, "connect_accepted_socket", broken):
        asyncio.run(_Uvicorn._serve_in(SimpleNamespace(config=None, server_state=None, _limits=USUAL), place, line))
    assert line.fileno() == -1 and places.take("10.0.0.2")
