"""Cards that their faces leave open are asked about while they lie free, and the answer stands in the looks."""

from dataclasses import replace

import pytest
from evening import LAST, after, begun, chosen, date, given, kept, looks, open_at, press, record

from lucca_pi.app.journal_writer import result
from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.evening.journal import event_from_json, event_json
from lucca_pi.evening.state import begin_evening, resumed
from lucca_pi.evening.step import Keep, Looked, Rested
from lucca_pi.games.citta.game import GAME
from lucca_pi.table.sighting import Alike

DEALT = next(iter(record().deal.values()))[0]
OFFERED = record().rounds[0][0].play[0].card
NEXT = record().rounds[1][0].play[0].card
UNDRAWN, ANOTHER = sorted({*range(1, 97)} - {seen.code for look in looks()[:8] for seen in look.sightings})[:2]


def asked(state):
    assert isinstance(state.mode, Choice), state.mode
    return state.mode.text, [option.words for option in state.mode.options]


def after_the_round():
    """The number of the look that shows the next round's triplets."""
    return next(number for number in range(1, LAST) if after(number + 1).game.round == 2)


def seen(state, look, minute=5):
    return given(state, Looked(look, date(minute)))


@pytest.mark.parametrize("code", [DEALT, OFFERED], ids=["dealt", "on offer"])
def test_a_card_of_the_deal_that_is_left_open_is_asked_about(code):
    state, _ = seen(begin_evening(begun()), open_at(looks()[0], code, UNDRAWN))
    text, answers = asked(state)
    assert f"Which card is this: {UNDRAWN} or {code}? It lies" in text
    assert answers == [str(UNDRAWN), str(code), "None of these"]


def test_the_answer_stands_in_the_look_and_among_the_questions():
    state, _ = seen(begin_evening(begun()), open_at(looks()[0], DEALT, UNDRAWN))
    state, done = chosen(state, str(DEALT))
    (event,) = [one.event for one in done if isinstance(one, Keep)]
    assert event.looks[0].alike == ()
    assert {one.code for one in event.looks[0].sightings} == {one.code for one in looks()[0].sightings}
    (question,) = result(state)["questions"]
    assert (question["round"], question["turn"], question["given"]) == (None, None, 1)
    assert state.course.start.deal == after(1).course.start.deal


def test_a_journal_keeps_what_was_asked_and_looks_with_open_cards():
    look = open_at(looks()[0], OFFERED, UNDRAWN)
    state, done = chosen(seen(begin_evening(begun()), open_at(look, DEALT, ANOTHER))[0], str(DEALT))
    assert not [one for one in done if isinstance(one, Keep)]
    state, done = chosen(state, str(OFFERED))
    (event,) = [one.event for one in done if isinstance(one, Keep)]
    again = event_from_json(event_json(event, GAME), GAME)
    assert again.identified == event.identified
    assert len(again.identified) == 2
    assert resumed([begun(), again]).course.memory.ground.offered.keys() == state.course.memory.ground.offered.keys()


def test_a_deal_that_is_wrong_is_told_before_anything_is_asked():
    look = open_at(looks()[0], OFFERED, UNDRAWN)
    state, _ = seen(begin_evening(begun()), replace(look, sightings=look.sightings[1:]))
    assert isinstance(state.mode, Disagreed)


def test_a_card_of_new_triplets_is_asked_about_before_the_turn_is_judged():
    number = after_the_round()
    state, _ = seen(after(number), open_at(looks()[number], NEXT, UNDRAWN))
    assert f"Which card is this: {UNDRAWN} or {NEXT}?" in asked(state)[0]
    state, done = chosen(state, str(NEXT))
    assert kept(done) == ["Played"]
    assert state.course.turns == after(number + 1).course.turns
    assert state.course.memory.ground.offered == after(number + 1).course.memory.ground.offered


def test_a_card_that_lies_where_it_lay_is_asked_about_once():
    number = after_the_round()
    state, _ = chosen(seen(after(number), open_at(looks()[number], NEXT, UNDRAWN))[0], str(NEXT))
    kept_code = next(iter(state.course.memory.ground.kept.values())).seen.code
    state, done = seen(state, open_at(open_at(looks()[number + 1], NEXT, UNDRAWN), kept_code, ANOTHER), 9)
    assert kept(done) == ["Played"]


def test_new_triplets_seen_at_rest_are_asked_about_at_rest_and_the_answer_holds():
    state = without_offer(after(after_the_round() + 1))
    look = open_at(looks()[after_the_round()], NEXT, UNDRAWN)
    state, _ = given(state, Rested(look, date(6)))
    assert f"Which card is this: {UNDRAWN} or {NEXT}?" in asked(state)[0]
    state, done = chosen(state, str(NEXT))
    assert (state.mode, kept(done), [one.alike for one in state.rested]) == (None, [], [()])
    state, _ = given(state, Rested(look, date(7)))
    assert [one.alike for one in state.rested] == [(), ()]


def without_offer(state):
    """The state in which the triplets have not been seen."""
    moment = state.course.moments[-1]
    memory = replace(moment.memory, ground=replace(moment.memory.ground, offered={}))
    moments = (*state.course.moments[:-1], replace(moment, memory=memory))
    return replace(state, course=replace(state.course, moments=moments))


def test_triplets_that_are_not_whole_yet_are_not_asked_about_at_rest():
    state = without_offer(after(after_the_round() + 1))
    look = open_at(looks()[after_the_round()], NEXT, UNDRAWN)
    gone = next(play.card for play in record().rounds[1][1].play)
    look = replace(look, sightings=tuple(one for one in look.sightings if one.code != gone))
    assert given(state, Rested(look, date(6)))[0].mode is None


def test_undo_takes_the_answer_back_with_what_it_led_to():
    number = after_the_round()
    state, _ = chosen(seen(after(number), open_at(looks()[number], NEXT, UNDRAWN))[0], str(NEXT))
    undone, _ = press(state, "undo")
    assert undone.course == after(number).course
    assert "Which card is this" in asked(seen(undone, open_at(looks()[number], NEXT, UNDRAWN))[0])[0]


def test_none_of_these_asks_for_another_look():
    number = after_the_round()
    state, _ = chosen(seen(after(number), open_at(looks()[number], NEXT, UNDRAWN))[0], "None of these")
    assert state.mode.problems == ("I cannot tell which card it is",)


@pytest.mark.parametrize("number", [0, 1], ids=["at the deal", "in a turn"])
def test_a_card_that_the_deck_does_not_have_is_named(number):
    strange = replace(looks()[number], alike=(Alike((), 3000.0, 0.0, 0.0),))
    state, _ = seen(after(number), strange)
    assert state.mode.problems == ("A card in the centre is not in this deck",)
    assert state.mode.advice == "Take it away, then press OK."


def test_why_a_look_was_judged_so_tells_what_it_leaves_open():
    taken = record().rounds[0][0].play
    one, other = (play.card for play in taken[:2])
    look = open_at(open_at(looks()[0], one, other), other, one)
    told = GAME.referee.explanation(
        after(1).match, (replace(look, alike=tuple(moved_away(card) for card in look.alike)),), None, ()
    )
    assert told.lines[0] == f"left open: a card in the centre may be {other} or {one}"
    assert told.data["open"] == [*told.lines[:2]]
    assert "open" not in GAME.referee.explanation(after(1).match, looks()[1:2], None, ()).data


def moved_away(card):
    return replace(card, y_mm=card.y_mm + 20.0)


def test_hands_free_a_dealt_card_is_asked_about_at_rest_and_the_game_starts_with_the_answer():
    state, _ = given(begin_evening(begun()), Rested(open_at(looks()[0], DEALT, UNDRAWN), date(1), takes=True))
    assert "Which card is this" in asked(state)[0]
    state, done = chosen(state, str(DEALT))
    assert (kept(done), state.mode) == (["Started"], None)


def test_hands_free_a_turn_is_taken_with_the_answer_about_the_next_triplets():
    number = after_the_round()
    look = open_at(looks()[number], NEXT, UNDRAWN)
    state, _ = given(after(number), Rested(look, date(1), takes=True))
    assert kept(chosen(state, str(NEXT))[1]) == ["Played"]
