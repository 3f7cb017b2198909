import pytest
from small_records import adjusted, lines, record, scored, turn

from lucca_pi.games.citta.rules.editions import EDITIONS, ENGLISH, HEBREW
from lucca_pi.games.citta.rules.position import read_position, read_quarter, write_position
from lucca_pi.games.citta.rules.scoring import (
    final_openings,
    final_scoring,
    opening,
    ranking,
    street_numbers,
    walls_and_towers,
    walls_and_towers_line,
)

THREE_OPENED = "opened blue 5, violet 7, yellow 3"

WALLS = {
    "the rule book's example: 4 walls, 1 tower, 3 opened, 8 shields": (f"red 1+8, green 11; {THREE_OPENED}", 4, 1, 15),
    "one shield short: nothing for walls or towers": (f"red 1+15, green 11; {THREE_OPENED}", 4, 1, 0),
    "more shields than needed": (f"red 1+44+65; {THREE_OPENED}", 1, 0, 3),
    "no walls: towers need no shields": (f"red 22; {THREE_OPENED}", 0, 2, 6),
    "towers need no shields beside walls either": (f"red 8; {THREE_OPENED}", 1, 4, 15),
    "no opened palace": ("red 1+8, green 11", 4, 1, 0),
    "completed palaces do not count": ("red 1; completed blue 5", 1, 0, 0),
    "shields of opened palaces do not support": ("opened red 1, green 11", 1, 0, 0),
    "neither walls nor towers": (THREE_OPENED, 0, 0, 0),
}


@pytest.mark.parametrize(("palaces", "walls", "towers", "points"), WALLS.values(), ids=WALLS)
def test_walls_and_towers(palaces, walls, towers, points):
    laid = "towers " + ", ".join(["T1", "T2", "T3", "T4"][:towers]) if towers else ""

    assert walls_and_towers(read_quarter(f"{palaces}; walls {walls}; {laid}"), ENGLISH) == points


@pytest.mark.parametrize(
    ("quarter", "reason"),
    [
        ("opened blue 5; towers T1", "1 tower × 1 opened palace"),
        ("red 8; walls 1", "1 wall × no opened palace, supported: 2 shields, 2 needed"),
    ],
)
def test_shields_are_told_only_where_there_are_walls(quarter, reason):
    line = walls_and_towers_line("Ada", read_quarter(quarter), ENGLISH)
    assert line is not None and line.reason == reason


def test_a_quarter_in_which_one_card_is_of_another_colour_is_refused():
    with pytest.raises(ValueError, match="not all of these are red cards"):
        read_quarter("red 1+8+2")


def test_unsupported_walls_have_a_line_that_says_why():
    line = walls_and_towers_line("Ada", read_quarter("red 8; opened blue 5; walls 2"), ENGLISH)

    assert line is not None
    assert (line.points, line.reason) == (0, "2 walls not supported (2 shields, 4 needed)")


BOTH = "A: red 1; opened blue 5 | B: red 8; opened green 4 | C: violet 6"
COVERED = "A: red 8+15; opened blue 92+5 | B: red 29; opened green 4 | C: violet 6+7"
ELSEWHERE = "A: red 1; opened blue 5 | B: red 94; opened green 11 | C: violet 6"
NOTHING_BUILDING = "A: opened blue 5 | B: opened green 4 | C: walls 3"
NOTHING_OPENED = "A: red 1 | B: red 8 | C: violet 6"
NOTHING = "A: walls 1 | B: towers T1 | C: nothing"

# a table; who loses and gains points in the German, the English and the Hebrew edition
STREET_NUMBERS = {
    "lowest under construction, highest opened": (
        "A: red 1 | B: red 8; opened green 4 | C: opened blue 5",
        ("A-3 C+3", "A-3 C+3", "A-3 B+3"),
    ),
    "who is both keeps them and has both lines": (BOTH, ("A-3 A+3", "A-3 A+3", "A-3 B+3")),
    "covered numbers do not count": (COVERED, ("C-3 A+3", "C-3 A+3", "C-3 B+3")),
    "the highest lies under construction": (ELSEWHERE, ("A-3 B+3", "A-3 B+3", "A-3 B+3")),
    "the lowest is among the opened": ("A: opened blue 5 | B: red 94 | C: violet 6", ("C-3 A+3", "C-3 A+3", "C-3 B+3")),
    "nobody has a palace under construction": (NOTHING_BUILDING, ("A+3", "", "A+3")),
    "nobody has an opened palace": (NOTHING_OPENED, ("A-3", "", "A-3 B+3")),
    "nobody has a palace": (NOTHING, ("", "", "")),
    "a card set by hand for two goes by the players' order": (
        "B: red 1; opened blue 5 | A: red 1; opened blue 5 | C: nothing",
        ("B-3 B+3", "B-3 B+3", "B-3 B+3"),
    ),
}


@pytest.mark.parametrize(("column", "edition"), [*enumerate(("german", "english", "hebrew"))])
@pytest.mark.parametrize(("table", "expected"), STREET_NUMBERS.values(), ids=STREET_NUMBERS)
def test_street_numbers(table, expected, column, edition):
    lines = street_numbers(read_position(table), EDITIONS[edition])
    assert " ".join(f"{line.player}{line.points:+d}" for line in lines) == expected[column]


@pytest.mark.parametrize(
    ("edition", "numbers"), [("german", [1]), ("english", [1]), ("hebrew", [1, 5])], ids=["german", "english", "hebrew"]
)
def test_completed_palaces_may_be_lowest_in_hebrew_opened_never(edition, numbers):
    quarter = read_quarter("red 1; completed blue 5; opened green 4")
    assert [palace.number for palace in EDITIONS[edition].may_be_lowest(quarter)] == numbers


def test_the_final_scoring_in_its_three_steps():
    """The palace opened last counts for the walls and may be the highest."""
    table = read_position("A: red 1; completed blue 5; walls 1 | B: red 8; completed blue 12 | C: green 11")
    after, lines = final_scoring(table, ("C", "B", "A"), ENGLISH)
    assert [(line.player, line.kind, line.points) for line in lines] == [
        ("B", "final_opening", 2),
        ("A", "final_opening", 0),
        ("A", "walls", 1),
        ("A", "street_number", -3),
        ("B", "street_number", 3),
    ]
    assert not any(quarter.completed for quarter in after.quarters.values())
    assert all(line.round is None for line in lines)


def test_no_palace_is_completed_any_more_when_hebrew_looks_for_the_lowest():
    table = read_position("A: completed red 1 | B: red 8 | C: red 15")
    lines = final_scoring(table, ("A", "B", "C"), HEBREW)[1]
    assert [(line.player, line.points) for line in lines if line.kind == "street_number"] == [("B", -3), ("C", 3)]


RANKINGS = {
    "most points": ("A: red 94 | B: red 8 | C: red 1", [5, 7, 6], "B C A"),
    "a tie goes by the highest number seen, opened": ("A: red 1 | B: opened green 4 | C: red 94", [9, 9, 7], "B A C"),
    "a tie goes by the highest number seen, building": ("A: opened red 1 | B: red 8 | C: red 94", [9, 9, 7], "B A C"),
    "only among the tied": ("A: red 1 | B: red 94 | C: red 8", [9, 3, 9], "C A B"),
    "covered numbers do not count": ("A: red 94+1 | B: red 8 | C: red 15", [9, 9, 9], "C B A"),
    "points below zero": ("A: red 1 | B: red 8 | C: red 15", [-3, -5, 0], "C A B"),
    "without a palace it goes by the players' order": ("B: nothing | A: nothing | C: nothing", [2, 2, 2], "B A C"),
}


@pytest.mark.parametrize(("table", "totals", "expected"), RANKINGS.values(), ids=RANKINGS)
def test_ranking(table, totals, expected):
    position = read_position(table)
    assert ranking(position, dict(zip(position.players, totals, strict=True))) == tuple(expected.split())


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
