"""
`./lucca bench seeds [--seeds 0-10000]`: evenings on which everything fails by chance (`tests/seeds`).

Says which seeds fail. `--replay SEED` shows one evening, shrunk to the acts that matter if it fails; `--blunders` puts
known faults into the program, and says how many seeds it takes to find each.
"""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from time import process_time

from tests.seeds.blunders import BLUNDERS
from tests.seeds.plan import plan_of, run, shrunk

_MOST = 500
"""Seeds within which a blunder must be found."""


def bench(arguments: Sequence[str] = ()) -> None:
    """Runs seeds, replays one, or looks for blunders."""
    parser = ArgumentParser("./lucca bench seeds", description="Evenings on which everything fails by chance.")
    parser.add_argument("--seeds", default="0-200", type=_seeds, metavar="FIRST-END", help="END itself is not run")
    parser.add_argument("--replay", type=int, metavar="SEED", help="show one evening, shrunk if it fails")
    parser.add_argument("--blunders", action="store_true", help="how many seeds it takes to find known faults")
    asked = parser.parse_args(arguments)
    if asked.blunders:
        _blunders()
    elif asked.replay is not None:
        _replay(asked.replay)
    else:
        _run(asked.seeds)


def _seeds(told: str) -> range:
    first, _, end = told.partition("-")
    if not (first.isdecimal() and end.isdecimal()):
        raise ArgumentTypeError(f"{told}: expected FIRST-END, as 0-200")
    return range(int(first), int(end))


def _run(seeds: range) -> None:
    start_s, failed = process_time(), 0
    for seed in seeds:
        if fault := run(plan_of(seed)).fault:
            failed += 1
            print(f"{seed}: {fault}", flush=True)
    print(f"{len(seeds)} seeds, {failed} failed, {process_time() - start_s:.0f} s of processor time")


def _replay(seed: int) -> None:
    plan = plan_of(seed)
    outcome = run(plan)
    if outcome.fault:
        plan = shrunk(plan, outcome.fault)
        outcome = run(plan)
    print(
        *outcome.trace,
        "",
        f"confirmed={plan.confirmed}",
        *plan.acts,
        "",
        outcome.fault or "Nothing is wrong.",
        sep="\n",
    )


def _blunders() -> None:
    for name, put_in in BLUNDERS.items():
        with put_in():
            found = ((seed, fault) for seed in range(_MOST) if (fault := run(plan_of(seed)).fault))
            seed, fault = next(found, (_MOST, "not found"))
        print(f"{name}: {seed + 1} seeds: {fault}", flush=True)
