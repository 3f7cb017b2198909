"""The rendered pictures of a game, shrunk until their stickers are small."""

import cv2
import numpy as np

from lucca_pi.drawn.conditions import FULL_WIDTH_PX
from lucca_pi.games.citta.example import EXAMPLE
from tests.bench.eyes.readers import Readings, opencv, ours
from tests.bench.opencv import tuned_reader

FRAMES = EXAMPLE / "frames"
PICTURES = 22
STICKER_PX = 36
SIZES_PX = (33, 30, 27, 24)


def bench() -> None:
    """Of the codes that our reader or OpenCV's reads at full size, how many each reads in the shrunk pictures."""
    pictures = [cv2.imread(str(file), cv2.IMREAD_GRAYSCALE) for file in sorted(FRAMES.glob("*.jpg"))[:PICTURES]]
    there = [union(ours(grey), opencv(tuned_reader(STICKER_PX, FULL_WIDTH_PX))(grey)) for grey in pictures]
    print(f"{len(pictures)} rendered pictures of a game, {sum(map(len, there))} codes, shrunk to so many px a sticker")
    for size in SIZES_PX:
        scale = size / STICKER_PX
        small = [cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) for grey in pictures]
        for name, read in (("lucca-pi", ours), ("OpenCV, tuned", opencv(tuned_reader(STICKER_PX, FULL_WIDTH_PX)))):
            found = [held(codes, read(grey), scale) for codes, grey in zip(there, small, strict=True)]
            read_, wrong = (sum(column) for column in zip(*found, strict=True))
            print(f"  {size} px: {name:14} reads {read_}, wrong {wrong}", flush=True)


def union(one: Readings, other: Readings) -> Readings:
    """All readings of both."""
    return [*one, *(reading for reading in other if not any(_same(reading, mine) for mine in one))]


def held(there: Readings, readings: Readings, scale: float) -> tuple[int, int]:
    """How many of the codes were read, and how many readings are of none of them."""
    back = [(code, (middle + 0.5) / scale - 0.5) for code, middle in readings]
    read = sum(any(_same(one, other) for other in back) for one in there)
    return read, sum(not any(_same(one, other) for other in there) for one in back)


def _same(one: tuple[int, np.ndarray], other: tuple[int, np.ndarray]) -> bool:
    return one[0] == other[0] and bool(np.linalg.norm(one[1] - other[1]) < STICKER_PX / 2)
