"""Simulated evenings of Lucco: what is silently wrong, what is asked, and how long a look takes to a turn."""

import sys
from collections import Counter
from collections.abc import Mapping
from random import Random
from statistics import median
from time import perf_counter

from lucca_pi.contract.history import Adjusted
from lucca_pi.evening.state import State, after_event
from lucca_pi.evening.step import Looked
from lucca_pi.games.lucco.rules.position import USUAL_COLOURS
from lucca_pi.games.lucco.rules.table import Table, in_laying_order
from lucca_pi.games.lucco.rules.tiles import Adjustment, Cell
from lucca_pi.games.lucco.session.setup import Setup
from lucca_pi.games.lucco.table.pieces import tile_colour
from tests.bench.lucco_bare import bench as bare
from tests.bench.lucco_habits import bench as habits
from tests.evening import given
from tests.lucco.figures import HEXAGONS, begun, look, looked, loose
from tests.lucco.sim import ORDINARY, WORST, Notes, judge

GAMES = 100
CONDITIONS = ("quiet", ORDINARY, WORST, f"{ORDINARY}+passes", f"{ORDINARY}+unpressed")
SHOWN = 5
LAST, REPEATED = 50, 20


def bench(options: list[str] | None = None) -> None:
    """`lucco [GAMES [CONDITION ...]]`; a condition may end in `:square`. `habits`, `bare`: see their modules."""
    if options and options[0] == "habits":
        habits(options[1:])
        return
    if options and options[0] == "bare":
        bare(options[1:])
        return
    fifty()
    games = int((options or [str(GAMES)])[0])
    for named in (options or [])[1:] or [*CONDITIONS, f"{ORDINARY}:square"]:
        condition, _, tiles = named.partition(":")
        _one(condition, tiles or "hexagon", games)


def _one(condition: str, tiles: str, games: int) -> None:
    notes = [judge(condition, seed, tiles) for seed in range(games)]
    changes, looks = sum(one.changes for one in notes), sum(one.looks for one in notes)
    asked = sum(len(one.ranks) for one in notes)
    times = sorted(second for one in notes for second in one.decisions_s)
    print(f"{condition}, {tiles}: {games} games, {changes} changes, {looks} looks")
    print(
        f"  wrong though nobody said so: table {_count(notes, 'wrong_table')}, who did it {_count(notes, 'wrong_deed')}"
    )
    print(f"  stuck {sum(bool(one.stuck) for one in notes)}, told what is wrong {sum(one.told for one in notes)} times")
    print(f"  questions: {asked / games:.2f} a game, {asked / max(changes, 1):.3f} a change; {_ranks(notes)}")
    print(f"  a look to a turn: median {1000 * median(times):.1f} ms, most {1000 * times[-1]:.1f} ms")
    bad = [(seed, one) for seed, one in enumerate(notes) if one.silent or one.stuck]
    for seed, one in bad[:SHOWN]:
        print(f"    {seed}: {(one.stuck or one.wrong_table or one.wrong_deed).strip().splitlines()[-1][:150]}")
    sys.stdout.flush()


def _count(notes: list[Notes], what: str) -> int:
    return sum(bool(getattr(one, what)) and not one.stuck for one in notes)


def _ranks(notes: list[Notes]) -> str:
    """Where among the answers the true one stood."""
    ranks = Counter(rank for one in notes for rank in one.ranks)
    return ", ".join(f"{'nowhere' if rank is None else f'answer {rank + 1}'} {count}" for rank, count in ranks.items())


def fifty() -> None:
    """A look to a turn where the last of fifty tiles is laid, loose as people lay them; no two of a colour touch."""
    block = {10 * (number % 5) + number // 5 + 1: (number % 7, number // 7) for number in range(50)}
    before = {code: cell for code, cell in block.items() if code != LAST}
    state = _laid(before)
    seen = look(block, off=loose(block, Random(1), 2.0))
    start = perf_counter()
    for _again in range(REPEATED):
        after, _effects = given(state, Looked(seen, ""))
    each_s = (perf_counter() - start) / REPEATED
    taken = after.course.turns[-1].lay if after.course.turns else None
    print(f"a look at fifty tiles to a turn: {1000 * each_s:.1f} ms ({'taken' if taken else 'not taken'})")


def _laid(cells: Mapping[int, Cell]) -> State:
    """The state in which these tiles lie, as the players have settled it."""
    state = looked(begun(Setup(seats=(5, 1))), look({}))
    table = Table(HEXAGONS, {cell: tile_colour(code, USUAL_COLOURS) for code, cell in cells.items()})
    return after_event(state, Adjusted(Adjustment(in_laying_order(table)), (look(cells),), ""))
