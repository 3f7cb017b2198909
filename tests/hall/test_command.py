"""`lucca-pi hall` as it is typed."""

import json
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from urllib.request import urlopen

import pytest
from hall_states import KEY
from lucca import Runner


@contextmanager
def typed(tmp_path, *given):
    environment = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "LANG": "C.UTF-8"}
    command = [sys.executable, "-u", "-m", "lucca_pi", "hall", *given]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([], "Give the broker: --mqtt mqtt://HOST"),
        (["--mqtt", "http://x"], "expected mqtt://"),
        (["--mqtt", "mqtt://127.0.0.1:1", "--keys", "none.txt"], "none.txt: there is no such file"),
        (["--mqtt", "mqtt://127.0.0.1:1", "--page", "x"], "expected [HOST:]PORT"),
        (["--mqtt", "mqtt://127.0.0.1:1", "--page", "192.0.2.1:80"], "cannot be served at 192.0.2.1:80"),
    ],
)
def test_what_cannot_be_is_said_in_a_line_or_two(monkeypatch, capsys, tmp_path, given, why):
    for place in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(place, str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "")  # which main sets
    told = Runner(monkeypatch, capsys)("hall", *given)
    assert (told.code, told.out) == (2, "")
    assert why in told.err
    assert len(told.err.splitlines()) <= 2


def test_without_a_broker_the_page_is_there_and_says_so_and_ctrl_c_ends_it(tmp_path):
    keys = tmp_path / "keys"
    keys.write_text(f"one = {KEY}\n")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        away = free.getsockname()[1]
    with typed(tmp_path, "--mqtt", f"mqtt://127.0.0.1:{away}", "--page", "127.0.0.1:0", "--keys", str(keys)) as process:
        address = process.stdout.readline().removeprefix("The hall: ").strip()
        assert "type this code" in process.stdout.readline()
        told = json.loads(urlopen(f"{address}hall.json").read())
        with urlopen(f"{address}events") as events:
            assert any(b"The broker is not reached" in line for line in events)
        process.send_signal(signal.SIGINT)
        _out, err = process.communicate(timeout=30)
    assert [(one["table"], one["let_in"], one["state"]) for one in told["tables"]] == [("one", True, None)]
    assert (process.returncode, err) == (0, "")
