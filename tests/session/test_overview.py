"""The whole game as JSON data, as the page on the phone and other programs are told; and what a question is about."""

from dataclasses import replace
from math import dist

import pytest
from evening import LAST, after, given, looks, questioned, unsettled

from lucca_pi.evening.phones import state_overview
from lucca_pi.evening.questions import asked_look, pieces_asked_about, pieces_named
from lucca_pi.evening.step import Looked
from lucca_pi.games.citta.rules.advice import advice_json
from lucca_pi.games.citta.rules.score import score, score_json
from lucca_pi.games.citta.table.reading import middle_of
from tests.cases import some


@pytest.mark.parametrize("confirmed", [1, 4, 9, LAST + 1])
def test_the_score_is_that_of_the_score_command(confirmed):
    state = after(confirmed)
    told = state_overview(state)
    assert told["score"] == score_json(score(state.game))
    ranked = {one["player"]: (one["rank"], one["total"]) for one in told["ranking"]}
    assert ranked == {player: (one["rank"], one["total"]) for player, one in told["score"]["players"].items()}


def test_before_the_deal_there_is_nothing_but_what_to_do():
    told = state_overview(replace(after(0), advice=True))
    assert [told[key] for key in ("score", "last", "plan", "round", "advice")] == [None] * 5
    assert "below each quarter" in told["now"]["text"]


def test_the_last_turn_is_told_with_its_moves_and_gains():
    state = after(9)
    last = state_overview(state)["last"]
    game = state.course.game_before(8)
    assert (last["player"], last["round"], last["turn"]) == (game.player_in_turn, game.round, game.turns + 1)
    assert last["moves"]
    assert sum(gain["points"] for gain in last["gains"]) == (last["total"] - score(game).totals[last["player"]])


def test_a_turn_in_doubt_says_what_the_next_look_may_tell():
    told = state_overview(unsettled())["unsettled"]
    assert (told["round"], told["turn"]) == (1, 1)
    assert told["text"].endswith("?")
    assert state_overview(after(2))["unsettled"] is None


def test_advice_is_given_where_it_was_asked_for():
    state = after(9)
    assert state_overview(state)["advice"] is None
    assert state_overview(replace(state, advice=True))["advice"] == advice_json(state.game)


@pytest.mark.parametrize("confirmed", range(1, LAST))
def test_the_order_is_told_as_it_was_decided_whatever_shields_came_since(confirmed):
    order = state_overview(after(confirmed))["order"]
    shields = [place["shields"] for place in order]
    assert shields == sorted(shields, reverse=True)
    assert [place["by_number"] for place in order] == [shields.count(one) > 1 for one in shields]


def test_at_the_end_the_order_is_that_of_the_final_scoring():
    told = state_overview(after(LAST + 1))
    assert [place["player"] for place in told["order"]] == told["score"]["final_order"]
    assert (told["round"], told["turn"], told["finished"]) == (None, None, True)


@pytest.mark.parametrize("confirmed", [1, 6, LAST])
def test_the_plan_has_every_card_once_with_its_owner_and_area(confirmed):
    state = after(confirmed)
    told = state_overview(state)["plan"]
    faces = {one["card"]: (one["player"], one["area"]) for one in told["cards"] if one["card"] != "back"}
    ours = {
        palace.cards[-1].number: (player, area)
        for player, quarter in state.game.position.quarters.items()
        for area in ("construction", "completed", "opened")
        for palace in getattr(quarter, area).values()
    }
    assert {card: faces[card] for card in ours} == ours
    assert {one["player"]: one["quarter"] for one in told["quarters"]} == state.course.seats


def test_of_a_closed_palace_the_plan_has_the_newest_card_alone():
    state = after(LAST + 1)
    quarters = state.game.position.quarters.values()
    closed = [palace for one in quarters for palace in (*one.completed.values(), *one.opened.values())]
    shown = {one["card"] for one in state_overview(state)["plan"]["cards"]}
    assert [[card.number for card in palace.cards if card.number in shown] for palace in closed] == [
        [palace.number] for palace in closed
    ]


def test_a_card_of_the_plan_lies_where_its_middle_is():
    state = after(1)
    seen = {one.code: one for one in looks()[0].sightings}
    for one in some(state_overview(state)["plan"]["cards"]):
        assert dist(middle_of(seen[one["card"]], state.pieces), (one["x_mm"], one["y_mm"])) < 0.1


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
