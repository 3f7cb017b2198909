"""Help and usage errors are said in the language asked for, click's own words too."""

import click
import pytest

from lucca_pi.cli import commands
from lucca_pi.commands.options import Command, Option
from lucca_pi.language import use

SPOKEN = [
    ((), "", "C.UTF-8", "Usage: lucca-pi play [OPTIONS]\n\n  Watch a game"),
    ((), "", "it_IT.UTF-8", "Uso: lucca-pi play [OPZIONI]\n\n  Guarda una partita"),
    ((), 'language = "de"', "it_IT.UTF-8", "Aufruf: lucca-pi play [OPTIONEN]\n\n  Einem Spiel"),
    (("--language", "it"), 'language = "de"', "C.UTF-8", "Uso: lucca-pi play [OPZIONI]"),
    (("--language=he",), "", "C.UTF-8", "שימוש: lucca-pi play [אפשרויות]"),
    ((), "language = 3 = no TOML", "de_DE.UTF-8", "Aufruf: "),
]


@pytest.mark.parametrize("case", SPOKEN)
def test_help_speaks_the_language_given_else_set_else_of_the_environment(run, monkeypatch, tmp_path, case):
    given, settings, spoken, begins = case
    monkeypatch.setenv("LC_ALL", spoken)
    (tmp_path / "lucca.toml").write_text(settings)
    assert run("play", "--config", tmp_path / "lucca.toml", *given, "--help").out.startswith(begins)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("play", "--xyzzy"), "L'opzione '--xyzzy' non esiste. "),
        (("dance",), "Il comando 'dance' non esiste. Aiuto: lucca-pi --help"),
        (("score",), "Manca 'RECORD...'. Aiuto: lucca-pi score --help"),
        (("games", "show", "1", "--qr", "x.png"), "--qr va con --bgstats: ne disegna il link. Aiuto: "),
    ],
)
def test_a_usage_error_speaks_the_language_too_but_english_to_programs(run, monkeypatch, arguments, says):
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert run(*arguments).err.startswith(f"lucca-pi: {says}")
    assert "Try: lucca-pi" in run(*arguments, "--json").json()["error"]["message"]


@pytest.mark.parametrize("name", ["check", "deck"])
def test_a_group_without_one_of_its_commands_shows_its_help_and_nothing_around_it(run, name):
    ran = run(name)
    assert (ran.code, ran.out, ran.err) == (2, "", run(name, "--help").out)


def test_the_command_in_a_usage_error_is_one_piece_from_left_to_right_in_hebrew_too(run, monkeypatch):
    monkeypatch.setenv("LC_ALL", "he_IL.UTF-8")
    assert "(again). עזרה: lucca-pi play --help" in run("play", "again").err.replace("\u200f", "")
    assert "lucca-pi play --help" in run("play", "again").err


def every_command(group=commands):
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        yield command
        yield from every_command(command) if isinstance(command, click.Group) else ()


@pytest.mark.parametrize("command", [commands, *every_command()], ids=lambda command: command.name)
def test_no_help_is_left_in_english(command):
    options = [one for one in command.params if isinstance(one, click.Option) and one.help]
    assert isinstance(command, Command)
    assert all(isinstance(one, Option) for one in options)
    english = [command.help, *(one.help for one in options)]
    use("it")
    assert not {command.help, *(one.help for one in options)} & {*english}
