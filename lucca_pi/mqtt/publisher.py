"""What a table publishes, on a thread of paho's: a broker that is away, slow or lost costs the game nothing."""

import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

from lucca_pi.language import Text, _
from lucca_pi.mqtt.broker import Broker
from lucca_pi.mqtt.topics import HOME_ASSISTANT, OFFLINE, ONLINE, topic

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage

_MOST_EVENTS = 100
"""Most events that wait for the broker, here and in paho; of more, the oldest that wait here are dropped."""
_LAST_WORD_S = 2.0
"""Longest time at the end, s, until the broker has taken "offline", and again until it is left."""
_LOG = logging.getLogger(__name__)


class Publisher:
    """
    Retained messages and events of a table. Every method returns at once; `close` takes at most twice _LAST_WORD_S.

    Retained messages are published anew at every connect and when Home Assistant starts: a broker that was killed has
    none. They go with quality 0, so that paho does not send an older one after them. Events go with quality 1: none is
    lost unless more than _MOST_EVENTS wait, and one may come twice if the broker dies before it confirms it.
    """

    def __init__(self, broker: Broker, table: str, report: Callable[[str], None]) -> None:
        """`report` is called from paho's thread with a sentence for people, as the broker is found or lost."""
        self._name, self._table, self._report = str(broker), table, report
        self._retained: dict[str, bytes] = {}
        self._waiting: deque[bytes] = deque(maxlen=_MOST_EVENTS)
        self._lock, self._is_connected, self._left = Lock(), False, Event()
        self.notice: Text | None = _(
            "The broker {broker} cannot be reached. Check that it runs, and mqtt; with mqtts:// also its certificate.",
            broker=self._name,
        )
        """Why the table cannot be followed at the broker; None if it can."""
        self._is_reported = False
        self._client = client = broker.client(f"lucca_{table}_{token_hex(4)}")
        client.will_set(topic(table, "online"), OFFLINE, qos=1, retain=True)
        client.max_queued_messages_set(_MOST_EVENTS)
        client.on_connect, client.on_message = self._connected, self._heard
        client.on_disconnect, client.on_connect_fail = self._disconnected, self._failed
        broker.start(client)

    def retain(self, name: str, message: bytes) -> None:
        """Publishes a retained message under a topic, unless it is the last one there."""
        with self._lock:
            if self._retained.get(name) != message:
                self._retained[name] = message
                if self._is_connected:
                    self._client.publish(name, message, retain=True)

    def tell(self, event: bytes) -> None:
        """Publishes an event, now or once the broker is there."""
        with self._lock:
            self._waiting.append(event)
            if self._is_connected:
                self._send_events()

    def close(self) -> None:
        """Says that the table is offline, and leaves the broker."""
        if self._is_connected:
            with suppress(RuntimeError, ValueError):  # it was lost at this moment, or its queue is full
                gone = self._client.publish(topic(self._table, "online"), OFFLINE, qos=1, retain=True)
                gone.wait_for_publish(_LAST_WORD_S)
            self._left.clear()
            self._client.disconnect()
            self._left.wait(_LAST_WORD_S)
        else:
            self._client.disconnect()

    def _send_events(self) -> None:
        while self._waiting:
            self._client.publish(topic(self._table, "event"), self._waiting.popleft(), qos=1)

    def _send_retained(self) -> None:
        self._client.publish(topic(self._table, "online"), ONLINE, retain=True)
        for name, message in self._retained.items():
            self._client.publish(name, message, retain=True)

    def _connected(self, client: "Client", _data: object, _flags: object, reason: Any, *_more: object) -> None:
        if reason.is_failure:
            words = {"broker": self._name, "reason": str(reason)}
            self._now(_("The broker {broker} refuses this table ({reason}). Check its user and password.", **words))
            return
        self._now(None)
        client.subscribe(HOME_ASSISTANT)
        with self._lock:
            self._is_connected = True
            self._send_retained()
            self._send_events()

    def _heard(self, _client: "Client", _data: object, message: "MQTTMessage") -> None:
        """Home Assistant says that it has started, or is about to end."""
        if message.payload == ONLINE:
            with self._lock:
                self._send_retained()

    def _disconnected(self, _client: "Client", _data: object, _flags: object, reason: Any, *_more: object) -> None:
        with self._lock:
            was_connected, self._is_connected = self._is_connected, False
        self._left.set()
        if was_connected and reason.is_failure:
            self._now(_("The broker {broker} is lost. The game goes on; connecting is tried again.", broker=self._name))

    def _failed(self, _client: "Client", _data: object) -> None:
        if not self._is_reported:
            self._now(self.notice)

    def _now(self, notice: Text | None) -> None:
        """Reports that the broker is found, or what is wrong with it, once."""
        if self._is_reported and notice and notice == self.notice:
            return
        self.notice, self._is_reported = notice, True
        text = notice or _("Connected with the broker {broker}.", broker=self._name)
        _LOG.info("%s", text)
        self._report(text)
