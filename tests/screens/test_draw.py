import ast
import random
import unicodedata
from dataclasses import replace
from functools import cache
from gettext import NullTranslations
from pathlib import Path

import pytest
from examples import EXAMPLES, PANELS, PICTURES, QUESTION, RESULT, STRIPS, stored, strip
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageOps
from zxingcpp import read_barcodes

import lucca_pi
from lucca_pi.app.live_page import address_screen
from lucca_pi.contract.screens import (
    BeforeStart,
    Disagreement,
    FinalStep,
    Gain,
    Notice,
    PageAddress,
    PlayerRow,
    PlayerTable,
    Prompt,
    Question,
    Ranking,
    Result,
    Screen,
    Snapshot,
    Standing,
)
from lucca_pi.devices.displays import USUAL
from lucca_pi.devices.displays.twins import as_text
from lucca_pi.language import LANGUAGES, SOURCE, Text, _InUse, say, use
from lucca_pi.ports import Panel
from lucca_pi.screens import pages as pages_module
from lucca_pi.screens.canvas import Grid, grids
from lucca_pi.screens.pages import pages
from lucca_pi.screens.words import answer_in_words, in_words
from tests.cases import first_of, some

PACKAGE = Path(lucca_pi.__file__).parent
LONG = EXAMPLES["question-long"].screen
WIDTH, HEIGHT = USUAL.width, USUAL.height


class MirrorCatalogue(NullTranslations):
    """Says "A" for whatever there is to say."""

    def gettext(self, message):
        return "A"

    def ngettext(self, one, many, number):
        return "A"


def shown(snapshot):
    """The pages on the usual panel."""
    return pages(snapshot, USUAL)


def same(one, other):
    return ImageChops.difference(one.convert("L"), other.convert("L")).getbbox() is None


@cache
def titles():
    """The titles of all that is said in passing; one with a name in it stands in full before the text if need be."""
    parsed = (ast.parse(file.read_text(encoding="utf-8")) for file in PACKAGE.rglob("*.py"))
    calls = (node for tree in parsed for node in ast.walk(tree) if isinstance(node, ast.Call))
    first = (call.args[0] for call in calls if ast.unparse(call.func) == "Notice")
    words = {title.args[0].value for title in first if isinstance(title, ast.Call)}  # type: ignore[attr-defined]
    return {one for one in words if "{" not in one}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_is_never_cut_off(language):
    use(language)
    said = [say(Text(title, {})) for title in titles()]
    use(SOURCE)
    assert len(said) > 10
    assert [title for title in said if Grid(USUAL).largest(title, Grid(USUAL).room)[0] != title] == []


@cache
def drawn(name, language, panel):
    """The pages of a screen, and what is cut on it with the words that are broken: drawn once for all that ask."""
    found = []

    def note(grid):
        found.append(grid)
        return grid

    use(language)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pages_module, "Grid", lambda *args, **more: note(Grid(*args, **more)))
        patched.setattr(pages_module, "grids", lambda panel: map(note, grids(panel)))
        shown = pages(EXAMPLES[name], PANELS[panel])
    return shown, found[-1].losses


@pytest.mark.parametrize("panel", first_of([*PANELS]))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_is_drawn_as_its_stored_pictures(language, panel):
    for name in EXAMPLES:
        cases = [*enumerate(drawn(name, language, panel)[0], start=1)]
        assert cases, name
        for number, page in cases:
            with Image.open(stored(name, number, language, panel)) as picture:
                told = f"{name}, page {number}, now:\n{as_text(page)}\nRenew: python tests/screens/renew.py"
                assert same(page, picture), told
        assert not stored(name, len(cases) + 1, language, panel).exists()


@pytest.mark.parametrize("file", STRIPS, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_the_guides_show_screens_as_they_are(file):
    with Image.open(file) as picture:
        assert same(strip(*STRIPS[file]), picture), "Renew: python tests/screens/renew.py"


def test_no_stored_picture_is_left_over_of_a_screen_a_language_or_a_panel():
    screens = [(name, language, panel) for panel in PANELS for language in LANGUAGES for name in EXAMPLES]
    known = {stored(name, 1, language, panel) for name, language, panel in screens}
    assert {picture.with_stem(f"{picture.stem.rpartition('-')[0]}-1") for picture in PICTURES.rglob("*.png")} == known


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_is_cut_where_english_is_not(language, panel):
    for name in EXAMPLES:
        _, english = drawn(name, SOURCE, panel)
        _, cut = drawn(name, language, panel)
        assert len(cut) <= len(english), (name, cut)


@pytest.mark.parametrize("panel", ["oled256", "epaper"])
def test_nothing_is_cut_on_a_larger_panel(panel):
    assert {name: cut for name in EXAMPLES if (cut := drawn(name, SOURCE, panel)[1])} == {}


def test_the_digits_stand_beside_the_code_on_a_square_panel():
    """Below the address, in the half of the width that the QR code leaves."""
    with_digits, without = (
        pages(EXAMPLES[f"page-address{name}"], Panel(128, 128))[0].crop((0, 32, 64, 128)) for name in ("-code", "")
    )
    assert sum(with_digits.getdata()) > sum(without.getdata())


def test_larger_letters_are_taken_as_soon_as_a_panel_has_room_for_them():
    sizes = {(250, 122): [(2, 2), (1, 2), (1, 1)], (256, 64): [(1, 1)], (128, 64): [(1, 1)], (400, 300): [(3, 3)]}
    for (width, height), expected in sizes.items():
        found = [(grid.scale, grid.down) for grid in grids(Panel(width, height))]
        assert found[: len(expected)] == expected


@pytest.mark.parametrize(
    "screen",
    [
        Prompt("A", (), ""),
        Notice("A", "A A " * 40),
        Ranking((Standing(8, "A", 0), Standing(0, "H", 8)), True),
        Question("A", "A", ("A", "H"), 1),
        Disagreement("A", ("A A",) * 7, "A"),
    ],
    ids=lambda screen: type(screen).__name__,
)
def test_a_language_from_right_to_left_has_its_screens_mirrored(screen, monkeypatch):
    """Shown with letters and figures that look alike from both sides; the bar is a dot farther in."""
    monkeypatch.setattr(_InUse, "language", "he")
    monkeypatch.setattr(_InUse, "catalogue", MirrorCatalogue())
    mirrored = pages(Snapshot(screen, 8, 8), USUAL)
    monkeypatch.setattr(_InUse, "language", SOURCE)
    for page, other in some(zip(mirrored, pages(Snapshot(screen, 8, 8), USUAL), strict=True)):
        beside_bar = 3, 0, *page.size
        assert same(page.crop(beside_bar), ImageOps.mirror(other).crop(beside_bar)), f"now:\n{as_text(page)}"


def test_there_is_an_example_of_every_kind_of_screen():
    assert {type(snapshot.screen) for snapshot in EXAMPLES.values()} == set(Screen.__args__)


def words(most):
    """Text in any writing, with spaces, marks and what cannot be seen."""
    return st.text(st.characters(codec="utf-8"), max_size=most)


def screens():
    name, text, few = words(40), words(200), st.integers(-99, 999)
    rows = st.lists(st.builds(PlayerRow, few.map(str), name, words(9), words(5)), max_size=7).map(tuple)
    standings = st.lists(st.builds(Standing, few, name, few | st.none(), words(12)), max_size=7).map(tuple)
    gains = st.lists(st.builds(Gain, name, words(12), few, text, words(12)), max_size=6).map(tuple)
    return st.one_of(
        st.builds(Prompt, name, st.lists(st.tuples(words(12), few), max_size=6).map(tuple), text),
        st.builds(Result, name, gains, st.lists(text, max_size=5).map(tuple), few | st.none()),
        st.builds(PlayerTable, words(12), rows),
        st.builds(Question, name, text, st.lists(text, min_size=1, max_size=6).map(tuple), st.integers(0, 5)),
        st.builds(Disagreement, name, st.lists(text, max_size=4).map(tuple), text),
        st.builds(Ranking, standings, st.booleans()),
        st.builds(FinalStep, name, gains),
        st.builds(BeforeStart, words(12), st.none() | few, text),
        st.builds(Notice, name, text),
    )


@given(screens())
@example(Question("", "A", ("A", "B", "C", "D", "", "E"), 4))
@settings(deadline=None)
def test_whatever_names_and_texts_there_are_every_page_is_a_picture_of_the_panel(screen):
    for panel in (*PANELS.values(), Panel(96, 64, "L"), Panel(400, 300)):
        for page in pages(Snapshot(screen, 3, 7), panel):
            assert (page.mode, page.size) == (panel.mode, (panel.width, panel.height))


@given(screens())
@settings(deadline=None)
def test_nothing_is_written_over_the_heading(screen):
    plain = shown(Snapshot(Notice("", ""), 3, 7))[0].crop((62, 0, WIDTH, 11))
    alarm = shown(Snapshot(Disagreement("", (), ""), 3, 7))[0].crop((62, 0, WIDTH, 11))
    for page in shown(Snapshot(screen, 3, 7)):
        assert same(page.crop((62, 0, WIDTH, 11)), alarm if isinstance(screen, Disagreement) else plain)


WITH_HEADING = {name: one for name, one in EXAMPLES.items() if not isinstance(one.screen, PageAddress)}


@pytest.mark.parametrize("snapshot", WITH_HEADING.values(), ids=WITH_HEADING)
def test_the_round_is_on_every_page_where_there_is_one(snapshot):
    with_round = shown(replace(snapshot, round=3, rounds=7))
    other_round = shown(replace(snapshot, round=4, rounds=7))
    for page, other in some(zip(with_round, other_round, strict=True)):
        changed = ImageChops.difference(page.convert("L"), other.convert("L")).getbbox()
        assert changed is not None and changed[3] < 11


def test_of_a_question_only_the_page_of_the_chosen_answer_is_shown():
    answers = tuple(f"a rather long answer with the number {number}" for number in range(3))
    first, second = (
        shown(Snapshot(replace(QUESTION, text="Which card is the city wall?", answers=answers, chosen=chosen), 3, 7))
        for chosen in (0, 1)
    )
    assert len(first) == len(second) == 1
    assert not same(first[0], second[0])


def test_a_long_question_stands_in_full_on_the_page_after_that_of_its_answers():
    first, last = (shown(replace(EXAMPLES["question-long"], screen=replace(LONG, chosen=n))) for n in (0, 2))
    assert len(first) == len(last) == 2
    assert same(first[1], last[1])


def test_a_text_of_more_pages_than_the_bar_is_high_has_them_all():
    assert len(shown(Snapshot(Notice("", "word " * 3000)))) > HEIGHT


def test_a_bar_tells_which_part_of_the_whole_a_page_is():
    edges = [page.crop((WIDTH - 2, 14, WIDTH - 1, HEIGHT)) for page in shown(EXAMPLES["final-step"])]
    boxes = [edge.getbbox() for edge in edges]
    assert len(boxes) == 3
    assert [box and (box[1], box[3]) for box in boxes] == [(0, 16), (16, 33), (33, 50)]


def test_what_does_not_fit_stands_on_further_pages():
    reasons = tuple(Gain("Charlotte", "opening", 1, f"reason {number}", "Opened") for number in range(12))
    assert len(shown(Snapshot(replace(RESULT, gains=reasons, moves=()), 1, 7))) == 1 + 12 // 5 + 1


def test_a_long_name_is_cut_before_the_points():
    name, longer = "Bartholomäus von Guinigi", "Bartholomäus von Guinigi-Buonvisi"
    short, long = (shown(Snapshot(replace(RESULT, player=player), 3, 7))[0] for player in (name, longer))
    assert same(short, long)


def test_a_name_is_drawn_alike_however_its_letters_are_put_together():
    name = "Zoë Ångström"
    together, apart = (shown(Snapshot(Prompt(unicodedata.normalize(form, name), (), "")))[0] for form in ("NFC", "NFD"))
    assert same(together, apart)


HOSTS = ["10.0.0.1:8000", "lucca.local:8000", "192.168.178.123:65535", f"{'raspberrypi' * 5}.local:8000"]


@pytest.mark.parametrize("key", ["", "ABCDEFGH2345"])
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("panel", PANELS)
def test_the_address_of_the_page_is_read_from_the_display_by_a_phone(panel, host, key):
    picture = pages(Snapshot(address_screen([f"http://{host}/"], key, "4071")), PANELS[panel])[0].convert("L")
    (code,) = read_barcodes(picture.resize((picture.width * 4, picture.height * 4), Image.Resampling.NEAREST))
    assert code.text.lower() == f"http://{host}/{f'P/{key}' if key else ''}".lower()


def dots_of_halves(text):
    rows = [line[1:-1] for line in text.splitlines()[1:-1]]
    return [[letter in inks for letter in row] for row in rows for inks in ("▀█", "▄█")]


def dots_of_braille(text):
    rows = [[ord(letter) - 0x2800 for letter in line[1:-1]] for line in text.splitlines()[1:-1]]
    pairs = ((0, 3), (1, 4), (2, 5), (6, 7))
    return [[bool(cell >> bit & 1) for cell in row for bit in pair] for row in rows for pair in pairs]


def test_every_dot_stands_in_the_text():
    picture = Image.frombytes("1", (128, 64), random.Random(1).randbytes(1024))
    expected = [[bool(picture.getpixel((x, y))) for x in range(128)] for y in range(64)]
    assert dots_of_halves(as_text(picture, 130, 34)) == expected
    assert dots_of_braille(as_text(picture, 80)) == expected


def test_the_frame_closes_around_every_line():
    lines = as_text(Image.new("1", (128, 64))).splitlines()
    assert (lines[0], lines[-1]) == ("┌" + "─" * 64 + "┐", "└" + "─" * 64 + "┘")
    assert all(line[0] == line[-1] == "│" and len(line) == 66 for line in lines[1:-1])


OPENED = Gain("Ada", "opening", 5, "opens blue", "Openings")
ASKED = Question("Ada", "what became of 17?", ("A wall", "A discard"), 1)
SCREENS = {
    "a prompt": (
        Prompt("Ada", (("Open blue?", 5),), "Take a triplet."),
        ["Ada’s turn", "Open blue? +5", "Take a triplet."],
    ),
    "a turn": (Result("Ada", (OPENED,), ("17 to red",), 12), ["Ada +5, 12 points", "+5 opens blue", "17 to red"]),
    "a turn without points": (Result("Ada", (), ("a4",), None), ["Ada", "a4"]),
    "an order": (PlayerTable("Order", (PlayerRow("1", "Ada", "No. 17", "6 ⛨"),)), ["Order", "1. Ada No. 17 6 shields"]),
    "a question": (ASKED, ["Ada: what became of 17?", "  1. A wall", "* 2. A discard"]),
    "what is wrong": (Disagreement(None, ("17 is gone",), "Lay it back."), ["The table", "17 is gone", "Lay it back."]),
    "a step that gives nothing": (FinalStep("Walls", ()), ["Walls", "Nobody gains or loses points."]),
    "the end": (Ranking((Standing(1, "Ada", 31),), final=True), ["Final score", "1. Ada: 31 points"]),
    "a notice": (Notice("Looking …", "003.jpg"), ["Looking …", "003.jpg"]),
    "the page": (PageAddress("http://192.0.2.1/", ()), ["The page on your phone", "http://192.0.2.1/"]),
    "the page with a code": (
        PageAddress("http://192.0.2.1/", (), "4071"),
        ["The page on your phone", "http://192.0.2.1/", "Code for phones that answer: 4071"],
    ),
}


@pytest.mark.parametrize(("screen", "lines"), SCREENS.values(), ids=SCREENS)
def test_a_screen_is_a_few_lines(screen, lines):
    assert list(in_words(Snapshot(screen))) == lines


def test_the_round_stands_in_the_heading():
    assert in_words(Snapshot(Notice("More", "OK"), round=2, rounds=7))[0] == "More (Round 2 of 7)"


def test_the_answer_that_is_chosen_stands_alone_with_its_number():
    assert answer_in_words(ASKED) == "* 2. A discard"


def test_of_many_things_that_are_wrong_some_are_told_and_the_others_counted():
    lines = in_words(Snapshot(Disagreement("Ada", tuple(map(str, range(9))), "Lay them back.")))
    assert lines == ("Ada", *"012345", "And 3 more.", "Lay them back.")
