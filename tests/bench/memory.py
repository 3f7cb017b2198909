"""How much memory a game takes."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from lucca_pi.games.citta.example import EXAMPLE

LOOKS = 22
TELL_AT_EXIT = """
import atexit, sys
def tell():
    with open("/proc/self/status") as status:
        print(next(line for line in status if line.startswith("VmHWM")), file=sys.stderr)
atexit.register(tell)
"""


def bench() -> None:
    """The peak resident memory of `play` on rendered 12 MP pictures, beside that of a Python with numpy and cv2."""
    bare = _peak_mb("import numpy, cv2")
    with TemporaryDirectory() as state, TemporaryDirectory() as folder:
        for file in sorted((EXAMPLE / "frames").glob("*.jpg"))[:LOOKS]:
            (Path(folder) / file.name).symlink_to(file)
        camera = ["--camera", f"folder:{folder}", "--deck", str(EXAMPLE / "deck.json")]
        devices = ["--buttons", "auto", "--display", "none", "--state", state]
        playing = _peak_mb("from lucca_pi.cli import main; main()", "play", *camera, *devices)
    print(f"python with numpy and cv2 {bare:.0f} MB, play on rendered pictures of 12 MP {playing:.0f} MB; allowed 140")


def _peak_mb(program: str, *arguments: str) -> float:
    """The highest resident memory of a Python of its own, as Linux counts it."""
    command = [sys.executable, "-c", TELL_AT_EXIT + program, *arguments]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    return int(told.split("VmHWM:")[1].split()[0]) / 1024
