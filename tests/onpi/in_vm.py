"""
Inside the machine that `vm.sh` boots: presses, kills and fills, and says of each fact whether it held.

Run by the system's own Python, as root; the last fact is that the machine powers itself off.
"""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

UNIT = "lucca-pi.service"
REMOTE = "Proof remote"
EV_KEY, KEY_ENTER = 1, 28
"""As linux/input-event-codes.h has them."""
STATE = Path("/var/lib/lucca")
TABLE = Path("/srv/table")
SETTINGS = Path("/etc/lucca/lucca.toml")
PAGE = Path("/root/lucca-pi/systemd/page.conf")
FOREIGN = "203.0.113.5"
"""An address of no local network, for documents (RFC 5737)."""
PATIENCE_S = 240
"""Of the machine's own time."""


def say(*words):
    print(*words, flush=True)


def fact(name, holds, told=""):
    say("PASS" if holds else "FAIL", name, told)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def shown(name):
    """A property of the service."""
    return run("systemctl", "show", "--value", "--property", name, UNIT)


def waited(holds, patience_s=PATIENCE_S):
    """How many seconds until it held; None if it never did."""
    begun = time.monotonic()
    while time.monotonic() < begun + patience_s:
        if holds():
            return round(time.monotonic() - begun, 1)
        time.sleep(0.2)
    return None


def events():
    """What the journals hold, by game."""
    files = sorted((STATE / "games").glob("*.jsonl"), key=lambda file: json.loads(_lines(file)[0])["number"])
    return {file.stem: [json.loads(line)["event"] for line in _lines(file)[1:]] for file in files}


def _lines(file):
    return file.read_text().splitlines()


def set_up(camera):
    SETTINGS.write_text(
        f'camera = "{camera}"\nbuttons = "keys:{REMOTE}"\ndisplay = "png:/run/lucca/screens"\ndeck = "/srv/deck.json"\n'
    )
    return restarted()


def restarted():
    """Starts the service anew, and waits until it says it is ready."""
    begun = time.monotonic()
    run("systemctl", "restart", UNIT)  # returns when the service is ready
    return round(time.monotonic() - begun, 1) if shown("ActiveState") == "active" else None


def pressed(remote, held_s=0.1):
    for value in (1, 0):
        remote.write(EV_KEY, KEY_ENTER, value)
        remote.syn()
        time.sleep(held_s if value else 0.1)


def grows_to(count):
    return waited(lambda: [len(kept) for kept in events().values()] == [count])


def starts(remote):
    seconds = set_up(f"folder:{TABLE}")
    fact("the service says that it is ready", seconds, f"after {seconds} s: {shown('StatusText')}")
    status = Path(f"/proc/{shown('MainPID')}/status").read_text()
    expected = {"CapEff": "0+", "NoNewPrivs": "1", "Seccomp": "2"}
    bare = all(re.search(rf"{key}:\s*{value}\n", status) for key, value in expected.items())
    fact("it runs without privileges", bare and shown("User") == "lucca", run("id", "lucca"))
    is_exposed_at_most(1.0)


def is_exposed_at_most(limit):
    told = run("systemd-analyze", "security", "--no-pager", UNIT).splitlines()[-1]
    level = re.search(r"([0-9.]+) \w+", told.partition(": ")[2])
    fact(f"its exposure is at most {limit}", level and float(level[1]) <= limit, told)


def plays(remote):
    time.sleep(3)  # new devices are looked for every two seconds
    for count in (2, 3):
        pressed(remote)
        seconds = grows_to(count)
        fact(f"a press takes a look, event {count}", seconds, f"after {seconds} s: {events()}")


def hangs(remote):
    """A picture that never comes: a pipe into which nobody writes."""
    picture = TABLE / "002.jpg"
    kept = picture.rename(TABLE / "002.kept")
    os.mkfifo(picture, 0o644)
    before, game = int(shown("NRestarts")), events()
    pressed(remote)
    seconds = waited(lambda: int(shown("NRestarts")) > before and shown("ActiveState") == "active")
    log = run("journalctl", "-u", UNIT, "-o", "short-monotonic", "--no-pager")
    killed = re.search(r"Watchdog timeout \(limit 30s\)", log)
    fact("a camera that hangs is noticed, and the service started anew", seconds and killed, f"after {seconds} s")
    fact("the killed service lost nothing", events() == game, str(events()))
    picture.unlink()
    kept.rename(picture)
    time.sleep(3)
    pressed(remote)
    fact("the game goes on where it was", grows_to(4), str(events()))


def stops(remote):
    game = events()
    pressed(remote)
    time.sleep(1)
    begun = time.monotonic()
    run("systemctl", "stop", UNIT)
    seconds = round(time.monotonic() - begun, 1)
    ended = shown("Result"), shown("ExecMainStatus")
    fact("SIGTERM in mid-look ends it well", ended == ("success", "0") and seconds < 10, f"after {seconds} s: {ended}")
    fact("the game is kept", events() == game)


def clock_at_1970(remote):
    now = time.time()
    time.clock_settime(time.CLOCK_REALTIME, time.monotonic() + 60)  # it must not be earlier than since the start
    seconds = restarted()
    time.sleep(3)
    pressed(remote)
    fact("with a clock at 1970 it plays", seconds and grows_to(5), f"ready after {seconds} s, {run('date', '-u')}")
    time.clock_settime(time.CLOCK_REALTIME, now)


def disk_full(remote):
    """The games on a small disk that somebody else has filled."""
    run("systemctl", "stop", UNIT)
    run("cp", "-a", str(STATE), "/srv/kept")
    run("mount", "-t", "tmpfs", "-o", "size=1m,mode=700,uid=lucca,gid=lucca", "games", str(STATE))
    run("sh", "-c", f"cp -a /srv/kept/. {STATE}")
    restarted()
    run("sh", "-c", f"cat /dev/zero >{STATE}/filler")
    game, restarts = events(), shown("NRestarts")
    time.sleep(3)
    pressed(remote)
    time.sleep(60)
    fact("a full disk stops nothing and loses nothing", events() == game and shown("NRestarts") == restarts)
    (STATE / "filler").unlink()
    pressed(remote)
    fact("once there is room the turn is kept", grows_to(6), str(events()))
    run("systemctl", "stop", UNIT)
    run("umount", str(STATE))


def stick(remote):
    game = next(iter(events()))
    restarted()
    place = Path("/media/lucca-sda")
    seconds = waited(place.is_mount, 30)
    mounted = seconds is not None and place.owner() == "lucca"
    fact("a USB stick is mounted for the user of the service", mounted, run("findmnt", place))
    inside = ["nsenter", "-t", shown("MainPID"), "-m", "setpriv", "--reuid=lucca", "--regid=lucca", "--init-groups"]
    run(*inside, "lucca-pi", "games", "export", game, "--usb")
    fact("the service can write a game to it", list(place.glob("lucca-*.zip")), str(list(place.iterdir())))


def live_camera(remote):
    run("modprobe", "vivid", "n_devs=1")
    waited(Path("/dev/video0").exists, 30)
    seconds = set_up("usb:0")
    fact("with a live camera it is ready", seconds, f"after {seconds} s: {shown('StatusText')}")
    time.sleep(45)
    restarts = shown("NRestarts")
    fact("its pictures feed the watchdog", restarts == "0" and shown("ActiveState") == "active")
    process = Path("/proc") / shown("MainPID")
    os.kill(int(process.name), signal.SIGSTOP)
    seconds = waited(lambda: not process.exists())
    fact("a loop that hangs is killed within 40 s", seconds and seconds <= 40, f"after {seconds} s")
    fact("and started anew", waited(lambda: shown("NRestarts") != restarts and shown("ActiveState") == "active"))


def page(remote):
    """As `install.sh --page` places it. The foreign address is the machine's own: rules go by addresses."""
    run("install", "-D", "-m644", str(PAGE), f"/etc/systemd/system/{UNIT}.d/page.conf")
    run("systemctl", "daemon-reload")
    fact("with its page the service is ready", set_up(f"folder:{TABLE}"))
    is_exposed_at_most(1.8)
    told = fetched("127.0.0.1")
    fact("the page tells the game", '"now"' in told, told[:80])
    run("ip", "address", "add", f"{FOREIGN}/32", "dev", "lo")
    told = fetched(FOREIGN)
    fact("a foreign address reaches nothing", "timed out" in told, told[:80])


def fetched(address):
    """What the page's snapshot is, or why there is none."""
    try:
        with urlopen(f"http://{address}:8000/snapshot.json", timeout=60) as answer:
            return answer.read().decode()
    except (URLError, TimeoutError) as error:
        return str(error)


def switches_off(remote):
    """Says FAIL only if the machine is still there."""
    fact("before switching off the service is ready", set_up(f"folder:{TABLE}"))
    time.sleep(5)
    say("EXPECT the machine to power off")
    pressed(remote, held_s=2.5)
    time.sleep(5)
    pressed(remote)
    time.sleep(90)
    fact("switched off by its buttons, the machine is off", False)


def main():
    from evdev import UInput  # in that machine alone

    remote = UInput({EV_KEY: [KEY_ENTER]}, name=REMOTE)
    for part in (starts, plays, hangs, stops, clock_at_1970, disk_full, stick, live_camera, page, switches_off):
        say("--", part.__name__)
        try:
            part(remote)
        except Exception as error:
            fact(part.__name__, False, repr(error))
    say(run("journalctl", "-u", UNIT, "--no-pager"))
    run("systemctl", "poweroff")


if __name__ == "__main__":
    main()
