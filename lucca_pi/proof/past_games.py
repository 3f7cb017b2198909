"""Lists, shows, exports and deletes the games of a state directory."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import rmtree
from typing import Any

from lucca_pi.app.journal_writer import summary, without_looks
from lucca_pi.contract.screens import Notice
from lucca_pi.devices.album import PICTURES
from lucca_pi.devices.errors import UNFORESEEN, DeviceError
from lucca_pi.devices.game_marks import LONGEST_TITLE, NO_MARK, GameMarks, Mark, fit_title
from lucca_pi.devices.journal_file import is_name
from lucca_pi.devices.store import GameStore, Listed, StoredGames
from lucca_pi.devices.system import Linux, the_stick
from lucca_pi.errors import NotFinishedError, NotOfferedError, RuleError, UnreadableError, reason_of
from lucca_pi.evening.journal import events_from_json, plugin_of
from lucca_pi.evening.state import State, resumed
from lucca_pi.language import _
from lucca_pi.outside import shown
from lucca_pi.places import state_directory
from lucca_pi.printed.qr import qr_png
from lucca_pi.proof.export import Exported, ExportError, KeptGame, export_game

SUMMED_UP = 100
"""Most games without a summary that a list replays: each takes some hundredths of a second, on a Pi a tenth."""
_NOT_SUMMED_UP = "no summary: list it with --all, or show it"
_NOT_SUMMED_UP_DELETED = "no summary: bring it back to see it"
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")


class NoSuchGameError(Exception):
    """No stored game has that name."""


@dataclass(frozen=True, slots=True)
class _ListedGame:
    """A game in a list, by its result so far (`app.journal_writer.summary`); None if that cannot be read."""

    name: str
    came_to: Mapping[str, Any] | None
    trouble: str = ""
    """The part of its journal that cannot be read; empty if all can."""
    mark: Mark = NO_MARK
    """Its title, and whether lists leave it out."""

    @property
    def _is_dealt(self) -> bool:
        return bool(self.came_to and self.came_to["dealt"])

    def summary(self) -> dict[str, Any]:
        """The game's summary as JSON data; `totals` has the players with points."""
        came_to = self.came_to if self.came_to and self._is_dealt else {}
        totals, finished = dict(came_to.get("totals", {})), came_to.get("finished", False)
        points = {player: total for player, total in totals.items() if total is not None}
        game = {"game": self.came_to["game"]} if self.came_to and "game" in self.came_to else {}
        more: dict[str, Any] = {"title": self.mark.title, "hidden": self.mark.hidden, "trouble": self.trouble}
        more = {key: value for key, value in more.items() if value}
        return {"id": self.name, **game, "players": list(totals), "finished": finished, "totals": points, **more}

    def line(self) -> str:
        """The game on one line."""
        name, came_to = self.name, self.came_to
        marked = (f"  “{self.mark.title}”" if self.mark.title else "") + ("  (hidden)" if self.mark.hidden else "")
        if came_to is None or not self._is_dealt:
            return f"{name}  {self.trouble or _unstarted(came_to or {})}{marked}"
        totals = ((player, came_to["totals"][player]) for player in came_to["ranking"])
        players = ", ".join(player if total is None else f"{player} {total}" for player, total in totals)
        return f"{name}  {_how_far(came_to):<12} {players}{marked}" + (f"  ({self.trouble})" if self.trouble else "")


def _unstarted(came_to: Mapping[str, Any]) -> str:
    try:
        return plugin_of(came_to).show.unstarted
    except UnreadableError as error:
        return f"cannot be read: {error.message}"


def _how_far(came_to: Mapping[str, Any]) -> str:
    """The progress of the game in words; with the round if the game has rounds and knows their number."""
    number, rounds = came_to["round"], came_to["rounds"]
    if came_to["finished"] or came_to["given_up"]:
        return "finished" if came_to["finished"] else "given up"
    if number is None:
        return "under way"
    return f"round {number}" if rounds is None else f"round {number} of {rounds}"


@dataclass(frozen=True, slots=True)
class Stored:
    """
    A stored game: the state that its journal adds up to, its events as written there, and the folder of its pictures.
    """

    name: str
    state: State
    events: Sequence[Mapping[str, Any]]
    folder: Path
    trouble: str = ""
    """The part of its journal that cannot be read; empty if all can."""

    def text(self) -> str:
        """The points with their reasons."""
        plugin = self.state.plugin
        text = plugin.score_text(self.state.match) if self.state.game else f"{self.name}  {plugin.show.unstarted}"
        return f"{text}\n{self.trouble}" if self.trouble else text

    def result(self) -> dict[str, Any]:
        """Record and score as JSON data, None before the start."""
        plugin = self.state.plugin
        found = {"record": plugin.record_json(self.state.match), "score": plugin.score_json(self.state.match)}
        return {**found, **({"trouble": self.trouble} if self.trouble else {})}

    def kept(self) -> KeptGame | None:
        """The game as it is exported; None before the start."""
        state, plugin = self.state, self.state.plugin
        record, score = plugin.record_json(state.match), plugin.score_json(state.match)
        if record is None or score is None:
            return None
        return KeptGame(self.name, state.begun, record, score, self.events, self.folder, self.trouble)


def open_games(state: Path | None, most: int | None = SUMMED_UP, *, hidden: bool = False) -> Sequence[_ListedGame]:
    """
    The games in a state directory (None: the usual one), oldest first; `hidden`: with hidden ones. Raises StoreError.

    Of games without a summary the latest `most` are replayed (None: all), as that takes a while for each.
    """
    directory = _directory(state)
    if not directory.exists():
        return ()
    with closing(StoredGames(directory)) as store:
        marks = store.marks.read()
        left_out = {game for game, mark in marks.items() if mark.hidden and not hidden}
        listed = [one for one in store.listed() if one.game not in left_out]
        unsummed = [one.game for one in listed if one.summary is None]
        late = {*unsummed} if most is None else {*unsummed[max(0, len(unsummed) - most) :]}
        found = [_listed(store, one, replays=one.game in late) for one in listed]
        return [replace(one, mark=marks[one.name]) if one.name in marks else one for one in found]


def deleted_games(state: Path | None) -> Sequence[_ListedGame]:
    """The deleted games that can be brought back, the latest first."""
    directory = _directory(state)
    if not directory.exists():
        return ()
    with closing(StoredGames(directory)) as store:
        marks = store.marks.read()
        found = [(game, marks.get(game, NO_MARK)) for game in store.deleted()]
        return [
            _ListedGame(game, mark.summary, "" if mark.summary else _NOT_SUMMED_UP_DELETED, mark)
            for game, mark in found
        ]


LAST = "last"
"""The name that stands for the latest game."""


def open_game(place: Path | None, name: str) -> Stored:
    """
    The stored game of that name, or the latest for LAST. Raises StoreError, NoSuchGameError, UnreadableError and
    RuleError.
    """
    directory = _directory(place)
    if not directory.exists():
        raise _no_such_game(name)
    with closing(StoredGames(directory)) as store:
        latest = [one.game for one in store.listed()][-1:] if name == LAST else []
        return game_in(store, directory, (latest or [name])[0])


def game_in(store: StoredGames, directory: Path, name: str) -> Stored:
    """The game of that name in a store, which is in `directory`. Raises as `open_game` does."""
    journal = store.journal(name)
    if not journal.events:
        raise UnreadableError(journal.trouble, shown(name)) if journal.trouble else _no_such_game(name)
    state = resumed(events_from_json(store.with_photographs(journal.events)))
    return Stored(name, state, journal.events, directory / PICTURES / name, journal.trouble)


def rename_game(state: Path | None, name: str, title: str) -> None:
    """Gives a game a title, "" for none. Raises NoSuchGameError, StoreError, and UnreadableError for an unfit title."""
    fit = fit_title(title)
    if fit is None:
        raise UnreadableError(f"a title has at most {LONGEST_TITLE} letters, none of them invisible")
    check_is_kept(state, name)
    GameMarks(_directory(state)).change(name, title=fit)


def hide_game(state: Path | None, name: str, *, hidden: bool) -> None:
    """Leaves a game out of lists, or lists it again. Raises NoSuchGameError and StoreError."""
    check_is_kept(state, name)
    GameMarks(_directory(state)).change(name, hidden=hidden)


def put_aside(state: Path | None, name: str) -> None:
    """
    Deletes a game so that it can be brought back.

    Raises NoSuchGameError, and StoreError if another program writes games there.
    """
    check_is_kept(state, name)
    with closing(GameStore(_directory(state))) as store:
        store.put_aside(name)


def bring_back(state: Path | None, name: str) -> None:
    """Brings a deleted game back. Raises NoSuchGameError, and StoreError if another program writes games there."""
    if not is_deleted(state, name):
        raise NoSuchGameError(f"there is no deleted game {shown(name)}; `lucca-pi games --deleted` lists them")
    with closing(GameStore(_directory(state))) as store:
        store.bring_back(name)


def is_deleted(state: Path | None, name: str) -> bool:
    """True if it is a deleted game that can be brought back."""
    return any(one.name == name for one in deleted_games(state))


def forget_for_good(store: GameStore, directory: Path, name: str) -> int:
    """
    Deletes a deleted game for good, its pictures first; returns their number. Raises StoreError and OSError.

    A game of the same name that is not deleted, from a backup, keeps them.
    """
    pictures = 0 if name in store.games() else _delete_pictures(directory, name)
    store.delete_for_good(name)
    return pictures


def delete_game(state: Path | None, name: str) -> int:
    """
    Deletes a game for good, its pictures first; returns the number of pictures. It may be deleted already.

    Raises NoSuchGameError, StoreError if another program writes games there, and OSError.
    """
    directory = _directory(state)
    if is_deleted(state, name):
        with closing(GameStore(directory)) as store:
            return forget_for_good(store, directory, name)
    check_is_kept(directory, name)
    with closing(GameStore(directory)) as store:
        pictures = _delete_pictures(directory, name)
        store.delete(name)
    return pictures


def _delete_pictures(directory: Path, name: str) -> int:
    """Deletes a game's pictures; returns their number. Raises OSError."""
    folder = directory / PICTURES / name
    if not is_name(name) or not folder.is_dir():
        return 0
    pictures = sum(file.is_file() for file in folder.glob("*.*"))
    rmtree(folder)  # follows no links, and refuses to begin at one
    return pictures


def check_is_kept(directory: Path | None, name: str) -> None:
    """Raises NoSuchGameError if there is no such game; does not check that it can be read."""
    directory = _directory(directory)
    if directory.exists():
        with closing(StoredGames(directory)) as store:
            if name in store.games():
                return
    raise _no_such_game(name)


def play_for_bgstats(game: Stored, qr: Path | None) -> tuple[dict[str, Any], str]:
    """
    A finished game as a play of BG Stats, and the link that hands it over, written to `qr` as a picture.

    Raises NotFinishedError, NotOfferedError, ExportError.
    """
    play, link = _handed_over(game)
    try:
        if qr:
            qr.write_bytes(qr_png(link))
    except OSError as error:
        raise ExportError(
            f"{qr}: cannot be written: {reason_of(error)}. Give another file with --qr FILE.png."
        ) from error
    return play, link


def _handed_over(game: Stored) -> tuple[dict[str, Any], str]:
    state, plugin = game.state, game.state.plugin
    if state.game is None:
        raise NotFinishedError(f"the game {game.name} was left {plugin.show.unstarted}")
    if not state.course.is_over:
        raise NotFinishedError(f"the game {game.name} is not finished: BG Stats keeps games that are")
    handed = plugin.handed_over(game.name, state.match)
    if handed is None:
        raise NotOfferedError(f"the game {game.name} is a game of {plugin.name}, which has no link for BG Stats")
    return handed


def file_on_stick(name: str, linux: Linux | None = None) -> Path:
    """The game's file on the USB stick, in characters that every stick takes. Raises DeviceError."""
    return the_stick(linux) / f"lucca-{_UNSAFE.sub('_', name)}.zip"


def copied(
    place: Path | None, name: str, linux: Linux | None = None, *, alive: Callable[[], None] = lambda: None
) -> Notice:
    """
    Copies a game to the USB stick; returns a notice for the players that it succeeded, or why it failed.

    `alive` is called as it goes on.
    """
    try:
        return Notice(_("On the stick"), export(place, name, file_on_stick(name, linux), alive).file.name)
    except (DeviceError, NoSuchGameError, ExportError, UnreadableError, RuleError) as error:
        return Notice(_("Not copied"), str(error))
    except UNFORESEEN as error:
        why = _(
            "The USB stick cannot be used ({reason}): pull it out and plug it in again, or use another one.",
            reason=reason_of(error),
        )
        return Notice(_("Not copied"), why)


def export(place: Path | None, name: str, file: Path, alive: Callable[[], None] = lambda: None) -> Exported:
    """Writes the game of that name with its pictures to a file. Raises StoreError, NoSuchGameError, ExportError."""
    game = open_game(place, name)
    kept = game.kept()
    if kept is None:
        unstarted = game.state.plugin.show.unstarted
        raise NoSuchGameError(f"the game {name} was left {unstarted}: there is nothing to export")
    return export_game(kept, file, alive)


def _directory(state: Path | None) -> Path:
    return state or state_directory(os.environ)


def _no_such_game(name: str) -> NoSuchGameError:
    return NoSuchGameError(f"there is no game {shown(name)}; `lucca-pi games` lists them")


def _listed(store: StoredGames, one: Listed, *, replays: bool) -> _ListedGame:
    """The game in the list; if it cannot be read, an entry that says so, so that it hides no other."""
    if one.summary is not None or not replays:
        return _ListedGame(one.game, one.summary, one.trouble or ("" if one.summary else _NOT_SUMMED_UP))
    journal = store.journal(one.game)
    if not journal.texts:
        return _ListedGame(one.game, None, journal.trouble or one.trouble)
    try:
        came_to = summary(without_looks(journal.events))
    except (UnreadableError, RuleError) as error:
        return _ListedGame(one.game, None, f"cannot be read: {error.message}")
    if not journal.trouble:
        store.sum_up(one.game, came_to)
    return _ListedGame(one.game, came_to, journal.trouble)
