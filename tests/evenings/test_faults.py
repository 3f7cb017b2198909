"""Evenings on which people's faults once led to a wrong turn without a word: now the machine asks or says so."""

import pytest

from tests.sim.conditions import judge
from tests.sim.faces import NAMES

ONCE_SILENT = [
    "upside-down+planned:24",
    "upside-down+triplet-shoved+planned:37",
    "pushed-wall+discard-gone+planned:1",
    "own-face-down+discard-gone+planned:1",
    "discard-down-right+planned:1",
    "discard-face-down+planned:0",
    "discard-down-neighbour+planned:0",
    "palace-face-down+late-laid+careless:41",
    "tower-amiss+early-0+careless:12",
    "wall-to-discard+planned:1",
    "pushed-row+wall-to-discard+planned:24",
    "pushed-row+palace-to-wall+careless:27",
    "discard-down-left+palace-to-wall+careless:36",
    "palace-face-down+wall-to-discard+careless:55012",
    "early-2+forgot-two+planned:53011",
    "tower-amiss+discard-to-palace+planned+number-lamp:77030",
    "opened-unmoved+opened-late+planned+few-blur:72006",
    "discard-down-neighbour+triplet-shoved+careless:210012",
    "opened-back+opened-late+careless:240047",
]


@pytest.mark.long
@pytest.mark.parametrize("game", ONCE_SILENT)
def test_a_fault_that_once_was_silent_is_noticed(game: str) -> None:
    condition, _, seed = game.rpartition(":")
    outcome = judge(condition, int(seed))

    assert set(outcome.happened) == set(condition.split("+")) - {"planned", "careless", *NAMES}
    assert (outcome.silent, outcome.wrong_turns, outcome.notes.stuck) == (False, (), "")
