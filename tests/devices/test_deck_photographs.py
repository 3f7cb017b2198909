"""Photographs of a deck lie beside the journals, once, and come back with the events that were given them."""

import hashlib
from contextlib import closing
from pathlib import Path

import pytest

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.state_directory import GAMES
from lucca_pi.devices.store import GameStore

PICTURES = [{"code": 5, "pictures": ["c" * 100_000, "d"]}]
BEGUN = {"event": "begun", "deck": {"name": "ours", "photographs": PICTURES}}


@pytest.fixture
def store(tmp_path):
    with closing(GameStore(tmp_path)) as opened:
        yield opened


def photographs(directory):
    return [*(directory / "photographs").iterdir()]


def test_event_comes_back_as_it_was_given(store):
    store.append("g", BEGUN)
    assert store.events("g") == [BEGUN]


def test_journal_holds_their_digest(store, tmp_path):
    store.append("g", BEGUN)
    (file,) = photographs(tmp_path)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert file.name == f"{digest}.json"
    assert store.journal("g").events == [
        {"event": "begun", "deck": {"name": "ours", "photographs": {"sha256": digest}}}
    ]
    assert (tmp_path / GAMES / "g.jsonl").stat().st_size < 100_000


def test_games_with_one_deck_share_them(store, tmp_path):
    store.append("first", BEGUN)
    store.append("second", {**BEGUN, "date": "later"})
    assert len(photographs(tmp_path)) == 1


@pytest.mark.parametrize("harm", [Path.unlink, lambda file: file.write_bytes(file.read_bytes()[:-9])])
def test_where_they_are_gone_or_damaged_the_digest_is_left(harm, store, tmp_path):
    store.append("g", BEGUN)
    harm(photographs(tmp_path)[0])
    assert store.events("g") == store.journal("g").events


def test_damaged_ones_are_written_anew(store, tmp_path):
    store.append("g", BEGUN)
    photographs(tmp_path)[0].write_text("[]")
    store.keep_photographs(BEGUN)
    assert store.events("g") == [BEGUN]


def test_game_begins_with_its_photographs_or_not_at_all(store, tmp_path):
    (tmp_path / "photographs").write_text("no folder")
    with pytest.raises(StoreError, match="photographs"):
        store.append("g", BEGUN)
    assert store.events("g") == []
