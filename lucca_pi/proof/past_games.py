"""Lists, shows, exports and deletes the games of a state directory."""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from lucca_pi.contract.screens import Notice
from lucca_pi.devices.errors import UNFORESEEN, DeviceError
from lucca_pi.devices.game_list import Row
from lucca_pi.devices.store import DELETED, GameStore, StoredGames
from lucca_pi.devices.system import Linux, the_stick
from lucca_pi.errors import NotFinishedError, NotOfferedError, RuleError, UnreadableError, reason_of
from lucca_pi.evening.journal import events_from_json, plugin_of
from lucca_pi.evening.state import resumed
from lucca_pi.evening.stored import summary, without_looks
from lucca_pi.files import state_directory
from lucca_pi.language import _
from lucca_pi.outside import shown
from lucca_pi.printed.qr import qr_png
from lucca_pi.proof.export import Exported, ExportError, Stored, export_game

SUMMED_UP = 100
"""Most games without a summary that a list replays: each takes some hundredths of a second, on a Pi a tenth."""
_NOT_SUMMED_UP = "no summary: list it with --all, or show it"
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")


class NoSuchGameError(Exception):
    """No stored game has that name."""


def listed_json(row: Row) -> dict[str, Any]:
    """A listed game as JSON data; `totals` has the players with points."""
    came_to = row.summary if row.summary and row.summary["dealt"] else {}
    totals, finished = dict(came_to.get("totals", {})), came_to.get("finished", False)
    points = {player: total for player, total in totals.items() if total is not None}
    game = {"game": row.summary["game"]} if row.summary and "game" in row.summary else {}
    more: dict[str, Any] = {"title": row.title, "hidden": row.hidden, "trouble": row.trouble}
    more = {key: value for key, value in more.items() if value}
    return {"id": row.game, **game, "players": list(totals), "finished": finished, "totals": points, **more}


def listed_line(row: Row) -> str:
    """A listed game on one line."""
    marked = (f"  “{row.title}”" if row.title else "") + ("  (hidden)" if row.hidden else "")
    if row.summary is None or not row.summary["dealt"]:
        return f"{row.game}  {row.trouble or _unstarted(row.summary or {})}{marked}"
    totals = ((player, row.summary["totals"][player]) for player in row.summary["ranking"])
    players = ", ".join(player if total is None else f"{player} {total}" for player, total in totals)
    told = f"  ({row.trouble})" if row.trouble else ""
    return f"{row.game}  {_how_far(row.summary):<12} {players}{marked}{told}"


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


def library(place: Path | None) -> closing[StoredGames]:
    """The games in a state directory, None: the usual one; to be used in `with`, which closes them."""
    return closing(StoredGames(state_place(place)))


def open_library(place: Path | None) -> closing[GameStore]:
    """The same to delete games in it. Raises StoreError if another program writes games there."""
    return closing(GameStore(state_place(place)))


def state_place(place: Path | None) -> Path:
    """The state directory: the given one, or the usual one."""
    return place or state_directory(os.environ)


def open_games(place: Path | None, most: int | None = SUMMED_UP, *, hidden: bool = False) -> Sequence[Row]:
    """The games in a state directory, oldest first; `hidden`: with hidden ones. Raises StoreError."""
    with library(place) as games:
        return with_results(games, (row for row in games.listed() if hidden or not row.hidden), most)


def deleted_games(place: Path | None, most: int | None = SUMMED_UP) -> Sequence[Row]:
    """The deleted games that can be brought back, the latest first. Raises StoreError."""
    with library(place) as games:
        return with_results(games, games.deleted(), most)


def with_figures(games: StoredGames) -> list[Row]:
    """All games, each with its figures. Raises StoreError."""
    return with_results(games, games.listed(), most=None)


def with_results(games: StoredGames, rows: Iterable[Row], most: int | None = SUMMED_UP) -> list[Row]:
    """
    The rows, each with its game's result.

    Of games without one the latest `most` are replayed (None: all), as that takes a while for each.
    """
    rows = [*rows]
    unsummed = sorted(row.game for row in rows if row.summary is None)
    late = {*(unsummed if most is None else unsummed[-most:])}
    return [_summed(games, row) if row.game in late else _told(row) for row in rows]


LAST = "last"
"""The name that stands for the latest game."""


def open_game(place: Path | None, name: str) -> Stored:
    """
    The stored game of that name, or the latest for LAST. Raises StoreError, NoSuchGameError, UnreadableError and
    RuleError.
    """
    with library(place) as games:
        latest = [row.game for row in games.listed()][-1:] if name == LAST else []
        return game_in(games, (latest or [name])[0])


def game_in(store: StoredGames, name: str) -> Stored:
    """The game of that name in a store. Raises as `open_game` does."""
    journal = store.journal(name)
    if not journal.events:
        raise UnreadableError(journal.trouble, shown(name)) if journal.trouble else _no_such_game(name)
    state = resumed(events_from_json(store.with_photographs(journal.events)))
    return Stored(name, state, journal.events, store.pictures(name), journal.trouble)


def check_is_kept(games: StoredGames, name: str) -> None:
    """Raises NoSuchGameError if there is no such game; does not check that it can be read."""
    if name not in games.games():
        raise _no_such_game(name)


def play_for_bgstats(game: Stored, qr: Path | None) -> tuple[dict[str, Any], str]:
    """
    A finished game as a play of BG Stats, and the link that hands it over, written to `qr` as a picture.

    Raises NotFinishedError, NotOfferedError, ExportError.
    """
    state, plugin = game.state, game.state.plugin
    if state.game is None:
        raise NotFinishedError(f"the game {game.name} was left {plugin.show.unstarted}")
    if not state.course.is_over:
        raise NotFinishedError(f"the game {game.name} is not finished: BG Stats keeps games that are")
    handed = plugin.handed_over(game.name, state.match)
    if handed is None:
        raise NotOfferedError(f"the game {game.name} is a game of {plugin.name}, which has no link for BG Stats")
    try:
        if qr:
            qr.write_bytes(qr_png(handed[1]))
    except OSError as error:
        raise ExportError(
            f"{qr}: cannot be written: {reason_of(error)}. Give another file with --qr FILE.png."
        ) from error
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
    if game.state.game is None:
        unstarted = game.state.plugin.show.unstarted
        raise NoSuchGameError(f"the game {name} was left {unstarted}: there is nothing to export")
    return export_game(game, file, alive)


def _no_such_game(name: str) -> NoSuchGameError:
    return NoSuchGameError(f"there is no game {shown(name)}; `lucca-pi games` lists them")


def _told(row: Row) -> Row:
    """The row with words for a result that is unknown."""
    return row if row.summary or row.trouble else replace(row, trouble=_NOT_SUMMED_UP)


def _summed(games: StoredGames, row: Row) -> Row:
    """The row with the game's result; if it cannot be read, one that says so, so that it hides no other."""
    folder = DELETED if row.deleted else ""
    journal = games.journal(row.game, folder)
    if not journal.texts:
        return replace(row, trouble=journal.trouble or row.trouble)
    try:
        came_to = summary(without_looks(journal.events))
    except (UnreadableError, RuleError) as error:
        return replace(row, trouble=f"cannot be read: {error.message}")
    if not journal.trouble:
        games.sum_up(journal, came_to, folder)
    return replace(row, summary=came_to, trouble=journal.trouble)
