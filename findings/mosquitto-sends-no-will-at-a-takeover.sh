# Mosquitto 2.0.11 (Debian bookworm): a client that connects again under its name while its old connection still stands (a network that
# went silent, say) has the will of that connection published if it begins a clean session, and never published if it keeps its
# session; by MQTT 5 and by 3.1.1. MQTT 5 (3.1.4, comment) has it sent wherever no will delay is set, as none is here. So watchers of
# a table that keeps its session learn nothing of a connection that was lost.
# Guessed before: keeping a session or not is about what waits to be delivered; the will is sent in both cases.
# Where mosquitto is missing, its Debian package and what that needs is taken by apt-get download; no root.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check paho-mqtt==2.2.0
broker=$(PATH=$PATH:/usr/sbin command -v mosquitto) || {
    (cd "$place" && apt-get download --quiet mosquitto=2.0.11-1.2+deb12u2 libdlt2 libwrap0 libnsl2 libtirpc3 && for package in *.deb; do
        dpkg -x "$package" debian
    done)
    broker=$place/debian/usr/sbin/mosquitto
    LD_LIBRARY_PATH=$(dirname "$(find "$place/debian" -name 'libdlt.so.2' | head -1)"):$(dirname "$(find "$place/debian" -name 'libwrap.so.0' | head -1)")
    export LD_LIBRARY_PATH
}
"$broker" -h | head -1 | grep -F 2.0.11
"$place/venv/bin/python" - "$broker" <<'END'
import socket
import subprocess
import sys
from queue import Empty, Queue

from paho.mqtt.client import Client, MQTTv5, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
broker = subprocess.Popen([sys.argv[1], "-p", str(port)], stderr=subprocess.PIPE, text=True)
while "running" not in broker.stderr.readline():
    pass


def connected(name, version, *, keeps, will=""):
    """A client that is connected, with a will if that is given."""
    is_on, more, kind = Queue(), {}, {}
    if version == MQTTv5:
        kept = Properties(PacketTypes.CONNECT)
        kept.SessionExpiryInterval = 600 if keeps else 0
        more = {"clean_start": not keeps, "properties": kept}
    else:
        kind = {"clean_session": not keeps}
    client = Client(CallbackAPIVersion.VERSION2, name, protocol=version, **kind)
    client.reconnect_delay_set(600, 600)  # the old one does not come back
    if will:
        client.will_set("table", will, qos=1)
    client.on_connect = lambda *_: is_on.put(True)
    client.connect("127.0.0.1", port, **more)
    client.loop_start()
    is_on.get(timeout=10)
    return client


heard, subscribed = Queue(), Queue()
watcher = connected("watcher", MQTTv311, keeps=False)
watcher.on_message = lambda _client, _data, message: heard.put(message.payload.decode())
watcher.on_subscribe = lambda *_: subscribed.put(True)
watcher.subscribe("table", 1)
subscribed.get(timeout=10)
sent = {}
try:
    for version in (MQTTv311, MQTTv5):
        for keeps in (False, True):
            name = f"{version} {keeps}"
            old = connected(name, version, keeps=keeps, will="lost")
            new = connected(name, version, keeps=keeps, will="lost again")
            new.publish("table", "here", qos=1).wait_for_publish(10)
            words = []
            while words[-1:] != ["here"]:
                words.append(heard.get(timeout=10))
            sent[version, keeps] = words
            new.disconnect()
            old.loop_stop()
            new.loop_stop()
finally:
    broker.terminate()
for (version, keeps), words in sent.items():
    print("MQTT", "5" if version == MQTTv5 else "3.1.1", "keeps its session:" if keeps else "begins a clean one:", words)
assert all(words == (["here"] if keeps else ["lost", "here"]) for (_version, keeps), words in sent.items())
try:
    assert not heard.get(timeout=2), "the will came late"
except Empty:
    pass
END
