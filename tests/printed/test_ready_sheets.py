import pytest
import ready
from ready import READY, SHEETS, checked, content, files

from lucca_pi.games import PLAYED, game_module
from lucca_pi.language import LANGUAGES, use
from lucca_pi.printed.prints import Options, pdf_of

MOST_BYTES = 6_500_000


@pytest.mark.parametrize("file", checked())
def test_a_ready_sheet_is_what_the_program_prints(file):
    assert content((READY / file).read_bytes()) == content(ready.made(file)), "python tests/printed/renew.py"


def test_nothing_else_lies_among_the_ready_sheets():
    kept = [file for file in READY.rglob("*") if file.is_file()]
    assert {file.relative_to(READY).as_posix() for file in kept} == {*files()}
    assert sum(file.stat().st_size for file in kept) < MOST_BYTES


OTHERS = [
    (game, sheet)
    for game in PLAYED
    for sheet in game_module(game, "paper").printables(None).printables
    if (game, sheet) not in SHEETS.values()
]


@pytest.mark.parametrize(("game", "sheet"), OTHERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_that_is_not_ready_prints_in_every_language(game, sheet, language):
    use(language)
    assert pdf_of(game_module(game, "paper").printables(None).made(sheet, Options())).startswith(b"%PDF")
