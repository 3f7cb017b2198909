import pytest
from small_records import adjusted, lines, record, scored, turn

from lucca_pi.games.citta.rules.position import read_position, write_position
from lucca_pi.games.citta.rules.scoring import final_openings, opening

WORTH = {
    "the rule book's example: 2 cards, 1 card, a completed palace": (
        "Bruno: red 8+15 | Charlie: red 22 | Daniel: completed red 29",
        5,
    ),
    "a card under construction": ("Bruno: red 8 | Charlie: nothing", 1),
    "four cards under construction": ("Bruno: red 8+15+22+29 | Charlie: nothing", 4),
    "a completed palace, however many cards": ("Bruno: completed red 8+15+22+29+36 | Charlie: nothing", 2),
    "an opened palace": ("Bruno: opened red 8 | Charlie: nothing", 0),
    "another colour": ("Bruno: blue 5; completed green 4 | Charlie: violet 6+7", 0),
    "a wall has no colour": ("Bruno: walls 3; towers T1 | Charlie: walls 1", 0),
    "four others": ("B: red 8 | C: completed red 15 | D: red 22+29 | E: completed red 36", 7),
    "set by hand: under construction and completed": ("Bruno: red 8; completed red 15 | Charlie: nothing", 3),
}


@pytest.mark.parametrize(("others", "points"), WORTH.values(), ids=WORTH)
def test_an_opening_is_worth_what_the_others_have_unopened(others, points):
    table = read_position(f"Alex: green 11+18; completed red 1 | {others}")
    assert opening(table, "Alex", "red") == points


def test_each_opening_has_its_line_even_of_0():
    set_up = [adjusted("Ada", construction={"blue": [12, 13]}), adjusted("Cid", completed={"blue": 5, "violet": 6})]
    opened = turn("Cid", "10 wall", "11 wall", "12 wall", opens=("blue", "violet"))
    assert lines(record([*set_up[1:], opened]), "opening") == [(1, "Cid", 0), (1, "Cid", 0)]
    opened = turn("Cid", "10 wall", "11 wall", "14 wall", opens=("blue", "violet"))
    assert lines(record([*set_up, opened]), "opening") == [(1, "Cid", 2), (1, "Cid", 0)]


def test_an_opening_tells_who_brought_the_points():
    opened = turn("Cid", "10 wall", "11 wall", "12 wall", opens=("yellow",))
    (line,) = scored(record([adjusted("Cid", completed={"yellow": 17}), opened]))["lines"][1:]
    assert line["reason"] == "opens yellow: Ben has 1 card under construction (1)"
    assert line["cards"] == [17]


FINAL = {
    "an earlier one takes 2 of a later": ("A: completed red 1 | B: completed red 8 | C: nothing", [("A", 2), ("B", 0)]),
    "all that is completed is opened": (
        "A: completed red 1, blue 5, green 4 | B: blue 12 | C: completed green 11",
        [("A", 0), ("A", 1), ("A", 2), ("C", 0)],
    ),
    "what is under construction stays and counts for each": (
        "A: completed red 1 | B: completed red 8 | C: red 15+22",
        [("A", 4), ("B", 2)],
    ),
    "nothing completed": ("A: red 1 | B: opened blue 5 | C: walls 2", []),
}


@pytest.mark.parametrize(("table", "expected"), FINAL.values(), ids=FINAL)
def test_final_openings_one_player_after_the_other(table, expected):
    after, made = final_openings(read_position(table), ("A", "B", "C"))
    assert [(line.player, line.points) for line in made] == expected
    assert "completed" not in write_position(after)
