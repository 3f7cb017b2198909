"""What it costs to find the turn, and to change one of the first round when the game is over."""

from collections.abc import Iterator
from statistics import median
from time import perf_counter

import cv2

from lucca_pi.contract.questions import Settle
from lucca_pi.evening.answers import finish_correction
from lucca_pi.evening.corrections import begin_correction
from lucca_pi.evening.journal import Begun
from lucca_pi.evening.state import State, begin_evening
from lucca_pi.evening.step import Looked, Pressed, step
from lucca_pi.games.citta.drawn.scenes import lay_cards, quarter_codes_of, table_scenes
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.game import GAME as CITTA
from lucca_pi.games.citta.photographs import read_picture
from lucca_pi.games.citta.referee.verdict import explain
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.rules.position import rounds_to_play
from lucca_pi.games.citta.session.memory import case_of
from lucca_pi.games.citta.session.setup import Setup
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.table.sighting import Look
from tests.bench.timing import in_turns
from tests.sim.eye import look_at
from tests.sim.games import random_game

PLAYERS = 3, 4, 5
GAMES = 50
CORRECTED = 10


def bench() -> None:
    """The turns of the last round of 50 games for each number of players, and corrections, beside reading a picture."""
    cv2.setNumThreads(1)
    pieces = pieces_in(load_deck(str(EXAMPLE / "deck.json")))
    picture = EXAMPLE / "frames" / "018-r6-t3.jpg"
    read_s = median(in_turns({"read": lambda: read_picture(picture, pieces)}, rounds=7)["read"])
    for players in PLAYERS:
        taken = [_seconds(state, look) for seed in range(GAMES) for state, look in _last_round(seed, players)]
        worst = f"{max(taken) * 1000:.0f} ms = {max(taken) / read_s:.2f} x a read ({read_s * 1000:.0f} ms); allowed 1"
        print(f"{players} players: the worst of {len(taken)} searches {worst}; median {median(taken) * 1000:.0f} ms")
    corrections = [_correction_s(seed) for seed in range(CORRECTED)]
    worst = f"{max(corrections) * 1000:.0f} ms = {max(corrections) / read_s:.2f} x a read; allowed 2"
    print(f"5 players: the worst of {CORRECTED} corrections of the first turn, all later looks examined again: {worst}")


def _correction_s(seed: int) -> float:
    """What it takes to work out a whole game anew from its first turn on."""
    state = list(_last_round(seed, 5))[-1][0]
    (first,) = state.course.turns[:1]
    start = perf_counter()
    finish_correction(state, begin_correction(state, Settle(1, first), ""))
    return perf_counter() - start


def _last_round(seed: int, players: int) -> Iterator[tuple[State, Look]]:
    """The states before each turn of a random game's last round, and the look that follows."""
    record = random_game(seed, players, "english").record
    seats, deck_file = quarter_codes_of(record), reference_deck_file()
    names = {code: name for name, code in seats.items()}
    state = begin_evening(Begun(CITTA, Setup(record.edition, deck_file), None, names, ""))
    for number, scene in enumerate(table_scenes(record, seed)):
        look = look_at(
            lay_cards(scene.position, scene.centre, seats, deck_file, seed=seed, places=scene.places), deck_file
        )
        if number > players * (rounds_to_play(players) - 1):
            yield state, look
        state, _ = step(state, Looked(look, ""))
        if state.mode is not None:
            state, _ = step(state, Pressed("ok", ""))


def _seconds(state: State, look: Look) -> float:
    """What it takes to explain the look, the least of three."""
    return min(_once(state, look) for _ in range(3))


def _once(state: State, look: Look) -> float:
    start = perf_counter()
    explain(case_of(state.match, (look,)))
    return perf_counter() - start
