"""Limits on connections, in all and for each address, so that no device takes every place."""

from collections import Counter
from ipaddress import IPv6Address, IPv6Network, ip_address

MOST_LISTENERS = 128
"""Event streams served at once: a table has five players, each with a few pages open."""
MOST_ASKING = 128
"""Connections served at once, event streams aside; a request is answered in milliseconds."""
MOST_EACH = 16
"""Connections of either kind from one address: a browser opens six at once."""
MOST_REFUSED = 512
"""Connections at once that are refused with a sentence; further ones are closed without a word."""
PREFIX_BITS = 64
"""Leading bits of an IPv6 address that name its network: a device picks the others as it likes."""

Client = tuple[str, int]
"""The address and the port that a connection comes from."""


class Room:
    """
    Places that connections take and give back.

    All addresses of one IPv6 network have half of the places together: those of a device cannot be told from those of
    its neighbours, and each phone must keep its own few.

    >>> room = Room(most=4, most_each=1)
    >>> [room.enter(one) for one in ("10.0.0.1", "10.0.0.1", "fe80::1", "fe80::2%wlan0", "fe80::3", "fd00::1")]
    [True, False, True, True, False, True]
    """

    def __init__(self, most: int, most_each: int) -> None:
        """`most_each`: places for one address."""
        self._most, self._most_each = most, most_each
        self._inside: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()

    def is_full_for(self, address: str) -> bool:
        """Whether this address gets no place now."""
        network = network_of(address)
        crowded = bool(network) and self._networks[network] >= self._most // 2
        return crowded or self._inside[address] >= self._most_each or self._inside.total() >= self._most

    def enter(self, address: str) -> bool:
        """Takes a place for this address; False where there is none."""
        if self.is_full_for(address):
            return False
        self._inside[address] += 1
        self._networks[network_of(address)] += 1
        return True

    def leave(self, address: str) -> None:
        """Gives a place back; what has none is forgotten."""
        self._inside -= Counter([address])
        self._networks -= Counter([network_of(address)])


class Places:
    """All connections, each in one of three rooms: those that ask, those that listen, those that are refused."""

    def __init__(self) -> None:
        self._asking, self._listening = Room(MOST_ASKING, MOST_EACH), Room(MOST_LISTENERS, MOST_EACH)
        self._refused = Room(MOST_REFUSED, MOST_REFUSED)
        self._where: dict[Client, Room] = {}

    def asks(self, client: Client) -> bool:
        """A connection begins; False where there is no place for it."""
        return self._goes(client, self._asking)

    def listens(self, client: Client) -> bool:
        """It listens to events from now on; False where there is no place for that."""
        return self._goes(client, self._listening)

    def is_refused(self, client: Client) -> bool:
        """It waits for a refusal; False where so many wait that it has to go without a word."""
        return self._goes(client, self._refused)

    def ends(self, client: Client) -> None:
        """It is gone."""
        if room := self._where.pop(client, None):
            room.leave(client[0])

    def _goes(self, client: Client, room: Room) -> bool:
        if not room.enter(client[0]):
            return False
        self.ends(client)
        self._where[client] = room
        return True


def network_of(address: str) -> str:
    """The IPv6 network of an address; empty for any other, an IPv4 address in the form of IPv6 as well."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(ip, IPv6Address) or ip.ipv4_mapped:
        return ""
    return str(IPv6Network((ip, PREFIX_BITS), strict=False))
