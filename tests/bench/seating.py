"""
`./lucca bench seating`: four rounds for 8 to 200 players, each round seated as in a hall, beside a greedy pass.

"Thrice": pairs that meet a third time. "Sizes": the most that the tables of one player have more players than those of
another, over all rounds. "Again": how often two players meet who have met before, beside the least possible if nobody
meets three times, as far as a bound is known. "Last" and "seat": how often a player has that seat again. The greedy
pass seats one player after the other with those met least; of as many orders as the annealing takes time for the best
one counts. Seconds are those of the processor.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from time import process_time

from lucca_pi.hall.seating import Round, planned, table_sizes

PLAYERS = (8, 9, 10, 12, 13, 16, 20, 24, 32, 50, 100, 200)
ROUNDS = 4
HEAD = " thrice  sizes  again  after   last   seat"


def bench() -> None:
    """A line for each number of players."""
    print(f"players  least  {'annealing: ' + HEAD:>53}  slowest round  {'greedy: ' + HEAD:>50}")
    for number in PLAYERS:
        players = [f"P{one}" for one in range(number)]
        sizes = [table_sizes(number)] * ROUNDS
        plan: list[Round] = []

        def annealed_next(past: list[Round], plan: list[Round] = plan, names: list[str] = players) -> Round:
            plan[:] = planned(names, past, rounds=ROUNDS - len(past), start=plan[1:])
            return plan[0]

        annealed, slowest_s = _rounds(annealed_next)
        greedy, _s = _rounds(lambda past, names=players, most_s=slowest_s: _greedy(names, past, most_s))
        print(
            f"{number:7}  {least_meetings_again(sizes, number):5}  {_counted(annealed):>53}  {slowest_s:11.2f} s  "
            f"{_counted(greedy):>50}"
        )


def least_meetings_again(rounds: Sequence[Sequence[int]], players: int) -> int:
    """
    A bound: how often at least players meet again in rounds of tables of these sizes, if none meet three times.

    Either there are fewer pairs than meetings, or a table holds more players than an earlier round has tables.
    """
    meetings = sum(comb(size, 2) for sizes in rounds for size in sizes)
    crowded = 0
    for earlier, later in combinations(rounds, 2):
        for size in later:
            each, more = divmod(size, len(earlier))
            crowded += more * comb(each + 1, 2) + (len(earlier) - more) * comb(each, 2)
    return max(0, meetings - comb(players, 2), crowded)


def _rounds(seat: Callable[[list[Round]], Round]) -> tuple[list[Round], float]:
    """All rounds, and the seconds of the slowest one."""
    past: list[Round] = []
    taken: list[float] = []
    for _round in range(ROUNDS):
        start = process_time()
        past.append(seat(past))
        taken.append(process_time() - start)
    return past, max(taken)


def repeats(rounds: Sequence[Round]) -> tuple[int, ...]:
    """What the rules look at, in the order of their weight but for who plays after whom: see HEAD."""
    tables = [table for one in rounds for table in one]
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    after = Counter(pair for table in tables for pair in zip(table, table[1:] + table[:1], strict=True))
    last = Counter(table[-1] for table in tables)
    seats = Counter(place for table in tables for place in enumerate(table))
    sizes: Counter[str] = Counter()
    for table in tables:
        sizes.update(dict.fromkeys(table, len(table)))
    thrice = sum(times > 2 for times in met.values())
    again = (sum(times - 1 for times in counts.values()) for counts in (met, after, last, seats))
    return thrice, max(sizes.values()) - min(sizes.values()), *again


def _counted(rounds: Sequence[Round]) -> str:
    return " ".join(f"{count:6}" for count in repeats(rounds))


def _greedy(players: Sequence[str], past: Sequence[Round], most_s: float) -> Round:
    """The best of the greedy passes that fit into that time, s."""
    until, best, least = process_time() + most_s, None, None
    while best is None or process_time() < until:
        order = random.sample(players, len(players))
        found = _greedy_pass(order, past)
        cost = repeats([*past, found])
        if least is None or cost < least:
            best, least = found, cost
    return best


def _greedy_pass(order: Sequence[str], past: Sequence[Round]) -> Round:
    """Each player at the first table with the fewest players met before, then with the seat had least."""
    met = Counter(frozenset(pair) for one in past for table in one for pair in combinations(table, 2))
    seats = Counter(place for one in past for table in one for place in enumerate(table))
    sizes = table_sizes(len(order))
    tables: list[list[str]] = [[] for _size in sizes]
    for name in order:
        open_ = [table for table, size in zip(tables, sizes, strict=True) if len(table) < size]
        known = [(sum(met[frozenset((name, other))] for other in table), seats[len(table), name]) for table in open_]
        open_[known.index(min(known))].append(name)
    return tuple(map(tuple, tables))
