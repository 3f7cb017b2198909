"""
`./lucca bench eyes --speed --json [--beside CHECKOUT]`: our search at 12 MP, beside another checkout and other readers.

Times are of the processor, with one thread, the shortest of seven alternating runs. Other readers read drawn frames
alone, with their own codes on the stickers.

Without `--speed` readers are timed one beside the other, and the memory of a look is measured.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import cv2
import numpy as np

from lucca_pi.drawn.conditions import FULL_WIDTH_PX
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.vision.codes import CODES
from lucca_pi.vision.picture import Grey
from tests.bench.eyes.frames import DrawnFrame, drawn_frames, judged
from tests.bench.eyes.readers import Read, Reader, Readings, Symbol, marker, opencv, ours, readers, tag, tuned_reader
from tests.bench.timing import in_turns, ms

STICKER_PX = 36
RENDERED = EXAMPLE / "frames" / "021-r7-t3.jpg"
ROUNDS = 7
CHECK_PX = 27
"""A check of 9 mm where a millimetre has 3 pixels."""


def bench_speed() -> None:
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


Row = dict[str, float | int]
DRAWN = {"easy-36": 100, "easy-24": 100, "hard-36": 500, "hard-30": 500, "hard-24": 500}
"""Drawn frames, by evening and px a sticker; and the seed of each."""
SMALLEST = 0.64
"""Smallest tag that napa-vision is told of, in widths of a sticker."""


def bench_rows(beside: Path | None, as_json: bool) -> None:
    """The rows of our search, and of each peer under its own name."""
    other = _of_checkout(beside) if beside else None
    told: dict[str, object] = dict(_rows(other))
    told |= {peer: dict(_peer_rows(peer)) for peer in ("napa-vision", "locus-tag") if find_spec(_MODULES[peer])}
    if as_json:
        print(json.dumps(told, indent=1))
    else:
        for name, row in told.items():
            print(name, row)


def _rows(other: Read | None) -> Iterator[tuple[str, Row]]:
    for name in DRAWN:
        frame = _drawn_frame(name, marker)
        yield name, _row(frame.grey, {"ours": ours}, other) | _of_frame(frame, ours)
    rendered = cv2.imread(str(RENDERED), cv2.IMREAD_GRAYSCALE)
    found, tuned = ours(rendered), opencv(tuned_reader(STICKER_PX, FULL_WIDTH_PX))(rendered)
    missed = sum(not any(_same(one, mine) for mine in found) for one in tuned)
    codes = {"codes": len(found) + missed, "read": len(found), "wrong": 0}  # whatever either of the two reads is there
    yield "rendered", _row(rendered, {"ours": ours}, other) | codes
    cloth = gingham(rendered.shape)
    yield "gingham", _row(cloth, {"ours": ours}, other) | {"codes": 0, "read": 0, "wrong": len(ours(cloth))}


def _same(one: tuple[int, np.ndarray], other: tuple[int, np.ndarray]) -> bool:
    return one[0] == other[0] and bool(np.linalg.norm(one[1] - other[1]) < STICKER_PX / 2)


def _row(grey: Grey, reader: Mapping[str, Read], other: Read | None = None) -> Row:
    """How long one reader takes, also over the floor and over the other's time."""
    readers = {**reader, **({"other": other} if other else {})}
    jobs = {name: lambda read=read: read(grey) for name, read in readers.items()}
    taken = in_turns({"floor": lambda: floor(grey), **jobs}, ROUNDS, process_time)
    least = {name: min(times) for name, times in taken.items()}
    mine = least[next(iter(reader))]
    row: Row = {"ms": round(1000 * mine, 2), "over_floor": round(mine / least["floor"], 3)}
    return row | ({"ratio": round(mine / least["other"], 3)} if other else {})


def _of_frame(frame: DrawnFrame, read: Read) -> Row:
    found = judged(frame, read(frame.grey))
    hit, wrong = len(found.read), found.wrong + found.phantoms
    return {"codes": hit + len(found.missed), "read": hit, "wrong": wrong}


@cache
def _drawn_frame(name: str, symbol: Symbol) -> DrawnFrame:
    evening, size = name.split("-")
    return next(drawn_frames(evening, int(size), 1, DRAWN[name], symbol))


def _peer_rows(peer: str) -> Iterator[tuple[str, Row]]:
    for name in DRAWN:
        frame, read = _drawn_frame(name, tag), _PEERS[peer](int(name.split("-")[1]))
        yield name, _row(frame.grey, {peer: read}) | _of_frame(frame, read)


def _napa(sticker_px: int) -> Read:
    from napa_vision import NapaDetector

    detector = NapaDetector(min_tag_px=round(SMALLEST * sticker_px), max_detections=256)
    return lambda grey: [(one.tag_id, np.array(one.center)) for one in detector.detect(grey)]


def _locus(_sticker_px: int) -> Read:
    import locus

    detector = locus.Detector(families=[locus.TagFamily.AprilTag36h11])

    def read(grey: Grey) -> Readings:
        found = detector.detect(grey)
        return [(int(code), np.mean(corners, 0)) for code, corners in zip(found.ids, found.corners, strict=True)]

    return read


_PEERS = {"napa-vision": _napa, "locus-tag": _locus}
_MODULES = {"napa-vision": "napa_vision", "locus-tag": "locus"}


def _of_checkout(checkout: Path) -> Read:
    """The reader of another checkout of this project, in this process beside our own."""
    own = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "lucca_pi"}
    sys.path.insert(0, str(checkout.resolve()))
    try:
        looks = import_module("lucca_pi.vision.reader").LaterLooks
    finally:
        sys.path.pop(0)
        for name in [name for name in sys.modules if name.partition(".")[0] == "lucca_pi"]:
            del sys.modules[name]
        sys.modules.update(own)
    return lambda grey: [(one.code, one.corners_px.mean(0)) for one in looks()(grey, range(CODES)).read]
