"""`lucca-pi play` on a few pictures of a rendered game."""

import json
import shlex
import socket
import subprocess
import sys
import tomllib
from types import SimpleNamespace

import pytest
from lucca import FRAMES, linked
from luma.core.interface.serial import i2c
from oled_panel import PanelBus

from lucca_pi.calibration.file import CalibrationError
from lucca_pi.commands.start import showing_failure
from lucca_pi.config import load_config
from lucca_pi.contract.screens import Notice, Snapshot
from lucca_pi.contract.setup import setup_from
from lucca_pi.devices.displays import USUAL
from lucca_pi.devices.displays.oled import Oled
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.system import HandClock
from lucca_pi.errors import UnreadableError
from lucca_pi.evening.journal import Begun
from lucca_pi.games import PLAYED, game_named
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.game import GAME as CITTA
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.rules.editions import EDITIONS
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.proof.replayable import keep_game
from lucca_pi.screens.pages import pages


@pytest.fixture
def play(run, tmp_path):
    """Plays with pictures, a list of numbers of pictures or of pairs of a name and a number."""

    def with_pictures(pictures, *arguments, buttons="auto", display="none"):
        named = (one if isinstance(one, tuple) else (f"{place:03}", one) for place, one in enumerate(pictures))
        folder = linked(tmp_path / "-".join(map(str, pictures)), {name: FRAMES[number] for name, number in named})
        camera = ["--camera", f"folder:{folder}", "--deck", EXAMPLE / "deck.json"]
        state = ["--state", tmp_path / "games"]
        return run("play", *camera, *state, "--buttons", buttons, "--display", display, *arguments)

    return with_pictures


@pytest.fixture
def two_oks(tmp_path):
    file = tmp_path / "two-oks.txt"
    file.write_text("ok\n# a remark\n\nok\n")
    return f"script:{file}"


def test_when_the_files_end_the_document_is_printed_and_nothing_else(play):
    ran = play([0, 1], "--json", display="terminal")
    document = ran.json()
    assert ran.code == 0
    assert set(document) == {"record", "score", "questions"}
    assert document["record"]["seats"] == {"Guinigi": 101, "Buonvisi": 102, "Burlamacchi": 103}
    assert [turn["player"] for turn in document["record"]["rounds"][0]] == ["Guinigi"]
    assert document["score"]["next_order"] is None
    assert document["questions"] == []


def test_the_score_at_the_end_speaks_the_language_and_the_document_does_not(play):
    told = play([0, 1], "--language", "de")
    documents = [play([0, 1], "--language", language, "--json").json() for language in ("en", "de")]
    assert "Nicht zu Ende: 1 von 7 Runden begonnen." in told.out
    assert documents[0] == documents[1]


def test_so_many_oks_so_many_looks_and_the_game_goes_on_at_the_next_file(play, run, two_oks, tmp_path):
    pngs = tmp_path / "screens"
    first = play([0, 1, 2], "--json", buttons=two_oks, display=f"png:{pngs}")
    assert (first.code, [len(entries) for entries in first.json()["record"]["rounds"]]) == (0, [1])
    shown = sorted(file.name for file in pngs.iterdir())
    second = play([0, 1, 2], "--json", display=f"png:{pngs}")
    assert [len(entries) for entries in second.json()["record"]["rounds"]] == [2]
    assert "went on with look 3" in second.err
    numbers = [int(file.stem) for file in sorted(pngs.iterdir())]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > len(shown)
    (game,) = run("games", "--state", tmp_path / "games", "--json").json()
    assert (game["finished"], game["players"]) == (False, ["Guinigi", "Buonvisi", "Burlamacchi"])


def test_switched_off_it_makes_the_halt_file_and_ends_well(play, tmp_path):
    (tmp_path / "off.txt").write_text("ok\noff\nok\nok\n")
    (tmp_path / "lucca.toml").write_text(f"halt = '{tmp_path / 'halt'}'")
    ran = play([0, 1], "--json", "--config", tmp_path / "lucca.toml", buttons=f"script:{tmp_path / 'off.txt'}")
    assert (ran.code, ran.err, ran.json()["record"]["rounds"]) == (0, "", [])
    assert (tmp_path / "halt").exists()


@pytest.mark.parametrize(
    ("presses", "halt", "told"), [("off\nback\n", "halt", ""), ("off\nok\n", "no/halt", "halt: the")]
)
def test_where_nobody_confirms_or_the_file_cannot_be_made_there_is_none(play, tmp_path, presses, halt, told):
    (tmp_path / "off.txt").write_text(presses)
    (tmp_path / "lucca.toml").write_text(f"halt = '{tmp_path / halt}'")
    ran = play([0], "--json", "--config", tmp_path / "lucca.toml", buttons=f"script:{tmp_path / 'off.txt'}")
    assert (ran.code, told in ran.err, (tmp_path / halt).exists()) == (0, True, False)


DOUBTFUL = {
    "a table that does not change": ([0, 0], (), "Guinigi: no triplet has been taken", "001.jpg"),
    "too few quarters": ([0], ("--players", 4), "3 quarters are in sight, not 4", "000.jpg"),
}


@pytest.mark.parametrize(("pictures", "options", "problem", "seen"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_what_play_stops_at_is_said_with_its_picture(play, pictures, options, problem, seen):
    ran = play(pictures, "--json", *options)
    said = f"lucca-pi: {problem}\nlucca-pi: Seen in {seen}; OK goes on to the next one.\n"
    assert (ran.code, ran.err) == (1, said)
    assert not (ran.json()["record"] or {}).get("rounds")


def test_a_picture_too_many_is_complained_of_and_an_ok_goes_on_to_the_next(play, tmp_path):
    whole = play([0, 1, 2], "--json", "--state", tmp_path / "whole")
    more = play([0, 1, 1, 2], "--json")
    assert (more.code, more.json()["score"]) == (0, whole.json()["score"])
    assert [len(entries) for entries in more.json()["record"]["rounds"]] == [2]


def test_a_damaged_picture_is_said(play, tmp_path):
    folder = tmp_path / "0-1"
    folder.mkdir()
    data = FRAMES[1].read_bytes()
    (folder / "0005.jpg").write_bytes(data[: len(data) // 2] + bytes(4096) + data[len(data) // 2 + 4096 :])
    assert "lucca-pi: 0005.jpg is damaged (" in play([0, 1]).err


def test_pictures_at_rest_are_no_looks_of_their_own(play):
    ran = play([("000", 0), ("001-a", 0), ("001-b", 1), ("002", 1)], "--json")
    assert (ran.code, [len(entries) for entries in ran.json()["record"]["rounds"]]) == (0, [1])


def test_pictures_kept_play_again_to_the_same_doubt(play, run, tmp_path, monkeypatch):
    first = play([0, 1, 1], "--json", "--pictures", 100)
    (folder,) = (tmp_path / "games" / "pictures").iterdir()
    pictures = sorted(file.name for file in folder.glob("*.jpg"))
    assert pictures == ["000-deal.jpg", "001-r1-t1.jpg", "002-r1-t2.jpg"]
    monkeypatch.chdir(folder)
    command = shlex.split((folder / "again.sh").read_text().partition("&& lucca-pi ")[2])
    again = run(*(tmp_path / "again" if word.startswith("$(") else word for word in command))
    problems = [ran.err.splitlines()[0] for ran in (again, first)]  # then comes the name of the picture
    assert (again.code, problems[0], again.json()["score"]) == (1, problems[1], first.json()["score"])


def test_pictures_play_again_with_the_program_that_kept_them_where_no_path_leads_to_it(tmp_path, monkeypatch):
    clone = tmp_path / "a clone"
    clone.mkdir()
    (clone / "lucca-pi").write_text('#!/bin/sh\necho "$1 before $PWD"\n')
    (clone / "lucca-pi").chmod(0o755)
    monkeypatch.setattr("sys.executable", str(clone / "python"))
    keep_game(tmp_path, Begun(CITTA, Setup(EDITIONS["german"], reference_deck_file()), None, {}, "2026-01-06"), "aruco")
    told = subprocess.check_output(["/bin/sh", tmp_path / "again.sh"], env={"PATH": "/usr/bin:/bin"}, text=True)
    assert told == f"play before {tmp_path}\n"


@pytest.mark.parametrize("game", PLAYED)
def test_the_settings_of_any_game_are_kept_with_its_pictures_and_give_the_same_set_up(tmp_path, game):
    kind = game_named(game)
    begun = Begun(kind, setup_from(kind.rules.setup, {}), None, {}, "2026-01-06")
    keep_game(tmp_path, begun, "aruco")
    config = load_config(tmp_path / "lucca.toml", {})
    assert (config.game, setup_from(kind.rules.setup, config.for_game())) == (game, begun.setup)


@pytest.mark.parametrize(
    ("presses", "editions"),
    [
        ("up ok down down down ok up ok", ["german"]),  # Set up, Rules
        ("ok up ok up ok up ok ok", ["english"] * 2),  # More, New game, Yes; then the next deal
    ],
)
def test_pictures_play_again_as_each_game_was_arranged_at_last(play, tmp_path, presses, editions):
    (tmp_path / "presses.txt").write_text(presses.replace(" ", "\n"))
    play([0, 0], "--json", "--pictures", 100, buttons=f"script:{tmp_path / 'presses.txt'}")
    folders = sorted((tmp_path / "games" / "pictures").iterdir())
    assert [tomllib.loads((folder / "lucca.toml").read_text())["edition"] for folder in folders] == editions
    assert all((folder / name).exists() for folder in folders for name in ("again.sh", "deck.json"))


def test_nothing_is_kept_of_pictures_unless_that_is_asked_for(play, tmp_path):
    play([0])
    assert not (tmp_path / "games" / "pictures").exists()


def test_names_come_from_the_configuration(play, tmp_path):
    file = tmp_path / "lucca.toml"
    file.write_text('names = {101 = "Ada"}')
    assert play([0], "--json", "--config", file).json()["record"]["players"] == ["Ada", "Buonvisi", "Burlamacchi"]


def test_a_state_directory_that_cannot_be_made_is_named(run, tmp_path):
    (tmp_path / "taken").write_text("a file")
    arguments = ["--camera", f"folder:{EXAMPLE / 'frames'}", "--buttons", "auto", "--display", "none"]
    ran = run("play", *arguments, "--state", tmp_path / "taken" / "games", "--json")
    assert (ran.code, ran.json()["error"]["code"]) == (2, "device")
    assert "--state" in ran.json()["error"]["message"]


@pytest.mark.parametrize("camera", ["folder:nowhere", "folder:.", "pi"])
def test_a_camera_that_is_not_there_is_named(run, camera, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run("play", "--camera", camera, "--buttons", "auto", "--display", "none", "--json")
    assert (ran.code, ran.json()["error"]["code"]) == (2, "device")


def test_swapped_stickers_are_told_and_cost_no_turn(play, tmp_path):
    deck = json.loads((EXAMPLE / "deck.json").read_text())
    seven, eight = (next(card for card in deck["cards"] if card["code"] == code) for code in (7, 8))
    seven["code"], eight["code"] = 8, 7
    (tmp_path / "deck.json").write_text(json.dumps(deck))
    ran = play([0, 1], "--json", "--deck", tmp_path / "deck.json")
    assert (ran.code, [len(entries) for entries in ran.json()["record"]["rounds"]]) == (0, [1])
    assert ran.err.splitlines() == [
        "lucca-pi: Card 8 (code 7) should be green but looks red: is its sticker on the wrong card?",
        "lucca-pi: Card 7 (code 8) should be red but looks green: is its sticker on the wrong card?",
    ]
    resumed = play([0, 1, 2], "--json", "--deck", tmp_path / "deck.json")
    assert [len(entries) for entries in resumed.json()["record"]["rounds"]] == [2]
    assert resumed.err.splitlines()[1:] == ran.err.splitlines()


def test_with_advice_the_player_in_turn_is_advised_where_play_stops(play):
    ran = play([0], "--json", "--advice")
    assert [(hint["player"], hint["kind"]) for hint in ran.json()["advice"]] == [
        ("Guinigi", "support"),
        ("Guinigi", "order"),
    ]
    assert "advice   Buonvisi: no walls to support" in play([0, 1], "--advice").out
    assert "advice" not in play([0, 1], "--json").json()


class OldPicamera2:
    """As up to its version 0.3.36 where there is no camera."""

    def __init__(self, number=0):
        self.camera = [][number]


def test_without_a_camera_a_screen_and_two_lines_say_so(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=OldPicamera2, MappedArray=None))
    screens, state = tmp_path / "screens", tmp_path / "state"
    devices = ("--camera", "pi", "--buttons", "auto", "--display", f"png:{screens}")
    ran = run("play", *devices, "--state", state)
    assert (ran.code, "No camera at pi:0 (IndexError: list index out of range)" in ran.err) == (2, True)
    assert "Traceback" not in ran.err
    assert [file.name for file in screens.iterdir()] == ["0001.png"]


MESSAGE, OURS = "No camera at usb:0: plug it in.", "A program error stopped play ({}). What was played is saved."
STOPPING = {
    **{kind.__name__: (kind(MESSAGE), MESSAGE) for kind in (DeviceError, CalibrationError, UnreadableError)},
    "ZeroDivisionError": (ZeroDivisionError("by zero"), OURS.format("by zero")),
    "ImportError": (ImportError("numpy"), OURS.format("numpy")),
}


@pytest.mark.parametrize(("error", "message"), STOPPING.values(), ids=STOPPING)
def test_whatever_stops_play_stays_on_the_oled(error, message):
    bus = PanelBus()
    with pytest.raises(type(error)), showing_failure(Oled(HandClock(), serial=i2c(bus=bus))):
        raise error
    assert bus.seen().tobytes() == pages(Snapshot(Notice("Cannot play", message)), USUAL)[0].tobytes()


def test_with_a_page_its_address_is_told_at_once(play):
    ran = play([0, 1], "--json", "--page", "127.0.0.1:0")
    assert ran.code == 0
    assert ran.err.startswith("lucca-pi: the page on your phone: http://127.0.0.1:")


def test_a_page_that_cannot_be_served_is_said_before_anything_is_played(play, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = play([0, 1], "--page", f"127.0.0.1:{taken.getsockname()[1]}")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "Address already in use. Choose another port" in ran.err
