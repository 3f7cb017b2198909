"""Hebrew texts: how they are put together, and where each part of a line stands on a screen."""

import pytest

from lucca_pi.language import _, as_name, listed, say, use, visual_order
from lucca_pi.outside import harmless
from lucca_pi.web.markup import element

JOINED = [
    (_("Won by {names}.", names="Ada"), "ניצחון ל-Ada."),
    (_("Won by {names}.", names="אבי"), "ניצחון לאבי."),
    (_("{cards} to {colour}", cards="17, T1", colour="red"), "17, T1 לאדום"),
    (_("{cards} to {colour}", cards="17", colour="crimson"), "17 ל-crimson"),
    (_("{cards} and {last}", cards="12", last="33"), "12 ו-33"),
]


@pytest.fixture(autouse=True)
def hebrew():
    use("he")


@pytest.mark.parametrize(("text", "words"), JOINED)
def test_a_prefix_is_joined_to_a_hebrew_word_and_has_a_hyphen_before_anything_else(text, words):
    assert say(text).replace("\u200f", "") == words


SEEN = [
    (_("{player} has completed it ({points})", player="Ben", points=2), "(2) Ben לצא םלשוה"),
    (_("{points:+}: {hint}", points=-3, hint="7"), "7 :-3"),
    (_("{player}: {moves}", player="Ada", moves=listed(["17", "33"])), "33 ,17 :Ada"),
    (_("{tower} / {prisoners} / {supply}", tower=3, prisoners=0, supply=12), "12 / 0 / 3"),
    ("Ada\u200f +12: 3", "3 :+12 Ada"),
    ("−3", "−3"),
    ("2026-05-01", "2026-05-01"),
    ("(א)", "(א)"),
    ("הנד (העונ)", "(נועה) דנה"),
    ("שלום (12) Enter", "Enter (12) םולש"),
    ("הקישו Enter (12)", "Enter (12) ושיקה"),
    ("[אב] {גד}", "{דג} [בא]"),
]


@pytest.mark.parametrize(("text", "seen"), SEEN)
def test_names_numbers_signs_and_brackets_stand_where_a_hebrew_reader_looks_for_them(text, seen):
    assert visual_order(harmless(say(text))).endswith(seen)


@pytest.mark.parametrize(
    ("text", "seen"), [("Ada (הנד) 3", "Ada (דנה) 3"), ("abc (דגה) x", "abc (הגד) x"), ("(הנד) (2)", "(דנה) (2)")]
)
def test_brackets_around_a_hebrew_name_stay_whole_in_a_language_from_left_to_right(text, seen):
    use("en")
    assert visual_order(text) == seen


def test_a_name_in_latin_letters_is_marked_so_that_the_line_goes_on_at_its_left():
    assert [as_name(name) for name in ("Ada", "אבי", "Ada 2", "")] == ["Ada\u200f", "אבי", "Ada 2\u200f", ""]
    use("en")
    assert as_name("Ada") == "Ada"


def test_marks_of_direction_are_shown_as_unknown_in_a_language_from_left_to_right():
    assert harmless("Ada\u200f") == "Ada\u200f"
    use("de")
    assert harmless("Ada\u200f") == "Ada?"


def test_on_the_page_a_sign_is_bound_to_its_number():
    assert element("b", "+3") == "<b>\u200e+3\u200f</b>"
    assert element("p", "א", title="+3", dir="rtl") == '<p title="+3" dir="rtl">א</p>'
