"""The command line for every test here, with a state and a configuration directory of its own."""

import pytest
from lucca import Runner


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("STATE_DIRECTORY", "CONFIGURATION_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANGUAGE", "")  # which main sets
    return Runner(monkeypatch, capsys)
