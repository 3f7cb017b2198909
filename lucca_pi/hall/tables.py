"""
Tables by what they publish: only what a table has sealed with the key that the organiser let in is believed.

A state is taken if it is newer than the last one of its game: by its date, or, as the clock of a table may have been
set back, by more confirmed events than there were before. So nobody makes a game older by sending a state again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeAlias

from lucca_pi.errors import UnreadableError
from lucca_pi.hall.standings import Result
from lucca_pi.mqtt.table_state import FORMAT, is_genuine
from lucca_pi.mqtt.topics import is_table_name
from lucca_pi.outside import Node, read_json

ONLINE, STATE = "online", "state"
"""Last parts of a table's topics."""
_LONGEST_STATE = 65_536
"""Longest state, bytes: a game of five players has about 2,000."""
_MOST_STRANGERS = 50
"""Most tables without a key that are shown; further ones are counted as malformed."""
_MOST_PLAYERS = 12

_Age: TypeAlias = tuple[datetime, int]
"""Date of a state, and its number in the table's run."""


@dataclass(slots=True)
class Table:
    """What is known of a table. `key` None: not let in. `state`: the last one believed. The rest: states left out."""

    name: str
    key: str | None = None
    is_online: bool | None = None
    state: Mapping[str, Any] | None = None
    unbelieved: int = 0
    malformed: int = 0
    old: int = 0
    _games: dict[str, tuple[_Age, int]] = field(default_factory=dict)
    """By game: the age of its last state, and the most confirmed events that it has had."""

    @property
    def waits_since(self) -> datetime | None:
        """The moment since when the table waits for an answer or its next turn; None if it waits for nothing."""
        if self.state is None or self.state["finished"] or self.is_online is False:
            return None
        return _date(self.state["since"])

    def to_json(self) -> dict[str, Any]:
        """What is known of the table as JSON data, without its key."""
        counts = {"unbelieved": self.unbelieved, "malformed": self.malformed, "old": self.old}
        known = {"table": self.name, "let_in": self.key is not None, "online": self.is_online}
        return {**known, **counts, "state": self.state}

    def take(self, state: Mapping[str, Any]) -> bool:
        """Takes a genuine state if it is newer; returns False if it is the last one again, or older."""
        age, confirmed = (_date(state["date"]), state["number"]), state["confirmed"]
        last, most = self._games.get(state["id"], (None, -1))
        if last and age <= last and confirmed <= most:
            self.old += state != self.state
            return False
        self.state, self._games[state["id"]] = state, (age, max(most, confirmed))
        return True


@dataclass(slots=True)
class Tables:
    """All tables by name, and the results of finished games by table and game. Both change with each message."""

    tables: dict[str, Table] = field(default_factory=dict)
    results: dict[tuple[str, str], Result] = field(default_factory=dict)
    malformed: int = 0
    """Messages left out that no table shown can be blamed for."""

    def let_in(self, keys: Mapping[str, str]) -> None:
        """Believes these tables from now on, and no others."""
        for name in {*self.tables, *keys}:
            table = self.tables.setdefault(name, Table(name))
            if table.key != keys.get(name):
                self.tables[name] = Table(name, keys.get(name), table.is_online)

    def remember(self, results: Iterable[Result]) -> None:
        """Adds results of before."""
        self.results.update({(one.table, one.game_id): one for one in results})

    def hear(self, topic: str, payload: bytes) -> None:
        """Takes a message of `lucca/TABLE/online` or `/state`."""
        parts = topic.split("/")
        table = self._table(parts[1]) if len(parts) == 3 and parts[2] in (ONLINE, STATE) else None
        if table is None:
            self.malformed += 1
        elif parts[2] == ONLINE:
            table.is_online = payload == b"online"
        else:
            self._hear_state(table, payload)

    def _table(self, name: str) -> Table | None:
        """The table of that name, a new one if need be; None if it is no name, or too many have no key."""
        if name in self.tables:
            return self.tables[name]
        strangers = sum(table.key is None for table in self.tables.values())
        if not is_table_name(name) or strangers >= _MOST_STRANGERS:
            return None
        return self.tables.setdefault(name, Table(name))

    def _hear_state(self, table: Table, payload: bytes) -> None:
        try:
            document = _read(payload)
            if table.key is None:
                return
            is_believed = is_genuine(document.value, table.key) and document.value.get("table") == table.name
            if is_believed:
                check_state(document)
        except UnreadableError:
            table.malformed += 1
            return
        if not is_believed:
            table.unbelieved += 1
        elif self._is_overtaken(table, document.value):
            table.old += 1
        elif table.take(document.value):
            self._keep_result(document.value)

    def _is_overtaken(self, table: Table, state: Mapping[str, Any]) -> bool:
        """True if a result of the game is known that is newer, as after a restart of the hall."""
        result = self.results.get((table.name, state["id"]))
        return result is not None and (
            _date(state["date"]) < _date(result.date) and state["confirmed"] <= result.confirmed
        )

    def _keep_result(self, state: Mapping[str, Any]) -> None:
        """Keeps the result of a finished game; takes it back if the table goes on with the game, as after an undo."""
        place = (state["table"], state["id"])
        if not (state["finished"] and state["digest"] and state["id"]):
            self.results.pop(place, None)
            return
        ranking = [(one["rank"], one["player"], one["total"]) for one in state["ranking"]]
        self.results[place] = Result(
            *place, state["title"], state["date"], state["confirmed"], state["digest"], ranking
        )


def _read(payload: bytes) -> Node:
    """The document of a message. Raises UnreadableError."""
    if len(payload) > _LONGEST_STATE:
        raise UnreadableError(f"more than {_LONGEST_STATE} bytes")
    try:
        document = read_json(payload.decode())
    except UnicodeDecodeError:
        raise UnreadableError("not UTF-8 text") from None
    document.key("format").only(FORMAT)
    return document


def check_state(document: Node) -> None:
    """Raises UnreadableError for a value that is not of its kind. Only what the hall uses is looked at."""
    texts, numbers = ("id", "title", "waits", "text"), ("number", "confirmed")
    kinds = dict.fromkeys(texts, Node.text) | dict.fromkeys(numbers, Node.whole)
    for name, check in (kinds | dict.fromkeys(("date", "since"), check_date)).items():
        check(document.key(name))
    may_be_null = dict.fromkeys(("player", "digest"), Node.text) | dict.fromkeys(
        ("round", "rounds", "turn"), Node.whole
    )
    for name, check in may_be_null.items():
        _or_null(document.key(name), check)
    if not isinstance(document.key("finished").value, bool):
        raise document.key("finished").wrong("expected true or false")
    check_ranking([[one.key(name) for name in ("rank", "player", "total")] for one in document.key("ranking").list()])


def check_ranking(ranking: Sequence[Sequence[Node]]) -> None:
    """Raises UnreadableError unless these are rank, player and points of at most a dozen players."""
    for rank, player, points in ranking:
        rank.whole()
        player.text()
        _or_null(points, Node.whole)
    if len(ranking) > _MOST_PLAYERS:
        raise UnreadableError(f"more than {_MOST_PLAYERS} players")


def _or_null(node: Node, check: Any) -> None:
    if node.value is not None:
        check(node)


def check_date(node: Node) -> None:
    """Raises UnreadableError unless the value is a date in ISO 8601."""
    try:
        _date(node.text())
    except (ValueError, OverflowError):
        raise node.wrong("expected a date in ISO 8601") from None


def _date(text: str) -> datetime:
    """The date; without a zone it counts as UTC. Raises ValueError."""
    date = datetime.fromisoformat(text)
    return date if date.tzinfo else date.replace(tzinfo=UTC)
