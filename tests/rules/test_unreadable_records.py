import json

import pytest
from small_records import assert_clear, discards, record, scored

from lucca_pi.errors import UnreadableError
from lucca_pi.games.citta.files import load_record
from lucca_pi.games.citta.rules.record import read_record

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
