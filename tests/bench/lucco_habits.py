"""
`lucco habits [SEEDS [NAME+NAME|alone ...]]`: people's habits at a table of Lucco, each alone or every two.

Only evenings count in which all of the habits found a moment. Silent and stuck ones are named as they come.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from tests.lucco.habit_kinds import BY_NAME
from tests.lucco.habits import Habits

SPREAD = 47
"""The first seeds are spread over this many: a habit is not met at the same moment with every other."""


def bench(options: list[str]) -> None:
    """Plays every two habits, or those named; `:square` at the end of a name plays with squares."""
    seeds = int((options or ["1"])[0])
    sums: Counter[str] = Counter()
    for number, (names, tiles) in enumerate(_chosen(options[1:])):
        first = number * 7 % SPREAD
        for seed in range(first, first + seeds):
            sums += _one(names, seed, tiles)
    print(", ".join(f"{what} {count}" for what, count in sums.items()))


def _chosen(named: list[str]) -> Iterable[tuple[tuple[str, ...], str]]:
    if not named:
        yield from ((pair, "hexagon") for pair in combinations(BY_NAME, 2))
    for one in named:
        name, _, tiles = one.partition(":")
        sets = [(each,) for each in BY_NAME] if name == "alone" else [tuple(name.split("+"))]
        yield from ((names, tiles or "hexagon") for names in sets)


def _one(names: tuple[str, ...], seed: int, tiles: str) -> Counter[str]:
    evening = Habits([BY_NAME[name] for name in names], seed, tiles)
    notes = evening.play()
    if len(evening.happened) < len(names):
        return Counter({"without a moment for it": 1})
    wrong = notes.wrong_table or notes.wrong_deed
    if notes.stuck or wrong:
        why = (notes.stuck or wrong).strip().splitlines()[-1][:150]
        print(f"{'stuck ' if notes.stuck else 'SILENT'} {'+'.join(names)}:{seed}  {why}")
        sys.stdout.flush()
    return Counter(
        {
            **{"evenings": 1, "questions": len(notes.ranks), "complaints": notes.told},
            **{"silent": int(bool(wrong) and not notes.stuck), "stuck": int(bool(notes.stuck))},
            "who did it cannot be told": int(bool(notes.untold)),
        }
    )
