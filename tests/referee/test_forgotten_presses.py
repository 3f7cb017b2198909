"""Two or three turns since the last confirmed look: they are told apart by the rules, in the order of play."""

import pytest
from small_tables import FILE, SEATS, Table, judged, laid, session_at

from lucca_pi.contract.verdict import Split, Unexplained
from lucca_pi.games.citta.referee.candidates import outcome
from lucca_pi.games.citta.referee.forgotten_presses import split
from lucca_pi.games.citta.referee.questions import question
from lucca_pi.games.citta.referee.weighing import Case
from lucca_pi.games.citta.rules.turn import Play, Turn
from lucca_pi.games.citta.session.memory import evidence_in, ground_before

LEFT = ((18, 21, 24), (30, 31, 33))
BEFORE = laid("red 1, blue 5", (8, 12, 10), (4, 9, 6), *LEFT)


def told(state, *looks):
    assert isinstance(judged(state, *looks), Unexplained)
    ground = ground_before(state.match, looks)
    return split([Case(state.game, SEATS, ground, evidence_in(state.match, looks, ground), state.pieces)])


def after(ada, ben, cid="orange 95", *, gone=2, discards=()):
    triplets = (*[None] * gone, *BEFORE.triplets[gone:])
    return Table(f"Ada: {ada} | Ben: {ben} | Cid: {cid}", triplets, discards, BEFORE.places)


PLAYED = {
    "Ada: 8 to red, 10 to yellow, 12 to blue. Ben: 4 to green, 6 to violet, 9 to orange": after(
        "red 1+8, blue 5+12, yellow 10", "violet 93+6, green 4, orange 9"
    ),
    "Ada: 8 to red, 12 to blue, 10 as a wall. Ben: 4 to green, 9 to orange, 6 as a wall": after(
        "red 1+8, blue 5+12; walls 1", "violet 93, green 4, orange 9; walls 1"
    ),
    "Ada: 4 to green, 6 to violet, 9 to orange. Ben: 8 to red, 10 to yellow, 12 to blue": after(
        "red 1, blue 5, green 4, orange 9, violet 6", "violet 93, red 8, blue 12, yellow 10"
    ),
    "Ada: 10 to yellow, 12 to blue, 8 discarded. Ben: 4 to green, 6 to violet, 9 discarded": after(
        "red 1, blue 5+12, yellow 10", "violet 93+6, green 4", discards=(8, 9)
    ),
    "Ada: 8 to red, 10 to yellow, 12 to blue. Ben: 4 to green, 6 to violet, 9 to orange. "
    "Cid: 18 to green, 24 to yellow, 21 as a wall": after(
        "red 1+8, blue 5+12, yellow 10",
        "violet 93+6, green 4, orange 9",
        "orange 95, green 18, yellow 24; walls 1",
        gone=3,
    ),
}


@pytest.mark.parametrize(("words", "table"), PLAYED.items(), ids=PLAYED)
def test_turns_nobody_pressed_for_are_told_apart(words, table):
    found = told(session_at(BEFORE), table.look())
    assert isinstance(found, Split), found
    assert found.words[0] == words
    assert [turn.player for turn in found.ways[0]] == ["Ada", "Ben", "Cid"][: len(found.ways[0])]
    assert len(found.ways) == len(found.costs) == len(found.words)


REFUSED = {
    "nothing was played": BEFORE,
    "one has mixed two triplets": after("red 1+8, blue 5+12, green 4", "violet 93+6, orange 9, yellow 10"),
    "the wrong one has played": after("red 1+8, blue 5+12, yellow 10", "violet 93", "orange 95+9, green 4, violet 6"),
}


@pytest.mark.parametrize("table", REFUSED.values(), ids=REFUSED)
def test_what_no_turns_in_the_order_of_play_leave_is_no_forgotten_press(table):
    assert told(session_at(BEFORE), table.look()) is None


def test_who_opens_too_early_has_not_played_a_triplet_that_a_hand_covers():
    ben = "completed violet 7+93+14+28+35"
    before = laid("red 1, blue 5", (8, 12, 10), *BEFORE.triplets[1:], others=f"Ben: {ben} | Cid: orange 95")
    early = before.after("red 1+8, blue 5+12, yellow 10", others="Ben: opened violet 7+93+14+28+35 | Cid: orange 95")
    assert told(session_at(before), early.look(without=BEFORE.triplets[1])) is None


def test_several_turns_that_can_have_been_played_in_one_way_are_told_as_it():
    found = told(session_at(BEFORE), after("red 1+8, blue 5+12, yellow 10", "violet 93+6, green 4, orange 9").look())
    asked = question(found.ways[:1], FILE.deck)
    assert (asked.text, asked.answers, asked.left) == ("2 turns; how?", found.words[:1], (found.ways[:1],))


def test_a_code_that_is_not_read_leaves_several_ways():
    table = after("red 1+8, blue 5+12, yellow 10", "violet 93+6, green 4, orange 9")
    found = told(session_at(BEFORE), table.look(without=[12]))
    assert isinstance(found, Split)
    assert found.words[:3] == ("Ada: 12 to blue", "Ada: 12 as a wall", "Ada: 12 discarded")


def test_where_several_turns_may_have_been_played_otherwise_it_is_asked_card_by_card():
    table = after("red 1+8, blue 5+12, yellow 10", "violet 93+6, green 4, orange 9")
    found = told(session_at(BEFORE), table.look(without=[12, 4]))
    first = question(found.ways, FILE.deck)
    assert (first.text, first.answers) == (
        "where is 12?",
        ("Ada: 12 to blue", "Ada: 12 as a wall", "Ada: 12 discarded"),
    )
    assert question(first.left[0], FILE.deck).answers == ("Ben: 4 to green", "Ben: 4 as a wall", "Ben: 4 discarded")


NEXT = ((40, 41, 42), (43, 44, 45), (46, 47, 48), (49, 50, 51))
SHIELDS = "orange 9+23, green 11"
LAST = laid("red 22", (8, 14, 10), (18, 21, 24), others=f"Ben: violet 93 | Cid: {SHIELDS}")
WALLED = "red 22, violet 14; walls 2"
ENDED = Table(f"Ada: {WALLED} | Ben: violet 93 | Cid: {SHIELDS}", NEXT, (), LAST.places)
LEFT_THERE = (NEXT[0], None, *NEXT[2:])
PLAYED_ON = Table(f"Ada: {WALLED} | Ben: violet 93 | Cid: {SHIELDS}, red 44; walls 2", LEFT_THERE, (), LAST.places)


def test_turns_over_a_rounds_end_are_told_apart_where_the_next_triplets_were_seen():
    found = told(session_at(LAST, turns=2), ENDED.look(), PLAYED_ON.look())
    assert isinstance(found, Split), found
    assert found.words[0] == "Ada: 14 to violet, 8 as a wall, 10 as a wall. Cid: 44 to red, 43 as a wall, 45 as a wall"


def test_who_plays_last_and_then_first_has_played_twice():
    others = "Ben: violet 93 | Cid: red 22"
    before = laid(SHIELDS, (8, 12, 10), (18, 21, 24), others=others)
    ended = Table(f"Ada: {SHIELDS}, blue 12, red 8; walls 1 | {others}", NEXT, (), before.places)
    again = Table(f"Ada: {SHIELDS}, blue 12, red 8+44; walls 2 | {others}", LEFT_THERE, (45,), before.places)
    found = told(session_at(before, turns=2), ended.look(), again.look())
    assert isinstance(found, Split), found
    assert found.words[0] == "Ada: 8 to red, 12 to blue, 10 as a wall. Ada: 44 to red, 43 as a wall, 45 discarded"
    assert found.costs[0] == 0.0  # what lies there is held against the quarter after the last turn alone


WHEN = [(("violet",), ()), ((), ("violet",)), ((), ())]


def test_in_which_of_ones_two_turns_a_palace_is_opened_makes_no_difference_where_nobody_plays_between_them():
    ada = f"{SHIELDS}; completed violet 7+14+28+35+43"
    before = laid(ada, (8, 12, 10), (18, 21, 24), others="Ben: violet 93 | Cid: red 22")
    game = session_at(before, turns=2).game
    one, other = ([Play(card, "palace") for card in three] for three in ((8, 12, 10), (40, 44, 45)))
    opened = [
        outcome(game, [Turn("Ada", first, tuple(one)), Turn("Ada", second, tuple(other))]) for first, second in WHEN
    ]
    assert opened[0] == opened[1] != opened[2]


def test_what_was_never_in_sight_is_not_made_up():
    assert told(session_at(LAST, turns=2), PLAYED_ON.look()) is None


def test_the_next_triplets_are_not_taken_for_the_rounds_own():
    early = Table(BEFORE.after("red 1+8, blue 5+12, yellow 10").position, NEXT, (), BEFORE.places)
    problem = "The next triplets are out, but Ada is not the last to play"
    verdict = judged(session_at(BEFORE), early.look())
    assert isinstance(verdict, Unexplained)
    assert problem in verdict.problems
