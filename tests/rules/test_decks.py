import json
from collections import Counter
from dataclasses import replace

import pytest
from small_records import assert_clear, record, scored

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


def changed(index, **figures):
    """The reference deck's cards with one changed."""
    return [card | figures if place == index else card for place, card in enumerate(CARDS)]


def test_the_reference_deck_is_even():
    cards = reference_deck().cards.values()
    assert sorted(card.number for card in cards) == list(range(1, 97))
    assert set(Counter(card.colour for card in cards).values()) == {16}
    assert set(Counter((card.colour, card.windows, card.shields) for card in cards).values()) == {4}
    assert all(card.windows + card.shields == 3 for card in cards)


BROKEN = {
    "no card": ([], "this one 0"),
    "a card short": (CARDS[1:], "this one 95"),
    "a card too many": ([*CARDS, {**CARDS[0], "number": 97}], "this one 97"),
    "a number twice": (changed(4, number=96), "street number 96 is on more than one card"),
    "number 0": (changed(4, number=0), "street number 0"),
    "number minus 0": (json.dumps(CARDS).replace('"number": 5,', '"number": -0,'), "street number 0"),
    "number 1000": (changed(4, number=1000), "street number 1000"),
    "windows below 0": (changed(4, windows=-1), "card 5 has -1 windows"),
    "ten shields": (changed(4, shields=10), "card 5 has 10 shields"),
    "seven colours": (changed(4, colour="pink"), "this one 7"),
    "five colours": ([{**card, "colour": card["colour"].replace("red", "blue")} for card in CARDS], "this one 5"),
    "no colour": (changed(4, colour=""), "card 5 needs a colour"),
    "a colour over two lines": (changed(4, colour="re\nd"), "card 5 needs a colour"),
}


@pytest.mark.parametrize(("cards", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_deck_is_refused_in_records_and_deck_files(cards, message):
    text = cards if isinstance(cards, str) else json.dumps(cards)
    whole = json.dumps(record()).replace('"reference"', text)
    for read in (scored, read_deck_file):
        with pytest.raises(RuleError, match=message) as broken:
            read(whole if read is scored else text)
        assert broken.value.rule == "deck"
        assert_clear(broken.value)


WRONG_TYPES = {
    "true for windows": (changed(0, windows=True), "cards[0].windows"),
    "a fraction": (changed(1, shields=1.5), "cards[1].shields"),
    "text for a number": (changed(2, number="3"), "cards[2].number"),
    "a number for a colour": (changed(3, colour=4), "cards[3].colour"),
    "null": (changed(4, windows=None), "cards[4].windows"),
    "a key missing": ([{"number": 1}], "cards[0]"),
    "a list for a card": ([[1, "red", 2, 1]], "cards[0]"),
}


@pytest.mark.parametrize(("cards", "place"), WRONG_TYPES.values(), ids=WRONG_TYPES)
def test_a_wrong_type_in_a_deck_is_unreadable(cards, place):
    with pytest.raises(UnreadableError) as broken:
        read_deck_file(json.dumps({"format": "lucca-citta-deck/1", "cards": cards}), "box.json")
    assert (broken.value.place, broken.value.file) == (place, "box.json")
    assert_clear(broken.value)


@pytest.mark.parametrize("size", ["0", "-3", "501", "9" * 30, "true", "null", '"59"', "1e400", "NaN", "9" * 400])
def test_a_size_that_no_card_has_is_unreadable(size):
    text = json.dumps({"format": "lucca-citta-deck/1", "card_mm": [59, "?"], "cards": CARDS})
    with pytest.raises(UnreadableError) as broken:
        read_deck_file(text.replace('"?"', size))
    assert_clear(broken.value)


@pytest.mark.parametrize("build", [reference_deck_file, lambda: read_deck_file(json.dumps(CARDS), "bare.json")])
def test_a_deck_file_reads_back_as_it_was_written(build):
    written = deck_file_json(build())  # type: ignore[arg-type]
    assert deck_file_json(read_deck_file(json.dumps(written))) == written


def test_numbers_above_96_need_a_code():
    cards = [{**card, "number": card["number"] + 100} for card in CARDS]
    with pytest.raises(RuleError, match="card 101 needs a code"):
        read_deck_file(json.dumps(cards))
    coded = [{**card, "code": code} for code, card in enumerate(cards, start=1)]
    assert read_deck_file(json.dumps(coded)).codes[1] == 101


def test_two_cards_with_one_code_are_refused():
    with pytest.raises(RuleError, match="cards 1 and 2 bear the same code 1"):
        read_deck_file(json.dumps(changed(1, code=1)))


def test_a_deck_file_keeps_the_photographs_of_its_faces():
    file = replace(reference_deck_file(), photographs={17: (b"one", b"two"), 111: (b"back", b"again")})
    assert read_deck_file(json.dumps(deck_file_json(file))).photographs == file.photographs


def test_a_photograph_that_is_no_base64_is_refused_by_its_place():
    data = deck_file_json(reference_deck_file()) | {"photographs": [{"code": 17, "pictures": ["?"]}]}
    with pytest.raises(UnreadableError, match="packed and in base64"):
        read_deck_file(json.dumps(data))


# --- `deck check` tells everything that is wrong or odd in a deck file, each with its card and line

DATA = [card_json(card) for card in reference_deck().cards.values()]


def lines(cards):
    """A bare list with the card of index n on line n + 2."""
    return "[\n" + ",\n".join(map(json.dumps, cards)) + "\n]"


def with_card_5(**figures):
    """The reference deck with card 5 (line 6) with_card_5; None takes the key away."""
    card = {key: value for key, value in (DATA[4] | figures).items() if value is not None}
    return [*DATA[:4], card, *DATA[5:]]


def test_the_reference_deck_has_neither_errors_nor_warnings():
    for text in (lines([*DATA]), json.dumps(deck_file_json(reference_deck_file()), indent=1)):
        found = check_deck_file(text)
        assert (found.errors, found.warnings) == ((), ())


ERRORS = {
    "a number missing": (with_card_5(number=None), 'the key "number" is missing', None, 6),
    "a number twice": (with_card_5(number=4, code=5), "street number 4 again (line 5)", 4, 6),
    "a number out of range": (with_card_5(number=1000, code=5), "street number 1000 is not between 1 and 999", 1000, 6),
    "a code missing": (with_card_5(number=500), "needs a code from 1 to 96, not 500", 500, 6),
    "a code twice": (with_card_5(code=3), "code 3 again (card 3, line 4)", 5, 6),
    "a code on no card": (with_card_5(code=3), "codes without a card: 5", None, None),
    "a code that is null": ([*DATA[:4], {**DATA[4], "code": None}, *DATA[5:]], "code: ", 5, 6),
    "ten windows": (with_card_5(windows=10), "10 windows; 0 to 9 are possible", 5, 6),
    "shields below none": (with_card_5(shields=-1), "-1 shields; 0 to 9 are possible", 5, 6),
    "text for windows": (with_card_5(windows="2"), "windows: expected a whole number", 5, 6),
    "a fraction": (with_card_5(shields=1.5), "shields: expected a whole number, not 1.5", 5, 6),
    "true for a number": (with_card_5(number=True), "number: expected a whole number", None, 6),
    "no colour": (with_card_5(colour=""), "needs a colour", 5, 6),
    "no card": ([*DATA[:4], 7, *DATA[5:]], "expected an object, not 7", None, 6),
    "a card short": (DATA[:-1], "a deck has 96 palace cards, this one 95", None, None),
    "a seventh colour": (with_card_5(colour="pink"), 'this one 7: "red", ', None, None),
}


@pytest.mark.parametrize(("cards", "message", "card", "line"), ERRORS.values(), ids=ERRORS)
def test_an_error_names_card_and_line(cards, message, card, line):
    found = check_deck_file(lines(cards)).errors
    assert [(one.card, one.line) for one in found if message in one.message] == [(card, line)]
    with pytest.raises((RuleError, UnreadableError)):
        read_deck_file(lines(cards))


def test_every_problem_is_told_at_once():
    cards = [{**DATA[0], "windows": 11}, {**DATA[1], "shields": None}, {**DATA[2], "code": 4}, *DATA[3:]]
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
    found = check_deck_file(lines(with_card_5(colour="blue ")))
    assert next((one.message, one.card, one.line) for one in found.warnings) == ('"blue " has 1 of 16 cards', 5, 6)


WARNED = {
    "a colour without 16 cards": (with_card_5(colour="red"), '"red" has 17 of 16 cards', None),
    "symbols that are not three": (with_card_5(windows=9), "windows 9 and shields", 5),
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
