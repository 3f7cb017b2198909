"""What people do once in an evening: whatever it is, nothing is silently wrong, and the evening goes on."""

import pytest

from tests.lucco.habit_kinds import BY_NAME
from tests.lucco.habits import Habits

SEEDS = {"taken-back": 15, "moved-besides": 43, "wrong-hand": 26}
"""Of evenings that have a moment for these habits; for all others the first one has."""
PAIRS = (
    "scattered+forgot-1",
    "flipped+twice",
    "die-turned+wrong-removed",
    "pushed+laid-askew",
    "restart+undone-really",
)


@pytest.mark.parametrize("names", [*BY_NAME, *PAIRS])
def test_nothing_is_silently_wrong(names):
    habits = [BY_NAME[name] for name in names.split("+")]
    notes = Habits(habits, SEEDS.get(names, 4)).play()
    assert (notes.stuck, notes.wrong_table, notes.wrong_deed) == ("", "", "")
