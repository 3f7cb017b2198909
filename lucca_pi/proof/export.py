"""
A stored game written as one file: record, points, its own files, journal, and the pictures of its readings.

Games are moved from one machine to another by such files: one is brought in, or all of them kept in a file, and back.
Pictures are also stored as a folder that reproduces their reading: one that left a doubt, or those of a game.
"""

import json
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from errno import ENOSPC
from itertools import chain, count
from pathlib import Path
from shlex import quote
from typing import IO, Any, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from lucca_pi.config import LARGEST_BYTES
from lucca_pi.contract.claims import JOURNAL, MANIFEST, RECORD, SCORE
from lucca_pi.contract.setup import settings_of
from lucca_pi.devices.album import PICTURES, beside, is_kept
from lucca_pi.devices.journal_file import END, UnfitError, is_name, text_of
from lucca_pi.devices.state_directory import GAMES, PHOTOGRAPHS
from lucca_pi.devices.store import DELETED, GameStore, StoredGames
from lucca_pi.errors import UnreadableError, reason_of
from lucca_pi.evening.journal import Begun, events_from_json, game_key
from lucca_pi.evening.state import State, resumed
from lucca_pi.evening.stored import journal_events
from lucca_pi.files import atomic_write, on_the_disk, read_file, write_file
from lucca_pi.outside import Node, shown
from lucca_pi.proof.game_file import FORMAT, LOOKS, STYLES, Archive, standing


@dataclass(frozen=True, slots=True)
class Exported:
    """Counts of an exported file: pictures, moments (start, turns, adjustments), and moments `without` a picture."""

    file: Path
    pictures: int
    moments: int
    without: int
    trouble: str = ""
    """The part of the game's journal that could not be read; empty if all could."""

    def text(self) -> str:
        """The result for people, with what will be missing when the file is verified."""
        text = f"{self.file}: {self.pictures} pictures of {self.moments - self.without} looks"
        if self.without:
            text += f"; {self.without} more have none and cannot be verified (`lucca-pi play --pictures` saves them)"
        return f"{text}; {self.trouble}" if self.trouble else text

    def to_json(self) -> dict[str, Any]:
        """The same as JSON data."""
        return {**asdict(self), "file": str(self.file)}


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


class ExportError(Exception):
    """The file cannot be written, or a picture cannot be read."""


def write_zip(file: Path, members: Iterable[tuple[str, bytes]], alive: Callable[[], None] = lambda: None) -> None:
    """
    Writes a ZIP of these members, by name, anew; the same members always give the same bytes. Raises ExportError.

    A stick may take minutes: `alive` is called with each picture that is written.
    """
    try:
        with atomic_write(file) as stream, ZipFile(stream, "w") as archive:
            for name, content in members:
                member = _member(name)
                archive.writestr(member, content)
                if member.compress_type == ZIP_STORED:
                    on_the_disk(stream)  # each picture: else all that the memory takes would wait for the end
                    alive()
    except OSError as error:
        remedy = "Make room there." if error.errno == ENOSPC else "Write it elsewhere."
        raise ExportError(f"{file}: cannot be written: {reason_of(error)}. {remedy}") from error


def _member(name: str) -> ZipInfo:
    """A member without a date; texts are packed, pictures are already."""
    info = ZipInfo(name)
    info.compress_type = ZIP_DEFLATED if name.endswith((".json", END)) else ZIP_STORED
    info.external_attr = 0o644 << 16
    return info


Members = Iterable[tuple[str, bytes]]
"""The members of a file, by name."""


def export_game(
    game: Stored,
    file: Path,
    alive: Callable[[], None] = lambda: None,
    through: Callable[[Members], Members] = lambda members: members,
) -> Exported:
    """Writes the game as `write_zip` does, its members as they come `through` a change. Raises ExportError."""
    looks = _looks_with_pictures(game)
    write_zip(file, through(_members(game, looks)), alive)
    moments = [event for _number, event in _standing(game) if event["event"] in ("dealt", "played", "adjusted")]
    return Exported(file, len(_names(looks)), len(moments), len(moments) - len(looks), game.trouble)


def _members(game: Stored, looks: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, bytes]]:
    """The members of the game's file, by name: its texts, then the pictures of these looks. Raises ExportError."""
    yield from _texts(game, looks).items()
    for name in _names(looks):
        those_beside = (str(file.relative_to(game.folder)) for file in beside(game.folder / name))
        for member in (name, *(one for one in those_beside if is_kept(game.folder, one))):
            yield LOOKS + member, _bytes(game.folder / member)


def _looks_with_pictures(game: Stored) -> list[dict[str, Any]]:
    return [look for look in _looks(game) if look["pictures"]]


def _names(looks: Iterable[Mapping[str, Any]]) -> list[str]:
    """The names of the pictures of these looks."""
    return list(dict.fromkeys(name for look in looks for joined in look["pictures"] for name in joined))


def picture_of(game: Stored, at: int | None = None) -> str | None:
    """The name of the picture of the start (0) or of a turn or adjustment after it; None: of the last that has one."""
    looks = [look["pictures"] for look in _looks(game)]
    found = [pictures for pictures in looks if pictures][-1:] if at is None else looks[at : at + 1]
    return str(found[0][-1][0]) if found and found[0] else None


class _Written:
    """A stream that goes one way: what is written to it is taken from it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        """Keeps the data until it is taken."""
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """No-op."""

    def taken(self) -> bytes:
        """All that was written since the last time."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


def exported_parts(game: Stored) -> Iterator[bytes]:
    """The file that `export_game` writes, in parts of about a picture each. Raises OSError and ExportError."""
    stream = _Written()
    with ZipFile(cast("IO[bytes]", stream), "w") as archive:
        for name, content in _members(game, _looks_with_pictures(game)):
            archive.writestr(_member(name), content)
            yield stream.taken()
    yield stream.taken()


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ExportError(f"{file}: cannot be read: {reason_of(error)}. Nothing was written.") from error


def _looks(game: Stored) -> Iterator[dict[str, Any]]:
    """
    The stored pictures of each event that was not taken back; those of old games may have been deleted for new ones.
    """
    for number, event in _standing(game):
        kept = [[name for name in joined if is_kept(game.folder, name)] for joined in pictures_of(event)]
        yield {"event": number, "pictures": kept if kept and kept[-1] else []}


def pictures_of(event: Mapping[str, Any]) -> list[list[Any]]:
    """The pictures that an event names, joined by looks; a journal may hold anything there."""
    named = event.get("pictures")
    return [joined for joined in named if isinstance(joined, list)] if isinstance(named, list) else []


def _standing(game: Stored) -> list[tuple[int, Mapping[str, Any]]]:
    return [(number, node.value) for number, node in standing([Node(event) for event in game.events])]


def _texts(game: Stored, looks: Sequence[Mapping[str, Any]]) -> dict[str, bytes]:
    plugin, setup, result = game.state.plugin, game.state.begun.setup, game.result()
    manifest = {"format": FORMAT, "game": game.name, "codes": _style(game.folder), **plugin.rules.manifest(setup)}
    return {
        MANIFEST: written({**manifest, "looks": list(looks)}),
        RECORD: written(result["record"]),
        SCORE: written(result["score"]),
        **{name: written(document) for name, document in plugin.rules.files(setup).items()},
        JOURNAL: journal_text(game.events),
    }


def journal_text(events: Iterable[Mapping[str, Any]]) -> bytes:
    """The events of a journal, one a line, without marks."""
    return "".join(json.dumps(event) + "\n" for event in events).encode()


def written(document: Any) -> bytes:
    """A document of JSON data as it stands in a file."""
    return f"{json.dumps(document, indent=1)}\n".encode()


def _style(folder: Path) -> str:
    """The codes' style, by the pictures' settings; a game without pictures has none to read."""
    if not is_kept(folder, SETTINGS):
        return "aruco"
    try:
        return style_in(folder)
    except (ValueError, OSError) as error:
        raise ExportError(f"{folder / SETTINGS}: cannot be read: {error}. Nothing was written.") from None


BACKUP = "lucca-backup/1"
"""Name of the format of a backup: a ZIP of journals, pictures, and photographs of decks."""


@dataclass(frozen=True, slots=True)
class Brought:
    """Games that were brought in, by their name here, and those that were here already."""

    new: tuple[str, ...]
    known: tuple[str, ...]

    def text(self) -> str:
        """The same for people."""
        told = [f"{name}: is here now" for name in self.new] + [f"{name}: was here already" for name in self.known]
        return "\n".join(told) or "the file holds no games"

    def to_json(self) -> dict[str, Any]:
        """The same as JSON data."""
        return {"new": [*self.new], "known": [*self.known]}


def import_game(store: GameStore, file: Path) -> Brought:
    """Brings in a game from the file that `games export` wrote. Raises UnreadableError and StoreError."""
    with Archive(file) as archive:
        manifest = archive.json(MANIFEST)
        with archive.explained(MANIFEST):
            manifest.key("format").only(FORMAT)
            name = manifest.key("game").text()
        _keep_photographs(store, archive)
        game, is_new = _bring_in(store, archive, name, JOURNAL, LOOKS)
    return Brought((game,), ()) if is_new else Brought((), (game,))


def _keep_photographs(store: GameStore, archive: Archive) -> None:
    """Keeps the photographs of a deck that a game's file holds; its journal names them by their digests."""
    for name in archive.within(""):
        if name.endswith(".json") and "/" not in name:
            document = archive.json(name).value
            if isinstance(document, Mapping) and isinstance(document.get(PHOTOGRAPHS), list):
                store.keep_photographs({name: document})


def _bring_in(store: GameStore, archive: Archive, name: str, journal: str, folder: str) -> tuple[str, bool]:
    """
    Brings in a game whose journal is a member, its pictures those in a folder; gives its name here, and whether it is
    new.

    A game that is here already, perhaps under another name, stays; of the two the longer journal counts. A deleted
    one stays deleted.
    """
    with archive.explained(journal):
        if not is_name(name):
            raise UnreadableError(f"{shown(name)} is no name of a game")
        events = [_event(one) for one in journal_events(archive, journal)]
        resumed(events_from_json(events))  # raises what would keep the game from being shown
    here, known = _place_for(store, name, events)
    if len(known) < len(events) and not store.journal(here, DELETED).events:
        for picture in archive.within(folder):
            with archive.explained(picture):
                write_file(store.pictures(here) / picture, archive.picture(folder + picture), with_folder=True)
        store.add(here, events)
    return here, not known


def _place_for(store: StoredGames, name: str, events: Sequence[Mapping[str, Any]]) -> tuple[str, Sequence[Any]]:
    """The name for a game here, and the events that it has under it already, deleted or not; none if it is new."""
    for here in chain((name,), (f"{name}-{number}" for number in count(2))):
        known = store.journal(here).events or store.journal(here, DELETED).events
        if not known or known[: len(events)] == events or events[: len(known)] == known:
            return here, known
    raise AssertionError


def _event(node: Node) -> dict[str, Any]:
    try:
        text_of(node.object())
    except UnfitError as error:
        raise node.wrong(f"an event {error}") from None
    return node.object()


def backup(games: StoredGames, directory: Path, file: Path) -> int:
    """
    Writes all games with their pictures into one file, and returns how many they are; deleted games are left out.

    Raises ExportError and StoreError.
    """
    names = games.games()
    write_zip(file, _backed_up(games, names, directory))
    return len(names)


def _backed_up(games: StoredGames, names: Sequence[str], directory: Path) -> Iterator[tuple[str, bytes]]:
    """The members of the backup: journals, pictures, and photographs of decks; no links."""
    yield MANIFEST, written({"format": BACKUP, "games": len(names)})
    for name in names:
        yield f"{GAMES}/{name}{END}", journal_text(games.journal(name).events)
    for folder in (directory / PICTURES, directory / PHOTOGRAPHS):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and is_kept(folder, str(file.relative_to(folder))):
                yield str(file.relative_to(directory)), file.read_bytes()


def restore_backup(store: GameStore, directory: Path, file: Path) -> Brought:
    """Brings in all games of a backup; games that are here stay. Raises UnreadableError and StoreError."""
    new: list[str] = []
    known: list[str] = []
    with Archive(file, is_backup=True) as archive:
        with archive.explained(MANIFEST):
            archive.json(MANIFEST).key("format").only(BACKUP)
        for member in [f"{PHOTOGRAPHS}/{name}" for name in archive.within(f"{PHOTOGRAPHS}/")]:
            with archive.explained(member):
                if not (directory / member).exists():
                    write_file(directory / member, archive.picture(member), with_folder=True)
        for journal in archive.within(f"{GAMES}/"):
            name = journal.removesuffix(END)
            here, is_new = _bring_in(store, archive, name, f"{GAMES}/{journal}", f"{PICTURES}/{name}/")
            (new if is_new else known).append(here)
    return Brought(tuple(new), tuple(known))


_ANSWER, _AGAIN, SEEN, SETTINGS = "reading.json", "again.sh", "seen", "lucca.toml"
_CALIBRATION = "calibration.toml"
_PLAY_AGAIN = (
    f"lucca-pi play --config {SETTINGS} --camera folder:. {{options}}"
    '--buttons auto --display none --pictures 0 --state "$(mktemp -d)" --json'
)


def keep_look(
    folder: Path,
    image: Path,
    files: Mapping[str, Any],
    codes: str,
    answer: Mapping[str, Any],
    *,
    calibration: Path | None = None,
) -> None:
    """
    Writes the picture as it is, the answer as `read --json` gives it, and the command that gives it again.

    `files`: further input of the command, as JSON data; each is named after the option that takes it. `calibration`:
    the file of the calibration used, which is written there too. The picture with its reading is in `seen/`, if a
    quarter was seen. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / image.name, image.read_bytes())
    _write_all(folder, {**files, _ANSWER: [answer]})
    if calibration:
        write_file(folder / _CALIBRATION, calibration.read_bytes())
    known = f"--calibration {_CALIBRATION} " if calibration else ""
    options = f"{_options(files)}--codes {codes} {known}--debug-image {SEEN}"
    _write_again(folder, f"lucca-pi read --json {options} {quote(f'./{image.name}')}")


def keep_game(folder: Path, begun: Begun, codes: str) -> None:
    """
    Adds to a folder of pictures what replays the game: its files, the settings, and the command.

    Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = begun.plugin.rules.files(begun.setup)
    _write_all(folder, files)
    settings = {**game_key(begun.plugin), **settings_of(begun.setup), "codes": codes}
    settings |= {"players": begun.players} if begun.players else {}
    lines = (f"{name} = {json.dumps(value)}\n" for name, value in settings.items() if value is not None)
    write_file(folder / SETTINGS, "".join(lines).encode())
    _write_again(folder, _PLAY_AGAIN.format(options=_options(files)))


def style_in(folder: Path) -> str:
    """The style of the codes in a folder's pictures, by the settings there. Raises OSError and ValueError."""
    style = tomllib.loads(read_file(folder / SETTINGS, LARGEST_BYTES).decode()).get("codes", "aruco")
    return style if style in STYLES else "aruco"


def _options(files: Mapping[str, Any]) -> str:
    """
    Options of the command for these files.

    >>> _options({"deck.json": {}})
    '--deck deck.json '
    """
    return "".join(f"--{Path(name).stem} {name} " for name in files)


def _write_again(folder: Path, command: str) -> None:
    """Writes the command as a script; it also finds lucca-pi beside this Python, as a clone has none in PATH."""
    beside = quote(str(Path(sys.executable).parent))
    text = f'#!/bin/sh\nPATH="$PATH":{beside}\ncd "$(dirname "$0")" && {command}\n'
    write_file(folder / _AGAIN, text.encode())


def _write_all(folder: Path, files: Mapping[str, Any]) -> None:
    for name, document in files.items():
        write_file(folder / name, written(document))
