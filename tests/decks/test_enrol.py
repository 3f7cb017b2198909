"""Enrolling a box by keyboard: what is asked, kept and written."""

import io
import json
import subprocess
import sys

import pytest
from box import START, answer, entered, run, table
from PIL import Image

from lucca_pi.box.desk import NothingTakenError
from lucca_pi.box.draft_files import EnrolError, draft_file
from lucca_pi.box.face_desk import FaceDesk
from lucca_pi.box.sticker_desk import StickerDesk
from lucca_pi.box.terminal import Dialogue, enrol, photographs
from lucca_pi.errors import UnreadableError
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.rules.deck import Card, read_deck_file, reference_deck
from lucca_pi.games.citta.rules.deck_check import check_deck_file
from lucca_pi.vision.picture import PictureError, load_colour

ALL = [answer(code) for code in range(1, 97)]


def test_one_answer_for_each_of_96_cards_makes_a_checked_deck_file(file):
    made, _ = run(file, [*START, *ALL, ""])

    found = check_deck_file(file.read_text())
    assert (made, found.errors, found.warnings, draft_file(file).exists()) == (True, (), (), False)
    assert dict(read_deck_file(file.read_text()).deck.cards) == dict(reference_deck().cards)


ONE_RED = Card(1, "red", 1, 2)
TYPED = {
    "the beginning of a colour": ([*START, "gr1"], Card(1, "green", 1, 2)),
    "in any letters": ([*START, "RED 0"], Card(1, "red", 0, 3)),
    "with its number": ([*START, "117 red2"], Card(117, "red", 2, 1)),
    "with spaces": ([*START, "117 red 2"], Card(117, "red", 2, 1)),
    **{
        f"one by one, {colour}": ([*START, "", "", colour, "1", "0"], Card(1, "green", 1, 0))
        for colour in ("4", "green", "GREEN", "gr")
    },
    "one by one, shields are what lacks of three": ([*START, "", "", "red", "1", ""], ONE_RED),
    "colours of the owner's own": (
        ["", "", "rosso, arancio, giallo, verde, blu, viola", "ver1"],
        Card(1, "verde", 1, 2),
    ),
    "wrong at the beginning": (["9", "x", "14", "10 x 20", "59", "61 x 93", "a, b, c", "", "red1"], ONE_RED),
    "back at the first card": ([*START, "", "b", "b", "b", "red1"], ONE_RED),
    "back at the beginning": (["12", "b", "", "", "", "red1"], ONE_RED),
    "wrong in short": (
        [*START, "2", "pink2", "red", "red x", "1000 red2", "0 red2", "2 red 1 0", "red9", "red1"],
        ONE_RED,
    ),
    "a wrong number": ([*START, "", "0", "1000", "x", "٣", "9" * 5000, "1", "red", "1", "2"], ONE_RED),
    "a wrong colour": ([*START, "", "1", "pink", "7", "0", "red", "1", "2"], ONE_RED),
    "wrong windows": ([*START, "", "1", "red", "10", "", "-1", "two", "1", "2"], ONE_RED),
    "wrong shields": ([*START, "", "1", "red", "1", "10", "x", "2"], ONE_RED),
}


@pytest.mark.parametrize(("lines", "card"), TYPED.values(), ids=TYPED)
def test_a_card_is_entered_as_it_is_typed_and_a_wrong_answer_is_asked_again(file, lines, card):
    run(file, lines)
    assert entered(file) == {1: card}


def test_files_and_folder_are_checked_before_the_first_question(tmp_path):
    there = tmp_path / "there.png"
    Image.fromarray(table([1])).save(there)
    dialogue = Dialogue(io.StringIO(), io.StringIO())
    with pytest.raises(PictureError, match=r"third\.jpg does not exist"):
        photographs([there, there, tmp_path / "third.jpg"], dialogue, faces=True)
    for desk in (StickerDesk, FaceDesk):
        with pytest.raises(EnrolError, match="There is no folder"):
            desk(tmp_path / "none" / "box.json")


def test_without_any_input_it_says_that_nothing_is_saved(file):
    made, said = run(file, [])
    assert (made, "nothing is saved yet" in said) == (False, True)


@pytest.mark.parametrize("desk", [StickerDesk, FaceDesk])
def test_the_table_of_a_game_is_named_and_nothing_is_taken(file, desk):
    one = desk(file)
    with pytest.raises(NothingTakenError, match="the table of a game"):
        one.photograph(load_colour(next(EXAMPLE.glob("frames/003*.jpg"))))
    assert one.draft.answered == {}


SIZES = {
    ("", ""): ([59, 91], {"square_mm": 10.89, "inset_mm": 3.55}),
    ("12", "63.5 x 88"): ([63.5, 88], {"square_mm": 9.33, "inset_mm": 3.33}),
    ("16 mm", "63,5×88 mm"): ([63.5, 88], {"square_mm": 12.44, "inset_mm": 3.78}),
}


@pytest.mark.parametrize(("lines", "written"), SIZES.items())
def test_the_sizes_of_stickers_and_cards_are_asked_once_and_written(file, lines, written):
    run(file, [*lines, "", *ALL[:50]])
    run(file, ["", *ALL[50:], ""])

    text = json.loads(file.read_text())
    assert (text["card_mm"], text["sticker"]) == written
    assert not check_deck_file(file.read_text()).errors


def test_a_number_that_another_card_has_is_refused_and_not_offered(file):
    _, said = run(file, [*START, "2 red1", "red1", "", "", "2", "7", "red", "1", ""])

    assert [card.number for card in entered(file).values()] == [2, 7]
    assert said.count("2 is already on another card") == 2


def test_b_goes_back_one_card_and_again_one_more(file):
    run(file, [*START, *ALL[:2], "b", "b", "red3", *ALL[1:3]])

    assert entered(file)[1] == Card(1, "red", 3, 0)
    assert [*entered(file)] == [1, 2, 3]


def test_a_card_that_is_left_out_is_asked_for_next_time(file):
    made, said = run(file, [*START, "-", *ALL[1:], ""])
    assert (made, "with the codes 1." in said) == (False, True)

    assert run(file, [ALL[0], ""])[0]
    assert not check_deck_file(file.read_text()).errors


@pytest.mark.parametrize("lines", [*range(0, 6), 98])
def test_wherever_the_input_ends_only_the_card_in_hand_is_lost(file, lines):
    assert not run(file, [*START, *ALL][:lines])[0]
    assert len(entered(file)) == max(0, lines - len(START))

    rest = [*ALL[len(entered(file)) :], ""]
    begun = [""] if entered(file) else [] if lines >= len(START) else START
    assert run(file, [*begun, *rest])[0]
    assert not check_deck_file(file.read_text()).errors


class Interrupted(io.StringIO):
    """Input during which Ctrl-C is pressed instead of the last line."""

    def readline(self, *args):
        line = super().readline(*args)
        if not line:
            raise KeyboardInterrupt
        return line


def test_ctrl_c_says_what_is_kept(file):
    said = io.StringIO()
    lines = "".join(f"{line}\n" for line in [*START, *ALL[:2], "", "3"])

    assert not enrol(file, None, Dialogue(Interrupted(lines), said))
    assert len(entered(file)) == 2
    assert str(draft_file(file)) in said.getvalue().splitlines()[-1]


def test_a_process_that_is_killed_loses_only_the_card_in_hand(file):
    command = [sys.executable, "-m", "lucca_pi", "deck", "enrol", str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write("".join(f"{line}\n" for line in [*START, *ALL[:3], "", "4", "green"]))
        process.stdin.flush()
        while "Code 4" not in process.stdout.readline():
            pass
        process.kill()
    assert [*entered(file)] == [1, 2, 3]


def test_a_power_cut_while_writing_leaves_the_draft_before_it(file):
    run(file, [*START, *ALL[:2]])
    draft_file(file).with_name("box.json.draft.part").write_text('{"form')

    assert run(file, ["", *ALL[2:], ""])[0]


ODD, FIVE = [ALL[0].replace("red", "orange"), *ALL[1:]], [line.replace("red", "blue") for line in ALL]
ENDS = {
    "set right": ([*ODD, "", "999: 1 red1", "1: red1"], "Type a label of the sheet", "red"),
    "odd, and left so": ([*ODD, "", ""], '"orange" has 17 of 16 cards', "orange"),
    "no deck": ([*FIVE, "", ""], "this one 5", None),
}


@pytest.mark.parametrize(("lines", "told", "colour"), ENDS.values(), ids=ENDS)
def test_what_is_wrong_is_told_at_the_end_and_a_deck_that_is_odd_is_written_if_it_is_left_so(file, lines, told, colour):
    made, said = run(file, [*START, *lines])
    assert (made, told in said, file.exists()) == (colour is not None, True, colour is not None)
    assert not made or read_deck_file(file.read_text()).deck[1].colour == colour
    assert made or len(entered(file)) == 96


def test_a_deck_file_that_is_there_is_not_overwritten(file):
    file.write_text("[]")
    with pytest.raises(EnrolError, match="exists already"):
        run(file, [*START, *ALL])
    assert file.read_text() == "[]"


SHELL = '{"format": "lucca-citta-deck-draft/1", "colours": ["a"], "cards": [], "shades": %s}'
WRONG_PARTS = ["[]", '{"x": [1, 2, 3]}', '{"1": [1]}', '{}, "card_mm": [59]', '{}, "sticker_mm": "14"']
DAMAGED = ["", "{", "[]", "{}", '{"format": "x"}', SHELL[:40] + "}", *(SHELL % part for part in WRONG_PARTS)]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_draft_is_named(file, text):
    draft_file(file).write_text(text)
    with pytest.raises(UnreadableError) as broken:
        run(file, [])
    assert broken.value.file == str(draft_file(file))
