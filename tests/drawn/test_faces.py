"""On the drawn table lies what `lucca-pi print deck` prints, or what a deck's photographs show."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from lucca_pi.drawn.conditions import EASY
from lucca_pi.drawn.painter import texture_of
from lucca_pi.drawn.things import DOTS_PER_MM, DrawnFace, sticker_on
from lucca_pi.games.citta.drawn import CardKinds
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.vision.detect import detect

DECK = reference_deck_file()


def painted(code, deck_file=DECK):
    face = DrawnFace(deck_file.card_mm)
    CardKinds(deck_file).kind(code).draw(face)
    return face.dots


@pytest.mark.parametrize("code", [17, 97, 101, BACK_CODE])
def test_a_print_is_the_piece_in_its_size_with_its_code(code):
    dots = painted(code)
    pieces = {code: code}
    read = detect(np.asarray(cv2.cvtColor(np.pad(dots, ((40, 40), (40, 40), (0, 0))), cv2.COLOR_BGR2GRAY)), pieces).read
    assert dots.shape[:2] == (round(91 * DOTS_PER_MM), round(59 * DOTS_PER_MM))
    assert [one.code for one in read] == [code]


def test_cards_of_different_numbers_look_different():
    assert not np.array_equal(painted(17), painted(18))


@pytest.mark.parametrize("code", [17, BACK_CODE])
def test_a_card_with_photographs_shows_the_first_of_them(code):
    red, blue = (cv2.imencode(".png", np.full((60, 40, 3), colour, np.uint8))[1].tobytes() for colour in (40, 200))
    assert (painted(code, replace(DECK, photographs={code: (red, blue)})) == 40).all()


def test_a_card_with_photographs_bears_no_code_and_a_quarter_always_does():
    kinds = CardKinds(load_deck("printed"))
    bare = {code: all(mark.is_bare for mark in kinds.kind(code).marks) for code in (17, 97, BACK_CODE, 101)}
    assert bare == {17: True, 97: True, BACK_CODE: True, 101: False}


def test_cards_that_look_alike_are_drawn_once_whichever_camera_draws_them():
    def texture(cards, code, seed=1):
        return texture_of(cards.kind(code), 3.0, lambda mark: sticker_on(mark.code, EASY, seed))

    cards = CardKinds(DECK)
    assert texture(cards, 17) is texture(CardKinds(reference_deck_file()), 17)
    assert texture(cards, 17) is not texture(cards, 18)
    assert texture(cards, 17) is not texture(cards, 17, seed=2)
