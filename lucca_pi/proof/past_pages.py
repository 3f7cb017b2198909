"""Stored games as pages on phones show and change them: titles, names, hidden and deleted games, pictures, files."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import quote

from lucca_pi.devices.album import PNG, colours_of
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.game_list import Row
from lucca_pi.devices.journal_file import fit_title
from lucca_pi.devices.state_directory import KnownPhones
from lucca_pi.devices.store import GameStore
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.journal import named_json
from lucca_pi.evening.people import fit_name, with_names
from lucca_pi.evening.state import State
from lucca_pi.evening.stored import summary
from lucca_pi.games import DEFAULT, PLAYED, game_named
from lucca_pi.language import listed
from lucca_pi.ports import Frame
from lucca_pi.printed.souvenir import souvenir_pdf, souvenir_png
from lucca_pi.proof.export import Stored, exported_parts, picture_of
from lucca_pi.proof.past_games import NoSuchGameError, copied, game_in, with_figures, with_results
from lucca_pi.vision.picture import PictureError, load_colour, load_picture
from lucca_pi.web.application import names_in
from lucca_pi.web.board import Idle
from lucca_pi.web.picture import encoded, smaller
from lucca_pi.years.people import NoSuchPersonError, PlaceNameError, forget_person, rename_person, seats_of
from lucca_pi.years.souvenir import CHARTS, souvenir_of
from lucca_pi.years.statistics import Person, news, statistics

GAMES = "/games"
"""Path of the list; those of games begin with it."""
_MOST_OPEN = 4
"""Most games that stay in memory once they were read: who reads one reads on in it."""
_MOST_LEADERS = 3
_DATE, _MINUTE = len("2026-05-01"), len("2026-05-01T2000")
_SOUVENIRS = {"png": souvenir_png, "pdf": souvenir_pdf}


@dataclass(frozen=True, slots=True)
class Listing:
    """
    A game in the list. `name`: its name in the store; `when`: the date and time at which it began; `kind`: the game's
    name for players, "" if nothing is known of the game's result.

    `players`: in the order of the ranking, with their points, None in a game without points. `trouble`: why it cannot
    be read, or only in part.
    """

    name: str
    when: str
    title: str = ""
    kind: str = ""
    players: tuple[tuple[str, int | None], ...] = ()
    finished: bool = False
    hidden: bool = False
    trouble: str = ""

    @classmethod
    def of(cls, row: Row) -> "Listing":
        """The game, from its result so far."""
        came_to = row.summary or {}
        totals = came_to.get("totals", {})
        players = tuple((one, totals[one]) for one in came_to.get("ranking", ()))
        kind = _kind(came_to.get("game", DEFAULT)) if row.summary else ""
        is_finished = came_to.get("finished", False)
        return cls(row.game, _when(row.game), row.title, kind, players, is_finished, row.hidden, row.trouble)

    @property
    def path(self) -> str:
        """The path of the game's page."""
        return f"{GAMES}/{quote(self.name, safe='')}"

    @property
    def called(self) -> str:
        """The title of the game, or when it began."""
        return self.title or self.when


@cache
def _kind(game: str) -> str:
    """The name for players of the game with that name; "" if it is unknown."""
    return game_named(game).title if game in PLAYED else ""


def _when(name: str) -> str:
    """
    The date and time in a game's name; the name itself if it has none.

    >>> [_when(name) for name in ("2026-05-01T2000", "2026-05-01T2000-2", "kitchen")]
    ['2026-05-01, 20:00', '2026-05-01, 20:00', 'kitchen']
    """
    day, time = name[:_DATE], name[_DATE + 1 : _MINUTE]
    is_date = name[_DATE : _DATE + 1] == "T" and len(time) == 4 and (day.replace("-", "") + time).isdecimal()
    return f"{day}, {time[:2]}:{time[2:]}" if is_date else name


class PastPages:
    """
    Past games of the directory in which `store` writes. `pictures`: pictures of tables are shown, too; `statistics`: so
    are people's games and bests. Every method reads the disk.
    """

    def __init__(self, store: GameStore, directory: Path, *, pictures: bool, statistics: bool = True) -> None:
        self._store, self._directory, self._has_pictures = store, directory, pictures
        self._has_statistics = statistics
        self._told = lru_cache(1)(self._news)
        self._opened = lru_cache(_MOST_OPEN)(self._open)
        self._jpeg = lru_cache(_MOST_OPEN)(_jpeg)

    def listed(self) -> list[Listing]:
        """All games, also the hidden ones, the latest first."""
        return [Listing.of(row) for row in reversed(with_results(self._store, self._store.listed()))]

    def deleted(self) -> list[Listing]:
        """The deleted games that can be brought back, the latest first."""
        return [Listing.of(row) for row in with_results(self._store, self._store.deleted())]

    def found(self, name: str) -> Listing | None:
        """The game of that name, as it was last known; None if there is none."""
        return next((Listing.of(row) for row in self._store.listed() if row.game == name), None)

    def names(self) -> list[str]:
        """The names of all people who have played."""
        return sorted({one for row in self._store.listed() for one in (row.summary or {}).get("people", ())})

    def game(self, name: str) -> Stored | None:
        """
        The game, read anew only if its journal has changed; None if its journal is gone.

        Raises NoSuchGameError, UnreadableError and RuleError.
        """
        stamp = self._store.stamp(name)
        return self._opened(name, stamp) if stamp else None

    def _readable(self, name: str) -> Stored | None:
        """The game; None if there is none that can be read."""
        with suppress(NoSuchGameError, UnreadableError, RuleError):
            return self.game(name)
        return None

    def picture_of(self, game: Stored, at: int | None = None) -> Path | None:
        """The picture of the look from which turn `at` was read, 0 for the start; None: of the last that has one."""
        moments = None if at is None else moments_after(game.state, at)
        name = picture_of(game, moments) if self._has_pictures and game.state.game else None
        return game.folder / name if name else None

    def picture(self, name: str, at: int | None = None, *, whole: bool = False) -> bytes | None:
        """
        The picture of the table after `at` turns, None: of the last, a JPEG; `whole`: as large as it was taken. None if
        there is none.
        """
        game = self._readable(name)
        picture = self.picture_of(game, at) if game else None
        with suppress(PictureError, OSError):
            if picture and whole:
                data = picture.read_bytes()
                return encoded(load_picture(picture).grey) if data.startswith(PNG) else data
            return self._jpeg(picture, picture.stat().st_mtime_ns) if picture else None
        return None

    def document(self, name: str, file: str) -> bytes | None:
        """
        A chart, the souvenir, or record and points of a game; None if there is none: a game that was never dealt has no
        files, one that is not finished no souvenir.
        """
        game, (what, _dot, kind) = self._readable(name), file.partition(".")
        if game is None or game.state.game is None:
            return None
        if what in CHARTS:
            return CHARTS[what](game.state)
        if what == "souvenir":
            is_over = game.state.course.is_over
            return _SOUVENIRS[kind](souvenir_of(game.state, self.picture(name))) if is_over else None
        return f"{json.dumps(game.result(), indent=1, ensure_ascii=False)}\n".encode()

    def file(self, name: str) -> Iterator[bytes] | None:
        """The game as one file with its pictures, in parts; None if it has no pictures."""
        game = self._readable(name)
        return exported_parts(game) if game and self.picture_of(game) else None

    def copy(self, name: str) -> str:
        """Copies a game to the USB stick, which may take minutes; a sentence on what came of it."""
        notice = copied(self._directory, name)
        return listed([notice.title, notice.text], ": ")

    def news(self, name: str, state: State) -> Sequence[str]:
        """Sentences on what a finished game has brought over all games: a record, a round number of wins."""
        return self._told(name, json.dumps(summary(state))) if self._has_statistics and name else ()

    def _news(self, name: str, told: str) -> Sequence[str]:
        before = statistics(row for row in with_figures(self._store) if row.game != name)
        return news(before, json.loads(told))

    def people(self) -> list[Person] | None:
        """The people who have finished games, who won most first; None without statistics."""
        return statistics(with_figures(self._store)) if self._has_statistics else None

    def idle(self) -> Idle | None:
        """What the large view shows while nobody plays; None before the first game is finished."""
        last = next((one for one in self.listed() if one.finished and one.players and not one.hidden), None)
        leaders = [(one.name, one.wins, one.games) for one in self.people() or () if one.wins]
        return Idle((last.called, last.kind), last.players, leaders[:_MOST_LEADERS]) if last else None

    def change_person(self, name: str, do: str, new: str, playing: str = "") -> str:
        """
        Calls a person otherwise in all games, or forgets the person; not one in `playing`, the game being played.

        Returns what came of it, a word of `past_site.SAID`.
        """
        fit = fit_name(new)
        if name in seats_of(self._store.journal(playing).events).values():
            return "playing"
        try:
            if do == "forgotten":
                forget_person(self._store, name, KnownPhones(self._directory))
            elif not fit:
                return "unnamed"
            else:
                rename_person(self._store, name, fit)
        except PlaceNameError:
            return "unnamed"
        except NoSuchPersonError:
            return "two"
        except (StoreError, OSError):
            return "failed"
        return do

    def change(self, name: str, do: str, form: Mapping[str, str]) -> str:
        """
        Does to a game what a form asks for, which holds a new title or new names.

        Returns what came of it, a word of `past_site.SAID`.
        """
        try:
            return self._changed(name, do, form)
        except (StoreError, OSError):
            return "failed"

    def _changed(self, name: str, do: str, form: Mapping[str, str]) -> str:
        known = self._store.deleted() if do in ("back", "gone") else self._store.listed()
        if not any(row.game == name for row in known):
            return "failed"
        match do:
            case "renamed":
                fit = fit_title(form.get("title", ""))
                if fit is None:
                    return "unfit"
                self._store.rename(name, fit)
            case "named":
                game = self._readable(name)
                names = with_names(game.state, names_in(form)) if game else None
                if not names:
                    return "unnamed"
                self._store.tell_about(name, named_json(names))
            case "hidden" | "listed":
                self._store.hide(name, hidden=do == "hidden")
            case "deleted":
                self._store.put_aside(name)
            case "back":
                self._store.bring_back(name)
            case _:
                self._store.delete_for_good(name)
        return do

    def _open(self, name: str, stamp: object) -> Stored:  # noqa: ARG002 - a journal that was changed is read anew
        return game_in(self._store, name)


def moments_after(state: State, turns: int) -> int:
    """How many turns and adjustments there were when so many turns had been played."""
    ends = [at for at, moment in enumerate(state.course.moments, start=1) if moment.is_turn]
    return ends[turns - 1] if 0 < turns <= len(ends) else 0


def table_picture(game: Stored) -> bytes | None:
    """The picture of the last table at the size of a phone, a JPEG; None if none is stored, or it cannot be read."""
    name = picture_of(game) if game.state.game else None
    with suppress(PictureError, OSError):
        return _jpeg(game.folder / name, 0) if name else None
    return None


def _jpeg(file: Path, changed_ns: int) -> bytes:  # noqa: ARG001 - a picture that was changed is read anew
    """The picture at the size of a phone. Raises PictureError and OSError."""
    picture = load_picture(file)
    colour = load_colour(colours_of(file)) if colours_of(file).is_file() else picture.colour
    return encoded(smaller(Frame(file.name, picture.grey, colour)))
