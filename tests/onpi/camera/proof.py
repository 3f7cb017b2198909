"""What is proved of the Pi camera, step after step (camera.md). Run by `camera.sh`, in a clean Debian, as root."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lucca_pi.games.citta.example import EXAMPLE
from tests.onpi.camera.virtual import show

FRAMES = sorted((EXAMPLE / "frames").glob("*.jpg"))
DECK = ("--deck", str(EXAMPLE / "deck.json"))
QUIET = ("--buttons", "auto", "--display", "none", "--json")
TURNS = 8
"""The first two points come with the seventh and eighth turn."""
MOST_MB = 450
PATIENCE_S = 1800
"""An emulated processor takes minutes for what a real one does in seconds."""


def lucca(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs lucca-pi before the virtual camera."""
    with started(*arguments, **environment) as process:
        out, err = process.communicate(timeout=PATIENCE_S)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def started(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    """The same, while it runs."""
    command = [sys.executable, "-m", "tests.onpi.camera.lucca", *arguments]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    return subprocess.Popen(command, env={**os.environ, **environment}, text=True, **pipes)


def the_frames_are_those_of_the_camera() -> str:
    """In full size, grey and in colour, and the live picture beside it."""
    import cv2
    import numpy as np

    from lucca_pi.devices.pi_camera import PiCamera
    from lucca_pi.devices.system import SystemClock
    from tests.onpi.camera.virtual import adapt

    show(FRAMES[:2])
    adapt()
    camera = PiCamera(1, SystemClock())
    frame, live = camera.look(), camera.live()
    closer = [one.grey.shape for one in camera.closer()]
    camera.close()
    assert frame.colour is not None and live is not None
    picture = cv2.imread(str(FRAMES[1]))
    small = cv2.resize(picture, (1152, 648), interpolation=cv2.INTER_AREA)[:, :, ::-1]
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    assert (frame.grey.shape, frame.colour.shape, live.shape) == ((2592, 4608), (648, 1152, 3), (360, 640))
    assert np.abs(frame.grey.astype(int) - grey).mean() < 2
    assert np.abs(frame.colour.astype(int) - small).mean() < 4
    assert np.abs(live.astype(int) - cv2.resize(grey, (640, 360), interpolation=cv2.INTER_AREA)).mean() < 3
    assert closer == [(2592, 4608)] * 2
    return f"{frame.name}: 4608 x 2592 in grey, 1152 x 648 in colour, live 640 x 360, as in the picture"


def turns_are_scored() -> str:
    """A deal and some turns of a rendered game, by play as it is: the record and the points are the game's."""
    show(FRAMES[: TURNS + 1])
    with tempfile.TemporaryDirectory() as state:
        given = ("--state", state, "--players", "3", "--edition", _game()["edition"])
        done = lucca("play", "--camera", "pi", *given, *DECK, *QUIET, SCENES="1")
        begun = Path(state) / "begun.json"
        begun.write_text(json.dumps(_game() | {"rounds": _first(_game()["rounds"])}))
        asked = json.loads(lucca("score", str(begun), "--json").stdout)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert _played(told["record"]["rounds"]) == _played(_first(_game()["rounds"]))
    points, right = ([player["total"] for player in one["players"].values()] for one in (told["score"], asked))
    assert sorted(points) == sorted(right), (points, right)
    assert sum(points) > 0
    return f"the deal and {TURNS} turns as they were played; points {points}"


def _game() -> dict[str, Any]:
    return dict(json.loads((EXAMPLE / "game.json").read_text()))


def _first(rounds: list[list[Any]]) -> list[list[Any]]:
    """So much of the rounds as is TURNS turns."""
    left, first = TURNS, []
    for turns in rounds:
        first.append(turns[:left])
        left -= len(first[-1])
    return [turns for turns in first if turns]


def _played(rounds: list[list[Any]]) -> list[list[list[tuple[str, str]]]]:
    """What was played in each turn; the order within a turn is nobody's to see."""
    return [[sorted((str(play["card"]), play["as"]) for play in turn["play"]) for turn in turns] for turns in rounds]


def memory_stays_small() -> str:
    """Of a whole play with looks, closer ones and the live picture; the virtual camera's own pictures are in it."""
    show(FRAMES[21:22])
    with tempfile.TemporaryDirectory() as state:
        script, peak = Path(state) / "presses", Path(state) / "peak"
        script.write_text("ok\n" * 8)
        given = ("--buttons", f"script:{script}", "--display", "none", "--state", state, "--players", "3", *DECK)
        done = lucca("play", "--camera", "pi", *given, PEAK=str(peak))
        assert done.returncode in (0, 1), done.stderr
        used_mb = int(peak.read_text()) // 1000
    if "QEMU_CPU" in os.environ:
        return f"not judged: {used_mb} MB, those of the emulator among them"
    assert used_mb <= MOST_MB, used_mb
    return f"{used_mb} MB resident at most, of {MOST_MB}"


def a_camera_that_hangs_once_is_opened_anew() -> str:
    """And play goes on: the deal is seen by the camera that was opened anew."""
    show(FRAMES[:1])
    with tempfile.TemporaryDirectory() as state:
        given = ("--state", state, "--players", "3", *DECK, *QUIET)
        done = lucca("play", "--camera", "pi", *given, SCENES="1", STALL_AFTER="20", ONCE="1")
    assert done.returncode == 0, (done.stdout, done.stderr)
    deal = json.loads(done.stdout)["record"]["deal"]
    assert sorted(map(sorted, deal.values())) == sorted(map(sorted, _game()["deal"].values()))
    return f"the deal is seen: {deal}"


def a_camera_that_hangs_ends_the_program() -> str:
    """Once it is opened anew; then the exit code has the service begin the program again."""
    show(FRAMES[:1])
    with tempfile.TemporaryDirectory() as state:
        began = time.monotonic()
        done = lucca("play", "--camera", "pi", "--state", state, *DECK, *QUIET, STALL_AFTER="20")
    assert (done.returncode, "pi:0 hangs" in done.stdout + done.stderr) == (2, True), (done.stdout, done.stderr)
    return f"exit code 2 after {time.monotonic() - began:.0f} s: {json.loads(done.stdout)['error']['message'][:60]}..."


def a_stop_in_the_middle_of_a_capture_is_heeded() -> str:
    """SIGTERM, while nothing comes from the camera: all is put away."""
    show(FRAMES[:1])
    with tempfile.TemporaryDirectory() as state:
        process = started("play", "--camera", "pi", "--state", state, *DECK, *QUIET, STALL_AFTER="20")
        while not (Path(state) / "games").exists():
            time.sleep(0.1)
        time.sleep(2)  # it waits for a picture by now
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=120)
    assert process.returncode == 0, (process.returncode, told)
    return f"exit code 0 after {time.monotonic() - began:.1f} s"


def a_camera_that_is_not_there_is_named() -> str:
    """By its number, or none at all."""
    show(FRAMES[:1])
    wrong = lucca("play", "--camera", "pi:1", *DECK, *QUIET)
    show(())
    none = lucca("play", "--camera", "pi", *DECK, *QUIET)
    for done, name in ((wrong, "pi:1"), (none, "pi:0")):
        assert (done.returncode, f"No camera at {name}" in done.stdout) == (2, True), (done.stdout, done.stderr)
    return str(json.loads(none.stdout)["error"]["message"])[:70]


def it_is_calibrated_and_examined() -> str:
    """calibrate names the camera, play uses what it kept, doctor finds both well."""
    show(FRAMES[12:13])
    with tempfile.TemporaryDirectory() as state:
        made = lucca("calibrate", "--camera", "pi", "--pictures", "1", "--state", state, *DECK, "--json")
        assert made.returncode == 0, made.stderr
        told = lucca(
            *("doctor", "--camera", "pi", "--state", state, *DECK, "--display", "none", "--buttons", "auto", "--json")
        )
    rows = {row["thing"]: row for row in json.loads(told.stdout)["findings"]}
    assert [rows[thing]["state"] for thing in ("camera", "focus", "light", "pixels", "calibration")] == ["ok"] * 5, rows
    assert rows["calibration"]["told"] == "the lens is known and fits"
    return f"{json.loads(made.stdout)['camera']}: {rows['focus']['told']}"


STEPS: tuple[Callable[[], str], ...] = (
    the_frames_are_those_of_the_camera,
    turns_are_scored,
    memory_stays_small,
    a_camera_that_hangs_once_is_opened_anew,
    a_camera_that_hangs_ends_the_program,
    a_stop_in_the_middle_of_a_capture_is_heeded,
    a_camera_that_is_not_there_is_named,
    it_is_calibrated_and_examined,
)


def main() -> int:
    """Each step in a line; the exit code tells whether all went well."""
    failed = 0
    for step in STEPS:
        name = step.__name__.replace("_", " ")
        try:
            print(f"ok    {name}: {step()}", flush=True)
        except Exception as error:
            failed += 1
            print(f"FAIL  {name}: {type(error).__name__}: {error}", flush=True)
    print("FAIL" if failed else "PASS", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
