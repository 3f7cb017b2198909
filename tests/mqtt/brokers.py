"""A real broker, Mosquitto, which a test starts, kills and asks."""

import getpass
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"
_MOSQUITTO = shutil.which("mosquitto", path=_PATH)
with_mosquitto = pytest.mark.skipif(not _MOSQUITTO, reason="mosquitto is not installed: apt-get install mosquitto")
PATIENCE_S = 20
"""What has not come by then never will."""


class Mosquitto:
    """The broker, at a port of its own; what it retains is gone when it is killed."""

    def __init__(self, folder: Path, *settings: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._file = folder / "mosquitto.conf"
        lines = [f"listener {self.port} 127.0.0.1", "persistence false", f"user {getpass.getuser()}"]
        lines += settings or ["allow_anonymous true"]
        self._file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.start()

    def start(self) -> None:
        assert _MOSQUITTO
        self._process = subprocess.Popen([_MOSQUITTO, "-c", self._file], stdout=-1, stderr=subprocess.STDOUT)
        while self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
            except ConnectionRefusedError:
                continue
            return
        raise AssertionError(self._process.communicate()[0].decode())

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def stop(self) -> None:
        """Makes it accept connections and say nothing."""
        self._process.send_signal(signal.SIGSTOP)

    @contextmanager
    def heard(self, *topics: str) -> Iterator["Queue[Any]"]:
        """The messages of these topics, as a subscriber gets them that has just come."""
        messages: Queue[Any] = Queue()
        client = Client(CallbackAPIVersion.VERSION2)
        client.on_message = lambda _client, _data, message: messages.put(message)
        client.on_subscribe = lambda *_: messages.put(None)
        client.connect("127.0.0.1", self.port)
        client.subscribe([(one, 1) for one in topics])
        client.loop_start()
        while messages.get(timeout=PATIENCE_S) is not None:
            pass
        yield messages
        client.disconnect()
        client.loop_stop()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    found = Mosquitto(tmp_path)
    yield found
    found.kill()
