"""
Statistics of people over their games, from the games' summaries alone; unfinished and hidden games do not count.

A person is a name that somebody was given; players called by their place's own name are nobody in particular.
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from lucca_pi.devices.game_list import Row
from lucca_pi.games import DEFAULT, TITLES, game_named
from lucca_pi.language import Text, _, listed, say

FORMAT = "lucca-statistics/1"


_ROUND_WINS = (5, 10, 25, 50, 100, 200, 300, 400, 500, 1000)
"""Wins that are worth a sentence."""


MOST_NEWS = 3
"""Most sentences on what is new in a game."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Games that can be compared: of one game by name, of one variant such as the edition, with as many players."""

    game: str
    variant: str
    players: int

    @property
    def words(self) -> Text:
        """The same for people."""
        title = TITLES.get(self.game, self.game)
        variant = [self.variant] if self.variant and not self.variant.isdecimal() else []
        return listed([title, *variant, _("{number} players", number=self.players)])


@dataclass(slots=True)
class Games:
    """A person's games of one kind. `points`: of each game, empty without points; `wins` counts shared ones, too."""

    games: int = 0
    wins: int = 0
    points: list[int] = field(default_factory=list)

    @property
    def average(self) -> float | None:
        """Points of a game on average; None in a game without points."""
        return round(sum(self.points) / len(self.points), 1) if self.points else None


@dataclass(frozen=True, slots=True)
class Best:
    """The best figure of one kind, and the game in which it was reached first."""

    value: int
    game: str
    date: str


@dataclass(slots=True)
class Person:
    """
    A person's games. `points` sums the points by game and kind, `bests` has the best figure by game and kind.

    `against`: by another person the games with both, and those in which this one ended ahead.
    """

    name: str
    kinds: dict[Kind, Games] = field(default_factory=lambda: defaultdict(Games))
    points: dict[tuple[str, str], int] = field(default_factory=Counter)
    bests: dict[tuple[str, str], Best] = field(default_factory=dict)
    against: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    seconds: int = 0
    turns: int = 0
    last: str = ""

    @property
    def games(self) -> int:
        """All games."""
        return sum(one.games for one in self.kinds.values())

    @property
    def wins(self) -> int:
        """All wins."""
        return sum(one.wins for one in self.kinds.values())

    @property
    def seconds_a_turn(self) -> int | None:
        """Seconds of a turn on average, pauses left out; None if no turn has a time."""
        return round(self.seconds / self.turns) if self.turns else None

    def games_of(self, game: str) -> int:
        """The games of one game by its name."""
        return sum(one.games for kind, one in self.kinds.items() if kind.game == game)

    def take(self, name: str, told: Mapping[str, Any]) -> None:
        """Counts a finished game, by its name, in which the person played."""
        kind = kind_of(told)
        games, points = self.kinds[kind], told["totals"][self.name]
        games.games += 1
        games.wins += self.name in told["first"]
        if points is not None:
            games.points.append(points)
            self._best(kind.game, "total", points, name, told)
        for key, figures in told["points"].items():
            self.points[kind.game, key] += figures.get(self.name, 0)
        for key, figures in told["bests"].items():
            self._best(kind.game, key, figures.get(self.name, 0), name, told)
        seconds, turns = told["seconds"].get(self.name, (0, 0))
        self.seconds, self.turns, self.last = self.seconds + seconds, self.turns + turns, told["date"][:10]
        order = [*told["ranking"]]
        for other in set(told["people"]) - {self.name}:
            self.against[other][0] += 1
            self.against[other][1] += order.index(self.name) < order.index(other)

    def _best(self, game: str, key: str, value: int, name: str, told: Mapping[str, Any]) -> None:
        known = self.bests.get((game, key))
        if value > (known.value if known else 0):
            self.bests[game, key] = Best(value, name, told["date"][:10])

    def to_json(self) -> dict[str, Any]:
        """The person's statistics as JSON data."""
        kinds = [
            {"game": kind.game, "variant": kind.variant, "players": kind.players}
            | {"games": one.games, "wins": one.wins, "average": one.average}
            for kind, one in self.kinds.items()
        ]
        points: dict[str, dict[str, float]] = {}
        for (game, key), total in self.points.items():
            points.setdefault(game, {})[key] = round(total / self.games_of(game), 1)
        bests: dict[str, dict[str, Any]] = {}
        for (game, key), best in self.bests.items():
            bests.setdefault(game, {})[key] = {"value": best.value, "id": best.game, "date": best.date}
        against = {other: {"games": games, "ahead": ahead} for other, (games, ahead) in self.against.items()}
        times = {"last": self.last, "seconds_a_turn": self.seconds_a_turn}
        counts = {"name": self.name, "games": self.games, "wins": self.wins, **times}
        return {**counts, "by_kind": kinds, "points_a_game": points, "bests": bests, "against": against}


def kind_of(told: Mapping[str, Any]) -> Kind:
    """The kind of the game with this summary."""
    return Kind(told.get("game", DEFAULT), told["variant"], len(told["totals"]))


def counts(row: Row) -> bool:
    """True for a game that statistics count."""
    return bool(row.summary and row.summary.get("finished") and "people" in row.summary and not row.hidden)


def statistics(rows: Iterable[Row]) -> list[Person]:
    """The people in these games, who won most first."""
    people: dict[str, Person] = {}
    for row in filter(counts, rows):
        told: Mapping[str, Any] = row.summary or {}
        for name in told["people"]:
            people.setdefault(name, Person(name)).take(row.game, told)
    return sorted(people.values(), key=lambda one: (-one.wins, -one.games, one.name))


def news(before: Sequence[Person], told: Mapping[str, Any]) -> list[Text]:
    """
    Sentences on what the game with this summary has brought that was not there before: a round number of wins, the best
    result of a person or of all.
    """
    known, kind, found = {one.name: one for one in before}, kind_of(told), []
    for name in told["first"]:
        wins = (known[name].wins if name in known else 0) + 1
        if name in told["people"] and wins in _ROUND_WINS:
            found.append(_("{player}: win number {number}.", player=name, number=wins))
    for key, figures in {"total": told["totals"], **told["bests"]}.items():
        best = max((one.bests[kind.game, key].value for one in before if (kind.game, key) in one.bests), default=0)
        new = max((figures.get(name) or 0 for name in told["people"]), default=0)
        if best and new > best:
            names = listed([name for name in told["people"] if figures.get(name) == new])
            told_by = {"record": words_of(kind.game, key), "player": names, "number": new, "best": best}
            found.append(_("A record: {record} {number}, {player}. Until now {best}.", **told_by))
    return found[:MOST_NEWS]


def words_of(game: str, key: str) -> Text | str:
    """A kind of figure in players' words."""
    return _("Points") if key == "total" else game_named(game).show.tally_words.get(key, key)


def statistics_json(people: Sequence[Person]) -> dict[str, Any]:
    """The statistics as a JSON document."""
    return {"format": FORMAT, "people": [one.to_json() for one in people]}


def statistics_csv(people: Sequence[Person]) -> str:
    """A line for each person and kind of game, for a spreadsheet."""
    file = StringIO()
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow(["player", "game", "variant", "players", "games", "wins", "average"])
    for person in people:
        for kind, one in person.kinds.items():
            lines.writerow([person.name, kind.game, kind.variant, kind.players, one.games, one.wins, one.average])
    return file.getvalue().rstrip("\n")


def statistics_text(people: Sequence[Person]) -> str:
    """The statistics for people, a few lines each."""
    return "\n\n".join("\n  ".join(map(say, _lines(one))) for one in people) or say(NOBODY)


NOBODY = _("Nobody has finished a game under a name yet: names are given on the page, before, in or after a game.")


def _lines(person: Person) -> list[str]:
    lines: list[str] = [
        _("{player}: {wins} of {games} games won", player=person.name, wins=person.wins, games=person.games)
    ]
    for kind, one in person.kinds.items():
        points = "" if one.average is None else _("; {points} points on average", points=one.average)
        told = {"kind": kind.words, "wins": one.wins, "games": one.games, "points": points}
        lines.append(_("{kind}: {wins} of {games}{points}", **told))
    for (game, key), best in person.bests.items():
        told = {"record": words_of(game, key), "number": best.value, "day": best.date}
        lines.append(_("best: {record} {number} ({day})", **told))
    for other, (games, ahead) in sorted(person.against.items()):
        lines.append(_("ahead of {player} in {number} of {games}", player=other, number=ahead, games=games))
    if person.seconds_a_turn:
        lines.append(_("{number} s a turn", number=person.seconds_a_turn))
    return lines
