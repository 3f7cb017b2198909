from dataclasses import replace

import numpy as np
import pytest
from readback import MM_PER_INCH, markers, side_mm

from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.printed.pages import picture, rendered
from lucca_pi.printed.prints import pdf_of
from lucca_pi.vision.detect import detect

DPI = 150


@pytest.mark.parametrize("card_mm", [(59.0, 91.0), (66.0, 94.0)])
def test_an_insert_is_smaller_than_the_sleeved_card_and_has_the_backs_code_in_its_middle(wanted, card_mm):
    (piece,) = wanted("inserts", replace(reference_deck_file(), card_mm=card_mm)).pieces
    assert (piece.width, piece.height) == (card_mm[0] - 3, card_mm[1] - 3)
    corners = markers(picture(piece, DPI))[111]
    middle = corners.mean(0) * MM_PER_INCH / DPI
    assert middle == pytest.approx((piece.width / 2, piece.height / 2), abs=0.15)
    assert side_mm(corners, DPI) == pytest.approx(10.89, abs=0.1)


@pytest.mark.parametrize(("paper", "pages"), [("a4", 10), ("letter", 12), ("a3", 5)])
def test_there_is_an_insert_for_every_card(wanted, paper, pages):
    sheets = rendered(pdf_of(wanted("inserts", paper_name=paper)), 75)
    codes = [one.code for sheet in sheets for one in detect(np.asarray(sheet.convert("L")), range(1, 112)).read]
    assert len(sheets) == pages
    assert codes == [111] * 100
