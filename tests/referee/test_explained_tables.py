"""Tables that only one turn explains, or several that are worth the same: nothing is asked."""

from dataclasses import replace

import pytest
from evening import without
from small_tables import FILE, LEFT, Table, beside, judged, laid, put, read_at, session_at, with_more

from lucca_pi.contract.verdict import Doubt, Explained, Unexplained
from lucca_pi.games.citta.referee.questions import answers_in_words
from lucca_pi.games.citta.referee.verdict import CENTRE_OUTSIDE
from lucca_pi.games.citta.rules.editions import GERMAN
from lucca_pi.games.citta.table.pieces import BACK_CODE

REDS = "red 1+15+22+29"
BLUES = "blue 5+12+13+20+27"
NEXT = ((40, 41, 42), (43, 44, 45), (46, 47, 48), (49, 50, 51))


# before | the triplet taken | after | discarded
TURNS = {
    "8 to red; 10 to yellow; 12 to blue": "red 1, blue 5 | 8 12 10 | red 1+8, blue 5+12, yellow 10 |",
    "8 to red; 12 to blue; 10 as a wall": "red 1, blue 5 | 8 12 10 | red 1+8, blue 5+12; walls 1 |",
    "8 to red; 12 to blue; 10 discarded": "red 1, blue 5 | 8 12 10 | red 1+8, blue 5+12 | 10",
    "8 as a wall; 10 as a wall; 12 as a wall": "red 1 | 8 12 10 | red 1; walls 3 |",
    "8 discarded; 10 discarded; 12 discarded": "red 1 | 8 12 10 | red 1 | 8 10 12",
    "8 to red; 10 to yellow; T1 as a tower": "red 1 | 8 T1 10 | red 1+8, yellow 10; towers T1 |",
    "8 to red; 10 to yellow; T1 as a wall": "red 1 | 8 T1 10 | red 1+8, yellow 10; walls 1 |",
    "8 to red; 10 to yellow; T1 discarded": "red 1 | 8 T1 10 | red 1+8, yellow 10 | T1",
    "8, 15 to red; 10 to yellow": "blue 5 | 8 15 10 | blue 5, yellow 10, red 8+15 |",
    "15, 8 to red; 10 to yellow": "blue 5 | 8 15 10 | blue 5, yellow 10, red 15+8 |",
    "8 to red; 12 to blue; 14 as a wall": f"{REDS} | 8 12 14 | blue 12; completed {REDS}+8; walls 1 |",
    "10 to yellow; 36 to red; 8 as a wall": f"{REDS} | 8 36 10 | yellow 10; completed {REDS}+36; walls 1 |",
    "opens red; 10 to yellow; 12 to blue; 14 to violet": (
        f"blue 5; completed {REDS}+8 | 14 12 10 | blue 5+12, violet 14, yellow 10; opened {REDS}+8 |"
    ),
    "opens blue; 3, 10 to yellow; 14 to violet": (
        f"nothing; completed {REDS}+8, {BLUES} | 3 14 10 | violet 14, yellow 3+10; completed {REDS}+8; opened {BLUES} |"
    ),
    "8 to red; 10 to yellow; 14 to violet": (
        f"{REDS}; completed {BLUES} | 8 14 10 | violet 14, yellow 10; completed {BLUES}, {REDS}+8 |"
    ),
    "8 to red; 10 as a wall; 12 as a wall": "red 1; walls 4 | 8 12 10 | red 1+8; walls 6 |",
}


def cards(text):
    return tuple(int(name) if name.isdigit() else name for name in text.split())


@pytest.mark.parametrize(("table", "words"), [(table, words) for words, table in TURNS.items()], ids=TURNS)
def test_a_turn_is_read_from_how_the_table_lies(table, words):
    ada, taken, after, discards = (part.strip() for part in table.split("|"))
    before = laid(ada, cards(taken), *LEFT)
    now = before.after(after, *cards(discards))
    assert read_at(session_at(before), now.look()) == words


FIRST = laid("red 1, blue 5", (8, 12, 10), *LEFT)
WALLED = "red 1+8, blue 5+12; walls 1"
AS_WALLED = "8 to red; 12 to blue; 10 as a wall"

HIDDEN = {
    "a card of the player in turn": [1],
    "another player's only card": [93],
    "a card that nobody took": [9],
    "a quarter under a mug, its place is remembered": [102],
    "the quarter of the player in turn, from which all was measured before": [101],
    "a quarter and a card": [103, 5],
}


@pytest.mark.parametrize("codes", HIDDEN.values(), ids=HIDDEN)
def test_what_was_known_before_may_be_covered_now(codes):
    assert read_at(session_at(FIRST), FIRST.after(WALLED).look(without=codes)) == AS_WALLED


@pytest.mark.parametrize("quarter", [101, 102])
def test_what_has_not_moved_keeps_its_place_where_a_quarter_was_pushed_over_the_line(quarter):
    assert read_at(session_at(FIRST), put(FIRST.after(WALLED).look(), quarter, 30, 90, quarter=quarter)) == AS_WALLED


def test_walls_in_a_row_are_one_players_even_where_the_row_ends_beside_another_quarter():
    before = laid("red 1; walls 2", (8, 12, 10), *LEFT)
    look = before.after("red 1; walls 2").look()
    row = [beside(101, BACK_CODE, *at, look) for at in ((-126, -110), (-196, -130), (-266, -150))]
    assert read_at(session_at(before), with_more(look, *row)) == "8 as a wall; 10 as a wall; 12 as a wall"


def test_a_completed_palace_may_still_be_fanned_among_the_completed_ones():
    before = laid(f"{REDS}; walls 1", (8, 12, 14), *LEFT)
    look = before.after(f"blue 12, violet 14; completed {REDS}+8; walls 1").look()
    fanned = [beside(101, code, -80, y_mm, look) for code, y_mm in ((1, -86), (15, -76), (22, -66), (29, -56))]
    assert [read_at(session_at(before), look) for look in (look, with_more(look, *fanned))] == [
        "8 to red; 12 to blue; 14 to violet"
    ] * 2


ENDS = {
    "the triplet left over still there": ((4, 9, 6),),
    "the triplet left over gone": (),
    "the next triplets laid out": NEXT,
    "some of the next laid out beside the one left over": ((4, 9, 6), *NEXT[:2]),
}


@pytest.mark.parametrize("centre", ENDS.values(), ids=ENDS)
def test_after_the_last_turn_of_a_round_the_next_triplets_may_lie_there(centre):
    before = laid("red 1, blue 5", (8, 12, 10), (4, 9, 6))
    after = before.after(WALLED)
    assert read_at(session_at(before, turns=2), Table(after.position, centre, (), after.places).look()) == AS_WALLED


BUILT, THROWN = FIRST.after("red 1+8, blue 5+12, yellow 10").look(), FIRST.after("red 1+8, blue 5+12", 10).look()
AS_BUILT = "8 to red; 10 to yellow; 12 to blue"
WALLS = laid("red 1, blue 5; walls 2", (8, 12, 10), *LEFT)
BENS = laid("red 1, blue 5", (8, 12, 10), *LEFT, others="Ben: violet 93; walls 1 | Cid: orange 95")
TOWER = laid("red 1, blue 5", (8, 12, "T1"), *LEFT)
ON_TOWER = TOWER.after("red 1+8, blue 5+12").look()
THREE = laid("red 1+22+29, blue 5", (8, 15, 10), *LEFT)
FANNED = THREE.after("red 1+22+29+8+15, blue 5, yellow 10").look()
SQUARED = THREE.after("blue 5, yellow 10; completed red 1+22+29+8+15").look()
AS_REDS = "8, 15 to red; 10 to yellow"
HID_10 = {"without": [10]}
EDGE = FIRST.after(WALLED).look(without=[9])

# how it lay before, and otherwise; the looks; the turn
LYING = {
    "a wall that was covered is no new one": (
        WALLS,
        {"without": [BACK_CODE]},
        [WALLS.after("red 1+8, blue 5+12, yellow 10; walls 2").look()],
        AS_BUILT,
    ),
    "nor is another's never in sight": (BENS, {"without": [BACK_CODE]}, [BENS.after(WALLED).look()], AS_WALLED),
    "a tower counts among the opened palaces too": (
        TOWER,
        {},
        [with_more(ON_TOWER, beside(101, 97, 90, -60, ON_TOWER))],
        "8 to red; 12 to blue; T1 as a tower",
    ),
    "a German tower out of sight can only be a tower": (
        TOWER,
        {"edition": GERMAN},
        [TOWER.after("red 1+8, blue 5+12; towers T1").look(without=[97])],
        "8 to red; 12 to blue; T1 as a tower",
    ),
    "a card never read is known once it is built": (FIRST, HID_10, [BUILT], AS_BUILT),
    "or discarded": (FIRST, HID_10, [THROWN], "8 to red; 12 to blue; 10 discarded"),
    "triplets that were laid late are seen at rest": (
        laid("red 1, blue 5"),
        {},
        [FIRST.look(), FIRST.after(WALLED).look()],
        AS_WALLED,
    ),
    "a palace was pushed together": (THREE, {}, [SQUARED], AS_REDS),
    "it was squared at rest already": (THREE, {}, [FANNED, SQUARED, SQUARED], AS_REDS),
    "the axes of the look do not matter": (FIRST, {}, [FIRST.after(WALLED).look(without=[101])], AS_WALLED),
    "a triplet at the edge of a player's reach is nobody's": (
        FIRST,
        {"without": [9]},
        [with_more(EDGE, beside(101, 9, 20, -204, EDGE))],
        AS_WALLED,
    ),
}


@pytest.mark.parametrize(("before", "more", "looks", "turn"), LYING.values(), ids=LYING)
def test_a_turn_is_read_from_what_lies_there_and_what_lay_there(before, more, looks, turn):
    assert read_at(session_at(before, **more), *looks) == turn


def test_the_order_of_the_cards_under_the_newest_does_not_count():
    before = laid("red 1, blue 5", (8, 15, 10), *LEFT)
    look = before.after("yellow 10, blue 5, red 1+8+15").look()
    one, other = (next(seen for seen in look.sightings if seen.code == code) for code in (1, 8))
    swapped = [replace(one, y_mm=other.y_mm), replace(other, y_mm=one.y_mm)]
    assert read_at(session_at(before), with_more(without(look, 1, 8), *swapped)) == AS_REDS


# --- what a picture hides: outside it or at its edge nothing was looked at, and nothing is absent

WHOLE, FAR_MM = FIRST.look(), 10_000.0


def cut(look, *, top_mm=-FAR_MM, left_mm=-FAR_MM):
    """The look whose picture ends at a line across Ada's axes, or down them."""
    view = ((left_mm, top_mm), (FAR_MM, top_mm), (FAR_MM, FAR_MM), (left_mm, FAR_MM))
    seen = tuple(one for one in look.sightings if one.x_mm > left_mm + 10 and one.y_mm > top_mm + 10)
    return replace(look, sightings=seen, view_mm=view)


def centre_mm(*names):
    """Where these cards of the triplets lie, up and down."""
    return [seen.y_mm for seen in WHOLE.sightings if seen.code in names]


IN_PALACES = FIRST.after("red 1+8, blue 5+12, yellow 10").look()
ABOVE_ADA = max(centre_mm(8, 12, 10, 4, 9, 6, 18, 21, 24, 30, 31, 33)) + 15


def test_where_the_centre_is_out_of_the_picture_the_players_cards_tell_what_was_taken():
    looked = cut(IN_PALACES, top_mm=ABOVE_ADA)
    assert not {4, 9, 6, 18, 21, 24, 30, 31, 33} & {seen.code for seen in looked.sightings}
    assert read_at(session_at(FIRST), looked) == "8 to red; 10 to yellow; 12 to blue"


def test_a_card_that_is_neither_seen_nor_could_be_is_asked_about():
    looked = cut(FIRST.after("red 1+8, blue 5+12", 10).look(), top_mm=ABOVE_ADA)
    verdict = judged(session_at(FIRST), looked)
    assert isinstance(verdict, Doubt)
    assert answers_in_words(verdict.turns, FILE.deck)[1] == ("10 discarded", "10 to yellow", "10 as a wall")


def test_triplets_out_of_the_picture_are_not_taken_unseen():
    verdict = judged(session_at(FIRST), cut(WHOLE, top_mm=max(centre_mm(8, 12, 10, 4, 9, 6)) + 20))
    assert verdict == CENTRE_OUTSIDE


def test_triplets_half_out_of_the_picture_are_not_taken():
    half = cut(WHOLE, left_mm=-20.0)
    assert {4, 9, 6} & {seen.code for seen in half.sightings} == {6}
    verdict = judged(session_at(FIRST), half)
    assert isinstance(verdict, Unexplained)
    assert verdict.problems[0] == "Ada: no triplet has been taken"


@pytest.mark.parametrize("walls", [1, 2, 3])
def test_a_new_wall_that_covers_an_older_one_is_one_more(walls):
    before = laid(f"red 1, blue 5; walls {walls}", (8, 12, 10), *LEFT)
    older = [(round(seen.x_mm), round(seen.y_mm)) for seen in before.look().sightings if seen.code == BACK_CODE]
    look = before.after(f"red 1+8, blue 5+12; walls {walls + 1}").look()
    seen = [one for one in look.sightings if (round(one.x_mm), round(one.y_mm)) != older[0]]
    assert len(seen) == len(look.sightings) - 1
    assert read_at(session_at(before), replace(look, sightings=tuple(seen))) == AS_WALLED


# --- what lay there at rest, and is not read in the last look, has hardly gone anywhere

FOUR = laid("red 1+15+22, blue 5", (8, 29, 10), *LEFT)
COMPLETED = "blue 5, yellow 10; completed red 1+15+22+29+8"

# before, after, discards, what the last look misses
RESTED = {
    "8 to red; 10 to yellow; 12 to blue": (FIRST, "red 1+8, blue 5+12, yellow 10", (), [8]),
    "8 to red; 12 to blue; 10 as a wall": (FIRST, "red 1+8, blue 5+12; walls 1", (), [BACK_CODE]),
    "8 to red; 12 to blue; 10 discarded": (FIRST, "red 1+8, blue 5+12", (10,), [10]),
    "29, 8 to red; 10 to yellow": (FOUR, COMPLETED, (), [8]),
    "8 discarded; 10 discarded; 12 discarded": (FIRST, "red 1, blue 5", (8, 10, 12), [8, 10]),
    "8 as a wall; 10 as a wall; 12 as a wall": (FIRST, "red 1, blue 5; walls 3", (), [BACK_CODE]),
}


@pytest.mark.parametrize(("turn", "table"), RESTED.items(), ids=RESTED)
def test_what_was_seen_at_rest_need_not_be_seen_again(turn, table):
    before, after, discards, missed = table
    now = before.after(after, *discards)
    assert read_at(session_at(before), now.look(), now.look(without=missed)) == turn
    assert isinstance(judged(session_at(before), now.look(without=missed)), Doubt)


def test_a_fanned_column_tells_which_card_is_on_top_once_it_is_squared():
    look = FOUR.after(COMPLETED).look(without=[8])
    fanned = [beside(101, code, -51, y_mm, look) for code, y_mm in ((1, 58), (15, 104), (22, 149), (29, 195), (8, 240))]
    assert read_at(session_at(FOUR), with_more(look, *fanned), look) == "29, 8 to red; 10 to yellow"


def test_a_card_that_lay_face_up_at_rest_and_then_face_down_in_its_place_is_a_wall():
    after = FIRST.after("red 1+8, blue 5+12; walls 1").look()
    back = next(seen for seen in after.sightings if seen.code == BACK_CODE)
    face = replace(back, code=10, x_mm=back.x_mm - 20, y_mm=back.y_mm - 35)
    assert read_at(session_at(FIRST), with_more(without(after, BACK_CODE), face), after) == AS_WALLED


def test_a_discard_that_lies_where_it_lay_has_not_come_back():
    before = laid("red 1", (8, 12, 10), *LEFT, discards=(50, 64))
    look, after = (
        put(put(table.look(), 50, 320, 300), 64, 370, 310)
        for table in (before, before.after("red 1+8, blue 12; walls 1"))
    )
    assert isinstance(judged(session_at(before, instead=look), after), Explained)
    assert isinstance(judged(session_at(before), after), Unexplained)
