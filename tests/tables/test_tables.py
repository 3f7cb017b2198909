"""Tables of other people, as `check import` has brought them in: what was read stays read, and nothing is misread."""

import json
from pathlib import Path

import pytest

from lucca_pi.checking.kept import GAME, READINGS, reread
from lucca_pi.proof.verify import verify_game

FOLDERS = sorted(file.parent for file in Path(__file__).parent.glob(f"*/{READINGS}"))


def test_there_are_tables():
    assert FOLDERS


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda one: one.name)
def test_what_was_read_at_a_table_stays_read(folder):
    if (folder / GAME).exists():
        kept, proof = json.loads((folder / READINGS).read_text(encoding="utf-8")), verify_game(folder / GAME)
        assert [check.word for check in proof.checks] == [check["word"] for check in kept["checks"]]
        return
    for now, kept in zip(*reread(folder), strict=True):
        for outcome, before in zip(now.outcomes, kept["pieces"], strict=True):
            assert outcome.state == "read" or before["state"] != "read", (now.laying.name, outcome.lay)
            assert outcome.state != "wrong" or before["state"] == "wrong", (now.laying.name, outcome.lay)
        assert {*now.extra} <= {*kept["extra"]}
