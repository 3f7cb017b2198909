"""All that can be read of a damaged file of games, and what cannot."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lucca_pi.devices.journals.file import decoded, is_damage, open_to_read
from lucca_pi.devices.journals.last import Last
from lucca_pi.devices.journals.pages import rows_in_pages
from lucca_pi.devices.journals.text import Chain, UnfitError, is_intact, is_name, parted

ENDS = "SELECT game, max(number) FROM event INDEXED BY sqlite_autoindex_event_1 GROUP BY game"
Summary = tuple[str, int, str, bytes]
"""game, events, mark, the text with its own mark"""
Damage = tuple[str, int, str]
"""game, events that could be read, what the damaged file is kept as"""


Row = tuple[int, int]
"""The place of an event among all, and its number in its game."""


@dataclass(slots=True)
class Game:
    """What was found of a game: the first place of its rows, by number what may be the text, and what came of it."""

    chain: Chain
    place: int
    rows: set[Row] = field(default_factory=set)
    found: dict[int, list[bytes]] = field(default_factory=dict)
    texts: list[bytes] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Salvaged:
    """The games in the order they were begun, those with something missing, and summaries that still hold."""

    games: tuple[Game, ...]
    incomplete: tuple[Chain, ...]
    summaries: tuple[Summary, ...]
    damages: tuple[Damage, ...]

    @property
    def events(self) -> int:
        """How many events could be read."""
        return sum(game.chain.events for game in self.games)


def salvage(file: Path, last: Last | None) -> Salvaged:
    """
    Reads the file by SQLite from the front and from the back, then page by page; the file is not changed.

    Of each game the events up to the first gap are kept: what came after a gap cannot be told without it. Raises
    OSError and sqlite3.Error where the file may be well but cannot be had.
    """
    found: dict[str, Game] = {}
    for place, (name, number, text) in _by_sqlite(file, "event", 3):
        if isinstance(name, bytes):
            _note(found, place, decoded(name), number, text)
    for place, name, number, text in rows_in_pages(file):
        _note(found, place, decoded(name), number, text)
    games = sorted(found.values(), key=lambda game: game.place)
    _share_rows(games)
    for game in games:
        _add_up(game)
    games = _without_damaged_names(games)
    summaries = [summary for _, row in _by_sqlite(file, "summary", 4) if (summary := _summary(row))]
    damages = [damage for _, row in _by_sqlite(file, "damage", 3) if (damage := damage_of(row))]
    return _judged(games, summaries, damages, last, _ends(file))


def _ends(file: Path) -> Mapping[str, int]:
    """How many events each game has by the index, where that can be read whole; else none."""
    with _passing_over_damage(), closing(open_to_read(file)) as games:
        return {decoded(name): number for name, number in games.execute(ENDS)}
    return {}


def _by_sqlite(file: Path, table: str, columns: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The rows, `columns` wide, that can be reached from the front or from the back, each with its place."""
    rows: dict[int, tuple[Any, ...]] = {}
    for direction in ("ASC", "DESC"):
        query = f"SELECT rowid, * FROM {table} NOT INDEXED ORDER BY rowid {direction}"
        with _passing_over_damage(), closing(open_to_read(file)) as games:
            for place, *row in games.execute(query):
                if isinstance(place, int):  # a view has none
                    rows[place] = tuple(row)
    return ((place, rows[place]) for place in sorted(rows) if len(rows[place]) == columns)


@contextmanager
def _passing_over_damage() -> Iterator[None]:
    """Ends reading where the file is damaged. Anything else is raised: nothing may be taken for lost that is there."""
    try:
        yield
    except OverflowError:
        pass
    except sqlite3.Error as error:
        if not is_damage(error):
            raise


def _note(found: dict[str, Game], place: int, name: str, number: object, text: object) -> None:
    game = found.setdefault(name, Game(Chain(name), place))
    if isinstance(number, int):
        game.rows.add((place, number))
        texts = game.found.setdefault(number, [])
        if isinstance(text, bytes) and text not in texts:
            texts.append(text)


def _share_rows(games: list[Game]) -> None:
    """Where the index has a row under another name, one of the two is damaged: the mark tells whose event it is."""
    named: dict[Row, list[Game]] = {}
    for game in games:
        for row in game.rows:
            named.setdefault(row, []).append(game)
    for (_, number), claiming in named.items():
        marked = [text for game in claiming for text in game.found[number] if parted(text)[1]]
        for game in claiming if len(claiming) > 1 else ():
            game.found[number] += [text for text in marked if text not in game.found[number]]


def _without_damaged_names(games: list[Game]) -> list[Game]:
    """The games without those that are unreadable and whose rows another game has as well."""
    return [game for game in games if game.texts or not any(_is_part(game, other) for other in games)]


def _is_part(game: Game, other: Game) -> bool:
    """Whether all rows of a game belong to another one as well, and there is more of that one."""
    return bool(game.rows) and game.rows <= other.rows and (bool(other.texts) or game.rows != other.rows)


def _add_up(game: Game) -> None:
    """Takes the events one after another, as far as they go."""
    while is_name(game.chain.game) and any(_takes(game, text) for text in game.found.get(game.chain.events + 1, ())):
        pass


def _takes(game: Game, text: bytes) -> bool:
    try:
        game.chain.take(game.chain.events + 1, text)
    except UnfitError:
        return False
    game.texts.append(text)
    return True


def damage_of(row: tuple[Any, ...]) -> Damage | None:
    """What a row says could not be read of a game; None where it is none."""
    match row:
        case bytes() as name, int() as events, bytes() as file:
            return decoded(name), events, decoded(file)
    return None


def _summary(row: tuple[Any, ...]) -> Summary | None:
    match row:
        case bytes() as name, int() as events, bytes() as mark, bytes() as text:
            if is_intact(text, decoded(name), events, decoded(mark)):
                return decoded(name), events, decoded(mark), text
    return None


def _judged(
    games: list[Game],
    summaries: list[Summary],
    damages: list[Damage],
    last: Last | None,
    ends: Mapping[str, int],
) -> Salvaged:
    """Which games are whole: by a summary, the note of the last event or the index, and against none of them."""
    named = {game.chain.game: game for game in games}
    claims = [Last(name, events, mark) for name, events, mark, _ in summaries] + ([last] if last else [])
    broken = [one for one in claims if not one.is_in(named[one.game].chain if one.game in named else None)]
    ends_otherwise = {one.game: one.events for one in broken}
    for name, game in named.items():
        if game.found.get(game.chain.events + 1) or ends_otherwise.get(name) == game.chain.events:
            _let_go_what_is_not_sure(game)
    whole = {(one.game, one.events) for one in claims} | {*ends.items()}
    cut = (name for name, game in named.items() if _is_cut(game) or (name, game.chain.events) not in whole)
    known = dict.fromkeys([*cut, *(one.game for one in broken)])
    incomplete = tuple(named[name].chain if name in named else Chain(name) for name in known)
    holds = tuple(one for one in summaries if one[0] not in known)
    return Salvaged(tuple(games), incomplete, holds, tuple(damages))


def _is_cut(game: Game) -> bool:
    return not game.texts or any(number > game.chain.events for number in game.found)


def _let_go_what_is_not_sure(game: Game) -> None:
    """Lets go the events after the last that has its mark, where another text was kept; not if none has one."""
    texts, sure = game.texts, game.chain.marked
    if 0 < sure < game.chain.events:
        game.texts, game.chain = [], Chain(game.chain.game)
        for text in texts[:sure]:
            _takes(game, text)
