"""
`./lucca bench referee [--games N] [--seed S] [--only NAME] [--faces DECK-LIGHT] [--jobs N] [--show NAME:SEED]`.

Whole evenings judged.

Random games of 3, 4 and 5 players in all editions, laid on a table and seen by a disturbed eye, are played before the
session; what it made of each is held against what was played. Times are the processor's, of one thread.
`--pairs` plays people's faults instead, each alone and every two together (tests/bench/pairs.py).
"""

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import process_time

import cv2

from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.photographs import read_picture
from lucca_pi.games.citta.table.pieces import pieces_in
from tests.bench import pairs
from tests.sim import faces
from tests.sim.conditions import KINDS, NAMES, Condition, Outcome, judge
from tests.sim.games import NAMES as PLAYERS

CONDITIONS = (
    "squared",
    "fanned",
    "squared+missed",
    "fanned+missed",
    "fanned+missed+lost",
    "fanned+missed+misplaced",
    "fanned+missed+hidden",
    "fanned+missed+forgotten",
    "fanned+missed+wrong",
    "fanned+missed+adjusted",
    "fanned+missed+hand+mug",
    "fanned+missed+late",
    "fanned+missed+gone",
    "fanned+missed+midturn",
    "fanned+missed+midturn+live",
    "fanned+missed+midturn+free",
    "rough",
    "worst",
)
READ_AFTER = 25
"""So many games are judged from one reading of a picture to the next."""
MOST_SHOWN = 12
"""So many of each kind of trouble are listed."""
Judged = tuple[Outcome, float]
"""A game, and the most memory that its process had by then, in MB."""


def bench(arguments: Sequence[str] = ()) -> None:
    """The table, a line for each condition; then every wrong point, what stopped games, and what it cost."""
    options = _options(arguments)
    if options.show:
        print(_in_words(judge(*options.show, print)))
        return
    if options.pairs:
        pairs.bench(pairs.todo(options.only, options.seed, options.seeds, options.games, options.faces), options.jobs)
        return
    names = [options.only] if options.only else [*CONDITIONS]
    names = [f"{name}+{options.faces}" for name in names] if options.faces else names
    games = options.games or 4 * len(CONDITIONS)
    seeds = range(options.seed, options.seed + max(1, games // len(names)))
    judged, reads_s = _judged([(name, seed) for seed in seeds for name in names], options.jobs)
    outcomes = [outcome for outcome, _ in judged]
    _print_table(names, outcomes)
    _print_troubles(outcomes)
    _print_costs(judged, reads_s)


def _options(arguments: Sequence[str]) -> Namespace:
    parser = ArgumentParser("./lucca bench referee", description="Whole evenings judged.")
    parser.add_argument("--games", type=int, help="in all, spread over the conditions; four of each")
    parser.add_argument("--seed", type=int, default=0, help="the first of each condition")
    parser.add_argument("--only", metavar="NAME", type=_known, help=f"disturbances joined by +: {', '.join(NAMES)}")
    parser.add_argument("--faces", choices=[*faces.NAMES], help="no stickers: cards are known by their faces, so far")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--show", metavar="NAME:SEED", type=_game, help="plays one game and tells all that happens")
    parser.add_argument("--pairs", action="store_true", help="faults, each alone and every two together")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="with --pairs: games of each in each style")
    options = parser.parse_args(arguments)
    if options.pairs and options.only and not {*options.only.split("+")} <= {*KINDS}:
        parser.error(f"--pairs knows faults only: {', '.join(KINDS)}.")
    return options


def _known(name: str) -> str:
    try:
        return Condition(name).name
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def _game(text: str) -> tuple[str, int]:
    name, _, seed = text.rpartition(":")
    if not seed.isdigit():
        raise ArgumentTypeError("a game is called by its condition and seed, such as fanned+missed:7")
    return _known(name), int(seed)


def _judged(games: Sequence[tuple[str, int]], jobs: int) -> tuple[list[Judged], list[float]]:
    """Every game, in processes of their own, and how long a rendered picture's reading takes in this one meanwhile."""
    cv2.setNumThreads(1)
    judged: list[Judged] = []
    reads_s: list[float] = []
    with ProcessPoolExecutor(jobs) as pool:
        coming = pool.map(_judge, games)
        _read_s()  # the first one takes longer; by now the processes have their own memory
        for number, one in enumerate(coming):
            judged.append(one)
            if number % READ_AFTER == 0:
                reads_s.append(_read_s())
    return judged, reads_s


def _judge(game: tuple[str, int]) -> Judged:
    outcome = judge(*game)
    return outcome, getrusage(RUSAGE_SELF).ru_maxrss / 1024


def _read_s() -> float:
    """The processor's time for reading a rendered picture, one thread."""
    pieces = pieces_in(load_deck(str(EXAMPLE / "deck.json")))
    start = process_time()
    read_picture(EXAMPLE / "frames" / "018-r6-t3.jpg", pieces)
    return process_time() - start


COLUMNS: Mapping[str, Callable[[Sequence[Outcome]], float]] = {
    "games": len,
    "ended": lambda games: sum(game.finished for game in games),
    "looks": lambda games: sum(game.notes.looks for game in games),
    "closer": lambda games: sum(game.notes.closer for game in games),
    "asked": lambda games: len(_ranks(games)),
    "a game": lambda games: round(len(_ranks(games)) / len(games), 2),
    "1st": lambda games: _ranks(games).count(0),
    "top 3": lambda games: sum(rank is not None and rank < 3 for rank in _ranks(games)),
    "not": lambda games: _ranks(games).count(None),
    "told": lambda games: sum(game.notes.told for game in games),
    "mended": lambda games: sum(game.notes.mended for game in games),
    "settled": lambda games: sum(game.notes.settled for game in games),
    "by hand": lambda games: sum(game.notes.by_hand for game in games),
    "changed": lambda games: sum(game.notes.corrected for game in games),
    "stuck": lambda games: sum(bool(game.notes.stuck) for game in games),
    "misread": lambda games: sum(bool(game.notes.misread) for game in games),
    "SILENT": lambda games: sum(game.silent for game in games),
}
"""
What is counted. `asked` and where the true answer stood; `told`, disagreements; `settled`, doubts that a later look
settled; `by hand` and `changed`, turns told and corrected by players; `misread`, games in which a wrong turn was taken;
`SILENT`, games that ended with a wrong point or a wrong turn.
"""


def _ranks(games: Iterable[Outcome]) -> list[int | None]:
    return [rank for game in games for rank in game.notes.ranks]


def _print_table(names: Sequence[str], outcomes: Sequence[Outcome]) -> None:
    width = max(len(name) for name in names)
    print(" " * width, *(f"{head:>7}" for head in COLUMNS))
    for name in names:
        _print_row(name.ljust(width), [outcome for outcome in outcomes if outcome.condition == name])
    _print_row("all".ljust(width), outcomes)


def _print_row(name: str, games: Sequence[Outcome]) -> None:
    print(name, *(f"{count(games):>7}" for count in COLUMNS.values()))


def _print_troubles(outcomes: Iterable[Outcome]) -> None:
    """Every game with a wrong point or turn, then misread turns, then what stopped games, by frequency."""
    for outcome in outcomes:
        if outcome.silent or outcome.notes.misread:
            print(_in_words(outcome))
    stuck: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.notes.stuck:
            stuck.setdefault(_without_names(outcome.notes.stuck), []).append(outcome)
    for why, games in sorted(stuck.items(), key=lambda item: -len(item[1]))[:MOST_SHOWN]:
        print(f"stuck {len(games):>4} x  {why}  ({', '.join(game.name for game in games[:3])})")


def _without_names(text: str) -> str:
    """What was said, less the players and the cards concerned."""
    return re.sub(r"\b(T?\d+)\b", "N", re.sub("|".join(PLAYERS), "X", text))


def _in_words(outcome: Outcome) -> str:
    kind = "SILENT " if outcome.silent else "misread" if outcome.notes.misread else "right  "
    what = "; ".join(
        (
            *outcome.notes.misread,
            *outcome.wrong_turns,
            *([f"stuck: {outcome.notes.stuck}"] if outcome.notes.stuck else []),
        )
    )
    return f"{kind} {outcome.name}  {what}"


def _print_costs(judged: Sequence[Judged], reads_s: Sequence[float]) -> None:
    taken, read_s = sorted(one for outcome, _ in judged for one in outcome.notes.decisions_s), median(reads_s)
    at = {"50 %": len(taken) // 2, "99 %": len(taken) * 99 // 100, "worst": len(taken) - 1}
    times = ", ".join(f"{name} {taken[n] * 1000:.0f} ms = {taken[n] / read_s:.2f} x" for name, n in at.items())
    print(f"{len(taken)} decisions: {times} a read ({read_s * 1000:.0f} ms); allowed 99 % 1, worst 10")
    print(f"memory: {judged[0][1]:.0f} MB after the first game, {max(mb for _, mb in judged):.0f} MB at most")
