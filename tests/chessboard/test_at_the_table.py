"""A game on a chess board through the whole evening: journal, screens, page, undo, questions, struggles, resume."""

import json
from dataclasses import replace

import pytest

from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.contract.setup import setup_from
from lucca_pi.devices.displays import USUAL
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.state import Waiting, begin_evening
from lucca_pi.evening.step import Keep, Looked, Pressed, step
from lucca_pi.evening.views import snapshot
from lucca_pi.games.chessboard.game import GAME
from lucca_pi.games.chessboard.rules.position import read_position, write_city
from lucca_pi.games.chessboard.table.reading import STEP
from lucca_pi.screens.pages import pages
from lucca_pi.table.sighting import Sighting
from lucca_pi.web.news import Published
from lucca_pi.web.page import page
from tests.chessboard.boards import START
from tests.chessboard.sim.lying import LOT_MM, look_at, shadowed, table_of


def begun(start="", **settings):
    given = {"colours": ["red", "white", "blue"], "start": start, **settings}
    return begin_evening(
        Begun(GAME, setup_from(GAME.rules.setup, given), None, {3: "Rosa", 1: "Wim", 4: "Bea"}, "2026-05-01")
    )


def city(text, took=""):
    return read_position(f"8 | {text} | Rosa red, Wim white, Bea blue | {took}")


def shown(state, text, **changes):
    """The state after a look at this city, what was kept, and that every screen and the page can be drawn."""
    table = replace(table_of(city(text), stairs=state.begun.setup.stairs), **changes)
    state, effects = step(state, Looked(look_at(table), "2026-05-01T20:00"))
    assert pages(snapshot(state), USUAL) and "<svg" in page(Published(GAME.show.page, state_overview(state)))
    return state, [effect.event for effect in effects if isinstance(effect, Keep)]


def after(*cities, start=""):
    state, events = begun(start), []
    for text in (start or "empty", *cities):
        state, kept = shown(state, text)
        events += kept
    return state, events


def press(state, *buttons):
    for button in buttons:
        state, _ = step(state, Pressed(button, "2026-05-01T20:01"))
    return state


def chosen(state, words):
    options = [option.words for option in state.mode.options]
    return press(state, *["down"] * ((options.index(words) - state.mode.chosen) % len(options)), "ok")


def test_a_turn_is_taken_from_one_look():
    state, events = after("a1 w, b1 r", "a1 w, b1 rw, b2 k")
    assert [type(one).__name__ for one in events] == ["Started", "Played", "Played"]
    assert write_city(state.game.position.city) == "a1 w, b1 rw, b2 k"
    assert state.game.player_in_turn == "Bea"


def test_a_record_does_not_tell_which_bricks_are_floors():
    assert "floor" not in json.dumps(GAME.record_json(after("a1 w, b1 r", "a1 w, b1 rw, b2 k")[0].match))


def test_undo_takes_a_turn_back():
    state = press(after("a1 w, b1 r", "a1 w, b1 r, h1 k, h3 b")[0], "undo")
    assert write_city(state.game.position.city) == "a1 w, b1 r"


SAID = {
    "no new brick": ("a1 w, b1 r", "No new brick is in sight"),
    "one brick": ("a1 w, b1 r, c7 b", "One brick: a blue house at c7"),
    "a house gone": ("b1 r, c7 b, d7 k", "a1: the white house is not there"),
    "a house gone, and nothing placed": ("b1 r", "a1: the white house is not there"),
    "one colour twice": (
        "a1 w, b1 r, c7 b, e7 b",
        "c7, e7: both bricks are blue; a turn's two bricks have different colours",
    ),
}


@pytest.mark.parametrize(("text", "problem"), SAID.values(), ids=SAID)
def test_what_is_no_turn_is_said(text, problem):
    state, kept = shown(after("a1 w, b1 r")[0], text)
    assert isinstance(state.mode, Disagreed) and not kept
    assert problem in state.mode.problems


def test_a_floor_that_may_not_be_is_refused_with_its_reason():
    state, _ = shown(after("a1 w, b1 r")[0], "a1 wb, b1 r, h8 k")
    assert isinstance(state.mode, Disagreed)
    assert state.mode.problems[0].startswith("a1: ")


EITHER_ORDER = "b2 k, b3 b, b8 b, c4 bwrk, c5 r, c6 w, c7 w, d3 w, d4 w, d5 r, d8 b, e2 k, e3 k, e5 r, e7 r, f1 r, f2 r"
"""Of two houses at b4 and b6 each joins the tower c4 to another: a7, and b1. The first takes the house at g2."""


def test_prisoners_of_either_order_are_named_and_a_table_legal_in_one_is_asked_about():
    start = f"a4 k, a6 r, a7 wr, b1 wb, g2 b, h1 b, h2 w, h3 k, h4 w, {EITHER_ORDER}"
    half_way = f"a4 k, a6 r, a7 r, b1 b, b4 r, b6 b, h1 b, h2 w, h3 k, h4 w, {EITHER_ORDER}"
    state, _ = after(half_way, start=start)
    assert state.mode.problems == (
        "If red was placed first: Wim takes one of the blue houses: b1, b3.",
        "If blue was placed first: Wim takes the blue house at b6.",
    )
    state, kept = shown(state, half_way.replace("b3 b, ", ""))
    assert not kept and state.mode.text.endswith("a blue house at b6, prisoners b3. Is that right?")


def test_a_struggle_is_led_step_by_step():
    state, _ = after(start=START)
    placed = START.replace("b4 wrk", "b4 wrkb") + ", d4 r"
    state, _ = shown(state, placed)
    assert "Put the top of f4, blue, back into the supply." in state.mode.problems
    felled = placed.replace("f4 brwk", "f4 rwk")
    state, _ = shown(state, felled)
    assert "Bea takes the white house at a4." in state.mode.problems
    state, _ = shown(state, felled.replace("a4 w, ", ""))
    assert "Put the top of b4, white, back into the supply." in state.mode.problems
    state, kept = shown(state, "a3 b, a5 b, b3 k, b4 rkbrw, b5 r, c4 k, d4 r, e4 k, f3 k, f4 k, f5 w")
    assert kept[0].turn.bricks[1].prisoners == ("a4",)
    assert [event.kind for event in state.game.told[-1].events][-1] == "merge"


def test_a_press_forgotten_is_made_up_for():
    state, kept = shown(after("a1 w, b1 r")[0], "a1 w, b1 r, h1 k, h3 b, e5 w, e7 b")
    assert isinstance(state.mode, Choice) and not kept
    state = press(state, "ok")
    assert len(state.course.turns) == 3


GONE = {
    "the only floor of a tower": ("b1 k, b2 k, c8 bkkr", "b1: the lowest floors are not all in sight"),
    "the lowest of three": ("b1 kr, b2 k, c8 bkk", "c8: the lowest floors are not all in sight"),
}


@pytest.mark.parametrize(("text", "problem"), GONE.values(), ids=GONE)
def test_a_floor_gone_from_a_tower_that_nobody_touched_is_said(text, problem):
    state, _ = after(start="b1 kr, b2 k, c8 bkkr")
    state, kept = shown(state, f"{text}, e5 b, e7 k")
    assert (state.mode.problems, kept) == ((problem,), [])


def test_a_floor_that_only_the_supply_speaks_for_is_asked_about():
    text = "b8 k, c6 k, c7 k, c8 bkkk, d8 k"
    state, _ = after(start=text)
    looked = look_at(table_of(city(f"{text.replace('bkkk', 'bkkkk')}, h1 b"), mat=True))
    state, _ = step(state, Looked(looked, "2026-05-01T20:00"))
    assert state.mode.text.startswith("c8: its stairs look as they did before")


def test_a_prisoner_that_is_not_in_its_field_is_said():
    state, _ = after("a1 w, b1 r")
    looked = look_at(table_of(city("a1 w, b1 r, e5 b, e7 k", "white 1 red"), mat=True))
    state, _ = step(state, Looked(looked, "2026-05-01T20:00"))
    assert "Prisoners of white: I count 1 red, there should be 0" in state.mode.problems


def test_a_brick_between_lots_is_pushed_inside_and_then_taken():
    state, _ = after("a1 w, b1 r")
    wrong, _ = shown(state, "a1 w, b1 r, c7 b, e7 k", moved={"c7": complex(LOT_MM / 2 - 3, 0)})
    assert wrong.mode.problems == ("A blue brick lies between c7, d7",)
    right, kept = shown(wrong, "a1 w, b1 r, c7 b, e7 k")
    assert right.mode is Waiting and len(kept) == 1


def test_a_brick_on_the_boards_edge_is_no_house():
    state, _ = after("a1 w, b1 r")
    state, kept = shown(state, "a1 w, b1 r, c7 b", loose=(("black", complex(4 * LOT_MM + 3, 0.4 * LOT_MM)),))
    assert (state.mode.problems, kept) == (("A black brick lies on the board's edge at h4",), [])


def test_straight_stacks_leave_a_question_of_one_fact():
    houses = "a3 w, b3 r, c3 w, e3 r, f3 w, g3 r"
    state, _ = shown(begun(houses, layout="straight"), houses)
    state, _ = shown(state, f"{houses}, h8 k")
    assert isinstance(state.mode, Choice) and state.mode.options[-1].words == "None of these"
    assert len(state.mode.options) <= 4


def test_a_turn_is_told_by_hand():
    state = press(after("a1 w, b1 r")[0], "up", "ok")
    for words in ("Enter the turn", "blue", "h", "h8", "red", "As a house", "g", "g8", "Yes"):
        state = chosen(state, words)
    assert write_city(state.game.position.city) == "a1 w, b1 r, g8 r, h8 b"


# the city; the lot of a struggle, and whom players say it takes, one after another
STRUGGLES = {
    "no prisoner to choose": ("c4 rw, c5 k, c6 k, e4 bk, e5 k", "d4", (), ()),
    "one of two": ("c4 wr, c5 w, c6 k, c7 w, e4 rk, e5 k", "d4", (("c5", "c7"),), ("c7",)),
    "the only one": ("b4 wr, b5 k, b6 k, c4 w, e4 rrr, e5 k", "d4", (("c4",),), ("c4",)),
}


@pytest.mark.parametrize(("start", "lot", "asked", "taken"), STRUGGLES.values(), ids=STRUGGLES)
def test_whom_a_struggle_takes_prisoner_is_told_by_hand(start, lot, asked, taken):
    state = press(after(start=start)[0], "up", "ok")
    state = chosen(chosen(state, "Enter the turn"), "white")
    if state.mode.text == "where?":
        state = chosen(state, "As a house")
    state = chosen(chosen(state, lot[0]), lot)
    for lots, one in zip(asked, taken, strict=True):
        assert state.mode.text == "which white house does red take?"
        assert tuple(option.words for option in state.mode.options) == lots
        state = chosen(state, one)
    assert state.mode.text == "brick 2, which colour?"
    (brick,) = state.mode.options[0].lead.entered.turn.bricks
    assert (brick.colour, brick.at, brick.prisoners) == ("white", lot, taken)


def test_a_switch_is_told_by_the_menu():
    state, _ = shown(begun(switch=True), "empty")
    state, _ = shown(state, "a1 w, b1 r")
    state = chosen(press(state, "up", "ok"), "Rosa takes black")
    assert [one.colour for one in state.game.position.players] == ["black", "white", "blue"]


def test_the_table_is_right_as_it_lies():
    state, _ = after("a1 w, b1 r")
    state, _ = shown(state, "a1 wkk, b1 r, h8 r")
    state = chosen(press(state, "down"), "The table is right")
    while isinstance(state.mode, Choice):
        words = [option.words for option in state.mode.options]
        state = chosen(
            state, next(one for one in ("Yes, settled", "No", "white, black, black", "red", words[0]) if one in words)
        )
        if state.mode is Waiting:
            break
    assert write_city(state.game.position.city) == "a1 wkk, b1 r, h8 r"


def test_a_quarter_card_in_sight_is_said():
    one = look_at(table_of(city("empty")))
    seen = replace(one, sightings=(*one.sightings, Sighting(101, 300, 300, 0)))
    state, _ = step(begun(), Looked(seen, ""))
    assert state.mode.problems == ("A quarter card is in sight: this is Lucca on a chess board",)


def test_players_and_size_are_chosen_at_the_table():
    state = press(begun(), "up", "ok")
    for words in ("City: 8 × 8 lots", "6 × 6 lots", "Players: red, white, blue", "blue", "black", "Nobody else"):
        state = chosen(state, words)
    assert (state.begun.setup.size, state.begun.setup.colours) == (6, ("blue", "black"))


def test_a_floor_below_a_house_of_the_same_turn_is_thought_of_in_straight_stacks():
    houses = "b1 r, b2 b, c3 b"
    state, _ = shown(begun(houses, layout="straight"), houses)
    state, _ = shown(state, f"{houses}, b3 wb")
    assert isinstance(state.mode, Choice)
    assert any("b3" in option.words for option in state.mode.options)


def test_a_house_that_is_a_prisoner_at_once_is_thought_of_though_the_tops_stay():
    before = (
        "a4 b, a5 b, b1 b, b3 w, b5 rb, c1 kk, c2 k, c6 w, d2 k, d4 b, d6 b, d7 w, e1 w, e2 b, e5 w, e7 k, f2 k, f4 k, "
        "f5 k, f8 b, g3 r, g4 k, g5 k, g7 wb, g8 b, h3 rkkw, h6 r, h8 b"
    )
    after = before.replace("c1 kk", "c1 k").replace("d4 b", "d3 b, d4 b")
    state, _ = shown(begun(before, colours=["red", "black", "white", "blue"]), before)
    state, kept = shown(state, after)
    assert isinstance(state.mode, Choice) and not kept
    assert all(one in state.mode.text for one in ("where did", "go?"))


def test_a_floor_of_a_straight_stack_is_never_taken_without_a_word():
    houses = "a1 r, b1 w"
    state, _ = shown(begun(houses, layout="straight"), houses)
    state, kept = shown(state, f"{houses}, d5 r")
    assert state.mode.text.startswith("a1: a straight stack hides its floors")
    assert isinstance(state.mode, Choice) and not kept


BLOCK = "c3 w, c4 r, d2 w, d4 r, e3 w"
"""Houses around d3: below a tower that shows white, white and red, the first of white and red shows in nothing."""


def test_a_press_that_may_have_come_after_one_brick_waits_for_the_next_look():
    state, events = after(f"{BLOCK}, d3 krwwwr", start=f"{BLOCK}, d3 krww")
    assert events[-1].others and state.mode is Waiting
    state, events = shown(state, f"{BLOCK}, d3 krwwwr, a1 w, a8 k")
    assert [type(one).__name__ for one in events] == ["Corrected", "Played"]
    assert state.course.open_turn is None and len(state.game.position.city.stacks["d3"]) == 6


def test_whether_a_press_came_after_one_brick_is_asked_once_the_second_lies_there():
    state, _ = after(f"{BLOCK}, d3 krwwr", start=f"{BLOCK}, d3 krww")
    state, events = shown(state, f"{BLOCK}, d3 krwwr, h8 k")
    assert isinstance(state.mode, Choice) and not events
    state = chosen(chosen(state, "No white brick was placed"), "Change it anyway")
    assert state.mode is Waiting and state.game.player_in_turn == "Wim"
    assert len(state.game.position.city.stacks["d3"]) == 5


TOWER = "b4 wrk, a4 w, b5 r, b3 k, a3 b"


def with_strip(text, at, colour=""):
    """A look at this city, with one strip too many below a tower: a shadow, say."""
    return shadowed(table_of(city(text)), at, colour)


def looked(state, look):
    return step(state, Looked(look, "2026-05-01T20:00"))[0]


@pytest.mark.parametrize("colour", ["", "white"])
def test_after_two_complaints_about_a_tower_its_floors_are_asked_and_believed_until_it_is_touched(colour):
    state, turn, later = after(start=TOWER)[0], f"{TOWER}, h8 b, g1 k", f"{TOWER}, h8 b, g1 k, h6 w, f1 r"
    for _ in range(2):
        state = looked(state, with_strip(turn, "b4", colour))
        assert isinstance(state.mode, Disagreed) and state.mode.problems[0].startswith("b4: ")
    state = looked(state, with_strip(turn, "b4", colour))
    assert state.mode.text == "b4, from the top down?"
    state = chosen(state, "white, red, black")
    state = looked(state, with_strip(later, "b4", colour))
    assert (state.mode, len(state.course.turns)) == (Waiting, 2)
    state = looked(state, look_at(table_of(city(later.replace("wrk", "wrkb") + ", f8 w"))))
    assert "b4 wrkb" in write_city(state.game.position.city)


def test_the_floors_of_a_tower_are_told_brick_by_brick():
    state = after(start=TOWER)[0]
    for _ in range(3):
        state = looked(state, with_strip(f"{TOWER}, h8 b, g1 k", "b4"))
    for words in ("Something else", "white", "red", "black", "Nothing more"):
        state = chosen(state, words)
    assert (state.mode, len(state.course.turns)) == (Waiting, 1)


def test_what_is_entered_by_hand_ends_a_complaint():
    state, later = after(start=TOWER)[0], f"{TOWER}, h8 b, g1 k, h6 w, f1 r"
    state = looked(state, with_strip(f"{TOWER}, h8 b, g1 k", "b4"))
    state = chosen(press(state, "down"), "Enter the turn")
    for words in ("blue", "As a house", "h", "h8", "black", "g", "g1", "Yes"):
        state = chosen(state, words)
    state = looked(state, with_strip(later, "b4"))
    assert (state.mode, len(state.course.turns)) == (Waiting, 2)


def test_six_new_bricks_are_more_than_a_turn():
    state, _ = shown(after("a1 w, b1 r")[0], "a1 w, b1 r, h1 k, h3 b, e5 w, e7 b, c8 r, f8 w")
    assert state.mode.problems == ("There are 6 new bricks; a turn places two",)


def test_two_floors_below_one_tower_may_have_come_in_either_order_where_a_strip_is_not_as_it_should_be():
    start = "a5 wk, a4 b, a6 r, b5 k, b4 r, b6 b, a3 w"
    look = look_at(table_of(city(start.replace("a5 wk", "a5 wkbr"))))
    (lowest, second, _) = sorted((one for one in look.spots if one.kind == STEP), key=lambda one: -one.y_mm)
    others = (one for one in look.spots if one not in (lowest, second))
    misread = replace(look, spots=(*others, replace(lowest, colour="", margin=0.0), replace(second, colour="red")))
    turns = GAME.referee.explain(after(start=start)[0].match, (misread,)).turns
    assert {tuple(brick.colour for brick in turn.bricks) for turn in turns} == {("red", "blue"), ("blue", "red")}


def test_a_misread_tower_is_named_alone_and_no_new_brick_with_it():
    state = looked(after(start=TOWER)[0], with_strip(f"{TOWER}, h8 b, g1 k", "b4", "white"))
    assert state.mode.problems == ("b4: from below it should be black, red",)
    state = looked(after(start=TOWER)[0], with_strip(f"{TOWER.replace('wrk', 'wrkb')}, h8 w", "b4", "white"))
    assert state.mode.problems and all(one.startswith("b4: ") for one in state.mode.problems)


def test_a_tower_that_was_asked_about_is_asked_about_at_once_when_it_is_touched():
    state, later = after(start=TOWER)[0], TOWER.replace("wrk", "wrkb")
    for _ in range(3):
        state = looked(state, with_strip(f"{TOWER}, h8 b, g1 k", "b4", "white"))
    state = looked(chosen(state, "white, red, black"), with_strip(f"{later}, h8 b, g1 k, h6 w", "b4", "white"))
    assert state.mode.text == "b4, from the top down?"
    state = chosen(state, "white, red, black, blue")
    assert (state.mode, len(state.course.turns)) == (Waiting, 2)
