"""The table's key: made once, for its owner alone."""

import stat
from pathlib import Path

import pytest

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.state_directory import table_key


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
