"""What has been confirmed of a game, and the state that its journal adds up to, event by event."""

from dataclasses import replace

import pytest
from pebbles import PLAYERS, Turn, look, played, scripted

from lucca_pi import games
from lucca_pi.contract.history import Adjusted, Asked, Course, Played, Started
from lucca_pi.contract.questions import Disagreed
from lucca_pi.errors import RuleError, UnreadableError
from lucca_pi.evening.journal import (
    Begun,
    Corrected,
    GivenUp,
    TakenBack,
    event_from_json,
    event_json,
    look_from_json,
    look_json,
)
from lucca_pi.evening.state import (
    STILL_MM,
    Identified,
    after_event,
    again_as,
    as_identified,
    begin_evening,
    corrected,
    resumed,
    with_questions,
)
from lucca_pi.evening.why import places, why_turn
from lucca_pi.table.sighting import Alike, Look, Miscoloured, Sighting, Spot, Told

ONE, TWO, THEN, LAST = Turn("Ada", (1,)), Turn("Ada", (2,)), Turn("Ben", (7,)), Turn("Ada", (6,))
LOOKS = tuple((look(*range(first, 7)),) for first in (1, 2, 3, 4, 5))


FIRST, SECOND, THIRD = (Played(turn, at, None, "") for turn, at in zip((ONE, THEN, LAST), LOOKS[1:], strict=False))
SO = Adjusted("so", LOOKS[2], "")

# what was confirmed; how many looks that came from, the start's among them
CONFIRMED = {
    "nothing": ((), 1),
    "two turns": ((FIRST, SECOND), 3),
    "two turns, and the table looked alike": ((FIRST, replace(SECOND, looks=LOOKS[1])), 3),
    "a turn, and what was settled by the same look": ((FIRST, replace(SO, looks=LOOKS[1])), 2),
    "what was settled, and a turn by the same look": ((SO, replace(FIRST, looks=LOOKS[2])), 2),
    "a turn, and what was settled by another": ((FIRST, SO), 3),
    "a turn without a look": ((replace(FIRST, looks=()), SECOND), 2),
}


@pytest.mark.parametrize(("events", "looks"), CONFIRMED.values(), ids=CONFIRMED)
def test_a_turn_and_what_was_settled_with_it_are_read_from_one_look_two_turns_never_are(events, looks):
    assert played(scripted(), *events).course.looks == looks
    assert Course().looks == 0


def test_turns_are_counted_without_what_was_settled_between_them():
    course = played(scripted(), FIRST, SO, SECOND).course
    assert course.turns == (ONE, THEN)
    assert [(number, moment.entry) for number, moment in course.numbered()] == [(1, ONE), (2, THEN)]
    assert (course.moment(2).entry, len(course.until(2).moments), len(course.since(1))) == (THEN, 2, 3)
    assert course.game_before(2).turns == 1


def test_the_first_game_of_which_something_holds_is_found_from_the_start_on():
    course = played(scripted(), FIRST, SECOND).course
    assert course.first(lambda game: game.turns == 1) == course.moments[0].game
    assert course.first(lambda game: True) == course.start.game
    assert course.first(lambda game: game.turns == 5) is None
    assert Course().first(lambda game: True) is None


def test_the_turn_that_is_not_settled_is_the_first_with_others_among_the_turns():
    doubtful = replace(SECOND, others=(Turn("Ben", (6,)),))
    assert played(scripted(), SO, FIRST, doubtful).course.open_turn == 2
    assert played(scripted(), FIRST, SECOND).course.open_turn is None


def test_a_turn_is_found_by_its_round_and_number_and_what_was_settled_is_none():
    state = played(scripted(), SO, FIRST, SO, SECOND)
    assert places(state) == [(None, 1), (None, 2), (None, 3)]
    over = played(scripted(), *(Played(Turn(PLAYERS[at % 2], (at + 1,)), (), None, "") for at in range(7)))
    assert places(over) == [(None, turn) for turn in range(1, 8)]
    assert (places(played(scripted(), SO)), places(begin_evening(over.begun))) == ([(None, 1)], [])
    assert why_turn(state, 2).taken == (THEN,)


def test_why_a_turn_was_taken_has_what_was_asked_noted_and_left_open():
    state = played(scripted(), Played(ONE, LOOKS[1], ASKED, "", (TWO,), "note"))
    why = why_turn(state, 1)
    assert (why.asked, why.note, why.others) == (ASKED, "note", (TWO,))


ASKED = Asked("what?", ("this", "that"), 1)
IS_ONE = Asked("which?", ("1", "2"), 0)
EVENTS = {
    "begun": Begun(scripted(), None, 2, {101: "Eva"}, "2026-05-01"),
    "dealt": Started(dict.fromkeys(PLAYERS, 0), None, LOOKS[0], "d", "Ben", (IS_ONE,)),
    "played": Played(ONE, LOOKS[1], ASKED, "d", (TWO,), "note", ("seen", "told"), "Ada", (IS_ONE,)),
    "played by itself": Played(ONE, (), None, "d"),
    "corrected": Corrected(1, (TWO, THEN), ASKED, "note", "d", "Eva"),
    "taken back": TakenBack("d", "Eva"),
    "given up": GivenUp("d"),
}


@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_an_event_comes_back_from_its_json(event, monkeypatch):
    monkeypatch.setitem(games.PLAYED, "pebbles", "pebbles")
    data = event_json(event, scripted())
    again = event_from_json(data, scripted())
    if isinstance(event, Begun):
        assert (again.plugin.name, again.players, again.names, again.date) == ("pebbles", 2, {101: "Eva"}, "2026-05-01")
        return
    assert again == event


TOLD_BADLY = {
    "looks": [{"sightings": [], "mm_per_px": 0.3, "view_mm": [], "told": [["x", [1]]]}],
    "asked": None,
    "date": "d",
}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"event": "begun", "game": "chess960"}, "to the game .*chess960.*update it"),
        ({"event": "begun", "game": None}, "to the game .*update it"),
        ({"event": "eaten"}, "holds .*eaten.*update it"),
        ({}, "never writes"),
        ({"event": "played"}, "the key .player. is missing"),
        ({"event": "played", "player": "Ada", "pebbles": [1], **TOLD_BADLY}, "never writes"),
    ],
)
def test_what_is_no_event_of_a_known_game_is_refused(data, words):
    with pytest.raises(UnreadableError, match=words):
        event_from_json(data, scripted())


WHOLE = Look(
    (Sighting(1, 1.234, -2.345, 3.456, 0.1234),),
    0.4,
    ((0, 0), (1, 1)),
    (Miscoloured(1, "red"),),
    bare=((1.23, 4.56),),
    spots=(Spot("token", "red", 1.234, 2.345, 3.456, 0.1234),),
    alike=(Alike((1, 2), 1.234, 2.345, 3.456, 0.1234),),
    told=(Told(1, (2, 3)), Told(None, (4,))),
)


def test_a_look_comes_back_rounded_and_without_what_it_does_not_show():
    data = look_json(WHOLE)
    assert data["sightings"] == [[1, 1.23, round(-2.345, 2), 3.46, 0.123]]
    assert (data["bare"], data["spots"]) == ([[1.2, 4.6]], [["token", "red", 1.23, round(2.345, 2), 3.46, 0.123]])
    assert (data["alike"], data["told"]) == ([[[1, 2], 1.23, round(2.345, 2), 3.46, 0.123]], [[1, [2, 3]], [None, [4]]])
    again = look_from_json(data)
    assert (again.told, again.miscoloured, again.view_mm) == (WHOLE.told, WHOLE.miscoloured, WHOLE.view_mm)
    assert look_json(again) == data
    assert look_json(look(1)).keys() == {"sightings", "mm_per_px", "view_mm", "miscoloured"}


def test_a_game_given_up_will_not_go_on_and_one_that_is_arranged_anew_forgets_looks_at_another():
    state = begin_evening(Begun(scripted(), None, None, {}, ""))
    assert after_event(state, GivenUp("")).given_up
    seen = replace(state, rested=LOOKS[0], miscoloured={1: "red"})
    same = after_event(seen, Begun(state.plugin, None, 3, {}, ""))
    assert (same.rested, same.miscoloured, same.begun.players) == (LOOKS[0], {1: "red"}, 3)
    other = after_event(seen, Begun(scripted(), None, None, {}, ""))
    assert (other.rested, other.miscoloured) == ((), {})


def test_after_the_start_nothing_is_arranged_and_undo_takes_back_only_what_there_is():
    state = played(scripted(), FIRST)
    assert after_event(state, Begun(scripted(), None, 5, {}, "")) == state
    before = after_event(state, TakenBack(""))
    assert before.course.turns == ()
    nothing = begin_evening(state.begun)
    assert after_event(nothing, TakenBack("")) == nothing


def test_a_state_before_a_turn_waits_with_nothing_seen_since():
    state = replace(played(scripted(), FIRST, SECOND), mode=Disagreed(("no",), ""), page=3, rested=LOOKS[0])
    before = state.before(2)
    assert (before.mode, before.page, before.rested, before.course.turns) == (None, 0, (), (ONE,))
    assert replace(state, identified=(CARD,)).before(2).identified == ()


def test_what_no_journal_tells_is_taken_over_from_another_state():
    state = played(scripted())
    other = replace(state, advice=True, prompt="p", answered=("Eva", "Yes"), people=("Eva",), beginnings=(state.begun,))
    assert state.set_as(other) == other
    mine = replace(state, beginnings=(replace(state.begun, setup=1), replace(state.begun, setup=2, plugin=scripted())))
    assert mine.setups == (1,)


def test_a_journal_has_to_begin_with_its_beginning_and_a_turn_with_the_start():
    begun = Begun(scripted(), None, None, {}, "")
    for events, words in (
        ([], "its journal is empty"),
        ([GivenUp("")], "event 1 does not fit"),
        ([begun, FIRST], "event 2 does not fit"),
        ([begun, GivenUp(""), FIRST], "event 3 does not fit"),
    ):
        with pytest.raises(UnreadableError, match=words):
            resumed(events)
    with pytest.raises(RuleError):
        played(scripted(), FIRST, FIRST)


def test_a_correction_keeps_questions_notes_and_what_players_told_of_the_look():
    first = Played(ONE, LOOKS[1], ASKED, "d", (TWO,), "note", identified=(IS_ONE,))
    second = Played(THEN, LOOKS[2], IS_ONE, "d", (Turn("Ben", (6,)),), "then")
    state = played(scripted(), first, second)
    one, two = corrected(state, Corrected(1, (TWO, THEN), None, "", "now")).moments
    assert (one.entry, one.asked, one.note, one.others, one.identified) == (TWO, ASKED, "note", (), (IS_ONE,))
    assert (two.entry, two.asked, two.note, two.others) == (THEN, IS_ONE, "then", (Turn("Ben", (6,)),))
    told = corrected(state, Corrected(1, (TWO, THEN), IS_ONE, "new", "now")).moments[0]
    assert (told.asked, told.note) == (IS_ONE, "new")
    assert again_as(one, None).turn == TWO


# a look at pebbles and a cup; a card told before as 1 of 1 and 2
THERE = Alike((1, 2), 0, 0, 10)
BEFORE = Look((Sighting(5, 300, 0, 0), Sighting(6, 300, 300, 0)), 0.4, (), alike=(THERE,))
CARD = Identified(BEFORE, Sighting(1, 0, 0, 10, 0.5), IS_ONE)


def open_at(one, *sightings):
    return replace(BEFORE, alike=(one,), sightings=(*BEFORE.sightings, *sightings))


STILL = {
    "where it lay": (open_at(THERE), True),
    "7 mm off": (open_at(replace(THERE, x_mm=7)), True),
    "8 mm off": (open_at(replace(THERE, x_mm=STILL_MM)), False),
    "turned by 7 degrees": (open_at(replace(THERE, heading_deg=3)), True),
    "turned by 8 degrees": (open_at(replace(THERE, heading_deg=18)), False),
    "one that cannot be it": (open_at(replace(THERE, codes=(2, 3))), False),
    "it is in sight elsewhere": (open_at(THERE, Sighting(1, 100, 100, 0)), False),
}


@pytest.mark.parametrize(("seen", "is_known"), STILL.values(), ids=STILL)
def test_a_card_that_players_told_is_that_card_as_long_as_it_lies_there(seen, is_known):
    again = as_identified(seen, [CARD], ())
    assert (again == seen) == (not is_known)
    if is_known:
        one = seen.alike[0]
        assert again.sightings[-1] == Sighting(1, one.x_mm, one.y_mm, one.heading_deg, 0.5)
        assert again.alike == ()


def test_other_cards_that_are_open_stay_so():
    before, after = Alike((1, 3), 90, 0, 10), Alike((1, 4), 180, 0, 10)
    again = as_identified(replace(BEFORE, alike=(before, THERE, after)), [CARD], ())
    assert (again.alike, again.sightings[-1].code) == ((before, after), 1)


BESIDE = Told(1, (5, 6))
TOLD = {
    "both beside it are in sight": (replace(BEFORE, alike=()), True),
    "one of them may be": (replace(BEFORE, sightings=BEFORE.sightings[:1], alike=(Alike((6, 7), 0, 0, 0),)), True),
    "one of them is not": (replace(BEFORE, sightings=BEFORE.sightings[:1], alike=()), False),
    "it is in sight itself": (open_at(THERE, Sighting(1, 100, 100, 0)), False),
    "it has been told": (replace(BEFORE, told=(BESIDE,)), False),
}


@pytest.mark.parametrize(("seen", "is_more"), TOLD.values(), ids=TOLD)
def test_a_card_that_players_told_beside_others_lies_there_as_long_as_those_may(seen, is_more):
    again = as_identified(seen, [Identified(BEFORE, BESIDE, IS_ONE)], ())
    assert again.told == ((BESIDE,) if is_more or seen.told else ())


def test_what_was_asked_of_a_look_goes_with_the_event_that_has_it():
    told = [Identified(BEFORE, CARD.card, IS_ONE)]
    by_hand, seen = replace(FIRST, looks=()), replace(SECOND, identified=(ASKED,))
    events = with_questions([by_hand, seen, TakenBack("")], told)
    assert [getattr(event, "identified", None) for event in events] == [(), (IS_ONE, ASKED), None]
    assert with_questions([TakenBack("")], told) == [TakenBack("")]
