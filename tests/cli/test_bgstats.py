"""A finished game handed to BG Stats, as a link and as a QR code."""

import json
from dataclasses import replace
from urllib.parse import unquote

import pytest
from evening import LAST, begun, date, looks, record
from PIL import Image
from zxingcpp import read_barcodes

from lucca_pi.devices.displays import USUAL
from lucca_pi.devices.store import GameStore
from lucca_pi.errors import NotFinishedError
from lucca_pi.evening.journal import event_json
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Keep, Looked, step
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.report import LINK, link_to, play_json
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.score import score
from lucca_pi.printed.qr import qr_code

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
