"""
`./lucca bench qr [--frames N]`: QR codes on drawn tables, read by our reader, by zxing-cpp and by pyzbar.

N is the number of frames for each evening and size (default 1). pyzbar is left out if the library zbar is missing.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import cache
from time import process_time

import cv2
import numpy as np
import zxingcpp

from lucca_pi.vision.picture import Grey
from lucca_pi.vision.qr import regions, symbols
from tests.bench.eyes.frames import Sum, drawn_frames, judged
from tests.bench.eyes.readers import Bitmap, Readings, middle

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


@cache
def readers() -> dict[str, Callable[[Grey], Readings]]:
    """The readers by their names; those of pyzbar only where zbar can be loaded."""
    found: dict[str, Callable[[Grey], Readings]] = {"lucca-pi": ours, "zxing-cpp, whole": zxing}
    try:
        from pyzbar.pyzbar import ZBarSymbol, decode
    except ImportError:
        return found

    def zbar(grey: Grey) -> Readings:
        found = decode(grey, symbols=[ZBarSymbol.QRCODE])
        return [(_number(one.data.decode("utf-8", "replace")), np.mean(one.polygon, axis=0)) for one in found]

    return found | {"pyzbar, whole": zbar, "pyzbar, regions": lambda grey: [*_by_regions(zbar, grey)]}


def ours(grey: Grey) -> Readings:
    """The product's reader."""
    return [(_number(text), corners_px.mean(0)) for text, corners_px in symbols(grey)]


def zxing(grey: Grey) -> Readings:
    """zxing-cpp over the whole picture, as it comes but for the format."""
    found = zxingcpp.read_barcodes(grey, zxingcpp.BarcodeFormat.QRCode)
    return [(_number(one.text), middle(one.position)) for one in found]


def _by_regions(read: Callable[[Grey], Readings], grey: Grey) -> Iterator[tuple[int, np.ndarray]]:
    for left, top, region in regions(grey):
        for enlarged in ENLARGED:
            large = cv2.resize(region, None, fx=enlarged, fy=enlarged, interpolation=cv2.INTER_CUBIC)
            for code, place in read(large):
                yield code, place / enlarged + (left, top)


def _number(text: str) -> int:
    """The number of a piece's code; -1 for any other text."""
    number = text.removeprefix("LUCCA:")
    return int(number) if number.isdecimal() else -1
