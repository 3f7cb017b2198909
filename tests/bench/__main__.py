"""
`./lucca bench [NAME ...] [option ...]`: what the program costs, each figure beside its comparison in the same run.

Machines differ and are noisy, so the ratios count. Nothing here passes or fails; `allowed` is what the project holds
itself to. Options are those of the last bench that is named.
"""

import sys
from importlib import import_module
from inspect import signature

USUAL = {
    "score": "scoring",
    "games": "games",
    "looks": "looks",
    "read": "reading",
    "search": "searching",
    "memory": "memory",
    "watch": "watching",
    "eyes": "eyes.run",
    "drawn": "fidelity",
    "plane": "plane",
    "referee": "referee",
    "auditor": "auditor",
}
"""Each bench and its module; these are run when none is named."""
LONG = {
    "qr": "qr",
    "hand": "handshots",
    "lucco": "lucco",
    "chessboard": "chessboard",
    "bricks": "bricks",
    "faces": "faces",
    "photographs": "photographs",
    "tables": "tables",
    "covered": "covered",
    "evenings": "evenings",
    "uncoded": "uncoded",
    "enrol": "enrolling",
    "decks": "decks",
    "hall": "hall",
    "seating": "seating",
    "seeds": "seeds",
}
BENCHES = USUAL | LONG


def run(name: str, *options: str) -> None:
    """Runs one bench; without options as it is by default."""
    bench = import_module(f"tests.bench.{BENCHES[name]}").bench
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
