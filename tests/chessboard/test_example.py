"""The example that the rules tell, with a city filled in that fits what is told."""

from boards import EXAMPLE, events, played, scored

from lucca_pi.games.chessboard.rules.position import write_city


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
