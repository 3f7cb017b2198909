"""Ways of wires that do not cross."""

from collections.abc import Sequence

LANE = 12.0
"""From one wire to the next where they run beside each other."""


def lanes(heights: Sequence[tuple[float, float]]) -> list[int | None]:
    """
    How many lanes before its end each wire turns, of wires from one height to another, both in order.

    None where it need not turn.
    Of wires that go down the upper ones turn last, of those that go up the lower ones, so none crosses another.

    >>> lanes([(0, 0), (10, 30), (20, 40), (90, 50), (95, 60)])
    [None, 0, 1, 1, 0]
    """
    found: list[int | None] = [None] * len(heights)
    down = [index for index, (start, end) in enumerate(heights) if end > start]
    up = [index for index, (start, end) in enumerate(heights) if end < start]
    for run in _runs(down, heights):
        found[run[0] : run[-1] + 1] = range(len(run))
    for run in _runs(up, heights):
        found[run[0] : run[-1] + 1] = reversed(range(len(run)))
    return found


def _runs(indices: Sequence[int], heights: Sequence[tuple[float, float]]) -> list[list[int]]:
    """Wires that follow upon each other and run beside each other somewhere, or nearly so."""
    runs: list[list[int]] = []
    for index in indices:
        beside = runs and runs[-1][-1] == index - 1 and min(heights[index]) < max(heights[index - 1]) + 2 * LANE
        if beside:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs
