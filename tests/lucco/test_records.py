"""Records as they are read and written, and their scores."""

import json

import pytest

from lucca_pi.errors import UnreadableError
from lucca_pi.files import read_as
from lucca_pi.games.lucco.rules.record import read_record
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


def test_what_is_usual_need_not_be_told():
    bare = {name: WHOLE[name] for name in ("format", "game", "players", "turns")}
    assert read(bare) == read(WHOLE)
    assert read({**FREE, "sides": 5}).turns == read({name: FREE[name] for name in FREE if name != "sides"}).turns


@pytest.mark.parametrize("tiles", ["square", "hexagon"])
def test_touches_are_an_extra_key_on_a_grid(tiles):
    turn = {"player": "Ada", "die": None, "lay": {"colour": "blue", "at": [0, 0], "touches": "nothing"}}
    assert scored(record(turn, tiles=tiles))["table"][0]["at"] == [0, 0]


def test_an_absent_throw_is_one_that_was_not_seen():
    turn = lays("Ada", None, "blue", 0, 0)
    assert read(record(turn)) == read(record({"player": "Ada", "lay": turn["lay"]}))


def test_what_is_unreadable_is_told_with_its_place_and_file(tmp_path):
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(record({"player": "Ada", "die": 6})))
    with pytest.raises(UnreadableError) as caught:
        read_as(read_record, str(file))
    assert str(caught.value) == f"{file}: turns[0].die: expected text, not 6"


ROUND = (misses("Ben", "green"), misses("Cid", "yellow"))


def without_reasons(turn: dict[str, object]) -> object:
    events = turn["events"]
    assert isinstance(events, list)
    assert all(isinstance(event["reason"], str) and event["reason"] for event in events)
    return [{key: value for key, value in event.items() if key != "reason"} for event in events]


def test_what_happened_is_told_turn_by_turn():
    told = scored(WHOLE)
    assert [(turn["turn"], turn["player"], turn["colour"], turn["die"]) for turn in told["turns"]] == [
        (1, "Ada", "blue", "white"),
        (2, "Ben", "yellow", "green"),
        (3, "Cid", "green", None),
        (None, None, None, None),
    ]
    assert list(map(without_reasons, told["turns"])) == [
        [{"kind": "lay", "colour": "blue", "at": [0, 0], "group": 1}],
        [{"kind": "pass", "why": "none-there"}],
        [{"kind": "remove", "colour": "blue", "at": [0, 0], "to": "Ada"}, {"kind": "anew"}],
        [{"kind": "adjust"}],
    ]


def test_an_unfinished_game_tells_who_throws_next():
    told = scored(WHOLE)
    assert (told["format"], told["game"], told["finished"], told["next"]) == ("lucco-score/1", "lucco", False, "Ada")
    assert (told["winners"], told["reason"], told["end"]) == ([], None, None)


def test_a_finished_game_tells_who_won_where_and_why():
    turns = [turn for number in range(5) for turn in (lays("Ada", "blue", "blue", 1, 2 - number), *ROUND)][:-2]
    told = scored(record(*turns))
    assert (told["finished"], told["next"], told["winners"]) == (True, None, ["Ada"])
    assert told["end"] == {"turn": 13, "group": [[1, -2], [1, -1], [1, 0], [1, 1], [1, 2]]}
    assert told["reason"] == "Ada wins with a group of 5 tiles in blue"


def test_the_table_is_sorted_number_by_number_with_why_a_piece_stays():
    plus = [
        piece("red", 0, 0),
        piece("blue", 1, 0),
        piece("blue", -1, 0),
        piece("green", 0, 10 - 9),
        piece("red", 0, -1),
    ]
    assert scored(record(adjusted(*plus[:-1], piece("black", 0, 2))))["table"] == [
        {"at": [-1, 0], "colour": "blue", "stays": None},
        {"at": [0, 0], "colour": "red", "stays": "splits"},
        {"at": [0, 1], "colour": "green", "stays": "splits"},
        {"at": [0, 2], "colour": "black", "stays": None},
        {"at": [1, 0], "colour": "blue", "stays": None},
    ]
    assert scored(record(adjusted(*plus)))["table"][2] == {"at": [0, 0], "colour": "red", "stays": "protected"}


def test_names_are_sorted_as_text():
    table = [{"colour": "red", "at": "p10"}, {"colour": "red", "at": "p9", "touches": [[0, "p10", 0]]}]
    table += [{"colour": "red", "at": "P2", "touches": [[0, "p9", 1]]}]
    assert [one["at"] for one in scored(record(adjusted(*table), tiles="free"))["table"]] == ["P2", "p10", "p9"]


def test_stock_and_largest_group_are_told_of_all_five_colours():
    told = scored(record(adjusted(piece("blue", 0, 0), piece("blue", 0, 1), piece("red", 0, 2), piece("blue", 0, 3))))
    assert told["stock"] == {"blue": 7, "yellow": 10, "green": 10, "red": 9, "black": 10}
    assert told["largest"] == {"blue": 2, "yellow": 0, "green": 0, "red": 1, "black": 0}


def test_a_throw_that_was_not_seen_lets_a_player_do_nothing_if_one_face_would():
    told = scored(record(lays("Ada", None, "blue", 0, 0), misses("Ben", None)))
    assert without_reasons(told["turns"][1]) == [{"kind": "pass", "why": "unseen"}]


def test_reasons_name_who_did_what():
    assert [event["reason"] for turn in scored(WHOLE)["turns"] for event in turn["events"]] == [
        "Ada lays blue at 0,0: no other of its colour touches it",
        "Ben throws green: no tile of it is on the table",
        "Cid takes away blue at 0,0: it goes back to Ada",
        "the table is empty: the next player starts again",
        "settled by hand: fell off the table",
    ]
