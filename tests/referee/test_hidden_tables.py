"""What a picture can hide: what lies outside it or at its edge was not looked at, and is no absence."""

from dataclasses import replace

import pytest
from small_tables import FILE, LEFT, judged, laid, session_at

from lucca_pi.contract.verdict import Doubt, Explained, Unexplained
from lucca_pi.games.citta.referee.questions import answers_in_words, moves_in_words
from lucca_pi.games.citta.referee.verdict import CENTRE_OUTSIDE
from lucca_pi.games.citta.table.pieces import BACK_CODE

AS_WALLED = "8 to red; 12 to blue; 10 as a wall"
BEFORE = laid("red 1, blue 5", (8, 12, 10), *LEFT)
WHOLE = BEFORE.look()


FAR_MM = 10_000.0


def cut(look, *, top_mm=-FAR_MM, left_mm=-FAR_MM):
    """The look whose picture ends at a line across Ada's axes, or down them."""
    view = ((left_mm, top_mm), (FAR_MM, top_mm), (FAR_MM, FAR_MM), (left_mm, FAR_MM))
    seen = tuple(one for one in look.sightings if one.x_mm > left_mm + 10 and one.y_mm > top_mm + 10)
    return replace(look, sightings=seen, view_mm=view)


def centre_mm(*names):
    """Where these cards of the triplets lie, up and down."""
    return [seen.y_mm for seen in WHOLE.sightings if seen.code in names]


def words(verdict):
    assert isinstance(verdict, Explained), verdict
    return "; ".join(moves_in_words(verdict.turn, FILE.deck))


BUILT = BEFORE.after("red 1+8, blue 5+12, yellow 10").look()
ABOVE_ADA = max(centre_mm(8, 12, 10, 4, 9, 6, 18, 21, 24, 30, 31, 33)) + 15


def test_where_the_centre_is_out_of_the_picture_the_players_cards_tell_what_was_taken():
    looked = cut(BUILT, top_mm=ABOVE_ADA)
    assert not {4, 9, 6, 18, 21, 24, 30, 31, 33} & {seen.code for seen in looked.sightings}
    assert words(judged(session_at(BEFORE), looked)) == "8 to red; 10 to yellow; 12 to blue"


def test_a_card_that_is_neither_seen_nor_could_be_is_asked_about():
    looked = cut(BEFORE.after("red 1+8, blue 5+12", 10).look(), top_mm=ABOVE_ADA)
    verdict = judged(session_at(BEFORE), looked)
    assert isinstance(verdict, Doubt)
    assert answers_in_words(verdict.turns, FILE.deck)[1] == ("10 discarded", "10 to yellow", "10 as a wall")


def test_triplets_out_of_the_picture_are_not_taken_unseen():
    verdict = judged(session_at(BEFORE), cut(WHOLE, top_mm=max(centre_mm(8, 12, 10, 4, 9, 6)) + 20))
    assert verdict == CENTRE_OUTSIDE


def test_triplets_half_out_of_the_picture_are_not_taken():
    half = cut(WHOLE, left_mm=-20.0)
    assert {4, 9, 6} & {seen.code for seen in half.sightings} == {6}
    verdict = judged(session_at(BEFORE), half)
    assert isinstance(verdict, Unexplained)
    assert verdict.problems[0] == "Ada: no triplet has been taken"


@pytest.mark.parametrize("walls", [1, 2, 3])
def test_a_new_wall_that_covers_an_older_one_is_one_more(walls):
    before = laid(f"red 1, blue 5; walls {walls}", (8, 12, 10), *LEFT)
    older = [(round(seen.x_mm), round(seen.y_mm)) for seen in before.look().sightings if seen.code == BACK_CODE]
    look = before.after(f"red 1+8, blue 5+12; walls {walls + 1}").look()
    seen = [one for one in look.sightings if (round(one.x_mm), round(one.y_mm)) != older[0]]
    assert len(seen) == len(look.sightings) - 1
    assert words(judged(session_at(before), replace(look, sightings=tuple(seen)))) == AS_WALLED
