"""The printed deck without codes: known by its faces, and nobody has to enrol it."""

import cv2
import numpy as np
import pytest

from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.rules.deck import reference_deck
from lucca_pi.games.citta.table.pieces import BACK_CODE, TOWER_OF_CODE
from lucca_pi.vision.detect import detect


def picture_of(code):
    packed = load_deck("printed").photographs[code][0]
    return cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)


def test_the_printed_deck_is_the_reference_deck_with_two_pictures_of_each_face_and_the_back():
    deck = load_deck("printed")
    assert deck.deck is reference_deck()
    assert {*deck.photographs} == {*range(1, 97), *TOWER_OF_CODE, BACK_CODE}
    assert {len(pictures) for pictures in deck.photographs.values()} == {2}


@pytest.mark.parametrize("code", [17, 97, BACK_CODE])
def test_a_picture_shows_the_whole_card_without_a_code(code):
    picture = picture_of(code)
    seen = detect(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), {one: one for one in range(1, 112)})
    assert picture.shape == (365, 237, 3)
    assert not seen.read
