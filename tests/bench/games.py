"""What it costs to list games, and to start with many of them."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import process_time

from lucca_pi.app.summary import summary
from lucca_pi.devices.clock import HandClock
from lucca_pi.devices.journals.file import open_to_append
from lucca_pi.devices.journals.text import Chain, sealed, text_of
from lucca_pi.devices.store import FILE, SqliteStore
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
        size_mb = (many / FILE).stat().st_size / 1e6
        taken = in_turns({"few": lambda: _listed(few), "many": lambda: _listed(many)}, rounds=5, clock=_children_s)
        print(f"lucca-pi games, {FEW} game  {ms(taken['few'])} of processor")
        times = ratio(taken["many"], taken["few"])
        print(f"lucca-pi games, {MANY:,}   {ms(taken['many'])}, {times:.1f} x; allowed 2000 ms")
        started = in_turns({"many": lambda: SqliteStore(many, HandClock()).close()}, rounds=3, clock=process_time)
        print(f"a start with {MANY:,} examines {size_mb:.0f} MB in {ms(started['many'])} of processor")


def keep(directory: Path, games: int) -> None:
    """Keeps so many times the same whole game, all at once."""
    directory.mkdir()
    state, events = begin_evening(begun()), [event_json(begun(), GAME)]
    for number, look in enumerate(looks()[: LAST + 1]):
        state, effects = step(state, Looked(look, date(number)))
        events += [event_json(effect.event, GAME) for effect in effects if isinstance(effect, Keep)]
    texts, came_to = [text_of(event) for event in events], text_of(summary(state))
    with closing(open_to_append(directory / FILE)) as file:
        file.execute("BEGIN")
        for number in range(games):
            chain = Chain(f"{number:05}")
            for text in texts:
                kept = chain.next(text)
                file.execute("INSERT INTO event VALUES (?, ?, ?)", (chain.game, chain.events + 1, kept))
                chain.take(chain.events + 1, kept.encode())
            about = chain.game, chain.events, chain.mark
            file.execute("INSERT INTO summary VALUES (?, ?, ?, ?)", (*about, sealed(came_to, *about)))
        file.execute("COMMIT")


def _listed(directory: Path) -> None:
    subprocess.run([PROGRAM, "games", "--state", directory], stdout=subprocess.DEVNULL, check=True)


def _children_s() -> float:
    """The processor time of the programs that were run and have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
