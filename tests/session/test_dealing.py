"""The deal: cards that no look shows are told by hand, and name cards beside quarters tell who sits there."""

from dataclasses import replace

import pytest
from evening import FILE, after, begun, chosen, date, given, kept, looks, open_at, press, record, shown, without

from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.evening.state import Waiting, begin_evening
from lucca_pi.evening.step import Looked, ShowScreens
from lucca_pi.games.citta.table.areas import quarters_in
from lucca_pi.table.sighting import Alike, NameCard

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


# --- a name card beside a quarter tells who sits there, until the deal is confirmed

FAR_MM = 5000.0


def beside(quarter, name):
    """A card that far to the right of the quarter's middle, as the look has it."""
    there = quarters_in(looks()[0])[quarter]
    return NameCard(name, there.x_mm + 60, there.y_mm)


def dealt(*cards, names=None):
    """The state when the deal is looked at with these cards on the table."""
    return given(begin_evening(begun(names)), Looked(replace(looks()[0], names=cards), date(1)))


def test_who_lays_a_name_card_beside_a_quarter_is_called_so():
    state, effects = dealt(beside(101, "Ada"), beside(103, " Zoë "))
    assert state.course.seats == {"Ada": 101, "Buonvisi": 102, "Zoë": 103}
    assert kept(effects) == ["Begun", "Started"]
    assert shown(effects)[0] == "Notice"


def test_a_card_names_a_player_before_anything_is_dealt():
    quarters = tuple(quarters_in(looks()[0]).values())
    bare = replace(looks()[0], sightings=quarters, names=(beside(102, "Ada"),))
    state, effects = given(after(0), Looked(bare, date(1)))
    assert (state.begun.names, kept(effects), type(state.mode)) == ({102: "Ada"}, ["Begun"], Disagreed)


def test_names_that_stand_already_are_not_told_again():
    _, effects = dealt(beside(101, "Ada"), names={101: "Ada"})
    assert kept(effects) == ["Started"]


def test_who_sits_elsewhere_today_leaves_the_seat_of_the_last_evening():
    state, _ = dealt(beside(101, "Ben"), names={101: "Ada", 102: "Ben", 103: "Cleo"})
    assert state.begun.names == {101: "Ben", 103: "Cleo"}


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ((beside(101, "Ada"), beside(102, "Ada")), "Two players cannot both be called Ada."),
        ((beside(101, "Buonvisi"),), "Two players cannot both be called Buonvisi."),
        ((beside(101, "Ada"), beside(101, "Ben")), "There are two name cards beside Guinigi: Ada, Ben."),
        ((NameCard("Ada", FAR_MM, 0),), "The name card Ada is not beside a quarter."),
        ((beside(101, "A\x00da"),), "A?da cannot be a name."),
        ((beside(101, "A" * 101),), "AAAAAAAAAAAAAAAAA... cannot be a name."),
    ],
)
def test_a_card_that_names_nobody_is_said_and_the_deal_waits(cards, problem):
    state, effects = dealt(*cards)
    assert problem in state.mode.problems
    assert (state.game, state.begun.names, kept(effects)) == (None, {}, [])


def test_once_all_is_dealt_no_card_names_anybody():
    looked = replace(looks()[1], names=(beside(101, "Ada"),))
    state, effects = given(after(1), Looked(looked, date(2)))
    assert (kept(effects), state.mode) == (["Played"], Waiting)


def test_undo_takes_the_deal_back_and_leaves_the_names():
    state, effects = press(dealt(beside(101, "Ada"))[0], "undo")
    assert (state.game, state.begun.names) == (None, {101: "Ada"})
    assert any(isinstance(effect, ShowScreens) for effect in effects)
