"""The page's address: where it is served, what players type to get there, and the same as a QR code."""

import socket
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from pathlib import Path

_EVERYWHERE = "0.0.0.0"
"""The address that stands for all networks of this machine."""
_HIGHEST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Binding:
    """An address or a name of this machine, and a port, 0 for any that is free."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def read_binding(text: str) -> Binding:
    """
    A binding in the form [HOST:]PORT. Raises ValueError.

    >>> read_binding("8000"), read_binding("[::1]:8000")
    (Binding(host='0.0.0.0', port=8000), Binding(host='::1', port=8000))
    """
    host, colon, port = text.rpartition(":")
    if not (port.isdecimal() and port.isascii() and int(port) <= _HIGHEST_PORT) or bool(host) != bool(colon):
        raise ValueError(f"{text!r} is not [HOST:]PORT")
    host.encode("idna")  # a ValueError for what can be no name
    return Binding(host.removeprefix("[").removesuffix("]") or _EVERYWHERE, int(port))


_MULTICAST_DNS = Path("/run/avahi-daemon/pid")
"""While this exists, NAME.local leads to this machine."""
_FAR_AWAY = ("192.0.2.1", 9)
"""An address that belongs to nobody: the route to it names our own address. Nothing is sent."""


def page_address(host: str, port: int) -> str:
    """
    The URL of the page, by the machine's name if the network knows it, else by its IP address.

    >>> page_address("192.168.1.7", 8000), page_address("::1", 80)
    ('http://192.168.1.7:8000/', 'http://[::1]/')
    """
    name = _own_name() if host == _EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}/" if port == 80 else f"http://{name}:{port}/"


def _own_name() -> str:
    own = socket.gethostname().partition(".")[0]
    return f"{own}.local" if _MULTICAST_DNS.exists() else _own_ip() or f"{own}.local"


def _own_ip() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(_FAR_AWAY)
        except OSError:
            return None
        return str(way.getsockname()[0])


_PREFIX_BITS = 64
"""Leading bits of an IPv6 address that name its network: a device chooses the rest freely."""


def network_of(address: str) -> str:
    """The IPv6 network of an address; empty for any other, an IPv4 address in the form of IPv6 as well."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(ip, IPv6Address) or ip.ipv4_mapped:
        return ""
    return str(IPv6Network((ip, _PREFIX_BITS), strict=False))


def qr_modules(address: str) -> tuple[str, ...]:
    """
    The rows of an address's QR code without a margin, a letter for each module: "1" for light.

    In capitals, of which a code holds more, so that no name is too long: they mean the same in an address, and the
    paths in such a code are served in capitals.

    >>> len(qr_modules("http://192.168.178.123:8000/"))
    25
    """
    from lucca_pi.printed.qr import qr_code

    return tuple("".join("01"[not dark] for dark in row) for row in qr_code(address.upper()).matrix)
