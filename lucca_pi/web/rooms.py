"""Limits on connections, in all and for each address, so that no device takes every place."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from ipaddress import IPv6Address, IPv6Network, ip_address

from lucca_pi.web.request import RefusedError

PREFIX_BITS = 64
"""Leading bits of an IPv6 address that name its network: a device picks the others as it likes."""


class Room:
    """
    Places that connections take and give back.

    All addresses of one IPv6 network have half of the places together: those of a device cannot be told from those of
    its neighbours, and each phone must keep its own few.

    >>> room = Room(most=4, most_each=1)
    >>> with room.place("10.0.0.1"), room.place("fe80::1"), room.place("fe80::2%wlan0"):
    ...     [room.is_full_for(one) for one in ("10.0.0.1", "10.0.0.2", "fe80::3", "fd00::1")]
    [True, False, True, False]
    """

    def __init__(self, most: int, most_each: int) -> None:
        """`most_each`: places for one address."""
        self._most, self._most_each = most, most_each
        self._inside: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()

    def is_full_for(self, address: str) -> bool:
        """Whether this address gets no place now."""
        network = _network(address)
        crowded = bool(network) and self._networks[network] >= self._most // 2
        return crowded or self._inside[address] >= self._most_each or self._inside.total() >= self._most

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """Raises RefusedError where there is none."""
        if self.is_full_for(address):
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE)
        network = _network(address)
        self._inside[address] += 1
        self._networks[network] += 1
        try:
            yield
        finally:  # what has no place is forgotten
            self._inside -= Counter([address])
            self._networks -= Counter([network])


def _network(address: str) -> str:
    """The IPv6 network of an address; empty for any other, an IPv4 address in the form of IPv6 as well."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(ip, IPv6Address) or ip.ipv4_mapped:
        return ""
    return str(IPv6Network((ip, PREFIX_BITS), strict=False))
