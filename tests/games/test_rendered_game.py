"""A rendered game: what its pictures show is what was true."""

import json
from dataclasses import replace

import pytest

from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.photographs import read_picture
from lucca_pi.games.citta.session.which_deck import deck_fit
from lucca_pi.games.citta.table.pieces import CardFace, Cards, pieces_in
from lucca_pi.vision.picture import load_picture
from lucca_pi.vision.reader import Reader
from tests.decks.wrong import SIXTEEN_MM, WRONG

READINGS = {reading["image"]: reading for reading in json.loads((EXAMPLE / "readings.json").read_text())}
HARD = ["000-deal.jpg", "009-r3-t3.jpg", "012-r4-t3.jpg", "014-r5-t2.jpg", "018-r6-t3.jpg", "021-r7-t3.jpg"]
"""The deal, pictures whose cards OpenCV alone misses or sees where there is none, the fullest one, the last."""


def pieces():
    deck = json.loads((EXAMPLE / "deck.json").read_text())
    return Cards({card["code"]: CardFace(card["number"], card["colour"]) for card in deck["cards"]})


def as_sets(reading):
    """The truth lists what lies in the centre in no particular order."""
    return {
        "quarters": reading["quarters"],
        "centre": set(reading["centre"]),
        "triplets": {frozenset(triplet) for triplet in reading["triplets"]},
        "discards": set(reading["discards"]),
    }


@pytest.mark.parametrize("image", HARD)
def test_a_picture_of_the_game_is_read_as_it_lay(image):
    reading, _ = read_picture(EXAMPLE / "frames" / image, pieces())
    assert as_sets(reading.to_json(image)) == as_sets(READINGS[image])
    assert reading.doubts == ()


def test_its_deal_fits_its_own_deck_and_none_of_the_wrong_ones():
    picture, own = load_picture(EXAMPLE / "frames" / "000-deal.jpg"), load_deck(str(EXAMPLE / "deck.json"))
    look = Reader(pieces_in(own)).read(picture.grey, picture.colour).look
    codes = dict(zip(own.codes, (*list(own.codes.values())[1:], next(iter(own.codes.values()))), strict=True))
    assert deck_fit(look, own, own).unlike == 0
    for wrong in (*WRONG.values(), replace(own, codes=codes), replace(own, square_mm=SIXTEEN_MM)):
        assert not deck_fit(look, wrong, own).fits, wrong.name
