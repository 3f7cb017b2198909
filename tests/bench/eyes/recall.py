"""How many codes each reader reads, over the size of their stickers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.bench.eyes.frames import drawn_frames
from tests.bench.eyes.judge import Judged, judged
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
