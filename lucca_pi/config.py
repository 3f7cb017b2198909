"""The configuration of `lucca-pi play`: command line over file over default, every value checked and named."""

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from lucca_pi.contract.setup import Setting, alternatives, flag, one_of, whole
from lucca_pi.devices.displays import DISPLAYS, LARGEST, SMALLEST, USUAL, DisplaySettings, display_class, panel_of
from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.errors import RuleError, UnreadableError, reason_of
from lucca_pi.files import config_file, halt_file, read_file, state_directory
from lucca_pi.games import DEFAULT, PLAYED, game_module
from lucca_pi.language import LANGUAGES, _, language_of
from lucca_pi.mqtt.broker import read_broker
from lucca_pi.mqtt.topics import MOST_LETTERS, is_table_name, table_named_after
from lucca_pi.web.address import read_binding

_CAMERAS = ("pi", "pi:N", "usb:N", "phone", "folder:DIR", "drawn:RECORD")
_BUTTONS = ("gpio", "keys", "keys:NAME", "keyboard", "auto", "script:FILE")
_PAGE_CONTROLS = ("nobody", "paired", "anyone")
_CODES = ("aruco", "qr", "auto")
_CONFIRMS = ("ok", "rest")
_PIN_FACTORIES = ("lgpio", "rpigpio")
_OLEDS = ("ssd1306", "sh1106")
BUTTON_NAMES = ("ok", "back", "up", "down")
_ON_A_PI = _("default on a Pi")
_DEFAULT = _("default")
_HIGHEST_PIN = 27
_MOST_MB = 1_000_000
_DAY_S = 86_400
LARGEST_BYTES = 100_000
"""Largest configuration file, bytes: with every setting and its comment it has a few thousand."""


class ConfigError(Exception):
    """A setting has an invalid value; the message names it, its place, and the valid values."""


def _taken_by(read: Callable[[str], object], *, or_none: bool = True) -> Callable[[object], bool]:
    """A check for a text, or a number without quotes, that this function reads; `or_none`: also for ""."""

    def fits(value: object) -> bool:
        is_text = isinstance(value, str | int) and not isinstance(value, bool)
        try:
            return (or_none and value == "") or (is_text and bool(read(f"{value}")))
        except ValueError:
            return False

    return fits


def _is_path(value: object) -> bool:
    """True for a path, unless it begins at the home of a user who has none or does not exist."""
    try:
        return isinstance(value, str | Path) and bool(str(value)) and bool(_path(value))
    except RuntimeError:
        return False


def _path(value: str | Path) -> Path:
    return Path(value).expanduser()


def _are_pins(value: object) -> bool:
    pin = whole(0, _HIGHEST_PIN)
    return isinstance(value, dict) and set(value) == set(BUTTON_NAMES) and all(map(pin, value.values()))


_PIN = (whole(0, _HIGHEST_PIN), f"a GPIO number from 0 to {_HIGHEST_PIN}")
_SECONDS = (whole(0, _DAY_S), f"seconds, from 0 (never) to {_DAY_S}")
_BY_THE_GAME = (lambda _: False, "what the game says")
"""Check of a setting that every game checks by itself."""


def _setting(usual: Any, *entry: Any, **named: Any) -> Any:
    """A field of the configuration with its setting; a default that is a function is called when it is needed."""
    setting = Setting(usual, *entry, **named)
    usual = usual if callable(usual) else (lambda: setting.usual)
    return field(default_factory=usual, metadata={"setting": setting})


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of play: each is a field here, or an entry in a game's own `session.setup.SETTINGS`."""

    camera: str = _setting(
        "pi",
        one_of(*_CAMERAS),
        metavar="CAMERA",
        help=_("{choices}.", choices=alternatives(_CAMERAS, {"pi": _ON_A_PI})),
    )
    """The camera."""
    conditions: str = _setting(
        "easy",
        one_of(*CONDITIONS),
        metavar="NAME",
        help=_("How hard a drawn table is to read: easy (default) to hard."),
    )
    """Light and noise of a drawn table."""
    buttons: str = _setting(
        "gpio",
        one_of(*_BUTTONS),
        metavar="BUTTONS",
        help=_("{choices}.", choices=alternatives(_BUTTONS, {"gpio": _ON_A_PI})),
    )
    """The buttons."""
    display: str = _setting(
        "oled",
        one_of(*DISPLAYS),
        metavar="DISPLAY",
        help=_("{choices}.", choices=alternatives(DISPLAYS, {"oled": _ON_A_PI})),
    )
    """The display."""
    display_size: str = _setting(
        "",
        (
            _taken_by(panel_of, or_none=False),
            f"WIDTHxHEIGHT in dots, as 250x122, from {SMALLEST[0]}x{SMALLEST[1]} to {LARGEST[0]}x{LARGEST[1]}",
        ),
        metavar="WxH",
        help=_(
            "Size in dots of a drawn display, terminal or png:DIR; {usual} if not given.",
            usual=f"{USUAL.width}x{USUAL.height}",
        ),
    )
    """The size of a display that is drawn; "": the usual one."""
    game: str = _setting(
        DEFAULT,
        one_of(*PLAYED),
        metavar="GAME",
        help=_("Game to play: {games}.", games=alternatives(PLAYED, {DEFAULT: _DEFAULT})),
    )
    """The game to play."""
    players: int | None = _setting(None, _BY_THE_GAME)
    """Number of players; None: as many as quarters are seen."""
    names: Mapping[int, str] = _setting({}, _BY_THE_GAME)
    """Players' names by the code of their quarter, or by the number of their colour."""
    calibration: Path | None = _setting(
        None,
        (_is_path, "a calibration file"),
        _path,
        metavar="FILE",
        help=_("The file that lucca-pi calibrate wrote for this camera."),
        kind=Path,
    )
    """Calibration file; None: the one in the state directory, if there is one."""
    codes: str = _setting(
        "aruco",
        one_of(*_CODES),
        metavar="CODES",
        help=_("{choices}.", choices=alternatives(_CODES, {"aruco": _DEFAULT})),
    )
    """Kind of the codes on the cards."""
    pictures: int = _setting(
        0,
        (whole(0, _MOST_MB), f"megabytes, from 0 to {_MOST_MB}"),
        metavar="MB",
        help=_("Save the pictures of looks, up to this size; 0 (default): none."),
        kind=int,
    )
    """Most megabytes of pictures in the state directory."""
    statistics: bool = _setting(True, flag, help=_("Show statistics of the people over their games (default)."))
    """True: the page has statistics, and says at the end what is new in them."""
    log: Path | None = _setting(
        None,
        (_is_path, "a file"),
        _path,
        metavar="FILE",
        help=_("Write the referee's verdict on each look to this file, with its reasons."),
        kind=Path,
    )
    """Log file for how the referee judged looks; None: no log."""
    state: Path = _setting(
        lambda: state_directory(os.environ),
        (_is_path, "a directory"),
        _path,
        metavar="DIR",
        help=_("The directory of saved games."),
        kind=Path,
    )
    """Directory of games."""
    confirm: str = _setting(
        "ok",
        one_of(*_CONFIRMS),
        metavar="HOW",
        help=_("What ends a turn: ok (default), a press of OK; rest, a table at rest."),
    )
    """End of a turn: a press of OK, or the table coming to rest."""
    advice: bool = _setting(False, flag, help=_("Show advice to the player in turn; off by default."))
    """True: the player in turn gets advice."""
    language: str = _setting(
        lambda: language_of(os.environ),
        one_of(*LANGUAGES),
        metavar="L",
        help=_("Language of the screens: {languages}; from LANG if not given.", languages=alternatives(LANGUAGES)),
    )
    """Language of screens and page."""
    page: str = _setting(
        "",
        (_taken_by(read_binding), "[HOST:]PORT, as 8000"),
        str,
        metavar="[HOST:]PORT",
        help=_(
            "The port at which the page for the phones at the table is served. If not given: with a phone as the "
            "camera, and at a terminal, port 8000 or the next free one; else none."
        ),
    )
    """Address of the page on the phone; "": no page."""
    page_picture: bool = _setting(True, flag, help=_("Show the picture of the last look on the page (default)."))
    """True: the page shows the picture of the look confirmed last."""
    page_control: Literal["nobody", "paired", "anyone"] = _setting(
        "paired",
        one_of(*_PAGE_CONTROLS),
        metavar="WHO",
        help=_("Who may answer on the page: {people}.", people=alternatives(_PAGE_CONTROLS, {"paired": _DEFAULT})),
    )
    """Phones that may answer on the page: none, those let in by the table's code, or all."""
    mqtt: str = _setting(
        "",
        (_taken_by(read_broker), "mqtt://[USER@]HOST[:PORT], or mqtts:// for TLS"),
        metavar="URL",
        help=_("The broker to which the table is published: mqtt://HOST, or mqtts://HOST for TLS; none if not given."),
        is_secret=True,
    )
    """URL of the broker; "": none. It may hold a password."""
    mqtt_password_file: Path | None = _setting(None, (_is_path, "a file with the password"), _path)
    """File whose first line is the password of the broker; None: that of the URL, if there is one."""
    table: str = _setting(
        lambda: table_named_after(os.uname().nodename),
        (is_table_name, f"at most {MOST_LETTERS} Latin letters, digits, - and _"),
        metavar="NAME",
        help=_("The table's name at the broker; that of the machine if not given."),
    )
    """Name of the table at the broker."""
    pins: Mapping[str, int] = _setting(
        MappingProxyType({"ok": 5, "back": 6, "up": 13, "down": 19}),
        (_are_pins, f"a GPIO number from 0 to {_HIGHEST_PIN} for each of {', '.join(BUTTON_NAMES)}"),
    )
    """GPIO numbers of the buttons."""
    pin_factory: str = _setting("lgpio", one_of(*_PIN_FACTORIES))
    """The library that drives the pins."""
    dim_after_s: int = _setting(120, _SECONDS)
    """Seconds after the last press or news until a display is dimmed; 0: never."""
    off_after_s: int = _setting(1800, _SECONDS)
    """Seconds after the last press or news until a display is dark; 0: never."""
    halt: Path | None = _setting(
        lambda: halt_file(os.environ),
        (lambda value: isinstance(value, str) and bool(value), "a file, as /run/lucca/halt"),
        Path,
    )
    """File that is made when somebody switches the machine off, for the system to see; None: no file."""
    buzzer: int | None = _setting(None, _PIN)
    """GPIO number of a buzzer; None without a buzzer."""
    led: int | None = _setting(None, _PIN)
    """GPIO number of a light; None without a light."""
    oled: str = _setting("ssd1306", one_of(*_OLEDS))
    """The controller of an OLED on the I2C bus."""
    oled_port: int = _setting(1, (whole(0, 31), "the number of an I2C bus, as 1"))
    """The I2C bus of the OLED."""
    oled_address: int = _setting(0x3C, (whole(0x03, 0x77), "an I2C address from 0x03 to 0x77"))
    """The address of the OLED on its bus."""
    oled_turned: bool = _setting(False, flag)
    """True: the OLED or the e-paper is mounted upside down."""
    oled_offset: int = _setting(2, (whole(0, 4), "columns, from 0 to 4"))
    """The column of an SH1106's memory at which its glass begins."""
    mains_hz: int = _setting(50, (lambda value: value in (50, 60), "50 or 60"))
    """Frequency of the mains that feeds the lamps, Hz."""
    own: Mapping[str, Any] = field(default_factory=dict)
    """Given settings that only some games have, by name."""
    game_given: bool = False
    """True if the command line names the game."""
    file: Path = field(default_factory=lambda: config_file(os.environ))
    """The settings file, which may not exist."""

    def for_game(self) -> dict[str, Any]:
        """All settings, shared and the game's own, as the game takes them."""
        shared = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "own"}
        table = _of_game(self.game)
        usual = {name: setting.usual for name, setting in table.items() if name not in shared}
        return {**shared, **usual, **{name: value for name, value in self.own.items() if name in table}}

    def for_display(self) -> DisplaySettings:
        """The settings that the display takes."""
        return DisplaySettings(**{one.name: getattr(self, one.name) for one in fields(DisplaySettings)})

    def found(self, name: str) -> dict[str, str]:
        """Further values of a setting that files here, beside the settings and the games offer, each in words."""
        return {**setting_named(name).found((Path.cwd(), self.file.parent, self.state))}

    def changed(self, values: Mapping[str, Any], where: str = "") -> "Config":
        """The configuration with these values, each checked; `where` begins every complaint. Raises ConfigError."""
        game = values.get("game", self.game)
        table = settings(game if game in PLAYED else self.game)  # else that is the complaint
        for name, value in values.items():
            _check(name, value, where, table, game)
        made = {name: table[name].make(value) for name, value in values.items()}
        shared = {name: value for name, value in made.items() if name in SHARED}
        own = {name: value for name, value in made.items() if name not in SHARED}
        return replace(self, **shared, own={**self.own, **own})


SHARED: Mapping[str, Setting] = MappingProxyType(
    {one.name: one.metadata["setting"] for one in fields(Config) if "setting" in one.metadata}
)
"""The settings of all games."""


def _of_game(game: str) -> Mapping[str, Setting]:
    table: Mapping[str, Setting] = game_module(game, "session.setup").SETTINGS
    return table


def settings(game: str) -> dict[str, Setting]:
    """Settings of this game, by name; the game's own replace shared ones of the same name."""
    return {**SHARED, **_of_game(game)}


def every_setting() -> dict[str, Setting]:
    """Settings of all games, by name; if several games have one, that of the default game."""
    return {name: setting for game in reversed(PLAYED) for name, setting in settings(game).items()}


def setting_named(name: str) -> Setting:
    """The entry of `every_setting`, by importing no more games than needed. Raises StopIteration if there is none."""
    return next(entries[name] for game in PLAYED if name in (entries := settings(game)))


def load_config(file: Path | None, given: Mapping[str, Any]) -> Config:
    """
    The configuration: values `given` by the command line (None: not given), then those of the file, then defaults.

    The record of a drawn table takes precedence over the file. `file` None looks in the usual place, which may be
    empty. Raises ConfigError.
    """
    path = file or config_file(os.environ)
    values = _read_toml(path, may_be_missing=not file)
    config = _of_file(values, f"{path}: ", given.get("game"))
    recorded = _recorded(config.changed(_without_none(given)))
    config = config.changed(recorded).changed(_without_none(given))
    config = replace(config, game_given=given.get("game") is not None, file=path)
    _refuse_pins_given_twice(config)
    return config


def _of_file(values: Mapping[str, Any], where: str, game: str | None) -> Config:
    """Settings of the file, for the game that it names; else for the command line's, or the default game."""
    if "game" in values or game not in PLAYED or game == DEFAULT:
        return Config().changed(values, where)
    try:
        return Config(game=game).changed(values, where)
    except ConfigError:
        with suppress(ConfigError):
            return Config().changed(values, where)
        raise


def _recorded(config: Config) -> Mapping[str, Any]:
    """Settings in the record of a drawn table; errors in it are reported when it is drawn."""
    camera, _, record = config.camera.partition(":")
    settings = game_module(config.game, "session.setup")
    if camera != "drawn" or not hasattr(settings, "recorded"):
        return {}
    with suppress(UnreadableError, RuleError):
        return {"game": config.game, **settings.recorded(record)}
    return {}


def asked_for(file: Path | None, given: Mapping[str, Any]) -> frozenset[str]:
    """Settings given explicitly: their names in the file and on the command line. Raises ConfigError."""
    values = _read_toml(file or config_file(os.environ), may_be_missing=not file)
    return frozenset(values) | frozenset(_without_none(given))


def _without_none(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _refuse_pins_given_twice(config: Config) -> None:
    given: dict[int, str] = {}
    for name, pin in _pins_in_use(config):
        if pin in given:
            raise ConfigError(f"GPIO {pin} is given to {given[pin]} and to {name}: give each a pin of its own")
        given[pin] = name


def _pins_in_use(config: Config) -> Iterator[tuple[str, int]]:
    """The use of each pin, with the devices that are configured."""
    display = display_class(config.display)
    yield from ((f"the {display.called} ({name})", pin) for name, pin in display.pins(config.for_display()).items())
    if config.buttons == "gpio":
        yield from config.pins.items()
    for name, pin in (("buzzer", config.buzzer), ("led", config.led)):
        if pin is not None:
            yield name, pin


def _read_toml(path: Path, *, may_be_missing: bool) -> dict[str, Any]:
    try:
        return tomllib.loads(read_file(path, LARGEST_BYTES).decode("utf-8-sig"))  # Windows' editor marks what it saves
    except OSError as error:
        if may_be_missing and isinstance(error, FileNotFoundError | NotADirectoryError):
            return {}
        raise ConfigError(f"{path}: cannot be read: {reason_of(error)}") from None
    except (ValueError, RecursionError) as error:  # also of a number of thousands of digits
        raise ConfigError(f"{path}: not TOML: {error}") from None


def _check(name: str, value: object, where: str, table: Mapping[str, Setting], game: str) -> None:
    if name not in table:
        from difflib import get_close_matches

        near = get_close_matches(name, table, 1)
        there = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(table))}"
        raise ConfigError(f"{where}{_unknown(name, game)} {there}")
    fits, expected = table[name].check
    if not fits(value) or "\0" in str(value):  # which no file, host or device can be called
        shown = "…" if table[name].is_secret else repr(value)
        raise ConfigError(f"{where}{name} = {shown}: expected {expected}")


def _unknown(name: str, game: str) -> str:
    """Complaint about an unknown setting, or a setting of other games."""
    others = [other for other in PLAYED if other != game and name in _of_game(other)]
    if not others:
        return f"there is no setting {name!r};"
    return f"the game {game} has no setting {name!r}, which is one of {' and '.join(others)}: leave it out;"
