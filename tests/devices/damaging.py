"""Journals of games, and what can happen to them."""

import os
import shutil
from contextlib import closing

from lucca_pi.devices.game_list import LIST_FILE
from lucca_pi.devices.journal_file import lines_of, parsed
from lucca_pi.devices.mending import DAMAGED
from lucca_pi.devices.state_directory import GAMES
from lucca_pi.devices.store import GameStore, StoredGames

EVENTS = [{"n": number, "sightings": "x" * 500} for number in range(40)]
NAMES = ("first", "second", "third")


def keep_games(directory, events=EVENTS, games=NAMES):
    """Keeps the games, one after another."""
    with closing(GameStore(directory)) as store:
        for game in games:
            for event in events:
                store.append(game, event)
            store.sum_up(store.journal(game), {"events": len(events)})
    return directory


def journal(directory, game="second"):
    """The game's journal."""
    return directory / GAMES / f"{game}.jsonl"


def change(file, old, new):
    """Changes bytes of the file in their first place."""
    whole = file.read_bytes()
    assert old in whole
    file.write_bytes(whole.replace(old, new, 1))


def changed(old, new):
    """What a change of bytes does to the second game's journal."""
    return lambda directory: change(journal(directory), old, new)


def lines(what):
    """What happens if lines of the second game's journal become others; the first is its head."""

    def done(directory):
        file = journal(directory)
        file.write_bytes(b"".join(what(file.read_bytes().splitlines(keepends=True))))

    return done


def replaced(make, game="second"):
    """What happens if something else has the name of the game's journal."""

    def done(directory):
        file = journal(directory, game)
        file.rename(directory / "elsewhere")
        make(file)

    return done


def refusing(number):
    """A call of the system that fails with that error."""

    def refuses(*_):
        raise OSError(number, os.strerror(number))

    return refuses


def forged(file, text):
    """Writes a line of that text at the end of a journal of the second game, with the mark that it should have."""
    whole = file.read_bytes()
    file.write_bytes(whole + lines_of("second", parsed(whole, "second").marks, [text]))


def exchanged(directory):
    """Exchanges the journals of two games."""
    journal(directory, "first").rename(directory / "elsewhere")
    journal(directory).rename(journal(directory, "first"))
    (directory / "elsewhere").rename(journal(directory))


DAMAGES = {
    "a torn event": changed(b'{"n": 20,', b'{"n"; 20,'),
    "a wrong digit": changed(b'{"n": 20,', b'{"n": 21,'),
    "a byte that is no text": changed(b'{"n": 20, "sigh', b'{"n": 20, "si\x80h'),
    "a wrong mark": changed(b'"mark": "', b'"mark": "z'),
    "no number": lines(lambda text: [*text[:17], b'{"n": NaN}\n', *text[18:]]),
    "lists without end": lines(lambda text: [*text[:17], b"[" * 90_000, b"\n", *text[18:]]),
    "an event without its mark": lines(lambda text: [*text[:17], b'{"n": 3}\n', *text[18:]]),
    "an event that is gone": lines(lambda text: [*text[:17], *text[18:]]),
    "an event twice": lines(lambda text: [*text[:17], text[16], *text[17:]]),
    "two events exchanged": lines(lambda text: [*text[:17], text[18], text[17], *text[19:]]),
    "a head that is gone": lines(lambda text: text[1:]),
    "a wrong letter in the head": changed(b'"game": "second"', b'"game": "secund"'),
    "a beginning that is gone": lines(lambda text: [text[0], *text[2:]]),
    "an end that is gone": lines(lambda text: text[:31]),
    "an end that is cut off": lambda directory: os.truncate(journal(directory), 11_000),
    "all but the head": lines(lambda text: text[:1]),
    "a cut head": lambda directory: os.truncate(journal(directory), 10),
    "an empty file": lambda directory: os.truncate(journal(directory), 0),
    "a page of zeros": lines(lambda text: [*text[:17], bytes(4096), *text[23:]]),
    "zeros at the end": lines(lambda text: [*text, bytes(4096)]),
    "another end of line": lines(lambda text: [line.replace(b"\n", b"\r\n") for line in text]),
    "no end of line": lines(lambda text: [line.rstrip() for line in text]),
    "noise": lambda directory: journal(directory).write_bytes(os.urandom(9000)),
    "a longer file than can be": lambda directory: os.truncate(journal(directory), 10**10),
    "no file": lambda directory: journal(directory).unlink(),
    "no last game": lambda directory: journal(directory, "third").unlink(),
    "no journals": lambda directory: shutil.rmtree(directory / GAMES),
    "a folder": replaced(lambda file: file.mkdir()),
    "a pipe": replaced(os.mkfifo),
    "a link": replaced(lambda file: file.symlink_to("../elsewhere")),
    "a link to nowhere": replaced(lambda file: file.symlink_to("nowhere")),
    "a link to itself": replaced(lambda file: file.symlink_to(file)),
    "exchanged journals": exchanged,
    "another game's journal": lambda directory: shutil.copy(journal(directory, "first"), journal(directory)),
    "the list of games": lambda directory: (directory / LIST_FILE).replace(journal(directory)),
}  # fmt: skip
GONE = {"no file", "no last game", "no journals"}
NOTHING_LEFT = {
    *("a wrong mark", "a head that is gone", "a wrong letter in the head", "a beginning that is gone"),
    *("all but the head", "a cut head", "an empty file", "another end of line", "no end of line", "noise"),
    *("a folder", "a pipe", "a link", "a link to nowhere", "a link to itself", "another game's journal"),
    *("the list of games", "exchanged journals", *GONE),
}
"""Damages after which no event of a game can be read: its journal stays as it is."""


def read(directory):
    """What can be read of each game that is listed: its events, and what is said to be wrong with it."""
    with closing(StoredGames(directory)) as games:
        return {one.game: (games.events(one.game), games.journal(one.game).trouble) for one in games.listed()}


def started(directory):
    """What a start of play says of the games."""
    store = GameStore(directory)
    store.close()
    return store.notice


def asides(directory):
    """The journals that were kept apart."""
    return sorted((directory / GAMES / DAMAGED).rglob("*.jsonl"))


def contents(directory):
    """The files below a folder with what they hold."""
    return {file: file.read_bytes() for file in directory.rglob("*") if file.is_file() and not file.is_symlink()}
