"""A broker by its URL, and paho's client for it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from lucca_pi.errors import UnreadableError, reason_of
from lucca_pi.files import read_file

if TYPE_CHECKING:
    from paho.mqtt.client import Client

_PORTS = {"mqtt": 1883, "mqtts": 8883}
_MOST_BYTES = 1000
_KEEPALIVE_S = 20
"""Longest silence, s: a client that is silent half as long again is gone, for the broker and for itself."""
_SLOWEST_S = 30
"""Longest time between two attempts to connect, s."""


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker and who asks for it; as text it is its address alone."""

    host: str
    port: int
    tls: bool
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"

    def client(self, name: str) -> "Client":
        """
        A client of paho's with a clean session, not connected yet. `start` connects it.

        With TLS the broker's certificate must lead to one that the system trusts.
        """
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion

        client = Client(CallbackAPIVersion.VERSION2, name)
        client.reconnect_delay_set(1, _SLOWEST_S)
        if self.user is not None:
            client.username_pw_set(self.user, self.password)
        if self.tls:
            client.tls_set()
        return client

    def start(self, client: "Client") -> None:
        """Starts the client's thread, which connects now and whenever the connection is lost. Returns at once."""
        client.connect_async(self.host, self.port, _KEEPALIVE_S)
        client.loop_start()


def read_broker(url: str, password_file: Path | None = None) -> Broker:
    """
    The broker of a URL, `mqtt://[USER[:PASSWORD]@]HOST[:PORT]`, or `mqtts://` for TLS. The first line of a file may
    hold the password. Raises ValueError, which repeats nothing of the URL, and UnreadableError for the file.

    >>> str(read_broker("mqtts://ada:p%40ss@broker.lan")), read_broker("mqtts://ada:p%40ss@broker.lan").password
    ('mqtts://broker.lan:8883', 'p@ss')
    """
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:  # whose message may have a part of the password
        raise ValueError("no URL of a broker") from None
    if port is None or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("no URL of a broker")
    user, password = (part and unquote(part) for part in (parts.username, parts.password))
    if password_file is not None:
        if not user:
            raise UnreadableError("this password needs a user: mqtt://USER@HOST", file=str(password_file))
        password = _first_line(password_file)
    if password is not None and not user:
        raise ValueError("a password without a user")
    return Broker(parts.hostname, port, parts.scheme == "mqtts", user, password)


def _first_line(file: Path) -> str:
    try:
        text = read_file(file, _MOST_BYTES).decode()
    except (OSError, UnicodeDecodeError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else "not UTF-8 text"
        raise UnreadableError(f"the password of the broker cannot be read: {reason}", file=str(file)) from None
    return text.splitlines()[0] if text else ""
