"""
`./lucca bench chessboard|lucco [--games N] [--seed S] [--only NAME] [--pairs] [--jobs N]`: simulated evenings.

Random games of 2 and more players are played to their end without pixels: turns silently wrong, questions a game, games
that got stuck, and how long a look takes, beside a look of the card game in the same run. `--pairs` plays every two
things that people do wrong.

A condition of Lucco names what is done at the table, joined by +; it may end in `:square`. After `once:` stand habits
that are each met once, and only evenings count in which all of them found a moment.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from statistics import median

from lucca_pi.games.chessboard.session.setup import Setup
from tests.bench.speed import card_looks_s
from tests.bench.timing import shares
from tests.chessboard.sim.lying import PERFECT
from tests.chessboard.sim.people import CAREFUL, ORDINARY, Condition, Players, pairs
from tests.lucco import habits
from tests.sim.machine import Notes

STRAIGHT = Setup(layout="straight")
HEIGHTS = Setup(layout="straight", sigma=0.3)
CHESSBOARD = {
    "stairs": Condition(habits=CAREFUL),
    "stairs+people": Condition(habits=ORDINARY),
    "stairs+people+mat": Condition(habits=ORDINARY, mat=True),
    "straight": Condition(STRAIGHT, eye=PERFECT),
    "straight+misses": Condition(STRAIGHT),
    "straight+mat+brick": Condition(STRAIGHT, eye=PERFECT, mat=True, press_a_brick=True),
    "straight+mat+brick+heights": Condition(HEIGHTS, eye=PERFECT, mat=True, press_a_brick=True, sigma=0.3),
}
MANY = "+pass-unpressed", "+unpressed", ":square"
LUCCO = ("quiet", habits.ORDINARY, habits.WORST, *(habits.ORDINARY + more for more in MANY))
ONCE = "once:"
SPREAD = 47
"""The first seeds of pairs are spread over this many: a habit is not met at the same moment with every other."""
Play = Callable[[int], Notes | None]
"""The game of a seed; None where it does not count."""


def bench_chessboard(arguments: Sequence[str] = ()) -> None:
    """Some lines for each condition."""
    paired = [
        Condition(habits=two, mat=number % 2 == 0, styles=("builder", "fighter"))
        for number, two in enumerate(pairs(0.3))
    ]
    every_two = {f"every two slips, {number}": partial(_on_a_board, one, 20) for number, one in enumerate(paired)}
    _bench(
        "chessboard", {name: partial(_on_a_board, one, None) for name, one in CHESSBOARD.items()}, every_two, arguments
    )


def _on_a_board(condition: Condition, turns: int | None, seed: int) -> Notes:
    return Players(seed, 2 + seed % 3, condition, turns=turns).play()


def bench_lucco(arguments: Sequence[str] = ()) -> None:
    """Some lines for each condition."""
    every_two = [f"{ONCE}{one}+{other}" for one, other in combinations(habits.HABITS, 2)]
    plays = ({name: partial(_with_tiles, name) for name in names} for names in (LUCCO, every_two))
    _bench("lucco", *plays, arguments)


def _with_tiles(name: str, seed: int) -> Notes | None:
    condition, _, tiles = name.removeprefix(ONCE).partition(":")
    if not name.startswith(ONCE):
        return habits.judge(condition, seed, tiles or "hexagon")
    evening = habits.with_once(condition, seed, tiles or "hexagon")
    notes = evening.play()
    return None if evening.waiting else notes


def _bench(game: str, conditions: Mapping[str, Play], every_two: Mapping[str, Play], arguments: Sequence[str]) -> None:
    parser = ArgumentParser(f"./lucca bench {game}", description="Simulated evenings.")
    parser.add_argument("--games", type=int, help="of each condition; 20, and one of each pair")
    parser.add_argument("--seed", type=int, default=0, help="the first of each condition")
    parser.add_argument("--only", metavar="NAME", help=f"one of {', '.join(conditions)}")
    parser.add_argument("--pairs", action="store_true", help="every two things that people do wrong, together")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args(arguments)
    if options.only and game == "chessboard" and options.only not in conditions:
        parser.error(f"There is no condition {options.only}.")
    card_s = median(card_looks_s())
    with ProcessPoolExecutor(options.jobs) as pool:
        if options.pairs:
            seeds = (options.seed + 7 * number % SPREAD for number in range(len(every_two)))
            coming = [pool.submit(play, seed) for play, seed in zip(every_two.values(), seeds, strict=True)]
            _print("every two", [*zip(every_two, (one.result() for one in coming), strict=True)], card_s)
            return
        for name in [options.only] if options.only else conditions:
            play = conditions.get(name) or partial(_with_tiles, name)
            seeds = range(options.seed, options.seed + (options.games or 20))
            _print(name, [*zip(map(str, seeds), pool.map(play, seeds), strict=True)], card_s)


def _print(name: str, played: Iterable[tuple[str, Notes | None]], card_s: float) -> None:
    counting = [(called, notes) for called, notes in played if notes]
    games = [notes for _, notes in counting]
    if not games:
        print(f"{name}: no evening had a moment for it")
        return
    turns, asked = sum(one.turns for one in games), [rank for one in games for rank in one.ranks]
    seconds = shares([second for one in games for second in one.decisions_s])
    times = ", ".join(f"{word} {one * 1000:.0f} ms = {one / card_s:.1f} x" for word, one in seconds.items())
    print(f"{name}: {len(games)} games, {turns} turns, {sum(one.looks for one in games)} looks")
    share = 100 * sum(len(one.asked_in) for one in games) / max(1, turns)
    print(
        f"  silently wrong {sum(bool(one.wrong and not one.stuck) for one in games)}, "
        f"stuck {sum(bool(one.stuck) for one in games)}, "
        f"questions {len(asked) / len(games):.2f} a game ({share:.1f} % of turns), "
        f"true answer not offered {asked.count(None)}, told that something is wrong {sum(one.told for one in games)}, "
        f"nothing tells who did it {sum(bool(one.untold) for one in games)}"
    )
    print(f"  a look {times} a look of the card game ({card_s * 1000:.0f} ms)", flush=True)
    for called, one in counting:
        if one.wrong or one.stuck:
            print(f"  {called}: {'stuck, ' if one.stuck else ''}{(one.stuck or one.wrong).strip().splitlines()[-1]}")
