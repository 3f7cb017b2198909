"""
`./lucca bench referee --pairs [--seeds N] [--games N] [--jobs N] [--only KIND] [--faces DECK-LIGHT]`: people's faults.

Each alone and every two; with `--games` so many games of these, spread evenly.

Each is played at planned and at careless tables; only evenings count in which all of it found a moment to happen at.
What goes wrong is told at once, to stderr; at the end come the matrix and the games to look at.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from tests.sim.conditions import KINDS, PAIRS, Condition, Outcome, judge
from tests.sim.games import STYLES

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


@dataclass(slots=True)
class Cell:
    """What a number of games came to."""

    games: int = 0
    asked: int = 0
    said: int = 0
    silent: int = 0
    stuck: int = 0

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Counts these games as well."""
        for outcome in outcomes:
            self.games += 1
            self.asked += len(outcome.notes.ranks)
            self.said += outcome.notes.told
            self.silent += outcome.silent
            self.stuck += bool(outcome.notes.stuck)

    def __str__(self) -> str:
        """Asked, said, silent, stuck; a dash without a game."""
        return f"{self.asked}/{self.said}/{self.silent}/{self.stuck}" if self.games else "-"


def todo(only: str | None, seed: int, seeds: int, games: int | None, faces: str | None) -> list[Job]:
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


def bench(coming: Sequence[Job], jobs: int) -> None:
    """Plays them in so many processes."""
    outcomes: list[Outcome] = []
    for played in _played(coming, jobs):
        outcomes += played
    _print_matrix(outcomes)
    _print_kinds(outcomes)
    _print_troubles(outcomes)


def _played(todo: Sequence[Job], jobs: int) -> Iterator[list[Outcome]]:
    silent = stuck = 0
    with ProcessPoolExecutor(jobs) as pool:
        coming = [pool.submit(job.play) for job in todo]
        for number, done in enumerate(as_completed(coming), start=1):
            outcomes = done.result()
            silent += sum(outcome.silent for outcome in outcomes)
            stuck += sum(bool(outcome.notes.stuck) for outcome in outcomes)
            _print_troubles(outcomes, to_stderr=True)
            if number % TOLD_AFTER == 0:
                print(f"{number} of {len(todo)}: {silent} silent, {stuck} stuck", file=sys.stderr, flush=True)
            yield outcomes


def _faults(outcome: Outcome) -> tuple[str, ...]:
    return tuple(part for part in outcome.condition.split("+") if part in KINDS)


def _print_matrix(outcomes: Sequence[Outcome]) -> None:
    """Rows and columns are the kinds, the columns by their numbers; a kind alone stands where it meets itself."""
    cells: dict[tuple[str, str], Cell] = {}
    for outcome in outcomes:
        kinds = sorted(_faults(outcome), key=KINDS.index)
        cells.setdefault((kinds[-1], kinds[0]), Cell()).add([outcome])
    shown = [kind for kind in KINDS if any(kind in pair for pair in cells)]
    texts = [[str(cells.get((row, column), "")) for column in shown[: at + 1]] for at, row in enumerate(shown)]
    widths = [max(len(row[at]) for row in texts[at:]) for at in range(len(shown))]
    head = (f"{KINDS.index(kind) + 1:>{max(2, width)}}" for kind, width in zip(shown, widths, strict=True))
    print("asked/said/silent/stuck".ljust(LABEL), *head)
    for kind, row in zip(shown, texts, strict=True):
        print(_label(kind), *(f"{text:>{max(2, width)}}" for text, width in zip(row, widths, strict=False)))


LABEL = 4 + max(map(len, KINDS))


def _label(kind: str) -> str:
    return f"{KINDS.index(kind) + 1:>2}  {kind}".ljust(LABEL)


def _print_kinds(outcomes: Sequence[Outcome]) -> None:
    """Each kind, alone and with others, in all games together."""
    sums = {kind: Cell() for kind in KINDS}
    for outcome in outcomes:
        for kind in _faults(outcome):
            sums[kind].add([outcome])
    print("\n" + "in all".ljust(LABEL), *(f"{head:>6}" for head in ("games", "asked", "said", "SILENT", "stuck")))
    for kind, cell in sums.items():
        if cell.games:
            numbers = (cell.games, cell.asked, cell.said, cell.silent, cell.stuck)
            print(_label(kind), *(f"{number:>6}" for number in numbers))


def _print_troubles(outcomes: Iterable[Outcome], *, to_stderr: bool = False) -> None:
    """The games that ended silently wrong or not at all; `--show` plays one again."""
    for outcome in outcomes:
        if outcome.silent or outcome.notes.stuck:
            what = "SILENT" if outcome.silent else "stuck "
            why = "; ".join(outcome.wrong_turns) or outcome.notes.stuck or "wrong points"
            print(f"{what} {outcome.name}  {why}", file=sys.stderr if to_stderr else sys.stdout, flush=True)
