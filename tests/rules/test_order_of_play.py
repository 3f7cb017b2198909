import pytest
from small_records import adjusted, discards, record, scored

from lucca_pi.games.citta.rules.position import order_of_play, read_position

TABLES = {
    "the rule book's example: four, three and four shields": ("A: red 1+15 | B: violet 6+7 | C: green 11+19", "C A B"),
    "most shields first": ("A: yellow 3 | B: yellow 17 | C: yellow 24", "B C A"),
    "shields on all cards of a column count": ("A: red 1 | B: red 8+15+29 | C: red 44", "B C A"),
    "shields of a completed palace do not": ("A: completed red 1 | B: red 94 | C: opened red 44", "B C A"),
    "a tie goes by the number on a completed palace": ("A: red 72 | B: red 8; completed blue 77 | C: red 1", "C B A"),
    "a tie goes by the number on an opened palace": ("A: red 72 | B: red 8; opened blue 77 | C: red 1", "C B A"),
    "a number under a newer card is not visible": ("A: red 94+1 | B: violet 7+21 | C: nothing", "B A C"),
    "walls and towers have no number": ("A: red 8; walls 9; towers T1 | B: red 29 | C: nothing", "B A C"),
    "zero shields with a palace come before no palace": ("A: nothing | B: nothing | C: red 22", "C A B"),
    "without palaces it goes by the players' order": ("C: nothing | A: nothing | B: nothing", "C A B"),
    "the same card twice, set by hand, goes by the players' order": ("B: red 8 | A: red 8 | C: red 1", "C B A"),
    "five players": ("A: red 1 | B: red 8 | C: red 94 | D: red 22 | E: red 44", "E A B C D"),
}


@pytest.mark.parametrize(("table", "expected"), TABLES.values(), ids=TABLES)
def test_order(table, expected):
    assert order_of_play(read_position(table)) == tuple(expected.split())


@pytest.mark.parametrize("edition", ["german", "english", "hebrew"])
def test_every_edition_breaks_a_tie_by_what_is_visible(edition):
    dealt = {"Ada": [94, 1], "Ben": [7, 21], "Cid": [22, 14]}
    assert scored(record(deal=dealt, edition=edition))["next_order"] == ["Ben", "Ada", "Cid"]


def test_an_order_stands_for_its_whole_round():
    first = [discards("Cid", 10), adjusted("Ben", construction={"red": [36, 44, 51, 65]}), discards("Ada", 20)]
    told = scored(record([*first, discards("Ben", 30)], []))
    assert told["orders"] == [["Cid", "Ada", "Ben"], ["Ben", "Cid", "Ada"]]


def test_the_order_of_a_round_is_fixed_before_an_adjustment_in_its_list():
    assert scored(record([adjusted("Cid")]))["orders"] == [["Cid", "Ada", "Ben"]]


def test_the_next_order_is_told_between_rounds_only():
    whole = [discards("Cid", 10), discards("Ada", 20), discards("Ben", 30)]
    states = [[], [[]], [whole[:2]], [whole]]
    told = [scored(record(*rounds))["next_order"] for rounds in states]
    assert told == [["Cid", "Ada", "Ben"], None, None, ["Cid", "Ada", "Ben"]]
