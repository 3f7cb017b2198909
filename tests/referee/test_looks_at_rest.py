"""What lay there at rest and is not read in the last look has hardly gone anywhere: nothing is asked."""

from dataclasses import replace

import pytest
from small_tables import FILE, LEFT, beside, judged, laid, session_at

from lucca_pi.contract.verdict import Doubt, Explained, Unexplained
from lucca_pi.games.citta.referee.questions import moves_in_words
from lucca_pi.games.citta.table.pieces import BACK_CODE

BEFORE = laid("red 1, blue 5", (8, 12, 10), *LEFT)
FOUR = laid("red 1+15+22, blue 5", (8, 29, 10), *LEFT)
COMPLETED = "blue 5, yellow 10; completed red 1+15+22+29+8"

# before, after, discards, what the last look misses; what was played
RESTED = {
    "8 to red; 10 to yellow; 12 to blue": (BEFORE, "red 1+8, blue 5+12, yellow 10", (), [8]),
    "8 to red; 12 to blue; 10 as a wall": (BEFORE, "red 1+8, blue 5+12; walls 1", (), [BACK_CODE]),
    "8 to red; 12 to blue; 10 discarded": (BEFORE, "red 1+8, blue 5+12", (10,), [10]),
    "29, 8 to red; 10 to yellow": (FOUR, COMPLETED, (), [8]),
    "8 discarded; 10 discarded; 12 discarded": (BEFORE, "red 1, blue 5", (8, 10, 12), [8, 10]),
    "8 as a wall; 10 as a wall; 12 as a wall": (BEFORE, "red 1, blue 5; walls 3", (), [BACK_CODE]),
}


@pytest.mark.parametrize(("before", "after", "discards", "missed"), RESTED.values(), ids=RESTED)
def test_what_was_seen_at_rest_need_not_be_seen_again(before, after, discards, missed, request):
    now = before.after(after, *discards)
    verdict = judged(session_at(before), now.look(), now.look(without=missed))
    assert isinstance(verdict, Explained), verdict
    assert "; ".join(moves_in_words(verdict.turn, FILE.deck)) in request.node.name
    assert isinstance(judged(session_at(before), now.look(without=missed)), Doubt)


def test_a_fanned_column_tells_which_card_is_on_top_once_it_is_squared():
    look = FOUR.after(COMPLETED).look(without=[8])
    fanned = [beside(101, code, -51, y_mm, look) for code, y_mm in ((1, 58), (15, 104), (22, 149), (29, 195), (8, 240))]
    rested = replace(look, sightings=(*(seen for seen in look.sightings if seen.code != 8), *fanned))
    verdict = judged(session_at(FOUR), rested, look)
    assert isinstance(verdict, Explained), verdict
    assert moves_in_words(verdict.turn, FILE.deck) == ("29, 8 to red", "10 to yellow")


def test_a_card_that_lay_face_up_at_rest_and_then_face_down_in_its_place_is_a_wall():
    after = BEFORE.after("red 1+8, blue 5+12; walls 1").look()
    back = next(seen for seen in after.sightings if seen.code == BACK_CODE)
    face = replace(back, code=10, x_mm=back.x_mm - 20, y_mm=back.y_mm - 35)
    rested = replace(after, sightings=(*(seen for seen in after.sightings if seen is not back), face))
    verdict = judged(session_at(BEFORE), rested, after)
    assert isinstance(verdict, Explained), verdict
    assert "10 as a wall" in moves_in_words(verdict.turn, FILE.deck)


def test_a_discard_that_lies_where_it_lay_has_not_come_back():
    before = laid("red 1", (8, 12, 10), *LEFT, discards=(50, 64))
    discards = {50: (320, 300), 64: (370, 310)}
    look = elsewhere(before.look(), discards)
    after = elsewhere(before.after("red 1+8, blue 12; walls 1").look(), discards)
    assert isinstance(judged(session_at(before, instead=look), after), Explained)
    assert isinstance(judged(session_at(before), after), Unexplained)


def elsewhere(look, places):
    """The look with cards elsewhere in Ada's axes."""
    stay = [seen for seen in look.sightings if seen.code not in places]
    return replace(look, sightings=(*stay, *(beside(101, code, *at, look) for code, at in places.items())))
