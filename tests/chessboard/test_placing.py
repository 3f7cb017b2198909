"""Where a brick may go (4 to 8)."""

import pytest
from boards import broken, city_after, record, turn

LAST = "black h8"
"""A second brick, far from everything."""

# the city, the first brick, and the city with it (and a black house at h8), or the rule that refuses it
CASES = {
    "a house in an empty city": ("", "white d4", "d4 w, h8 k"),
    "a house that touches a corner": ("c3 wr", "red d4", "c3 wr, d4 r, h8 k"),
    "a house of a colour nobody plays": ("", "blue d4", "d4 b, h8 k"),
    "a floor goes below all others": ("a1 wr, a2 b", "blue a1", "a1 wrb, a2 b, h8 k"),
    "another's tower is used": ("a1 rw, a2 b", "blue a1", "a1 rwb, a2 b, h8 k"),
    "a house becomes a tower": ("a1 w, a2 b", "blue a1", "a1 wb, a2 b, h8 k"),
    "a house alone has no houses beside it": ("a1 w", "white a1", "houses-in-block"),
    "the top counts, one house is too few": ("a1 wr, a2 w", "white a1", "houses-in-block"),
    "the top counts, two houses do": ("a1 wr, a2 w, b1 w", "white a1", "a1 wrw, a2 w, b1 w, h8 k"),
    "the house lifted is no house": ("a1 w, a2 w", "white a1", "houses-in-block"),
    "the house lifted is no house, two others do": ("a1 w, a2 w, b1 w", "white a1", "a1 ww, a2 w, b1 w, h8 k"),
    "houses of other colours do not help": ("a1 w, a2 r, b1 r", "blue a1", "houses-in-block"),
    "houses in another block do not help": ("a1 wr, c1 b, d1 b", "blue a1", "houses-in-block"),
    "houses across a corner do not help": ("a1 wr, b2 b", "blue a1", "houses-in-block"),
    "houses far along the block help": (
        "a1 wr, b1 k, c1 k, c2 k, c3 b",
        "blue a1",
        "a1 wrb, b1 k, c1 k, c2 k, c3 b, h8 k",
    ),
    "other colours of the tower are not looked at": ("a1 wkkk, a2 b", "blue a1", "a1 wkkkb, a2 b, h8 k"),
    "the floors of another tower are no houses": ("a1 w, b1 bbb", "blue a1", "houses-in-block"),
    "a second tower in the block": ("a1 wr, b1 k, b2 b", "blue b1", "second-tower"),
    "a second tower far along the block": ("a1 wr, b1 k, c1 k, d1 k, d2 b", "blue d1", "second-tower"),
    "a tower in another block": ("a1 wr, d1 k, d2 b", "blue d1", "a1 wr, d1 kb, d2 b, h8 k"),
}


@pytest.mark.parametrize(("start", "brick", "outcome"), CASES.values(), ids=CASES)
def test_a_brick_goes_there_or_is_refused(start, brick, outcome):
    turns = [turn("Ada", brick, LAST)]
    if " " in outcome:
        assert city_after(*turns, start=start) == outcome
    else:
        assert broken(record(*turns, start=start)) == (outcome, 1, 1)


def test_what_is_lost_later_changes_no_tower():
    # blue takes the red house, so red has two floors at c1 and no house elsewhere in the block
    start = "c1 rrr, c2 r, c3 k, b3 k, e1 bb, f1 k"
    assert city_after(turn("Ada", "white d1 c2", LAST), start=start, players="Ada white, Ben blue") == (
        "b3 k, c1 rrr, c3 k, d1 w, e1 b, f1 k, h8 k"
    )


def test_the_second_brick_may_build_on_the_first():
    assert city_after(turn("Ada", "white a1", "red a2")) == "a1 w, a2 r"
    assert city_after(turn("Ada", "white a1", "red b1"), start="a2 r") == "a1 w, a2 r, b1 r"
    assert city_after(turn("Ada", "red a1", "white a2"), start="b2 r") == "a1 r, a2 w, b2 r"
    assert city_after(turn("Ada", "blue a1", "white b1"), start="b1 r, c1 w") == "a1 b, b1 rw, c1 w"


@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_a_city_has_lots_to_its_last_corner(size):
    corner = f"{'abcdefghijkl'[size - 1]}{size}"
    assert city_after(turn("Ada", f"white {corner}", "red a1"), size=size) == f"a1 r, {corner} w"
