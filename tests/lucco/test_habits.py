"""Whole evenings, and what people do once in one: whatever it is, nothing is silently wrong, and it goes on."""

import json

import pytest

from lucca_pi.evening.journal import event_json, events_from_json
from lucca_pi.evening.state import Waiting, after_event
from lucca_pi.evening.step import Keep, Looked
from lucca_pi.games import scored
from lucca_pi.games.lucco.game import GAME
from tests.cases import first_of
from tests.evening import answers, given, kept, press, told
from tests.lucco.figures import after, look, looked
from tests.lucco.habits import HABITS, ORDINARY, WORST, judge, with_once
from tests.lucco.sim import deed_of

PAIRS = ("scattered+forgot-1", "flipped+twice", "die-turned+wrong-removed", "pushed+laid-askew", "restart+undone")
NEVER_ENDS = ("forgot-3",)
"""Four turns in one look are told by hand; the simulated people do not find their places among so many."""


def played(names):
    """The first evening that has a moment for all of the habits."""
    evenings = (with_once(names, seed) for seed in range(4, 40))
    return next(evening.notes for evening in evenings if evening.play() and not evening.waiting)


@pytest.mark.parametrize("names", [*HABITS, *PAIRS])
def test_nothing_is_silently_wrong(names):
    notes = played(names)
    assert notes.stuck == "" or names in NEVER_ENDS
    assert notes.wrong == ""


@pytest.mark.parametrize("name", ["twice", "early"])
def test_with_the_die_in_sight_a_press_too_many_is_no_pass(name):
    for seed in (501, 503, 509, 535):
        evening = with_once(name, seed)
        notes = evening.play()
        assert not evening.is_blind and evening.happened
        assert (notes.stuck, notes.wrong) == ("", "")


FIRST, SECOND = {1: (0, 0)}, {1: (0, 0), 11: (1, 0)}
THIRD = {1: (0, 0), 31: (1, 0)}
PASSED = looked(after(FIRST), look(FIRST, shifted=(1.0, 0.0)))
"""Ben has pressed OK before anything was done, and seems to have passed."""


def lines(state):
    return [str(GAME.words.turn_line(turn)) for turn in state.course.turns]


def test_a_tile_tells_by_its_colour_that_ok_came_too_early():
    state = looked(PASSED, look(SECOND))
    assert state.mode.text == "Cid lays yellow, which is Ben's. Which was it?"
    too_many, forgotten, none = answers(state)
    assert too_many == "One OK too many: 2. Ben: nothing possible"
    assert forgotten == "Cid: nothing possible; Ada: nothing possible; Ben: lays yellow 1"
    right, effects = told(state, too_many)
    assert (lines(right), right.game.player_in_turn) == (["Ada: lays blue 1", "Ben: lays yellow 1"], "Cid")
    ((_round, number, asked),) = right.course.asked
    assert (number, asked.given, asked.answers) == (2, 0, (too_many, forgotten))
    assert (kept(effects), right.course.looks) == (["Corrected", "Played"], state.course.looks + 1)
    assert len(lines(told(state, forgotten)[0])) == 5
    assert [str(one) for one in told(state, none)[0].mode.problems] == ["Cid lays yellow, which is Ben's"]


def test_turns_after_an_ok_too_many_are_those_of_the_players_before():
    state = looked(PASSED, look(THIRD), look({**THIRD, 21: (0, 1)}))
    state, _ = told(state, "One OK too many: 2. Ben: nothing possible")
    assert lines(state) == ["Ada: lays blue 1", "Ben: lays red 1", "Cid: lays green 1"]
    assert scored(json.dumps(GAME.record_json(state.match))).document()["next"] == "Ada"


def test_what_came_after_a_pass_that_nothing_proves_says_how_to_correct_it():
    state = looked(PASSED, look(THIRD))
    assert GAME.show.last_turn(state.match).moves == ("lays red 1", "If Ben did it: Up, then Change a turn")
    menu, _ = press(state, "up", "ok")
    too_many = "One OK too many: 2. Ben: nothing possible"
    right, effects = told(menu, "Change a turn", "3. Cid: lays red 1", too_many)
    assert lines(right) == ["Ada: lays blue 1", "Ben: lays red 1"]
    assert GAME.show.last_turn(right.match).moves == ("lays red 1",)
    (event,) = (effect.event for effect in effects if isinstance(effect, Keep))
    kept_as = json.loads(json.dumps([event_json(one, GAME) for one in (state.begun, event)]))
    assert after_event(state, [*events_from_json(kept_as)][1]).course == right.course
    assert press(right, "undo")[0].course == state.course


@pytest.mark.parametrize(("code", "left"), [(21, []), (31, [2])], ids=["own colour", "pot"])
def test_who_lays_the_own_colour_proves_whose_turn_it_was(code, left):
    assert [*GAME.referee.unproved_passes(looked(PASSED, look({**FIRST, code: (1, 0)})).match)] == left


def test_ok_that_comes_twice_at_once_is_asked_about_where_nothing_has_changed():
    state, effects = given(after(FIRST), Looked(look(FIRST), "", soon=True))
    assert (state.mode.text, kept(effects)) == (
        "OK was pressed twice, and nothing has changed: nothing possible. Is that right?",
        [],
    )
    assert lines(told(state, "Yes")[0]) == ["Ada: lays blue 1", "Ben: nothing possible"]
    state, _ = told(state, "Not finished yet")
    assert (state.mode, lines(state)) == (Waiting, ["Ada: lays blue 1"])
    assert lines(given(state, Looked(look(SECOND), "", soon=True))[0])[1:] == ["Ben: lays yellow 1"]


def test_the_only_tile_taken_away_and_another_laid_first_in_one_look_are_one_question():
    state = looked(after(FIRST), look({21: (0, 0)}))
    moves = "Ben: takes blue 1 away; Cid: lays green 1"
    assert state.mode.text == f"2 turns since the last look: {moves}. Is that right?"
    state, _ = told(state, "Yes")
    assert (state.mode, state.game.player_in_turn, state.course.memory.cells) == (Waiting, "Ada", {21: (0, 0)})
    for own_or_pot in (11, 31):  # Ben may have laid it beside the tile that is not seen
        hidden = looked(after(FIRST), look({own_or_pot: (0, 0)}))
        assert [str(one) for one in hidden.mode.problems] == ["blue 1 is not in sight"]


@pytest.mark.parametrize("name", ["twice", "early"])
def test_without_a_die_a_press_too_many_is_found_later(name):
    for seed in (30, 42, 56, 76):
        evening = with_once(name, seed)
        notes = evening.play()
        assert evening.is_blind and evening.happened and not (notes.stuck or notes.wrong)
        assert [deed_of(turn) for turn in evening.state.course.turns] == evening.deeds


@pytest.mark.long
@pytest.mark.parametrize("seed", first_of(range(3)))
@pytest.mark.parametrize("condition", ["quiet", ORDINARY, f"{ORDINARY}+parted+wrong-removed"])
def test_with_a_press_a_turn_nothing_is_wrong_and_nothing_asked_but_of_an_only_tile_below_a_cup(condition, seed):
    lines = []
    notes = judge(condition, seed, tell=lines.append)
    asked = [line for line in lines if line.startswith("  asked") and "is not in sight: takes" not in line]
    assert (notes.stuck, notes.wrong, asked) == ("", "", [])


def test_squares_are_played_as_well():
    notes = judge(ORDINARY, 3, "square")
    assert (notes.stuck, notes.wrong) == ("", "")


@pytest.mark.long
@pytest.mark.parametrize("seed", first_of(range(2)))
def test_where_passes_are_not_pressed_the_truth_is_among_the_answers(seed):
    notes = judge(f"{ORDINARY}+unpressed", seed)
    assert (notes.stuck, notes.wrong) == ("", "")
    assert notes.ranks and None not in notes.ranks


def test_forgotten_presses_leave_the_table_right():
    assert judge(WORST, 1).wrong == ""
