"""
`./lucca demo [--game NAME]`: a whole game before a drawn table, every stage real, the screens here and on a page.

The table is drawn from a record of the game; all that follows (codes, places, turns, points) is read from the pictures.
"""

import json
import os
import sys
import webbrowser
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import TYPE_CHECKING, Any, TextIO

from PIL.Image import Image

from lucca_pi.app.devices import Devices
from lucca_pi.app.eyes import Eyes
from lucca_pi.app.loop import App
from lucca_pi.app.notices import tell_nobody
from lucca_pi.commands.options import tell
from lucca_pi.commands.start import wait_for_enter
from lucca_pi.config import Config, ConfigError
from lucca_pi.contract.screens import Snapshot
from lucca_pi.contract.setup import setup_from
from lucca_pi.devices.album import NoAlbum
from lucca_pi.devices.buttons import AutoButtons
from lucca_pi.devices.displays.twins import TerminalDisplay, TextDisplay, why_not_drawn
from lucca_pi.devices.here import free_port, is_at_a_terminal
from lucca_pi.devices.store import GameStore
from lucca_pi.devices.system import SystemClock
from lucca_pi.drawn.camera import DrawnCamera
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import State
from lucca_pi.games import DEFAULT, PLAYED, game_module, game_named, scored
from lucca_pi.language import _
from lucca_pi.outside import note
from lucca_pi.ports import Camera, Display, Frame
from lucca_pi.web.address import read_binding

if TYPE_CHECKING:
    from lucca_pi.app.live_page import LivePage

_GLANCE_S = 0.8
"""Seconds for which a picture stays: a demonstration of 75 pictures should take less than two minutes."""


@dataclass(frozen=True, slots=True)
class _ToldCamera(Camera):
    """A drawn camera that reports how far the game is."""

    drawn: DrawnCamera
    notice: str = ""

    def look(self, number: int = 0) -> Frame:
        looks = self.drawn.looks
        if number < looks:
            note(f"--- look {number + 1} of {looks}: drawing the table and reading it")
        return self.drawn.look(number)

    def closer(self, number: int = 0) -> Iterable[Frame]:
        return self.drawn.closer(number)

    def rested(self, number: int) -> tuple[Frame, ...]:
        return tuple(self.drawn.rested(number))


class _UnhurriedDisplay(TerminalDisplay):
    """A terminal's display for people: every picture stays long enough for a glance, and none is left out."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self.keeps = True

    def show(self, picture: Image) -> None:
        super().show(picture)
        if sys.stdout.isatty():
            sleep(_GLANCE_S)


class _UnhurriedText(TextDisplay):
    """The screens in words, each with time to read it."""

    def tell(self, snapshot: Snapshot) -> None:
        super().tell(snapshot)
        if sys.stdout.isatty():
            sleep(_GLANCE_S)


_WITH_A_DEMO = tuple(game for game in PLAYED if (files(f"lucca_pi.games.{game}") / "drawn" / "demo.json").is_file())
"""The games that have a record for the demonstration."""
_TELLS = ("players", "winner", "winners", "stock", "largest", "city")
"""The parts of a score that must equal those of the drawn game, if it has them."""


def demonstrate(game: str | None, page: str | None, *, drawn: bool = False) -> int:
    """
    Plays the game and prints its score with the reasons, from the readings alone; returns 1 if that went wrong.

    `page`: the address it is served at, "" for no page; None: at a terminal, on a free port. `drawn`: draws the small
    display instead of writing its words. Raises DeviceError, and ConfigError for a game without a demonstration or an
    invalid `page`.
    """
    name = game or DEFAULT
    if name not in _WITH_A_DEMO:
        raise ConfigError(f"--game {name}: expected {' or '.join(_WITH_A_DEMO)}")
    with as_file(files(f"lucca_pi.games.{name}") / "drawn" / "demo.json") as file:
        text = file.read_text(encoding="utf-8")
        with (
            TemporaryDirectory() as folder,
            closing(GameStore(Path(folder))) as store,
            _page(page, store, Path(folder)) as served,
        ):
            config = Config(game=name, state=Path(folder))
            state = _played(config, str(file), json.loads(text), store, page=served, display=_display(drawn=drawn))
    kind = game_named(name)
    shown, expected = kind.score_json(state.match), scored(text).document()
    if not shown or any(shown.get(part) != expected.get(part) for part in _TELLS):
        tell("The table was read wrongly: the score differs from that of the drawn game.", err=True)
        return 1
    tell(kind.score_text(state.match))
    return 0


@contextmanager
def _page(where: str | None, store: GameStore, directory: Path) -> "Iterator[LivePage | None]":
    """The page, if it is served; if a person is at the terminal, it stays until Enter."""
    is_watched = is_at_a_terminal()
    binding = free_port() if where is None and is_watched else where
    if not binding:
        yield None
        return
    from lucca_pi.app.live_page import LivePage
    from lucca_pi.proof.past_pages import PastPages
    from lucca_pi.proof.past_site import PastSite

    try:
        place = read_binding(binding)
    except ValueError as error:
        raise ConfigError(f"--page {binding}: expected [HOST:]PORT, as 8000") from error
    past = PastPages(store, directory, pictures=False)
    with closing(LivePage(place, NoAlbum(), picture=True, games=partial(PastSite, past))) as page:
        note(_("The same on a page: {address}", address=page.address.address))
        if is_watched and {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
            webbrowser.open(page.address.address)
        yield page
        if is_watched:
            note(_("The page stays until you press Enter: {address}", address=page.address.address))
            wait_for_enter("")


def _display(*, drawn: bool) -> Display:
    """The screens in words, or the small display drawn if the terminal can."""
    why = why_not_drawn(sys.stdout, os.environ) if drawn else ""
    if drawn and not why:
        return _UnhurriedDisplay(sys.stdout)
    if why:
        note(_("The screens are shown as text: this terminal cannot draw the display, because {why}.", why=why))
    return _UnhurriedText(sys.stdout)


def _played(
    config: Config, record: str, told: Mapping[str, Any], store: GameStore, *, page: "LivePage | None", display: Display
) -> State:
    """The game's state after all its pictures were read."""
    clock, kind = SystemClock(), game_named(config.game)
    names = {seat: player for player, seat in told["seats"].items()}
    settings = {**config.for_game(), **told.get("settings", {}), "names": names, "players": len(names)}
    camera = _ToldCamera(game_module(config.game, "drawn").camera_for(record, settings))
    album = page.album if page else NoAlbum()
    devices = Devices(camera, AutoButtons(), display, store, clock, album)
    begun = Begun(kind, setup_from(kind.rules.setup, settings), len(names), names, clock.date())
    app = App(devices, Eyes(config), begun, tell=page.tell if page else tell_nobody)
    app.run()
    return app.state
