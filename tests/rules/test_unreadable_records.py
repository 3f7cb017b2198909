import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from small_records import assert_clear, discards, record, scored
from small_records import record as cards

from lucca_pi.errors import UnreadableError
from lucca_pi.games.chessboard.rules.record import read_record as read_board
from lucca_pi.games.chessboard.rules.record import record_json as write_board
from lucca_pi.games.citta.files import load_record
from lucca_pi.games.citta.rules.record import read_record
from lucca_pi.games.citta.rules.record import read_record as read_cards
from lucca_pi.games.citta.rules.record import record_json as write_cards
from lucca_pi.games.lucco.rules.record import read_record as read_tiles
from lucca_pi.games.lucco.rules.record import record_json as write_tiles
from tests.chessboard import boards
from tests.lucco import records as tiles

WHOLE = json.dumps(record([discards("Cid", 10), {"adjust": {"player": "Ben"}}]))

LONG_KEY_TWICE = '{"x": 1, "x": 1}'.replace("x", "k\\n" * 999)

BROKEN = {
    "nothing": ("", "line 1, column 1"),
    "blanks": ("  \n ", "line 2, column 2"),
    "no JSON": ("players: Ada", "line 1, column 1"),
    "half a record": (WHOLE[:200], "line 1"),
    "two records": (WHOLE + WHOLE, "Extra data"),
    "a comma too many": (WHOLE.replace("]}", ",]}", 1), "line 1, column"),
    "nested 100,000 deep": ("[" * 100_000, "nested too deeply"),
    "nested 100,000 deep in an extra key": ('{"note": ' + '{"a": ' * 100_000, "nested too deeply"),
    "9 million characters": (" " * 9_000_000, "too long"),
    "a list": ("[]", "expected an object, not a list"),
    "text": ('"record"', "expected an object"),
    "null": ("null", "expected an object, not null"),
    "a number": ("1", "expected an object, not 1"),
    "an empty object": ("{}", 'the key "format" is missing'),
    "a key given twice": (WHOLE.replace("{", '{"edition": "german", ', 1), 'the key "edition" is given twice'),
    "an extra key given twice": (WHOLE.replace("{", '{"x": 1, "x": 1, ', 1), 'the key "x" is given twice'),
    "a player dealt twice": (WHOLE.replace('"Ben": [', '"Ada": ['), 'the key "Ada" is given twice'),
    "a long key given twice": (LONG_KEY_TWICE, "is given twice"),
    "a number of 5,000 digits": (WHOLE.replace("[5, 6]", f"[5, {'9' * 5000}]"), "too many digits (5000)"),
    "an extra number of 5,000 digits": (WHOLE.replace("{", '{"x": %s, ' % ("9" * 5000), 1), "too many digits"),
    "1e400 as an extra key": (WHOLE.replace("{", '{"x": 1e400, ', 1), "1e400 is too large"),
    "NaN as an extra key": (WHOLE.replace("{", '{"x": NaN, ', 1), "NaN is not a number"),
    "a half character": (WHOLE.replace("Ada", "\\ud800"), "half a character"),
    "a half character as an extra key": (WHOLE.replace("{", '{"\\ud800": 1, ', 1), "half a character"),
}


@pytest.mark.parametrize(("text", "said"), BROKEN.values(), ids=BROKEN)
def test_what_is_no_record_is_unreadable(text, said):
    with pytest.raises(UnreadableError) as broken:
        read_record(text)
    assert said in str(broken.value)
    assert_clear(broken.value)


NOT_TEXT = {
    "not UTF-8": b"\xff\xfe{}",
    "a cut character": WHOLE.encode()[:-3] + b"\xc3",
    "UTF-16": WHOLE.encode("utf-16"),
    "a picture": b"\x89PNG\r\n\x1a\n\0\0",
}


@pytest.mark.parametrize("data", NOT_TEXT.values(), ids=NOT_TEXT)
def test_bytes_that_are_no_text_are_unreadable(data, tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(data)
    with pytest.raises(UnreadableError, match="not UTF-8 text") as broken:
        load_record(str(path))
    assert broken.value.file == str(path)
    assert_clear(broken.value)


TAKEN = {
    "a byte order mark": "\ufeff" + WHOLE,
    "blanks around it": f"\n\t {WHOLE} \r\n",
    "extra keys anywhere": WHOLE.replace('"card"', '"seen": 1e3, "card"').replace("{", '{"seats": {"Ada": 101}, ', 1),
    "a name in another script": WHOLE.replace("Ada", "\u05e2\u05d3\u05d4").replace("Ben", "\U0001f3f0"),
    "a whole character written as two halves": WHOLE.replace("Ben", "\\ud83c\\udff0"),
}


@pytest.mark.parametrize("text", TAKEN.values(), ids=TAKEN)
def test_what_harms_nobody_is_read(text):
    told = scored(text)
    ada, ben, cid = told["players"]
    assert told["orders"] == [[cid, ada, ben]]


# --- in a record of any game a value of another type is refused with its place, and so is a missing key

Way = tuple[str | int, ...]
SETTLED = {"player": "Ben", "construction": {"red": [8]}, "completed": {"red": 15}, "opened": {"blue": 5}}
RECORDS: dict[str, tuple[Callable[[str], Any], Callable[[Any], object], Any]] = {
    "citta": (
        read_cards,
        write_cards,
        cards(
            [
                {**discards("Cid", 10), "open": ["red"]},
                {"adjust": {**SETTLED, "walls": 2, "towers": ["T1"], "points": -2, "note": "late"}},
            ]
        ),
    ),
    "chessboard": (
        read_board,
        write_board,
        boards.record(
            boards.turn("Ada", "white a1", "red d4 a2", switch="black"),
            boards.adjusted("a1 w", {"red": {"blue": 1}}, note="found later"),
            start="a2 w",
            switch=True,
        ),
    ),
    "lucco": (
        read_tiles,
        write_tiles,
        tiles.record(
            tiles.lays("Ada", "white", "blue", 0, 0),
            tiles.removes("Cid", "red", 0, 0),
            tiles.adjusted(tiles.piece("blue", 0, 0), note="fell"),
            colours=["blue", "yellow", "red", "green", "black"],
        ),
    ),
    "lucco, free": (
        read_tiles,
        write_tiles,
        tiles.record(
            {"player": "Ada", "lay": {"colour": "blue", "at": "p2", "touches": [[0, "p1", 3]]}}, tiles="free", sides=5
        ),
    ),
}
TYPES = (None, True, 7, 2.0, 1.5, "?", [], {})
"""One value of each type, and a number that is whole though it is written with a point."""
ALSO: dict[tuple[str, str], tuple[object, ...]] = {
    ("citta", "deck"): ({}, []),
    ("chessboard", "turns[0].switch"): (None,),
    **{("lucco", f"turns[{number}].die"): (None,) for number in (0, 1)},
}
"""What may stand there as well, or is refused by the rules; a card is a number or a name."""
CARDS = ("deal", "card", "construction", "completed", "opened", "towers")
OTHERWISE: dict[tuple[str, str], list[object]] = {
    ("citta", "format"): ["lucca-citta-record/2", "lucca-citta-deck/1"],
    ("citta", "edition"): ["none", "English", ""],
    ("citta", "deck"): ["mine", "Reference"],
    ("chessboard", "format"): ["lucca-citta-record/1", "lucca-chessboard-record/2", "lucca-chessboard-score/1"],
    ("chessboard", "game"): ["citta", "Chessboard"],
    ("lucco", "format"): ["lucca-citta-record/1"],
    ("lucco", "game"): ["chessboard"],
    ("lucco", "turns[0].lay.at"): [[0], [0, 0, 0], [0, 0.0], [0, True], "p1"],
    ("lucco, free", "turns[0].lay.at"): [[0, 0]],
    ("lucco, free", "turns[0].lay.touches"): [[0, "p1", 3], [[0, "p1"]]],
}
"""Values of the right type that are none either."""
OPTIONAL = {
    *("switch", "start", "prisoners", "construction", "completed", "opened", "walls", "towers", "points", "note"),
    *("tiles", "sides", "colours", "die", "touches", "lay", "remove", "city", "adjust"),
    *("Ada", "Ben", "Cid", "a1", "a2", "red", "blue"),
}
"""Keys that may be missing, or are names; without "adjust" an adjustment is a turn."""


def ways(value: Any, way: Way = ()) -> Iterator[Way]:
    """The way to each value below this one; of equals in a list to the first two."""
    inner = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*way, key)
        yield from ways(one, (*way, key))


def named(way: Way) -> str:
    """The place as messages name it."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in way).removeprefix(".")


def inside(whole: Any, way: Way) -> Any:
    for step in way:
        whole = whole[step]
    return whole


def refused(game: str, whole: object, why: object) -> UnreadableError:
    with pytest.raises(UnreadableError) as caught:
        RECORDS[game][0](json.dumps(whole))
        pytest.fail(f"{why!r} is read")
    assert_clear(caught.value)
    return caught.value


CASES = [(game, way) for game, (*_ways, whole) in RECORDS.items() for way in ways(whole)]


@pytest.mark.parametrize(("game", "way"), CASES, ids=[f"{game}: {named(way)}" for game, way in CASES])
def test_a_value_of_another_type_is_refused_with_its_place(game: str, way: Way) -> None:
    was, place = inside(RECORDS[game][-1], way), named(way)
    fits = [type(one) for one in (was, *ALSO.get((game, place), ()))]
    fits += [int, str] if isinstance(was, int | str) and {*CARDS} & {*way} else []
    for other in [*(one for one in TYPES if type(one) not in fits), *OTHERWISE.get((game, place), [])]:
        whole = deepcopy(RECORDS[game][-1])
        inside(whole, way[:-1])[way[-1]] = other
        error = refused(game, whole, other)
        assert error.place.startswith(place) or "missing" in error.message or json.dumps(other) in error.message


@pytest.mark.parametrize("game", RECORDS)
def test_a_missing_key_is_named(game: str) -> None:
    whole = RECORDS[game][-1]
    keys = [way for way in ways(whole) if isinstance(way[-1], str) and way[-1] not in OPTIONAL]
    assert keys
    for way in keys:
        less = deepcopy(whole)
        del inside(less, way[:-1])[way[-1]]
        error = refused(game, less, way)
        assert error.place == named(way[:-1]) and f'"{way[-1]}"' in error.message


BY_NAME = {"deal", "construction", "completed", "opened", "start", "city", "prisoners"}
"""Objects whose keys are names."""


@pytest.mark.parametrize("game", [game for game in RECORDS if game != "citta"])
def test_extra_keys_are_kept_wherever_they_stand(game: str) -> None:
    read, write, whole = RECORDS[game]
    more = deepcopy(whole)
    objects = [way for way in [(), *ways(more)] if isinstance(inside(more, way), dict) and not BY_NAME & {*way}]
    for way in objects:
        inside(more, way)["seen"] = [1, None]
    again = write(read(json.dumps(more)))
    assert [inside(again, way).get("seen") for way in objects] == [[1, None]] * len(objects)
    assert len(objects) > 3
