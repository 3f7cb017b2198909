"""The games that were kept: what each was, from its journal."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Any

from lucca_pi.app.summary import summary, without_looks
from lucca_pi.config import state_directory
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.journals.reading import Journal, Listed
from lucca_pi.devices.picture_files import PICTURES
from lucca_pi.devices.sticks import Linux, the_stick
from lucca_pi.devices.store import SqliteStore, StoredGames
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.journal import events_from_json
from lucca_pi.evening.snapshot import Notice
from lucca_pi.evening.state import State, resumed
from lucca_pi.games.citta.bgstats import NotFinishedError, link_to, play_json, qr_picture
from lucca_pi.games.citta.report import score_text
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import Record, record_json
from lucca_pi.games.citta.rules.score import Score, score, score_json
from lucca_pi.games.citta.session.recording import record_of
from lucca_pi.language import _
from lucca_pi.ports import Clock
from lucca_pi.proof.export import Exported, ExportError, KeptGame, export_game
from lucca_pi.strict import shown

UNSAFE = re.compile(r"[^A-Za-z0-9._-]")


class NoSuchGameError(Exception):
    """No game of that name was kept."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game that was kept, by what it has come to (`app.summary`); None where that cannot be read."""

    name: str
    came_to: Mapping[str, Any] | None
    trouble: str = ""
    """What of its journal cannot be read; empty if all can."""

    @property
    def _is_dealt(self) -> bool:
        return bool(self.came_to and self.came_to["dealt"])

    def summary(self) -> dict[str, Any]:
        """The game in a few figures, as JSON data."""
        came_to = self.came_to if self.came_to and self._is_dealt else {}
        totals, finished = dict(came_to.get("totals", {})), came_to.get("finished", False)
        trouble = {"trouble": self.trouble} if self.trouble else {}
        return {"id": self.name, "players": list(totals), "finished": finished, "totals": totals, **trouble}

    def line(self) -> str:
        """The game on one line."""
        name, came_to = self.name, self.came_to
        if came_to is None or not self._is_dealt:
            return f"{name}  {self.trouble or 'before the deal'}"
        totals = came_to["totals"]
        points = ", ".join(f"{player} {totals[player]}" for player in came_to["ranking"])
        state = f"round {came_to['round']} of {came_to['rounds']}"
        state = "finished" if came_to["finished"] else "given up" if came_to["given_up"] else state
        return f"{name}  {state:<12} {points}" + (f"  ({self.trouble})" if self.trouble else "")


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that was kept. `record` and `score` are None when it was left before the deal."""

    name: str
    record: Record | None
    score: Score | None
    trouble: str = ""
    """What of its journal cannot be read; empty if all can."""

    def text(self) -> str:
        """The points with their reasons."""
        text = score_text(self.score) if self.score else f"{self.name}  before the deal"
        return f"{text}\n{self.trouble}" if self.trouble else text

    def result(self) -> dict[str, Any]:
        """Record and score as JSON data."""
        return {
            "record": record_json(self.record) if self.record else None,
            "score": score_json(self.score) if self.score else None,
            **({"trouble": self.trouble} if self.trouble else {}),
        }


def open_games(state: Path | None) -> Sequence[ListedGame]:
    """The games in a state directory (None: the usual one), oldest first. Raises StoreError."""
    directory = _directory(state)
    if not directory.exists():
        return ()
    with closing(StoredGames(directory)) as store:
        return [_listed(store, one) for one in store.listed()]


def open_game(state: Path | None, name: str) -> Kept:
    """The game of that name. Raises StoreError and NoSuchGameError."""
    journal = _journal(_directory(state), name)
    record = record_of(_resumed(journal.events))
    return Kept(name, record, score(replay(record)) if record else None, journal.trouble)


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as it is kept: the state that its journal adds up to, its events, and the folder of its pictures."""

    name: str
    state: State
    events: Sequence[Mapping[str, Any]]
    folder: Path
    trouble: str = ""
    """What of its journal cannot be read; empty if all can."""


def open_stored(place: Path | None, name: str) -> Stored:
    """All that is kept of the game of that name. Raises StoreError, NoSuchGameError, UnreadableError and RuleError."""
    directory = _directory(place)
    journal = _journal(directory, name)
    return Stored(name, _resumed(journal.events), journal.events, directory / PICTURES / name, journal.trouble)


def delete_game(state: Path | None, name: str, clock: Clock) -> int:
    """
    Takes a game away for good, its pictures first; gives how many those were.

    Raises NoSuchGameError, StoreError where another program keeps its games there, and OSError.
    """
    directory = _directory(state)
    check_is_kept(directory, name)
    with closing(SqliteStore(directory, clock)) as store:
        folder = directory / PICTURES / name
        pictures = sum(file.is_file() for file in folder.glob("*.*")) if is_plain_name(name) else 0
        if is_plain_name(name) and folder.is_dir():
            rmtree(folder)  # follows no links, and refuses to begin at one
        store.delete(name)
    return pictures


def check_is_kept(directory: Path | None, name: str) -> None:
    """Raises NoSuchGameError where there is no such game; whether it can be read is not looked at."""
    directory = _directory(directory)
    if directory.exists():
        with closing(StoredGames(directory)) as store:
            if name in store.games():
                return
    raise NoSuchGameError(f"there is no game {shown(name)}; `lucca-pi games` lists them")


def is_plain_name(name: str) -> bool:
    """
    Whether a folder of that name lies where it seems to.

    >>> [is_plain_name(name) for name in ("2026-05-01T2000", "..", "../a", "a/b", "")]
    [True, False, False, False, False]
    """
    return bool(name) and name not in (".", "..") and "/" not in name and "\0" not in name


def play_for_bgstats(game: Kept, qr: Path | None) -> tuple[dict[str, Any], str]:
    """
    A finished game as a play of BG Stats, and the link that hands it over, written to `qr` as a picture.

    Raises NotFinishedError, ExportError.
    """
    if not game.record or not game.score:
        raise NotFinishedError(f"the game {game.name} was left before the deal")
    play = play_json(game.name, game.record, game.score)
    link = link_to(play)
    try:
        if qr:
            qr.write_bytes(qr_picture(link))
    except OSError as error:
        raise ExportError(
            f"{qr}: cannot be written: {error.strerror}. Give another file with --qr FILE.png."
        ) from error
    return play, link


def file_on_stick(name: str, linux: Linux | None = None) -> Path:
    """Where the game of that name goes on the USB stick, in signs that every stick takes. Raises DeviceError."""
    return the_stick(linux) / f"lucca-{UNSAFE.sub('_', name)}.zip"


def copied(
    place: Path | None, name: str, linux: Linux | None = None, *, alive: Callable[[], None] = lambda: None
) -> Notice:
    """
    Copies the game of that name to the USB stick; tells the players that it is there, or why it is not.

    `alive` is told as it goes on.
    """
    try:
        return Notice(_("On the stick"), export(place, name, file_on_stick(name, linux), alive).file.name)
    except (DeviceError, NoSuchGameError, ExportError, UnreadableError, RuleError) as error:
        return Notice(_("Not copied"), str(error))


def export(place: Path | None, name: str, file: Path, alive: Callable[[], None] = lambda: None) -> Exported:
    """Writes the game of that name with its pictures to a file. Raises StoreError, NoSuchGameError, ExportError."""
    directory = _directory(place)
    journal = _journal(directory, name)
    state = _resumed(journal.events)
    record = record_of(state)
    if record is None:
        raise NoSuchGameError(f"the game {name} was left before the deal: there is nothing to export")
    folder = directory / PICTURES / name
    game = KeptGame(name, state.begun, record, score(replay(record)), journal.events, folder, journal.trouble)
    return export_game(game, file, alive)


def _directory(state: Path | None) -> Path:
    return state or state_directory(os.environ)


def _journal(directory: Path, name: str) -> Journal:
    if directory.exists():
        with closing(StoredGames(directory)) as store:
            journal = store.journal(name)
            if journal.events:
                return journal
            if journal.trouble:
                raise UnreadableError(journal.trouble, shown(name))
    raise NoSuchGameError(f"there is no game {shown(name)}; `lucca-pi games` lists them")


def _listed(store: StoredGames, one: Listed) -> ListedGame:
    """The game; where it cannot be read, one that tells so: it hides no other."""
    if one.summary is not None:
        return ListedGame(one.game, one.summary, one.trouble)
    journal = store.journal(one.game)
    if not journal.events:
        return ListedGame(one.game, None, journal.trouble or one.trouble)
    try:
        return ListedGame(one.game, summary(without_looks(journal.events)), journal.trouble)
    except (UnreadableError, RuleError) as error:
        return ListedGame(one.game, None, f"cannot be read: {error.message}")


def _resumed(events: Sequence[dict[str, Any]]) -> State:
    return resumed(events_from_json(events))
