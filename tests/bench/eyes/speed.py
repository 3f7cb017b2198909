"""Time, with one thread, and memory of one look."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import cv2
import numpy as np

from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.vision.picture import Grey
from tests.bench.eyes.frames import drawn_frames
from tests.bench.eyes.readers import Reader, readers
from tests.bench.timing import in_turns, ms

STICKER_PX = 36
RENDERED = EXAMPLE / "frames" / "021-r7-t3.jpg"
ROUNDS = 7
CHECK_PX = 27
"""A check of 9 mm where a millimetre has 3 pixels."""


def bench() -> None:
    """Readers of one 12 MP frame beside the floor, a common first step: to halve it, threshold, trace all contours."""
    rendered = cv2.imread(str(RENDERED), cv2.IMREAD_GRAYSCALE)
    _compare("a rendered picture", lambda _: rendered, slow=False)
    _compare("a drawn table", _drawn, slow=True)
    _memory()


def _drawn(reader: Reader) -> Grey:
    return next(drawn_frames("easy", STICKER_PX, 1, 100, reader.symbol)).grey


def gingham(shape: tuple[int, ...]) -> Grey:
    """A cloth that is all checks of 9 mm."""
    down, across = np.indices(shape) // CHECK_PX
    return np.asarray(cv2.GaussianBlur((60 + 120 * ((across + down) % 2)).astype(np.uint8), (0, 0), 0.8), np.uint8)


def _compare(what: str, frame_for: Callable[[Reader], Grey], *, slow: bool) -> None:
    chosen = [reader for number, reader in enumerate(readers(STICKER_PX)) if slow or number < 3]
    frames = {reader.name: frame_for(reader) for reader in chosen}
    jobs = {reader.name: lambda reader=reader: reader.read(frames[reader.name]) for reader in chosen}
    taken = in_turns({"floor": lambda: floor(frames[chosen[0].name]), **jobs}, ROUNDS, process_time)
    print(f"{what}: floor {ms(taken['floor'])}")
    for reader in chosen:
        times = min(taken[reader.name]) / min(taken["floor"])
        print(f"  {reader.name:24} {ms(taken[reader.name])}: {times:.2f} x the floor", flush=True)


def floor(grey: Grey) -> object:
    """A first step that is common to most readers."""
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    dark = cv2.adaptiveThreshold(half, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 21, 6)
    return cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)


PEAK = """
import sys
import cv2
import numpy as np
from tests.bench.eyes.readers import readers
cv2.setNumThreads(1)
grey, reader = np.load(sys.argv[1]), list(readers(36))[int(sys.argv[2])]
reader.read(np.ascontiguousarray(grey[:400, :400]))
def kb(name):
    with open("/proc/self/status") as status:
        return int(next(line for line in status if line.startswith(name)).split()[1])
before = kb("VmRSS")
with open("/proc/self/clear_refs", "w") as reset:
    reset.write("5")
reader.read(grey)
print((kb("VmHWM") - before) / 1024, flush=True)
import os
os._exit(0)
"""


def _memory() -> None:
    """The peak resident memory of a look, above the frame and the program, each in a process of its own."""
    with TemporaryDirectory() as folder:
        for number, reader in enumerate(readers(STICKER_PX)):
            file = Path(folder) / f"{number}.npy"
            np.save(file, _drawn(reader))
            command = [sys.executable, "-c", PEAK, str(file), str(number)]
            told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            print(f"{reader.name:24} needs {float(told):.0f} MB above the frame", flush=True)
