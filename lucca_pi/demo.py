"""
`./lucca demo [--game chessboard]`: a whole game before a drawn table, every stage real, the screens in the terminal.

The table is drawn from a record of the game; all that follows (codes, places, turns, points) is read from the pictures.
"""

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import TextIO

from PIL.Image import Image

from lucca_pi.app.devices import Devices
from lucca_pi.app.loop import App
from lucca_pi.config import Config
from lucca_pi.devices.album import NoAlbum
from lucca_pi.devices.buttons import AutoButtons
from lucca_pi.devices.clock import SystemClock
from lucca_pi.devices.display import TerminalDisplay
from lucca_pi.devices.store import SqliteStore
from lucca_pi.drawn.camera import DrawnCamera
from lucca_pi.evening.journal import Begun
from lucca_pi.eyes import Eyes
from lucca_pi.games import module, named, scored
from lucca_pi.games.citta.drawn.camera import RecordCamera
from lucca_pi.games.citta.files import load_record
from lucca_pi.games.citta.kind import KIND
from lucca_pi.games.citta.report import score_text
from lucca_pi.games.citta.rules.deckfile import reference_deck_file
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import Record
from lucca_pi.games.citta.rules.score import score
from lucca_pi.games.citta.session.recording import record_of
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.harmless import note
from lucca_pi.ports import Frame

GLANCE_S = 0.8
"""How long a picture stays; a game of 75 pictures should take less than two minutes."""


@dataclass(frozen=True, slots=True)
class ToldCamera:
    """A drawn camera that tells how far the game is."""

    drawn: DrawnCamera
    looks: int
    notice: str = ""

    def look(self, number: int) -> Frame:
        if number < self.looks:
            note(f"--- look {number + 1} of {self.looks}: drawing the table and reading it")
        return self.drawn.look(number)

    def file_of(self, number: int) -> str:
        return self.drawn.file_of(number)

    def go_on(self, number: int) -> None:
        self.drawn.go_on(number)

    def live(self) -> None:
        return None

    def closer(self, number: int) -> Iterable[Frame]:
        return self.drawn.closer(number)

    def rested(self, number: int) -> tuple[Frame, ...]:
        return tuple(self.drawn.rested(number))

    def close(self) -> None:
        self.drawn.close()


class UnhurriedDisplay(TerminalDisplay):
    """A terminal's display for people: every picture stays long enough to be glanced at, and none is left out."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self.keeps = True

    def show(self, picture: Image) -> None:
        super().show(picture)
        if sys.stdout.isatty():
            sleep(GLANCE_S)


def main() -> None:
    """Plays the game and prints its points with their reasons, from what was read; exits with 1 if that went wrong."""
    if sys.argv[1:] == ["--game", "chessboard"]:
        _other("chessboard")
        return
    if sys.argv[1:]:
        sys.exit(__doc__)
    with as_file(files("lucca_pi.games.citta.drawn") / "demo.json") as file:
        record = load_record(str(file))
    with TemporaryDirectory() as directory:
        app = _app(record, Path(directory))
        app.run()
    played = record_of(app.state)
    if not played or score(replay(played)).totals != score(replay(record)).totals:
        sys.exit("The table was read wrongly: the points are not those of the game that was drawn.")
    print(score_text(score(replay(played))))


def _other(game: str) -> None:
    """Plays another game's record by what the registry tells of it, and prints its score from what was read."""
    kind = named(game)
    with as_file(files(f"lucca_pi.games.{game}.drawn") / "demo.json") as file, TemporaryDirectory() as directory:
        told = json.loads(file.read_text(encoding="utf-8"))
        camera = module(game, "drawn.camera").camera_for(str(file), {"conditions": "easy"})
        clock = SystemClock()
        store = SqliteStore(Path(directory), clock)
        devices = Devices(
            ToldCamera(camera, 1 + len(told["turns"])),
            AutoButtons(),
            UnhurriedDisplay(sys.stdout),
            store,
            clock,
            NoAlbum(),
        )
        setup = kind.setup_from({"colours": [player["colour"] for player in told["players"]], "size": told["size"]})
        app = App(devices, Eyes(Config(game=game)), Begun(kind, setup, len(told["players"]), {}, clock.date()))
        app.run()
    played = kind.score_json(app.state)
    wanted = scored(json.dumps(told)).document()
    if not played or played["city"] != wanted["city"]:
        sys.exit("The table was read wrongly: the city is not that of the game that was drawn.")
    print(kind.score_text(app.state))


def _app(record: Record, directory: Path) -> App:
    clock, deck_file = SystemClock(), reference_deck_file()
    looks = 1 + sum(len(entries) for entries in record.rounds)
    camera = ToldCamera(RecordCamera(record, deck_file), looks)
    display, store = UnhurriedDisplay(sys.stdout), SqliteStore(directory, clock)
    devices = Devices(camera, AutoButtons(), display, store, clock, NoAlbum())
    names = {quarter: player for player, quarter in record.extra["seats"].items()}
    begun = Begun(KIND, Setup(record.edition, deck_file), len(record.players), names, clock.date())
    return App(devices, Eyes(Config()), begun)


if __name__ == "__main__":
    main()
