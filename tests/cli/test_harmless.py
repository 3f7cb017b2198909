"""Texts from outside steer no terminal, turn no line and hide nothing, whatever tells them."""

import ast
import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from damaging import journal

from lucca_pi.devices.store import GameStore
from lucca_pi.games.citta.example import EXAMPLE

PACKAGE = Path(__file__).parents[2] / "lucca_pi"
BAD = "\x1b]0;x\x07\x9b31m\u202e\ufeff\u3164"
STEERING = set("\x1b\x07\x9b\u202e\ufeff\u3164")
SAYERS = {"outside.py", "commands/options.py", "devices/displays/twins.py"}


def deck_called(tmp_path, name):
    deck = json.loads((EXAMPLE / "deck.json").read_text())
    file = tmp_path / "deck.json"
    file.write_text(json.dumps({**deck, "name": name}))
    return file


def stored(tmp_path, name):
    store = GameStore(tmp_path / "state")
    store.append("plain", {"event": BAD})
    store.close()
    journal(tmp_path / "state", "plain").rename(journal(tmp_path / "state", name))
    return "--state", tmp_path / "state"


def zipped(tmp_path, name):
    with ZipFile(tmp_path / "game.zip", "w") as archive:
        archive.writestr(f"../{name}", "")
    return tmp_path / "game.zip"


TOLD = {
    "a deck's name": lambda folder: ("deck", "show", deck_called(folder, BAD)),
    "the name of a deck file": lambda folder: ("deck", "check", folder / f"{BAD}.json"),
    "a picture's name": lambda folder: ("read", folder / f"{BAD}.jpg"),
    "a record's name": lambda folder: ("score", folder / f"{BAD}.json"),
    "a name in a ZIP": lambda folder: ("verify", zipped(folder, BAD)),
    "a stored game's id": lambda folder: ("games", *stored(folder, BAD)),
    "the id of a game that is not there": lambda folder: ("games", "show", BAD, *stored(folder, "one")),
    "an option": lambda folder: ("play", "--camera", BAD),
    "a command": lambda folder: (BAD,),
    "a folder of pictures": lambda folder: (
        *["play", "--buttons", "auto", "--display", "none", "--camera"],
        f"folder:{BAD}",
    ),
}


@pytest.mark.parametrize("told", TOLD.values(), ids=TOLD)
def test_what_is_told_of_something_outside_is_harmless(run, tmp_path, told):
    ran = run(*told(tmp_path))
    assert "?" in ran.out + ran.err
    assert not STEERING & set(ran.out + ran.err)


def test_a_deck_s_name_is_one_line(run, tmp_path):
    assert run("deck", "show", deck_called(tmp_path, "mine\nlucca-pi: all is well")).out.splitlines()[1][:6] == "number"


def test_all_that_is_said_to_people_goes_through_one_function():
    """Screens besides, drawn or in words made harmless there."""
    sayers = {
        str(file.relative_to(PACKAGE))
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("print", "click.echo", "click.confirm")
    }
    assert sayers <= SAYERS
