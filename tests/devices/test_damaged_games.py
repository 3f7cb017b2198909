"""Whatever happens to the file of games: what can be read is there, what cannot is told, and play can begin."""

import os
from contextlib import closing

import pytest
from damaging import (
    CLOCK,
    DAMAGES,
    EVENTS,
    GAMES,
    asides,
    change,
    cut_off,
    keep_games,
    keep_games_as_before,
    read,
    row,
    started,
)

from lucca_pi.devices import store
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.store import FILE, LOCK, SqliteStore, StoredGames

NOTHING_LEFT = ("an empty file", "no database")
"""Damages after which no game but the last is known by name."""


def holds(found, name):
    """Whether each game is there, whole or with a word of what is not."""
    known = GAMES[2:] if name in NOTHING_LEFT else GAMES
    for game in known:
        events, trouble = found[game]
        assert events == EVENTS[: len(events)]
        assert len(events) == len(EVENTS) or trouble
    return True


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_read_as_far_as_it_can_be_and_stays_as_it_is(tmp_path, name):
    file = keep_games(tmp_path)
    DAMAGES[name](file)
    before = file.read_bytes()
    assert holds(read(tmp_path), name)
    assert file.read_bytes() == before


@pytest.mark.parametrize("name", DAMAGES)
def test_a_start_sets_a_damaged_file_aside_once_and_says_so(tmp_path, name):
    DAMAGES[name](keep_games(tmp_path))
    assert started(tmp_path)
    assert holds(read(tmp_path), name)
    assert started(tmp_path) is None
    assert len(asides(tmp_path)) == 1


@pytest.mark.parametrize(
    "name", ["a torn event", "a byte that is no text", "no number", "lists in lists", "a wrong digit"]
)
def test_one_damaged_event_costs_only_its_own_game(tmp_path, name):
    DAMAGES[name](keep_games(tmp_path))
    whole = [events for events, trouble in read(tmp_path).values() if events == EVENTS and not trouble]
    assert len(whole) == 2
    started(tmp_path)
    assert [events for events, trouble in read(tmp_path).values() if events == EVENTS and not trouble] == whole


def test_where_only_names_and_the_header_are_damaged_no_event_is_lost(tmp_path):
    for name in ("another column", "another table", "no table", "another format", "no header"):
        DAMAGES[name](keep_games(tmp_path / name))
        started(tmp_path / name)
        assert [events for events, _ in read(tmp_path / name).values()] == [EVENTS] * 3


def test_a_wrong_letter_in_a_name_costs_no_event_and_makes_no_game(tmp_path):
    for name in ("a wrong letter in a name", "a wrong letter in a first name"):
        DAMAGES[name](keep_games(tmp_path / name))
        assert started(tmp_path / name)
        assert read(tmp_path / name) == dict.fromkeys(GAMES, (EVENTS, ""))


def test_what_is_no_word_of_a_damaged_game_names_none(tmp_path):
    row("INSERT INTO damage VALUES ('x', x'80', 'y')")(keep_games(tmp_path))
    assert list(read(tmp_path)) == [*GAMES]


def test_a_game_of_which_only_the_summary_is_left_is_listed(tmp_path):
    row("DELETE FROM event WHERE game = 'second'")(keep_games(tmp_path))
    assert read(tmp_path)["second"] == ([], "damaged: events that could be read: 0")


def test_a_game_that_lost_its_end_goes_on_and_stays_marked_so(tmp_path):
    DAMAGES["an end that is gone"](keep_games(tmp_path))
    with closing(SqliteStore(tmp_path, CLOCK)) as store:
        store.append("second", EVENTS[30])
    events, trouble = read(tmp_path)["second"]
    assert events == EVENTS[:31]
    assert (
        trouble == f"damaged: events that could be read: 30; all that was left of it is in {asides(tmp_path)[0].name}"
    )


def test_a_log_without_its_file_is_read(tmp_path):
    file = cut_off(tmp_path / "played", tmp_path / "cut off")
    file.unlink()
    before = read(file.parent)
    assert (list(before), before["third"][0]) == ([*GAMES], EVENTS)
    assert "was damaged" in started(file.parent)
    assert {game: len(events) for game, (events, _) in read(file.parent).items()} == {
        game: len(events) for game, (events, _) in before.items()
    }


def test_after_a_rescue_nothing_more_is_searched_for(tmp_path, monkeypatch):
    """What a power cut leaves of an event that was being kept would be taken for one that is damaged."""
    DAMAGES["a torn event"](keep_games(tmp_path))
    started(tmp_path)
    after = read(tmp_path)
    monkeypatch.setattr(store, "salvaged_in_memory", None)
    assert read(tmp_path) == after


def test_turns_in_a_damaged_log_are_told_if_they_are_lost(tmp_path):
    file = cut_off(tmp_path / "played", tmp_path / "cut off")
    log = file.with_name(f"{FILE}-wal")
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])
    assert "damaged" in read(file.parent)["third"][1]
    assert "damaged" in started(file.parent)
    assert holds(read(file.parent), "")


def test_a_wrong_byte_in_a_log_costs_no_more_than_what_it_stands_in(tmp_path):
    file = cut_off(tmp_path / "played", tmp_path / "cut off")
    change(file.with_name(f"{FILE}-wal"), b'{"n": 20,', b'{"n": 21,')
    assert started(file.parent)
    assert len(read(file.parent)["third"][0]) == len(EVENTS)  # a later page of the log holds the event again


@pytest.mark.parametrize(("in_file", "in_log"), [(5, 3), (5, 6), (40, 12), (40, 40)])
def test_a_log_of_another_file_is_not_believed_in_silence(tmp_path, in_file, in_log):
    played = cut_off(tmp_path / "played", tmp_path / "cut off", EVENTS[:in_log])
    file = keep_games(tmp_path / "games", EVENTS[:in_file])
    played.with_name(f"{FILE}-wal").rename(file.with_name(f"{FILE}-wal"))
    with closing(StoredGames(file.parent)) as games:
        listed = games.listed()
    found = read(file.parent)
    assert all(one.trouble or not one.summary or one.summary["events"] == len(found[one.game][0]) for one in listed)


def test_a_log_of_the_same_game_played_otherwise_is_not_believed_in_silence(tmp_path):
    otherwise = [*EVENTS[:3], {"n": -1}, *EVENTS[4:]]
    played = cut_off(tmp_path / "played", tmp_path / "cut off", EVENTS[:6], otherwise)
    file = keep_games(tmp_path / "games", EVENTS[:6])
    played.with_name(f"{FILE}-wal").rename(file.with_name(f"{FILE}-wal"))
    assert read(file.parent)["third"][1]
    assert started(file.parent)


def test_a_log_that_is_whole_is_no_damage(tmp_path):
    file = cut_off(tmp_path / "played", tmp_path / "cut off")
    assert started(file.parent) is None
    assert [events for events, _ in read(file.parent).values()] == [EVENTS] * 3


def test_what_was_kept_is_in_the_file_and_leaves_no_log_to_be_damaged(tmp_path):
    with closing(SqliteStore(tmp_path, CLOCK)) as store:
        store.append("g", EVENTS[0])
        assert (tmp_path / f"{FILE}-wal").stat().st_size == 0


def test_a_file_that_is_gone_is_told_with_its_last_game(tmp_path):
    keep_games(tmp_path).unlink()
    assert read(tmp_path)["third"][1] == "damaged: its end is gone, or another"
    assert "the last one was third" in started(tmp_path)
    assert (list(read(tmp_path)), started(tmp_path)) == (["third"], None)


def test_games_of_a_version_without_marks_open_and_the_next_event_covers_them(tmp_path):
    file = keep_games_as_before(tmp_path)
    assert started(tmp_path) is None
    with closing(SqliteStore(tmp_path, CLOCK)) as store:
        store.append("third", EVENTS[0])
    place = file.read_bytes().rindex(b'{"n": 20,')
    content = bytearray(file.read_bytes())
    content[place + 6] ^= 1
    file.write_bytes(content)
    assert "third: event 41 is not as it was kept" in started_because(tmp_path)


def started_because(directory):
    from lucca_pi.devices.journals.examine import examine

    return examine(directory / FILE)


@pytest.mark.parametrize("name", ["a torn event", "a byte that is no text", "no number", "lists in lists"])
def test_what_is_no_event_is_found_in_them_too(tmp_path, name):
    DAMAGES[name](keep_games_as_before(tmp_path))
    assert started(tmp_path)
    assert holds(read(tmp_path), name)


@pytest.mark.parametrize("name", [FILE, f"{FILE}-wal"])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_refused_at_once(tmp_path, name, make):
    keep_games(tmp_path)
    (tmp_path / name).unlink(missing_ok=True)
    make(tmp_path / name)
    for opened in (lambda: StoredGames(tmp_path), lambda: SqliteStore(tmp_path, CLOCK)):
        with pytest.raises(StoreError, match=f"{name}: is not a file. Move it elsewhere"):
            opened()


def test_a_link_for_the_lock_is_refused_and_what_it_leads_to_stays(tmp_path):
    keep_games(tmp_path / "games")
    other = tmp_path / "other"
    other.write_text("dear")
    (tmp_path / "games" / LOCK).unlink()
    (tmp_path / "games" / LOCK).symlink_to(other)
    with pytest.raises(StoreError, match=f"{LOCK}: is not a file. Move it elsewhere"):
        SqliteStore(tmp_path / "games", CLOCK)
    assert (other.read_text(), list(read(tmp_path / "games"))) == ("dear", [*GAMES])


@pytest.mark.parametrize(
    "noted", [b"", b"noise", b'{"game": "third", "events": 99, "mark": "x"}', b"{}", b"\xff" * 2000]
)
def test_a_note_of_the_last_event_that_is_damaged_says_nothing(tmp_path, noted):
    keep_games(tmp_path)
    (tmp_path / LOCK).write_bytes(noted)
    assert started(tmp_path) is None


@pytest.mark.parametrize("event", [{"x": float("nan")}, {"x": "\ud800"}, {"x": {1, 2}}, {"mark": ""}])
def test_an_event_that_could_not_be_read_again_is_not_kept(tmp_path, event):
    with closing(SqliteStore(tmp_path, CLOCK)) as store:
        with pytest.raises(StoreError, match="cannot be kept"):
            store.append("g", event)
        assert store.games() == []


def test_a_directory_that_is_taken_away_or_replaced_is_a_lost_disk(tmp_path):
    with closing(SqliteStore(tmp_path / "games", CLOCK)) as store:
        store.append("g", EVENTS[0])
        assert store.lost == ""
        (tmp_path / "games").rename(tmp_path / "elsewhere")
        (tmp_path / "games").mkdir()
        assert "is gone or replaced" in store.lost
        with pytest.raises(StoreError, match="is gone or replaced"):
            store.append("g", EVENTS[1])
    assert read(tmp_path / "elsewhere")["g"][0] == EVENTS[:1]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_deleted_is_neither_missed_nor_found_in_a_file_that_is_damaged_later(tmp_path, game):
    file = keep_games(tmp_path)
    with closing(SqliteStore(tmp_path, CLOCK)) as store:
        store.delete(game)
    assert (started(tmp_path), game in read(tmp_path)) == (None, False)
    DAMAGES["no header"](file)
    assert started(tmp_path)
    assert [events for events, _ in read(tmp_path).values()] == [EVENTS] * 2


def test_a_name_goes_on_anew_after_its_game_was_deleted(tmp_path):
    with closing(SqliteStore(tmp_path, CLOCK)) as store:
        store.append("g", EVENTS[0])
        store.delete("g")
        store.append("g", EVENTS[1])
    assert (read(tmp_path), started(tmp_path)) == ({"g": (EVENTS[1:2], "")}, None)
