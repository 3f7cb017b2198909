import pytest
from small_records import adjusted, discards, lines, record, scored, turn

from lucca_pi.games.citta.rules.deck import reference_deck
from lucca_pi.games.citta.rules.editions import EDITIONS, ENGLISH, HEBREW
from lucca_pi.games.citta.rules.position import (
    order_of_play,
    read_position,
    read_quarter,
    rounds_to_play,
    triplets_laid_out,
    write_quarter,
)
from lucca_pi.games.citta.rules.scoring import completion
from lucca_pi.games.citta.rules.turn import Play, open_palace, play_card

WAYS = {
    "start a palace of a new colour": ("blue 5", Play(1, "palace"), "blue 5, red 1"),
    "start the first palace": ("nothing", Play(1, "palace"), "red 1"),
    "add to a palace under construction": ("red 1", Play(8, "palace"), "red 1+8"),
    "the last card completes it": ("red 1+8, blue 5", Play(15, "palace"), "blue 5; completed red 1+8+15"),
    "a wall, of any colour": ("red 1; walls 1", Play(8, "wall"), "red 1; walls 2"),
    "a wall of a colour that is completed": ("completed red 1", Play(8, "wall"), "completed red 1; walls 1"),
    "a discard leaves nothing": ("red 1", Play(8, "discard"), "red 1"),
    "a tower": ("towers T3", Play("T2", "tower"), "towers T3, T2"),
}


@pytest.mark.parametrize(("before", "play", "after"), WAYS.values(), ids=WAYS)
def test_ways_to_play_a_card(before, play, after):
    for edition in EDITIONS.values():
        assert write_quarter(play_card(read_quarter(before), play, reference_deck(), edition, 3)) == after


@pytest.mark.parametrize("way", ["wall", "discard"])
@pytest.mark.parametrize("edition", [ENGLISH, HEBREW], ids=lambda edition: edition.name)
def test_a_tower_may_be_a_wall_or_discarded(edition, way):
    after = play_card(read_quarter("nothing"), Play("T1", way), reference_deck(), edition, 3)
    assert write_quarter(after) == {"wall": "walls 1", "discard": "nothing"}[way]


@pytest.mark.parametrize(("players", "cards"), [(3, 5), (4, 4), (5, 3)])
def test_cards_that_complete_a_palace(players, cards):
    others = " | ".join(f"{name}: nothing" for name in "BCDE"[: players - 1])
    for lying, completes in ((cards - 1, True), (cards - 2, False)):
        column = "+".join(["1", "8", "15", "22"][:lying])
        table = read_position(f"A: red {column} | {others}")
        after = play_card(table.quarters["A"], Play(29, "palace"), reference_deck(), ENGLISH, table.cards_to_complete)
        assert ("red" in after.completed) is completes


def test_rounds_and_triplets_by_players():
    assert [(rounds_to_play(players), triplets_laid_out(players)) for players in (3, 4, 5)] == [(7, 4), (6, 5), (5, 6)]


@pytest.mark.parametrize(("cards", "windows"), [("8+15+22", 6), ("22+37+58+73", 12), ("1+44+65", 0)])
def test_completion_is_worth_its_windows(cards, windows):
    assert completion(read_quarter(f"red {cards}").construction["red"]) == windows


def test_a_palace_is_completed_with_its_points_at_once():
    """The number of a palace is its newest card's, and a palace without windows has its line as well."""
    columns = {"red": [1, 8, 15, 22], "orange": [23, 38, 59, 74]}
    played = turn("Cid", "29 palace", "9 palace", "10 wall")
    told = scored(record([adjusted("Cid", construction=columns), played]))
    completed = [line for line in told["lines"] if line["kind"] == "completion"]
    assert [(line["points"], line["cards"]) for line in completed] == [
        (7, [1, 8, 15, 22, 29]),
        (2, [23, 38, 59, 74, 9]),
    ]
    assert completed[0]["reason"] == "completes red: 7 windows on 5 cards"


def test_two_dealt_cards_of_one_colour_are_one_palace():
    """The one laid last shows its number, which decides the tie."""
    dealt = {"Ada": [1, 94], "Ben": [94, 1], "Cid": [11, 19]}
    for swapped, first in ((dealt | {"Ben": [3, 4]}, "Ada"), (dealt | {"Ada": [3, 4]}, "Cid")):
        assert scored(record(deal=swapped))["next_order"][0] == first


def test_a_palace_opens_in_a_later_turn():
    set_up = adjusted("Cid", construction={"violet": [6, 7, 14, 21]})
    rest = [turn("Ada", "30 wall", "31 wall", "32 wall"), turn("Ben", "33 wall", "34 wall", "35 wall")]
    first = [set_up, turn("Cid", "28 palace", "10 wall", "11 wall"), *rest]
    order = scored(record(first))["next_order"]
    second = [turn(name, *(f"{36 + seat * 3 + more} wall" for more in range(3))) for seat, name in enumerate(order)]
    second[order.index("Cid")]["open"] = ["violet"]
    assert lines(record(first, second), "opening") == [(2, "Cid", 0)]


def test_a_tower_in_the_first_round_is_accepted():
    assert scored(record([turn("Cid", "T1 tower", "T2 wall", "7 discard")]))["finished"] is False


def test_after_a_turn_the_position_is_opened_and_played():
    quarter = open_palace(read_quarter("red 1; completed blue 5"), "blue")
    for play in (Play(15, "palace"), Play(4, "palace"), Play("T1", "wall")):
        quarter = play_card(quarter, play, reference_deck(), ENGLISH, 5)
    assert write_quarter(quarter) == "red 1+15, green 4; opened blue 5; walls 1"


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
