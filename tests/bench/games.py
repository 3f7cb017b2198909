"""What it costs to list games, and to start with many of them."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import process_time

from lucca_pi.app.journal_writer import summary
from lucca_pi.devices.journal_file import read_journal, text_of, written
from lucca_pi.devices.state_directory import GAMES, LIST_FILE, GameList, Row
from lucca_pi.devices.store import GameStore
from lucca_pi.evening.journal import event_json
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Keep, Looked, step
from lucca_pi.games.citta.game import GAME
from tests.bench.timing import in_turns, ms, ratio
from tests.evening import LAST, begun, date, looks

PROGRAM = Path(sys.executable).parent / "lucca-pi"
FEW, MANY = 1, 5000


def bench() -> None:
    """`lucca-pi games` of 5,000 whole games beside one of a single game, in processor time; and a start of play."""
    with TemporaryDirectory() as folder:
        few, many = Path(folder) / "few", Path(folder) / "many"
        keep(few, FEW)
        keep(many, MANY)
        size_mb = sum(file.stat().st_size for file in (many / GAMES).iterdir()) / 1e6
        print(f"{MANY:,} games have {size_mb:.0f} MB")
        taken = in_turns({"few": lambda: _listed(few), "many": lambda: _listed(many)}, rounds=5, clock=_children_s)
        print(f"lucca-pi games, {FEW} game  {ms(taken['few'])} of processor")
        times = ratio(taken["many"], taken["few"])
        print(f"lucca-pi games, {MANY:,}   {ms(taken['many'])}, {times:.1f} x; allowed 2000 ms")
        started = in_turns({"many": lambda: GameStore(many).close()}, rounds=3, clock=process_time)
        print(f"a start with {MANY:,} games, all in the list  {ms(started['many'])} of processor")
        (many / LIST_FILE).unlink()
        alone = in_turns({"many": lambda: _listed(many)}, rounds=1, clock=_children_s)
        print(f"lucca-pi games, {MANY:,} without the list  {ms(alone['many'])} of processor")


def keep(directory: Path, games: int) -> None:
    """Keeps so many times the same whole game, with what it has come to."""
    (directory / GAMES).mkdir(parents=True)
    state, events = begin_evening(begun()), [event_json(begun(), GAME)]
    for number, look in enumerate(looks()[: LAST + 1]):
        state, effects = step(state, Looked(look, date(number)))
        events += [event_json(effect.event, GAME) for effect in effects if isinstance(effect, Keep)]
    texts, came_to, known = [text_of(event) for event in events], summary(state), GameList(directory)
    for number in range(games):
        name = f"{number:05}"
        file = directory / GAMES / f"{name}.jsonl"
        file.write_bytes(written(name, number + 1, texts))
        known.note(replace(Row(name).after(read_journal(file, name), file.stat()), summary=came_to))


def _listed(directory: Path) -> None:
    subprocess.run([PROGRAM, "games", "--state", directory], stdout=subprocess.DEVNULL, check=True)


def _children_s() -> float:
    """The processor time of the programs that were run and have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
