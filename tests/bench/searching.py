"""What it costs to change a turn of the first round when the game is over; `referee` tells what each search costs."""

from statistics import median
from time import perf_counter

import cv2

from lucca_pi.contract.questions import Settle
from lucca_pi.evening.answers import finish_correction
from lucca_pi.evening.corrections import begin_correction
from lucca_pi.evening.state import State
from lucca_pi.evening.step import Looked, Pressed, step
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.photographs import read_picture
from lucca_pi.games.citta.table.pieces import pieces_in
from tests.bench.timing import in_turns
from tests.sim.evening import quiet_evening
from tests.sim.eye import look_at
from tests.sim.player import begun

CORRECTED = 10


def bench() -> None:
    """The worst of ten corrections beside reading a picture."""
    cv2.setNumThreads(1)
    pieces = pieces_in(load_deck(str(EXAMPLE / "deck.json")))
    picture = EXAMPLE / "frames" / "018-r6-t3.jpg"
    read_s = median(in_turns({"read": lambda: read_picture(picture, pieces)}, rounds=7)["read"])
    corrections = [_correction_s(_played(seed)) for seed in range(CORRECTED)]
    worst = f"{max(corrections) * 1000:.0f} ms = {max(corrections) / read_s:.2f} x a read; allowed 2"
    print(f"5 players: the worst of {CORRECTED} corrections of the first turn, all later looks examined again: {worst}")


def _played(seed: int) -> State:
    """A whole game of five on a table that a faultless eye sees."""
    evening = quiet_evening(seed, 5, "english")
    state = begun(evening)
    for moment in evening.moments:
        state, _ = step(state, Looked(look_at(moment.lying, evening.deck_file), ""))
        if state.mode is not None:
            state, _ = step(state, Pressed("ok", ""))
    return state


def _correction_s(state: State) -> float:
    """What it takes to work out a whole game anew from its first turn on."""
    (first,) = state.course.turns[:1]
    start = perf_counter()
    finish_correction(state, begin_correction(state, Settle(1, first), ""))
    return perf_counter() - start
