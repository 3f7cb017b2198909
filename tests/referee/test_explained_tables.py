"""Tables that only one turn explains, or several that are worth the same: nothing is asked."""

from dataclasses import replace

import pytest
from small_tables import FILE, LEFT, Table, beside, judged, laid, put, session_at, with_more, without

from lucca_pi.contract.verdict import Explained
from lucca_pi.games.citta.referee.questions import moves_in_words
from lucca_pi.games.citta.rules.editions import GERMAN
from lucca_pi.games.citta.table.pieces import BACK_CODE

REDS = "red 1+15+22+29"
BLUES = "blue 5+12+13+20+27"
NEXT = ((40, 41, 42), (43, 44, 45), (46, 47, 48), (49, 50, 51))


def read(state, *looks):
    verdict = judged(state, *looks)
    assert isinstance(verdict, Explained), verdict
    return "; ".join(moves_in_words(verdict.turn, FILE.deck))


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
    assert read(session_at(before), now.look()) == words


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
    assert read(session_at(FIRST), FIRST.after(WALLED).look(without=codes)) == AS_WALLED


@pytest.mark.parametrize("quarter", [101, 102])
def test_what_has_not_moved_keeps_its_place_where_a_quarter_was_pushed_over_the_line(quarter):
    assert read(session_at(FIRST), put(FIRST.after(WALLED).look(), quarter, 30, 90, quarter=quarter)) == AS_WALLED


def test_walls_in_a_row_are_one_players_even_where_the_row_ends_beside_another_quarter():
    before = laid("red 1; walls 2", (8, 12, 10), *LEFT)
    look = before.after("red 1; walls 2").look()
    row = [beside(101, BACK_CODE, *at, look) for at in ((-126, -110), (-196, -130), (-266, -150))]
    assert read(session_at(before), with_more(look, *row)) == "8 as a wall; 10 as a wall; 12 as a wall"


def test_a_completed_palace_may_still_be_fanned_among_the_completed_ones():
    before = laid(f"{REDS}; walls 1", (8, 12, 14), *LEFT)
    look = before.after(f"blue 12, violet 14; completed {REDS}+8; walls 1").look()
    fanned = [beside(101, code, -80, y_mm, look) for code, y_mm in ((1, -86), (15, -76), (22, -66), (29, -56))]
    assert [read(session_at(before), look) for look in (look, with_more(look, *fanned))] == [
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
    assert read(session_at(before, turns=2), Table(after.position, centre, (), after.places).look()) == AS_WALLED


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
    "nor is one of another player that was never in sight": (
        BENS,
        {"without": [BACK_CODE]},
        [BENS.after(WALLED).look()],
        AS_WALLED,
    ),
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
    assert read(session_at(before, **more), *looks) == turn


def test_the_order_of_the_cards_under_the_newest_does_not_count():
    before = laid("red 1, blue 5", (8, 15, 10), *LEFT)
    look = before.after("yellow 10, blue 5, red 1+8+15").look()
    one, other = (next(seen for seen in look.sightings if seen.code == code) for code in (1, 8))
    swapped = [replace(one, y_mm=other.y_mm), replace(other, y_mm=one.y_mm)]
    assert read(session_at(before), with_more(without(look, 1, 8), *swapped)) == AS_REDS
