"""How many codes each reader reads, over the size of their stickers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.bench.eyes.frames import Judged, drawn_frames, judged
from tests.bench.eyes.readers import Reader, readers

SIZES_PX = (21, 24, 27, 30, 33, 36, 42, 60, 90)
SEED = 100


@dataclass(frozen=True, slots=True)
class Point:
    """What a reader made of the frames with stickers of one size."""

    reader: str
    sticker_px: float
    codes: int
    read: int
    wrong: int
    phantoms: int

    @property
    def recall(self) -> float:
        return self.read / max(self.codes, 1)


def bench(frames: int) -> None:
    """A table, readers in rows and sizes in columns, of the share of the codes in sight that were read."""
    print(
        f"recall over px a sticker, {frames} drawn frames of 12 MP each (conditions easy), then readings that are wrong"
    )
    print(" " * 24 + "".join(f"{size:7}" for size in SIZES_PX) + "  wrong")
    for name in [reader.name for reader in readers(SIZES_PX[0])]:
        mine = list(_points(name, frames))
        shares = "".join(f"{point.recall:7.1%}" for point in mine)
        print(f"{name:24}{shares}  {sum(point.wrong + point.phantoms for point in mine):5}", flush=True)
    print(f"codes in sight at each size: {mine[0].codes}")


def _points(name: str, frames: int) -> Iterator[Point]:
    for size in SIZES_PX:
        reader = next(one for one in readers(size) if one.name == name)
        found = judgements(reader, "easy", size, frames)
        yield summed(name, size, found)


def judgements(reader: Reader, conditions: str, sticker_px: float, frames: int, seed: int = SEED) -> Iterator[Judged]:
    for frame in drawn_frames(conditions, sticker_px, frames, seed, reader.symbol):
        yield judged(frame, reader.read(frame.grey))


def summed(name: str, sticker_px: float, found: Iterable[Judged]) -> Point:
    every = list(found)
    read, missed = sum(len(one.read) for one in every), sum(len(one.missed) for one in every)
    wrong, phantoms = sum(one.wrong for one in every), sum(one.phantoms for one in every)
    return Point(name, sticker_px, read + missed, read, wrong, phantoms)


EVENINGS = "easy", "hard"
COUNTING_PX = (30, 33)


def bench_evenings(frames: int) -> None:
    """What ours reads of the codes whose own sticker is at least so large; a tilted camera sees all sizes."""
    for conditions in EVENINGS:
        for size in COUNTING_PX:
            ours = next(readers(size))
            found = list(judgements(ours, conditions, size, frames, seed=5000))
            print(f"{conditions}, {size} px, {frames} frames: {_shares(found, size)}", flush=True)


def _shares(found: list[Judged], size: float) -> str:
    wrong = sum(one.wrong + one.phantoms for one in found)
    every = sum(len(one.read) + len(one.missed) for one in found)
    inner, outer = (_share(found, size, outside) for outside in (False, True))
    return f"middle {inner}, outside {outer}; wrong {wrong} in {every} codes of all sizes"


def _share(found: list[Judged], size: float, outer: bool) -> str:
    counts = [
        sum(code.outer == outer and code.sticker_px >= size - 1.5 for one in found for code in codes(one))
        for codes in (lambda one: one.read, lambda one: one.missed)
    ]
    return f"{counts[0]} of {sum(counts)} = {counts[0] / max(sum(counts), 1):.2%}"
