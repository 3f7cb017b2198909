"""
A damaged file of games set aside whole, and a new one in its place that holds what could be read of it.

The new file is complete and on the disk before the old one loses its name. At every moment one of the two has it; what
a power cut interrupts, the next start takes up.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from lucca_pi.atomic_write import on_the_disk, sync_directory
from lucca_pi.devices.journals.file import LOGS, decoded, has_table, log_of, make_new, open_to_read
from lucca_pi.devices.journals.last import Last
from lucca_pi.devices.journals.salvage import Salvaged, salvage

KEPT_LOGS = ("-wal", "-journal")
"""What goes with a file that is set aside."""
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK, errno.EXDEV)
"""What a file system says that gives a file one name only."""


@dataclass(frozen=True, slots=True)
class Rescued:
    """What a damaged file is kept as, and how many games and events were read from it."""

    file: str
    games: int
    events: int


def rescue(file: Path, last: Last | None, date: str) -> Rescued:
    """
    Sets the damaged file aside under a name with the `date` (ISO 8601), and puts what can be read of it in its place.

    Raises OSError or sqlite3.Error where there is no room: the damaged file is then as it was.
    """
    made = ready_of(file)
    part = made.with_name(f"{made.name}.part")
    for name in (made, part):
        _free_of_folders(name)
    told = _write(part, salvage(file, last), _free_name(file, date))
    with part.open("rb+") as stream:
        on_the_disk(stream)
    part.replace(made)
    sync_directory(file.parent)
    _exchange(file, told)
    return told


def take_up(file: Path) -> Rescued | None:
    """
    Ends a rescue that was interrupted; None where there was none.

    A new file that is not marked as complete is of an older version: it counts where there is no other.
    """
    made = ready_of(file)
    if not made.is_file():
        return None
    told = told_by(made)
    if told is None and file.exists():
        made.unlink()
        return None
    told = told or Rescued(_free_name(file, "unfinished").name, 0, 0)
    _exchange(file, told)
    return told


def ready_of(file: Path) -> Path:
    """The complete new file before it has the name of the old one."""
    return file.with_name("rescued.sqlite3")


def told_by(made: Path) -> Rescued | None:
    """What a complete new file says of its rescue."""
    if not made.is_file():
        return None
    with suppress(sqlite3.Error, OSError), closing(open_to_read(made)) as games:
        if has_table(games, "rescue"):
            row = games.execute("SELECT file, games, events FROM rescue ORDER BY rowid DESC").fetchone()
            return Rescued(decoded(row[0]), *row[1:]) if row else None
    return None


def _write(part: Path, salvaged: Salvaged, aside: Path) -> Rescued:
    told = Rescued(aside.name, sum(bool(game.texts) for game in salvaged.games), salvaged.events)
    with closing(make_new(part)) as games:
        games.execute("BEGIN")
        fill(games, salvaged, aside.name)
        games.execute("INSERT INTO rescue VALUES (?, ?, ?)", (told.file, told.games, told.events))
        games.execute("COMMIT")
    return told


def fill(games: sqlite3.Connection, salvaged: Salvaged, aside: str) -> None:
    """Puts what was read into an empty file; `aside`: what the damaged one is kept as."""
    for game in salvaged.games:
        rows = ((game.chain.game, number, text.decode()) for number, text in enumerate(game.texts, start=1))
        games.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)
    summaries = ((name, events, mark, text.decode()) for name, events, mark, text in salvaged.summaries)
    games.executemany("INSERT INTO summary VALUES (?, ?, ?, ?)", summaries)
    cut = ((chain.game, chain.events, aside) for chain in salvaged.incomplete)
    games.executemany("INSERT INTO damage VALUES (?, ?, ?)", (*salvaged.damages, *cut))


def _exchange(file: Path, told: Rescued) -> None:
    """Each step may be done already; the old file keeps its name until the new one takes it."""
    aside = file.with_name(told.file)
    for end in ("", *KEPT_LOGS):
        _also_named(log_of(file, end), log_of(aside, end))
    sync_directory(file.parent)
    for end in LOGS:  # what SQLite kept beside the old file would be taken for the new one's
        log_of(file, end).unlink(missing_ok=True)
    sync_directory(file.parent)
    ready_of(file).replace(file)
    sync_directory(file.parent)


def _also_named(file: Path, name: Path) -> None:
    """Gives the file a second name, where it is there and has none yet; a copy where it can have one name only."""
    if not file.exists() or (name.exists() and file.samefile(name)):
        return
    try:
        os.link(file, name)
    except FileExistsError:
        pass  # a copy that was made before the rescue was interrupted
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        part = name.with_name(f"{name.name}.part")
        shutil.copyfile(file, part)
        with part.open("rb+") as stream:
            on_the_disk(stream)
        part.replace(name)


def _free_of_folders(name: Path) -> None:
    """Gives a folder that has the name another one: nobody at a table could take it away."""
    if name.is_dir():
        others = (name.with_name(f"{name.name}-{number}") for number in count(1))
        name.rename(next(other for other in others if not other.exists()))


def _free_name(file: Path, date: str) -> Path:
    """A name with the date that no other file has."""
    stem = f"{file.stem}-damaged-{date.replace(':', '-')}"
    names: Iterator[Path] = (
        file.with_name(f"{stem}{f'-{number}' if number else ''}{file.suffix}") for number in count()
    )
    return next(name for name in names if not name.exists())
