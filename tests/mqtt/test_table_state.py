"""The state of a table: sealed by its key, which is its owner's alone, and nothing else is taken for genuine."""

import hmac
import json
import stat
from hashlib import sha256
from pathlib import Path

import pytest

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.state_directory import table_key
from lucca_pi.mqtt.table_state import FORMAT, is_genuine, sealed

KEY = "0123456789abcdef" * 4
STATE = {"format": FORMAT, "table": "Tisch 1 è", "number": 3, "ranking": [{"player": "עדה", "total": 7}]}


def test_the_seal_is_the_hmac_of_the_canonical_json_of_all_other_keys():
    text = json.dumps(STATE, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert sealed(STATE, KEY)["seal"] == hmac.new(bytes.fromhex(KEY), text.encode(), sha256).hexdigest()


def test_a_state_is_genuine_after_json_in_any_order_of_keys():
    sent = json.dumps(dict(reversed(sealed(STATE, KEY).items())))
    assert is_genuine(json.loads(sent), KEY)


@pytest.mark.parametrize("change", [{"number": 4}, {"number": 3.0}, {"more": 1}, {"seal": "0" * 64}, {"format": "x/1"}])
def test_a_changed_state_is_not_genuine(change):
    assert not is_genuine(sealed(STATE, KEY) | change, KEY)


@pytest.mark.parametrize(
    "text",
    ["null", "7", "[]", "{}", '{"seal": 1}', '"seal"']
    + [
        f'{{"format": "{FORMAT}", "seal": {seal}, "x": {value}}}'
        for seal in ("null", "7", '"é"', '"\\ud800"', f'"{"0" * 64}"')
        for value in ("NaN", "1e999", '"\\ud800"', "[" * 900 + "]" * 900, "9" * 4000)
    ],
)
def test_what_is_no_state_is_not_genuine_and_raises_nothing(text):
    assert not is_genuine(json.loads(text), KEY)


def test_it_is_made_once_and_read_by_its_owner_alone(tmp_path: Path) -> None:
    key = table_key(tmp_path / "state")
    assert len(bytes.fromhex(key)) == 32
    assert table_key(tmp_path / "state") == key
    assert table_key(tmp_path / "other") != key
    assert stat.S_IMODE((tmp_path / "state" / "table.key").stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "ab", "x" * 64, "ab" * 33])
def test_anything_else_in_its_place_is_named_and_stays(tmp_path: Path, text: str) -> None:
    file = tmp_path / "table.key"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match=r"table\.key: this is no key of a table\. Delete it: a new one is made\."):
        table_key(tmp_path)
    assert file.read_text(encoding="utf-8") == text
