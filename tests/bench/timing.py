"""Timing in pairs: what is measured and what it is compared with take turns, so that both meet the same noise."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

MOST_ROUNDS = 1000
"""Rounds at most; with 1 no round is run before that does not count."""


def in_turns(
    jobs: dict[str, Callable[[], object]], rounds: int, clock: Callable[[], float] = perf_counter
) -> dict[str, list[float]]:
    """The seconds of each job in each of `rounds` rounds, by that clock; one round before does not count."""
    taken: dict[str, list[float]] = {name: [] for name in jobs}
    first = 0 if MOST_ROUNDS > 1 else 1
    for number in range(first, min(rounds, MOST_ROUNDS) + 1):
        for name, job in jobs.items():
            start = clock()
            job()
            if number:
                taken[name].append(clock() - start)
    return taken


def ratio(one: list[float], other: list[float]) -> float:
    """The median of the ratios, round by round."""
    return median(a / b for a, b in zip(one, other, strict=True))


def ms(seconds: list[float]) -> str:
    """The median and the least, in milliseconds."""
    return f"{median(seconds) * 1000:.0f} ms (least {min(seconds) * 1000:.0f})"


def shares(seconds: list[float]) -> dict[str, float]:
    """The median, what 99 % stay below, and the worst."""
    ranked = sorted(seconds)
    return {"median": median(ranked), "99 %": ranked[len(ranked) * 99 // 100], "worst": ranked[-1]}
