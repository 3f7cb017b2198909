"""The hall at its broker: it listens to all tables, and publishes nothing."""

from secrets import token_hex
from typing import TYPE_CHECKING, Any

from lucca_pi.hall.hall import CONNECTED, LOST, Hall
from lucca_pi.hall.tables import ONLINE, STATE
from lucca_pi.language import _
from lucca_pi.mqtt.broker import Broker

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage

_TOPICS = [(f"lucca/+/{part}", 0) for part in (ONLINE, STATE)]
"""Topics with their quality of service: at 1 a broker sends a newcomer no more than about 1,000 retained messages."""


class Listening:
    """Listens from now until it is closed; subscribes at every connect, which brings all present states."""

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
