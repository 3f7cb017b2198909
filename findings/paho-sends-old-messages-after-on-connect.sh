#!/bin/sh
# paho-mqtt 2.2.0 sends messages of QoS 1 that the broker had not confirmed again after a reconnect, and only after what `on_connect`
# publishes: whoever publishes its present state there, as the documentation advises for subscriptions, has an older state arrive
# behind it, and as the retained one it stays.
# Guessed before: what is older goes out first, so that the last message on a topic is the newest.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place"
"$place/bin/pip" install --quiet --disable-pip-version-check paho-mqtt==2.2.0
"$place/bin/python" - <<'END'
import socket
import threading

import paho.mqtt.client as mqtt

CONNACK, DISCONNECT_AFTER = b"\x20\x02\x00\x00", 1
arrived, all_there = [], threading.Event()


def packets(connection):
    """The MQTT packets that a client sends, each as its type and its body."""
    while head := connection.recv(1):
        length, shift = 0, 0
        while True:
            byte = connection.recv(1)[0]
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        body = b""
        while len(body) < length:
            body += connection.recv(length - len(body))
        yield head[0] >> 4, body


def broker(server):
    """Takes the first message without confirming it and breaks off; then takes whatever comes."""
    for number in range(2):
        connection, _ = server.accept()
        for kind, body in packets(connection):
            if kind == 1:
                connection.sendall(CONNACK)
            elif kind == 3:
                arrived.append(body.rpartition(b" ")[2].decode())
                if number == 0:
                    break
                if len(arrived) == 3:
                    all_there.set()
        connection.close()


server = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=broker, args=(server,), daemon=True).start()
states = iter(["old", "new"])


def on_connect(client, _data, _flags, _reason, _properties):
    client.publish("table", f"state {next(states, 'newest')}", qos=1)


client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, "table", clean_session=False, protocol=mqtt.MQTTv311)
client.on_connect = on_connect
client.reconnect_delay_set(1, 1)
client.connect("127.0.0.1", server.getsockname()[1])
client.loop_start()
assert all_there.wait(20), arrived
print("arrived in this order:", arrived)
assert arrived == ["old", "new", "old"], "the older state comes first now"
END
