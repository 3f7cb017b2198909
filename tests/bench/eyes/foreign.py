"""Markers of other families lying on the table, which must not be taken for ours."""

from collections.abc import Iterator

import cv2
import numpy as np

from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, CardFace, Cards
from lucca_pi.vision.codes import CODES
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.reader import Reader
from tests.bench.eyes.frames import Code, DrawnFrame, drawn_frames
from tests.bench.eyes.symbols import Bitmap, Symbol, marker, predefined

FAMILIES = {
    "AprilTag 36h11": cv2.aruco.DICT_APRILTAG_36h11,
    "DICT_4X4_250": cv2.aruco.DICT_4X4_250,
    "DICT_5X5_250 from 128": cv2.aruco.DICT_5X5_250,
    "DICT_6X6_250": cv2.aruco.DICT_6X6_250,
    "ARUCO_ORIGINAL": cv2.aruco.DICT_ARUCO_ORIGINAL,
}
SIZES_PX = (20, 24, 28, 34, 40)
PIECES = Cards({code: CardFace(code, "red") for code in range(1, 97)})


def bench(frames: int) -> None:
    """Tables on which every other card bears a foreign marker, 20 to 40 px a sticker."""
    print("taken for ours, of foreign markers        detected  in the look")
    for name, family in FAMILIES.items():
        found = [taken(frame) for frame in foreign_frames(family, frames)]
        markers, detected, looked = (sum(column) for column in zip(*found, strict=True))
        print(f"{name:24} of {markers:6}           {detected:6} {looked:6}")


def foreign_frames(family: int, frames: int) -> Iterator[DrawnFrame]:
    for number in range(frames):
        size = SIZES_PX[number % len(SIZES_PX)]
        yield from drawn_frames("easy", size, 1, 7000 + number, mixed(family, number))


def mixed(family: int, seed: int) -> Symbol:
    """Our markers for the quarters and odd codes, foreign ones for the backs and even codes."""
    first = CODES if family == cv2.aruco.DICT_5X5_250 else 0
    several = len(cv2.aruco.getPredefinedDictionary(family).bytesList) - first

    def symbol(code: int) -> Bitmap:
        return predefined(family)(first + (code + 61 * seed) % several) if is_foreign(code) else marker(code)

    return symbol


def is_foreign(code: int) -> bool:
    return code not in QUARTER_CODES and (code == BACK_CODE or code % 2 == 0)


def taken(frame: DrawnFrame) -> tuple[int, int, int]:
    """How many foreign markers are in sight, how many were detected as ours, and how many are in the look."""
    foreign = [one for one in frame.codes if is_foreign(one.code) and one.visible > 0.5]
    ours = {one.code for one in frame.codes if not is_foreign(one.code)}
    inspected = Reader(PIECES).read(frame.grey)
    looked, refused = (
        _upon([one for one in ones if one.code not in ours], foreign) for ones in (inspected.kept, inspected.refused)
    )
    return len(foreign), looked + refused, looked


def _upon(detections: list[Detection], foreign: list[Code]) -> int:
    places = np.array([one.corners_px.mean(0) for one in foreign])
    reach = np.array([one.sticker_px for one in foreign]) * 0.6
    return sum(bool((np.linalg.norm(places - one.corners_px.mean(0), axis=1) < reach).any()) for one in detections)
