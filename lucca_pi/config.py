"""The configuration of `lucca-pi play`: command line over file over default, every value checked and named."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

from lucca_pi.devices.displays import DISPLAYS, LARGEST, SMALLEST, display_class, panel_of
from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.errors import RuleError, UnreadableError, reason_of
from lucca_pi.files import read_file
from lucca_pi.games import DEFAULT, PLAYED, module
from lucca_pi.games.settings import Check, flag, one_of, whole
from lucca_pi.language import LANGUAGES, language_of
from lucca_pi.web.address import read_binding

CAMERAS = ("pi", "pi:N", "usb:N", "phone", "folder:DIR", "drawn:RECORD")
BUTTONS = ("gpio", "keys", "keys:NAME", "keyboard", "auto", "script:FILE")
PAGE_CONTROLS = ("nobody", "paired", "anyone")
CODES = ("aruco", "qr", "auto")
CONFIRMS = ("ok", "rest")
PIN_FACTORIES = ("lgpio", "rpigpio")
OLEDS = ("ssd1306", "sh1106")
BUTTON_NAMES = ("ok", "back", "up", "down")
HIGHEST_PIN = 27
MOST_MB = 1_000_000
DAY_S = 86_400
LARGEST_BYTES = 100_000
"""Largest configuration file: with every setting and its comment one has a few thousand bytes."""


class ConfigError(Exception):
    """A value that cannot be: says which, where it stands, and what it may be."""


@dataclass(frozen=True, slots=True)
class Config:
    """
    What is played with. `players` None: as many as quarters are seen. `mains_hz`: of the mains that lamps hang on.
    `calibration`: a file; None is the one in the state directory, where there may be none.

    A display is dimmed and darkened `dim_after_s` and `off_after_s` seconds after the last press or news; 0 is never.
    `halt`: the file that is made when somebody switches the machine off, for the system to see; None makes none,
    where no service has a place for it. `oled_turned`: the OLED stands on its head; `oled_offset`: the column of an
    SH1106's memory at which its glass begins.
    On a chess board: `size`, the `colours` played, in the order of play, whether they may be switched (`switch`),
    whether towers stand in stairs (`layout`); of straight ones with which error in floors tops tell heights (`sigma`,
    None: not at all) and how much they grow a floor (`per_floor`); the stacks at the `start`. Of Lucco: the shape of
    the `tiles`, their `colours`, and whether who can do nothing presses OK (`passes`).
    `names` are players' names by quarter code, `pins` the GPIO numbers of the buttons, `buzzer` and
    `led` theirs if there are such; `swap`: opened palaces lie left
    of the quarter and completed ones right of it. `conditions` are those of a drawn table. `confirm`: a turn is taken
    by a press of OK, or as the table comes to rest. `advice`: the player in turn is advised. `page`: where the page on
    the phone is served, "" for nowhere; `page_picture`: with the picture of the look confirmed last. `page_control`:
    who may answer there: nobody, phones let in by the table's code ("paired"), or anyone. `pictures`: of so many
    megabytes are kept in the state directory; 0 keeps none. `log`: the file for what the referee makes of looks.
    """

    camera: str = "pi"
    conditions: str = "easy"
    buttons: str = "gpio"
    display: str = "oled"
    display_size: str = ""
    players: int | None = None
    edition: str = "english"
    deck: str = "reference"
    codes: str = "aruco"
    confirm: str = "ok"
    swap: bool = False
    size: int = 8
    colours: tuple[str, ...] = ()
    switch: bool = False
    layout: str = "stairs"
    sigma: float | None = None
    per_floor: float = 0.0083
    start: str = ""
    advice: bool = False
    language: str = field(default_factory=lambda: language_of(os.environ))
    page: str = ""
    page_picture: bool = True
    page_control: Literal["nobody", "paired", "anyone"] = "paired"
    pictures: int = 0
    state: Path = field(default_factory=lambda: state_directory(os.environ))
    names: Mapping[int, str] = field(default_factory=dict)
    pins: Mapping[str, int] = field(default_factory=lambda: {"ok": 5, "back": 6, "up": 13, "down": 19})
    pin_factory: str = "lgpio"
    dim_after_s: int = 120
    off_after_s: int = 1800
    halt: Path | None = field(default_factory=lambda: halt_file(os.environ))
    buzzer: int | None = None
    led: int | None = None
    oled: str = "ssd1306"
    oled_port: int = 1
    oled_address: int = 0x3C
    oled_turned: bool = False
    oled_offset: int = 2
    game: str = DEFAULT
    mains_hz: int = 50
    calibration: Path | None = None
    log: Path | None = None
    tiles: str = "hexagon"
    passes: bool = True
    game_given: bool = False
    """The command line says which game."""


def state_directory(environment: Mapping[str, str]) -> Path:
    """Where games are kept: the service's StateDirectory, else the user's state directory."""
    if "STATE_DIRECTORY" in environment:
        return Path(environment["STATE_DIRECTORY"])
    base = environment.get("XDG_STATE_HOME") or str(Path("~/.local/state").expanduser())
    return Path(base) / "lucca"


def halt_file(environment: Mapping[str, str]) -> Path | None:
    """What tells the system to halt: a file in the service's RuntimeDirectory; elsewhere nothing does."""
    return Path(environment["RUNTIME_DIRECTORY"]) / "halt" if "RUNTIME_DIRECTORY" in environment else None


def config_file(environment: Mapping[str, str]) -> Path:
    """Where the configuration is looked for when none is named."""
    if "CONFIGURATION_DIRECTORY" in environment:
        return Path(environment["CONFIGURATION_DIRECTORY"]) / "lucca.toml"
    base = environment.get("XDG_CONFIG_HOME") or str(Path("~/.config").expanduser())
    return Path(base) / "lucca" / "lucca.toml"


def load_config(file: Path | None, given: Mapping[str, Any]) -> Config:
    """
    The configuration: `given` by the command line (None for what was not given), over the file, over the defaults.

    What a record tells of its game goes over the file where its table is drawn. `file` None looks in the usual place,
    where there may be none. Raises ConfigError.
    """
    path = file or config_file(os.environ)
    values = _read_toml(path, may_be_missing=not file)
    config = _of_file(values, f"{path}: ", given.get("game"))
    recorded = _recorded(_checked(_without_none(given), "", config))
    config = _checked(_without_none(given), "", _checked(recorded, "", config))
    config = replace(config, game_given=given.get("game") is not None)
    _refuse_pins_given_twice(config)
    return config


def _of_file(values: Mapping[str, Any], where: str, game: str | None) -> Config:
    """The file's settings: of the game that it names; else of the one on the command line, or of the usual one."""
    if "game" in values or game not in PLAYED or game == DEFAULT:
        return _checked(values, where)
    try:
        return _checked(values, where, Config(game=game))
    except ConfigError:
        with suppress(ConfigError):
            return _checked(values, where)
        raise


def _recorded(config: Config) -> Mapping[str, Any]:
    """What the record of a drawn table tells of its game; what is wrong with it says whoever draws it."""
    camera, _, record = config.camera.partition(":")
    settings = module(config.game, "settings")
    if camera != "drawn" or not hasattr(settings, "recorded"):
        return {}
    with suppress(UnreadableError, RuleError):
        return {"game": config.game, **settings.recorded(record)}
    return {}


def asked_for(file: Path | None, given: Mapping[str, Any]) -> frozenset[str]:
    """The settings that somebody has a word on: the names in the file and those given. Raises ConfigError."""
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
    yield from ((f"the {display.called} ({name})", pin) for name, pin in display.pins(config).items())
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


def _checked(values: Mapping[str, Any], where: str, config: Config | None = None) -> Config:
    """`config` with these values, each checked; `where` begins every complaint."""
    config = config or Config()
    game = values.get("game", config.game)
    checks, make = {**CHECKS}, {**MAKE}
    if game in PLAYED:  # else that is the complaint
        settings = module(game, "settings")
        checks, make = checks | settings.CHECKS, make | settings.MAKE
    for name, value in values.items():
        _check(name, value, where, checks, game)
    return replace(config, **{name: make.get(name, lambda value: value)(value) for name, value in values.items()})


def _check(name: str, value: object, where: str, checks: Mapping[str, Check], game: str) -> None:
    known = {one.name for one in fields(Config)} & checks.keys()
    if name not in known:
        raise ConfigError(f"{where}{_unknown(name, game)} there are {', '.join(sorted(known))}")
    if not checks[name][0](value) or "\0" in str(value):  # which no file, host or device can be called
        raise ConfigError(f"{where}{name} = {value!r}: expected {checks[name][1]}")


def _unknown(name: str, game: str) -> str:
    """That a setting is none, or that only other games have it."""
    others = [other for other in PLAYED if other != game and name in module(other, "settings").CHECKS]
    if not others:
        return f"there is no setting {name!r};"
    return f"the game {game} has no setting {name!r}, which is one of {' and '.join(others)}: leave it out;"


def _is_binding(value: object) -> bool:
    """A number alone is a port, also where the file has it without quotes."""
    try:
        read_binding(f"{value}" if isinstance(value, str | int) and not isinstance(value, bool) else "")
    except ValueError:
        return value == ""
    return True


def _is_size(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(panel_of(value))
    except ValueError:
        return False


def _is_path(value: object) -> bool:
    """Not one that begins at the home of a user who has none, or does not exist."""
    try:
        return isinstance(value, str | Path) and bool(str(value)) and bool(_path(value))
    except RuntimeError:
        return False


def _path(value: str | Path) -> Path:
    return Path(value).expanduser()


def _are_pins(value: object) -> bool:
    pin = whole(0, HIGHEST_PIN)
    return isinstance(value, dict) and set(value) == set(BUTTON_NAMES) and all(map(pin, value.values()))


CHECKS: Mapping[str, Check] = {
    "game": one_of(*PLAYED),
    "camera": one_of(*CAMERAS),
    "mains_hz": (lambda value: value in (50, 60), "50 or 60"),
    "calibration": (_is_path, "a calibration file"),
    "conditions": one_of(*CONDITIONS),
    "buttons": one_of(*BUTTONS),
    "display": one_of(*DISPLAYS),
    "display_size": (
        _is_size,
        f"WIDTHxHEIGHT in dots, as 250x122, from {SMALLEST[0]}x{SMALLEST[1]} to {LARGEST[0]}x{LARGEST[1]}",
    ),
    "codes": one_of(*CODES),
    "confirm": one_of(*CONFIRMS),
    "advice": flag,
    "language": one_of(*LANGUAGES),
    "page": (_is_binding, "[HOST:]PORT, as 8000"),
    "page_picture": flag,
    "page_control": one_of(*PAGE_CONTROLS),
    "pictures": (whole(0, MOST_MB), f"megabytes, from 0 to {MOST_MB}"),
    "state": (_is_path, "a directory"),
    "pins": (_are_pins, f"a GPIO number from 0 to {HIGHEST_PIN} for each of {', '.join(BUTTON_NAMES)}"),
    "pin_factory": one_of(*PIN_FACTORIES),
    "dim_after_s": (whole(0, DAY_S), f"seconds, from 0 (never) to {DAY_S}"),
    "off_after_s": (whole(0, DAY_S), f"seconds, from 0 (never) to {DAY_S}"),
    "halt": (lambda value: isinstance(value, str) and bool(value), "a file, as /run/lucca/halt"),
    "buzzer": (whole(0, HIGHEST_PIN), f"a GPIO number from 0 to {HIGHEST_PIN}"),
    "led": (whole(0, HIGHEST_PIN), f"a GPIO number from 0 to {HIGHEST_PIN}"),
    "oled": one_of(*OLEDS),
    "oled_port": (whole(0, 31), "the number of an I2C bus, as 1"),
    "oled_address": (whole(0x03, 0x77), "an I2C address from 0x03 to 0x77"),
    "oled_turned": flag,
    "oled_offset": (whole(0, 4), "columns, from 0 to 4"),
    "log": (_is_path, "a file"),
}
"""What each setting may be that is not a game's, and how that is said."""

MAKE: Mapping[str, Any] = {
    "page": str,
    "state": _path,
    "calibration": _path,
    "log": _path,
    "halt": Path,
}
