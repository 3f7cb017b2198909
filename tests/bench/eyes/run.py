"""
`./lucca bench eyes [option ...]`: our reader of markers beside the published ones, on the same drawn tables.

--frames N                frames for each size and reader (default 2)
--evenings N              frames for each evening that our reader alone reads (default 8)
--patches N               also reads N single markers in patches, and counts wrong ones
--foreign N               also lays markers of other families on N tables each
--dictionary 36h11 DIR    instead reads AprilTags in the photographs in DIR
--scenes DIR              instead looks for our markers in photographs that hold none
--speed                   instead times our search alone, and napa-vision and locus-tag where they are installed
--beside CHECKOUT         with --speed, also another checkout of this project, in turn with it
--json                    with --speed, as JSON
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, CardFace, Cards
from lucca_pi.vision import reader as product
from lucca_pi.vision.codes import CODES
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.picture import Grey
from tests.bench.eyes import photographs
from tests.bench.eyes.frames import STICKER_PER_SQUARE, Code, DrawnFrame, Judged, Sum, drawn_frames, judged
from tests.bench.eyes.readers import Bitmap, Reader, Symbol, marker, ours, predefined, readers
from tests.bench.eyes.speed import bench_rows, bench_speed


def bench(arguments: list[str] | None = None) -> None:
    """Recall, wrong readings, time and memory; or what the options say."""
    options = _options(arguments or [])
    if options.dictionary or options.scenes:
        photographs.bench(options.dictionary, options.scenes)
        return
    if options.speed:
        bench_rows(options.beside, options.json)
        return
    bench_recall(options.frames)
    bench_evenings(options.evenings)
    bench_speed()
    if options.foreign:
        bench_foreign(options.foreign)
    if options.patches:
        bench_patches(options.patches)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("./lucca bench eyes", usage=__doc__, add_help=False)
    parser.add_argument("--frames", type=int, default=2)
    parser.add_argument("--evenings", type=int, default=8)
    parser.add_argument("--patches", type=int, default=0)
    parser.add_argument("--foreign", type=int, default=0)
    parser.add_argument("--dictionary", nargs="+", default=[])
    parser.add_argument("--scenes", type=Path)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(arguments)


SIZES_PX = (21, 24, 27, 30, 33, 36, 42, 60, 90)
SEED = 100


def bench_recall(frames: int) -> None:
    """A table, readers in rows and sizes in columns, of the share of the codes in sight that were read."""
    print(
        f"recall over px a sticker, {frames} drawn frames of 12 MP each (conditions easy), then readings that are wrong"
    )
    print(" " * 24 + "".join(f"{size:7}" for size in SIZES_PX) + "  wrong")
    for name in [reader.name for reader in readers(SIZES_PX[0])]:
        sums = [_summed(name, size, frames) for size in SIZES_PX]
        shares = "".join(f"{one.read / max(one.codes, 1):7.1%}" for one in sums)
        print(f"{name:24}{shares}  {sum(one.wrong for one in sums):5}", flush=True)
    print(f"codes in sight at each size: {sums[0].codes}")


def _summed(name: str, size: float, frames: int) -> Sum:
    reader, total = next(one for one in readers(size) if one.name == name), Sum()
    for found in judgements(reader, "easy", size, frames):
        total.add(found)
    return total


def judgements(reader: Reader, conditions: str, sticker_px: float, frames: int, seed: int = SEED) -> Iterator[Judged]:
    for frame in drawn_frames(conditions, sticker_px, frames, seed, reader.symbol):
        yield judged(frame, reader.read(frame.grey))


EVENINGS = "easy", "hard"
COUNTING_PX = (30, 33)


def bench_evenings(frames: int) -> None:
    """What ours reads of the codes whose own sticker is at least so large; a tilted camera sees all sizes."""
    for conditions in EVENINGS:
        for size in COUNTING_PX:
            ours = next(readers(size))
            found, total = list(judgements(ours, conditions, size, frames, seed=5000)), Sum()
            for one in found:
                total.add(one)
            shares = f"middle {_share(found, size, outer=False)}, outside {_share(found, size, outer=True)}"
            wrong = f"wrong {total.wrong} in {total.codes} codes of all sizes"
            print(f"{conditions}, {size} px, {frames} frames: {shares}; {wrong}", flush=True)


def _share(found: list[Judged], size: float, *, outer: bool) -> str:
    counts = [
        sum(code.outer == outer and code.sticker_px >= size - 1.5 for one in found for code in codes(one))
        for codes in (lambda one: one.read, lambda one: one.missed)
    ]
    return f"{counts[0]} of {sum(counts)} = {counts[0] / max(sum(counts), 1):.2%}"


FAMILIES = {
    "AprilTag 36h11": cv2.aruco.DICT_APRILTAG_36h11,
    "DICT_4X4_250": cv2.aruco.DICT_4X4_250,
    "DICT_5X5_250 from 128": cv2.aruco.DICT_5X5_250,
    "DICT_6X6_250": cv2.aruco.DICT_6X6_250,
    "ARUCO_ORIGINAL": cv2.aruco.DICT_ARUCO_ORIGINAL,
}
FOREIGN_PX = (20, 24, 28, 34, 40)
PIECES = Cards({code: CardFace(code, "red") for code in range(1, 97)})


def bench_foreign(frames: int) -> None:
    """Tables on which every other card bears a foreign marker, 20 to 40 px a sticker."""
    print("taken for ours, of foreign markers        detected  in the look")
    for name, family in FAMILIES.items():
        found = [taken(frame) for frame in foreign_frames(family, frames)]
        markers, detected, looked = (sum(column) for column in zip(*found, strict=True))
        print(f"{name:24} of {markers:6}           {detected:6} {looked:6}")


def foreign_frames(family: int, frames: int) -> Iterator[DrawnFrame]:
    for number in range(frames):
        size = FOREIGN_PX[number % len(FOREIGN_PX)]
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
    inspected = product.Reader(PIECES).read(frame.grey)
    looked, refused = (
        _upon([one for one in ones if one.code not in ours], foreign) for ones in (inspected.kept, inspected.refused)
    )
    return len(foreign), looked + refused, looked


def _upon(detections: list[Detection], foreign: list[Code]) -> int:
    places = np.array([one.corners_px.mean(0) for one in foreign])
    reach = np.array([one.sticker_px for one in foreign]) * 0.6
    return sum(bool((np.linalg.norm(places - one.corners_px.mean(0), axis=1) < reach).any()) for one in detections)


SIDE_PX = 64
ACROSS, DOWN = 72, 40
PATCHES_PX = (18.0, 40.0)


def bench_patches(patches: int) -> None:
    """Stickers of 18 to 40 px at any angle, somewhat tilted, blurred, pale, under sloping light, in noise."""
    found = [judged(frame, ours(frame.grey)) for frame in sheets(patches)]
    every = [code for one in found for code in (*one.read, *one.missed)]
    wrong, phantoms = sum(one.wrong for one in found), sum(one.phantoms for one in found)
    print(f"{len(every)} patches, stickers of 18 to 40 px: wrong {wrong}, phantoms {phantoms}")
    for low, high in ((18, 21), (21, 24), (24, 27), (27, 30), (30, 33), (33, 40)):
        read, all_ = (
            sum(low <= code.sticker_px < high for code in codes)
            for codes in ([code for one in found for code in one.read], every)
        )
        print(f"  {low} to {high} px: {read} of {all_} = {read / max(all_, 1):.2%}")


def sheets(patches: int) -> Iterator[DrawnFrame]:
    """Pictures of 12 MP of up to 2880 patches."""
    for number in range(-(-patches // (ACROSS * DOWN))):
        chance = np.random.default_rng(number)
        yield _sheet(min(ACROSS * DOWN, patches - number * ACROSS * DOWN), chance)


def _sheet(patches: int, chance: np.random.Generator) -> DrawnFrame:
    grey, codes = np.full((DOWN * SIDE_PX, ACROSS * SIDE_PX), 90, np.uint8), []
    for place in range(patches):
        row, column = divmod(place, ACROSS)
        patch, code = _patch(chance, np.array([column, row]) * SIDE_PX)
        grey[row * SIDE_PX : (row + 1) * SIDE_PX, column * SIDE_PX : (column + 1) * SIDE_PX] = patch
        codes.append(code)
    return DrawnFrame(grey, tuple(codes))


def _patch(chance: np.random.Generator, corner_px: np.ndarray) -> tuple[Grey, Code]:
    code, sticker_px = int(chance.integers(CODES)), float(chance.uniform(*PATCHES_PX))
    turn, unit = chance.uniform(0, 2 * np.pi), np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    turned = unit @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = turned * [1, chance.uniform(0.9, 1.0)] * sticker_px + (SIDE_PX - 1) / 2 + chance.uniform(-3, 3, 2)
    patch = _pictured(marker(code), corners.astype(np.float32), chance)
    square = corners.mean(0) + (corners - corners.mean(0)) / STICKER_PER_SQUARE + corner_px
    return patch, Code(code, square, sticker_px, 1.0, False)


def _pictured(bitmap: Grey, corners: np.ndarray, chance: np.random.Generator) -> Grey:
    """The sticker on rough ground, drawn at four times the size, then seen through lens and sensor."""
    side, large = len(bitmap), SIDE_PX * 4
    ground = cv2.resize(
        chance.integers(30, 200, (9, 9)).astype(np.float32), (large, large), interpolation=cv2.INTER_CUBIC
    )
    outline = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    into = cv2.getPerspectiveTransform(outline, corners * 4 + 1.5)
    cv2.warpPerspective(
        bitmap.astype(np.float32), into, (large, large), ground, cv2.INTER_NEAREST, cv2.BORDER_TRANSPARENT
    )
    seen = cv2.resize(ground, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    seen = cv2.GaussianBlur(seen, (0, 0), chance.uniform(0.5, 1.5))
    slope = np.linspace(*chance.uniform(0.5, 1.0, 2), SIDE_PX)
    lit = chance.uniform(10, 50) + seen * chance.uniform(0.25, 0.8) * slope
    return np.clip(lit + chance.normal(0, chance.uniform(1, 5), lit.shape), 0, 255).astype(np.uint8)
