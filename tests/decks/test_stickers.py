"""The colour beside a code is held against the deck."""

import cv2
import numpy as np
import pytest
from box import LAMP, table

from lucca_pi.citta.rules.deck import reference_deck
from lucca_pi.decks.stickers import wrong_stickers
from lucca_pi.table.pieces import Face, Pieces
from lucca_pi.vision.detect import detect

CODES = range(1, 25)
FACES = {card.number: Face(card.number, card.colour) for card in reference_deck().cards.values()}


def read(picture):
    return detect(np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)), FACES).read


@pytest.fixture(params=[(1.0, 1.0, 1.0), LAMP], ids=["white", "lamp"])
def picture(request):
    return table(CODES, request.param)


def test_right_stickers_raise_no_doubt(picture):
    assert wrong_stickers(picture, read(picture), Pieces(FACES)) == ()


def test_two_stickers_that_were_swapped_are_both_named(picture):
    swapped = Pieces(FACES | {3: Face(3, FACES[4].colour), 4: Face(4, FACES[3].colour)})

    assert wrong_stickers(picture, read(picture), swapped) == (
        "Card 3 (code 3) should be green and looks yellow: is its sticker on a wrong card?",
        "Card 4 (code 4) should be yellow and looks green: is its sticker on a wrong card?",
    )


def test_a_card_whose_colour_is_hardly_seen_is_held_against_nothing():
    few = table([1, 2, 3, 9, 10])
    assert wrong_stickers(few, read(few), Pieces(FACES | {3: Face(3, "orange")})) == ()


def test_a_picture_in_grey_raises_no_doubt(picture):
    grey = np.repeat(picture.mean(2, keepdims=True).astype(np.uint8), 3, axis=2)
    swapped = Pieces(FACES | {3: Face(3, "green"), 4: Face(4, "yellow")})
    assert wrong_stickers(grey, read(picture), swapped) == ()
