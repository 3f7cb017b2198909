"""
`./lucca bench [NAME ...]`: what the program costs, each figure beside its comparison in the same run.

Machines differ and are noisy, so the ratios count. Nothing here passes or fails; `allowed` is what the project holds
itself to.
"""

import sys
from collections.abc import Callable

from tests.bench import (
    auditor,
    bricks,
    chessboard,
    covered,
    decks,
    enrolling,
    evenings,
    faces,
    fidelity,
    games,
    hall,
    handshots,
    looks,
    lucco,
    memory,
    photographs,
    plane,
    qr,
    reading,
    referee,
    scoring,
    searching,
    seating,
    seeds,
    tables,
    uncoded,
    watching,
)
from tests.bench.eyes import run as eyes

BENCHES: dict[str, Callable[[], None]] = {
    "score": scoring.bench,
    "games": games.bench,
    "looks": looks.bench,
    "read": reading.bench,
    "search": searching.bench,
    "memory": memory.bench,
    "watch": watching.bench,
    "eyes": eyes.bench,
    "qr": qr.bench,
    "drawn": fidelity.bench,
    "drawn-all": fidelity.bench_all,
    "plane": plane.bench,
    "hand": handshots.bench,
    "referee": referee.bench,
    "auditor": auditor.bench,
    "lucco": lucco.bench,
    "chessboard": chessboard.bench,
    "bricks": bricks.bench,
    "faces": faces.bench,
    "photographs": photographs.bench,
    "tables": tables.bench,
    "covered": covered.bench,
    "evenings": evenings.bench,
    "uncoded": uncoded.bench,
    "enrol": enrolling.bench,
    "decks": decks.bench,
    "hall": hall.bench,
    "seating": seating.bench,
    "seeds": seeds.bench,
}
WITH_OPTIONS: dict[str, Callable[[list[str]], None]] = {
    "eyes": eyes.bench,
    "qr": qr.bench,
    "referee": referee.bench,
    "auditor": auditor.bench,
    "lucco": lucco.bench,
    "chessboard": chessboard.bench,
    "bricks": bricks.bench,
    "faces": faces.bench,
    "photographs": photographs.bench,
    "tables": tables.bench,
    "covered": covered.bench,
    "evenings": evenings.bench,
    "uncoded": uncoded.bench,
    "enrol": enrolling.bench,
    "decks": decks.bench,
    "hall": hall.bench,
    "seeds": seeds.bench,
}
LONG = (
    "qr",
    "drawn-all",
    "hand",
    "lucco",
    "chessboard",
    "bricks",
    "faces",
    "photographs",
    "tables",
    "covered",
    "evenings",
    "uncoded",
    "enrol",
    "decks",
    "hall",
    "seating",
    "seeds",
)
"""Run only when named."""


def main() -> None:
    """Runs the benches named on the command line, or all but the long ones."""
    if sys.argv[1:2] and sys.argv[1] in WITH_OPTIONS:
        WITH_OPTIONS[sys.argv[1]](sys.argv[2:])
        return
    names = sys.argv[1:] or [name for name in BENCHES if name not in LONG]
    if names[0] in ("-h", "--help"):
        sys.exit(f"{__doc__}\nNAME is one of {', '.join(BENCHES)}.")
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        sys.exit(f"There is no bench {unknown[0]!r}; there are {', '.join(BENCHES)}.")
    for name in names:
        print(f"== {name}")
        BENCHES[name]()


if __name__ == "__main__":
    main()
