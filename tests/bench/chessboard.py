"""
`./lucca bench chessboard [--games N] [--seed S] [--only NAME] [--jobs N]`: simulated evenings on a chess board.

Random games of 2, 3 and 4 players on 8 × 8 lots, without pixels: turns silently wrong, questions a game, games that got
stuck, and how long a look takes, beside a look of the card game in the same run.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import median

from lucca_pi.games.chessboard.session.setup import Setup
from tests.bench.speed import card_looks_s
from tests.chessboard.sim.lying import PERFECT
from tests.chessboard.sim.people import CAREFUL, ORDINARY, Condition, Habits, Notes, Players, pairs

STRAIGHT = Setup(layout="straight")
HEIGHTS = Setup(layout="straight", sigma=0.3)
CONDITIONS = {
    "stairs": Condition(habits=CAREFUL),
    "stairs+people": Condition(habits=ORDINARY),
    "stairs+people+mat": Condition(habits=ORDINARY, mat=True),
    "straight": Condition(STRAIGHT, eye=PERFECT),
    "straight+misses": Condition(STRAIGHT),
    "straight+mat+brick": Condition(STRAIGHT, eye=PERFECT, mat=True, press_a_brick=True),
    "straight+mat+brick+heights": Condition(HEIGHTS, eye=PERFECT, mat=True, press_a_brick=True, sigma=0.3),
}


def bench(arguments: Sequence[str] = ()) -> None:
    """A line for each condition."""
    parser = ArgumentParser("./lucca bench chessboard", description="Simulated evenings on a chess board.")
    parser.add_argument("--games", type=int, default=20, help="of each condition")
    parser.add_argument("--seed", type=int, default=0, help="the first of each condition")
    parser.add_argument("--only", choices=CONDITIONS)
    parser.add_argument("--pairs", action="store_true", help="every two slips of people together, twenty turns each")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args(arguments)
    card_s = median(card_looks_s())
    if options.pairs:
        habits = [*enumerate(pairs(0.3), start=options.seed)]
        with ProcessPoolExecutor(options.jobs) as pool:
            _print("every two slips", list(pool.map(_play_pair, habits)), card_s)
        return
    for name in [options.only] if options.only else CONDITIONS:
        with ProcessPoolExecutor(options.jobs) as pool:
            seeds = range(options.seed, options.seed + options.games)
            _print(name, list(pool.map(partial(_play, name), seeds)), card_s)


def _play(name: str, seed: int) -> Notes:
    return Players(seed, 2 + seed % 3, CONDITIONS[name]).play()


def _play_pair(given: tuple[int, Habits]) -> Notes:
    seed, habits = given
    condition = Condition(habits=habits, mat=seed % 2 == 0, styles=("builder", "fighter"))
    return Players(seed, 2 + seed % 3, condition, turns=20).play()


def _print(name: str, games: Sequence[Notes], card_s: float) -> None:
    turns, asked = sum(one.turns for one in games), [rank for one in games for rank in one.ranks]
    seconds = sorted(second for one in games for second in one.decisions_s)
    at = {"median": len(seconds) // 2, "99 %": len(seconds) * 99 // 100, "worst": -1}
    times = ", ".join(f"{word} {seconds[n] * 1000:.0f} ms = {seconds[n] / card_s:.1f} x" for word, n in at.items())
    print(f"{name}: {len(games)} games, {turns} turns, {sum(one.looks for one in games)} looks")
    share = 100 * sum(len(one.asked_in) for one in games) / max(1, turns)
    print(
        f"  silently wrong {sum(bool(one.wrong) for one in games)}, stuck {sum(bool(one.stuck) for one in games)}, "
        f"questions {len(asked) / len(games):.2f} a game ({share:.1f} % of turns), "
        f"true answer not offered {asked.count(None)}, told that something is wrong {sum(one.told for one in games)}"
    )
    print(f"  a look {times} a look of the card game ({card_s * 1000:.0f} ms)")
    for number, one in enumerate(games):
        if one.wrong or one.stuck:
            print(f"  game {number}: {one.wrong or one.stuck}")
