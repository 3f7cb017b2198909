from small_records import adjusted, discards, lines, record, scored, turn

from lucca_pi.games.citta.rules.editions import ENGLISH
from lucca_pi.games.citta.rules.position import read_quarter
from lucca_pi.games.citta.rules.scoring import walls_and_towers
from lucca_pi.games.citta.rules.turn import open_palace

CID = turn("Cid", "7 wall", "8 wall", "9 wall")


def test_points_are_a_line_with_the_note():
    entry = adjusted("Ada", points=-2, note="found two rounds later")
    told = scored(record([CID, entry]))
    assert told["players"]["Ada"]["adjustment"] == told["players"]["Ada"]["total"] == -2
    assert told["lines"][0]["reason"] == "settled by hand: found two rounds later"


def test_without_points_the_line_is_of_0():
    assert lines(record([adjusted("Ada")]), "adjustment") == [(1, "Ada", 0)]


def test_a_note_stays_on_one_line():
    told = scored(record([adjusted("Ada", note="who\ndid\x07this")]))
    assert told["lines"][0]["reason"] == "settled by hand: who did?this"


def test_areas_that_are_not_named_are_empty():
    """Ada and Cid have no shields left, and Ben begins round 2."""
    first = [adjusted("Cid"), CID, adjusted("Ada"), discards("Ada", 20), discards("Ben", 30)]
    assert scored(record(first))["next_order"] == ["Ben", "Ada", "Cid"]


def test_adjustments_are_not_counted_as_turns():
    entries = [adjusted("Ada", construction={"red": [1]}), CID, adjusted("Ben"), adjusted("Ben"), discards("Ada", 20)]
    told = scored(record([*entries, discards("Ben", 30), adjusted("Cid")]))
    assert told["next_order"] == ["Ada", "Ben", "Cid"]


def test_cards_played_before_and_colours_in_several_areas_are_taken():
    """Nothing of what the rules would not have allowed is refused, and the two red palaces both count at the end."""
    entry = adjusted("Ada", construction={"red": [8, 1]}, completed={"red": 15}, opened={"red": 22}, walls=2)
    assert scored(record([CID, entry]))["lines"][-1]["cards"] == [8, 1, 15, 22]


def test_a_palace_opened_beside_one_of_its_colour_does_not_replace_it():
    quarter = open_palace(read_quarter("completed red 8; opened red 15; towers T1"), "red")
    assert [palace.number for palace in quarter.opened.values()] == [15, 8]
    assert walls_and_towers(quarter, ENGLISH) == 2


def test_an_adjustment_after_the_last_turn_counts_in_the_final_scoring():
    rounds = [
        [discards(name, 7 + 9 * number + 3 * seat) for seat, name in enumerate(("Cid", "Ada", "Ben"))]
        for number in range(7)
    ]
    rounds[-1].append(adjusted("Ben", completed={"red": 94}, towers=["T1"]))
    told = scored(record(*rounds, edition="german"))
    assert told["final_order"] == ["Cid", "Ada", "Ben"]
    gains = {"completion": 0, "opening": 0, "final_opening": 1, "walls": 1, "street_number": 3, "adjustment": 0}
    assert told["players"]["Ben"] == {**gains, "total": 5, "rank": 1}
