"""
`./lucca bench qr [--frames N]`: QR codes on drawn tables, read by our reader, by zxing-cpp and by pyzbar.

N is the number of frames for each evening and size (default 1). pyzbar is left out if the library zbar is missing.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import cache, partial
from time import process_time

import cv2
import numpy as np

from lucca_pi.vision.picture import Grey
from lucca_pi.vision.qr import regions, symbols
from tests.bench.eyes.frames import Sum, drawn_frames, judged
from tests.bench.eyes.readers import Bitmap, Readings, has_zbar, number_in, zbar, zxing

EVENINGS = ("easy", "lamp", "window", "dim")
SIZES_PX = (40, 45, 50, 55, 60, 70, 90)
"""Widths of a code without its white margin, in the middle of the table."""
MODULES, MARGIN = 21, 2
SEED = 100
ENLARGED = 2, 1
"""Factors by which pyzbar, which is given regions alone, gets each of them."""


def bench(arguments: list[str] | None = None) -> None:
    """For each size: the codes read of those in sight, the wrong readings, and the processor time of a frame."""
    parser = argparse.ArgumentParser("./lucca bench qr", usage=__doc__, add_help=False)
    parser.add_argument("--frames", type=int, default=1)
    frames = parser.parse_args(arguments or []).frames
    for size_px in SIZES_PX:
        for name, one in _sums(size_px, frames).items():
            each_ms = one.seconds * 1000 / (frames * len(EVENINGS))
            print(
                f"{size_px} px, {name:20} {one.read:4} of {one.codes}, wrong {one.wrong}, {each_ms:4.0f} ms", flush=True
            )


def _sums(size_px: float, frames: int) -> dict[str, Sum]:
    sums = {name: Sum() for name in readers()}
    for evening in EVENINGS:
        for frame in drawn_frames(evening, size_px * (MODULES + 2 * MARGIN) / MODULES, frames, SEED, symbol):
            for name, read in readers().items():
                start, one = process_time(), sums[name]
                readings = read(frame.grey)
                one.seconds += process_time() - start
                one.add(judged(frame, readings))
    return sums


@cache
def symbol(code: int) -> Bitmap:
    """The QR code of a sticker, with its margin."""
    modules = cv2.QRCodeEncoder.create().encode(f"LUCCA:{code}")[2:-2, 2:-2]
    return np.pad(np.asarray(modules, np.uint8), MARGIN, constant_values=255)


def readers() -> dict[str, Callable[[Grey], Readings]]:
    """The readers by their names; those of pyzbar only where zbar can be loaded."""
    found: dict[str, Callable[[Grey], Readings]] = {"lucca-pi": ours, "zxing-cpp, whole": partial(zxing, kind="QRCode")}
    if not has_zbar():
        return found
    return found | {"pyzbar, whole": zbar, "pyzbar, regions": lambda grey: [*_by_regions(zbar, grey)]}


def ours(grey: Grey) -> Readings:
    """The product's reader."""
    return [(number_in(text), corners_px.mean(0)) for text, corners_px in symbols(grey)]


def _by_regions(read: Callable[[Grey], Readings], grey: Grey) -> Iterator[tuple[int, np.ndarray]]:
    for left, top, region in regions(grey):
        for enlarged in ENLARGED:
            large = cv2.resize(region, None, fx=enlarged, fy=enlarged, interpolation=cv2.INTER_CUBIC)
            for code, place in read(large):
                yield code, place / enlarged + (left, top)
