"""Places for connections: so many in all, and so many for one address, so that no device takes them all."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from lucca_pi.web.request import RefusedError


class Room:
    """
    Places that are given and come back.

    >>> room = Room(most=3, most_each=1)
    >>> with room.place("10.0.0.1"), room.place("10.0.0.2"):
    ...     room.is_full_for("10.0.0.1"), room.is_full_for("10.0.0.3")
    (True, False)
    """

    def __init__(self, most: int, most_each: int) -> None:
        """`most_each`: places for one address."""
        self._most, self._most_each = most, most_each
        self._inside: Counter[str] = Counter()

    def is_full_for(self, address: str) -> bool:
        """Whether this address gets no place now."""
        return self._inside[address] >= self._most_each or self._inside.total() >= self._most

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """Raises RefusedError where there is none."""
        if self.is_full_for(address):
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE)
        self._inside[address] += 1
        try:
            yield
        finally:
            self._inside -= Counter([address])  # an address without a place is forgotten
