import errno
import hashlib
import os
import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from damaging import refusing

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.state_directory import GAMES
from lucca_pi.devices.store import GameStore, StoredGames
from tests.in_memory import MemoryStore

NOBODY = 65534


@pytest.fixture(params=["folder", "memory"])
def store(request, tmp_path):
    made = GameStore(tmp_path) if request.param == "folder" else MemoryStore()
    yield made
    made.close()


def test_games_are_told_apart_and_come_in_the_order_they_were_begun(store):
    for game, number in [("b", 1), ("a", 2), ("b", 3)]:
        store.append(game, {"n": number})
    assert list(store.games()) == ["b", "a"]
    assert store.events("b") == [{"n": 1}, {"n": 3}]


def test_a_game_never_begun_has_no_events(store):
    assert store.events("none") == []
    assert list(store.games()) == []


def test_what_was_read_is_a_copy(store):
    store.append("g", {"cards": [1]})
    store.events("g")[0]["cards"].append(2)
    assert store.events("g") == [{"cards": [1]}]


def test_a_second_program_is_refused_and_told_what_to_do(tmp_path):
    store = GameStore(tmp_path)
    with pytest.raises(StoreError, match=r"another lucca-pi.*--state DIR"):
        GameStore(tmp_path)
    store.close()
    GameStore(tmp_path).close()


def test_games_can_be_read_while_another_program_keeps_one(tmp_path):
    store = GameStore(tmp_path)
    store.append("g", {"n": 1})
    reader = StoredGames(tmp_path)
    store.append("g", {"n": 2})
    assert reader.games() == ["g"]
    assert reader.events("g") == [{"n": 1}, {"n": 2}]
    reader.close()
    store.close()


def test_a_directory_without_games_has_none_and_is_not_made(tmp_path):
    reader = StoredGames(tmp_path / "none")
    assert reader.games() == []
    reader.close()
    assert not (tmp_path / "none").exists()


class Disk:
    """Takes no more than so many bytes of what is written to journals; None: all of it."""

    def __init__(self, patch):
        self.room = None
        self.number = errno.ENOSPC
        self._pwrite = os.pwrite
        patch.setattr(os, "pwrite", self.pwrite)

    def pwrite(self, opened, data, at):
        if self.room is None:
            return self._pwrite(opened, data, at)
        if not self.room:
            raise OSError(self.number, os.strerror(self.number))
        written = self._pwrite(opened, data[: self.room], at)
        self.room -= written
        return written


@pytest.fixture
def disk(monkeypatch):
    return Disk(monkeypatch)


@pytest.mark.parametrize(
    ("number", "remedy"),
    [(errno.ENOSPC, "Make room"), (errno.EROFS, "Let this user write"), (errno.EIO, "disk may be broken")],
)
@pytest.mark.parametrize("room", [0, 1, 50, 120])
def test_a_disk_that_takes_no_more_is_said_with_what_to_do_and_nothing_is_half_kept(
    tmp_path, disk, number, remedy, room
):
    store = GameStore(tmp_path)
    store.append("g", {"n": 1})
    whole = (tmp_path / GAMES / "g.jsonl").read_bytes()
    for game in ("g", "new"):
        disk.room, disk.number = room, number
        with pytest.raises(StoreError, match=remedy):
            store.append(game, {"long": "x" * 100_000})
    assert {file.name: file.read_bytes() for file in (tmp_path / GAMES).iterdir()} == {"g.jsonl": whole}
    assert store.events("g") == [{"n": 1}]
    assert store.games() == ["g"]
    store.close()


@pytest.mark.parametrize("refuses", ["pwrite", "fsync"])
def test_once_there_is_room_again_the_same_store_goes_on(tmp_path, monkeypatch, refuses):
    full, store = refusing(errno.ENOSPC), GameStore(tmp_path)
    for game in ("g", "h"):
        for cut in ("ftruncate", "unlink"):  # which a disk that is gone refuses too
            with monkeypatch.context() as patch:
                patch.setattr(os, refuses, full)
                patch.setattr(os, cut, full)
                with pytest.raises(StoreError):
                    store.append(game, {"long": "x" * 100_000})
            assert store.events(game) == []
        store.append(game, {"n": 1})

    assert [store.events(game) for game in store.games()] == [[{"n": 1}]] * 2
    store.close()
    again = GameStore(tmp_path)
    assert (again.notice, [again.events(game) for game in again.games()]) == (None, [[{"n": 1}]] * 2)
    again.close()


@pytest.fixture
def read_only():
    """A directory in which this user, who is not root for the while, cannot make a file."""
    with TemporaryDirectory() as name:
        directory, user = Path(name), os.geteuid()
        yield directory
        os.seteuid(user)
        directory.chmod(0o755)


def _forbid_writing(directory):
    directory.chmod(0o555)
    if os.geteuid() == 0:
        os.seteuid(NOBODY)


def test_games_are_read_where_no_file_can_be_made(tmp_path, read_only):
    store = GameStore(tmp_path)
    for number in (1, 2):
        store.append("g", {"n": number})
    store.close()
    shutil.copytree(tmp_path / GAMES, read_only / GAMES)
    (read_only / GAMES).chmod(0o555)
    _forbid_writing(read_only)
    games = StoredGames(read_only)
    assert games.events("g") == [{"n": 1}, {"n": 2}]
    with pytest.raises(StoreError, match=r"games: cannot be written \(Permission denied\).*--state DIR"):
        GameStore(read_only)


def test_a_journal_that_this_user_may_not_read_is_named_and_hides_no_other(tmp_path, read_only):
    store = GameStore(tmp_path)
    for game in ("g", "h"):
        store.append(game, {"n": 1})
    store.close()
    shutil.copytree(tmp_path / GAMES, read_only / GAMES)
    (read_only / GAMES / "g.jsonl").chmod(0)
    _forbid_writing(read_only)
    assert [(one.game, one.trouble) for one in StoredGames(read_only).listed()] == [
        ("g", "cannot be read: Permission denied"),
        ("h", ""),
    ]


PICTURES = [{"code": 5, "pictures": ["c" * 100_000, "d"]}]
BEGUN = {"event": "begun", "deck": {"name": "ours", "photographs": PICTURES}}


@pytest.fixture
def kept(tmp_path):
    with closing(GameStore(tmp_path)) as opened:
        yield opened


def photographs(directory):
    return [*(directory / "photographs").iterdir()]


def test_an_event_with_photographs_of_a_deck_comes_back_as_it_was_given(kept):
    kept.append("g", BEGUN)
    assert kept.events("g") == [BEGUN]


def test_a_journal_holds_the_digest_of_photographs(kept, tmp_path):
    kept.append("g", BEGUN)
    (file,) = photographs(tmp_path)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert file.name == f"{digest}.json"
    assert kept.journal("g").events == [{"event": "begun", "deck": {"name": "ours", "photographs": {"sha256": digest}}}]
    assert (tmp_path / GAMES / "g.jsonl").stat().st_size < 100_000


def test_games_with_one_deck_share_its_photographs(kept, tmp_path):
    kept.append("first", BEGUN)
    kept.append("second", {**BEGUN, "date": "later"})
    assert len(photographs(tmp_path)) == 1


@pytest.mark.parametrize("harm", [Path.unlink, lambda file: file.write_bytes(file.read_bytes()[:-9])])
def test_where_photographs_are_gone_or_damaged_their_digest_is_left(harm, kept, tmp_path):
    kept.append("g", BEGUN)
    harm(photographs(tmp_path)[0])
    assert kept.events("g") == kept.journal("g").events


def test_damaged_photographs_are_written_anew(kept, tmp_path):
    kept.append("g", BEGUN)
    photographs(tmp_path)[0].write_text("[]")
    kept.keep_photographs(BEGUN)
    assert kept.events("g") == [BEGUN]


def test_a_game_begins_with_its_photographs_or_not_at_all(kept, tmp_path):
    (tmp_path / "photographs").write_text("no folder")
    with pytest.raises(StoreError, match="photographs"):
        kept.append("g", BEGUN)
    assert kept.events("g") == []
