"""Our reader on the sizes that count, in the picture's middle and outside it, on an ordinary evening and a hard one."""

from tests.bench.eyes.judge import Judged
from tests.bench.eyes.readers import readers
from tests.bench.eyes.recall import judgements

EVENINGS = "easy", "hard"
SIZES_PX = (30, 33)


def bench(frames: int) -> None:
    """What is read of the codes whose own sticker is at least so large; a tilted camera sees all sizes."""
    for conditions in EVENINGS:
        for size in SIZES_PX:
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
