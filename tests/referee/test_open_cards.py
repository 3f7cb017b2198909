"""Looks that leave cards open: judged whichever they are, and asked about where it counts."""

from dataclasses import replace

import pytest
from small_tables import FILE, LEFT, Table, laid, left_open, session_at

from lucca_pi.contract.verdict import Doubt, Explained, Unexplained
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.referee.questions import moves_in_words
from lucca_pi.games.citta.referee.verdict import TOO_MANY

BEFORE = laid("red 1, blue 5", (8, 12, 10), *LEFT)
BUILT = BEFORE.after("red 1+8, blue 5+12, yellow 10")


def explained(look, before=BEFORE):
    return GAME.referee.explain(session_at(before).match, (look,))


def words(verdict):
    assert isinstance(verdict, Explained), verdict
    return "; ".join(moves_in_words(verdict.turn, FILE.deck))


SETS = {
    "of a triplet's card and one not laid out": [(8, 15)],
    "of a triplet's card and one that lies there still": [(8, 4)],
    "of all three": [(8, 15), (12, 13), (10, 3)],
    "of two cards of the triplet, one of them in sight": [(8, 12)],
}


@pytest.mark.parametrize("sets", SETS.values(), ids=SETS)
def test_a_turn_is_read_from_what_the_sets_leave(sets):
    assert words(explained(left_open(BUILT.look(), *sets))) == "8 to red; 10 to yellow; 12 to blue"


def test_what_has_not_moved_is_what_it_was():
    look = left_open(BUILT.look(), (1, 15, 22), (4, 9), (93, 8))
    assert words(explained(look)) == "8 to red; 10 to yellow; 12 to blue"


TWINS = laid("red 1, blue 5", (8, 15, 10), *LEFT)


def test_two_cards_of_which_each_may_be_the_other_are_a_doubt_that_tells_them_apart():
    look = TWINS.after("red 1+8, blue 5, yellow 10", 15).look()
    verdict = explained(left_open(look, (8, 15), (15, 8)), TWINS)
    assert isinstance(verdict, Doubt)
    told = {frozenset(moves_in_words(turn, FILE.deck)) for turn in verdict.turns}
    assert told == {
        frozenset({"8 to red", "10 to yellow", "15 discarded"}),
        frozenset({"15 to red", "10 to yellow", "8 discarded"}),
    }
    asked = GAME.words.question(session_at(TWINS).begun.setup, [(turn,) for turn in verdict.turns], ())
    assert {*asked.answers} == {"8 red, 15 discard", "15 red, 8 discard"}


def test_where_it_makes_no_difference_which_is_which_nothing_is_asked():
    look = TWINS.after("red 1, blue 5, yellow 10", 8, 15).look()
    assert words(explained(left_open(look, (8, 15), (15, 8)), TWINS)) == "10 to yellow; 8 discarded; 15 discarded"


def test_too_many_open_cards_are_told_plainly():
    many = (8, 15, 22, 29, 36), (12, 13, 20, 27, 28), (10, 3, 17, 11, 14)
    unknown = laid("red 1, blue 5", None, None, None, None)
    assert explained(left_open(BUILT.look(), *many), unknown) == TOO_MANY


def test_a_card_that_cannot_lie_there_is_told_as_ever():
    gone = laid("red 1, blue 5", (8, 12, 10), *LEFT, discards=(15,))
    look = gone.after("red 1+8, blue 5+12, yellow 10, orange 2").look()
    verdict = explained(left_open(look, (2, 15)), gone)
    assert isinstance(verdict, Unexplained)
    assert "was in no triplet" in verdict.problems[0]


FORGOTTEN = Table(
    "Ada: red 1+8, blue 5+12, yellow 10 | Ben: violet 93+6, green 4, orange 9 | Cid: orange 95",
    (None, None, *LEFT[1:]),
    places=BEFORE.places,
)


def test_turns_that_nobody_pressed_for_are_told_apart_whichever_cards_they_have():
    look = left_open(FORGOTTEN.look(), (8, 15), (4, 11), (12, 13, 20))
    found = GAME.referee.split(session_at(BEFORE).match, (look,))
    assert found.words == ("Ada: 8 to red, 10 to yellow, 12 to blue. Ben: 4 to green, 6 to violet, 9 to orange",)


def test_the_triplets_tell_apart_cards_that_two_players_may_have_exchanged():
    before = laid("red 1, blue 5", (8, 12, 10), (15, 9, 6), *LEFT[1:])
    after = replace(FORGOTTEN, position=FORGOTTEN.position.replace("green 4", "red 15"), places=before.places)
    found = GAME.referee.split(session_at(before).match, (left_open(after.look(), (8, 15), (15, 8)),))
    assert found.words == ("Ada: 8 to red, 10 to yellow, 12 to blue. Ben: 6 to violet, 9 to orange, 15 to red",)
