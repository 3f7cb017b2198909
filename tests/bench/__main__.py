"""
`./lucca bench [NAME ...] [option ...]`: what the program costs, each figure beside its comparison in the same run.

Machines differ and are noisy, so the ratios count. Nothing here passes or fails; `allowed` is what the project holds
itself to. Options are those of the last bench that is named.
"""

import sys
from importlib import import_module
from inspect import signature

import cv2

USUAL = {
    "score": "speed.bench_score",
    "games": "speed.bench_games",
    "looks": "speed.bench_looks",
    "read": "speed.bench_read",
    "search": "speed.bench_search",
    "memory": "memory.bench",
    "watch": "speed.bench_watch",
    "eyes": "eyes.run.bench",
    "drawn": "fidelity.bench",
    "plane": "plane.bench",
    "referee": "referee.bench",
    "auditor": "auditor.bench",
}
"""Each bench and its function; these are run when none is named."""
LONG = {
    "qr": "qr.bench",
    "hand": "handshots.bench",
    "lucco": "simulated.bench_lucco",
    "bare": "bare.bench",
    "chessboard": "simulated.bench_chessboard",
    "bricks": "bricks.bench",
    "faces": "faces.bench",
    "photographs": "photographs.bench",
    "tables": "tables.bench",
    "covered": "photographs.bench_covered",
    "evenings": "tables.bench_evenings",
    "uncoded": "faces.bench_uncoded",
    "enrol": "enrolling.bench",
    "decks": "decks.bench",
    "hall": "hall.bench",
    "seating": "seating.bench",
    "seeds": "seeds.bench",
}
BENCHES = USUAL | LONG


def run(name: str, *options: str) -> None:
    """Runs one bench, on one thread if it does not say otherwise; without options as it is by default."""
    module, _, function = BENCHES[name].rpartition(".")
    bench = getattr(import_module(f"tests.bench.{module}"), function)
    cv2.setNumThreads(1)
    if options and not signature(bench).parameters:
        sys.exit(f"The bench {name} has no options.")
    bench([*options]) if options else bench()


def main() -> None:
    """Runs the benches named on the command line, or the usual ones."""
    given = sys.argv[1:]
    if given[:1] in (["-h"], ["--help"]):
        sys.exit(f"{__doc__}\nNAME is one of {', '.join(BENCHES)}.")
    many = next((at for at, one in enumerate(given) if one not in BENCHES), len(given))
    names, options = given[:many] or [*USUAL], given[many:]
    if options and not many:
        sys.exit(f"There is no bench {options[0]!r}; there are {', '.join(BENCHES)}.")
    for name in names[:-1]:
        print(f"== {name}")
        run(name)
    if not options:
        print(f"== {names[-1]}")
    run(names[-1], *options)


if __name__ == "__main__":
    main()
