"""Games read from their file, also from a damaged one: one that cannot be read costs only itself."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lucca_pi.devices.journals.file import (
    decoded,
    fault_of_schema,
    has_table,
    holds_bytes,
    is_damage,
    log_of,
    open_in_memory,
    open_to_read,
)
from lucca_pi.devices.journals.last import Last, read_last
from lucca_pi.devices.journals.rescue import fill, ready_of, told_by
from lucca_pi.devices.journals.salvage import damage_of, salvage
from lucca_pi.devices.journals.text import Chain, UnfitError, is_intact, is_name, parted

COUNTS = "SELECT game, max(number), min(rowid) FROM event GROUP BY game ORDER BY 3"

END_GONE = "damaged: its end is gone, or another"


@dataclass(frozen=True, slots=True)
class Journal:
    """
    A game's events, oldest first; `trouble`: what of it cannot be read, empty where nothing.

    `is_whole`: its rows are as they were kept. What an earlier rescue could not read is trouble, but not with them.
    """

    events: list[dict[str, Any]]
    trouble: str = ""
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Listed:
    """A game, what it had come to (None where that is not known), and what of it cannot be read."""

    game: str
    summary: dict[str, Any] | None
    trouble: str = ""


def newest(file: Path) -> Path:
    """The file, or the one that takes its place: a rescue was interrupted that the next start ends."""
    return ready_of(file) if told_by(ready_of(file)) else file


def open_what_is_left(file: Path, last: Last | None) -> tuple[sqlite3.Connection, bool]:
    """The file, or in memory what can be read of a damaged one; and whether it is damaged. Raises StoreError."""
    try:
        games = open_to_read(file)
        _refuse_damaged(file, games)
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        return salvaged_in_memory(file, last), True
    return games, False


def _refuse_damaged(file: Path, games: sqlite3.Connection) -> None:
    """Raises sqlite3.Error where games cannot be counted, or where the log may be another file's: pages contradict."""
    has_log = holds_bytes(log_of(file))
    if has_log and not file.exists():
        raise sqlite3.DatabaseError("its log is there without it")
    if fault := fault_of_schema(games):
        raise sqlite3.DatabaseError(fault)
    if has_table(games, "event"):
        games.execute(COUNTS).fetchone()
    if has_log and games.execute("PRAGMA integrity_check(1)").fetchone() != (b"ok",):
        raise sqlite3.DatabaseError("its log contradicts it")


def salvaged_in_memory(file: Path, last: Last | None) -> sqlite3.Connection:
    """What can be read of a damaged file, which stays as it is."""
    games = open_in_memory()
    fill(games, salvage(file, last), "")
    return games


def last_noted(lock: Path) -> Last | None:
    """The event that was kept last, as it is noted beside the file of games."""
    with suppress(OSError):
        noted = os.open(lock, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        try:
            return read_last(noted)
        finally:
            os.close(noted)
    return None


def chain_of(games: sqlite3.Connection, game: str) -> tuple[Chain, list[bytes], str]:
    """A game's chain, the texts of its events, and why it ends there if it should not."""
    chain, texts = Chain(game), []
    rows = (
        games.execute("SELECT number, json FROM event WHERE game = ? ORDER BY number", (game,)) if is_name(game) else ()
    )
    for number, text in rows:
        try:
            texts.append(chain.take(number, text))
        except UnfitError as error:
            return chain, texts, f"event {chain.events + 1} {error}"
    return chain, texts, ""


def journal_of(games: sqlite3.Connection, game: str, last: Last | None) -> Journal:
    """A game's events as far as they can be read."""
    chain, texts, trouble = chain_of(games, game)
    claims = [claim for claim, _ in _summaries(games, game)] + ([last] if last and last.game == game else [])
    if not trouble and not all(claim.is_in(chain) for claim in claims):
        return Journal([json.loads(text) for text in texts], END_GONE, is_whole=False)
    told = _damages(games).get(game, "")
    return Journal([json.loads(text) for text in texts], f"damaged: {trouble}" if trouble else told, not trouble)


def list_games(games: sqlite3.Connection, last: Last | None) -> list[Listed]:
    """Every game that the file knows of, in the order they were begun. No look is read."""
    counts = _counts(games) if has_table(games, "event") else {}
    told = _damages(games)
    summed_up = {claim.game: (claim.events, summary) for claim, summary in _summaries(games)}
    known = {name: summary for name, (events, summary) in summed_up.items() if events == counts.get(name)}
    names = [*counts]
    for name in dict.fromkeys([*told, *summed_up, *([last.game] if last else [])]):
        if name not in counts:
            names.insert(next((at for at, later in enumerate(names) if later > name), len(names)), name)
            told.setdefault(name, "damaged: its events are gone")
    if last and 0 < counts.get(last.game, 0) < last.events:
        told.setdefault(last.game, END_GONE)
    return [Listed(name, known.get(name), told.get(name, "")) for name in names]


def _counts(games: sqlite3.Connection) -> dict[str, int]:
    """How many events each game has by its last number; none where that is no number."""
    return {decoded(name): count if isinstance(count, int) else 0 for name, count, _ in games.execute(COUNTS)}


def _summaries(games: sqlite3.Connection, game: str | None = None) -> Iterator[tuple[Last, dict[str, Any]]]:
    """What games had come to, as far as that is as it was written."""
    if not has_table(games, "summary"):
        return
    only, values = ("", ()) if game is None else (" WHERE game = ?", (game,))
    for name, events, mark, text in games.execute(f"SELECT game, events, mark, json FROM summary{only}", values):
        about = decoded(name), events, decoded(mark)
        if isinstance(text, bytes) and isinstance(events, int) and is_intact(text, *about):
            yield Last(*about), json.loads(parted(text)[0])


def _damages(games: sqlite3.Connection) -> dict[str, str]:
    """What could not be read, in words, by game."""
    if not has_table(games, "damage"):
        return {}
    rows = games.execute("SELECT game, events, file FROM damage ORDER BY rowid").fetchall()
    told = filter(None, map(damage_of, rows))
    return {name: _damage_text(events, file) for name, events, file in told}


def _damage_text(events: int, file: str) -> str:
    whole = f"; all that was left of it is in {file}" if file else ""
    return f"damaged: events that could be read: {events}{whole}"
