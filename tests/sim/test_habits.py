"""Evenings of people who do more with the buttons than press OK, or leave something lying."""

import pytest

from tests.sim.conditions import Condition
from tests.sim.habits import HABITS, LEFT
from tests.sim.judging import judge

EVENINGS = (
    "told-again:502",
    "child:507",
    "child:517",
    "taken-back:505",
    "taken-back:511",
    "taken-back:522",
    "pile-stays:502",
    "nobody-presses:507",
    "nobody-presses:3037",
    "nobody-presses:3059",
    "misdealt:502",
)
"""Some of them ended wrong or stuck once, or with dozens of complaints."""
MOST_COMPLAINTS = 6


@pytest.mark.long
@pytest.mark.parametrize("name", EVENINGS)
def test_such_an_evening_ends_right(name: str) -> None:
    condition, _, seed = name.partition(":")
    outcome = judge(condition, int(seed))

    assert (outcome.notes.stuck, outcome.silent) == ("", False)


def test_what_stays_lying_is_complained_of_some_times_and_no_more() -> None:
    assert 0 < judge("pile-stays", 502).notes.told <= MOST_COMPLAINTS


@pytest.mark.parametrize("name", LEFT)
def test_what_is_left_lying_or_unpressed_shows_on_the_table(name: str) -> None:
    quiet, other = Condition("squared").evening(3), Condition(name).evening(3)

    assert [moment.done for moment in other.moments] == [moment.done for moment in quiet.moments]
    assert other.moments != quiet.moments


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name != "child")) for name in HABITS])
def test_whoever_uses_the_buttons_does_so_by_chance_alone(name: str) -> None:
    lines: list[list[str]] = [[], []]
    for told in lines:
        judge(name, 505, told.append)

    assert lines[0] == lines[1]
    assert any(line.startswith(("  tells turn", "  a child", "  takes back")) for line in lines[0])
