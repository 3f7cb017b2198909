"""A dealt card that no look shows is told by hand, once people have been told so and press again."""

from dataclasses import replace

import pytest
from evening import FILE, after, begun, chosen, date, given, kept, looks, open_at, record, without

from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Looked
from lucca_pi.table.sighting import Alike

COLOURS = {number: card.colour for number, card in FILE.deck.cards.items()}
FIRST, SECOND = next(iter(record().deal.values()))
UNDRAWN = sorted({*range(1, 97)} - {seen.code for look in looks()[:8] for seen in look.sightings})[0]


def pressed(look, state=None, minute=5):
    """The state after a look was asked for, before the deal."""
    return given(state or begin_evening(begun()), Looked(look, date(minute)))[0]


def pressed_twice(look):
    return pressed(look, pressed(look))


def test_a_card_that_is_not_seen_is_complained_of_first_and_asked_about_then():
    look = without(looks()[0], FIRST)
    assert isinstance(pressed(look).mode, Disagreed)
    state = pressed_twice(look)
    assert isinstance(state.mode, Choice)
    assert state.mode.text == "what colour is the card I cannot see?"


@pytest.mark.parametrize("lost", [(FIRST,), (SECOND,), (FIRST, SECOND)], ids=["one", "the other", "both"])
def test_the_deal_is_as_players_tell_it(lost):
    state = pressed_twice(without(looks()[0], *lost))
    for card in lost:
        state, _ = chosen(state, COLOURS[card])
        state, done = chosen(state, str(card))
    assert kept(done) == ["Started"]
    assert {*map(frozenset, state.course.start.deal.values())} == {*map(frozenset, record().deal.values())}
    assert [one.answers for one in state.course.start.identified] == [(str(card),) for card in lost]


def test_the_game_goes_on_though_the_card_is_never_seen():
    state, _ = chosen(pressed_twice(without(looks()[0], FIRST)), COLOURS[FIRST])
    state, _ = chosen(state, str(FIRST))
    state, done = given(state, Looked(looks()[1], date(9)))
    assert kept(done) == ["Played"]
    assert state.course.turns == after(2).course.turns


def test_numbers_that_lie_in_sight_are_no_answers():
    state, _ = chosen(pressed_twice(without(looks()[0], FIRST)), COLOURS[FIRST])
    seen = {one.code for one in looks()[0].sightings} - {FIRST}
    assert seen.isdisjoint(int(option.words) for option in state.mode.options)


@pytest.mark.parametrize(("newest", "dealt"), [("told", (93, 21)), ("seen", (21, 93))])
def test_of_two_in_one_colour_it_is_asked_which_is_the_newer_one(newest, dealt):
    seen = next(one for one in looks()[0].sightings if one.code == FIRST)
    look = without(looks()[0], FIRST, SECOND)
    state = pressed_twice(replace(look, sightings=(*look.sightings, replace(seen, code=93))))
    state, _ = chosen(chosen(state, "violet")[0], "21")
    state, _ = chosen(state, {"told": "21", "seen": "93"}[newest])
    assert next(iter(state.course.start.deal.values())) == dealt


def test_cards_that_are_left_open_are_told_apart_before():
    look = without(open_at(looks()[0], FIRST, UNDRAWN), SECOND)
    state = pressed_twice(look)
    assert state.mode.text.startswith("Which card is this")
    state, _ = chosen(state, str(FIRST))
    assert state.mode.text == "what colour is the card I cannot see?"


def test_nothing_is_asked_where_anything_else_is_wrong_as_well():
    third = [*record().deal.values()][1][1]
    seen = next(one for one in looks()[0].sightings if one.code == third)
    look = without(looks()[0], FIRST)
    look = replace(look, sightings=(*look.sightings, replace(seen, code=UNDRAWN, x_mm=seen.x_mm + 5)))
    assert isinstance(pressed_twice(look).mode, Disagreed)


def test_nothing_is_asked_before_the_cards_are_dealt():
    dealt = {card for cards in record().deal.values() for card in cards}
    assert isinstance(pressed_twice(without(looks()[0], *dealt)).mode, Disagreed)


def test_a_card_that_is_taken_for_a_strange_one_does_not_hinder_who_presses_again():
    one = next(seen for seen in looks()[0].sightings if seen.code == FIRST)
    strange = Alike((), one.x_mm, one.y_mm, one.heading_deg)
    look = replace(without(looks()[0], FIRST), alike=(strange,))
    state, _ = chosen(pressed_twice(look), COLOURS[FIRST])
    state, _ = chosen(state, str(FIRST))
    look = replace(without(looks()[1], FIRST), alike=(strange,))
    assert isinstance(pressed(look, state).mode, Disagreed)
    assert pressed(look, pressed(look, state)).course.turns == after(2).course.turns
