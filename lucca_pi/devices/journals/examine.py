"""Whether a file of games is sound, all of it: its pages, its rows, and nothing gone from its end."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from lucca_pi.devices.journals.file import (
    decoded,
    fault_of_schema,
    has_table,
    holds_bytes,
    is_damage,
    log_of,
    open_to_read,
)
from lucca_pi.devices.journals.last import Last
from lucca_pi.devices.journals.text import Chain, UnfitError, is_intact, is_name

VERSIONS_AT, KNOWN_VERSIONS = 18, (1, 2)
"""Where SQLite's file says who may write and read it, and what this program's says there."""


def examine(file: Path, last: Last | None = None) -> str:
    """
    What is damaged in the file; empty where nothing is.

    `last`: the event that was kept last. Raises sqlite3.Error and OSError where the file may be well but cannot be had.
    """
    if not file.exists():
        return "its log is there without it" if holds_bytes(log_of(file)) else ""
    try:
        with closing(open_to_read(file)) as games:
            return next(_faults(file, games, last), "")
    except sqlite3.Error as error:
        if is_damage(error):
            return str(error)
        raise


def _faults(file: Path, games: sqlite3.Connection, last: Last | None) -> Iterator[str]:
    yield from _of_the_file(file, games)
    if fault := fault_of_schema(games):
        yield fault
        return
    if not has_table(games, "event"):
        if last:
            yield "the table of events is gone"
        return
    chains: dict[str, Chain] = {}
    yield from _of_rows(games, chains)
    yield from _of_claims(games, chains, last)


def _of_the_file(file: Path, games: sqlite3.Connection) -> Iterator[str]:
    with file.open("rb") as opened:
        versions = os.pread(opened.fileno(), 2, VERSIONS_AT)
    if versions and not set(versions) <= set(KNOWN_VERSIONS):
        yield "its header is damaged"
    if not versions and holds_bytes(log_of(file)):
        yield "it is empty, and its log is not"
    for (said,) in games.execute("PRAGMA integrity_check(1)"):
        if said != b"ok":
            yield decoded(said)


def _of_rows(games: sqlite3.Connection, chains: dict[str, Chain]) -> Iterator[str]:
    for name, number, text in games.execute("SELECT game, number, json FROM event NOT INDEXED ORDER BY rowid"):
        game = decoded(name)
        chain = chains.setdefault(game, Chain(game))
        try:
            if not is_name(game):
                raise UnfitError("has a name that no game has")
            chain.take(number, text)
        except UnfitError as error:
            yield f"{game}: event {chain.events + 1} {error}"


def _of_claims(games: sqlite3.Connection, chains: dict[str, Chain], last: Last | None) -> Iterator[str]:
    """Where a summary, or what was noted last, tells of more events, or of others."""
    claims = [last] if last else []
    if has_table(games, "summary"):
        for name, events, mark, text in games.execute("SELECT game, events, mark, json FROM summary"):
            about = decoded(name), events, decoded(mark)
            if isinstance(text, bytes) and isinstance(events, int) and is_intact(text, *about):
                claims.append(Last(*about))
    for claim in claims:
        if not claim.is_in(chains.get(claim.game)):
            yield f"{claim.game}: its end is gone, or another"
