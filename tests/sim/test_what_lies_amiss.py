"""Where things lie once a fault has been made: against how they should lie, and in their players' axes."""

from functools import cache
from math import dist

import pytest

from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.table.areas import LOWER_EDGE_MM
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.sim.conditions import Condition
from tests.sim.evening import Evening, Laid
from tests.sim.eye import uncovered
from tests.sim.faults.cards import seat_of, spot_of


@cache
def with_fault(name: str) -> tuple[Evening, Laid, Laid]:
    """An evening with it, and the table as it should lie and as it lies as it begins."""
    evening = next(one for seed in range(20) if name in (one := Condition(f"{name}+planned").evening(seed)).happened)
    moment = next(moment for moment in evening.moments if moment.slips)
    return evening, moment.lying, moment.lies()


def moved_cards(name: str) -> list[tuple[DrawnCard, DrawnCard]]:
    _, should, does = with_fault(name)
    return [(one, other) for one, other in zip(should, does, strict=True) if one != other]


def in_sight(evening: Evening, lying: Laid) -> list[int]:
    return [card.code for card in uncovered(lying, evening.deck_file)]


def down_mm(evening: Evening, card: DrawnCard) -> float:
    """How far below the quarter's middle a card's middle lies, for its owner."""
    player = next(name for name, code in evening.seats.items() if code == card.owner)
    return spot_of(card, seat_of(evening, player)).y_mm


@pytest.mark.parametrize(
    ("name", "more"), [("slid-wall", -1), ("left-fanned", 1), ("discard-gone", -1), ("discard-stacked", -1)]
)
def test_so_many_more_codes_are_in_sight(name: str, more: int) -> None:
    evening, should, does = with_fault(name)
    shown = len(in_sight(evening, does)) - len(in_sight(evening, should))

    assert shown * more >= 1


@pytest.mark.parametrize("name", ["pushed-wall", "pushed-row"])
def test_walls_are_pushed_by_40_to_150_mm_and_stay_in_sight(name: str) -> None:
    evening, should, does = with_fault(name)

    assert all(was.code == BACK_CODE for was, _ in moved_cards(name))
    assert all(39.9 < dist((was.x_mm, was.y_mm), (now.x_mm, now.y_mm)) < 150.1 for was, now in moved_cards(name))
    assert in_sight(evening, should) == in_sight(evening, does)


@pytest.mark.parametrize("name", ["tucked", "upward"])
def test_a_columns_newest_card_lies_farthest_from_its_player(name: str) -> None:
    evening, _, _ = with_fault(name)
    column = [now for _, now in moved_cards(name)]
    newest = max((card for card, _ in moved_cards(name)), key=lambda card: card.level).code

    assert min(column, key=lambda card: down_mm(evening, card)).code == newest


def test_an_older_card_shows_on_a_completed_palace() -> None:
    evening, should, does = with_fault("old-on-top")

    assert len(set(in_sight(evening, should)) - set(in_sight(evening, does))) == 1
    assert len(set(in_sight(evening, does)) - set(in_sight(evening, should))) == 1


@pytest.mark.parametrize("name", ["squared-in-place", "column-off", "upside-down", "deal-upside-down"])
def test_it_lies_below_its_quarter(name: str) -> None:
    evening, _, _ = with_fault(name)

    assert all(down_mm(evening, now) > LOWER_EDGE_MM for _, now in moved_cards(name))


@pytest.mark.parametrize("name", ["covered-palace", "covered-wall", "quarter-hidden", "sticker-lost"])
def test_something_is_out_of_sight_and_nothing_has_moved(name: str) -> None:
    _, should, does = with_fault(name)

    assert set(does) < set(should)
