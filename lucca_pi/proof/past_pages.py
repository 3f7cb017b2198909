"""Stored games as the pages on phones show them, and what phones change: titles, hidden and deleted games."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from lucca_pi.contract.screens import Result
from lucca_pi.devices.album import PNG, colours_of
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.game_list import Row
from lucca_pi.devices.journal_file import fit_title
from lucca_pi.devices.state_directory import KnownPhones
from lucca_pi.devices.store import GameStore
from lucca_pi.errors import NotFinishedError, RuleError, UnreadableError
from lucca_pi.evening.journal import named_json
from lucca_pi.evening.people import fit_name, seats_to_name, with_names
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.state import State
from lucca_pi.evening.stored import summary
from lucca_pi.games import DEFAULT, PLAYED, game_named
from lucca_pi.language import listed, say
from lucca_pi.outside import shown
from lucca_pi.ports import Frame
from lucca_pi.printed.souvenir import souvenir_pdf, souvenir_png
from lucca_pi.proof.export import Stored, exported_parts, picture_of
from lucca_pi.proof.past_games import NoSuchGameError, copied, game_in, with_figures, with_results
from lucca_pi.vision.picture import PictureError, load_colour, load_picture
from lucca_pi.web.application import names_in
from lucca_pi.web.past import Changed, Listing, PastPage, PastTurn, PersonView
from lucca_pi.web.picture import encoded, smaller
from lucca_pi.years.people import NoSuchPersonError, PlaceNameError, forget_person, rename_person, seats_of
from lucca_pi.years.souvenir import CHARTS, souvenir_of
from lucca_pi.years.statistics import Person, news, statistics, words_of

_MOST_OPEN = 4
"""Most games that stay in memory once they were read: who reads one reads on in it."""
_DATE, _MINUTE = len("2026-05-01"), len("2026-05-01T2000")
_UNREADABLE = (NoSuchGameError, UnreadableError, RuleError)


class PastPages:
    """
    Past games of the directory in which `store` writes. `pictures`: pictures of tables are shown, too; `statistics`: so
    are people's games and bests.
    """

    def __init__(self, store: GameStore, directory: Path, *, pictures: bool, statistics: bool = True) -> None:
        self._store, self._directory, self._has_pictures = store, directory, pictures
        self._has_statistics = statistics
        self._told = lru_cache(1)(self._news)
        self._opened = lru_cache(_MOST_OPEN)(self._open)
        self._jpeg = lru_cache(_MOST_OPEN)(_jpeg)

    def listed(self) -> list[Listing]:
        """All games, also the hidden ones, the latest first."""
        return [_listing(row) for row in reversed(with_results(self._store, self._store.listed()))]

    def deleted(self) -> list[Listing]:
        """The deleted games that can be brought back, the latest first."""
        return [_listing(row) for row in with_results(self._store, self._store.deleted())]

    def page(self, name: str, at: int | None = None) -> PastPage | None:
        """The contents of a game's page, after `at` turns, None: at its end; None if there is no such game."""
        rows = self._store.listed()
        row = next((one for one in rows if one.game == name), None)
        if row is None:
            return None
        listing = replace(_listing(row), kind="", players=(), finished=False)
        try:
            game = self._game(name)
        except NoSuchGameError:
            return None
        except (UnreadableError, RuleError) as error:
            return PastPage(replace(listing, trouble=shown(error.message, 200)), None)
        if game is None:
            return PastPage(_listing(row), None)
        state = game.state
        listing = replace(listing, kind=state.plugin.title, trouble=game.trouble)
        if state.game is None:
            return PastPage(listing, None)
        handed = state.plugin.handed_over(name, state.match)
        steps = len(state.course.turns)
        at = steps if at is None else min(at, steps)
        overview = state_overview(state if at == steps else _after(state, at))
        picture = self._picture(game, at)
        return PastPage(
            replace(listing, finished=state.course.is_over),
            state.plugin.show.page(overview),
            overview,
            at,
            steps,
            turns=tuple(_turns(state)) if at == steps else (),
            seats=tuple(seats_to_name(state)),
            souvenir=souvenir_of(state, None).text() if state.course.is_over else "",
            people=tuple(sorted({person for one in rows for person in (one.summary or {}).get("people", ())})),
            bgstats=handed[1] if handed else None,
            has_picture=picture is not None,
            has_file=self._picture(game) is not None,
        )

    def picture(self, name: str, at: int | None = None, *, whole: bool = False) -> bytes | None:
        """
        The picture of the table after `at` turns, None: of the last, a JPEG; `whole`: as large as it was taken. None if
        there is none.
        """
        with suppress(*_UNREADABLE, PictureError, OSError):
            game = self._game(name)
            picture = self._picture(game, at) if game else None
            if picture and whole:
                data = picture.read_bytes()
                return encoded(load_picture(picture).grey) if data.startswith(PNG) else data
            return self._jpeg(picture, picture.stat().st_mtime_ns) if picture else None
        return None

    def document(self, name: str, file: str) -> bytes | None:
        """
        A file made of a game, one of `DOCUMENTS`; None if there is none: a game that was never dealt has no files, one
        that is not finished no souvenir.
        """
        with suppress(*_UNREADABLE, NotFinishedError):
            game = self._game(name)
            if game and game.state.game is not None:
                return self._made(game, file)
        return None

    def _made(self, game: Stored, file: str) -> bytes:
        what, _dot, kind = file.partition(".")
        if what in CHARTS:
            return CHARTS[what](game.state)
        if what == "souvenir":
            return _SOUVENIRS[kind](souvenir_of(game.state, self.picture(game.name)))
        return f"{json.dumps(game.result(), indent=1, ensure_ascii=False)}\n".encode()

    def file(self, name: str) -> Iterator[bytes] | None:
        """The game as one file with its pictures, in parts; None if it has no pictures."""
        with suppress(*_UNREADABLE):
            game = self._game(name)
            return exported_parts(game) if game and self._picture(game) else None
        return None

    def copy(self, name: str) -> str:
        """Copies a game to the USB stick; a sentence on what came of it."""
        notice = copied(self._directory, name)
        return listed([notice.title, notice.text], ": ")

    def change(self, name: str, do: str, form: Mapping[str, str]) -> Changed:
        """Does to a game what a form asks for, which holds a new title or new names."""
        try:
            return self._changed(name, do, form)
        except (StoreError, OSError):
            return "failed"

    def news(self, name: str, state: State) -> Sequence[str]:
        """Sentences on what a finished game has brought over all games: a record, a round number of wins."""
        return self._told(name, json.dumps(summary(state))) if self._has_statistics and name else ()

    def _news(self, name: str, told: str) -> Sequence[str]:
        before = statistics(row for row in with_figures(self._store) if row.game != name)
        return news(before, json.loads(told))

    def people(self) -> list[PersonView] | None:
        """The people who have finished games, who won most first; None without statistics."""
        return None if not self._has_statistics else [_view(one) for one in statistics(with_figures(self._store))]

    def change_person(self, name: str, do: str, new: str, playing: str = "") -> Changed:
        """Calls a person otherwise in all games, or forgets the person; not one in `playing`, the game being played."""
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

    def _changed(self, name: str, do: str, form: Mapping[str, str]) -> Changed:
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
                game = self._game(name)
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

    def _game(self, name: str) -> Stored | None:
        """The game, read anew only if its journal has changed; None if there is no such game."""
        stamp = self._store.stamp(name)
        return self._opened(name, stamp) if stamp else None

    def _open(self, name: str, stamp: object) -> Stored:  # noqa: ARG002 - a journal that was changed is read anew
        return game_in(self._store, name)

    def _picture(self, game: Stored, at: int | None = None) -> Path | None:
        """The picture of the look from which turn `at` was read, 0 for the start; None: of the last that has one."""
        moments = None if at is None else _moments(game.state, at)
        name = picture_of(game, moments) if self._has_pictures and game.state.game else None
        return game.folder / name if name else None


_SOUVENIRS = {"png": souvenir_png, "pdf": souvenir_pdf}


def table_picture(game: Stored) -> bytes | None:
    """The picture of the last table at the size of a phone, a JPEG; None if none is stored, or it cannot be read."""
    name = picture_of(game) if game.state.game else None
    with suppress(PictureError, OSError):
        return _jpeg(game.folder / name, 0) if name else None
    return None


def _view(one: Person) -> PersonView:
    """A person's statistics as the page shows them."""
    kinds = ((kind.words, games.wins, games.games, games.average) for kind, games in one.kinds.items())
    points = (
        (say(words_of(game, key)), round(total / one.games_of(game), 1)) for (game, key), total in one.points.items()
    )
    bests = ((say(words_of(game, key)), f"{best.value} ({best.date})") for (game, key), best in one.bests.items())
    against = ((other, ahead, games) for other, (games, ahead) in sorted(one.against.items()))
    return PersonView(one.name, one.games, one.wins, tuple(kinds), tuple(points), tuple(bests), tuple(against))


def _listing(row: Row) -> Listing:
    """The game in a list, from its result so far."""
    came_to = row.summary or {}
    totals = came_to.get("totals", {})
    players = tuple((one, totals[one]) for one in came_to.get("ranking", ()))
    kind = _kind(came_to.get("game", DEFAULT)) if row.summary else ""
    is_finished = came_to.get("finished", False)
    return Listing(row.game, _when(row.game), row.title, kind, players, is_finished, row.hidden, row.trouble)


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


def _moments(state: State, turns: int) -> int:
    """How many turns and adjustments there were when so many turns had been played."""
    ends = [at for at, moment in enumerate(state.course.moments, start=1) if moment.is_turn]
    return ends[turns - 1] if 0 < turns <= len(ends) else 0


def _after(state: State, turns: int) -> State:
    return state.at(replace(state.course, moments=state.course.moments[: _moments(state, turns)]))


def _turns(state: State) -> Iterator[PastTurn]:
    """Every turn with its points and reasons."""
    match, course = state.match, state.course
    for number, (moment, before) in enumerate(course.with_before(), start=1):
        if not moment.is_turn:
            continue
        result = state.plugin.show.last_turn(match.at(replace(course, moments=course.moments[:number])))
        if isinstance(result, Result):
            gains = tuple((gain.points, gain.reason) for gain in result.gains)
            yield PastTurn(before.round, result.player, result.moves, gains, scores=result.total is not None)


def _jpeg(file: Path, changed_ns: int) -> bytes:  # noqa: ARG001 - a picture that was changed is read anew
    """The picture at the size of a phone. Raises PictureError and OSError."""
    picture = load_picture(file)
    colour = load_colour(colours_of(file)) if colours_of(file).is_file() else picture.colour
    return encoded(smaller(Frame(file.name, picture.grey, colour)))
