"""Evenings on which everything fails by chance, a seed each; CONTRIBUTING says how one that fails is looked into."""

import os
import subprocess
import sys

import pytest

from tests.cases import first_of
from tests.seeds.blunders import BLUNDERS
from tests.seeds.plan import Plan, plan_of, run, shrunk

SEEDS, SHARES = 200, 8
SOON_FOUND = (
    "a journal is not synced",
    "a new journal's name is not synced",
    "an event is shown before it is kept",
    "an event is confirmed before it is kept",
    "an event is kept twice",
    "an answer to an older question counts",
    "a contact's bounces are presses",
    "no sign of life is given",
)
"""Blunders that a few seeds find; `./lucca bench seeds --blunders` looks for all."""


@pytest.mark.parametrize("share", first_of(range(SHARES), usual=SHARES // 4))
def test_whatever_fails_nothing_confirmed_is_lost_told_wrongly_or_done_twice(share):
    faults = {seed: run(plan_of(seed)).fault for seed in range(share, SEEDS, SHARES)}
    assert {seed: fault for seed, fault in faults.items() if fault} == {}


FOUND = {
    "what a killed program wrote last, and cannot be synced, is told to be in danger": Plan(
        (
            *(
                ("trouble", 1.0, "killed", 11, 20, 98625),
                ("cut", 1.0, 84173),
                ("switch off", 0.3),
                ("glance", 2.5, 1),
            ),
            *(("cover", 2.5), ("trouble", 6.0, "broken", 1, 5, 22211), ("cover", 2.5), ("play", 1.5), ("wait", 6.0)),
        )
    ),
    "an answer that came to nothing, for the disk refused it, is not taken a second time": Plan(
        (
            *(("trouble", 1.0, "killed", 1, 2, 294270), ("trouble", 1.5, "broken", 0, 5, 342638)),
            *(("play", 6.0), ("answer", 1.5, 0, 2, 2, 0.0, False)),
        )
    ),
}
"""Plans that have failed, by the fact that did not hold: seeds 1551 and 9417, shrunk."""


@pytest.mark.parametrize("plan", FOUND.values(), ids=FOUND)
def test_what_once_failed_does_not_fail_again(plan):
    assert run(plan).fault == ""


@pytest.mark.parametrize("blunder", SOON_FOUND)
def test_a_fault_that_is_put_into_the_program_is_found(blunder):
    with BLUNDERS[blunder]():
        assert any(run(plan_of(seed)).fault for seed in range(12))


def test_the_same_seed_is_the_same_evening_to_the_byte():
    digests = {run(plan_of(7)).digest}
    code = "from tests.seeds.plan import plan_of, run; print(run(plan_of(7)).digest)"
    for hashed in "12":  # sets and dictionaries are in another order
        environment = {**os.environ, "PYTHONHASHSEED": hashed, "PYTHONPATH": os.pathsep.join(sys.path)}
        told = subprocess.run([sys.executable, "-c", code], env=environment, text=True, capture_output=True, check=True)
        digests.add(told.stdout.strip())
    assert len(digests) == 1


def test_a_plan_that_fails_is_shrunk_to_the_acts_that_matter():
    acts = (("wait", 1.0), ("press", 1.0, "back", 2.3), ("hand", 0.3), ("wait", 3.0))
    plan = Plan(acts, confirmed=2)
    with BLUNDERS["an event is kept twice"]():
        fault = run(plan).fault
        assert fault
        assert shrunk(plan, fault).acts == (acts[1],)
