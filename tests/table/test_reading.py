import random
from dataclasses import replace

import pytest
from positions import EAST, PIECES, SOUTH, card, look

from lucca_pi.games.citta.table.reading import read_table, triplets_among
from lucca_pi.table.sighting import Alike, Sighting


def quarter(*cards, **options):
    """What the first player has."""
    return read_table(look(SOUTH, *cards), PIECES, **options).quarters[0]


def doubts(*cards):
    return read_table(look(SOUTH, *cards), PIECES).doubts


def test_cards_of_one_colour_are_one_palace_oldest_first():
    mine = quarter(card(8, -60, 150), card(4, -60, 90), card(1, 20, 90), card(12, -58, 120))
    assert mine.construction == {"red": (4, 12, 8), "blue": (1,)}


def test_a_fanned_column_shows_its_newest_card_nearest_to_the_player():
    mine = quarter(card(4, -60, -90), card(8, -60, -60), card(1, 60, -20), card(5, 60, -60))
    assert (mine.completed, mine.opened) == ({"red": 8}, {"blue": 1})


def test_backs_are_walls_and_towers_face_up_stand_beside_them():
    mine = quarter(card(111, -100, 0), card(111, -100, -60, 90), card(98, -160, 0), card(97, -160, -60))
    assert (mine.walls, mine.towers) == (2, ("T1", "T2"))


def test_swapped_areas_swap_the_palaces():
    mine = quarter(card(4, -60, 0), swap=True)
    assert (mine.completed, mine.opened) == ({}, {"red": 4})


def test_the_centre_holds_triplets_discards_and_no_backs():
    cards = [card(9, 0, -300), card(61, 62, -300), card(97, 124, -300), card(70, 300, -300), card(111, -300, -300)]
    reading = read_table(look(SOUTH, *cards), PIECES)
    assert reading.centre == (9, 61, 70, "T1")
    assert reading.triplets == ((9, 61, "T1"),)
    assert reading.discards == (70,)


def test_quarters_are_sorted_and_coats_of_arms_are_nobodys_card():
    reading = read_table(look(EAST, card(106, 100, 0), SOUTH), PIECES)
    assert [quarter.quarter for quarter in reading.quarters] == [101, 103]
    assert reading.cards == ()


def test_a_look_without_a_quarter_cannot_be_read():
    with pytest.raises(ValueError, match="no axes"):
        read_table(look(card(4, 0, 0)), PIECES)


def test_the_order_of_the_sightings_does_not_matter():
    seen = [SOUTH, EAST, *(card(code, 37 * code % 800 - 200, 91 * code % 700 - 500) for code in range(1, 60))]
    seen += [card(111, 20 * i, -10 * i) for i in range(5)]
    shuffled = seen[:]
    random.Random(1).shuffle(shuffled)
    assert read_table(look(*seen), PIECES) == read_table(look(*shuffled), PIECES)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ([card(111, 60, 0)], ["wall", "111", "101", "opened"]),
        ([card(111, 60, 90)], ["wall", "111", "101", "under construction"]),
        ([card(97, 60, 90)], ["T1", "97", "101", "under construction"]),
        ([card(4, 60, 90), card(4, -60, 90, margin=0.5)], ["code 4", "2 times"]),
        ([card(4, -2, 0)], ["code 4", "line", "101"]),
        ([card(4, 60, 90), card(8, 60, 0)], ["101", "red", "codes 4, 8"]),
    ],
)
def test_what_a_person_should_look_at_is_a_doubt(cards, words):
    (doubt,) = doubts(*cards)
    assert all(word in doubt for word in words)


def test_a_table_in_order_leaves_no_doubt():
    assert doubts(card(4, 60, 90), card(111, -60, 0), card(97, -120, 0), card(1, 60, -20)) == ()


def test_a_card_seen_twice_counts_where_it_is_clearest():
    mine = quarter(card(4, 60, 90, margin=0.4), card(4, -60, 0, margin=0.9))
    assert (mine.construction, mine.completed) == ({}, {"red": 4})


def test_json_has_the_shape_of_a_table_reading():
    answer = read_table(look(SOUTH, card(4, 60.04, 90, 1.26), card(111, 0, -300)), PIECES).to_json("frame.jpg")
    assert list(answer) == [
        "format", "image", "quarters", "centre", "triplets", "discards", "doubts", "mm_per_px", "cards",
    ]  # fmt: skip
    assert answer["quarters"] == [
        {"quarter": 101, "construction": {"red": [4]}, "completed": {}, "opened": {}, "walls": 0, "towers": []}
    ]
    assert answer["cards"][0] == {
        "card": 4, "x_mm": 60.0, "y_mm": 90.0, "heading_deg": 1.3, "owner": 101, "area": "construction",
    }  # fmt: skip
    assert answer["cards"][1]["card"] == "back"
    assert answer["cards"][1]["owner"] is None


def test_what_a_face_leaves_open_is_a_doubt():
    left = replace(look(SOUTH), alike=(Alike((17, 42), 0, 100, 0), Alike((), 90, 100, 0)))
    assert read_table(left, PIECES).doubts[-2:] == (
        "A card may be 17 or 42: its face does not decide it.",
        "A card on the table is not in this deck.",
    )


NORTH = Sighting(102, 0, -800, 180)
HIDDEN = {
    "beside a neighbour, in reach of that one": (look(EAST, card(4, 250, -100), card(8, 310, -100)), True),
    "out of everybody's reach": (look(EAST, NORTH, card(4, -60, 100), card(8, 60, 100)), True),
    "one card alone": (look(EAST, card(4, 250, -100)), False),
    "in two headings": (look(EAST, card(4, 200, -100), card(8, 130, -100, 180)), False),
    "in the middle": (look(EAST, NORTH, card(4, -60, -350), card(8, 60, -350)), False),
    "far out, but turned": (look(EAST, NORTH, card(4, -60, 100, 90), card(8, 60, 100, 90)), False),
    "the quarter is seen": (look(SOUTH, EAST, card(4, 250, -100), card(8, 310, -100)), False),
}


@pytest.mark.parametrize(("table", "is_doubted"), HIDDEN.values(), ids=HIDDEN)
def test_cards_laid_for_a_player_whose_quarter_is_not_seen_are_a_doubt(table, is_doubted):
    doubts = [doubt for doubt in read_table(table, PIECES).doubts if "quarter that is not in sight" in doubt]
    assert [("codes 4, 8" in doubt) for doubt in doubts] == [True] * is_doubted


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
