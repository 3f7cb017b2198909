"""`deck check` tells everything that is wrong or odd in a deck file, each with its card and line."""

import json

import pytest

from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.games.citta.report import findings_text
from lucca_pi.games.citta.rules.deck import (
    card_json,
    deck_file_json,
    read_deck_file,
    reference_deck,
    reference_deck_file,
)
from lucca_pi.games.citta.rules.deck_check import check_deck_file, lines_of_places
from tests.sim.games import random_deck

CARDS = [card_json(card) for card in reference_deck().cards.values()]


def lines(cards):
    """A bare list with the card of index n on line n + 2."""
    return "[\n" + ",\n".join(map(json.dumps, cards)) + "\n]"


def changed(**figures):
    """The reference deck with card 5 (line 6) changed; None takes the key away."""
    card = {key: value for key, value in (CARDS[4] | figures).items() if value is not None}
    return [*CARDS[:4], card, *CARDS[5:]]


def test_the_reference_deck_has_neither_errors_nor_warnings():
    for text in (lines([*CARDS]), json.dumps(deck_file_json(reference_deck_file()), indent=1)):
        found = check_deck_file(text)
        assert (found.errors, found.warnings) == ((), ())


ERRORS = {
    "a number missing": (changed(number=None), 'the key "number" is missing', None, 6),
    "a number twice": (changed(number=4, code=5), "street number 4 again (line 5)", 4, 6),
    "a number out of range": (changed(number=1000, code=5), "street number 1000 is not between 1 and 999", 1000, 6),
    "a code missing": (changed(number=500), "needs a code from 1 to 96, not 500", 500, 6),
    "a code twice": (changed(code=3), "code 3 again (card 3, line 4)", 5, 6),
    "a code on no card": (changed(code=3), "codes without a card: 5", None, None),
    "a code that is null": ([*CARDS[:4], {**CARDS[4], "code": None}, *CARDS[5:]], "code: ", 5, 6),
    "ten windows": (changed(windows=10), "10 windows; 0 to 9 are possible", 5, 6),
    "shields below none": (changed(shields=-1), "-1 shields; 0 to 9 are possible", 5, 6),
    "text for windows": (changed(windows="2"), "windows: expected a whole number", 5, 6),
    "a fraction": (changed(shields=1.5), "shields: expected a whole number, not 1.5", 5, 6),
    "true for a number": (changed(number=True), "number: expected a whole number", None, 6),
    "no colour": (changed(colour=""), "needs a colour", 5, 6),
    "no card": ([*CARDS[:4], 7, *CARDS[5:]], "expected an object, not 7", None, 6),
    "a card short": (CARDS[:-1], "a deck has 96 palace cards, this one 95", None, None),
    "a seventh colour": (changed(colour="pink"), 'this one 7: "red", ', None, None),
}


@pytest.mark.parametrize(("cards", "message", "card", "line"), ERRORS.values(), ids=ERRORS)
def test_an_error_names_card_and_line(cards, message, card, line):
    found = check_deck_file(lines(cards)).errors
    assert [(one.card, one.line) for one in found if message in one.message] == [(card, line)]
    with pytest.raises((RuleError, UnreadableError)):
        read_deck_file(lines(cards))


def test_every_problem_is_told_at_once():
    cards = [{**CARDS[0], "windows": 11}, {**CARDS[1], "shields": None}, {**CARDS[2], "code": 4}, *CARDS[3:]]
    found = check_deck_file(lines([*cards]))
    assert [one.line for one in found.errors] == [2, 3, 5, None]
    assert [one.line for one in found.warnings] == [2]
    assert [one.message for one in check_deck_file("[]").errors] == ["a deck has 96 palace cards, this one 0"]


def test_a_figure_on_a_line_of_its_own_is_found_there():
    text = json.dumps(deck_file_json(reference_deck_file()), indent=1).replace('"windows": 2', '"windows": "2"', 1)
    (error,) = check_deck_file(text).errors
    assert text.splitlines()[(error.line or 0) - 1].strip() == '"windows": "2",'


HEADS = [
    {"card_mm": [59]},
    {"card_mm": "59 x 91"},
    {"card_mm": [59, 0]},
    {"sticker": {"square_mm": 0, "inset_mm": 3}},
    {"sticker": {"square_mm": 10}},
    {"sticker": {"square_mm": 58, "inset_mm": 3}},
    {"name": 7},
]


@pytest.mark.parametrize("head", HEADS, ids=str)
def test_a_wrong_name_or_size_is_an_error_with_its_line(head):
    text = "\n\n" + json.dumps(deck_file_json(reference_deck_file()) | head)
    (error,) = check_deck_file(text).errors
    assert (error.line, error.message.startswith(next(iter(head)))) == (3, True)
    with pytest.raises(UnreadableError):
        read_deck_file(text)


def test_a_card_in_centimetres_is_an_error_and_one_wider_than_tall_is_warned_of():
    small, wide = (deck_file_json(reference_deck_file()) | {"card_mm": size} for size in ([5.9, 9.1], [91, 59]))
    assert "does not fit on a card of 5.9 x 9.1 mm" in check_deck_file(json.dumps(small)).errors[0].message
    assert "wider than tall" in check_deck_file(json.dumps(wide)).warnings[0].message


def test_a_misspelt_colour_leads_to_its_card():
    found = check_deck_file(lines(changed(colour="blue ")))
    assert next((one.message, one.card, one.line) for one in found.warnings) == ('"blue " has 1 of 16 cards', 5, 6)


WARNED = {
    "a colour without 16 cards": (changed(colour="red"), '"red" has 17 of 16 cards', None),
    "symbols that are not three": (changed(windows=9), "windows 9 and shields", 5),
}


@pytest.mark.parametrize(("cards", "message", "card"), WARNED.values(), ids=WARNED)
def test_what_is_rarely_meant_is_warned_of(cards, message, card):
    found = check_deck_file(lines(cards))
    assert found.errors == ()
    assert [one.card for one in found.warnings if message in one.message] == [card]


@pytest.mark.parametrize("text", ["", "{", "7", '{"format": "x"}', '{"format": "lucca-citta-deck/1"}', "[" * 100_000])
def test_what_is_no_deck_file_at_all_is_unreadable(text):
    with pytest.raises(UnreadableError) as broken:
        check_deck_file(text, "box.json")
    assert broken.value.file == "box.json"


@pytest.mark.parametrize("seed", range(5))
def test_a_box_unlike_ours_is_warned_of_in_a_few_lines(seed):
    deck = random_deck(seed)
    cards = [{**card_json(card), "code": code} for code, card in enumerate(deck.cards.values(), start=1)]
    found = check_deck_file(lines([*cards]))
    assert (found.errors, len(found.warnings) > 10) == ((), True)
    assert len(findings_text(found, "box.json").splitlines()) <= 6


def test_places_follow_brackets_and_texts_with_marks_in_them():
    text = '{"a{": "}],",\n "b": [[],\n [1,\n {"c": 2}]], "d": 3}'
    assert lines_of_places(text) == {
        **{"": 1, "a{": 1, "b": 2, "b[0]": 2, "b[1]": 3},
        **{"b[1][0]": 3, "b[1][1]": 4, "b[1][1].c": 4, "d": 4},
    }
