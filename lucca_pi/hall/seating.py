"""
Seats for the rounds of a tournament: who plays at which table, and in which order of play.

The rules stand in the order of the VEKN's, the first weighing most. "After" means: plays right after that player.
Seats are found by simulated annealing, over all rounds still to come: seated round by round, 16 players may reach a
fourth round in which some must meet again although four rounds without that are possible. Each trial measures only
what the two players who change places have to do with.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import TypeAlias

from lucca_pi.language import _, say

Table: TypeAlias = tuple[str, ...]
"""Players of a table in the order of play."""
Round: TypeAlias = tuple[Table, ...]
_Place: TypeAlias = tuple[list[int], int]
"""A table of players by number, and a seat there."""

SMALLEST, USUAL, LARGEST = 3, 4, 5
"""Players at a table."""
MOST_PLAYERS = 1000

AFTER_AGAIN = 10**9
"""Weight of playing after the same player again."""
THRICE = 10**8
"""Weight of meeting the same player a third time."""
SIZES = 10**7
"""Weight of a player's tables being larger or smaller than those of the others, squared."""
AGAIN = 10**6
"""Weight of meeting the same player again."""
LAST_AGAIN = 10**5
"""Weight of playing last at a table again."""
RELATION_AGAIN = 10**4
"""Weight of sitting the same number of places from the same player again."""
SEAT_AGAIN = 10**3
"""Weight of having the same seat again."""
ORDER = 10**2
"""Weight of playing early or late on the whole, in seats from the middle, squared."""
NEIGHBOURS_AGAIN = 1
"""Weight of being neighbours, or not neighbours, of the same player again."""

_HOTTEST, _COLDEST = (3.0 * 10**6, 0.3 * 10**6), 20.0
"""Cost that a trial may add, on the average, at the beginning of the two halves of an annealing, and at their end."""
_STEPS = 160_000
"""Most trials of an annealing: about a second on a laptop."""
_TRIALS_OF_EACH = 1200
"""Most trials of each exchange of two players in a round: few players are seated at once."""

_RELATIONS: Mapping[int, tuple[int, ...]] = {3: (0, 0, 3), 4: (0, 0, 4, 3), 5: (0, 0, 1, 2, 3)}
"""By size of table and distance in the order of play: 0 after, 3 before, others not beside each other."""
_BITS = 4
"""Bits of one count: at most 15 rounds."""
_UNITS = {size: tuple(1 << _BITS * one for one in relations) for size, relations in _RELATIONS.items()}
_FIRST_PLACE = {3: 0, 4: 3, 5: 7}
_PLACES = [(size, seat) for size in (3, 4, 5) for seat in range(size)]
MOST_ROUNDS = (1 << _BITS) - 1


class SeatingError(Exception):
    """These players cannot be seated so; the message says why."""


def table_sizes(players: int, tables: int | None = None) -> list[int]:
    """
    Sizes of the tables, the largest first; they differ by one at most. Without `tables`, tables of four and three.

    Raises SeatingError.

    >>> table_sizes(10), table_sizes(5), table_sizes(200)[:2], table_sizes(14, 3)
    ([4, 3, 3], [5], [4, 4], [5, 5, 4])
    """
    number = tables or max(1, min(-(-players // USUAL), players // SMALLEST))
    if not SMALLEST * number <= players <= LARGEST * number:
        given = {"players": players, "number": number}
        raise SeatingError(say(_("Tables of three to five: {players} players do not fit {number}.", **given)))
    return [players // number + (index < players % number) for index in range(number)]


def meet_again(round_: Round, past: Sequence[Round]) -> list[tuple[str, str]]:
    """Pairs of players in this round who have met before."""
    met = {frozenset(pair) for one in past for table in one for pair in combinations(table, 2)}
    return [pair for table in round_ for pair in combinations(table, 2) if frozenset(pair) in met]


def planned(
    players: Sequence[str],
    past: Sequence[Round] = (),
    *,
    rounds: int = 1,
    tables: int | None = None,
    start: Sequence[Round] = (),
    steps: int = _STEPS,
) -> list[Round]:
    """
    The next `rounds` rounds for these players, the best found, the first one being next.

    `past` may have players who have left, and lack some who have come. `start`: what was planned before; if it still
    fits players and tables, the plan is at least as good. The same players get the same seats. Raises SeatingError.
    """
    check(players, past, rounds)
    sizes = table_sizes(len(players), tables)
    names = [*players, *{name: None for one in past for table in one for name in table if name not in {*players}}]
    played, random = _numbered(past, names), Random(0)
    steps = min(steps, _TRIALS_OF_EACH * rounds * comb(len(players), 2))
    if len(start) == rounds and all(_fits(one, players, sizes) for one in start):
        best = _numbered(start, names)
    else:
        best = [_dealt(random.sample(range(len(players)), len(players)), sizes) for _round in range(rounds)]
    for hottest in _HOTTEST:
        best = _annealed(_Plan(played, best, len(names)), random, steps // len(_HOTTEST), hottest)
    return [tuple(tuple(names[player] for player in table) for table in one) for one in best]


def _fits(round_: Round, players: Sequence[str], sizes: Sequence[int]) -> bool:
    """True if the round seats these players at tables of these sizes."""
    seated = sorted(name for table in round_ for name in table)
    return seated == sorted(players) and sorted(map(len, round_), reverse=True) == list(sizes)


def _numbered(rounds: Sequence[Round], names: Sequence[str]) -> list[list[list[int]]]:
    numbers = {name: number for number, name in enumerate(names)}
    return [[[numbers[name] for name in table] for table in one] for one in rounds]


def check(players: Sequence[str], past: Sequence[Round], rounds: int = 0) -> None:
    """Raises SeatingError for a name that is there twice, too many players or rounds, or a table of another size."""
    twice = sorted({name for name in players if list(players).count(name) > 1})
    if twice:
        raise SeatingError(say(_("{name} is there twice: give one of them another name.", name=twice[0])))
    if len(players) > MOST_PLAYERS or len(past) + rounds > MOST_ROUNDS:
        limits = {"players": MOST_PLAYERS, "rounds": MOST_ROUNDS}
        raise SeatingError(say(_("At most {players} players and {rounds} rounds can be seated.", **limits)))
    if wrong := [table for one in past for table in one if len(table) not in _RELATIONS]:
        raise SeatingError(say(_("{names}: a table has three to five players.", names=", ".join(wrong[0]))))


def _dealt(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    dealt = iter(players)
    return [[next(dealt) for _ in range(size)] for size in sizes]


@cache
def _pair_cost(counts: int) -> int:
    """The cost of all meetings of two players, by their packed counts."""
    after, two_on, two_back, before, across = (counts >> _BITS * one & MOST_ROUNDS for one in range(5))
    met = after + two_on + two_back + before + across
    cost = AFTER_AGAIN * (_more(after) + _more(before)) + AGAIN * _more(met) + THRICE * max(0, met - 2)
    cost += RELATION_AGAIN * sum(map(_more, (after, two_on, two_back, before, across)))
    return cost + NEIGHBOURS_AGAIN * (_more(after + before) + _more(two_on + two_back + across))


@cache
def _player_cost(counts: int, expected: float) -> float:
    """The cost of all places of a player, by their packed counts; `expected`: the sum of sizes that would be fair."""
    had = [(place, counts >> _BITS * index & MOST_ROUNDS) for index, place in enumerate(_PLACES)]
    seats = [sum(times for (_size, seat), times in had if seat == one) for one in range(LARGEST)]
    last = sum(times for (size, seat), times in had if seat == size - 1)
    late = sum(times * (seat - (size - 1) / 2) for (size, seat), times in had)
    unfair = sum(times * size for (size, _seat), times in had) - expected
    return SIZES * unfair**2 + LAST_AGAIN * _more(last) + SEAT_AGAIN * sum(map(_more, seats)) + ORDER * late**2


def _more(times: int) -> int:
    return times - 1 if times > 1 else 0


class _Plan:
    """Rounds of players, by number, with the counts that the rules look at; `rounds` are those to come."""

    def __init__(self, past: Sequence[list[list[int]]], rounds: Sequence[list[list[int]]], players: int) -> None:
        self.rounds = rounds
        self._players = players
        self._pairs, self._places = [0] * players**2, [0] * players
        self._expected = [0.0] * players
        for one in (*past, *rounds):
            mean = sum(len(table) ** 2 for table in one) / sum(map(len, one))
            for table in one:
                for seat, player in enumerate(table):
                    self._places[player] += _place_unit(len(table), seat)
                    self._expected[player] = round(self._expected[player] + mean, 6)
                for (seat, player), (seat_2, player_2) in combinations(enumerate(table), 2):
                    key, unit = self._pair(len(table), seat, player, seat_2, player_2)
                    self._pairs[key] += unit

    def _pair(self, size: int, seat: int, player: int, seat_2: int, player_2: int) -> tuple[int, int]:
        """Index of a pair's counts, and what sitting so adds to them."""
        if player < player_2:
            return player * self._players + player_2, _UNITS[size][(seat_2 - seat) % size]
        return player_2 * self._players + player, _UNITS[size][(seat - seat_2) % size]

    def exchange(self, one: _Place, other: _Place, most: float) -> float | None:
        """Lets two players change places if that costs no more than `most`; returns the cost, or None if they stay."""
        (table, seat), (table_2, seat_2) = one, other
        player, player_2 = table[seat], table_2[seat_2]
        changes: dict[int, int] = {}
        self._sum_up(changes, -1, one, other)
        table[seat], table_2[seat_2] = player_2, player
        self._sum_up(changes, 1, one, other)
        pairs, cost = self._pairs, 0.0
        for key, change in changes.items():
            counts = pairs[key]
            cost += _pair_cost(counts + change) - _pair_cost(counts)
        moved = _place_unit(len(table_2), seat_2) - _place_unit(len(table), seat)
        for number, change in ((player, moved), (player_2, -moved)):
            counts, expected = self._places[number], self._expected[number]
            cost += _player_cost(counts + change, expected) - _player_cost(counts, expected)
        if cost > most:
            table[seat], table_2[seat_2] = player, player_2
            return None
        for key, change in changes.items():
            pairs[key] += change
        self._places[player] += moved
        self._places[player_2] -= moved
        return cost

    def _sum_up(self, changes: dict[int, int], sign: int, one: _Place, other: _Place) -> None:
        """Adds what the players on two places have to do with others, each pair once, to the changes of counts."""
        counted = one[1] if one[0] is other[0] else -1
        for (table, seat), left_out in ((one, -1), (other, counted)):
            size, player = len(table), table[seat]
            for seat_2, player_2 in enumerate(table):
                if seat_2 not in (seat, left_out):
                    key, unit = self._pair(size, seat, player, seat_2, player_2)
                    changes[key] = changes.get(key, 0) + sign * unit


def _place_unit(size: int, seat: int) -> int:
    return 1 << _BITS * (_FIRST_PLACE[size] + seat)


def _annealed(plan: _Plan, random: Random, steps: int, hottest: float) -> list[list[list[int]]]:
    """The best rounds met on the way from hot to cold, those of the plan if no others are better."""
    cost = least = 0.0
    best = [[table[:] for table in one] for one in plan.rounds]
    places = [[(table, seat) for table in one for seat in range(len(table))] for one in plan.rounds]
    cooling = (_COLDEST / hottest) ** (1 / steps)
    hot, draw = hottest, random.random
    for _step in range(steps):
        hot *= cooling
        here = places[int(draw() * len(places))]
        one, other = here[int(draw() * len(here))], here[int(draw() * len(here))]
        if one is other:
            continue
        most = random.expovariate(1 / hot)
        change = plan.exchange(one, other, most)
        if change is not None:
            cost += change
            if cost < least - 0.5:
                least = cost
                best = [[table[:] for table in one] for one in plan.rounds]
    return best
