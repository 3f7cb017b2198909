import json
from collections import Counter
from dataclasses import replace

import pytest
from small_records import assert_clear, record, scored

from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.games.citta.rules.deck import (
    card_json,
    deck_file_json,
    read_deck_file,
    reference_deck,
    reference_deck_file,
)

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
