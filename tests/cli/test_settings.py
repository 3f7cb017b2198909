"""Settings, editions and sheets each stand in one list; the help and the guide name what is in it."""

import json
import re
from pathlib import Path

import click
import pytest

from lucca_pi.cli import commands
from lucca_pi.config import SHARED, Config, every_setting, settings
from lucca_pi.contract.setup import read_setup, setup_from, setup_json
from lucca_pi.errors import UnreadableError
from lucca_pi.games import PLAYED, game_module, game_named
from lucca_pi.games.citta.rules.editions import EDITIONS
from lucca_pi.language import LANGUAGES, LOCALE
from lucca_pi.printed.common import COMMON

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
