import pytest
from positions import PIECES, card

from lucca_pi.games.citta.table.reading import triplets_among


def laid(*places):
    """Cards 1, 2, 3, ... at these places."""
    return [card(code, *place) for code, place in enumerate(places, start=1)]


def groups(cards):
    return sorted(sorted(one.code for one in triplet) for triplet in triplets_among(cards, PIECES))


ROWS = [(62 * column, 96 * row) for row in range(4) for column in range(3)]
FANS = [(100 * column, 20 * row) for column in range(3) for row in range(3)]
PILES = [(130 * column + 4 * layer, 3 * layer) for column in range(3) for layer in range(3)]


@pytest.mark.parametrize("places", [ROWS, FANS, PILES])
def test_rows_fans_and_piles_of_three_are_triplets(places):
    first = range(1, len(places), 3)
    assert groups(laid(*places)) == [[code, code + 1, code + 2] for code in first]


def test_a_card_turned_round_still_lies_with_its_row():
    upside_down = (62 + 41, 73, 180)
    assert groups(laid((0, 0), upside_down, (124, 0), (0, 96), (62, 96), (124, 96))) == [[1, 2, 3], [4, 5, 6]]


def test_discards_a_cards_width_away_join_no_triplet():
    assert groups(laid((0, 0), (62, 0), (124, 0), (242, 0), (262, 10))) == [[1, 2, 3]]


def test_cards_strewn_far_from_each_other_are_no_triplet():
    assert groups(laid((0, 0), (200, 0), (400, 0))) == []


def test_two_cards_are_no_triplet():
    assert groups(laid((0, 0), (62, 0))) == []
