"""The German guides keep in step with the English ones: sections, commands, links, and the words of the screens."""

import re
from pathlib import Path

import pytest

from lucca_pi.language import SOURCE, say_plain, use

DOCS = Path(__file__).parents[1] / "docs"
GUIDES = sorted(file.name for file in (DOCS / "de").glob("*.md"))
HEADING = re.compile(r"^(#{2,} )", re.MULTILINE)
NAMED = re.compile(r"\./lucca [a-z]+(?: [a-z]+)?|(?<![\w-])--[a-z][a-z-]+|`[a-z_]+ = ")
LINK = re.compile(r"\]\((?!#)([^)#]+)#?([^)]*)\)")
SAID = re.compile(r"\*\*([^*]+)\*\*")


def both(guide: str) -> tuple[str, str]:
    """The English guide and the German one."""
    assert (DOCS / guide).exists(), f"{guide} has no English original"
    return (DOCS / guide).read_text(encoding="utf-8"), (DOCS / "de" / guide).read_text(encoding="utf-8")


def sections(text: str) -> list[str]:
    """The text of each section, without its heading's marks, examples in code left out."""
    return HEADING.sub("\x00", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)).split("\x00")


def linked(text: str, folder: Path) -> set[tuple[str, str]]:
    """Where links lead, with headings as far as they are called the same in both guides."""
    found = set()
    for path, heading in LINK.findall(text):
        file = path if ":" in path else (folder / path).resolve().relative_to(DOCS.parent).as_posix()
        file = file.replace("docs/de/", "docs/").replace("docs/pictures/de/", "docs/pictures/")
        found.add((file, "" if file.removeprefix("docs/") in GUIDES else heading))
    return found


@pytest.mark.parametrize("guide", GUIDES)
def test_a_german_guide_has_the_sections_of_its_original(guide: str) -> None:
    english, german = (HEADING.findall(text) for text in both(guide))
    assert german == english


@pytest.mark.parametrize("guide", GUIDES)
def test_a_german_guide_names_the_commands_options_and_settings_of_its_original(guide: str) -> None:
    english, german = ({*NAMED.findall(text)} for text in both(guide))
    assert german == english


@pytest.mark.parametrize("guide", GUIDES)
def test_a_german_guide_links_to_what_its_original_links_to(guide: str) -> None:
    english, german = both(guide)
    assert linked(german, DOCS / "de") == linked(english, DOCS)


@pytest.mark.parametrize("guide", GUIDES)
def test_a_german_guide_quotes_the_german_screens_where_its_original_quotes_the_english_ones(guide: str) -> None:
    use("de")
    missing = [
        (quoted, say_plain(quoted))
        for english, german in zip(*(sections(text) for text in both(guide)), strict=True)
        for quoted in SAID.findall(english)
        if say_plain(quoted) != quoted and say_plain(quoted).lower() not in " ".join(german.lower().split())
    ]
    use(SOURCE)
    assert missing == []
