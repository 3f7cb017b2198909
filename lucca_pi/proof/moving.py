"""Games moved from one machine to another: one brought in from its file, or all of them kept in one file, and back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any

from lucca_pi.contract.claims import JOURNAL, MANIFEST
from lucca_pi.devices.album import PICTURES, is_kept
from lucca_pi.devices.journal_file import END, UnfitError, is_name, text_of
from lucca_pi.devices.state_directory import GAMES, PHOTOGRAPHS
from lucca_pi.devices.store import DELETED, GameStore, StoredGames
from lucca_pi.errors import UnreadableError
from lucca_pi.evening.journal import events_from_json
from lucca_pi.evening.state import resumed
from lucca_pi.evening.stored import journal_events
from lucca_pi.files import write_file
from lucca_pi.outside import Node, shown
from lucca_pi.proof.export import journal_text, write_zip
from lucca_pi.proof.game_file import FORMAT, LOOKS, Archive, written

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
