"""What players type, or photograph, to get to the page."""

import socket
from pathlib import Path

from lucca_pi.web.binding import EVERYWHERE

MULTICAST_DNS = Path("/run/avahi-daemon/pid")
"""While this exists, NAME.local leads to this machine."""
FAR_AWAY = ("192.0.2.1", 9)
"""An address that belongs to nobody: which way would lead there tells our own. Nothing is sent."""


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
