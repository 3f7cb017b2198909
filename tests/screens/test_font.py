import unicodedata

import pytest
from PIL import Image

from lucca_pi.devices.displays import USUAL
from lucca_pi.screens.canvas import Grid
from lucca_pi.screens.font import BOLD, LARGE, MISSING, SMALL, TALL, line, width_px

LATIN = [chr(code) for code in (*range(0x21, 0x7F), *range(0xA1, 0x100)) if code != 0xAD]
ACCENTED = [chr(code) for code in range(0x100, 0x180) if len(unicodedata.normalize("NFD", chr(code))) > 1]
HEBREW = [chr(code) for code in range(0x5D0, 0x5EB)] + list("׳״־")
OWN = list("–—…‘’“”„€−→▲▼▶⛨•✓Łłđı")


def dots(text, size=SMALL):
    return line(text, size).convert("L").tobytes()


@pytest.mark.parametrize("letters", [LATIN, ACCENTED, HEBREW, OWN], ids=["latin-1", "accented", "hebrew", "signs"])
def test_every_letter_is_drawn_and_no_two_alike(letters):
    seen = {dots(letter): letter for letter in letters}
    assert dots(MISSING) not in seen
    assert set(letters) - set(seen.values()) <= {"0"}  # as the O


@pytest.mark.parametrize("text", ["лукка", "日本", "🙂"])
def test_what_has_no_letter_here_is_a_box_each(text):
    assert dots(text) == dots(MISSING * len(text))


@pytest.mark.parametrize(
    ("text", "letters"),
    [("אבג", "גבא"), ("Ada ולד", "Ada דלו"), ("ב 42 (א) ג", "ג (א) 42 ב"), ("שָׂרָה", "הרש")],
    ids=["hebrew", "in a Latin line", "numbers and brackets", "points are left out"],
)
def test_hebrew_runs_from_right_to_left(text, letters):
    one_by_one = [line(letter, SMALL) for letter in letters]
    seen = line(text, SMALL)
    x = 0
    assert one_by_one
    for letter in one_by_one:
        assert seen.crop((x, 0, x + letter.width, seen.height)).tobytes() == letter.tobytes()
        x += letter.width + 1


@pytest.mark.parametrize("size", [SMALL, BOLD, TALL, LARGE])
@pytest.mark.parametrize("text", ["Alex", "שרה, 12", "Ängström, ġj", "i", " ", ""])
def test_a_line_is_as_wide_as_it_says(text, size):
    assert line(text, size).width == max(width_px(text, size), 1)


@pytest.mark.parametrize("text", ["a\tb", "a\nb", "a\u00a0b", "a\u3000b"])
def test_white_space_is_a_space(text):
    assert dots(text) == dots("a b")


@pytest.mark.parametrize("hidden", ["\u200b", "\u202e", "\u3164", "\ufeff", "\x9b"])
def test_what_nobody_would_see_is_a_question_mark(hidden):
    assert dots(f"Ada{hidden}") == dots("Ada?")


def test_a_large_letter_is_twice_as_large_and_slants_smoothly():
    small, large = line("/", SMALL), line("/", LARGE)
    assert large.size == (2 * small.width, 2 * small.height)
    assert large.tobytes() != small.resize(large.size, Image.Resampling.NEAREST).tobytes()


@pytest.mark.parametrize(
    ("text", "room_px", "expected"),
    [("Alex", 100, "Alex"), ("Charlotte", 40, "Charlo…"), ("Mr Wu", 24, "Mr…"), ("Alex", 0, "…"), ("", 0, "")],
)
def test_a_text_too_long_is_cut_with_an_ellipsis(text, room_px, expected):
    assert Grid(USUAL).cut(text, room_px) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("one two", ["one two"]),
        ("one two three four", ["one two", "  three", "  four"]),
        ("Unaussprechlichkeit", ["Unausspre", "  chlichkeit"]),
        ("a\nb  c", ["a b c"]),
    ],
)
def test_text_is_wrapped_between_words_and_long_words_are_broken(text, expected):
    assert Grid(USUAL).wrapped(text, 60, "  ") == expected


def test_no_wrapped_line_is_wider_than_the_room():
    text = "Castracani-degli-Antelminelli opens red: windows 2 + 3, and Buonvisi's completed one gives 2."
    for room_px in range(20, 128):
        assert all(width_px(piece, SMALL) <= room_px for piece in Grid(USUAL).wrapped(text, room_px, "  "))
