"""A quarter card that was turned, exchanged or taken elsewhere is named, and no card that seems amiss by it."""

from dataclasses import replace

import pytest
from evening import after, date, given, looks

from lucca_pi.contract.questions import Disagreed
from lucca_pi.evening.step import Looked
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.referee.forgotten_presses import split
from lucca_pi.games.citta.session.memory import case_of
from lucca_pi.table.sighting import Sighting, wrapped

TURN = 8
GUINIGI, BUONVISI, BURLAMACCHI = 101, 102, 103
LOOK = looks()[TURN]
AT = {one.code: one for one in LOOK.sightings if one.code in (GUINIGI, BUONVISI, BURLAMACCHI)}


def with_quarters(*moved, look=LOOK):
    """The look with these quarter cards lying so."""
    codes = {one.code for one in moved}
    return replace(look, sightings=(*(one for one in look.sightings if one.code not in codes), *moved))


def turned(code, by_deg, at=AT):
    return replace(at[code], heading_deg=wrapped(at[code].heading_deg + by_deg))


def pushed(code, by_mm):
    return replace(AT[code], x_mm=AT[code].x_mm + by_mm)


def in_place_of(code, other):
    return replace(AT[other], code=code)


TURNED = "Guinigi's quarter is turned the wrong way"
ELSEWHERE = "Guinigi's quarter has been moved"
CYCLE = in_place_of(GUINIGI, BUONVISI), in_place_of(BUONVISI, BURLAMACCHI), in_place_of(BURLAMACCHI, GUINIGI)
AMISS = {
    "turned round": ((turned(GUINIGI, 180),), TURNED),
    "turned across": ((turned(GUINIGI, -90),), TURNED),
    "turned by more than people do": ((turned(GUINIGI, 50),), TURNED),
    "taken elsewhere": ((pushed(GUINIGI, 210),), ELSEWHERE),
    "exchanged": (
        (in_place_of(GUINIGI, BURLAMACCHI), in_place_of(BURLAMACCHI, GUINIGI)),
        "The quarters of Guinigi and Burlamacchi are swapped",
    ),
    "each in the next one's place": (CYCLE, ELSEWHERE),
    "two of them turned": ((turned(GUINIGI, 180), turned(BUONVISI, 180)), TURNED),
}


@pytest.mark.parametrize(("moved", "problem"), AMISS.values(), ids=AMISS)
def test_it_is_the_only_thing_said(moved, problem):
    state, _ = given(after(TURN), Looked(with_quarters(*moved), date(9)))
    assert isinstance(state.mode, Disagreed)
    assert (state.mode.problems, state.course) == ((problem,), after(TURN).course)
    assert [*GAME.referee.misplaced(after(TURN).match, (with_quarters(*moved),))] == [problem]
    assert given(state, Looked(LOOK, date(10)))[0].course.turns == after(TURN + 1).course.turns


@pytest.mark.parametrize("moved", [turned(GUINIGI, 40), pushed(GUINIGI, 190)])
def test_one_that_is_pushed_a_little_is_none(moved):
    state, _ = given(after(TURN), Looked(with_quarters(moved), date(9)))
    assert not isinstance(state.mode, Disagreed) or "quarter card" not in state.mode.problems[0]


def own_cards(state, quarter):
    return {kept.seen.code for kept in state.course.memory.ground.kept.values() if kept.place.owner == quarter}


def around(one):
    """The card as it lies when it is turned with Guinigi's quarter card."""
    middle = AT[GUINIGI]
    x_mm, y_mm = one.x_mm - middle.x_mm, one.y_mm - middle.y_mm
    return Sighting(one.code, middle.x_mm + y_mm, middle.y_mm - x_mm, wrapped(one.heading_deg - 90))


def test_a_player_may_move_with_the_quarter_card_and_with_half_of_the_cards_or_more():
    own = [one for one in LOOK.sightings if one.code in own_cards(after(TURN), GUINIGI)]
    assert len(own) > 3

    def amiss(going):
        look = with_quarters(turned(GUINIGI, -90), *(around(one) for one in own[:going]))
        case = case_of(after(TURN).match, (look,))
        assert case.quarter_amiss is None or split([case]) is None
        return case.quarter_amiss and case.quarter_amiss.problems

    goings = range(len(own) + 1)
    assert [amiss(going) for going in goings] == [(TURNED,) if going < len(own) - going else None for going in goings]


def test_where_none_of_the_players_cards_is_seen_nothing_tells():
    state = after(TURN)
    own = own_cards(state, GUINIGI)
    look = with_quarters(turned(GUINIGI, 180))
    look = replace(look, sightings=tuple(one for one in look.sightings if one.code not in own))
    assert "quarter card" not in str(getattr(GAME.referee.explain(state.match, (look,)), "problems", ""))


def test_a_turn_entered_by_hand_leaves_the_quarter_card_where_it_belongs():
    amiss = with_quarters(turned(GUINIGI, 180))
    state = after(TURN)
    by_hand = replace(state, course=after(TURN + 1).course)
    entry = by_hand.course.turns[-1]
    _, memory = GAME.rules.advance(state.match, entry, (amiss,))
    assert memory.ground.quarters[GUINIGI].heading_deg == pytest.approx(AT[GUINIGI].heading_deg, abs=5)


def test_forgotten_presses_do_not_explain_it():
    look = with_quarters(turned(GUINIGI, 180), look=looks()[TURN + 1])
    state, _ = given(after(TURN), Looked(look, date(9)))
    assert state.mode.problems == (TURNED,)
    assert GAME.referee.split(after(TURN).match, (look,)) is None


DEAL = {one.code: one for one in looks()[0].sightings}


@pytest.mark.parametrize("by_deg", [180, 90, -90])
@pytest.mark.parametrize("code", [GUINIGI, BUONVISI])
def test_at_the_deal_the_quarter_card_that_lies_turned_is_named(code, by_deg):
    look = with_quarters(turned(code, by_deg, DEAL), look=looks()[0])
    state, _ = given(after(0), Looked(look, date(1)))
    assert state.mode.problems == (f"quarter {code} is turned the wrong way",)


def test_cards_laid_above_a_quarter_card_are_no_turned_one():
    quarter = DEAL[GUINIGI]
    state = after(1)
    own = [one for one in looks()[0].sightings if one.code in own_cards(state, GUINIGI)]
    moved = [replace(one, x_mm=2 * quarter.x_mm - one.x_mm, y_mm=2 * quarter.y_mm - one.y_mm) for one in own]
    state, _ = given(after(0), Looked(with_quarters(*moved, look=looks()[0]), date(1)))
    assert state.mode.problems[0] == "quarter 101: 0 cards under construction, not 2"


def test_a_card_of_a_triplet_is_not_asked_for_while_a_quarter_card_lies_turned():
    offered = {seen.code for seen in after(4).course.memory.ground.offered.values()}
    unseen = next(one for one in looks()[3].sightings if one.code in offered)
    look = replace(looks()[3], sightings=tuple(one for one in looks()[3].sightings if one is not unseen))
    asked, _ = given(after(3), Looked(look, date(9)))
    assert "I cannot see one card of the triplet" in asked.mode.text
    state, _ = given(after(3), Looked(with_quarters(turned(GUINIGI, 180), look=look), date(9)))
    assert state.mode.problems == (TURNED,)
