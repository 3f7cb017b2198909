"""
How much memory a game takes, and the processor, part by part.

A process of its own goes the way of `play`, one step after the other, and tells after each how much it holds; so a part
costs what it adds. A step that frees much again, such as a look, is told by its peak as well.
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

from lucca_pi.games.citta.example import EXAMPLE

LOOKS = 22
TELL_AT_EXIT = """
import atexit, sys
def tell():
    with open("/proc/self/status") as status:
        print(next(line for line in status if line.startswith("VmHWM")), file=sys.stderr)
atexit.register(tell)
"""
STEPS = {
    "Python": "",
    "command line and settings": "import lucca_pi.cli, lucca_pi.commands.play",
    "first picture": """
        import lucca_pi.commands.start
        from lucca_pi.devices.displays import panel_of
        from lucca_pi.screens.pages import splash
        splash(panel_of("128x64"))
        """,
    "display (luma.oled)": "import luma.oled.device, luma.core.interface.serial",
    "buttons (gpiozero)": "import gpiozero",
    "NumPy": "import numpy",
    "game, evening, proof": "import lucca_pi.play",
    "OpenCV": "import cv2; cv2.setNumThreads(1)",
    "vision, JPEG, QR codes": "import lucca_pi.vision.reader, lucca_pi.vision.live, simplejpeg, zxingcpp",
    "page for the phones": "import uvicorn, starlette.applications, lucca_pi.web.site",
    "a broker (paho)": "import paho.mqtt.client, lucca_pi.mqtt.publisher",
    "first look, 12 MP": """
        from lucca_pi.games.citta.files import load_deck
        from lucca_pi.games.citta.table.pieces import pieces_in
        from lucca_pi.vision.picture import load_picture
        from lucca_pi.vision.reader import LaterLooks, Reader
        reader = Reader(pieces_in(load_deck(str(folder / "deck.json"))), markers=LaterLooks())
        frames = sorted((folder / "frames").glob("*.jpg"))
        def look(file):
            picture = load_picture(file)
            reader.read(picture.grey, picture.colour)
        look(frames[0])
        """,
    "a later look": "look(frames[1])",
    "a deck without codes": """
        from lucca_pi.vision.faces.following import FaceReader
        faces = FaceReader(pieces_in(load_deck("printed")))
        """,
}
TELL = """
def told(name):
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    now, peak = (int(status[key].split()[0]) / 1024 for key in ("VmRSS", "VmHWM"))
    open("/proc/self/clear_refs", "w").write("5")
    print(json.dumps([name, now, peak, time.process_time()]), flush=True)
"""


def bench() -> None:
    """What each part of `play` holds and costs; then the peak of a whole game, beside a Python with numpy and cv2."""
    print(f"{'part':28} {'holds':>9} {'peak':>9} {'processor':>10}")
    before_mb = before_s = 0.0
    for name, now_mb, peak_mb, taken_s in _steps():
        print(f"{name:28} {now_mb - before_mb:+6.0f} MB {peak_mb:6.0f} MB {taken_s - before_s:8.2f} s")
        before_mb, before_s = now_mb, taken_s
    bare = _peak_mb("import numpy, cv2")
    with TemporaryDirectory() as state, TemporaryDirectory() as folder:
        for file in sorted((EXAMPLE / "frames").glob("*.jpg"))[:LOOKS]:
            (Path(folder) / file.name).symlink_to(file)
        camera = ["--camera", f"folder:{folder}", "--deck", str(EXAMPLE / "deck.json")]
        devices = ["--buttons", "auto", "--display", "none", "--state", state]
        playing = _peak_mb("from lucca_pi.cli import main; main()", "play", *camera, *devices)
    print(f"python with numpy and cv2 {bare:.0f} MB, play on rendered pictures of 12 MP {playing:.0f} MB; allowed 140")


def _steps() -> list[tuple[str, float, float, float]]:
    """Each step's name, megabytes held after it, its peak, and the seconds of the processor so far."""
    program = ["import json, time, pathlib", f"folder = pathlib.Path({str(EXAMPLE)!r})", TELL]
    for name, step in STEPS.items():
        program += [dedent(step), f"told({name!r})"]
    told = subprocess.run([sys.executable, "-c", "\n".join(program)], stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in told.stdout.splitlines()]


def _peak_mb(program: str, *arguments: str) -> float:
    """The highest resident memory of a Python of its own, as Linux counts it."""
    command = [sys.executable, "-c", TELL_AT_EXIT + program, *arguments]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    return int(told.split("VmHWM:")[1].split()[0]) / 1024
