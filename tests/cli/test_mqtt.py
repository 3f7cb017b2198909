"""`lucca-pi play --mqtt` at a real broker, without one, and with settings that cannot be used."""

import json
from hashlib import sha256

import pytest
from brokers import PATIENCE_S, broker, with_mosquitto
from lucca import FRAMES, linked

from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.mqtt.table_state import is_genuine

__all__ = ["broker"]
PLAY = ["play", "--deck", EXAMPLE / "deck.json", "--buttons", "auto", "--display", "none", "--json"]


@pytest.fixture
def played(run, tmp_path):
    """Plays pictures of the recorded game, the first two if not said otherwise."""

    def play(*arguments, looks=2, state="games"):
        folder = linked(tmp_path / f"{looks}", FRAMES[:looks])
        return run(*PLAY, "--camera", f"folder:{folder}", "--state", tmp_path / state, *arguments)

    return play


def test_without_its_broker_the_game_is_the_same_and_the_end_says_what_was_missing(played):
    alone, ran = played(state="alone"), played("--mqtt", "mqtt://ada:secret@127.0.0.1:9")
    assert (ran.code, ran.json()["score"]) == (0, alone.json()["score"])
    assert "mqtt://127.0.0.1:9 cannot be reached" in ran.err
    assert "secret" not in ran.out + ran.err


def test_the_key_is_told_at_the_start(played, tmp_path):
    ran = played("--mqtt", "mqtt://127.0.0.1:9")
    key = (tmp_path / "games" / "table.key").read_text()
    assert f"Key of this table for a hall: {key}" in ran.err


@pytest.mark.parametrize("url", ["ada:secret@broker", "http://ada:secret@broker", "mqtt://ada:sec/ret@broker"])
def test_a_wrong_url_is_refused_without_being_repeated(played, url):
    ran = played("--mqtt", url)
    assert (ran.code, "mqtt = …: expected mqtt://" in ran.json()["error"]["message"]) == (2, True)
    assert "ret" not in ran.out + ran.err


def test_a_password_file_that_is_missing_is_named(played, tmp_path):
    settings = tmp_path / "lucca.toml"
    settings.write_text('mqtt = "mqtt://ada@127.0.0.1:9"\nmqtt_password_file = "none.txt"\n', encoding="utf-8")
    ran = played("--config", settings)
    assert ran.code == 2
    assert "none.txt: the password of the broker cannot be read: No such file" in ran.out


@with_mosquitto
def test_the_last_state_is_genuine_and_has_the_digest_of_the_points(played, tmp_path, broker):
    ran = played("--mqtt", f"mqtt://127.0.0.1:{broker.port}", "--table", "t1", looks=len(FRAMES))
    with broker.heard("lucca/t1/state", "lucca/t1/souvenir") as messages:
        found = {one.topic: one.payload for one in (messages.get(timeout=PATIENCE_S) for _ in range(2))}
    state = json.loads(found["lucca/t1/state"])
    text = json.dumps(ran.json()["score"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert (state["finished"], state["confirmed"]) == (True, 22)
    assert state["digest"] == sha256(text.encode()).hexdigest()
    assert is_genuine(state, (tmp_path / "games" / "table.key").read_text())
    assert found["lucca/t1/souvenir"].startswith(b"\x89PNG")
