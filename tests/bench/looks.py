"""What a look costs in each game, from picture to turn, as a ratio to the card game's look in the same run."""

from collections.abc import Callable
from functools import partial
from importlib.resources import as_file, files
from statistics import median
from time import process_time

import cv2

from lucca_pi.config import Config
from lucca_pi.contract.setup import setup_from
from lucca_pi.evening.step import Looked, step
from lucca_pi.games import DEFAULT, PLAYED, game_module, game_named
from lucca_pi.ports import Frame
from lucca_pi.vision.reader import Reader
from tests.bench.timing import in_turns, ms, ratio
from tests.chessboard.sim.people import CAREFUL, Condition, Players
from tests.evening import after, date, looks
from tests.lucco.sim import judge

ROUNDS = 7
CHESS_GAMES, LUCCO_GAMES = 4, 4


def bench() -> None:
    """
    `./lucca bench looks`: the processor's time with one thread.

    Reading is of a drawn picture of 12 MP from the middle of each demo's game. Deciding, from what was read to the
    turn, is of whole games without pixels.
    """
    cv2.setNumThreads(1)
    taken = in_turns({game: _reading(game) for game in PLAYED}, ROUNDS, clock=process_time)
    for game in PLAYED:
        print(f"read {game}: {ms(taken[game])}, {ratio(taken[game], taken[DEFAULT]):.2f} x the card game's")
    decided = {"citta": card_looks_s(), "chessboard": _chess_s(), "lucco": _lucco_s()}
    card_s = median(decided[DEFAULT])
    for game, seconds in decided.items():
        times = ", ".join(f"{word} {1000 * s:.1f} ms = {s / card_s:.2f} x" for word, s in _shares(seconds).items())
        print(f"decide {game}, {len(seconds)} looks: {times}")


def _reading(game: str) -> Callable[[], object]:
    """Reads the picture in the middle of a demo's game."""
    config = Config(game=game)
    with as_file(files(f"lucca_pi.games.{game}") / "drawn" / "demo.json") as record:
        camera = game_module(game, "drawn").camera_for(str(record), config.for_game())
    kind = game_named(game)
    reader, frame = (
        Reader(kind.rules.pieces(setup_from(kind.rules.setup, config.for_game()))),
        camera.look(camera.looks // 2),
    )
    return partial(_read, reader, frame)


def _read(reader: Reader, frame: Frame) -> object:
    return reader.read(frame.grey, frame.colour)


def _shares(seconds: list[float]) -> dict[str, float]:
    ranked = sorted(seconds)
    return {"median": median(ranked), "99 %": ranked[len(ranked) * 99 // 100], "worst": ranked[-1]}


def card_looks_s() -> list[float]:
    """The looks of a game of the card game, from sightings to turn."""
    taken = []
    for number, look in enumerate(looks()):
        state = after(number)
        start = process_time()
        step(state, Looked(look, date(number)))
        taken.append(process_time() - start)
    return taken


def _chess_s() -> list[float]:
    games = (Players(seed, 2 + seed % 3, Condition(habits=CAREFUL)).play() for seed in range(CHESS_GAMES))
    return [second for one in games for second in one.decisions_s]


def _lucco_s() -> list[float]:
    return [second for seed in range(LUCCO_GAMES) for second in judge("quiet", seed).decisions_s]
