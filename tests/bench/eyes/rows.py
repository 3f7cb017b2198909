"""
`./lucca bench eyes --speed --json [--beside CHECKOUT]`: our search at 12 MP, beside another checkout and other readers.

Times are of the processor, with one thread, the shortest of seven alternating runs. Other readers read drawn frames
alone, with their own codes on the stickers.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import process_time

import cv2
import numpy as np

from lucca_pi.drawn.conditions import FULL_WIDTH_PX
from lucca_pi.vision.codes import CODES
from lucca_pi.vision.picture import Grey
from tests.bench.eyes.frames import DrawnFrame, drawn_frames, judged
from tests.bench.eyes.readers import Read, Readings, opencv, ours, tuned_reader
from tests.bench.eyes.speed import RENDERED, ROUNDS, STICKER_PX, floor, gingham
from tests.bench.eyes.symbols import Symbol, marker, tag
from tests.bench.timing import in_turns

Row = dict[str, float | int]
DRAWN = {"easy-36": 100, "easy-24": 100, "hard-36": 500, "hard-30": 500, "hard-24": 500}
"""Drawn frames, by evening and px a sticker; and the seed of each."""
SMALLEST = 0.64
"""Smallest tag that napa-vision is told of, in widths of a sticker."""


def bench(beside: Path | None, as_json: bool) -> None:
    """The rows of our search, and of each peer under its own name."""
    cv2.setNumThreads(1)
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
        yield name, _row(_drawn(name, marker).grey, {"ours": ours}, other) | _of_frame(_drawn(name, marker), ours)
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
def _drawn(name: str, symbol: Symbol) -> DrawnFrame:
    evening, size = name.split("-")
    return next(drawn_frames(evening, int(size), 1, DRAWN[name], symbol))


def _peer_rows(peer: str) -> Iterator[tuple[str, Row]]:
    for name in DRAWN:
        frame, read = _drawn(name, tag), _PEERS[peer](int(name.split("-")[1]))
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
