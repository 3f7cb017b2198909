"""Where the page is served."""

from dataclasses import dataclass

EVERYWHERE = "0.0.0.0"
"""All of this machine's networks."""
HIGHEST_PORT = 65_535


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
    if not (port.isdecimal() and port.isascii() and int(port) <= HIGHEST_PORT) or bool(host) != bool(colon):
        raise ValueError(f"{text!r} is not [HOST:]PORT")
    host.encode("idna")  # a ValueError for what can be no name
    return Binding(host.removeprefix("[").removesuffix("]") or EVERYWHERE, int(port))
