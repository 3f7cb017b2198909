"""The hall's book: players, rounds, results and keys, kept in one file so that a restart loses nothing."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from lucca_pi.errors import UnreadableError, in_file
from lucca_pi.files import atomic_write, read_text
from lucca_pi.hall.seating import Round, SeatingError, check, planned
from lucca_pi.hall.standings import Result
from lucca_pi.hall.tables import check_date, check_ranking
from lucca_pi.language import _, say
from lucca_pi.mqtt.topics import is_table_name
from lucca_pi.outside import MOST_LETTERS, Node, is_plain, read_json

_FORMAT = "lucca-hall/1"
_PRIVATE = 0o600
"""The file's permissions: it holds keys."""


@dataclass(frozen=True, slots=True)
class Book:
    """
    Players who are there, rounds with their seats (the last is the present one), results, and keys by table.

    `plan`: rounds to come as they were planned with the present one.
    """

    players: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()
    plan: tuple[Round, ...] = ()
    results: tuple[Result, ...] = ()
    keys: dict[str, str] = field(default_factory=dict)

    def with_players(self, names: str) -> "Book":
        """With these players, a name a line. Raises SeatingError."""
        players = tuple(_named(line) for line in names.splitlines() if line.strip())
        check(players, ())
        return replace(self, players=players)

    def with_next_round(self, to_come: int, tables: int | None) -> "Book":
        """With seats for one more round; `to_come`: rounds still to come, with it. Raises SeatingError."""
        new, *later = planned(self.players, self.rounds, rounds=to_come, tables=tables, start=self.plan)
        return replace(self, rounds=(*self.rounds, new), plan=tuple(later))

    def with_seats(self, seats: str) -> "Book":
        """With other seats in the present round: a table a line, names with commas. Raises SeatingError."""
        rows = [[_named(name) for name in line.split(",")] for line in seats.splitlines() if line.strip()]
        placed = tuple(map(tuple, rows))
        names = [name for table in placed for name in table]
        if strangers := [name for name in names if name not in self.players]:
            raise SeatingError(say(_("{name} is not among the players: add the name there first.", name=strangers[0])))
        check(names, [*self.rounds[:-1], placed])
        return replace(self, rounds=(*self.rounds[:-1], placed))

    def without_round(self) -> "Book":
        """Without the present round."""
        return replace(self, rounds=self.rounds[:-1])

    def to_json(self) -> dict[str, Any]:
        """The book as JSON data."""
        return {"format": _FORMAT, **asdict(self)}


def _named(text: str) -> str:
    """The name of a player, as a table takes it. Raises SeatingError."""
    name = " ".join(text.split())
    if not is_plain(name) or len(name) > MOST_LETTERS or "," in name:
        raise SeatingError(
            say(_("“{name}”: a name has 1 to {most} letters and no comma.", name=name, most=MOST_LETTERS))
        )
    return name


def write_book(book: Book, file: Path) -> None:
    """Writes the book, readable for its owner alone. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(file) as stream:
        os.fchmod(stream.fileno(), _PRIVATE)
        stream.write(json.dumps(book.to_json(), ensure_ascii=False, indent=1).encode())


def read_book(file: Path) -> Book:
    """The book in the file, an empty one if there is none. Raises UnreadableError."""
    if not file.exists():
        return Book()
    with in_file(str(file)):
        document = read_json(read_text(str(file)))
        document.key("format").only(_FORMAT)
        return Book(
            tuple(_texts(document.key("players"))),
            _rounds(document.key("rounds")),
            _rounds(document.key("plan")),
            tuple(_result(one) for one in document.key("results").list()),
            {name: key.text() for name, key in document.key("keys").items()},
        )


def _rounds(node: Node) -> tuple[Round, ...]:
    return tuple(tuple(tuple(_texts(table)) for table in one.list()) for one in node.list())


def _texts(node: Node) -> Iterator[str]:
    return (one.text() for one in node.list())


def _result(node: Node) -> Result:
    table, game_id, title, digest = (node.key(name).text() for name in ("table", "game_id", "title", "digest"))
    check_date(node.key("date"))
    rows = [one.list() for one in node.key("ranking").list()]
    if any(len(row) != 3 for row in rows):
        raise node.wrong("expected rank, player and points of each player")
    check_ranking(rows)
    ranking = [(rank.value, player.value, points.value) for rank, player, points in rows]
    return Result(table, game_id, title, node.key("date").text(), node.key("confirmed").whole(), digest, ranking)


def read_keys(text: str) -> dict[str, str]:
    """
    Keys by table, from lines of the form TABLE = KEY; `#` begins a comment line. Raises UnreadableError.

    >>> read_keys("one = " + "0a" * 32)["one"][:4]
    '0a0a'
    """
    keys: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        table, _equals, key = (part.strip() for part in line.partition("="))
        try:
            is_key = len(bytes.fromhex(key)) == 32
        except ValueError:
            is_key = False
        if not is_table_name(table) or not is_key or table in keys:
            problem = _("expected TABLE = KEY, each table once; a key has 64 digits of 0 to 9 and a to f")
            raise UnreadableError(say(problem), f"line {number}")
        keys[table] = key
    return keys
