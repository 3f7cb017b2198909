"""What the texts for people name is there: what links lead to, commands with their options, settings."""

import doctest
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from pkgutil import resolve_name

import click
import pytest

from lucca_pi.cli import commands
from lucca_pi.commands.cards import prints_of
from lucca_pi.commands.options import PROGRAM
from lucca_pi.config import every_setting, load_config
from lucca_pi.contract.overview import OverviewOf, Placed
from lucca_pi.games import DEFAULT, PLAYED

ROOT = Path(__file__).parents[1]
FOLDERS = ("docs", "hardware", "calibration", "tests/onpi")
TEXTS = [*ROOT.glob("*.md"), *(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)")
COMMAND = re.compile(r"(?:^|`|sudo )(?:\./lucca|lucca-pi) ((?!demo|test|bench|COMMAND)[a-z][^`#\n&]*)", re.MULTILINE)
PRINT = re.compile(r"(?:\./lucca|lucca-pi) print (?!COMMAND|SHEETS)([a-z][\w|-]*)([^`#\n]*)")
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
SETTINGS = re.compile(r"```toml\n(.*?)```", re.DOTALL)

CONTEXT = click.Context(commands)


def each_text_with(what: re.Pattern[str]) -> pytest.MarkDecorator:
    """A test of every text in which that is found, with all that is found there."""
    found = [(file, what.findall(file.read_text(encoding="utf-8"))) for file in sorted(TEXTS)]
    cases = [pytest.param(file, given, id=str(file.relative_to(ROOT))) for file, given in found if given]
    assert cases, f"nowhere is {what.pattern}"
    return pytest.mark.parametrize(("file", "given"), cases)


def anchors(file: Path) -> set[str]:
    """What headings are called in links, as GitHub makes it of them."""
    text = re.sub(r"^```.*?^```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_text_with(PYTHON)
def test_the_python_in_a_text_prints_what_it_says(
    file: Path, given: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    for block in given:
        test = doctest.DocTestParser().get_doctest(block, {}, file.name, str(file), 0)
        assert test.examples
        assert not doctest.DocTestRunner().run(test).failed


@each_text_with(LINK)
def test_links_lead_to_files_and_headings_that_are_there(file: Path, given: list[tuple[str, str]]) -> None:
    for path, anchor in given:
        target = file.parent / path if path else file
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


PRESS = re.findall(
    r"^\| \d+ \| `([\w/]+\.py)` \| `(\w+)` \|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE
)
assert PRESS


@pytest.mark.parametrize(("file", "function"), PRESS)
def test_each_function_of_one_press_stands_in_its_file(file: str, function: str) -> None:
    assert f"def {function}(" in (ROOT / "lucca_pi" / file).read_text(encoding="utf-8")


def options(words: Iterator[str]) -> set[str]:
    """The options of the command that the words begin with."""
    command: click.Command = commands
    while isinstance(command, click.Group) and (further := command.get_command(CONTEXT, next(words, ""))):
        command = further
    assert command is not commands, "no such command"
    return {name for given in command.params for name in given.opts}


@each_text_with(COMMAND)
def test_commands_that_a_text_gives_are_commands(file: Path, given: list[str]) -> None:
    for line in given:
        named = {word for word in line.split() if word.startswith("--")}
        assert named - {"--help"} <= options(iter(line.split())), f"{file.name}: {line}"


def all_commands(group: click.Group = commands) -> Iterator[click.Command]:
    for name in group.list_commands(CONTEXT):
        command = group.get_command(CONTEXT, name)
        assert command
        yield command
        if isinstance(command, click.Group):
            yield from all_commands(command)


@each_text_with(PRINT)
def test_sheets_that_a_text_prints_are_sheets(file: Path, given: list[tuple[str, str]]) -> None:
    for sheets, rest in given:
        game = re.search(r"--game (\w+)", rest)
        names = {*prints_of(game[1] if game else DEFAULT, None).printables}
        assert names.issuperset(sheets.split("|")), f"{file.name}: {sheets}"


@pytest.mark.parametrize("game", PLAYED)
def test_every_sheet_is_told_in_a_text(game: str) -> None:
    texts = [file.read_text(encoding="utf-8") for file in TEXTS]
    printed = {name for text in texts for sheets, _ in PRINT.findall(text) for name in sheets.split("|")}
    told = printed | {name for text in texts for name in re.findall(r"`([a-z][\w-]*)`", text)}
    assert {*prints_of(game, None).printables} <= told


@pytest.mark.parametrize("command", [*all_commands()], ids=lambda command: command.name)
def test_the_help_of_each_command_shows_an_example_that_can_be_typed(command: click.Command) -> None:
    lines = [line.split() for line in (command.epilog or "").splitlines() if line.startswith(f"  {PROGRAM} ")]
    assert lines
    for words in lines:
        assert {word for word in words if word.startswith("--")} <= options(iter(words[1:]))


@each_text_with(SETTINGS)
def test_settings_that_a_text_gives_are_settings(file: Path, given: list[str], tmp_path: Path) -> None:
    for block in given:
        (tmp_path / "lucca.toml").write_text(block, encoding="utf-8")
        (tmp_path / "nothing.toml").write_text("", encoding="utf-8")
        assert load_config(tmp_path / "lucca.toml", {}) != load_config(tmp_path / "nothing.toml", {}), file.name


def test_every_setting_is_told() -> None:
    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+) \|", text.split("## Settings")[1].split("\n## ")[0], re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(every_setting())


def test_every_key_that_any_game_tells_the_page_is_told() -> None:
    text = (ROOT / "docs/page.md").read_text(encoding="utf-8")
    assert [key for key in (*OverviewOf.__annotations__, *Placed.__annotations__) if f"`{key}`" not in text] == []


GLOSSARY = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([a-z_.]+\.\w+)` \|$", GLOSSARY, re.MULTILINE))))
def test_what_the_glossary_names_is_in_the_code(name: str) -> None:
    module, _dot, thing = name.rpartition(".")
    assert resolve_name(f"lucca_pi.{module}:{thing}")


def test_the_glossary_has_each_word_once_and_every_section_in_order() -> None:
    sections = [re.findall(r"^\| (?!word|-)([^|]+) \|", text, re.MULTILINE) for text in GLOSSARY.split("\n## ")[1:]]
    assert all(one < other for words in sections for one, other in pairwise(words))
    assert len(words := [word for section in sections for word in section]) == len(set(words))
