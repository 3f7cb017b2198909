"""Every wrong value in the configuration file is named with its file and what it may be."""

import json
import re
from pathlib import Path

import click
import pytest

from lucca_pi.cli import commands
from lucca_pi.config import SHARED, Config, ConfigError, every_setting, load_config, settings
from lucca_pi.contract.setup import read_setup, setup_from, setup_json
from lucca_pi.errors import UnreadableError
from lucca_pi.games import PLAYED, game_module, game_named
from lucca_pi.games.citta.rules.editions import EDITIONS
from lucca_pi.language import LANGUAGES, LOCALE
from lucca_pi.printed.common import COMMON

WRONG = {
    'camera = "video"': "camera = 'video': expected pi or pi:N or usb:N or phone or folder:DIR or drawn:RECORD",
    "camera = 3": "camera = 3: expected",
    'conditions = "harder"': "conditions = 'harder': expected easy or lamp or window or glare or dim or five",
    'buttons = "mouse"': "buttons = 'mouse': expected gpio or keys or keys:NAME or keyboard or auto or script:FILE",
    'display = "crt"': "display = 'crt': expected oled or oled256 or epaper or terminal or text or png:DIR or none",
    'display = "none:x"': "display = 'none:x': expected",
    "players = 6": "players = 6: expected 3, 4 or 5",
    "players = true": "players = True: expected",
    "players = 3.0": "players = 3.0: expected",
    "players = [3]": "players = [3]: expected",
    'edition = "french"': "edition = 'french': expected german or english or hebrew",
    'edition = ["english"]': "edition = ['english']: expected",
    'deck = ""': "deck = '': expected reference, printed, or a deck file",
    'codes = "bar"': "codes = 'bar': expected aruco or qr or auto",
    "advice = 1": "advice = 1: expected true or false",
    'language = "fr"': "language = 'fr': expected en or de",
    'swap = "yes"': "swap = 'yes': expected true or false",
    'state = ""': "state = '': expected a directory",
    'names = {100 = "Ada"}': "names = {'100': 'Ada'}: expected names that differ",
    'names = {101 = ""}': "names = {'101': ''}: expected",
    'names = {101 = "A\\nB"}': "expected names",
    'names = {101 = "Ada", 102 = "Ada"}': "expected names that differ",
    'names = {101 = "Buonvisi"}': "expected names that differ",
    "pins = {ok = 5}": "pins = {'ok': 5}: expected a GPIO number from 0 to 27 for each of ok, back, up, down",
    "pins = {ok = 5, back = 6, up = 13, down = 99}": "expected a GPIO number",
    'pin_factory = "native"': "pin_factory = 'native': expected lgpio or rpigpio",
    "dim_after_s = -1": "dim_after_s = -1: expected seconds, from 0 (never) to 86400",
    "off_after_s = 1.5": "off_after_s = 1.5: expected seconds",
    "halt = true": "halt = True: expected a file, as /run/lucca/halt",
    "buzzer = 28": "buzzer = 28: expected a GPIO number from 0 to 27",
    "led = true": "led = True: expected a GPIO number",
    'oled = "lcd"': "oled = 'lcd': expected ssd1306 or sh1106",
    "oled_port = 99": "oled_port = 99: expected the number of an I2C bus",
    "oled_address = 200": "oled_address = 200: expected an I2C address",
    'game = "lucco"\nedition = "german"': "the game lucco has no setting 'edition', which is one of citta: leave",
    "colour = 1": "there is no setting 'colour'; there are advice, buttons, buzzer",
    "camera = ": "not TOML",
    f"players = {'9' * 5000}": "not TOML",
    f"players = {'[' * 5000}": "not TOML",
    f"names = {{{'1' * 5000} = 'Ada'}}": "expected names that differ",
    'names = {0101 = "Ada"}': "expected names that differ",
    'state = "~nobody-of-that-name/games"': "expected a directory",
    'calibration = "~nobody-of-that-name/it"': "expected a calibration file",
    'camera = "folder:a\\u0000b"': "expected pi or",
    f'page = "{"a" * 300}:80"': "expected [HOST:]PORT",
    'mqtt = "broker"': "mqtt = …: expected mqtt://[USER@]HOST[:PORT], or mqtts:// for TLS",
    'mqtt = "http://ada:secret@broker"': "mqtt = …: expected mqtt://",
    "mqtt = 1883": "mqtt = …: expected mqtt://",
    'table = "Küche"': "table = 'Küche': expected at most 32 Latin letters, digits, - and _",
    'table = ""': "table = '': expected",
}


@pytest.fixture
def configured(tmp_path):
    """Reads a file of that text, or of these bytes, with what the command line gives."""

    def read(text, given=()):
        (tmp_path / "lucca.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_config(tmp_path / "lucca.toml", dict(given))

    return read


@pytest.mark.parametrize(("text", "complaint"), WRONG.items(), ids=WRONG)
def test_a_wrong_value_is_named(configured, tmp_path, text, complaint):
    with pytest.raises(ConfigError, match=re.escape(complaint)) as error:
        configured(text)
    assert str(error.value).startswith(f"{tmp_path / 'lucca.toml'}: ")


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_is_a_setting_for_each_edition(configured, edition):
    assert configured(f'edition = "{edition}"').own == {"edition": edition}


def test_the_command_line_goes_over_the_file_and_the_file_over_the_defaults(configured):
    config = configured('edition = "german"\nplayers = 4\nnames = {101 = "Ada"}\n', {"players": 5, "deck": None})
    assert (config.players, config.names) == (5, {101: "Ada"})
    assert (config.for_game()["edition"], config.for_game()["deck"]) == ("german", "reference")


@pytest.mark.parametrize(("spoken", "language"), [("de_CH.UTF-8", "de"), ("fr_FR.UTF-8", "en"), ("C.UTF-8", "en")])
def test_the_language_is_the_environments_where_it_is_there(tmp_path, monkeypatch, spoken, language):
    monkeypatch.delenv("LC_ALL")
    monkeypatch.setenv("LANG", spoken)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load_config(None, {}).language == language


def test_a_file_that_was_named_must_be_there(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "none.toml", {})


def test_a_file_from_an_editor_of_windows_is_read(configured):
    config = configured(b'\xef\xbb\xbfplayers = 4\r\nedition = "german"\r\n')
    assert (config.players, config.own) == (4, {"edition": "german"})


def test_the_usual_file_that_is_there_must_be_readable(tmp_path, monkeypatch):
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    (tmp_path / "lucca.toml").symlink_to("lucca.toml")
    with pytest.raises(ConfigError, match="cannot be read: Too many levels"):
        load_config(None, {})


def test_the_usual_file_may_be_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("CONFIGURATION_DIRECTORY", raising=False)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert load_config(None, {}).state == tmp_path / "lucca"


def test_a_service_has_its_directories_from_systemd(tmp_path, monkeypatch):
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "games"))
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/lucca")
    (tmp_path / "lucca.toml").write_text("swap = true")
    config = load_config(None, {})
    assert (config.own["swap"], config.state, config.halt) == (True, tmp_path / "games", Path("/run/lucca/halt"))


CLASHES = {
    "led = 5": "GPIO 5 is given to ok and to led",
    "pins = {ok = 5, back = 6, up = 13, down = 6}": "GPIO 6 is given to back and to down",
    "pins = {ok = 3, back = 6, up = 13, down = 19}": "GPIO 3 is given to the OLED (SCL) and to ok",
    'led = 18\nbuzzer = 18\nbuttons = "auto"\ndisplay = "none"': "GPIO 18 is given to buzzer and to led",
    'led = 2\nbuttons = "auto"': "GPIO 2 is given to the OLED (SDA) and to led",
}


@pytest.mark.parametrize(("text", "complaint"), CLASHES.items(), ids=CLASHES)
def test_a_pin_that_two_things_use_is_refused_by_their_names(configured, text, complaint):
    with pytest.raises(ConfigError, match=re.escape(complaint)):
        configured(text)


@pytest.mark.parametrize("given", [{"buttons": "auto"}, {"buttons": "keys"}])
def test_pins_that_are_not_used_clash_with_nothing(configured, given):
    assert configured('led = 5\ndisplay = "terminal"', given).led == 5


FORMATS = {"chessboard": "lucca-chessboard-record/1", "lucco": "lucco-record/1"}
RECORDED = {
    "chessboard": (
        {"size": 6, "players": [{"name": "Ada", "colour": "blue"}, {"name": "Ben", "colour": "black"}], "switch": True},
        {"size": 6, "colours": ("blue", "black"), "switch": True, "names": {4: "Ada", 2: "Ben"}},
    ),
    "lucco": (
        {"tiles": "square", "players": [{"name": "Ada", "colour": "red"}, {"name": "Ben", "colour": "blue"}]},
        {"tiles": "square", "names": {4: "Ada", 1: "Ben"}},
    ),
}


@pytest.mark.parametrize("game", RECORDED)
def test_a_drawn_table_is_played_with_the_settings_of_its_record(tmp_path, game):
    told, expected = RECORDED[game]
    record = tmp_path / "record.json"
    record.write_text(json.dumps({"format": FORMATS[game], "game": game, "turns": [], **told}))
    given = {"game": game, "camera": f"drawn:{record}"}
    config = load_config(None, given)
    assert expected.items() <= config.for_game().items()
    assert load_config(None, {**given, "names": {2: "Cid"}}).names == {2: "Cid"}


ONE_EACH = {"citta": 'names = {101 = "Ada", 102 = "Ben", 103 = "Cid"}', "lucco": 'names = {1 = "Ada", 4 = "Ben"}'}


@pytest.mark.parametrize("file", ONE_EACH.values())
def test_a_file_without_a_game_may_be_of_the_game_on_the_command_line(configured, file):
    assert "Ada" in configured(file, {"game": "lucco"}).names.values()


def test_what_is_wrong_in_a_file_is_said_of_the_game_on_the_command_line(configured):
    with pytest.raises(ConfigError, match="by the numbers of the colours"):
        configured('names = {1 = "Ada", 4 = "Ada"}', {"game": "lucco"})


DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "commands.md").read_text(encoding="utf-8")


def resolve(name):
    return commands.get_command(click.Context(commands), name)


def options(command):
    return {one.name: one for one in resolve(command).params}


def test_every_setting_with_a_sentence_is_an_option_of_play_with_that_sentence():
    given = options("play")
    with_sentence = {name: setting for name, setting in every_setting().items() if setting.help}
    assert with_sentence.keys() == given.keys() - {"file", "example", "record", "as_json"}
    assert all(given[name].help == setting.help for name, setting in with_sentence.items())


UNSET = {"players", "names", "calibration", "log", "buzzer", "led", "sigma"}
"""Settings that are not set as a rule."""


@pytest.mark.parametrize("game", PLAYED)
def test_a_usual_value_passes_its_own_check(game):
    usual = Config(game=game, page="8000").for_game()
    cases = {name: setting for name, setting in settings(game).items() if name not in UNSET and usual[name] is not None}
    assert len(cases) > 20
    for name, setting in cases.items():
        value = dict(usual[name]) if name == "pins" else usual[name]
        assert setting.check[0](value), name


def test_a_game_has_settings_of_its_own_beside_those_that_all_share():
    for game in PLAYED:
        assert {*game_module(game, "session.setup").SETTINGS} & {*SHARED} == {"players", "names"}


@pytest.mark.parametrize("game", PLAYED)
def test_a_set_up_is_read_as_it_was_written_and_what_cannot_be_is_refused(game):
    kind = game_named(game).rules.setup
    data = json.loads(json.dumps(setup_json(setup_from(kind, {}))))
    assert json.loads(json.dumps(setup_json(read_setup(kind, data)))) == data
    for key in data:
        with pytest.raises((UnreadableError, TypeError, AttributeError)):
            read_setup(kind, {**data, key: 7})


def test_the_editions_of_help_guide_and_first_start_are_those_of_the_rules():
    setting = every_setting()["edition"]
    assert setting.words.keys() == EDITIONS.keys()
    row = next(line for line in GUIDE.splitlines() if line.startswith("| `edition` |"))
    for name in EDITIONS:
        assert setting.check[0](name)
        assert name in setting.help
        assert f'`"{name}"`' in row
    assert f"| | {' | '.join(EDITIONS)} |" in (DOCS / "playing.md").read_text(encoding="utf-8")


def test_the_help_of_print_names_every_sheet_that_there_is():
    sheets = {sheet for game in PLAYED for sheet in game_module(game, "paper").printables(None).printables}
    assert {*sheets, *COMMON.printables} <= {*re.findall(r"[\w-]+", str(resolve("print").help))}


def test_every_language_has_its_texts():
    assert {folder.name for folder in LOCALE.iterdir() if folder.is_dir()} == {*LANGUAGES}
