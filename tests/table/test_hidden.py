"""What a look cannot show: what lies under another piece. (Its view has its examples where it is told.)"""

import pytest
from positions import PIECES, card

from lucca_pi.table.pieces import is_covered

# where another card lies against the code of card 17, turned how, and whether it hides that code
OTHERS = [
    (18, 0, 30, 0, False),
    (18, 0, -30, 0, True),
    (18, 60, 0, 0, False),
    (18, 30, 20, 180, True),
    (111, 20, 40, 0, True),
    (17, 0, -30, 0, False),
]


@pytest.mark.parametrize(("code", "x_mm", "y_mm", "heading_deg", "covers"), OTHERS)
def test_a_piece_is_covered_where_another_ones_card_reaches(code, x_mm, y_mm, heading_deg, covers):
    assert is_covered(card(17, 0, 0), [card(code, x_mm, y_mm, heading_deg)], PIECES) == covers


def test_backs_cover_each_other_though_they_bear_one_code():
    assert is_covered(card(111, 0, 0), [card(111, 20, 10)], PIECES)
