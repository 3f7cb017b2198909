"""What is no record of this game."""

import json

import pytest
from boards import adjusted, assert_clear, record, turn

from lucca_pi.errors import UnreadableError
from lucca_pi.games.chessboard.rules.record import read_record, record_json

WHOLE = json.dumps(record(turn("Ada", "white a1", "red d4 a2", switch=None), adjusted("a1 w", {"red": {"blue": 1}})))

PLACES = {
    "format": ["null", "1", '"lucca-citta-record/1"', '"lucca-chessboard-record/2"', '"lucca-chessboard-score/1"'],
    "game": ["null", '"citta"', '"Chessboard"', "[]"],
    "size": ["null", '"8"', "8.0", "true", "[8]"],
    "switch": ["null", "1", '"yes"', '"blue"'],
    "players": ["null", "{}", '"Ada"', "2"],
    "players[0]": ["null", '"Ada"', "[]", "{}", '{"name": "Ada"}', '{"colour": "white"}'],
    "players[0].name": ["null", "1", "[]"],
    "players[0].colour": ["null", "1", "[]"],
    "start": ["null", "[]", '"empty"'],
    "start.a2": ["null", '"white"', "{}", "1"],
    "start.a2[0]": ["null", "1", "[]"],
    "turns": ["null", "{}", "3"],
    "turns[0]": ["null", "[]", "{}", '{"player": "Ada"}', '{"bricks": []}'],
    "turns[0].player": ["null", "1"],
    "turns[0].switch": ["false", "1", "[]"],
    "turns[0].bricks": ["null", "{}", '"white a1"'],
    "turns[0].bricks[0]": ["null", "[]", '{"at": "a1"}', '{"colour": "white"}'],
    "turns[0].bricks[1].colour": ["null", "1"],
    "turns[0].bricks[1].at": ["null", "11", "[]"],
    "turns[0].bricks[1].prisoners": ["null", "{}", '"a2"'],
    "turns[0].bricks[1].prisoners[0]": ["null", "1"],
    "turns[1].adjust": ["null", "[]", "{}", '"found"'],
    "turns[1].adjust.city": ["null", "[]"],
    "turns[1].adjust.city.a1": ["null", '"white"'],
    "turns[1].adjust.prisoners": ["null", "[]"],
    "turns[1].adjust.prisoners.red": ["null", "[]", "2"],
    "turns[1].adjust.prisoners.red.blue": ["null", '"1"', "1.0", "true"],
    "turns[1].adjust.note": ["null", "1"],
}


def with_value(place: str, value: str) -> str:
    """The record with another value at a place."""
    whole = json.loads(WHOLE)
    whole |= {"switch": True, "start": {"a2": ["white"]}}
    whole["turns"][1]["adjust"]["note"] = "found later"
    *way, last = place.replace("[", ".").replace("]", "").split(".")
    spot = whole
    for step in way:
        spot = spot[int(step)] if step.isdigit() else spot[step]
    spot[int(last) if last.isdigit() else last] = "VALUE"
    return json.dumps(whole).replace('"VALUE"', value)


@pytest.mark.parametrize(("place", "value"), [(place, value) for place, values in PLACES.items() for value in values])
def test_a_value_of_another_type_is_refused_with_its_place(place, value):
    with pytest.raises(UnreadableError) as error:
        read_record(with_value(place, value))

    assert_clear(error.value)
    assert error.value.place.startswith(place) or "missing" in error.value.message


@pytest.mark.parametrize("key", ["format", "game", "size", "players", "turns"])
def test_a_key_that_must_be_there(key):
    whole = json.loads(WHOLE)
    del whole[key]
    with pytest.raises(UnreadableError, match=f'the key "{key}" is missing'):
        read_record(json.dumps(whole))


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
