"""Runs `lucca-pi play`: makes the devices, hands them to the app, and closes them afterwards; writes the log."""

import logging
import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from lucca_pi.app.devices import Devices
from lucca_pi.app.eyes import Eyes
from lucca_pi.app.journal_writer import result
from lucca_pi.app.loop import App
from lucca_pi.app.notices import Tell, tell_nobody
from lucca_pi.app.panel import Care
from lucca_pi.app.resume import goes_on_otherwise, wanted_today
from lucca_pi.checking.at_the_box import check_at_the_box
from lucca_pi.config import Config
from lucca_pi.contract.questions import Disagreed
from lucca_pi.contract.setup import setup_from, setup_json
from lucca_pi.devices.album import PICTURES, FolderAlbum, NoAlbum
from lucca_pi.devices.displays.twins import LEGEND
from lucca_pi.devices.errors import DeviceError, opening
from lucca_pi.devices.here import free_port
from lucca_pi.devices.phone import PhoneCamera
from lucca_pi.devices.state_directory import KeptLanguage, KnownPhones, table_key
from lucca_pi.devices.store import GameStore
from lucca_pi.devices.system import give_back_large_blocks, hear_no_more
from lucca_pi.devices.update import ASKED, Updates
from lucca_pi.equipment import make_buttons, make_camera, make_signals, make_supervisor
from lucca_pi.errors import RuleError, UnreadableError, reason_of
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import State
from lucca_pi.evening.views import doubted_stickers
from lucca_pi.games import DEFAULT, game_named
from lucca_pi.language import _, say
from lucca_pi.outside import harmless, note
from lucca_pi.ports import Album, Clock, Display, Supervisor
from lucca_pi.proof.past_games import copied
from lucca_pi.proof.replayable import keep_game
from lucca_pi.web.address import read_binding

if TYPE_CHECKING:
    from lucca_pi.mqtt.publisher import Publisher

_PACKAGE = "lucca_pi"
_ON_THE_TERMINAL = ("terminal", "text")
"""Displays beside which a note would say the same once more."""


@contextmanager
def logged(file: Path | None) -> Iterator[None]:
    """Appends log entries to the file while the block runs; None: no log. Raises DeviceError."""
    if file is None:
        yield
        return
    log, handler = logging.getLogger(_PACKAGE), _opened(file)
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        yield
    finally:
        log.setLevel(logging.NOTSET)
        log.removeHandler(handler)
        handler.close()


def _opened(file: Path) -> "_LogFile":
    try:
        return _LogFile(file)
    except OSError as error:
        reason = f"the log cannot be written: {reason_of(error)}"
        raise DeviceError(f"{file}: {reason}. Give another file with --log.") from error


class _LogFile(logging.FileHandler):
    """A log file; an error in writing is reported once, and stops no game."""

    def __init__(self, file: Path) -> None:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK, 0o666))  # a pipe without a reader is refused
        super().__init__(file, encoding="utf-8")
        self.setFormatter(_Harmless("%(asctime)s %(message)s"))
        self._is_told = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, ARG002 - as logging calls it
        """Reports the first error in writing."""
        if not self._is_told:
            self._is_told = True
            note(f"lucca-pi: {self.baseFilename}: the log can no longer be written; the game goes on.")


class _Harmless(logging.Formatter):
    """Formats entries, with texts from outside, such as names, made harmless."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry as a harmless line."""
        return harmless(super().format(record))


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    Result of play: its JSON, the points with their reasons as text, and notes for people.

    `stuck`: true if the table could not be explained at the end. `games`: those that were on, by their names.
    """

    result: dict[str, Any]
    text: str
    notes: tuple[str, ...]
    stuck: bool
    games: tuple[str, ...] = ()


def play(config: Config, display: Display, clock: Clock, asked: Collection[str] = ()) -> Outcome:
    """
    Plays with the devices of the configuration.

    `asked`: settings given explicitly; a resumed game that differs from them says so.
    Raises DeviceError, CalibrationError, UnreadableError and RuleError if something cannot be used.
    """
    give_back_large_blocks()
    eyes, games = Eyes(config), dict[str, Begun]()
    with (
        logged(config.log),
        _devices(config, display, clock, eyes) as opened,
        _with_page(config, opened) as (devices, tell_page),
        _with_broker(config, devices) as (tell_broker, publisher),
    ):
        app = App(
            devices,
            eyes,
            _begun(config, devices.clock),
            hands_free=config.confirm == "rest",
            advice=config.advice,
            care=Care(config.dim_after_s, config.off_after_s),
            to_stick=partial(copied, config.state, alive=devices.supervisor.alive),
            check=partial(check_at_the_box, config, eyes, alive=devices.supervisor.alive),
            tell=_telling(config, devices.supervisor, games, (tell_page, tell_broker)),
            anew=config.game_given,
            speaks=KeptLanguage(config.state, config.language).keep,
            offered=[*_offered(config, devices.clock)],
            updates=Updates(config.halt.with_name(ASKED) if config.halt else None),
        )
        resumed = _resumed_note(app)
        wanted = wanted_today(devices.store, _begun(config, devices.clock), anew=config.game_given)
        if app.resumed and (otherwise := goes_on_otherwise(app.state.begun, wanted, asked)):
            app.ask_first(otherwise, waits=_is_evening(config))
        with suppress(KeyboardInterrupt):
            app.run()
    halted = _halt(config.halt) if config.halt and app.is_switched_off else None
    lacks = app.state.plugin.rules.lacks(app.state.begun.setup)
    told = (devices.store.notice, app.unreadable, resumed, lacks, devices.store.lost, devices.album.notice)
    outcome = _outcome(app, config, (*told, publisher.notice if publisher else None, halted))
    return replace(outcome, games=tuple(games))


def _halt(file: Path) -> str | None:
    """Asks the system to halt, once the devices are closed; returns what went wrong, None if nothing."""
    try:
        file.touch()
    except OSError as error:
        return (
            f"{file}: the machine stays on, the file cannot be made ({reason_of(error)}). Change halt in the settings."
        )
    return None


def _outcome(app: App, config: Config, notices: Iterable[str | None]) -> Outcome:
    mode = app.state.mode
    stuck = mode.sentences if isinstance(mode, Disagreed) and not mode.paused else ()
    plugin = app.state.plugin
    text, found = plugin.score_text(app.state.match), result(app.state)
    if config.advice and app.state.game:
        hints, words = plugin.rules.advice(app.state.match)
        text, found = f"{text}\n{words}", found | {"advice": hints}
    notes = [notice for notice in notices if notice]
    told = tuple(map(say, (*notes, *doubted_stickers(app.state), *stuck)))
    return Outcome(found, text, told, bool(stuck))


@contextmanager
def _devices(config: Config, display: Display, clock: Clock, eyes: Eyes) -> Iterator[Devices]:
    """The devices; each is closed at the end, whatever happens."""
    with ExitStack() as opened:
        try:
            camera = opened.enter_context(closing(make_camera(config, clock, eyes.stored.focus)))
            buttons = opened.enter_context(closing(make_buttons(config, clock)))
            store = opened.enter_context(closing(GameStore(config.state)))
            store.keep_photographs(setup_json(_begun(config, clock).setup))  # the game that goes on may miss its own
            album: Album = FolderAlbum(config.state / PICTURES, config.pictures) if config.pictures else NoAlbum()
            opened.enter_context(closing(album))
            if config.buttons == "keyboard" and config.display not in _ON_THE_TERMINAL:  # which show them
                _note(LEGEND)
            signals = opened.enter_context(closing(make_signals(config)))
            supervisor = opened.enter_context(closing(make_supervisor(clock)))
            yield Devices(camera, buttons, display, store, clock, album, signals, supervisor)
        finally:
            hear_no_more()


@contextmanager
def _with_page(config: Config, devices: Devices) -> Iterator[tuple[Devices, Tell]]:
    """The devices, with phones if there is a page, and the function that publishes states. Raises DeviceError."""
    served = config.page or (free_port() if isinstance(devices.camera, PhoneCamera) else "")
    if not served:
        yield devices, tell_nobody
        return
    from lucca_pi.app.live_page import LivePage
    from lucca_pi.proof.past_pages import PastPages
    from lucca_pi.proof.past_site import PastSite

    kept = KnownPhones(config.state)
    more: dict[str, Any] = {"control": config.page_control, "known": kept.read(), "keep": kept.keep}
    if isinstance(devices.store, GameStore):
        games = PastPages(devices.store, config.state, pictures=config.page_picture, statistics=config.statistics)
        more |= {"games": partial(PastSite, games), "news": games.news}
    more["photographs"] = devices.camera if isinstance(devices.camera, PhoneCamera) else None
    with opening(_("The page"), '--page ""'):
        page = LivePage(read_binding(served), devices.album, picture=config.page_picture, **more)
    with closing(page):
        if config.display not in _ON_THE_TERMINAL:  # which show the address
            _note(_("the page on your phone: {address}", address="  ".join(page.address.addresses)))
            if page.address.digits:
                _note(_("Code for phones that answer: {digits}", digits=page.address.digits))
        yield replace(devices, album=page.album, phones=page), page.tell


@contextmanager
def _with_broker(config: Config, devices: Devices) -> Iterator[tuple[Tell, "Publisher | None"]]:
    """
    The function that publishes states at the broker, if there is one, and who publishes them.

    Raises StoreError for the table's key, and UnreadableError for the password.
    """
    if not config.mqtt:
        yield tell_nobody, None
        return
    from lucca_pi.app.live_table import LiveTable
    from lucca_pi.mqtt.broker import read_broker
    from lucca_pi.mqtt.publisher import Publisher
    from lucca_pi.proof.past_pages import PastPages

    broker, key = read_broker(config.mqtt, config.mqtt_password_file), table_key(config.state)
    _note(_("Key of this table for a hall: {key}", key=key))
    publisher = Publisher(broker, config.table, (lambda _: None) if config.display in _ON_THE_TERMINAL else _note)
    games = PastPages(cast(GameStore, devices.store), config.state, pictures=config.page_picture)
    table = LiveTable(publisher, config.table, key, devices.clock, games.document)
    with closing(table):
        yield table.tell, publisher


def _note(text: str) -> None:
    """Writes a line at the terminal as play begins."""
    note(f"lucca-pi: {say(text)}")


def _telling(config: Config, supervisor: Supervisor, games: dict[str, Begun], others: Iterable[Tell]) -> Tell:
    """
    A function that tells the supervisor of a state, in a line, then the others.

    As a game begins or is arranged anew, it notes the game and first writes the files which replay its pictures.
    """

    def told(game: str, state: State, notices: tuple[str, ...]) -> None:
        if game and config.pictures and games.get(game) != state.begun:
            games[game] = state.begun
            with suppress(OSError):  # where this cannot be written no picture can, and the album tells
                keep_game(config.state / PICTURES / game, state.begun, config.codes)
        supervisor.status("; ".join((state.plugin.status(state.match), *notices)))
        for tell in others:
            tell(game, state, notices)

    return told


def _begun(config: Config, clock: Clock) -> Begun:
    plugin = game_named(config.game)
    return Begun(plugin, setup_from(plugin.rules.setup, config.for_game()), config.players, config.names, clock.date())


def _offered(config: Config, clock: Clock) -> Iterator[Begun]:
    """The beginnings with the decks that the first start would list; without those that cannot be used."""
    for deck in config.found("deck") if config.game == DEFAULT else ():
        with suppress(UnreadableError, RuleError):
            yield _begun(config.changed({"deck": deck}), clock)


def _is_evening(config: Config) -> bool:
    """True if people play here, who can be asked: no script, no recording."""
    is_pressed = config.buttons.partition(":")[0] in ("gpio", "keys", "keyboard")
    return is_pressed and config.camera.partition(":")[0] not in ("folder", "drawn")


def _resumed_note(app: App) -> str | None:
    """Note, shown at the end, of what a resumed game kept in spite of the command line."""
    if not app.resumed:
        return None
    begun, look = app.state.begun, app.state.course.looks + 1
    words = {"game": app.game, "look": look, "setup": begun.plugin.show.setup_words(begun.setup)}
    return _("the unfinished game {game} went on with look {look} ({setup})", **words)
