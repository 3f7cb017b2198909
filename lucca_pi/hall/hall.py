"""A hall: tables, book and the connection to the broker, to which it listens; changed by two threads in turn."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING, Any

from lucca_pi.errors import reason_of
from lucca_pi.hall.book import Book, read_book, write_book
from lucca_pi.hall.tables import ONLINE, STATE, Tables
from lucca_pi.language import Text, _
from lucca_pi.mqtt.broker import Broker

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage

CONNECTING = _("Connecting to the broker")
LOST = _("The broker is not reached: these are the last states")
CONNECTED = _("Connected to the broker")
_TOPICS = [(f"lucca/+/{part}", 0) for part in (ONLINE, STATE)]
"""Topics with their quality of service: at 1 a broker sends a newcomer no more than about 1,000 retained messages."""


@dataclass
class Hall:
    """
    `file` keeps the book. `look_again` makes the broker send the present states once more; `tell_new` is called after
    each change, with the lock held.
    """

    file: Path
    tables: Tables = field(default_factory=Tables)
    book: Book = field(default_factory=Book)
    connection: Text = CONNECTING
    unwritten: str = ""
    """Why the book could not be written the last time; "" if it was."""
    lock: Lock = field(default_factory=Lock)
    look_again: Callable[[], None] = lambda: None
    tell_new: Callable[[], None] = lambda: None

    @classmethod
    def opened(cls, file: Path) -> "Hall":
        """The hall whose book is in the file. Raises UnreadableError."""
        hall = cls(file, book=read_book(file))
        hall.tables.remember(hall.book.results)
        hall.tables.let_in(hall.book.keys)
        return hall

    def hear(self, topic: str, payload: bytes) -> None:
        """Takes a message of the broker, and keeps the results that it changes."""
        with self.lock:
            self.tables.hear(topic, payload)
            results = tuple(self.tables.results.values())
            if results != self.book.results:
                self._keep(replace(self.book, results=results))
            self.tell_new()

    def connected(self, connection: Text) -> None:
        """Shows how it stands with the broker."""
        with self.lock:
            self.connection = connection
            self.tell_new()

    def change(self, change: Callable[[Book], Book]) -> None:
        """Changes the book, and lets in the tables whose keys it has. Raises what `change` raises."""
        with self.lock:
            book = change(self.book)
            is_let_in = book.keys != self.book.keys
            self._keep(replace(book, results=self.book.results))
            if is_let_in:
                self.tables.let_in(book.keys)
            self.tell_new()
        if is_let_in:
            self.look_again()

    def _keep(self, book: Book) -> None:
        """Keeps the book in memory in any case; what the disk does not take is written with the next change."""
        self.book = book
        try:
            write_book(book, self.file)
            self.unwritten = ""
        except OSError as error:
            self.unwritten = reason_of(error)


class Listening:
    """Listens until it is closed, and publishes nothing. Each connect subscribes, which brings all present states."""

    def __init__(self, broker: Broker, hall: Hall) -> None:
        self._hall = hall
        self._client = broker.client(f"lucca-hall-{token_hex(4)}")
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = lambda *_why: hall.connected(LOST)
        self._client.on_connect_fail = lambda *_why: hall.connected(LOST)
        self._client.on_message = self._on_message
        hall.look_again = self._subscribe
        broker.start(self._client)

    def close(self) -> None:
        """Ends the connection and its thread."""
        self._client.disconnect()
        self._client.loop_stop()

    def _subscribe(self) -> None:
        self._client.subscribe(_TOPICS)

    def _on_connect(self, _client: "Client", _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            self._hall.connected(_("The broker does not let the hall in: {reason}", reason=str(reason)))
            return
        self._hall.connected(CONNECTED)
        self._subscribe()

    def _on_message(self, _client: "Client", _data: Any, message: "MQTTMessage") -> None:
        self._hall.hear(message.topic, bytes(message.payload))
