"""Enrolling a box by keyboard: what is asked, kept and written."""

import io
import subprocess
import sys

import pytest
from box import answers, entered, run

from lucca_pi.citta.rules.deck import Card, reference_deck
from lucca_pi.citta.rules.deckcheck import check_deck_file
from lucca_pi.citta.rules.deckfile import read_deck_file
from lucca_pi.citta.rules.errors import UnreadableError
from lucca_pi.decks.ask import Dialogue
from lucca_pi.decks.draft import UnwritableError, draft_file
from lucca_pi.decks.enrol import EnrolError, enrol

ALL = [line for code in range(1, 97) for line in answers(code)]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "box.json"


def test_answers_for_96_cards_make_a_checked_deck_file(file):
    made, _ = run(file, ["", *ALL])

    found = check_deck_file(file.read_text())
    assert (made, found.errors, found.warnings, draft_file(file).exists()) == (True, (), (), False)
    assert dict(read_deck_file(file.read_text()).deck.cards) == dict(reference_deck().cards)


def test_enter_takes_the_code_as_number_and_what_lacks_of_three_as_shields(file):
    run(file, ["", "", "red", "1", ""])
    assert entered(file) == {1: Card(1, "red", 1, 2)}


def test_more_than_three_windows_leave_no_shields(file):
    run(file, ["", "", "red", "5", ""])
    assert entered(file)[1].shields == 0


@pytest.mark.parametrize("answer", ["4", "green", "GREEN", "gr"])
def test_a_colour_is_given_by_its_place_or_the_beginning_of_its_name(file, answer):
    run(file, ["", "", answer, "1", ""])
    assert entered(file)[1].colour == "green"


def test_the_owner_names_the_colours(file):
    run(file, ["rosso, arancio, giallo, verde, blu, viola", "", "ver", "1", ""])
    assert entered(file)[1].colour == "verde"


WRONG = {
    "a number": ["0", "1000", "x", "٣", "9" * 5000, "1", "red", "1", "2"],
    "a colour": ["1", "pink", "7", "0", "red", "1", "2"],
    "windows": ["1", "red", "10", "", "-1", "two", "1", "2"],
    "shields": ["1", "red", "1", "10", "x", "2"],
}


@pytest.mark.parametrize("lines", WRONG.values(), ids=WRONG)
def test_a_wrong_answer_is_asked_again(file, lines):
    run(file, ["", *lines])
    assert entered(file)[1] == Card(1, "red", 1, 2)


def test_a_number_that_another_card_has_is_refused_and_not_offered(file):
    _, said = run(file, ["", "2", "red", "1", "", "", "2", "5", "blue", "1", ""])

    assert [card.number for card in entered(file).values()] == [2, 5]
    assert "2 is on another card already" in said


def test_b_goes_back_one_card_and_then_on_where_it_was(file):
    run(file, ["", *answers(1), *answers(2), "", "b", "b", "", "", "3", "0", *answers(3)])

    assert entered(file)[1] == Card(1, "red", 3, 0)
    assert [*entered(file)] == [1, 2, 3]


def test_b_at_the_first_card_asks_it_again(file):
    run(file, ["b", "", "b", "b", *answers(1)])
    assert [*entered(file)] == [1]


def test_a_card_that_is_left_out_is_asked_for_next_time(file):
    made, said = run(file, ["", "-", *ALL[4:]])
    assert (made, "with the codes 1." in said) == (False, True)

    assert run(file, ALL[:4])[0]
    assert not check_deck_file(file.read_text()).errors


@pytest.mark.parametrize("lines", [*range(0, 14), 383])
def test_wherever_the_input_ends_only_the_card_in_hand_is_lost(file, lines):
    assert not run(file, ["", *ALL][:lines])[0]
    assert len(entered(file)) == max(0, lines - 1) // 4

    rest = ALL[len(entered(file)) * 4 :]
    assert run(file, rest if lines else ["", *rest])[0]
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
    lines = "".join(f"{line}\n" for line in ["", *ALL[:10]])

    assert not enrol(file, None, Dialogue(Interrupted(lines), said))
    assert len(entered(file)) == 2
    assert str(draft_file(file)) in said.getvalue().splitlines()[-1]


def test_a_process_that_is_killed_loses_only_the_card_in_hand(file):
    command = [sys.executable, "-m", "lucca_pi", "deck", "enrol", str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write("".join(f"{line}\n" for line in ["", *ALL[:12], "4", "green"]))
        process.stdin.flush()
        while "Code 4" not in process.stdout.readline():
            pass
        process.kill()
    assert [*entered(file)] == [1, 2, 3]


def test_a_power_cut_while_writing_leaves_the_draft_before_it(file):
    run(file, ["", *ALL[:8]])
    draft_file(file).with_name("box.json.draft.new").write_text('{"form')

    assert run(file, ALL[8:])[0]


def test_at_the_end_what_is_wrong_is_told_and_can_be_changed(file):
    wrong = [*ALL[:1], "orange", *ALL[2:]]
    made, said = run(file, ["", *wrong, "999", "1", "", "red", "", "", ""])

    assert (made, "orange has 17 of 16 cards" in said, "No card has the number 999" in said) == (True, True, True)
    assert read_deck_file(file.read_text()).deck[1].colour == "red"


def test_a_box_with_oddities_is_written_if_the_owner_leaves_it_so(file):
    odd = [*ALL[:1], "orange", *ALL[2:]]
    assert run(file, ["", *odd, ""])[0]
    assert read_deck_file(file.read_text()).deck[1].colour == "orange"


def test_with_five_colours_there_is_no_deck_but_the_cards_are_kept(file):
    five = [line.replace("red", "blue") for line in ALL]
    made, said = run(file, ["", *five, ""])

    assert (made, file.exists(), len(entered(file))) == (False, False, 96)
    assert "this one 5" in said


def test_a_place_that_cannot_be_written_to_is_named_at_once(tmp_path):
    with pytest.raises(UnwritableError, match=r"nowhere/box\.json\.draft cannot be written: No such file"):
        run(tmp_path / "nowhere" / "box.json", ["", *ALL])


def test_a_deck_file_that_is_there_is_not_overwritten(file):
    file.write_text("[]")
    with pytest.raises(EnrolError, match="is there already"):
        run(file, ["", *ALL])
    assert file.read_text() == "[]"


DAMAGED = ["", "{", "[]", "{}", '{"format": "lucca-citta-deck-draft/1"}', '{"format": "x"}']
SHELL = '{"format": "lucca-citta-deck-draft/1", "colours": ["a"], "cards": [], "shades": %s}'


@pytest.mark.parametrize("text", [*DAMAGED, *(SHELL % shades for shades in ("[]", '{"x": [1, 2, 3]}', '{"1": [1]}'))])
def test_a_damaged_draft_is_named(file, text):
    draft_file(file).write_text(text)
    with pytest.raises(UnreadableError) as broken:
        run(file, [])
    assert broken.value.file == str(draft_file(file))
