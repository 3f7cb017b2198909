"""A game of Lucco at the table: journal, screens, page, questions, undo, pause, resume, and why it was judged so."""

import json
from dataclasses import replace

import pytest

from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.devices.displays import USUAL
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.state import Waiting
from lucca_pi.evening.step import Looked, Rested
from lucca_pi.evening.views import snapshot
from lucca_pi.evening.why import why_look
from lucca_pi.games.lucco.game import GAME
from lucca_pi.games.lucco.rules.table import places_to_lay
from lucca_pi.games.lucco.session import show as types
from lucca_pi.games.lucco.session.setup import Setup
from lucca_pi.screens.pages import pages
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.web.news import Published
from lucca_pi.web.page import page
from tests.evening import given, kept, press, told
from tests.lucco.figures import after, begun, look, looked

BLUE, YELLOW, GREEN, RED = range(1, 11), range(11, 21), range(21, 31), range(31, 41)
FIRST = {1: (0, 0)}
SECOND = {**FIRST, 11: (1, 0)}
THIRD = {**SECOND, 31: (0, 1)}
FOURTH = {1: (0, 0), 11: (1, 0)}
ROW = [{1: (0, 0)}, *({code: (code - 1, 0) for code in range(1, count + 1)} for count in range(2, 6))]
"""Five in a row, which one player alone would have to lay: nobody else lays between."""


def problems(state):
    return [str(one) for one in state.mode.problems] if isinstance(state.mode, Disagreed) else []


def won():
    """Ada lays four times while the others find nothing to do, then wins."""
    state = after(ROW[0])
    for cells in ROW[1:]:
        state = looked(state, look(ROW[ROW.index(cells) - 1]), look(ROW[ROW.index(cells) - 1]), look(cells))
    return state


def test_it_is_played_to_its_end():
    state = won()
    assert (state.course.is_over, state.game.end.winner, len(state.course.turns)) == (True, "Ada", 13)
    assert [(one.rank, one.player) for one in GAME.show.standings(state.match)] == [(1, "Ada"), (2, "Ben"), (2, "Cid")]


AT_THE_END = {
    "as it lay": (look(ROW[-1]), ["Finish"], True),
    "the tile that won taken back": (look(ROW[-2]), ["Keep", "Keep", "ShowScreens"], False),
    "cleared": (look({}), ["ShowScreens"], True),
}


@pytest.mark.parametrize(("seen", "effects", "is_over"), AT_THE_END.values(), ids=AT_THE_END)
def test_five_in_a_group_win_if_they_lie_so_at_the_end(seen, effects, is_over):
    state, done = given(won(), Looked(seen, ""))
    assert ([type(one).__name__ for one in done], state.course.is_over) == (effects, is_over)


STATES = {
    "before the start": begun,
    "an empty table": after,
    "in mid-game": lambda: after(FIRST, SECOND, THIRD),
    "something wrong": lambda: looked(after(FIRST, SECOND), look({1: (0, 0)}), look({1: (0, 0), 11: (3, 0)})),
    "the end": won,
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_it_is_shown_on_screen_and_page_whatever_happens(state):
    now = state()
    assert all(one.size == (128, 64) for one in pages(snapshot(now), USUAL))
    found = state_overview(now)
    assert {*found} == {*types.Overview.__annotations__} and json.dumps(found)
    assert "Lucco" in page(Published(GAME.show.page, found))


def test_the_first_tile_may_lie_there_at_the_start():
    state = looked(begun(), look({11: (0, 0)}))
    assert [turn.player for turn in state.course.turns] == ["Ben"]


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ({31: (0, 0)}, "Ada lays red, but the first tile must be of their own colour"),
        ({1: (0, 0), 11: (1, 0)}, "2 tiles lie there already"),
        ({1: (0, 0), 11: (9, 0)}, "Tiles lie in several places, and I cannot tell which is the first"),
    ],
)
def test_nothing_else_may(cells, says):
    assert problems(looked(begun(), look(cells))) == [says]


def test_a_press_without_a_change_is_a_pass_where_some_throw_lets_one_pass():
    state = looked(after(FIRST), look(FIRST))
    assert [turn.action for turn in state.course.turns[1:]] == [None]


def test_where_no_throw_lets_one_pass_it_is_said():
    cells = {1: (0, 0), 11: (1, 0), 21: (0, 1)}
    state = looked(after({1: (0, 0)}, {1: (0, 0), 11: (1, 0)}, cells), look(cells))
    assert problems(state) == ["Nothing has changed, but Ada can do something with any throw"]


def test_a_tile_taken_away_is_taken_where_the_table_is_in_sight():
    state = after(FIRST, SECOND, THIRD, FOURTH)
    assert state.course.turns[-1].remove.at == (0, 1)


def test_a_tile_that_is_not_in_sight_is_not_taken_away_unasked():
    state = looked(after(FIRST, SECOND, THIRD), look(THIRD, hidden=[31]))
    assert problems(state) == ["red 1 is not in sight"]
    state = looked(state, look(THIRD, hidden=[31]))
    assert [str(one.words) for one in state.mode.options] == [
        "takes red 1 away",
        "Not finished yet",
        "None of these",
    ] or (isinstance(state.mode, Choice))


def test_two_turns_in_one_look_are_shown_for_one_press():
    state = looked(after(FIRST), look({**SECOND, 21: (0, 1)}))
    assert state.mode.text == "2 turns since the last look: Ben: lays yellow 1; Cid: lays green 1. Is that right?"
    state, done = told(state, "Yes")
    assert (kept(done), [turn.player for turn in state.course.turns]) == (["Played", "Played"], ["Ada", "Ben", "Cid"])
    state = looked(state, look({**SECOND, 21: (0, 1), 1: (0, 0), 2: (1, 1)}))
    assert state.mode is Waiting and state.course.turns[-1].lay.at == (1, 1)


def test_after_a_pause_all_lies_as_it_did():
    state, _ = press(after(FIRST, SECOND, THIRD), "up", "ok")
    state, _ = told(state, "Pause, then check")
    wrong = looked(state, look(FOURTH, bare=[(0, 1)]))
    assert problems(wrong) == ["red 1 is gone"]
    assert looked(wrong, look(THIRD)).mode is Waiting


def test_the_table_is_right_as_it_lies():
    state = looked(after(FIRST, SECOND, THIRD), look({**FIRST, 12: (1, 0), 32: (0, 1)}))
    state, _ = press(state, "down")
    state, _ = told(state, "The table is right")
    state, done = told(state, "Yes, settled") if isinstance(state.mode, Choice) else (state, [])
    assert kept(done) == ["Adjusted"] or problems(state) == ["Everything lies as it did"]


def test_a_turn_is_told_by_hand():
    state, _ = press(after(FIRST), "up", "ok")
    state, _ = told(state, "Enter the turn", "A tile was laid", "yellow")
    state, _ = press(state, "ok")
    state, done = told(state, "Yes")
    assert (kept(done), state.game.position.table.pieces[state.course.turns[-1].lay.at]) == (["Played"], "yellow")


def test_a_tile_told_by_hand_is_known_once_it_is_seen():
    state, _ = press(after(FIRST), "up", "ok")
    state, _ = told(state, "Enter the turn", "A tile was laid", "yellow")
    state, _ = press(state, "ok")
    state, _ = told(state, "Yes")
    at = state.course.turns[-1].lay.at
    state = looked(state, look({1: (0, 0), 14: at, 22: (at[0] * 2, at[1] * 2)}))
    assert (state.mode, state.course.memory.cells[14]) == (Waiting, at)


def test_an_earlier_turn_is_corrected():
    state, _ = press(after(FIRST, SECOND), "up", "ok")
    state, _ = told(state, "Change a turn", "2. Ben: lays yellow 1")
    words = [str(one.words) for one in state.mode.options]
    assert words == ["lays yellow 1", "nothing possible", "Enter it", "As it was"]
    assert told(state, "lays yellow 1")[0].course == state.course  # as it was
    assert told(state, "nothing possible")[0].mode.text == "nothing possible?"


def die(face, *, at=(300.0, 300.0)):
    return Sighting(face, *at, 0.0)


def with_die(one, face, **how):
    return Look((*one.sightings, die(face, **how)), one.mm_per_px, one.view_mm, bare=one.bare)


def test_a_throw_that_is_seen_stands_in_the_record():
    state = looked(after(FIRST), with_die(look(SECOND), 56))
    assert state.course.turns[-1].die == "white"


def test_a_throw_that_does_not_allow_what_was_done_is_told_at_once():
    state = looked(after(FIRST), with_die(look(SECOND), 51))
    assert problems(state) == ["Ben lays yellow, but threw blue, which means: take away a blue tile"]


def test_a_die_that_lies_as_it_lay_was_not_thrown():
    state = looked(after(FIRST), with_die(look(SECOND), 52), with_die(look({**SECOND, 21: (0, 1)}), 52))
    assert [turn.die for turn in state.course.turns] == [None, "yellow", None]


def test_a_throw_at_rest_says_what_is_to_be_done():
    _state, done = given(after(FIRST), Rested(with_die(look(FIRST), 51), ""))
    (show,) = done
    assert str(show.snapshots[-1].screen.text) == "Threw blue: take away a blue tile."


def test_a_quarter_in_sight_means_that_another_game_lies_there():
    state = looked(after(FIRST), Look((Sighting(1, 0, 0, 0), Sighting(102, 200, 0, 0)), 0.4, ()))
    assert problems(state) == ["A quarter of Lucca Città is in sight, but Lucco was chosen"]


UNPRESSED = Setup(passes=False)


def test_where_passes_are_not_pressed_who_took_a_tile_away_is_asked():
    state = after(FIRST, {**FIRST, 11: (1, 0)}, {**FIRST, 11: (1, 0), 31: (0, 1)}, setup=UNPRESSED)
    state, _ = told(state, "Cid") if isinstance(state.mode, Choice) else (state, [])
    before = state.game.position.next
    state = looked(state, look({1: (0, 0), 11: (1, 0)}, bare=[(0, 1)]))
    assert state.mode.text == "who took the red tile away?"
    assert str(state.mode.options[0].words) == before


def test_a_tile_of_the_own_colour_tells_who_laid_it_and_who_passed():
    state = looked(after(FIRST, setup=UNPRESSED), look({1: (0, 0), 21: (1, 0)}))
    assert state.mode is Waiting
    assert [(turn.player, turn.action is None) for turn in state.course.turns] == [
        *(("Ada", False), ("Ben", True), ("Cid", False)),
    ]


def test_hands_free_a_table_at_rest_is_no_pass():
    state, done = given(after(FIRST), Rested(look(FIRST), "", takes=True))
    assert (kept(done), state.mode) == ([], Waiting)
    state, done = given(state, Rested(look(SECOND), "", takes=True))
    assert kept(done) == ["Played"]


def test_two_passes_before_an_unchanged_table_are_two_looks():
    state = looked(after(ROW[0]), look(ROW[0]), look(ROW[0]))
    assert (len(state.course.turns), state.course.looks) == (3, after(ROW[0]).course.looks + 2)


def test_a_miss_on_an_empty_table_may_be_pressed():
    state = looked(after(), look({}))
    assert (state.mode, [(turn.player, turn.action) for turn in state.course.turns]) == (Waiting, [("Ada", None)])
    turns = looked(state, look({21: (0, 0)})).course.turns
    assert [turn.player for turn in turns] == ["Ada", "Cid"]


def test_a_miss_is_asked_about_where_nothing_shows_that_the_table_is_empty():
    nothing = replace(look({}), bare=())
    assert looked(after(), nothing).mode.text == "No tile is in sight: nothing possible. Is that right?"
    assert looked(after(), with_die(nothing, 53)).course.turns == ()  # Cid may have thrown it, and laid
    assert [turn.die for turn in looked(after(), with_die(nothing, 54)).course.turns] == ["red"]


@pytest.mark.parametrize(("away_mm", "is_asked"), [(100, True), (300, False)])
def test_a_tile_that_lies_beside_the_figure_was_knocked_off_or_taken_away(away_mm, is_asked):
    state = looked(after(FIRST, SECOND, THIRD), look(THIRD, off={31: (0, away_mm)}, bare=[THIRD[31]]))
    assert isinstance(state.mode, Choice) is is_asked
    assert is_asked or state.course.turns[-1].remove


def test_a_pass_is_asked_about_where_the_die_lies_as_it_lay():
    state = looked(after(FIRST), with_die(look(FIRST), 53), with_die(look(FIRST), 53))
    assert (state.mode.text, len(state.course.turns)) == (
        "The die has not moved: nothing possible. Is that right?",
        2,
    )


def test_a_pass_is_asked_about_where_a_die_that_was_in_sight_is_not_read():
    state = looked(after(FIRST), with_die(look(FIRST), 53), look(FIRST))
    assert state.mode.text == "I do not see what was thrown: nothing possible. Is that right?"
    assert [str(one.words) for one in state.mode.options] == ["Yes", "No", "Not finished yet"]
    state, _ = told(state, "Not finished yet")
    assert (state.mode, len(state.course.turns)) == (Waiting, 2)


def test_a_press_without_a_throw_is_no_pass_though_the_die_was_hidden_in_between():
    laid = with_die(look(SECOND), 52)
    hidden, again = look({**SECOND, 21: (0, 1)}), with_die(look({**SECOND, 21: (0, 1)}), 52)
    state = looked(after(FIRST), laid, hidden)
    taken = len(state.course.turns)
    state = looked(state, again)
    assert len(state.course.turns) == taken and state.mode is not Waiting


def test_a_die_far_from_two_tiles_that_tell_a_degree_amiss_lies_as_it_lay():
    state = looked(after(FIRST), with_die(look(SECOND), 53), with_die(look(SECOND), 53, at=(312.0, 288.0)))
    assert state.course.turns[2:] == () and state.mode is not Waiting


def test_one_change_that_the_die_in_sight_forbids_is_no_split():
    state = looked(after(FIRST), with_die(look({**FIRST, 31: (1, 0)}), 52))
    assert problems(state) == ["Ben lays red, but threw yellow, which means: lay a yellow tile"]


def advised(state):
    found = state_overview(replace(state, advice=True))
    return found, str(page(Published(GAME.show.page, found)))


def test_advice_is_drawn_on_the_plan():
    found, text = advised(after(FIRST, SECOND, THIRD))
    assert len(found["places"]) == len(places_to_lay(after(FIRST, SECOND, THIRD).game.position.table))
    assert "a tile may be laid here" in text and "may be taken away" in text


def test_a_throw_that_lets_nothing_be_laid_marks_no_place():
    state, _ = given(after(FIRST, SECOND), Rested(with_die(look(SECOND), 51), ""))
    found, text = advised(state)
    assert found["places"] == [] and "a tile may be laid here" not in text


def test_without_advice_nothing_is_marked():
    found = state_overview(after(FIRST, SECOND))
    assert found["places"] == [] and "may be taken away" not in page(Published(GAME.show.page, found))


NOTHING = replace(look({}), bare=())
"""A picture without a code, of which nothing tells whether the table is empty."""


@pytest.mark.parametrize("one", [look({}), "die"], ids=["nothing", "the die alone"])
def test_the_only_tile_is_taken_away_without_a_question_where_the_table_is_empty(one):
    empty = with_die(look({}), 51) if one == "die" else one
    state = looked(after(FIRST), empty)
    assert (state.mode, [str(GAME.words.turn_line(turn)) for turn in state.course.turns][1:]) == (
        Waiting,
        ["Ben: takes blue 1 away"],
    )


@pytest.mark.parametrize("one", [NOTHING, "die"], ids=["nothing", "the die alone"])
def test_one_question_settles_whether_the_only_tile_was_taken_away(one):
    unseen = with_die(NOTHING, 51) if one == "die" else one
    state = looked(after(FIRST), unseen)
    assert isinstance(state.mode, Choice)
    state, _ = press(state, "ok")
    assert (state.mode, len(state.game.position.table)) == (Waiting, 0)


def test_two_tiles_taken_away_in_one_look_are_shown_for_one_press_where_the_table_is_empty():
    state = looked(after({11: (0, 0)}, {11: (0, 0), 21: (1, 0)}), look({}))
    assert isinstance(state.mode, Choice) and not problems(state)
    assert problems(looked(after({11: (0, 0)}, {11: (0, 0), 21: (1, 0)}), NOTHING)) == [
        "No tile of the figure is in sight"
    ]


def explained(before, now, taken=()):
    state = after(*before)
    return why_look(state, (look(now),), taken).explanation


def test_a_tile_that_is_new_is_the_turn_of_the_player_in_turn_and_of_nobody_else():
    told = explained([FIRST], SECOND)
    assert (told.sure, told.weight) == ("sure", None)
    assert told.data["seen"] == ["yellow 1 is new", "no throw is seen"]
    assert [line.partition(":")[0] for line in told.data["explains"]] == ["Ben"]
    assert "Ada: lays yellow 1: Ada plays, but it is Ben's turn" in told.data["does_not"]


def test_a_forgotten_press_is_told_as_several_turns():
    told = explained([FIRST], {**SECOND, 21: (0, 1)})
    assert (told.sure, len(told.best)) == ("several", 2)


def test_what_no_turn_explains_is_told_with_its_reason():
    told = explained([FIRST, SECOND], FIRST | {11: (3, 0)})
    assert told.sure == "none" and told.data["decision"].startswith("no legal turn explains the look: ")
