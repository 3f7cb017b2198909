"""What it costs to watch the table between looks, and to look again."""

from collections import deque
from itertools import cycle
from time import process_time

import cv2
import numpy as np

from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.vision.detect import detect
from lucca_pi.vision.live import Watcher
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.reader import LaterLooks
from tests.bench.timing import in_turns, ms, ratio
from tests.sim.games import random_game

PER_SECOND = 10
PICTURES = 400
LOOKS = range(6, 12)
ROUNDS = 7
ALLOWED = {"nothing changed": "; allowed 0.3", "a turn later": ""}


def bench() -> None:
    """The live picture as a share of one core; a later look beside a first one."""
    cv2.setNumThreads(1)
    camera = CittaCamera(random_game(1, 4, "english").record, reference_deck_file())
    greys = [camera.look(number).grey for number in LOOKS]
    live_ms = _live_ms(greys)
    share = live_ms * PER_SECOND / 10
    print(f"a live picture {live_ms:.2f} ms, {PER_SECOND} a second {share:.1f} % of a core; allowed 3 %")
    for what, pair in {"nothing changed": (greys[2], noisy(greys[2])), "a turn later": (greys[2], greys[3])}.items():
        _bench_later(what, *pair)


def _live_ms(greys: list[Grey]) -> float:
    """The processor's time for one live picture, hands and turns among them."""
    small = [cv2.resize(grey, (640, 360), interpolation=cv2.INTER_AREA) for grey in greys]
    pictures = [np.asarray(noisy(picture), np.uint8) for picture in small for _ in range(20)]
    watcher = Watcher()
    watcher.table_lies(pictures[0])
    start = process_time()
    for number, picture in zip(range(PICTURES), cycle(pictures), strict=False):
        watcher.watch(picture, number / PER_SECOND)
    return (process_time() - start) / PICTURES * 1000


def _bench_later(what: str, before: Grey, now: Grey) -> None:
    """Each first look at `now` beside a later one, for which the look before was at `before`."""
    codes = pieces_in(reference_deck_file()).codes
    waiting = deque(_having_seen(before, codes) for _ in range(ROUNDS + 1))
    times = in_turns({"first": lambda: detect(now, codes), "later": lambda: waiting.popleft()(now, codes)}, ROUNDS)
    share = ratio(times["later"], times["first"])
    print(f"{what}: a first look {ms(times['first'])}, a later one {ms(times['later'])} = {share:.2f} x{ALLOWED[what]}")


def _having_seen(before: Grey, codes: frozenset[int]) -> LaterLooks:
    looks = LaterLooks()
    looks(before, codes)
    return looks


def noisy(grey: Grey) -> Grey:
    """The same again with a sensor's noise."""
    noise = np.random.default_rng(1).normal(0, 1.5, grey.shape)
    return np.asarray(np.clip(grey + noise, 0, 255), np.uint8)
