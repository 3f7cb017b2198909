"""
`./lucca bench hall [--tables N] [--seconds S]`: a hall at a real Mosquitto, with tables that take 20 turns a minute.

For each number of tables: the delay from a confirmed turn to the hall's page, as an EventSource hears it; the hall's
memory; then its broker killed ten times: states and results compared with what the tables have published; then 1,000
malformed, forged, changed and earlier states.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from lucca_pi.mqtt.broker import read_broker
from lucca_pi.mqtt.publisher import Publisher
from lucca_pi.mqtt.table_state import sealed
from lucca_pi.mqtt.topics import topic
from tests.hall.hall_states import state

HERE = "127.0.0.1"
CACHE = Path(__file__).parents[2] / ".pytest_cache" / "mosquitto"
PACKAGES = ("mosquitto", "libmosquitto1", "libwrap0", "libdlt2")
TURN_S = 3.0
TURNS, SHOWN = 24, 5
"""Turns of a game, and turns for which its end is shown before the next game begins."""
KILLS, UP_S, DOWN_S = 10, 6.0, 1.0
FORGED = 1000
SETTLED_S = 40.0
"""Longest time for which the last states may be on their way: paho waits up to 30 s between two attempts."""


def bench(arguments: Sequence[str] = ()) -> None:
    """A few lines for each number of tables."""
    parser = ArgumentParser("./lucca bench hall", description="A hall at a real Mosquitto.")
    parser.add_argument("--tables", type=int, action="append", metavar="N", help="may be repeated; 5, 50 and 200")
    parser.add_argument("--seconds", type=int, default=60, help="for which delays are measured")
    asked = parser.parse_args(arguments)
    if not shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin"):
        _unpack_mosquitto()
    for number in asked.tables or (5, 50, 200):
        with tempfile.TemporaryDirectory() as folder:
            _Hall(Path(folder), number).measure(asked.seconds)


def _unpack_mosquitto() -> None:
    """Downloads Debian's packages, unless that was done before, and puts the program on the path of this process."""
    CACHE.mkdir(parents=True, exist_ok=True)
    if not (CACHE / "usr").exists():
        subprocess.run(["apt-get", "-qq", "download", *PACKAGES], cwd=CACHE, check=True, stderr=subprocess.DEVNULL)
        for package in CACHE.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, CACHE], check=True)
    os.environ["PATH"] += f":{CACHE / 'usr' / 'sbin'}"
    os.environ["LD_LIBRARY_PATH"] = ":".join(map(str, CACHE.glob("**/lib/*-linux-gnu")))


class _Table:
    """A simulated table, which publishes as a real one does."""

    def __init__(self, broker: str, name: str, key: str, begins: int) -> None:
        self.name, self.key, self.number, self.turn, self.game = name, key, 0, begins, 1
        self.finished: dict[str, str] = {}
        """The digest of each finished game."""
        self.sent: dict[int, float] = {}
        self.last: dict[str, Any] = {}
        self.publisher = Publisher(read_broker(broker), name, lambda _text: None)
        self.publisher.retain(topic(name, "online"), b"online")

    def play(self) -> None:
        """Takes a turn and publishes it."""
        self.turn += 1
        if self.turn > TURNS + SHOWN:
            self.turn, self.game = 1, self.game + 1
        if self.turn > TURNS and self.last.get("finished"):
            return
        self.number += 1
        told = _state(self)
        if told["finished"]:
            self.finished[told["id"]] = told["digest"]
        self.last = sealed(told, self.key)
        self.sent[self.number] = time.monotonic()
        self.publisher.retain(topic(self.name, "state"), json.dumps(self.last).encode())


def _state(table: _Table) -> dict[str, Any]:
    is_over, now = table.turn >= TURNS, datetime.now(UTC).isoformat()
    players = [f"P{table.name}-{place}" for place in range(4)]
    points = [table.turn * (place + 2) for place in range(4)]
    ranked = sorted(zip(players, points, strict=True), key=lambda one: -one[1])
    ranking = [
        {"rank": rank, "player": name, "total": total, "note": ""} for rank, (name, total) in enumerate(ranked, 1)
    ]
    return state(
        table.number,
        table=table.name,
        version="bench",
        date=now,
        id=f"{table.name}-{table.game}",
        round=1 + table.turn // 4,
        rounds=7,
        finished=is_over,
        waits="over" if is_over else "turn",
        player=None if is_over else players[table.turn % 4],
        text="The end" if is_over else f"{players[table.turn % 4]}'s turn",
        ranking=ranking,
        last={"player": players[(table.turn - 1) % 4], "points": 3, "reasons": ["a wall of three: 3"]},
        since=now,
        confirmed=table.turn,
        digest=f"{random.getrandbits(256):064x}",
    )


class _Hall:
    """A hall in a process of its own, its broker and its tables."""

    def __init__(self, folder: Path, tables: int) -> None:
        from tests.mqtt.brokers import Mosquitto  # which looks for the program as it is imported

        self.broker = Mosquitto(folder)
        self.url = f"mqtt://{HERE}:{self.broker.port}"
        keys = {f"t{number}": f"{random.getrandbits(256):064x}" for number in range(1, tables + 1)}
        (folder / "keys").write_text("".join(f"{name} = {key}\n" for name, key in keys.items()))
        own = ["--page", f"{HERE}:0", "--keys", str(folder / "keys"), "--state", str(folder), "--language", "en"]
        command = [sys.executable, "-u", "-m", "lucca_pi", "hall", "--mqtt", self.url, *own]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1].rstrip("/\n"))
        self.tables = [_Table(self.url, name, key, number % TURNS) for number, (name, key) in enumerate(keys.items())]
        self.arrived: list[tuple[str, int, float]] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def measure(self, seconds: int) -> None:
        """Measures and prints everything, and ends it."""
        try:
            print(f"{len(self.tables)} tables")
            self._play(seconds)
            self._print_delays()
            print(f"  memory of the hall: {self._mb('VmRSS')} MB, at most {self._mb('VmHWM')} MB")
            self._kill_the_broker()
            self._forge()
        finally:
            for table in self.tables:
                table.publisher.close()
            self.process.kill()
            self.broker.kill()

    def _play(self, seconds: float) -> None:
        """All tables take turns for a while, one after the other."""
        step, until, at = TURN_S / len(self.tables), time.monotonic() + seconds, time.monotonic()
        number = 0
        while at < until:
            self.tables[number % len(self.tables)].play()
            number, at = number + 1, at + step
            time.sleep(max(0.0, at - time.monotonic()))

    def _listen(self) -> None:
        """Hears the page's events as a browser does."""
        with closing(HTTPConnection(HERE, self.port)) as line:
            line.request("GET", "/events")
            stream = line.getresponse()
            while chunk := stream.readline():
                if chunk.startswith(b"data: "):
                    now, parts = time.monotonic(), json.loads(chunk[6:])
                    for name, html in parts.items():
                        if found := re.search(r'data-number="(\d+)"', html) if name.startswith("table-") else None:
                            self.arrived.append((name.removeprefix("table-"), int(found[1]), now))

    def _print_delays(self) -> None:
        time.sleep(1)
        delays: list[float] = []
        for table in self.tables:
            seen = [(number, at) for name, number, at in self.arrived if name == table.name]
            for number, sent in table.sent.items():
                delays.append(next((at - sent for shown, at in seen if shown >= number), float("inf")))
        hundredths = quantiles(delays, n=100, method="inclusive")
        print(
            f"  {len(delays)} turns, each on the page after {median(delays):.3f} s in the median (allowed 0.5), "
            f"{hundredths[98]:.3f} s at the 99th percentile (allowed 2), {max(delays):.3f} s at most"
        )

    def _kill_the_broker(self) -> None:
        for _kill in range(KILLS):
            self._play(UP_S)
            self.broker.kill()
            self._play(DOWN_S)
            self.broker.start()
        self._play(UP_S)
        until = time.monotonic() + SETTLED_S
        while (wrong := self._wrong()) and time.monotonic() < until:
            time.sleep(0.5)
        finished = sum(len(table.finished) for table in self.tables)
        print(f"  broker killed {KILLS} times: {finished} games finished; lost or told twice: {wrong or 'none'}")

    def _wrong(self) -> list[str]:
        """Where the hall differs from what the tables have published."""
        told = self._told()
        states = {one["table"]: one["state"] for one in told["tables"]}
        wrong = [table.name for table in self.tables if table.last and states[table.name] != table.last]
        shown = sorted((one["table"], one["game_id"], one["digest"]) for one in told["results"])
        true = sorted((table.name, *game) for table in self.tables for game in table.finished.items())
        games = sum(one["games"] for one in told["standings"])
        return [*wrong, *(["results"] if shown != true or games != 4 * len(true) else [])]

    def _forge(self) -> None:
        before = self._told()
        forger, draw = read_broker(self.url).client("forger"), random.Random(1)
        read_broker(self.url).start(forger)
        while not forger.is_connected():
            time.sleep(0.01)
        for number in range(FORGED):
            table = draw.choice(self.tables)
            sent = forger.publish(topic(table.name, "state"), _forged(table, number, draw), qos=1)
            sent.wait_for_publish(10)
        time.sleep(2)
        forger.disconnect()
        forger.loop_stop()
        after = self._told()
        counted = sum(_left_out(after)) - sum(_left_out(before))
        is_same = [one["state"] for one in before["tables"]] == [one["state"] for one in after["tables"]]
        believed = "none" if is_same and before["results"] == after["results"] else "SOME"
        print(f"  {FORGED} malformed, forged or earlier states: {believed} believed, {counted} counted as left out")
        print(f"  memory of the hall at the end: {self._mb('VmRSS')} MB, at most {self._mb('VmHWM')} MB")

    def _told(self) -> dict[str, Any]:
        with closing(HTTPConnection(HERE, self.port)) as line:
            line.request("GET", "/hall.json")
            told: dict[str, Any] = json.loads(line.getresponse().read())
            return told

    def _mb(self, kind: str) -> int:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{kind}:\s+(\d+)", status)[1]) // 1024  # type: ignore[index]


def _left_out(told: dict[str, Any]) -> list[int]:
    return [told["malformed"], *(one[kind] for one in told["tables"] for kind in ("unbelieved", "malformed", "old"))]


def _forged(table: _Table, number: int, draw: random.Random) -> bytes:
    """A message that must not be believed, of one of eight kinds."""
    last, genuine = table.last, json.dumps(table.last)
    later = {**last, "number": last["number"] + 1, "confirmed": 9999, "date": datetime.now(UTC).isoformat()}
    kinds = (
        lambda: draw.randbytes(draw.randrange(2000)),
        genuine[: draw.randrange(len(genuine))].encode,
        lambda: json.dumps(later).encode(),  # with the seal of another state
        lambda: json.dumps(sealed(later, f"{number:064x}")).encode(),
        lambda: json.dumps(sealed({**later, "ranking": 7}, table.key)).encode(),
        lambda: json.dumps(sealed({**later, "table": "t0"}, table.key)).encode(),
        lambda: json.dumps(sealed({**last, "number": 1, "date": "2020-01-01T00:00:00Z"}, table.key)).encode(),
        lambda: b"[" * 60_000,
    )
    return kinds[number % len(kinds)]()
