"""
`./lucca demo [--game NAME]`: a whole game before a drawn table, every stage real, the screens in the terminal.

The table is drawn from a record of the game; all that follows (codes, places, turns, points) is read from the pictures.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any, TextIO

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
from lucca_pi.games import DEFAULT, PLAYED, module, named, scored
from lucca_pi.harmless import note
from lucca_pi.ports import Frame

GLANCE_S = 0.8
"""How long a picture stays; a game of 75 pictures should take less than two minutes."""


@dataclass(frozen=True, slots=True)
class ToldCamera:
    """A drawn camera that tells how far the game is."""

    drawn: DrawnCamera
    notice: str = ""

    def look(self, number: int) -> Frame:
        looks = self.drawn.looks
        if number < looks:
            note(f"--- look {number + 1} of {looks}: drawing the table and reading it")
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


WITH_A_DEMO = tuple(game for game in PLAYED if (files(f"lucca_pi.games.{game}") / "drawn" / "demo.json").is_file())
"""The games that have a record for it."""
TELLS = ("players", "winner", "winners", "stock", "largest", "city")
"""The parts of a score that have to be those of the game that was drawn, where it has them."""


def main() -> None:
    """Plays the game and prints its score with the reasons, from what was read; exits with 1 if that went wrong."""
    parser = ArgumentParser("./lucca demo", description="Plays a whole game before a drawn table.")
    parser.add_argument("--game", choices=WITH_A_DEMO, default=DEFAULT)
    game: str = parser.parse_args().game
    with as_file(files(f"lucca_pi.games.{game}") / "drawn" / "demo.json") as file:
        text = file.read_text(encoding="utf-8")
        with TemporaryDirectory() as directory:
            app = _app(game, str(file), json.loads(text), Path(directory))
            app.run()
    state, kind = app.state, named(game)
    played, drawn = kind.score_json(state), scored(text).document()
    if not played or any(played.get(part) != drawn.get(part) for part in TELLS):
        sys.exit("The table was read wrongly: the score is not that of the game that was drawn.")
    print(kind.score_text(state))


def _app(game: str, record: str, told: Mapping[str, Any], directory: Path) -> App:
    clock, kind, config = SystemClock(), named(game), Config(game=game)
    names = {seat: player for player, seat in told["seats"].items()}
    settings = {**asdict(config), **told.get("settings", {}), "names": names, "players": len(names)}
    camera = ToldCamera(module(game, "drawn.camera").camera_for(record, settings))
    display, store = UnhurriedDisplay(sys.stdout), SqliteStore(directory, clock)
    devices = Devices(camera, AutoButtons(), display, store, clock, NoAlbum())
    begun = Begun(kind, kind.setup_from(settings), len(names), names, clock.date())
    return App(devices, Eyes(config), begun)


if __name__ == "__main__":
    main()
