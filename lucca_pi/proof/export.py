"""A stored game written as one file: record, points, its own files, journal, and the pictures of its readings."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from errno import ENOSPC
from pathlib import Path
from typing import IO, Any, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from lucca_pi.contract.claims import JOURNAL, MANIFEST, RECORD, SCORE
from lucca_pi.devices.album import beside, is_kept
from lucca_pi.devices.journal_file import END
from lucca_pi.errors import reason_of
from lucca_pi.evening.state import State
from lucca_pi.files import atomic_write, on_the_disk
from lucca_pi.outside import Node
from lucca_pi.proof.game_file import FORMAT, LOOKS, standing, written
from lucca_pi.proof.replayable import SETTINGS, style_in


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


def _style(folder: Path) -> str:
    """The codes' style, by the pictures' settings; a game without pictures has none to read."""
    if not is_kept(folder, SETTINGS):
        return "aruco"
    try:
        return style_in(folder)
    except (ValueError, OSError) as error:
        raise ExportError(f"{folder / SETTINGS}: cannot be read: {error}. Nothing was written.") from None
