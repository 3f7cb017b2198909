"""
People over all their games: statistics, from the games' summaries alone; and a person renamed, merged with another who
is the same, or forgotten, in all games at once.

A person is a name that somebody was given; players called by their place's own name are nobody in particular.
Unfinished and hidden games do not count.
"""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import StringIO
from itertools import chain, count
from typing import Any

from lucca_pi.devices.state_directory import KnownPhones, Row
from lucca_pi.devices.store import GameStore, StoredGames
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.journal import Begun, events_from_json, named_json, renamed, with_names
from lucca_pi.evening.people import own_names
from lucca_pi.games import DEFAULT, TITLES, game_named
from lucca_pi.language import Text, _, listed, say
from lucca_pi.outside import shown

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


_SAID = ("question", "answers", "note", "by", "signed", "title")
"""Keys of texts that may hold a name among other words."""


class NoSuchPersonError(Exception):
    """No game has a person of that name, or the person cannot have the other name."""


class PlaceNameError(NoSuchPersonError):
    """A person cannot be called as a place is."""


def seats_of(events: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """Who sits where in a journal, by the code of the place, as called last; before the start only who has a name."""
    seats: dict[int, str] = {}
    with suppress(UnreadableError):
        for event in with_names(events):
            sat, names = event.get("seats"), event.get("names")
            if event.get("event") == "dealt" and isinstance(sat, Mapping):
                seats = {code: player for player, code in sat.items()}
            elif event.get("event") == "begun" and isinstance(names, Mapping) and not seats:
                seats = {int(code): name for code, name in names.items() if code.isdecimal()}
    return seats


def rename_person(games: StoredGames, name: str, new: str) -> int:
    """
    Calls a person otherwise in all games; one who has that name already becomes the same person. Gives the number of
    games changed. Raises NoSuchPersonError if both played in one game, PlaceNameError, and StoreError.
    """
    found: dict[str, dict[int, str]] = {}
    taken: set[str] = set()
    for row in games.listed() if name != new else ():
        if name not in (row.summary or {}).get("people", (name,)):
            continue  # else all journals would be read
        events = games.journal(row.game).events
        seats, own = seats_of(events), _own_names(_begun(events))
        if name in seats.values() and name not in own:
            found[row.game] = seats
            taken |= {*own}
    if not found and name != new:
        raise NoSuchPersonError(f"nobody is called {shown(name)}: `lucca-pi games stats` lists the people")
    both = next((game for game, seats in found.items() if new in seats.values()), None)
    if both:
        raise NoSuchPersonError(f"{shown(name)} and {shown(new)} both played in {both}: they are two people")
    if new in taken:
        raise PlaceNameError(f"{shown(new)} is the name of a place: a person needs another")
    for game, seats in found.items():
        games.tell_about(game, named_json({code: new for code, player in seats.items() if player == name}))
    return len(found)


def forget_person(store: GameStore, name: str, phones: KnownPhones) -> int:
    """
    Removes a person's name from every journal, deleted ones too, and lets the phone of that name in no more; the games
    stay, with the place's own name. Gives the number of games. Raises NoSuchPersonError and StoreError.
    """
    changed: dict[str, Sequence[Mapping[str, Any]]] = {}
    for game, events in store.journals(name):
        told = forgotten(events, name)
        if told != events:
            changed[game] = told
    known = phones.read()
    kept = {key: one for key, one in known.items() if name not in (one, *_values(one))}
    if not changed and kept == known:
        raise NoSuchPersonError(f"nobody is called {shown(name)}: `lucca-pi games stats` lists the people")
    store.rewrite(changed, without=name)
    phones.keep(kept)
    return len(changed)


def _values(part: Any) -> tuple[Any, ...]:
    return tuple(part.values()) if isinstance(part, Mapping) else ()


def forgotten(events: Sequence[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    """The events of a journal with the own name of the person's place in place of each name the person had there."""
    seats, begun = seats_of(events), _begun(events)
    code = next((code for code, player in seats.items() if player == name), None)
    if name in _own_names(begun) or all(_without(event, {name: ""}) == event for event in events):
        return [*events]
    others = {player for player in seats.values() if player != name}
    gone = {name, *_names_at(events, code)} - {*_own_names(begun), *others}
    names, found = dict.fromkeys(gone, _own_name(begun, code, others)), [*events]
    with suppress(UnreadableError):  # each place has one name then: no two become one
        found = [event for event in with_names(events) if event.get("event") != "named"]
    for number, event in enumerate(found):
        dealt = event["seats"] if event.get("event") == "dealt" else {}  # perhaps others than at last
        names |= {one: _own_name(begun, at, dealt.keys() - gone) for one, at in dealt.items() if one in gone}
        found[number] = _without(event, names)
    return found


def _names_at(events: Iterable[Mapping[str, Any]], code: int | None) -> Iterator[str]:
    """Every name that a place has had in a journal."""
    for event in events:
        names, seats = event.get("names"), event.get("seats")
        if isinstance(names, Mapping) and isinstance(names.get(str(code)), str):
            yield names[str(code)]
        if isinstance(seats, Mapping):
            yield from (player for player, at in seats.items() if at == code)


def _begun(events: Iterable[Mapping[str, Any]]) -> Begun | None:
    """The beginning of a journal; None if it cannot be read."""
    with suppress(UnreadableError, RuleError):
        return next((event for event in events_from_json(events) if isinstance(event, Begun)), None)
    return None


def _own_names(begun: Begun | None) -> Collection[str]:
    """The names that the places of a game have of their own: nobody in particular is called so."""
    return own_names(begun.plugin, begun.setup) if begun else ()


def _own_name(begun: Begun | None, code: int | None, others: Collection[str]) -> str:
    """The name that a place has of its own; that of nobody if no place is known, or one of the others is called so."""
    own = {**begun.plugin.rules.seats(begun.setup)}.get(code or 0) if begun else None
    nobody = say(_("nobody")).capitalize()
    free = chain([say(own).capitalize()] if own else [], [nobody], (f"{nobody} {number}" for number in count(2)))
    return next(name for name in free if name not in others)


def _without(event: Mapping[str, Any], names: Mapping[str, str]) -> Any:
    """The event with other names in place of some, also among the words of a text."""
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")

    def said(key: str, text: str) -> str:
        return words.sub(lambda found: names[found[0]], text) if key in _SAID else text

    return renamed(event, names, said)
