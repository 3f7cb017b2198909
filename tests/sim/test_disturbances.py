"""What each disturbance does to an evening: held against the quiet one."""

from functools import cache, partial
from random import Random
from typing import Any

import pytest

from lucca_pi.games.citta.rules.record import Adjustment
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.cases import some
from tests.sim import eye
from tests.sim.conditions import HANDS, NAMES, SIGHTS, Condition
from tests.sim.evening import Evening, Moment, quiet_evening
from tests.sim.eye import Glance, Sights, uncovered

SEED = 4


@cache
def quiet() -> Evening:
    """Two rounds and a half of five players, in which palaces are completed and cards discarded."""
    return quiet_evening(SEED, 5, "english", turns=13)


def after(name: str, rate: float = 1.0) -> Evening:
    do: Any = HANDS[name]
    return quiet().with_moments(do(quiet(), Random(1), rate))


def inserted(evening: Evening) -> list[Moment]:
    """The moments that the quiet evening has not."""
    return [moment for moment in evening.moments if not moment.pressed]


def turns(evening: Evening) -> list[Turn]:
    return [moment.done for moment in evening.moments if isinstance(moment.done, Turn)]


@pytest.mark.parametrize("name", HANDS)
def test_whatever_people_do_the_same_game_is_played(name: str) -> None:
    evening = after(name)

    assert turns(evening) == turns(quiet())
    assert evening.moments != quiet().moments
    assert after(name, rate=0).moments == quiet().moments


def test_a_fanned_palace_shows_all_its_cards_before_it_is_squared() -> None:
    for moment in some(inserted(after("fanned"))):
        owners = {card.code for card in moment.lying if card.area == "construction"}
        assert not any(card.buried and card.code in owners for card in moment.lying)
        assert moment.half_way


def test_in_mid_turn_no_more_than_two_cards_are_played() -> None:
    evening = after("midturn")
    for moment, following in some(zip(evening.moments[1::2], evening.moments[2::2], strict=True)):
        played = {evening.code(play.card) for play in turns(evening)[evening.moments.index(following) // 2 - 1].play}
        lying = {card.code for card in moment.lying if card.owner is not None}
        assert len(played & lying) <= 2


def test_late_triplets_lie_there_after_the_press() -> None:
    late = inserted(after("late"))

    assert [len(moment.scene.centre.triplets) for moment in late] == [6, 6]
    assert all(moment.done is None for moment in late)


def test_a_discard_that_is_gone_is_seen_nowhere_again() -> None:
    evening = after("gone")
    discards = [evening.code(play.card) for turn in turns(evening) for play in turn.play if play.way == "discard"]

    assert discards
    assert not {card.code for card in evening.moments[-1].lying} & set(discards)


def test_what_is_misplaced_stays_in_its_area_and_covers_nothing() -> None:
    for was, moment in some(zip(quiet().moments, after("misplaced").moments, strict=True)):
        assert sorted((card.code, str(card.area)) for card in moment.lying) == sorted(
            (card.code, str(card.area)) for card in was.lying
        )
        assert len(uncovered(moment.lying, quiet().deck_file)) == len(uncovered(was.lying, quiet().deck_file))


def test_a_card_in_a_wrong_area_is_mended() -> None:
    wrong = [moment for moment in after("wrong").moments if moment.mended]

    assert wrong
    assert {len(set(moment.lying) - set(moment.mended or ())) for moment in wrong} == {1}


def test_a_wall_is_turned_over_when_the_machine_has_said_so() -> None:
    for moment in some(after("unturned").moments):
        if moment.mended:
            backs = [[card.code for card in lying].count(BACK_CODE) for lying in (moment.lying, moment.mended)]
            assert backs[1] == backs[0] + 1


def test_a_pile_left_fanned_shows_every_card() -> None:
    shown = [len(uncovered(evening.moments[-1].lying, quiet().deck_file)) for evening in (quiet(), after("loose"))]

    assert shown[1] > shown[0]


def test_a_press_is_not_forgotten_at_the_end() -> None:
    pressed = [moment.pressed for moment in after("forgotten").moments]

    assert pressed == [True] + [False] * 12 + [True]


def test_what_is_settled_stands_in_the_record_and_changes_the_table() -> None:
    evening = quiet_evening(SEED, 3, "english", adjustments=1, turns=6)
    (number,) = (index for index, moment in enumerate(evening.moments) if isinstance(moment.done, Adjustment))

    before, settled = (evening.moments[index].scene.position for index in (number - 1, number))
    assert before != settled


HIDES: list[tuple[Sights, int, int]] = [
    (partial(eye.code_missed, rate=0), 0, 0),
    (eye.code_missed, 1, 8),
    (partial(eye.code_missed, rate=1), 63, 63),
    (partial(eye.code_lost, cards=200), 20, 40),
    (partial(eye.wall_hidden, rate=1), 5, 5),
    (partial(eye.hand_in_the_way, rate=1), 1, 12),
    (partial(eye.mug, radius_mm=200), 1, 12),
]
"""Of the 63 codes that lie there, five of them walls', at least and at most so many are hidden in three looks."""


@pytest.mark.parametrize(("sight", "least", "most"), HIDES)
def test_sights_hide_codes(sight: Sights, least: int, most: int) -> None:
    lying = quiet().moments[-1].lying
    hidden = {card for look in range(3) for card in sight(lying, Glance(0, 13, look))}

    assert len(lying) == 63
    assert least <= len(hidden) <= most


@pytest.mark.parametrize(
    ("sight", "same"),
    [
        (partial(eye.code_missed, rate=0.2), False),
        (partial(eye.code_lost, cards=40), True),
        (partial(eye.wall_hidden, rate=0.5), True),
    ],
)
def test_what_is_missed_afresh_differs_from_look_to_look(sight: Sights, same: bool) -> None:
    lying = quiet().moments[-1].lying
    one, other = (set(sight(lying, Glance(SEED, 13, look))) for look in (1, 2))

    assert (one == other) is same


def test_the_mug_is_lifted_when_the_machine_complains() -> None:
    lying = quiet().moments[-1].lying

    assert not list(eye.mug(lying, Glance(0, 13, 0, heeded=True), radius_mm=200))


@pytest.mark.parametrize("name", NAMES)
def test_every_disturbance_has_its_name(name: str) -> None:
    condition = Condition(f"squared+{name}")

    assert set(condition.sights) <= set(SIGHTS.values())
    with pytest.raises(ValueError, match="no disturbance"):
        Condition(f"{name}+earthquake")
