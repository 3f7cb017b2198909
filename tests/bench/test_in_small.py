"""Every bench runs, each as small as it goes: its figures are worth nothing then, but it still fits the program."""

from collections import Counter
from dataclasses import replace
from functools import cache, partial
from types import SimpleNamespace

import numpy as np
import pytest

from lucca_pi.drawn.conditions import EASY
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.vision.faces.box import box_of
from lucca_pi.vision.picture import load_picture
from tests.bench import faces, handshots, plane, speed
from tests.bench.__main__ import BENCHES, run
from tests.bench.eyes import frames, readers
from tests.faces.boxes import Deck
from tests.faces.printed_faces import SIZE_MM
from tests.faces.tables import few_faces
from tests.mqtt.brokers import with_mosquitto


def ours(sticker_px):
    """Only our reader: the others are not installed for tests."""
    return iter([next(readers.readers(sticker_px))])


@cache
def few_held(_name):
    """Palaces of that deck, of which each is like none but itself."""
    palaces = faces._faces(few_faces())
    like_itself = {code: frozenset({code}) for code in palaces}
    return Deck(palaces, like_itself, like_itself)


@cache
def few_enrolled(name):
    return box_of({code: few_faces().photographs[code] for code in few_held(name).faces}, SIZE_MM)


SMALL = replace(EASY, view=replace(EASY.view, width_px=1600, height_px=1200))
drawn_above = frames._camera


def at_the_deal(*wanted):
    """The camera, and the first look for the last: few cards lie there."""
    return drawn_above(*wanted)[0], 0


FRAME = EXAMPLE / "frames" / speed.FRAMES[0]
OPTIONS = {
    "eyes": "--frames 1 --evenings 1",
    "qr": "--frames 1",
    "referee": "--games 1 --only squared --jobs 1",
    "auditor": "--turns 1",
    "lucco": "--games 1 --only quiet --jobs 1",
    "bare": "--games 1 --only easy",
    "chessboard": "--games 1 --only stairs --jobs 1",
    "bricks": "--boards 1 --only easy --jobs 1",
    "faces": "--views 1",
    "tables": "--looks 1 --evening lamp",
    "evenings": "planned:7",
    "uncoded": "--views 1",
    "enrol": "--cards 3 --pictures 1",
    "decks": "--deals 1 --faces 0 --wide 1600",
    "hall": "--tables 1 --seconds 1",
    "seeds": "--seeds 0-2",
}
CONSTANTS = {
    "score": {"speed.RECORDS": 2},
    "games": {"speed.MANY": 2},
    "looks": {"speed.PLAYED": ("citta",), "speed.CHESS_GAMES": 1, "speed.LUCCO_GAMES": 1},
    "read": {"speed.FRAMES": speed.FRAMES[:1]},
    "search": {"speed.CORRECTED": 1},
    "memory": {"memory.LOOKS": 1},
    "watch": {
        "speed.CittaCamera": partial(CittaCamera, conditions=SMALL),
        "speed.PICTURES": 20,
        "speed.LIVE_LOOKS": range(6, 10),
        "speed.ROUNDS": 1,
    },
    "qr": {"qr.drawn_frames": lambda *_: [frames.DrawnFrame(np.zeros((90, 120), np.uint8), ())]},
    "drawn": {"fidelity.LAST_LOOK": 0, "fidelity.SEEDS": (1,), "fidelity.SIZES_PX": (36,)},
    "plane": {
        "plane.PLAYERS": (3,),
        "plane.EVENINGS": dict([*plane.EVENINGS.items()][:1]),
        "plane.CALIBRATED": {},
        "plane.UNMOVED": 2,
    },
    "hand": {
        "handshots.PLAYERS": (3,),
        "handshots.HOLDS": handshots.HOLDS[:1],
        "handshots.EVENINGS": handshots.EVENINGS[:1],
    },
    "hall": {"hall.TURN_S": 0.1, "hall.KILLS": 1, "hall.UP_S": 1.0, "hall.DOWN_S": 0.1, "hall.FORGED": 8},
    "seating": {"seating.PLAYERS": (8,), "seating.ROUNDS": 1},
    "bare": {"bare.EVERY": 30, "bare.HANDS": (0,)},
    "faces": {
        "faces.CASES": faces.CASES[:1],
        "faces.STRANGERS_A_ROUND": 0,
        "faces.deck": few_held,
        "faces.box": few_enrolled,
    },
    "uncoded": {
        "faces.CONDITIONS": faces.CONDITIONS[:1],
        "faces.SCALES_MM": faces.SCALES_MM[:1],
        "faces.printed": few_faces,
        "faces.number_only": few_faces,
    },
    "tables": {"tables.DECKS": {"few": few_faces}, "tables.BARE_FIRST": (False,), "tables.ROUNDS": 1},
    "evenings": {
        "tables.PlayedTable.of": lambda *_: SimpleNamespace(read=Counter()),
        "tables.DrawnPlayers.play": lambda players: players.notes,
    },
    "eyes": {
        "eyes.speed.readers": ours,
        "eyes.speed._drawn": lambda _: load_picture(FRAME).grey,
        "eyes.run.readers": ours,
        "eyes.frames._camera": at_the_deal,
        "eyes.run.EVENINGS": ("easy",),
        "eyes.run.SIZES_PX": (36,),
        "eyes.run.COUNTING_PX": (36,),
    },
}


NAMES = [name for name in BENCHES if name not in ("photographs", "covered", "hall")]  # which have tests of their own


@pytest.mark.long
@pytest.mark.parametrize("name", [*NAMES, pytest.param("hall", marks=with_mosquitto)])
def test_it_runs(name, monkeypatch, capsys):
    for constant, value in {**CONSTANTS.get(name, {}), "timing.MOST_ROUNDS": 1}.items():
        monkeypatch.setattr(f"tests.bench.{constant}", value)
    run(name, *OPTIONS.get(name, "").split())
    assert capsys.readouterr().out
