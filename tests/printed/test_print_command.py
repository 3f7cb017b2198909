import pytest
from click.testing import CliRunner
from PIL import Image
from pypdfium2 import PdfDocument

from lucca_pi.cli import commands
from lucca_pi.printed.paper import LABEL_SHEETS
from lucca_pi.printed.prints import PrintError


def lucca_pi(*words):
    return CliRunner().invoke(commands, ["print", *map(str, words)])


def test_pictures_are_named_by_their_codes_and_know_their_scale(tmp_path):
    assert lucca_pi("stickers", "--png", tmp_path, "--dpi", 100).exit_code == 0
    assert {file.name for file in tmp_path.iterdir()} == {f"{code}.png" for code in range(1, 112)}
    assert Image.open(tmp_path / "17.png").info["dpi"] == pytest.approx((100, 100), abs=0.1)


@pytest.mark.parametrize(
    ("sheets", "names"),
    [
        ("quarters", {f"{code}.png" for code in range(101, 111)}),
        ("inserts", {"111.png"}),
        ("board", {"board.png"}),
        ("housing", {"front-0.96-inch.png", "front-1.3-inch.png"}),
        ("quickcard", {"quickcard.png"}),
    ],
)
def test_every_kind_of_sheet_can_be_had_as_pictures(tmp_path, sheets, names):
    assert lucca_pi(sheets, "--png", tmp_path, "--dpi", 72).exit_code == 0
    assert {file.name for file in tmp_path.iterdir()} == names


def test_what_was_written_is_said(tmp_path):
    told = lucca_pi("board", "--out", tmp_path / "a.pdf", "--png", tmp_path / "a", "--dpi", 30).output.splitlines()
    assert told == [
        f"{tmp_path / 'a'}: 1 picture of board, 30 dots to the inch.",
        f'{tmp_path / "a.pdf"}: 1 page of board, A4. Print at 100 % ("actual size"), not fitted to the page. On other '
        "paper it comes out smaller, whatever you choose: A4 on Letter at 91 %, Letter on A4 at 93 %. A ruler on the "
        "page tells, where there is one.",
    ]
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF") and (tmp_path / "a" / "board.png").exists()


def test_a_name_that_has_to_be_written_by_hand_is_said(tmp_path):
    told = lucca_pi("names", "--name", "Zoë", "--name", "Zoë🎲", "--out", tmp_path / "a.pdf").output.splitlines()
    assert told[1:] == ["Zoë🎲: our fonts lack some of its letters; write it on the line of its card."]


def test_sheets_without_a_target_get_a_name_that_is_free(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("quickcard.pdf", "quickcard-2.pdf"):
        assert lucca_pi("quickcard").output.startswith(f"{name}: 1 page")
    assert lucca_pi("quickcard", "--game", "lucco").output.startswith("lucco-quickcard.pdf")


@pytest.mark.parametrize(("language", "title"), [("en", "with the scorer"), ("de", "mit Punktezähler")])
def test_the_quick_card_speaks_the_language_of_the_table(tmp_path, language, title):
    assert lucca_pi("quickcard", "--out", tmp_path / "a.pdf", "--language", language).exit_code == 0
    with PdfDocument(tmp_path / "a.pdf") as document:
        assert title in document[0].get_textpage().get_text_range()


def test_what_there_is_to_print_is_named_where_something_else_is_wanted(tmp_path):
    told = lucca_pi("cake", "--out", tmp_path / "a.pdf")
    assert told.exit_code == 2
    assert "'stickers', 'inserts', 'deck', 'quarters', 'quickcard', 'rules', 'names', 'phonecard'" in told.output


def test_sheets_are_printed_for_the_game_that_is_named(tmp_path):
    assert lucca_pi("quarters", "--game", "citta", "--png", tmp_path, "--dpi", 30).exit_code == 0
    assert lucca_pi("quarters", "--game", "draughts", "--png", tmp_path).exit_code == 2


@pytest.mark.parametrize("words", [["cake"], ["cake", "--out", "a.pdf"], ["stickers", "--png", "x", "--dpi", "0"]])
def test_wrong_usage_is_refused(words):
    assert lucca_pi(*words).exit_code == 2


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    answer = lucca_pi("stickers", "--out", tmp_path / "nowhere" / "a.pdf")
    assert isinstance(answer.exception, PrintError)
    assert "nowhere/a.pdf cannot be written" in str(answer.exception)


def test_sheets_for_both_sides_are_said_to_be(tmp_path):
    told = lucca_pi("deck", "--paper", "letter", "--out", tmp_path / "a.pdf").output
    assert "15 sheets, 29 sides of deck, Letter." in told
    assert "on both sides, turned over the long edge." in told


def test_help_lists_the_sheets_of_labels():
    told = lucca_pi("--help").output
    assert "endisch-6502020      A4, 9 x 14: 20 x 20 mm, stickers as they are" in told
    assert all(name in told for name in LABEL_SHEETS)
