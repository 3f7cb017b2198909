"""What players type, or photograph, to get to the page."""

import socket
from dataclasses import dataclass
from pathlib import Path

EVERYWHERE = "0.0.0.0"
"""All of this machine's networks."""
MULTICAST_DNS = Path("/run/avahi-daemon/pid")
"""While this exists, NAME.local leads to this machine."""
FAR_AWAY = ("192.0.2.1", 9)
"""An address that belongs to nobody: which way would lead there tells our own. Nothing is sent."""
HIGHEST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Binding:
    """Where the page is served: an address or a name of this machine, and a port, 0 for any that is free."""

    host: str
    port: int


def read_binding(text: str) -> Binding:
    """
    A binding in the form [HOST:]PORT. Raises ValueError.

    >>> read_binding("8000"), read_binding("[::1]:8000")
    (Binding(host='0.0.0.0', port=8000), Binding(host='::1', port=8000))
    """
    host, colon, port = text.rpartition(":")
    if not port.isdecimal() or not port.isascii() or int(port) > HIGHEST_PORT or bool(host) != bool(colon):
        raise ValueError(text)
    return Binding(host.removeprefix("[").removesuffix("]") or EVERYWHERE, int(port))


def page_address(host: str, port: int) -> str:
    """
    The address of the page that is served there, by name where this machine's name is known in the network.

    >>> page_address("192.168.1.7", 8000), page_address("::1", 80)
    ('http://192.168.1.7:8000/', 'http://[::1]/')
    """
    name = _own_name() if host == EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}/" if port == 80 else f"http://{name}:{port}/"


def _own_name() -> str:
    own = socket.gethostname().partition(".")[0]
    return f"{own}.local" if MULTICAST_DNS.exists() else _own_ip() or f"{own}.local"


def _own_ip() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(FAR_AWAY)
        except OSError:
            return None
        return str(way.getsockname()[0])
