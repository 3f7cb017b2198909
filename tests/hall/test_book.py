"""The hall's book, read again after a restart."""

import stat

import pytest
from hall_states import KEY

from lucca_pi.errors import UnreadableError
from lucca_pi.hall.book import Book, read_book, read_keys, write_book
from lucca_pi.hall.seating import SeatingError
from lucca_pi.hall.standings import Result

RESULT = Result(
    "one", "g1", "Lucca Città", "2026-11-28T20:00:00+00:00", 40, "d" * 64, [(1, "עדה", 40), (2, "Ben", None)]
)


def test_a_restart_finds_players_seats_results_and_keys(tmp_path):
    book = Book(results=(RESULT,), keys={"one": KEY}).with_players("Ada\nBen\n\n Cleo \nDan\n").with_next_round(2, None)
    write_book(book, tmp_path / "new" / "hall.json")
    assert read_book(tmp_path / "new" / "hall.json") == book


def test_the_book_holds_keys_and_is_for_its_owner_alone(tmp_path):
    write_book(Book(), tmp_path / "hall.json")
    assert stat.S_IMODE((tmp_path / "hall.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "{}", '{"format": "lucca-hall/1", "players": 7}', "[]"])
def test_a_broken_book_is_named_and_not_replaced(tmp_path, text):
    file = tmp_path / "hall.json"
    file.write_text(text)
    with pytest.raises(UnreadableError, match=r"hall\.json"):
        read_book(file)


def test_a_round_is_seated_anew_by_hand():
    book = Book().with_players("Ada\nBen\nCleo\nDan").with_next_round(1, None)
    assert book.with_seats("Dan, Ada, Ben\n").rounds == ((("Dan", "Ada", "Ben"),),)
    assert book.without_round().rounds == ()


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ("Ada, Ben, Zoe", "Zoe is not among the players"),
        ("Ada, Ben, Ada", "Ada is there twice"),
        ("Ada, Ben", "a table has three to five"),
        ("Ada,, Ben", "a name has"),
    ],
)
def test_seats_by_hand_that_cannot_be_are_refused_in_a_sentence(seats, why):
    book = Book().with_players("Ada\nBen\nCleo\nDan").with_next_round(1, None)
    with pytest.raises(SeatingError, match=why):
        book.with_seats(seats)


def test_keys_are_lines_of_table_and_key():
    assert read_keys(f"# ours\n one = {KEY}\n\ntwo={KEY.upper()}") == {"one": KEY, "two": KEY.upper()}


@pytest.mark.parametrize("line", ["one", f"= {KEY}", "one = 0a0a", f"a/b = {KEY}", f"one = {'x' * 64}"])
def test_a_line_that_is_no_key_is_named(line):
    with pytest.raises(UnreadableError, match="line 2"):
        read_keys(f"zero = {KEY}\n{line}")
