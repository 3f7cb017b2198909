"""What the texts for people name is there: what links lead to, commands with their options, settings."""

import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from pkgutil import resolve_name

import click
import pytest

from lucca_pi.cli import commands
from lucca_pi.config import Config, load_config

ROOT = Path(__file__).parents[1]
FOLDERS = ("docs", "hardware", "calibration", "tests/onpi")
TEXTS = [*ROOT.glob("*.md"), *(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)")
COMMAND = re.compile(r"(?:^|`|sudo )(?:\./lucca|lucca-pi) ((?!demo|test|bench|COMMAND)[a-z][^`#\n&]*)", re.MULTILINE)
EACH_TEXT = pytest.mark.parametrize("file", sorted(TEXTS), ids=lambda file: str(file.relative_to(ROOT)))


def anchors(file: Path) -> set[str]:
    """What headings are called in links, as GitHub makes it of them."""
    text = re.sub(r"^```.*?^```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@EACH_TEXT
def test_links_lead_to_files_and_headings_that_are_there(file: Path) -> None:
    for path, anchor in LINK.findall(file.read_text(encoding="utf-8")):
        target = file.parent / path if path else file
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


def options(words: Iterator[str]) -> set[str]:
    """The options of the command that the words begin with."""
    command: click.Command = commands
    while isinstance(command, click.Group) and (further := command.commands.get(next(words, ""))):
        command = further
    assert command is not commands, "no such command"
    return {name for given in command.params for name in given.opts}


@EACH_TEXT
def test_commands_that_a_text_gives_are_commands(file: Path) -> None:
    for line in COMMAND.findall(file.read_text(encoding="utf-8")):
        given = {word for word in line.split() if word.startswith("--")}
        assert given - {"--help"} <= options(iter(line.split())), line


@EACH_TEXT
def test_settings_that_a_text_gives_are_settings(file: Path, tmp_path: Path) -> None:
    for block in re.findall(r"```toml\n(.*?)```", file.read_text(encoding="utf-8"), re.DOTALL):
        (tmp_path / "lucca.toml").write_text(block, encoding="utf-8")
        load_config(tmp_path / "lucca.toml", {})


def test_every_setting_is_told() -> None:
    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+) \|", text.split("## Settings")[1].split("\n## ")[0], re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(
        one.name for one in fields(Config) if one.name != "game_given"
    )


GLOSSARY = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([a-z_.]+\.\w+)` \|$", GLOSSARY, re.MULTILINE))))
def test_what_the_glossary_names_is_in_the_code(name: str) -> None:
    module, _dot, thing = name.rpartition(".")
    assert resolve_name(f"lucca_pi.{module}:{thing}")


def test_the_glossary_has_each_word_once_and_every_section_in_order() -> None:
    sections = [re.findall(r"^\| (?!word|-)([^|]+) \|", text, re.MULTILINE) for text in GLOSSARY.split("\n## ")[1:]]
    assert all(one < other for words in sections for one, other in pairwise(words))
    assert len(words := [word for section in sections for word in section]) == len(set(words))
