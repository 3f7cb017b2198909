"""What each fault does to an evening, and where things lie then: held against the quiet one of the same seed."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import dist
from random import Random

import pytest

from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import CardSpot
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.table.areas import LOWER_EDGE_MM
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.sim.conditions import Condition
from tests.sim.evening import Evening, Moment, Slip, quiet_evening
from tests.sim.eye import Laid, uncovered
from tests.sim.faces import four_alike
from tests.sim.faults import FAULTS, LIES, LIKENESS
from tests.sim.games import STYLES

SEEDS = range(12)


@cache
def quiet(seed: int) -> Evening:
    players = 3 + seed % 3
    return quiet_evening(seed, players, "english", tastes=[STYLES["careless"]] * players)


def faulty(name: str, seed: int) -> Evening:
    return quiet(seed).with_moments(FAULTS[name](quiet(seed), Random(f"{seed} {name}")))


@cache
def first_with(name: str) -> Evening:
    """The first evening in which the fault happens."""
    return next(evening for seed in SEEDS if (evening := faulty(name, seed)).moments != quiet(seed).moments)


def played(evening: Evening) -> list[Turn]:
    return [moment.done for moment in evening.moments if isinstance(moment.done, Turn)]


def tables(evening: Evening) -> list[Laid]:
    return [moment.lies() for moment in evening.moments]


def amiss(name: str) -> tuple[Laid, Laid]:
    """The table as it should lie and as it lies, as the fault begins."""
    evening = first_with(name)
    number = next(number for number, moment in enumerate(evening.moments) if moment.slips)
    return evening.moments[number].lying, evening.moments[number].lies()


@pytest.mark.parametrize("name", FAULTS)
def test_whatever_fault_is_made_the_same_game_is_played(name: str) -> None:
    assert sorted(map(repr, played(first_with(name)))) == sorted(map(repr, played(quiet(first_with(name).seed))))


@pytest.mark.parametrize("name", FAULTS)
def test_the_same_seed_gives_the_same_evening(name: str) -> None:
    evening = first_with(name)

    assert tables(faulty(name, evening.seed)) == tables(evening)
    assert faulty(name, evening.seed).moments == evening.moments


@pytest.mark.parametrize("name", [*LIES, *LIKENESS])
def test_what_lies_amiss_is_right_before_and_once_it_has_been_put_right(name: str) -> None:
    evening = first_with(name)
    slipped = [moment for moment in evening.moments if moment.slips]

    assert len({slip.name for moment in slipped for slip in moment.slips}) == 1
    assert slipped[0].lies() != slipped[0].lying
    assert all(moment.lies([slip.name for slip in moment.slips]) == moment.lying for moment in slipped)


MOVED_NOWHERE = ("upside-down", "turned-in-place", "askew", "palace-face-down", "own-face-down", "discard-face-down")


@pytest.mark.parametrize("name", MOVED_NOWHERE)
def test_a_card_that_is_turned_stays_in_its_place(name: str) -> None:
    before, after = amiss(name)
    ((was, now),) = ((one, other) for one, other in zip(before, after, strict=True) if one != other)

    assert (was.x_mm, was.y_mm, was.level) == (now.x_mm, now.y_mm, now.level)
    assert (now.code == BACK_CODE) == (was.heading_deg == now.heading_deg)


def test_cards_that_are_exchanged_look_alike_and_lie_where_the_other_lay() -> None:
    before, after = amiss("twins-exchanged")
    ((one, now), (other, then)) = ((was, now) for was, now in zip(before, after, strict=True) if was != now)

    assert (replace(one, code=other.code), replace(other, code=one.code)) == (now, then)
    assert any({one.code, other.code} <= {*group} for group in four_alike(quiet(0).deck_file))


def test_a_card_is_held_above_the_table_for_one_look() -> None:
    slips = [slip for moment in first_with("held-above").moments for slip in moment.slips]
    assert slips and all(slip.brief for slip in slips)


@pytest.mark.parametrize("name", ["discard-down-right", "discard-down-left", "discard-down-neighbour"])
def test_a_discard_thrown_face_down_is_one_back_more(name: str) -> None:
    before, after = amiss(name)
    backs = [[card.code for card in lying].count(BACK_CODE) for lying in (before, after)]

    assert backs[1] == backs[0] + 1


@pytest.mark.parametrize(("one", "other"), [*pairwise(FAULTS), *zip(FAULTS, [*FAULTS][11:], strict=False)])
def test_any_two_faults_are_made_in_one_evening_in_either_order(one: str, other: str) -> None:
    for name, then in ((one, other), (other, one)):
        evening = first_with(name)
        both = evening.with_moments(FAULTS[then](evening, Random(1)))

        assert len(played(both)) == len(played(evening))
        assert all(moment.lies() for moment in both.moments)


@pytest.mark.parametrize("name", ["wall-to-discard", "wall-to-palace", "discard-to-palace", "palace-to-wall"])
def test_a_change_of_mind_shows_after_the_press(name: str) -> None:
    evening = first_with(name)
    number, seeming = next((at, moment) for at, moment in enumerate(evening.moments) if moment.meant)

    assert seeming.meant != seeming.done
    assert seeming.lying != quiet(evening.seed).moments[number].lying
    assert evening.moments[-1].lying == quiet(evening.seed).moments[-1].lying


PRESSES = {
    "forgot-press": -1,
    "forgot-round-end": -1,
    "forgot-two": -2,
    "pressed-twice": 1,
    "early-1": 1,
    "swapped-order": 0,
}


@pytest.mark.parametrize("name", PRESSES)
def test_ok_is_pressed_so_much_more_often(name: str) -> None:
    evening = first_with(name)
    presses = [sum(moment.pressed for moment in one.moments) for one in (quiet(evening.seed), evening)]

    assert presses[1] - presses[0] == PRESSES[name]


def test_people_put_right_what_lies_amiss_with_whom_the_machine_names() -> None:
    slips = tuple(Slip(player.lower(), player, lambda lying: lying) for player in ("Alex", "Bruno"))
    moment = replace(quiet(0).moments[3], slips=(*slips, Slip("lost", None, lambda lying: lying, stays=True)))

    assert moment.amiss((), "Turn 17 of Bruno over.") == {"bruno"}
    assert moment.amiss((), "17 is missing.") == {"alex", "bruno"}
    assert moment.amiss({"bruno"}, "Bruno has a wall less.") == {"alex"}


def test_a_second_fault_is_mostly_made_beside_the_first() -> None:
    first = Condition("pushed-wall+careless").evening(1)
    number = begins(first.moments, "pushed-wall")
    later = [first.with_moments(FAULTS["own-face-down"](first, Random(f"{chance}"))).moments for chance in range(20)]

    assert sum(begins(moments, "own-face-down") == number for moments in later) > 10


def begins(moments: Sequence[Moment], name: str) -> int:
    slips = [[slip.name for slip in moment.slips] for moment in moments]
    return next(number for number, names in enumerate(slips) if any(one.startswith(name) for one in names))


def test_a_fault_that_happened_stands_in_the_evening() -> None:
    assert Condition("missed+upside-down+pushed-wall+planned").evening(2).happened == ("upside-down", "pushed-wall")


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
    seat = evening.seat(str(evening.player(card.owner)))
    return seat.from_table(CardSpot(card.x_mm, card.y_mm)).y_mm


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
