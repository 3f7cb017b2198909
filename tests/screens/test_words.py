"""Screens in plain letters."""

import pytest

from lucca_pi.contract.screens import (
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
    Snapshot,
    Standing,
)
from lucca_pi.screens.words import answer_in_words, in_words

OPENED = Gain("Ada", "opening", 5, "opens blue", "Openings")
QUESTION = Question("Ada", "what became of 17?", ("A wall", "A discard"), 1)
SCREENS = {
    "a prompt": (
        Prompt("Ada", (("Open blue?", 5),), "Take a triplet."),
        ["Ada’s turn", "Open blue? +5", "Take a triplet."],
    ),
    "a turn": (Result("Ada", (OPENED,), ("17 to red",), 12), ["Ada +5, 12 points", "+5 opens blue", "17 to red"]),
    "a turn without points": (Result("Ada", (), ("a4",), None), ["Ada", "a4"]),
    "an order": (PlayerTable("Order", (PlayerRow("1", "Ada", "No. 17", "6 ⛨"),)), ["Order", "1. Ada No. 17 6 shields"]),
    "a question": (QUESTION, ["Ada: what became of 17?", "  1. A wall", "* 2. A discard"]),
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
    assert answer_in_words(QUESTION) == "* 2. A discard"


def test_of_many_things_that_are_wrong_some_are_told_and_the_others_counted():
    lines = in_words(Snapshot(Disagreement("Ada", tuple(map(str, range(9))), "Lay them back.")))
    assert lines == ("Ada", *"012345", "And 3 more.", "Lay them back.")
