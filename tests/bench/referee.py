"""
`./lucca bench referee [--games N] [--seed S] [--only NAME] [--faces DECK-LIGHT] [--jobs N] [--show NAME:SEED]`.

Whole evenings judged.

Random games of 3, 4 and 5 players in all editions, laid on a table and seen by a disturbed eye, are played before the
session; what it made of each is held against what was played. Times are the processor's, of one thread.

`--pairs [--seeds N]` plays people's faults instead, each alone and every two; with `--games` so many games of these,
spread evenly. Each is played at planned and at careless tables; only evenings count in which all of it found a moment
to happen at. What goes wrong is told at once, to stderr; at the end come the matrix and the games to look at.
"""

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import process_time

import cv2

from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.photographs import read_picture
from lucca_pi.games.citta.table.pieces import pieces_in
from tests.sim import faces
from tests.sim.conditions import KINDS, NAMES, PAIRS, Condition, Outcome, judge
from tests.sim.games import NAMES as PLAYERS
from tests.sim.games import STYLES

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
        _play_pairs(_todo(options.only, options.seed, options.seeds, options.games, options.faces), options.jobs)
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


SEEDS_SPREAD = 47
"""Over so many seeds the pairs begin: a fault is not made at the same moment with every other."""
SEEDS_TRIED = 6
"""So many times more seeds than games are tried: not every evening has a moment for every fault."""
TOLD_AFTER = 25
"""Jobs from one line of progress to the next."""


@dataclass(frozen=True, slots=True)
class Job:
    """So many games with these faults, joined by +, in one style, from that seed on."""

    faults: str
    style: str
    first: int
    games: int
    faces: str | None = None

    def play(self) -> list[Outcome]:
        """Each game judged."""
        name = "+".join(part for part in (self.faults, self.style, self.faces) if part)
        seeds = range(self.first, self.first + SEEDS_TRIED * self.games)
        wanted = set(self.faults.split("+"))
        suitable = (seed for seed in seeds if wanted <= set(Condition(name).evening(seed).happened))
        return [judge(name, seed) for seed, _ in zip(suitable, range(self.games), strict=False)]


def _todo(only: str | None, seed: int, seeds: int, games: int | None, faces: str | None) -> list[Job]:
    """All jobs, or those with the faults of `only`, joined by +; about so many `games` of them, if given."""
    wanted = set(only.split("+")) if only else set()
    names = [name for name in (*KINDS, *PAIRS) if wanted <= set(name.split("+"))]
    jobs = [
        Job(name, style, seed + at * seeds % SEEDS_SPREAD, seeds, faces)
        for at, name in enumerate(names)
        for style in STYLES
    ]
    most = len(jobs) if games is None else min(len(jobs), max(1, games // seeds))
    return [jobs[(at * len(jobs) + seed) // most % len(jobs)] for at in range(most)]


def _play_pairs(coming: Sequence[Job], jobs: int) -> None:
    """Plays them in so many processes."""
    outcomes: list[Outcome] = []
    for played in _each_played(coming, jobs):
        outcomes += played
    _print_matrix(outcomes)
    _print_kinds(outcomes)
    _print_pair_troubles(outcomes)


def _each_played(todo: Sequence[Job], jobs: int) -> Iterator[list[Outcome]]:
    silent = stuck = 0
    with ProcessPoolExecutor(jobs) as pool:
        coming = [pool.submit(job.play) for job in todo]
        for number, done in enumerate(as_completed(coming), start=1):
            outcomes = done.result()
            silent += sum(outcome.silent for outcome in outcomes)
            stuck += sum(bool(outcome.notes.stuck) for outcome in outcomes)
            _print_pair_troubles(outcomes, to_stderr=True)
            if number % TOLD_AFTER == 0:
                print(f"{number} of {len(todo)}: {silent} silent, {stuck} stuck", file=sys.stderr, flush=True)
            yield outcomes


def _faults(outcome: Outcome) -> tuple[str, ...]:
    return tuple(part for part in outcome.condition.split("+") if part in KINDS)


CAME_TO = "asked", "told", "SILENT", "stuck"
"""What of the table is told of faults."""


def _print_matrix(outcomes: Sequence[Outcome]) -> None:
    """Rows and columns are the kinds, the columns by their numbers; a kind alone stands where it meets itself."""
    cells: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in outcomes:
        kinds = sorted(_faults(outcome), key=KINDS.index)
        cells.setdefault((kinds[-1], kinds[0]), []).append(outcome)
    shown = [kind for kind in KINDS if any(kind in pair for pair in cells)]
    texts = [[_cell(cells.get((row, column), ())) for column in shown[: at + 1]] for at, row in enumerate(shown)]
    widths = [max(2, *(len(row[at]) for row in texts[at:])) for at in range(len(shown))]
    heads = (f"{KINDS.index(kind) + 1:>{width}}" for kind, width in zip(shown, widths, strict=True))
    print("asked/said/silent/stuck".ljust(LABEL), *heads)
    for kind, row in zip(shown, texts, strict=True):
        print(_label(kind), *(f"{text:>{width}}" for text, width in zip(row, widths, strict=False)))


def _cell(games: Sequence[Outcome]) -> str:
    return "/".join(str(COLUMNS[name](games)) for name in CAME_TO) if games else ""


LABEL = 4 + max(map(len, KINDS))


def _label(kind: str) -> str:
    return f"{KINDS.index(kind) + 1:>2}  {kind}".ljust(LABEL)


def _print_kinds(outcomes: Sequence[Outcome]) -> None:
    """Each kind, alone and with others, in all games together."""
    print("\n" + "in all".ljust(LABEL), *(f"{head:>6}" for head in ("games", "asked", "said", "SILENT", "stuck")))
    for kind in KINDS:
        games = [outcome for outcome in outcomes if kind in _faults(outcome)]
        if games:
            print(_label(kind), *(f"{COLUMNS[name](games):>6}" for name in ("games", *CAME_TO)))


def _print_pair_troubles(outcomes: Iterable[Outcome], *, to_stderr: bool = False) -> None:
    """The games that ended silently wrong or not at all; `--show` plays one again."""
    for outcome in outcomes:
        if outcome.silent or outcome.notes.stuck:
            what = "SILENT" if outcome.silent else "stuck "
            why = "; ".join(outcome.wrong_turns) or outcome.notes.stuck or "wrong points"
            print(f"{what} {outcome.name}  {why}", file=sys.stderr if to_stderr else sys.stdout, flush=True)
