"""The printed deck without codes: known by its faces, and nobody has to enrol it."""

import cv2
import numpy as np
import pytest

from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.paper.deck import card_pieces
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.games.citta.rules.deck import reference_deck, reference_deck_file
from lucca_pi.games.citta.table.pieces import BACK_CODE, TOWER_OF_CODE
from lucca_pi.printed.pages import picture
from lucca_pi.vision.detect import detect
from lucca_pi.vision.faces.box import GATES, box_of


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
    shown = picture_of(code)
    seen = detect(cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY), {one: one for one in range(1, 112)})
    assert shown.shape == (365, 237, 3)
    assert not seen.read


@pytest.mark.long
def test_no_two_cards_are_alike_in_their_upper_halves():
    deck = load_deck("printed")
    apart = box_of(deck.photographs, deck.card_mm).upper_differences.copy()
    np.fill_diagonal(apart, np.inf)
    assert apart.min() > GATES.apart


def test_cards_of_the_same_colour_windows_and_shields_look_different_in_a_deck_without_codes_alone():
    for style, count in ((None, 4), ("aruco", 1)):
        palaces = card_pieces(reference_deck_file(), Layout(59.0, 91.0, 14.0, style))
        houses = {picture(palaces[number - 1], 50).crop((50, 0, 116, 80)).tobytes() for number in (17, 32, 53, 96)}
        assert len(houses) == count
