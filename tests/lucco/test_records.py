import copy
import json

import pytest

from lucca_pi.errors import UnreadableError
from lucca_pi.files import read_as
from lucca_pi.games.lucco.rules.record import read_record, record_json
from tests.lucco.records import adjusted, lays, misses, piece, record, removes, scored

WHOLE = record(
    lays("Ada", "white", "blue", 0, 0),
    misses("Ben", "green"),
    removes("Cid", None, 0, 0),
    adjusted(piece("blue", 0, 0), note="fell off the table"),
    tiles="hexagon",
)
FREE = record(
    {"player": "Ada", "die": None, "lay": {"colour": "blue", "at": "p1"}},
    {"player": "Ben", "die": None, "lay": {"colour": "yellow", "at": "p2", "touches": [[0, "p1", 3]]}},
    tiles="free",
    sides=5,
)


def read(data: object) -> object:
    return read_record(json.dumps(data))


@pytest.mark.parametrize("data", [WHOLE, FREE, record(colours=["a", "b", "c", "blue", "green"])])
def test_a_record_is_written_as_it_was_read(data):
    assert record_json(read_record(json.dumps(data))) == data


def test_what_is_usual_need_not_be_told():
    bare = {name: WHOLE[name] for name in ("format", "game", "players", "turns")}
    assert read(bare) == read(WHOLE)
    assert read({**FREE, "sides": 5}).turns == read({name: FREE[name] for name in FREE if name != "sides"}).turns


def test_extra_keys_are_kept_and_ignored_wherever_they_stand():
    data = copy.deepcopy(WHOLE)
    adjustment = data["turns"][3]
    for one in (data, data["players"][0], data["turns"][0], data["turns"][0]["lay"], data["turns"][2]["remove"]):
        one["note"] = {"seen": [1, None]}
    for one in (adjustment, adjustment["adjust"], adjustment["adjust"]["table"][0]):
        one["when"] = "20:15"
    assert record_json(read_record(json.dumps(data))) == data
    assert scored(data) == scored(WHOLE)


@pytest.mark.parametrize("tiles", ["square", "hexagon"])
def test_touches_are_an_extra_key_on_a_grid(tiles):
    turn = {"player": "Ada", "die": None, "lay": {"colour": "blue", "at": [0, 0], "touches": "nothing"}}
    assert scored(record(turn, tiles=tiles))["table"][0]["at"] == [0, 0]


def test_an_absent_throw_is_one_that_was_not_seen():
    turn = lays("Ada", None, "blue", 0, 0)
    assert read(record(turn)) == read(record({"player": "Ada", "lay": turn["lay"]}))


def test_a_key_given_twice_is_unreadable():
    text = json.dumps(WHOLE).replace('"die": "white"', '"die": "white", "die": "blue"')
    with pytest.raises(UnreadableError, match='the key "die" is given twice'):
        read_record(text)


def test_what_is_unreadable_is_told_with_its_place_and_file(tmp_path):
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(record({"player": "Ada", "die": 6})))
    with pytest.raises(UnreadableError) as caught:
        read_as(read_record, str(file))
    assert str(caught.value) == f"{file}: turns[0].die: expected text, not 6"
