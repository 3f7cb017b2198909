"""What a question is about: its look and its cards, on the plan and for the picture."""

from evening import after, given, looks, questioned

from lucca_pi.evening.asked_about import asked_look, pieces_asked_about, pieces_named
from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.step import Looked


def complained_of():
    """The table of six turns later: fourteen cards that were in no triplet."""
    return given(after(3), Looked(looks()[8], ""))[0]


def test_a_complaint_is_about_the_cards_that_it_names_in_its_look():
    state = complained_of()
    assert state.mode.advice == "Take 4 away, then press OK."
    assert pieces_named(state)[:2] == ("4", "27")
    seen = {state.pieces.name(one.code) for one in pieces_asked_about(state)}
    assert (asked_look(state), seen) == (looks()[8], {int(name) for name in pieces_named(state)})


def test_a_question_is_about_the_cards_that_its_answers_decide():
    assert questioned().mode.text == "where is 48?"
    assert pieces_named(questioned()) == ("48",)


def test_the_plan_is_that_of_the_look_with_these_cards_marked():
    plan = state_overview(complained_of())["plan"]
    cards = {card["card"]: card for card in plan["cards"] if card["card"] != "back"}
    assert plan["asked"] and cards[4]["marked"] and cards[4]["in_sight"]
    assert (cards[4]["player"], cards[4]["area"]) == ("Guinigi", "construction")
    known = {card["card"] for card in state_overview(after(9))["plan"]["cards"]}
    assert {name for name, card in cards.items() if card["in_sight"]} >= known - {"back"}


def test_without_a_question_the_plan_is_as_last_confirmed():
    plan = state_overview(after(3))["plan"]
    assert not plan["asked"]
    assert not any(card["marked"] or not card["in_sight"] for card in plan["cards"])
    assert (asked_look(after(3)), pieces_named(after(3)), pieces_asked_about(after(3))) == (None, (), ())
