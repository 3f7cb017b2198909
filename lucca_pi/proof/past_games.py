"""Lists, shows, exports and deletes the games of a state directory."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Any

from lucca_pi.app.journal_writer import summary, without_looks
from lucca_pi.config import state_directory
from lucca_pi.devices.album import PICTURES
from lucca_pi.devices.errors import UNFORESEEN, DeviceError
from lucca_pi.devices.journal_file import Journal
from lucca_pi.devices.store import GameStore, Listed, StoredGames
from lucca_pi.devices.system import Linux, the_stick
from lucca_pi.errors import NotFinishedError, NotOfferedError, RuleError, UnreadableError, reason_of
from lucca_pi.evening.journal import events_from_json, plugin_of
from lucca_pi.evening.state import State, resumed
from lucca_pi.games.contract.screens import Notice
from lucca_pi.language import _
from lucca_pi.outside import shown
from lucca_pi.printed.qr import qr_png
from lucca_pi.proof.export import Exported, ExportError, KeptGame, export_game

SUMMED_UP = 100
"""Most games without a summary that a list replays: each takes some hundredths of a second, on a Pi a tenth."""
_NOT_SUMMED_UP = "no summary: list it with --all, or show it"
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

    @property
    def _is_dealt(self) -> bool:
        return bool(self.came_to and self.came_to["dealt"])

    def summary(self) -> dict[str, Any]:
        """The game's summary as JSON data; `totals` has the players with points."""
        came_to = self.came_to if self.came_to and self._is_dealt else {}
        totals, finished = dict(came_to.get("totals", {})), came_to.get("finished", False)
        points = {player: total for player, total in totals.items() if total is not None}
        game = {"game": self.came_to["game"]} if self.came_to and "game" in self.came_to else {}
        trouble = {"trouble": self.trouble} if self.trouble else {}
        return {"id": self.name, **game, "players": list(totals), "finished": finished, "totals": points, **trouble}

    def line(self) -> str:
        """The game on one line."""
        name, came_to = self.name, self.came_to
        if came_to is None or not self._is_dealt:
            return f"{name}  {self.trouble or _unstarted(came_to or {})}"
        players = ", ".join(_with_total(player, came_to["totals"][player]) for player in came_to["ranking"])
        return f"{name}  {_how_far(came_to):<12} {players}" + (f"  ({self.trouble})" if self.trouble else "")


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


def _with_total(player: str, total: int | None) -> str:
    return player if total is None else f"{player} {total}"


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


def open_games(state: Path | None, most: int | None = SUMMED_UP) -> Sequence[_ListedGame]:
    """
    The games in a state directory (None: the usual one), oldest first. Raises StoreError.

    Of games without a summary the latest `most` are replayed (None: all), as that takes a while for each.
    """
    directory = _directory(state)
    if not directory.exists():
        return ()
    with closing(StoredGames(directory)) as store:
        listed = store.listed()
        unsummed = [one.game for one in listed if one.summary is None]
        late = {*unsummed} if most is None else {*unsummed[max(0, len(unsummed) - most) :]}
        return [_listed(store, one, replays=one.game in late) for one in listed]


def open_game(place: Path | None, name: str) -> Stored:
    """The stored game of that name. Raises StoreError, NoSuchGameError, UnreadableError and RuleError."""
    directory = _directory(place)
    journal, events = _journal(directory, name)
    return Stored(name, _resumed(events), journal.events, directory / PICTURES / name, journal.trouble)


def delete_game(state: Path | None, name: str) -> int:
    """
    Deletes a game for good, its pictures first; returns the number of pictures.

    Raises NoSuchGameError, StoreError if another program writes games there, and OSError.
    """
    directory = _directory(state)
    check_is_kept(directory, name)
    with closing(GameStore(directory)) as store:
        folder = directory / PICTURES / name
        pictures = sum(file.is_file() for file in folder.glob("*.*")) if _is_plain_name(name) else 0
        if _is_plain_name(name) and folder.is_dir():
            rmtree(folder)  # follows no links, and refuses to begin at one
        store.delete(name)
    return pictures


def check_is_kept(directory: Path | None, name: str) -> None:
    """Raises NoSuchGameError if there is no such game; does not check that it can be read."""
    directory = _directory(directory)
    if directory.exists():
        with closing(StoredGames(directory)) as store:
            if name in store.games():
                return
    raise NoSuchGameError(f"there is no game {shown(name)}; `lucca-pi games` lists them")


def _is_plain_name(name: str) -> bool:
    """
    True if the name is a plain folder's name, without a way out of its directory.

    >>> [_is_plain_name(name) for name in ("2026-05-01T2000", "..", "../a", "a/b", "")]
    [True, False, False, False, False]
    """
    return bool(name) and name not in (".", "..") and "/" not in name and "\0" not in name


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
    state, plugin = game.state, game.state.plugin
    record, score = plugin.record_json(state.match), plugin.score_json(state.match)
    if record is None or score is None:
        raise NoSuchGameError(f"the game {name} was left {plugin.show.unstarted}: there is nothing to export")
    stored = KeptGame(name, state.begun, record, score, game.events, game.folder, game.trouble)
    return export_game(stored, file, alive)


def _directory(state: Path | None) -> Path:
    return state or state_directory(os.environ)


def _journal(directory: Path, name: str) -> tuple[Journal, list[dict[str, Any]]]:
    """The game's journal, and its events with their photographs."""
    if directory.exists():
        with closing(StoredGames(directory)) as store:
            journal = store.journal(name)
            if journal.events:
                return journal, store.with_photographs(journal.events)
            if journal.trouble:
                raise UnreadableError(journal.trouble, shown(name))
    raise NoSuchGameError(f"there is no game {shown(name)}; `lucca-pi games` lists them")


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


def _resumed(events: Sequence[dict[str, Any]]) -> State:
    return resumed(events_from_json(events))
