"""On the drawn table lies what `lucca-pi print deck` prints."""

import cv2
import numpy as np
import pytest

from lucca_pi.drawn.face import DOTS_PER_MM, Face
from lucca_pi.games.citta.drawn.faces import Faces
from lucca_pi.games.citta.rules.deckfile import reference_deck_file
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.vision.detect import detect

DECK = reference_deck_file()


def painted(code):
    face = Face(DECK.card_mm)
    Faces(DECK).paint(face, code)
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
