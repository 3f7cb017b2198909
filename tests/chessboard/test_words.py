"""A game in words for people; the example that the rules tell, with a city filled in that fits what is told."""

from boards import EXAMPLE, events, played, record, scored

from lucca_pi.games.chessboard.report import advice, advice_text, city_drawing, score_text, to_do
from lucca_pi.games.chessboard.rules.position import read_city, read_position, write_city
from lucca_pi.games.chessboard.rules.struggle import Fight, Merge, Parted, Razed, begin_struggle
from lucca_pi.language import say, use

SCORE = """\
Not finished: turn 2, Wim (white) is to play.

white (Wim): highest tower 0, prisoners 0, bricks in the city 2, in the supply 13
black (nobody): highest tower 0, prisoners 0, bricks in the city 6, in the supply 10
red (Rosa): highest tower 5, prisoners 0, bricks in the city 4, in the supply 12
blue (Bea): highest tower 0, prisoners 1, bricks in the city 3, in the supply 13

 8  .   .   .   .   .   .   .   .
 7  .   .   .   .   .   .   .   .
 6  .   .   .   .   .   .   .   .
 5  b   r   .   .   .   w   .   .
 4  .   r5  k   r   k   k   .   .
 3  b   k   .   .   .   k   .   .
 2  .   .   .   .   .   .   .   .
 1  .   .   .   .   .   .   .   .
    a   b   c   d   e   f   g   h
    w white, k black, r red, b blue

turn 1   Rosa: A blue floor below white at b4, which is 4 high now.
         Rosa: A red house at d4.
         Rosa: The house at d4 joins two towers: b4 (strength 4, 6 houses) is stronger than f4 (strength 3, 3 houses).
         Rosa: The white tower at b4 fells blue at f4; blue takes the white house at a4.
         Rosa: The red tower at f4 fells white at b4; there is no red prisoner to take.
         Rosa: Both towers are red: all bricks of f4 except the lowest go under b4, which is now 5 high."""


def test_a_score_shows_every_colour_the_city_and_each_step():
    assert score_text(played(EXAMPLE)) == SCORE


def test_a_score_names_who_has_won_and_why():
    text = score_text(played(record(start="a1 wkkkkkkk")))
    assert text.splitlines()[:2] == [
        "Won by Ada.",
        "Ada wins: turn 1 began with the highest tower, 8 floors in white.",
    ]


def test_a_score_is_said_in_the_language_in_use():
    use("de")
    text = score_text(played(EXAMPLE))
    assert "Der Turm in Weiß auf b4 schlägt Blau auf f4; Blau nimmt das Haus in Weiß auf a4 gefangen." in text
    assert "w Weiß, k Schwarz, r Rot, b Blau" in text


def test_the_largest_city_is_drawn_in_even_columns():
    rows = city_drawing(read_city("l12 wrkbwrkbwrk, a1 w", 12)).splitlines()
    assert rows[0].endswith("w11") and rows[11] == " 1  w" + "   ." * 11
    assert rows[12].split() == list("abcdefghijkl")


STEPS = {
    Fight("b4", "white", "f4", "blue", "Bea", ("a4",), False): "Bea takes the white house at a4.",
    Fight("b4", "white", "f4", "blue", "Bea", ("a4", "b5"), False): "Bea takes one of the white houses: a4, b5.",
    Fight("b4", "white", "f4", "blue", "Bea", (), False): "There is no white house for Bea to take.",
    Fight("b4", "white", "f4", "black", None, (), True): (
        "Put a white brick from the supply to the prisoners of black."
    ),
    Fight("b4", "white", "f4", "black", None, (), False): "There is no white brick in the supply for black to take.",
    Razed("f4"): "f4 is a house now: the struggle is over.",
    Parted(): "The towers are no longer connected: the struggle is over.",
    Merge("red", "b4", "f4", ("red",), 5): "Put all bricks of f4 except the lowest under b4, in their order.",
}


def test_each_step_of_a_struggle_is_told_as_something_to_do():
    assert {step: to_do(step)[-1] for step in STEPS} == STEPS
    fights = [step for step in STEPS if isinstance(step, Fight)]
    assert {to_do(step)[0] for step in fights} == {
        "Put the top of f4, blue, back into the supply.",
        "Put the top of f4, black, back into the supply.",
    }


def test_a_choice_of_prisoners_is_told_to_whoever_has_it():
    struggle = begin_struggle(read_position("8 | c4 wr, c5 w, c6 w, e4 rk | Ada white, Ben red"), "blue", "d4")
    use("de")
    assert say(to_do(struggle.step)[1]) == "Ben nimmt eines der Häuser in Weiß gefangen: c5, c6."


def test_advice_tells_where_bricks_may_go():
    game = played(record(start="c4 wr, c5 w, c6 w, e4 rk, g1 w"))
    assert advice(game) == (
        "A house: on any empty lot.",
        "A house at d4: c4 and e4 struggle.",
        "A white floor: below c4.",
        "A black floor: nowhere.",
        "A red floor: nowhere.",
        "A blue floor: nowhere.",
    )
    assert advice_text(game).splitlines()[0] == "Ada may place:"


def test_there_is_no_advice_when_the_game_is_over():
    assert advice_text(played(record(start="a1 wkkkkkkk"))) == ""


def test_the_example_comes_out_as_told():
    answer = scored(EXAMPLE)

    assert answer["turns"][0]["events"][2]["strengths"] == [[4, 6], [3, 3]]
    assert events(
        answer, "at", "stronger", "weaker", "tower", "colour", "fells", "prisoner", "into", "floors", "height"
    ) == [
        ("floor", "b4", "blue", 4),
        ("house", "d4", "red"),
        ("struggle", "d4", "b4", "f4"),
        ("fight", "f4", "b4", "white", "blue", "a4"),
        ("fight", "b4", "f4", "red", "white", None),
        ("merge", "b4", ["red", "white"], 5),
    ]


def test_red_has_a_tower_of_five_and_blue_a_white_prisoner_and_the_weaker_tower_leaves_its_lowest_brick():
    answer, city = scored(EXAMPLE), write_city(played(EXAMPLE).position.city)
    assert (answer["colours"]["red"]["tower"], answer["colours"]["blue"]["took"]) == (5, {"white": 1})
    assert (answer["finished"], answer["next"]) == (False, "Wim")
    assert city == "a3 b, a5 b, b3 k, b4 rkbrw, b5 r, c4 k, d4 r, e4 k, f3 k, f4 k, f5 w"


def test_each_step_has_its_sentence():
    reasons = [event["reason"] for event in scored(EXAMPLE)["turns"][0]["events"]]

    assert reasons == [
        "A blue floor below white at b4, which is 4 high now.",
        "A red house at d4.",
        "The house at d4 joins two towers: b4 (strength 4, 6 houses) is stronger than f4 (strength 3, 3 houses).",
        "The white tower at b4 fells blue at f4; blue takes the white house at a4.",
        "The red tower at f4 fells white at b4; there is no red prisoner to take.",
        "Both towers are red: all bricks of f4 except the lowest go under b4, which is now 5 high.",
    ]
