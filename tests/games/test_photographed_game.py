"""The rendered game played with photographs from the hand: turned, tilted, near and far, each time from elsewhere."""

import json

import pytest

from lucca_pi.app.devices import Devices
from lucca_pi.app.eyes import Eyes
from lucca_pi.app.journal_writer import result
from lucca_pi.app.loop import App
from lucca_pi.config import Config
from lucca_pi.contract.screens import Question
from lucca_pi.devices.album import NoAlbum
from lucca_pi.devices.displays.twins import NoDisplay
from lucca_pi.devices.phone import PhoneCamera
from lucca_pi.devices.system import HandClock
from lucca_pi.evening.journal import Begun
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.game import GAME as CITTA
from lucca_pi.games.citta.rules.editions import ENGLISH
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.ports import Buttons, ButtonsEndedError
from tests.held import Held, photograph
from tests.in_memory import MemoryStore

FRAMES = sorted((EXAMPLE / "frames").glob("*.jpg"))
RECORD = json.loads((EXAMPLE / "game.json").read_text())
HOLDS = (Held(30, 120, 33, 1300, orientation=6), Held(20, 180, 180, 1250, orientation=3), Held(40, 0, 0, 1300, 8))
"""One after the other, from turn to turn."""


class Sender(Buttons):
    """Sends the photographs one by one, and takes the first answer to what is asked."""

    notice, of_people = "", False

    def __init__(self, camera, photographs):
        self.camera, self.coming, self.asked = camera, photographs, []

    def press(self, snapshot, wait_s):
        if isinstance(snapshot.screen, Question):
            self.asked.append(snapshot)
            return "ok"
        coming = next(self.coming, None)
        if coming is None:
            raise ButtonsEndedError
        assert self.camera.receive(coming) == ""
        return "ok"


def played(photographs):
    clock = HandClock()
    camera = PhoneCamera(clock)
    sender = Sender(camera, iter(photographs))
    devices = Devices(camera, sender, NoDisplay(), MemoryStore(), clock, NoAlbum())
    setup = Setup(ENGLISH, load_deck(str(EXAMPLE / "deck.json")))
    app = App(devices, Eyes(Config(own={"deck": str(EXAMPLE / "deck.json")})), Begun(CITTA, setup, 3, {}, clock.date()))
    app.run()
    return app, sender


def turns(document):
    return [{(one["card"], one["as"]) for one in turn["play"]} for round_ in document["rounds"] for turn in round_]


def test_turns_are_read_from_photographs_from_anywhere():
    app, sender = played(photograph(file, held) for file, held in zip(FRAMES[:3], HOLDS, strict=True))
    assert turns(result(app.state)["record"]) == turns(RECORD)[:2]
    assert sender.asked == []


@pytest.mark.parametrize(
    ("held", "said"),
    [
        (Held(blur_px=3.0), "blurred"),
        (Held(57, 0, 0, 1500), "too low"),
        (Held(aside_mm=520, distance_mm=900), "is not in the photograph"),
    ],
    ids=["moved", "oblique", "cut off"],
)
def test_what_is_wrong_with_a_photograph_is_said_at_once(held, said):
    app, _ = played([FRAMES[0].read_bytes(), photograph(FRAMES[1], held)])
    assert said in str(app.state.mode.problems[0])
    assert app.state.course.looks == 1


def test_two_photographs_of_a_side_each_make_a_look():
    sides = [photograph(FRAMES[1], Held(aside_mm=aside, distance_mm=1000)) for aside in (350, -250)]
    app, _ = played([FRAMES[0].read_bytes(), *sides])
    assert turns(result(app.state)["record"]) == turns(RECORD)[:1]
