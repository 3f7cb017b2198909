"""Files of games, and what can happen to them."""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from lucca_pi.devices.clock import HandClock
from lucca_pi.devices.store import FILE, LOCK, SqliteStore, StoredGames

CLOCK = HandClock("2026-05-01T20:00:00+02:00")
EVENTS = [{"n": number, "sightings": "x" * 500} for number in range(40)]
GAMES = ("first", "second", "third")
TRIGGERS = ("event_is_not_changed", "event_is_not_deleted")
PAGE = 4096
LETTERS = b"\0\0\0\x04" + bytes(11)
"""What stands in the header before the kind of letters."""


def keep_games(directory, events=EVENTS, games=GAMES):
    """Keeps the games, all of them in the one file, with no log beside it; gives the file."""
    store = SqliteStore(directory, CLOCK)
    for game in games:
        for event in events:
            store.append(game, event)
        store.sum_up(game, {"events": len(events)})
    store.close()
    return directory / FILE


def keep_games_as_before(directory):
    """Keeps the games as versions without marks did."""
    directory.mkdir(exist_ok=True)
    with closing(sqlite3.connect(directory / FILE)) as games:
        games.execute(
            "CREATE TABLE event (\n    game TEXT NOT NULL,\n    number INTEGER NOT NULL,\n    json TEXT NOT NULL,\n"
            "    PRIMARY KEY (game, number)\n)"
        )
        rows = [(game, number, json.dumps(event)) for game in GAMES for number, event in enumerate(EVENTS, start=1)]
        games.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)
        games.commit()
    return directory / FILE


def change(file, old, new):
    """Changes bytes of the file in their first place."""
    whole = file.read_bytes()
    assert old in whole
    file.write_bytes(whole.replace(old, new, 1))


def write_page(file, number, content):
    """Overwrites the page of the file, counting from 0."""
    whole = file.read_bytes()
    file.write_bytes(whole[: number * PAGE] + content + whole[(number + 1) * PAGE :])


def row(sql, *values):
    """What a change by SQL does to a file of games; what forbids it is taken away before."""

    def done(file):
        with closing(sqlite3.connect(file)) as games:
            for trigger in TRIGGERS:
                games.execute(f"DROP TRIGGER IF EXISTS {trigger}")
            assert games.execute(sql, values).rowcount
            games.commit()

    return done


def script(sql):
    """What a change of the schema does to a file of games."""

    def done(file):
        with closing(sqlite3.connect(file)) as games:
            games.executescript(sql)

    return done


def renamed(file, game, name):
    """Gives a game another name than it was begun with."""
    row("UPDATE event SET game = ? WHERE game = ?", name, game)(file)


def of_row(text):
    """The text of the second game's 17th event becomes another."""
    return row("UPDATE event SET json = CAST(? AS TEXT) WHERE game = 'second' AND number = 17", text)


DAMAGES = {
    "a torn event": lambda file: change(file, b'{"n": 20,', b'{"n"; 20,'),
    "a wrong digit": lambda file: change(file, b'{"n": 20,', b'{"n": 21,'),
    "a byte that is no text": lambda file: change(file, b'{"n": 20, "sigh', b'{"n": 20, "si\x80h'),
    "no number": of_row(b'{"n": NaN}'),
    "lists in lists": of_row(b'{"n": ' + b"[" * 5000 + b"]" * 5000 + b"}"),
    "lists without end": of_row(b'{"n": ' + b"[" * 90_000),
    "another event without its mark": of_row(b'{"n": 3}'),
    "no text at all": row("UPDATE event SET json = 5 WHERE game = 'second' AND number = 17"),
    "an event that is gone": row("DELETE FROM event WHERE game = 'second' AND number = 17"),
    "a beginning that is gone": row("DELETE FROM event WHERE game = 'second' AND number = 1"),
    "an end that is gone": row("DELETE FROM event WHERE game = 'second' AND number > 30"),
    "a last game that is gone": row("DELETE FROM event WHERE game = 'third'"),
    "a number that is a text": row("UPDATE event SET number = 'x' WHERE game = 'second' AND number = 17"),
    "a last number that is a text": row("UPDATE event SET number = 'x' WHERE game = 'third' AND number = 40"),
    "a name that leads elsewhere": row("UPDATE event SET game = '../x' WHERE game = 'second' AND number = 17"),
    "a wrong letter in a name": lambda file: change(file, b'second\x14{"n": 19,', b'secund\x14{"n": 19,'),
    "a wrong letter in a first name": lambda file: change(file, b'second{"n": 0,', b'secund{"n": 0,'),
    "a view of another table": script("ALTER TABLE event RENAME TO kept; CREATE VIEW event AS SELECT * FROM kept"),
    "a trigger that refuses": script("CREATE TRIGGER no BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'no'); END"),
    "an index that would refuse": script("CREATE INDEX no ON event (json)"),
    "another column": lambda file: change(file, b"json TEXT NOT NULL", b"jsen TEXT NOT NULL"),
    "another table": lambda file: change(file, b"CREATE TABLE event", b"CREATE TABLE evend"),
    "another column of summaries": lambda file: change(file, b"    game TEXT PRIMARY", b"    gaze TEXT PRIMARY"),
    "no table": lambda file: change(file, b"CREATE TABLE event", b"CREATE TXBLE event"),
    "a schema that is no text": lambda file: change(file, b"CREATE TABLE damage", b"CREATE T\xd5BLE damage"),
    "a name of a table that is no text": lambda file: change(file, b"tabledamagedamage", b"tabled\xd5magedamage"),
    "another format": lambda file: change(file, b"\x00\x02\x02\x00\x40", b"\x00\x07\x07\x00\x40"),
    "other letters": lambda file: change(file, LETTERS + b"\x01", LETTERS + b"\x02"),
    "no header": lambda file: write_page(file, 0, bytes(PAGE)),
    "a page of zeros": lambda file: write_page(file, 9, bytes(PAGE)),
    "a page of noise": lambda file: write_page(file, 2, b"\xff" * PAGE),
    "a file cut short": lambda file: os.truncate(file, 11 * PAGE + 100),
    "a file cut in its third page": lambda file: os.truncate(file, 2 * PAGE + 4000),
    "an empty file": lambda file: os.truncate(file, 0),
    "no database": lambda file: file.write_bytes(b"no database at all" * 100),
}  # fmt: skip


def cut_off(directory, to, events=EVENTS, last=None):
    """Keeps the last game while somebody reads, and copies all as a power cut leaves it: the game is in the log."""
    file = keep_games(directory, events, GAMES[:2])
    store = SqliteStore(directory, CLOCK)
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM event").fetchone()
        for event in last or events:
            store.append(GAMES[2], event)
        store.sum_up(GAMES[2], {"events": len(last or events)})
        to.mkdir()
        for name in (FILE, f"{FILE}-wal", LOCK):
            shutil.copy(directory / name, to)
    store.close()
    return to / FILE


def read(directory):
    """What can be read of each game that is listed: its events, and what is said to be wrong with it."""
    with closing(StoredGames(directory)) as games:
        return {one.game: (games.events(one.game), games.journal(one.game).trouble) for one in games.listed()}


def started(directory):
    """What a start of play says of the games."""
    store = SqliteStore(directory, CLOCK)
    store.close()
    return store.notice


def asides(directory: Path):
    """The files that were set aside."""
    return sorted(directory.glob("games-damaged-*.sqlite3"))
