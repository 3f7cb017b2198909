"""What players say themselves: a turn told from start to end, and a turn changed, however long ago."""

from dataclasses import replace

import pytest
from evening import LAST, after, chosen, date, given, kept, looks, press, shown, told

from lucca_pi.contract.questions import Choice, Option, Settle, Take
from lucca_pi.evening.state import Examining
from lucca_pi.evening.step import Continue, Looked, Pressed
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.session.memory import record_of


def by_hand(turn, deck):
    """The answers that tell a turn without openings, its cards one by one."""
    words = []
    for play in turn.play:
        words += [deck[int(play.card)].colour, str(play.card)]
    ways = {"palace": "{} to {}", "wall": "{} as a wall", "discard": "{} discarded"}
    ways = [ways[play.way].format(play.card, deck[int(play.card)].colour) for play in turn.play]
    return ["Enter the turn", "Others", *words, *ways]


def test_a_turn_can_be_told_from_start_to_end():
    state, _ = press(after(1), "up", "ok")
    turn = after(2).course.turns[0]
    state, done = told(state, *by_hand(turn, state.game.deck), "Yes")
    assert (state.course.turns, kept(done), state.course.looks) == ((turn,), ["Played"], 1)
    assert given(state, Looked(looks()[2], date(3)))[0].course.turns == after(3).course.turns


def test_a_triplet_that_was_seen_is_offered_as_one_answer():
    state, _ = press(after(1), "up", "ok")
    state, _ = chosen(state, "Enter the turn")
    assert [option.words.count(",") for option in state.mode.options] == [2, 2, 2, 2, 0]


def test_only_what_is_legal_is_offered_and_no_leaves_the_game_as_it_was():
    state, _ = press(after(1), "up", "ok")
    turn = after(2).course.turns[0]
    state, _ = told(state, *by_hand(turn, state.game.deck), "No, try again")
    assert isinstance(state.mode, Choice)
    state, _ = press(state, "back")
    assert (state.course, state.mode) == (after(1).course, None)


@pytest.mark.parametrize("number", [1, 9, LAST])
def test_any_turn_can_be_changed_and_told_points_follow(number):
    state, _ = press(after(LAST + 1), "up", "ok")
    state, _ = chosen(state, "Change a turn")
    assert len(state.mode.options) == LAST + 1
    state, _ = press(state, *["down"] * (LAST - number), "ok")
    assert state.mode.player == state.course.turns[number - 1].player
    assert shown(press(state, "back")[1]) == ["Ranking"]


def walled(state, number):
    """The state in which a card that turn `number` laid is said to have become a wall, told by hand."""
    turn = state.course.turns[number - 1]
    state, _ = press(state, "up", "ok")
    state, _ = chosen(state, "Change a turn")
    state, _ = press(state, *["down"] * (len(state.course.turns) - number), "ok")
    state, _ = told(state, "Enter it", "Others")
    for play in turn.play:
        state, _ = told(state, state.begun.setup.deck_file.deck[int(play.card)].colour, str(play.card))
    first, *rest = turn.play
    state, _ = chosen(state, f"{first.card} as a wall")
    colours = state.begun.setup.deck_file.deck
    return told(state, *(f"{play.card} to {colours[int(play.card)].colour}" for play in rest), "Yes")


def test_the_last_turn_changed_is_kept_and_its_points_are_told():
    state, _ = walled(after(2), 1)
    assert "but counts as a wall" in state.mode.text
    state, done = chosen(state, "Change it anyway")
    assert (kept(done), shown(done)) == (["Corrected"], ["Notice", "Prompt"])
    assert [play.way for play in state.course.turns[0].play] == ["wall", "palace", "palace"]
    replay(record_of(state.match))


def test_what_a_later_look_shows_otherwise_is_said_and_asked_about():
    state, done = walled(after(LAST + 1), 4)
    assert (kept(done), "Sure?" in state.mode.text) == ([], True)
    assert chosen(state, "As it was")[0].course == after(LAST + 1).course


def begun_to_change(turn):
    """A finished game in which that turn is said to have been as it was, just begun to be worked out."""
    whole = after(LAST + 1)
    settle = Settle(turn, whole.course.turns[turn - 1])
    return given(replace(whole, mode=Choice("", "", (Option("Yes", settle),))), Pressed("ok", date(99)))


def test_the_way_through_many_turns_is_shown():
    state, effects = begun_to_change(LAST - 5)
    seen = []
    while isinstance(state.mode, Examining):
        seen.append(effects[-1].snapshots[-1].screen.text)
        state, effects = given(state, Continue())
    assert len(seen) == len(set(seen)) == 13
    assert (seen[0][-4:], seen[-1][-6:], kept(effects)) == ("0 %.", "100 %.", ["Corrected"])


def test_what_goes_through_many_turns_can_be_left_and_heeds_no_other_press():
    state, _ = begun_to_change(LAST - 5)
    for _ in range(9):
        state, _ = given(state, Continue())
    assert given(state, Pressed("ok", "")) == given(state, Pressed("down", "")) == (state, [])
    left, _ = given(state, Pressed("back", ""))
    assert (left.mode, left.course) == (None, after(LAST + 1).course)
    assert given(left, Continue()) == (left, [])


def astray(number):
    """The look at a turn, with a card of Buonvisi's column thrown into the centre."""
    look = looks()[number]
    card = next(one for one in look.sightings if one.code == 68)
    rest = (one for one in look.sightings if one is not card)
    return replace(look, sightings=(*rest, replace(card, x_mm=3 * card.x_mm, y_mm=3 * card.y_mm)))


ASTRAY = "Buonvisi: yellow 68 lies in the centre, but should be under construction"


def entered_by_hand():
    """The state when that has been complained of, and the turn was entered all the same."""
    asked, _ = given(after(8), Looked(astray(8), date(9)))
    state, _ = chosen(asked, "No")
    assert state.mode.problems == (ASTRAY,)
    true = Option("so", Take(after(9).course.turns[-1:]))
    state = replace(state, mode=Choice("", "", (true,), state.mode.looks))
    return press(state, "ok")


def test_what_was_entered_by_hand_ends_the_complaint_for_the_turns_to_come():
    state, done = entered_by_hand()
    assert kept(done) == ["Played"]
    for number in (9, 10):
        state, _ = given(state, Looked(astray(number), date(number + 1)))
        assert state.mode.text.startswith(f"{ASTRAY}: ") and state.mode.text.endswith("Is that right?")
        state, done = chosen(state, "Yes")
        assert (kept(done), state.course.turns) == (["Played"], after(number + 1).course.turns)
