"""What is no record of this game."""

import json

import pytest
from boards import adjusted, record, turn

from lucca_pi.errors import UnreadableError
from lucca_pi.games.chessboard.rules.record import read_record, record_json

WHOLE = json.dumps(record(turn("Ada", "white a1", "red d4 a2", switch=None), adjusted("a1 w", {"red": {"blue": 1}})))


@pytest.mark.parametrize("key", ["switch", "start"])
def test_a_key_that_may_be_missing(key):
    whole = json.loads(WHOLE)
    whole.pop(key, None)
    assert read_record(json.dumps(whole)) == read_record(WHOLE)


def test_a_lot_given_twice_is_refused():
    with pytest.raises(UnreadableError, match="given twice"):
        read_record(WHOLE.replace('"city": {', '"city": {"a1": ["red"], '))


def test_an_empty_switch_is_none():
    assert read_record(WHOLE).turns[0].switch is None


def test_extra_keys_are_kept_wherever_they_stand():
    whole = json.loads(WHOLE) | {"switch": False, "table": {"in": "the kitchen"}}
    del whole["start"]
    whole["players"][0]["seat"] = 3
    whole["turns"][0] |= {"seconds": 40}
    whole["turns"][0]["bricks"][0] |= {"sure": 0.9, "prisoners": ["a3"]}
    whole["turns"][1] |= {"when": None}
    whole["turns"][1]["adjust"] |= {"by": "Ada"}
    del whole["turns"][0]["switch"]

    assert record_json(read_record(json.dumps(whole))) == whole
