"""
Whatever happens to a journal: what can be read is there, what cannot is told, no other game suffers, play begins.

`tests/seeds` cuts the power and fills the disk anywhere.
"""

import errno
import os
import random
import shutil
from contextlib import closing
from pathlib import Path
from threading import get_native_id

import pytest
from damaging import (
    DAMAGES,
    EVENTS,
    GONE,
    NAMES,
    NOTHING_LEFT,
    asides,
    change,
    changed,
    contents,
    forged,
    journal,
    keep_games,
    read,
    refusing,
    started,
)

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.game_list import LIST_FILE
from lucca_pi.devices.journal_file import END_GONE
from lucca_pi.devices.mending import DAMAGED
from lucca_pi.devices.state_directory import GAMES
from lucca_pi.devices.store import GameStore, StoredGames
from lucca_pi.errors import UnreadableError

TOO_LONG = "a longer file than can be"
SPOILT = {"exchanged journals": {"first", "second"}, "no last game": {"third"}, "no journals": {*NAMES}}
"""The games that a damage is done to, where it is not the second one alone."""


def holds(found, name):
    """Whether each game is there: those nothing was done to whole, the others with a word of what is not."""
    spoilt = SPOILT.get(name, {"second"})
    for game in NAMES:
        events, trouble = found[game]
        assert events == EVENTS[: len(events)]
        if game in spoilt:
            assert trouble or (name, events) == ("zeros at the end", EVENTS)
            assert bool(events) != (name in NOTHING_LEFT)
        else:
            assert (events, trouble) == (EVENTS, "")
    return True


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_journal_is_read_as_far_as_it_can_be_a_start_says_so_once_and_the_game_goes_on(tmp_path, name):
    DAMAGES[name](keep_games(tmp_path))
    before = contents(tmp_path) if name != TOO_LONG else {}
    assert holds(read(tmp_path), name)
    assert not before or contents(tmp_path) == before
    assert started(tmp_path)
    assert holds(read(tmp_path), name)
    assert started(tmp_path) is None
    with closing(GameStore(tmp_path)) as store:
        for game in SPOILT.get(name, {"second"}):
            if name in NOTHING_LEFT:
                with pytest.raises(UnreadableError):
                    store.events(game)
                with pytest.raises(StoreError, match="is damaged: begin a new one"):
                    store.append(game, {"n": 99})
            else:
                before = store.events(game)
                store.append(game, {"n": 99})
                assert store.events(game) == [*before, {"n": 99}]
        store.append("fourth", EVENTS[0])
        assert store.games() == [*NAMES, "fourth"]


@pytest.mark.parametrize("name", sorted({*DAMAGES} - GONE - {TOO_LONG}))
def test_no_start_takes_a_byte_of_what_was_left(tmp_path, name):
    DAMAGES[name](keep_games(tmp_path))
    damaged = journal(tmp_path)
    whole = damaged.read_bytes() if damaged.is_file() and not damaged.is_symlink() else None
    started(tmp_path)
    if name in NOTHING_LEFT:
        assert (journal(tmp_path).read_bytes() if whole is not None else None) == whole
    elif name not in ("an end that is gone", "zeros at the end"):  # of which all that is left fits, or was never there
        assert [aside.read_bytes() for aside in asides(tmp_path)] == [whole]


def test_a_game_that_lost_its_end_goes_on_and_stays_marked_so_without_the_list_too(tmp_path):
    DAMAGES["a torn event"](keep_games(tmp_path))
    with closing(GameStore(tmp_path)) as store:
        store.append("second", EVENTS[20])
    (tmp_path / LIST_FILE).unlink()
    assert read(tmp_path)["second"] == (
        EVENTS[:21],
        "damaged: events that could be read: 20; all that was left of it is in games/damaged/second/1.jsonl",
    )
    assert started(tmp_path) is None


def test_a_game_that_is_damaged_twice_is_kept_twice(tmp_path):
    keep_games(tmp_path)
    for number in (30, 10):
        change(journal(tmp_path), b'{"n": %d,' % number, b'{"n"; %d,' % number)
        assert started(tmp_path)
    assert [aside.name for aside in asides(tmp_path)] == ["1.jsonl", "2.jsonl"]
    assert read(tmp_path)["second"][0] == EVENTS[:10]


def test_a_journal_that_is_put_back_is_whole_again(tmp_path):
    keep_games(tmp_path)
    for name in ("no file", "a folder", "exchanged journals", "an empty file"):
        whole = contents(tmp_path / GAMES)
        DAMAGES[name](tmp_path)
        assert started(tmp_path)
        shutil.rmtree(tmp_path / GAMES)
        for file, content in whole.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        shutil.rmtree(tmp_path / "elsewhere", ignore_errors=True)
        assert started(tmp_path) is None
        assert read(tmp_path) == dict.fromkeys(NAMES, (EVENTS, ""))
        (tmp_path / "elsewhere").unlink(missing_ok=True)


def test_a_journal_of_a_game_that_went_on_otherwise_is_not_believed_in_silence(tmp_path):
    keep_games(tmp_path / "one", EVENTS[:6])
    keep_games(tmp_path / "other", [*EVENTS[:3], {"n": -1}, *EVENTS[4:]])
    shutil.copy(journal(tmp_path / "other"), journal(tmp_path / "one"))
    assert read(tmp_path / "one")["second"][1] == END_GONE
    assert started(tmp_path / "one")


def test_an_older_copy_of_a_journal_is_not_believed_in_silence(tmp_path):
    keep_games(tmp_path, EVENTS[:6])
    shutil.copy2(journal(tmp_path, "third"), tmp_path / "copy")
    with closing(GameStore(tmp_path)) as store:
        store.append("third", EVENTS[6])
    shutil.copy2(tmp_path / "copy", journal(tmp_path, "third"))
    assert read(tmp_path)["third"] == (EVENTS[:6], END_GONE)
    assert "the end of its journal is gone; 6 entries are there" in started(tmp_path)
    assert read(tmp_path)["third"] == (EVENTS[:6], "damaged: events that could be read: 6")


def test_of_a_file_that_is_far_too_long_the_beginning_counts(tmp_path):
    DAMAGES[TOO_LONG](keep_games(tmp_path))
    assert read(tmp_path)["second"] == (EVENTS, "damaged: events that could be read: 40")
    assert started(tmp_path)
    assert (asides(tmp_path)[0].stat().st_size, journal(tmp_path).stat().st_size < 50_000) == (10**10, True)


def test_journals_are_found_and_in_order_without_the_list(tmp_path):
    keep_games(tmp_path, games=("z", "a", "m"))
    (tmp_path / LIST_FILE).unlink()
    assert read(tmp_path) == dict.fromkeys(("z", "a", "m"), (EVENTS, ""))
    assert list(read(tmp_path)) == ["z", "a", "m"]
    assert started(tmp_path) is None
    assert list(read(tmp_path)) == ["z", "a", "m"]


def test_a_list_that_is_a_journal_as_well_is_not_added_to(tmp_path):
    keep_games(tmp_path)
    (tmp_path / LIST_FILE).unlink()
    os.link(journal(tmp_path), tmp_path / LIST_FILE)
    whole = journal(tmp_path).read_bytes()
    assert started(tmp_path) is None
    with closing(GameStore(tmp_path)) as store:
        store.append("new", EVENTS[0])
    assert (journal(tmp_path).read_bytes(), [*read(tmp_path)]) == (whole, [*NAMES, "new"])


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda file: file.symlink_to("/dev/zero"), Path.touch])
def test_what_is_no_list_in_its_place_costs_no_game_and_is_made_anew_at_the_next_start(tmp_path, make):
    keep_games(tmp_path)
    (tmp_path / LIST_FILE).unlink()
    make(tmp_path / LIST_FILE)
    assert started(tmp_path) is None
    assert read(tmp_path) == dict.fromkeys(NAMES, (EVENTS, ""))
    journal(tmp_path).unlink()
    assert read(tmp_path)["second"] == ([], "damaged: its events are gone")


def test_what_else_lies_in_the_state_directory_may_be_deleted(tmp_path):
    keep_games(tmp_path)
    DAMAGES["a torn event"](tmp_path)
    started(tmp_path)
    before = read(tmp_path)
    (tmp_path / LIST_FILE).unlink()
    shutil.rmtree(tmp_path / GAMES / DAMAGED)
    assert [*(tmp_path / GAMES).iterdir()] == [*tmp_path.rglob("*.jsonl")]
    assert (read(tmp_path), started(tmp_path)) == (before, None)


def samples(file, count):
    """Places in the file, the first and the last bytes among them."""
    size = file.stat().st_size
    chance = random.Random(7)
    return sorted({0, 1, size - 2, size - 1, *(chance.randrange(size) for _ in range(count))})


HARMS = {
    "flipped": lambda data, at: data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :],
    "zeroed": lambda data, at: data[:at] + bytes(len(data[at : at + 64])) + data[at + 64 :],
    "cut": lambda data, at: data[:at],
    "cut out": lambda data, at: data[:at] + data[at + 40 :],
    "put in": lambda data, at: data[:at] + b"\n" + data[at:],
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
@pytest.mark.parametrize("victim", [f"{GAMES}/{game}.jsonl" for game in NAMES] + [LIST_FILE])
def test_wherever_a_file_is_damaged_no_game_is_shorter_or_other_in_silence(tmp_path, victim, harm):
    few = EVENTS[:4]
    keep_games(tmp_path / "kept", few)
    whole = (tmp_path / "kept" / victim).read_bytes()
    for at in samples(tmp_path / "kept" / victim, 25):
        directory = shutil.copytree(tmp_path / "kept", tmp_path / str(at))
        (directory / victim).write_bytes(harm(whole, at))
        for found in (read(directory), (started(directory), read(directory))[1]):
            assert [*found] == [*NAMES]
            for game, (events, trouble) in found.items():
                assert events == few[: len(events)]
                assert len(events) == len(few) or trouble
                assert game in victim or (events, trouble) == (few, "")
        if victim == LIST_FILE:
            assert found == dict.fromkeys(NAMES, (few, ""))
        shutil.rmtree(directory)


def test_a_wrong_byte_that_leaves_the_times_of_the_file_is_found_where_the_game_is_read(tmp_path):
    keep_games(tmp_path)
    before = journal(tmp_path).stat()
    change(journal(tmp_path), b'{"n": 20,', b'{"n": 21,')
    os.utime(journal(tmp_path), ns=(before.st_atime_ns, before.st_mtime_ns))
    assert read(tmp_path)["second"] == (EVENTS[:20], "damaged: events that could be read: 20")


def test_what_a_forger_seals_is_no_event_if_events_cannot_be_so(tmp_path):
    keep_games(tmp_path)
    forged(journal(tmp_path), '{"n": 99}')
    assert read(tmp_path)["second"] == ([*EVENTS, {"n": 99}], "")


@pytest.mark.parametrize("make", [os.mkfifo, lambda file: file.write_text("dear")])
def test_what_is_no_folder_is_refused_at_once(tmp_path, make):
    make(tmp_path / GAMES)
    with pytest.raises(StoreError, match=r"games: cannot be written \(Not a directory\).*--state DIR"):
        GameStore(tmp_path)
    with pytest.raises(StoreError, match="Not a directory"):
        StoredGames(tmp_path).listed()


@pytest.mark.parametrize("event", [{"x": float("nan")}, {"x": "\ud800"}, {"x": {1, 2}}, {"mark": ""}, {"damage": {}}])
def test_an_event_that_could_not_be_read_again_is_not_written(tmp_path, event):
    with closing(GameStore(tmp_path)) as store:
        with pytest.raises(StoreError, match="cannot be saved"):
            store.append("g", event)
        assert (store.games(), [*(tmp_path / GAMES).iterdir()]) == ([], [])


@pytest.mark.parametrize("name", ["..", "a/b", "a\0", "", "x" * 201, "a\n"])
def test_a_name_that_no_file_can_have_is_refused(tmp_path, name):
    with closing(GameStore(tmp_path)) as store:
        with pytest.raises((StoreError, ValueError)):
            store.append(name, EVENTS[0])
        assert [*(tmp_path / GAMES).rglob("*")] == []


def test_a_directory_that_is_taken_away_or_replaced_is_a_lost_disk(tmp_path):
    with closing(GameStore(tmp_path / "games")) as store:
        store.append("g", EVENTS[0])
        assert store.lost == ""
        (tmp_path / "games").rename(tmp_path / "elsewhere")
        (tmp_path / "games").mkdir()
        assert "is gone or replaced" in store.lost
        with pytest.raises(StoreError, match="is gone or replaced"):
            store.append("g", EVENTS[1])
    assert read(tmp_path / "elsewhere")["g"][0] == EVENTS[:1]


@pytest.mark.parametrize(
    "harm",
    [os.unlink, lambda file: os.truncate(file, 50), lambda file: shutil.copy(shutil.move(file, f"{file}.bak"), file)],
)
def test_a_journal_that_is_taken_away_or_changed_while_it_is_played_is_said_at_once(tmp_path, harm):
    with closing(GameStore(tmp_path)) as store:
        store.append("g", EVENTS[0])
        harm(journal(tmp_path, "g"))
        assert "is gone or replaced" in store.lost
        with pytest.raises(StoreError, match="is gone or replaced"):
            store.append("g", EVENTS[1])


@pytest.mark.parametrize("game", NAMES)
def test_a_game_that_was_deleted_is_not_missed_and_nothing_is_left_of_it(tmp_path, game):
    keep_games(tmp_path)
    change(journal(tmp_path, game), b'{"n": 20,', b'{"n"; 20,')
    with closing(GameStore(tmp_path)) as store:
        store.delete_for_good(game)
    assert (started(tmp_path), game in read(tmp_path)) == (None, False)
    assert not [file for file, content in contents(tmp_path).items() if game.encode() in content or game in str(file)]
    assert [events for events, _ in read(tmp_path).values()] == [EVENTS] * 2


def test_a_name_goes_on_anew_after_its_game_was_deleted(tmp_path):
    with closing(GameStore(tmp_path)) as store:
        store.append("g", EVENTS[0])
    with closing(GameStore(tmp_path)) as store:
        store.delete_for_good("g")
        store.append("g", EVENTS[1])
    assert (read(tmp_path), started(tmp_path)) == ({"g": (EVENTS[1:2], "")}, None)


def test_of_many_damaged_games_players_are_told_the_number(tmp_path):
    games = [f"game {number}" for number in range(5)]
    keep_games(tmp_path, EVENTS[:3], games)
    for game in games:
        journal(tmp_path, game).write_bytes(b"noise")
    assert started(tmp_path).endswith("3 more games: lucca-pi games lists them.")


def test_a_line_without_its_end_is_dropped_with_a_word(tmp_path):
    keep_games(tmp_path)
    whole = journal(tmp_path).read_bytes()
    journal(tmp_path).write_bytes(whole + b'{"n": 40, "si')
    assert read(tmp_path)["second"] == (EVENTS, "its last line is cut off: it was not acknowledged")
    assert started(tmp_path) == "Game second: its last entry was cut off before it was confirmed."
    assert (journal(tmp_path).read_bytes(), read(tmp_path)["second"]) == (whole, (EVENTS, ""))


@pytest.mark.parametrize("kept", [0, 10, 70, 100])
def test_a_game_that_was_cut_off_as_it_began_is_put_away_with_a_word(tmp_path, kept):
    keep_games(tmp_path / "made", EVENTS[:1], ["new"])
    keep_games(tmp_path)
    journal(tmp_path, "new").write_bytes(journal(tmp_path / "made", "new").read_bytes()[:kept])
    assert "its first entry was cut off before it was confirmed" in started(tmp_path)
    assert (started(tmp_path), [*read(tmp_path)]) == (None, [*NAMES])


def test_lines_are_json_that_people_can_read(tmp_path):
    keep_games(tmp_path, [{"who": "Zoë"}], ["g"])
    head, event = journal(tmp_path, "g").read_text().splitlines()
    assert head.startswith('{"journal": "lucca-journal/1", "game": "g", "number": 1, "mark": "')
    assert event.startswith('{"who": "Zoë", "mark": "')


FEW = EVENTS[:5]


def few(damage):
    """Makes three games of few events, and does that to them."""
    return lambda directory: damage(keep_games(directory, FEW))


a_torn_event = few(changed(b'{"n": 3,', b'{"n"; 3,'))


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP])
def test_a_file_system_that_knows_no_second_names_gets_a_copy(tmp_path, monkeypatch, number):
    a_torn_event(tmp_path)
    damaged = journal(tmp_path).read_bytes()
    monkeypatch.setattr(os, "link", refusing(number))
    assert started(tmp_path)
    assert [aside.read_bytes() for aside in asides(tmp_path)] == [damaged]


@pytest.mark.parametrize(
    "name", [f"{GAMES}/second.jsonl.{get_native_id()}.part", f"{GAMES}/damaged"], ids=["part", "damaged"]
)
def test_where_something_is_in_the_way_the_damaged_game_waits_and_others_are_played(tmp_path, name):
    a_torn_event(tmp_path)
    before = journal(tmp_path).read_bytes()
    if name.endswith("damaged"):
        (tmp_path / name).touch()
    else:
        (tmp_path / name).mkdir()
    assert "second cannot be read" in started(tmp_path)
    with closing(GameStore(tmp_path)) as store:
        with pytest.raises(UnreadableError):
            store.events("second")
        store.append("first", EVENTS[5])
        store.append("new", EVENTS[0])
    assert journal(tmp_path).read_bytes() == before
    assert read(tmp_path)["second"] == (EVENTS[:3], "damaged: events that could be read: 3")
    (tmp_path / name).unlink() if name.endswith("damaged") else (tmp_path / name).rmdir()
    assert "the damaged file is saved as" in started(tmp_path)
    assert [*read(tmp_path)] == [*NAMES, "new"]


def test_a_full_disk_lets_games_be_deleted_and_none_is_missed(tmp_path, monkeypatch):
    keep_games(tmp_path, FEW)
    full = refusing(errno.ENOSPC)
    with monkeypatch.context() as patch, closing(GameStore(tmp_path)) as store:
        patch.setattr(os, "write", full)
        patch.setattr("lucca_pi.devices.game_list.atomic_write", full)
        store.delete_for_good("second")
    assert (started(tmp_path), [*read(tmp_path)]) == (None, ["first", "third"])


def test_what_a_killed_program_wrote_last_is_told_if_it_cannot_be_synced(tmp_path, monkeypatch):
    keep_games(tmp_path, FEW)
    monkeypatch.setattr(os, "fsync", refusing(errno.EIO))
    assert "third.jsonl: Input/output error. The disk may be broken" in started(tmp_path)
