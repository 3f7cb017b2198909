"""A game handed over: to BG Stats as a link and as a QR code, and copied to a USB stick."""

import json
from dataclasses import replace
from unittest.mock import patch
from urllib.parse import unquote
from zipfile import ZipFile

import pytest
from evening import LAST, begun, date, looks, record
from PIL import Image
from twins import finished
from zxingcpp import read_barcodes

from lucca_pi.devices.displays import USUAL
from lucca_pi.devices.store import GameStore
from lucca_pi.devices.system import Linux
from lucca_pi.errors import NotFinishedError
from lucca_pi.evening.journal import event_json
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Keep, Looked, step
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.report import LINK, link_to, play_json
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.score import score
from lucca_pi.printed.qr import qr_code
from lucca_pi.proof.past_games import copied

NAMES = {101: "Ada", 102: "Zoë", 103: "Cleo & Co"}
ENDED = {"started": "2026-05-01T23:10:00+02:00", "ended": "2026-05-02T00:02:00+02:00"}


@pytest.fixture(scope="module")
def state(tmp_path_factory):
    """A state directory with a finished game, and one that is not."""
    directory = tmp_path_factory.mktemp("state")
    store = GameStore(directory)
    for name, last in (("whole", LAST), ("part", 3)):
        state = begin_evening(begun(NAMES))
        store.append(name, event_json(state.begun, state.plugin))
        for number, look in enumerate(looks()[: last + 1]):
            state, effects = step(state, Looked(look, date(number)))
            for keep in (effect for effect in effects if isinstance(effect, Keep)):
                store.append(name, event_json(keep.event, GAME))
    store.close()
    return directory


def test_the_link_holds_the_play(run, state):
    link = run("games", "show", "whole", "--bgstats", "--state", state).out.strip()
    totals = run("games", "show", "whole", "--state", state, "--json").json()["score"]["players"]
    play = json.loads(unquote(link.removeprefix(LINK)))
    assert {one["name"]: (one["score"], one["rank"]) for one in play["players"]} == {
        name: (totals[name]["total"], totals[name]["rank"]) for name in NAMES.values()
    }
    assert [one["winner"] for one in play["players"]] == [True, False, False]
    assert sum(one["startPlayer"] for one in play["players"]) == 1
    assert (play["playDate"], play["durationMin"], play["sourcePlayId"]) == ("2026-05-01 18:21:00", 21, "whole")


def test_the_qr_code_holds_the_link(run, state, tmp_path):
    file = tmp_path / "play.png"
    told = run("games", "show", "whole", "--bgstats", "--qr", file, "--state", state, "--json").json()
    (symbol,) = read_barcodes(Image.open(file))
    assert symbol.text == told["link"] == link_to(told["play"])


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["part", "--bgstats"], 1, "the game part is not finished"),
        (["whole", "--qr", "a.png"], 2, "--qr goes with --bgstats"),
        (["whole", "--bgstats", "--qr", "/nowhere/a.png"], 2, "/nowhere/a.png: cannot be written"),
    ],
)
def test_what_cannot_be_handed_over_is_said(run, state, words, code, message):
    ran = run("games", "show", *words, "--state", state)
    assert ran.code == code
    assert message in ran.err


def test_midnight_is_told_in_utc():
    ended = replace(record(), extra=ENDED)
    play = play_json("game", ended, score(replay(ended)))
    assert (play["playDate"], play["durationMin"]) == ("2026-05-01 22:02:00", 52)
    with pytest.raises(NotFinishedError):
        play_json("game", ended, score(replay(replace(ended, rounds=ended.rounds[:2]))))


def test_even_the_shortest_play_is_a_code_of_more_modules_than_a_small_display_has_dots():
    players = [{"name": name, "sourcePlayerId": name, "score": 0, "winner": False} for name in "ABC"]
    game = {"name": "Lucca Città", "sourceGameId": "l"}
    least = {
        "sourceName": "l",
        "sourcePlayId": "1",
        "playDate": "2026-05-01 22:02:00",
        "game": game,
        "players": players,
    }
    assert len(qr_code(link_to(least)).matrix) > USUAL.height


@pytest.fixture
def dealt(tmp_path):
    """A state directory with a game that was dealt, and one that was not."""
    store = GameStore(tmp_path / "state")
    for name, some in (("dealt", finished()[1][:2]), ("bare", finished()[1][:1])):
        for event in some:
            store.append(name, event)
    store.close()
    return tmp_path / "state"


@pytest.fixture
def linux(tmp_path):
    """A stick that is mounted, in a folder of its own."""
    (tmp_path / "block" / "sda").mkdir(parents=True)
    (tmp_path / "block" / "sda" / "removable").write_text("1\n")
    (tmp_path / "stick").mkdir()
    (tmp_path / "mounts").write_text(f"/dev/sda {tmp_path / 'stick'} vfat rw 0 0\n")
    return Linux(tmp_path / "mounts", tmp_path / "block")


def test_players_are_told_what_is_on_the_stick(dealt, linux, tmp_path):
    told = copied(dealt, "dealt", linux)
    assert (told.title, told.text) == ("On the stick", "lucca-dealt.zip")
    with ZipFile(tmp_path / "stick" / told.text) as archive:
        assert "record.json" in archive.namelist()


@pytest.mark.parametrize(
    ("game", "change", "text"),
    [
        ("bare", lambda folder: None, "the game bare was left before the deal"),
        ("dealt", lambda folder: (folder / "mounts").write_text(""), "no USB stick is mounted"),
        ("dealt", lambda folder: (folder / "stick").rmdir(), "lucca-dealt.zip: cannot be written: No such file"),
    ],
)
def test_players_are_told_why_nothing_is(dealt, linux, game, change, text):
    change(linux.mounts.parent)
    told = copied(dealt, game, linux)
    assert told.title == "Not copied"
    assert text in told.text


@pytest.mark.parametrize("error", [RuntimeError("odd"), OSError(5, "odd"), ValueError("odd"), IndexError("odd")])
def test_whatever_goes_wrong_with_the_stick_stops_no_game(dealt, linux, error):
    with patch("lucca_pi.proof.past_games.export", side_effect=error):
        told = copied(dealt, "dealt", linux)
    assert (told.title, "The USB stick cannot be used (" in told.text, "odd" in told.text) == ("Not copied", True, True)


def test_on_the_command_line_a_file_and_a_stick_are_not_given_at_once(run):
    ran = run("games", "export", "dealt", "--usb", "--out", "a.zip")
    assert (ran.code, "not both" in ran.err) == (2, True)
