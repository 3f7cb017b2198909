"""Evenings whose cards bear no stickers: what the eye says of faces, and that nothing is taken wrongly for it."""

import pytest

from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.table.sighting import Look, Sighting
from tests.sim.conditions import Condition, judge
from tests.sim.eye import Glance, look_at
from tests.sim.faces import FEW, NAMES, NUMBER, RATES, four_alike, twins

FILE = reference_deck_file()


def test_all_rates_are_shares() -> None:
    rates = [one for lights in RATES.values() for one in lights.values()]
    assert all(0 <= one.several <= one.alone + one.several <= 1 for one in rates)


def test_in_one_deck_four_cards_each_differ_by_their_numbers_alone() -> None:
    assert {len(others) for others in twins(NUMBER, FILE).values()} == {3}
    assert len(twins(FEW, FILE)) == 12


@pytest.mark.parametrize("name", NAMES)
def test_what_a_card_may_be_always_holds_what_it_is(name: str) -> None:
    lying = Condition("squared").evening(1).moments[0].lying
    whole, glance = look_at(lying, FILE), Glance(1, 0, 0)
    left = NAMES[name].seen(whole, lying, glance, FILE)
    true = {(one.x_mm, one.y_mm): one.code for one in whole.sightings}
    assert all(true[one.x_mm, one.y_mm] in one.codes for one in left.alike if one.codes)
    assert {*left.sightings} <= {*whole.sightings}


@pytest.mark.long
@pytest.mark.parametrize("name", ["number-even", "few-glare", "number-lamp"])
def test_an_evening_without_stickers_ends_right(name: str) -> None:
    outcome = judge(f"squared+{name}", 2)
    assert (outcome.finished, outcome.silent, outcome.notes.misread) == (True, False, [])


@pytest.mark.parametrize(("off_mm", "taken_for"), [(1.0, "twin"), (3.0, "itself")])
def test_a_card_laid_just_where_its_twin_lay_is_taken_for_that(off_mm: float, taken_for: str) -> None:
    code, twin, *_ = four_alike(FILE)[0]
    before = Look((Sighting(twin, 10, 20, 3),), 0.4, ())
    now = Look((Sighting(code, 10 + off_mm, 20, 3),), 0.4, ())
    seen = NAMES["number-even"].remembered(now, before, FILE).sightings
    assert [one.code for one in seen] == [twin if taken_for == "twin" else code]
