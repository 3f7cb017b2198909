"""Struggles (9 to 13): a white house at d4 joins the towers at c4 and e4."""

import pytest
from boards import adjusted, broken, events, played, record, scored, turn

from lucca_pi.games.chessboard.rules.position import read_position, write_city
from lucca_pi.games.chessboard.rules.struggle import Fight, begin_struggle, outcomes, take_step

FACTS = ("stronger", "weaker", "strengths", "tower", "fells", "prisoner", "into", "floors")


def struggle(start, prisoners="", players="Ada white, Ben red", **changes):
    """The events after the house, and the city, when Ada joins the towers with a white house at d4."""
    data = record(turn("Ada", f"white d4 {prisoners}", "black h8"), start=start, players=players, **changes)
    told = events(scored(data), *FACTS)
    return [one for one in told if one[0] not in ("house", "floor")], write_city(played(data).position.city)


# c4's tower and its houses, e4's and its, and how the two stand: the stronger first
STRENGTHS = {
    "the higher tower": ("c4 rww, c5 k, c6 k, c7 k", "e4 bk, e5 k, e6 k", "c4", [[3, 3], [2, 2]]),
    "the larger block, if equally high": ("c4 rw, c5 k, c6 k", "e4 bk, e5 k, e6 k, e7 k", "e4", [[2, 3], [2, 2]]),
    "height counts no more than houses": ("c4 rwwww, c5 k", "e4 bk, e5 k, e6 k", "e4", [[2, 2], [1, 1]]),
    "no houses, no strength": ("c4 rwwww", "e4 bk, e5 k", "e4", [[1, 1], [0, 0]]),
    "houses of all colours count": ("c4 rwww, c5 w, c3 r, b4 b", "e4 bk, e5 k, e6 k", "c4", [[3, 3], [2, 2]]),
    "equal but for a house beyond the need": ("c4 rw, c5 k, c6 k, c7 k", "e4 bk, e5 k, e6 k", "c4", [[2, 3], [2, 2]]),
}


@pytest.mark.parametrize(("one", "two", "stronger", "strengths"), STRENGTHS.values(), ids=STRENGTHS)
def test_which_tower_is_the_stronger(one, two, stronger, strengths):
    told, _city = struggle(f"{one}, {two}")

    weaker = "c4" if stronger == "e4" else "e4"
    assert told[0] == ("struggle", stronger, weaker, strengths)


REFUSED = {
    "equal towers": ("c4 rw, c5 k, e4 bk, e5 k", "equal-strength"),
    "equal towers without houses": ("c4 rw, e4 bkkk", "equal-strength"),
    "equal as far as houses allow": ("c4 rwww, c5 k, e4 bk, e5 k", "equal-strength"),
    "equal towers of one colour": ("c4 rw, c5 k, e4 rk, e5 k", "equal-strength"),
    "three towers": ("c4 rw, c3 k, e4 bk, d5 ww, d6 k, d7 k", "three-towers"),
    "three towers, two of them equal": ("c4 rw, e4 bk, d5 ww", "three-towers"),
    "four towers": ("c4 rw, e4 bk, d5 ww, d3 bb", "three-towers"),
}


@pytest.mark.parametrize(("start", "rule"), REFUSED.values(), ids=REFUSED)
def test_a_house_that_may_not_join_them(start, rule):
    assert broken(record(turn("Ada", "white d4", "black h8"), start=start)) == (rule, 1, 1)


def test_a_house_that_touches_one_block_twice_joins_nothing():
    told, _city = struggle("c4 rw, c5 k, d5 k")
    assert told == []


def test_a_house_that_joins_a_tower_to_houses_is_no_struggle():
    told, _city = struggle("c4 rw, c5 k, e4 k")
    assert told == []


FOUGHT = {
    "two floors are razed at the first blow": (
        ("c4 rw, c5 k, c6 k, e4 bk, e5 k", ""),
        [("fight", "c4", "blue", "supply"), ("razed",)],
        "c4 rw, c5 k, c6 k, d4 w, e4 k, e5 k, h8 k",
    ),
    "the prisoner is taken though the tower is razed": (
        ("c4 wr, c5 w, c6 k, e4 rk, e5 k", "c5"),
        [("fight", "c4", "red", "c5"), ("razed",)],
        "c4 wr, c6 k, d4 w, e4 k, e5 k, h8 k",
    ),
    "the lower tower may be the stronger, and be razed": (
        ("c4 bw, c5 k, c6 k, e4 kkkk, e5 b", ""),
        [("fight", "c4", "black", "supply"), ("fight", "e4", "blue", "supply"), ("razed",)],
        "c4 w, c5 k, c6 k, d4 w, e4 kkk, e5 b, h8 k",
    ),
    "one colour at the start merges at once": (
        ("c4 rwb, c5 k, c6 k, c7 k, e4 rkw, e5 k", ""),
        [("merge", "c4", ["red", "black"])],
        "c4 rwbrk, c5 k, c6 k, c7 k, d4 w, e4 w, e5 k, h8 k",
    ),
    "a merge goes below the stronger, though it is lower": (
        ("c4 rw, c5 k, c6 k, e4 rkwb, e5 k", ""),
        [("merge", "c4", ["red", "black", "white"])],
        "c4 rwrkw, c5 k, c6 k, d4 w, e4 b, e5 k, h8 k",
    ),
    "felled floors that lay below decide who controls": (
        ("c4 rww, c5 k, c6 k, c7 k, e4 brw, e5 k", ""),
        [("fight", "c4", "blue", "supply"), ("merge", "c4", ["red"])],
        "c4 rwwr, c5 k, c6 k, c7 k, d4 w, e4 w, e5 k, h8 k",
    ),
    "a prisoner that held the block together parts it": (
        ("b4 wr, b5 k, b6 k, c4 w, e4 rrr, e5 k", "c4"),
        [("fight", "b4", "red", "c4"), ("parted",)],
        "b4 wr, b5 k, b6 k, d4 w, e4 rr, e5 k, h8 k",
    ),
    "razed is told before parted": (
        ("b4 wr, b5 k, b6 k, c4 w, e4 rr, e5 k", "c4"),
        [("fight", "b4", "red", "c4"), ("razed",)],
        "b4 wr, b5 k, b6 k, d4 w, e4 r, e5 k, h8 k",
    ),
    "parted is told before merged": (
        ("b4 wr, b5 k, b6 k, c4 w, e4 rwr, e5 k", "c4"),
        [("fight", "b4", "red", "c4"), ("parted",)],
        "b4 wr, b5 k, b6 k, d4 w, e4 wr, e5 k, h8 k",
    ),
    "razed is told before merged": (
        ("c4 wr, c5 k, c6 k, e4 rw, e5 k", ""),
        [("fight", "c4", "red", None), ("razed",)],
        "c4 wr, c5 k, c6 k, d4 w, e4 w, e5 k, h8 k",
    ),
}


@pytest.mark.parametrize(("begun", "told", "city"), FOUGHT.values(), ids=FOUGHT)
def test_how_a_struggle_goes(begun, told, city):
    happened, after = struggle(*begun)

    assert [one for one in happened if one[0] != "struggle"] == told
    assert city in (None, after)


def test_the_joining_house_is_nobodys_prisoner():
    # white fells red, and the only white house beside it is the one just placed
    told, city = struggle("c4 wr, c5 k, c6 k, e4 rrr, e5 k")
    assert told[1] == ("fight", "c4", "red", None)
    assert "d4 w" in city


def test_what_else_it_joins_is_nobodys_prisoner_and_no_strength():
    told, city = struggle("c4 wr, c5 k, c6 k, d3 w, d2 w, e4 rr, e5 k")
    assert told[:2] == [("struggle", "c4", "e4", [[2, 2], [1, 1]]), ("fight", "c4", "red", None)]
    assert "d2 w, d3 w, d4 w" in city


def test_what_a_prisoner_cuts_off_has_left_the_part():
    # red takes b4, which cuts a4 off; then there is no white house left for red's second prisoner
    start = "c4 wwkk, c5 k, c6 k, c7 k, b4 w, a4 w, e4 rrk, e5 k"
    data = record(turn("Ada", "white d4 b4", "black h8"), start=start, players="Ada white, Ben red")
    told = events(scored(data), "tower", "fells", "prisoner")
    assert [one for one in told if one[:3] == ("fight", "c4", "red")] == [
        ("fight", "c4", "red", "b4"),
        ("fight", "c4", "red", None),
    ]
    again = record(turn("Ada", "white d4 b4 a4", "black h8"), start=start, players="Ada white, Ben red")
    assert broken(again) == ("prisoner", 1, 1)


def test_a_prisoner_is_a_house_and_never_a_floor():
    assert (
        broken(record(turn("Ada", "white d4 c4", "black h8"), start="c4 wr, c5 w, c6 k, e4 rk, e5 k"))[0] == "prisoner"
    )


PRISONERS = {
    "none named": "",
    "a house of another colour": "c6",
    "a house of the other part": "e5",
    "the joining house": "d4",
    "a lot with nothing": "h1",
    "no lot": "z9",
    "one too many": "c5 c6",
    "the same twice": "c5 c5",
}


@pytest.mark.parametrize("prisoners", PRISONERS.values(), ids=PRISONERS)
def test_a_prisoner_that_cannot_be(prisoners):
    start = "c4 wr, c5 w, c6 k, e4 rk, e5 w"
    assert broken(record(turn("Ada", f"white d4 {prisoners}", "black h8"), start=start)) == ("prisoner", 1, 1)
    assert broken(record(turn("Ada", "white d4 c5", "black h8"), start=start))[0] == "none"


@pytest.mark.parametrize("brick", ["white h1 c5", "blue c4 c5"])
def test_no_prisoner_without_a_struggle(brick):
    start = "c4 wr, c5 b, c6 w, e4 rk, e5 w"
    assert broken(record(turn("Ada", brick, "black h8"), start=start)) == ("prisoner", 1, 1)


def test_a_neutral_colour_takes_from_the_supply_and_the_city_stays():
    answer = scored(record(turn("Ada", "red d4", "black h8"), start="c4 wr, c5 w, c6 k, e4 bk, e5 k"))

    assert answer["colours"]["blue"]["took"] == {"white": 1}
    assert answer["city"]["c5"] == ["white"]
    assert answer["colours"]["white"]["supply"] == 16 - 2 - 1


def test_a_neutral_colour_takes_nothing_from_an_empty_supply():
    start = "c4 wr, c5 w, c6 k, e4 bk, e5 k, " + ", ".join(f"{column}1 w" for column in "abcdefgh")
    full = start + ", a2 w, b2 w, g2 w, h2 w, a3 w, b3 w"
    told = events(scored(record(turn("Ada", "red d4", "black h8"), start=full)), "prisoner")
    assert ("fight", None) in told


def test_whoever_plays_a_colour_takes_its_prisoner_even_in_anothers_turn():
    data = record(turn("Ada", "black d4 c5", "blue h8"), start="c4 kw, c5 k, c6 k, e4 rk, e5 k")
    assert scored(data)["colours"]["red"]["took"] == {"black": 1}


def test_bricks_that_a_struggle_gave_back_can_be_placed_next():
    table = adjusted("e4 bk, e5 b, e6 b, c4 wr, c5 r, c6 r, c7 r", {"black": {"blue": 12}})
    last_blue = turn("Ada", "blue h1", "black h8")
    assert broken(record(table, last_blue, turn("Ben", "red h3", "blue h5"))) == ("supply", 2, 2)
    assert broken(record(table, last_blue, turn("Ben", "red d4", "blue h5")))[0] == "none"


def test_a_struggle_can_be_led_step_by_step():
    position = read_position("8 | c4 wr, c5 w, c6 w, e4 rrb, e5 k | Ada white, Ben red")
    struggle = begin_struggle(position, "blue", "d4")
    first = struggle.step

    assert isinstance(first, Fight)
    assert (first.chooser, first.choices) == ("Ben", ("c5", "c6"))
    second = take_step(struggle, "c5").step
    assert (second.tower, second.fells, second.chooser, second.choices) == ("e4", "white", "Ada", ())


def test_every_outcome_is_told_once():
    position = read_position("8 | c4 wrr, c5 w, c6 w, b4 w, c3 k, e4 rrrr, e5 k, e6 k | Ada white, Ben red")
    after = [write_city(one.city) for _prisoners, one in outcomes(begin_struggle(position, "blue", "d4"))]
    assert len(after) == len(set(after)) > 1
