"""Limits on connections, in all and for each address, so that no device takes every place."""

from collections import Counter
from ipaddress import IPv6Address, IPv6Network, ip_address

MOST_LISTENERS = 128
"""Event streams served at once: a table has five players, each with a few pages open."""
MOST_ASKING = 128
"""Connections served at once, event streams aside; a request is answered in milliseconds."""
MOST_EACH = 16
"""Connections of either kind from one address: a browser opens six at once."""
MOST_REFUSED = 128
"""Connections served at once only to be refused with a sentence; further ones are closed without a word."""
MOST_LET_IN = 64
"""Connections of each kind that are kept free for addresses from which a phone was let in: strangers take none."""
MOST_OPEN = MOST_LISTENERS + MOST_ASKING + MOST_REFUSED + 2 * MOST_LET_IN
"""Connections open at once, each with its descriptor: half of the 1,024 that a program usually has."""
MOST_ADDRESSES = 64
"""Addresses from which phones were let in that are remembered."""
PREFIX_BITS = 64
"""Leading bits of an IPv6 address that name its network: a device picks the others as it likes."""


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
    """
    All connections, each in one room: those that ask, those that listen, those that are refused.

    Addresses from which a phone was let in have rooms of their own besides.
    """

    def __init__(self) -> None:
        self._asking, self._listening = Room(MOST_ASKING, MOST_EACH), Room(MOST_LISTENERS, MOST_EACH)
        self._asking_let_in, self._listening_let_in = Room(MOST_LET_IN, MOST_EACH), Room(MOST_LET_IN, MOST_EACH)
        self.refused = Room(MOST_REFUSED, MOST_EACH)
        self._let_in: dict[str, None] = {}

    def asking(self, address: str) -> list[Room]:
        """Rooms for a connection from this address that asks, the first choice first."""
        return [self._asking_let_in, self._asking] if address in self._let_in else [self._asking]

    def listening(self, address: str) -> list[Room]:
        """Rooms for a connection from this address that listens to events, the first choice first."""
        return [self._listening_let_in, self._listening] if address in self._let_in else [self._listening]

    def lets_in(self, address: str) -> None:
        """A phone asks from this address that was let in; the address for which that was longest ago is forgotten."""
        self._let_in.pop(address, None)
        self._let_in[address] = None
        if len(self._let_in) > MOST_ADDRESSES:
            del self._let_in[next(iter(self._let_in))]


class Place:
    """The place of one connection, from its acceptance to its end."""

    def __init__(self, places: Places, address: str) -> None:
        self._places, self._address = places, address
        self._room: Room | None = None

    @property
    def is_refused(self) -> bool:
        """The connection is open only to be refused."""
        return self._room is self._places.refused

    def asks(self) -> bool:
        """Moves to those that ask; False where no place is left."""
        return any(map(self._goes, self._places.asking(self._address)))

    def listens(self) -> bool:
        """Moves to those that listen to events; False where no place is left."""
        return any(map(self._goes, self._places.listening(self._address)))

    def refuses(self) -> bool:
        """Moves to those that wait for a refusal; False where no place is left: it has to go without a word."""
        return self.is_refused or self._goes(self._places.refused)

    def let_in(self) -> None:
        """Keeps places for the address, as a phone asks from it that was let in."""
        self._places.lets_in(self._address)

    def ends(self) -> None:
        """Gives the place back."""
        if self._room:
            self._room.leave(self._address)
        self._room = None

    def _goes(self, room: Room) -> bool:
        if not room.enter(self._address):
            return False
        self.ends()
        self._room = room
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
