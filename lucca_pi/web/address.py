"""The page's address: where it is served, what players type to get there, and the same as a QR code."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ifaddr import Adapter

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


_FAR_AWAY = ("192.0.2.1", 9)
"""An address that belongs to nobody: the route to it names our own address. Nothing is sent."""
_INTERFACES = Path("/sys/class/net")
_POINT_TO_POINT = 0x10
"""Flag of a tunnel, in linux/if.h."""
_ALONE = 32
"""Length of an address's network that has nobody else in it: a tunnel's."""


def page_address(host: str, port: int) -> str:
    """The URL of the page that most likely reaches it."""
    return page_addresses(host, port)[0]


def page_addresses(host: str, port: int) -> tuple[str, ...]:
    """
    The URLs of the page, the most likely to reach it first; by numbers, which need nobody who knows a name.

    >>> page_addresses("192.168.1.7", 8000), page_addresses("::1", 80)
    (('http://192.168.1.7:8000/',), ('http://[::1]/',))
    """
    names = _own_names() if host == _EVERYWHERE else [f"[{host}]" if ":" in host else host]
    return tuple(f"http://{name}/" if port == 80 else f"http://{name}:{port}/" for name in names)


def _own_names() -> list[str]:
    """Private IPv4 addresses that phones reach, the one with a way out first; NAME.local while there is none."""
    from ifaddr import get_adapters

    found = [*dict.fromkeys(address for adapter in get_adapters() for address in _reached(adapter))]
    way_out = _way_out()
    return sorted(found, key=lambda one: one != way_out) or [f"{socket.gethostname().partition('.')[0]}.local"]


def _reached(adapter: "Adapter") -> Iterator[str]:
    if _leads_elsewhere(adapter.nice_name):
        return
    for ip in adapter.ips:
        own = IPv4Address(ip.ip) if ip.is_IPv4 else None
        if own and own.is_private and not (own.is_loopback or own.is_link_local) and ip.network_prefix < _ALONE:
            yield str(own)


def _leads_elsewhere(interface: str) -> bool:
    """True for a tunnel, and for a bridge to containers or virtual machines: no phone is behind them."""
    place = _INTERFACES / interface
    try:
        is_tunnel = int((place / "flags").read_text(), 16) & _POINT_TO_POINT
    except (OSError, ValueError):
        return False
    return bool(is_tunnel) or (place / "bridge").exists()


def _way_out() -> str:
    """Our address on the way to the rest of the world; empty if there is no way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(_FAR_AWAY)
        except OSError:
            return ""
        return str(way.getsockname()[0])


def invitation(binding: Binding) -> str:
    """The page's addresses for people at a terminal, with the first one as a QR code."""
    from lucca_pi.printed.qr import qr_text

    first, *others = page_addresses(binding.host, binding.port)
    told = [f"Open this on your phone now: {first}", qr_text(first).rstrip("\n")]
    if others:
        told.append(f"If that does not open: {', '.join(others)}")
    return "\n".join(told)


_PREFIX_BITS = 64
"""Leading bits of an IPv6 address that name its network: a device chooses the rest freely."""


def ip_in(text: str) -> IPv4Address | IPv6Address | None:
    """The IP address that is written so, without its interface; None if it is none."""
    try:
        return ip_address(text.partition("%")[0])
    except ValueError:
        return None


def network_of(address: str) -> str:
    """The IPv6 network of an address; empty for any other, an IPv4 address in the form of IPv6 as well."""
    ip = ip_in(address)
    is_ipv6 = isinstance(ip, IPv6Address) and not ip.ipv4_mapped
    return str(IPv6Network((ip, _PREFIX_BITS), strict=False)) if is_ipv6 else ""


_MOST_MODULES = 29
"""Most modules across of a code that a display of 64 rows draws with two dots to a module."""


def qr_modules(address: str) -> tuple[str, ...]:
    """
    The rows of an address's QR code without a margin, a letter for each module: "1" for light.

    As it is, since many phones open no address that begins with HTTP; a long one in capitals, of which a code holds
    more: they mean the same, and the paths in such a code are served in capitals.

    >>> hosts = "192.168.178.123", "lucca-in-the-attic.local"
    >>> [len(qr_modules(f"http://{host}:8000/P/K7M2QX9TRW4B")) for host in hosts]
    [29, 29]
    """
    from lucca_pi.printed.qr import qr_code

    matrix = qr_code(address).matrix
    if len(matrix) > _MOST_MODULES:
        matrix = qr_code(address.upper()).matrix
    return tuple("".join("01"[not dark] for dark in row) for row in matrix)
