"""How long players wait: a start, a score, a picture, a look, a correction; and what the live picture takes."""

import subprocess
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import as_file, files
from itertools import cycle
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import cv2
import numpy as np

from lucca_pi.config import Config
from lucca_pi.contract.questions import Settle
from lucca_pi.contract.setup import setup_from
from lucca_pi.devices.game_list import LIST_FILE, GameList, Row
from lucca_pi.devices.journal_file import read_journal, text_of, written
from lucca_pi.devices.state_directory import GAMES
from lucca_pi.devices.store import GameStore
from lucca_pi.evening.answers import finish_correction
from lucca_pi.evening.corrections import begin_correction
from lucca_pi.evening.journal import event_json
from lucca_pi.evening.state import State, begin_evening
from lucca_pi.evening.step import Keep, Looked, step
from lucca_pi.evening.stored import summary
from lucca_pi.games import DEFAULT, PLAYED, game_module, game_named
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.photographs import read_picture
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import Cards, pieces_in
from lucca_pi.vision.detect import detect
from lucca_pi.vision.live import Watcher
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.reader import LaterLooks, Reader
from tests.bench.eyes.readers import tuned_reader
from tests.bench.timing import in_turns, ms, ratio, shares
from tests.chessboard.sim.people import CAREFUL, Condition
from tests.chessboard.sim.people import Players as OnABoard
from tests.evening import LAST, after, begun, date, looks
from tests.lucco.habits import judge
from tests.sim.evening import quiet_evening
from tests.sim.games import random_game
from tests.sim.player import Players

PROGRAM = Path(sys.executable).parent / "lucca-pi"
RECORD = EXAMPLE / "game.json"
ROUNDS = 7
RECORDS, MANY = 100, 5000
FRAMES = ("000-deal.jpg", "009-r3-t3.jpg", "018-r6-t3.jpg", "021-r7-t3.jpg")
STICKER_PX = 36
WIDTH_PX = 4608
CHESS_GAMES, LUCCO_GAMES = 4, 4
CORRECTED = 10
PER_SECOND, PICTURES = 10, 400
LIVE_LOOKS = range(6, 12)
ALLOWED = {"nothing changed": "; allowed 0.3", "a turn later": ""}


def _pieces() -> Cards:
    return pieces_in(load_deck(str(EXAMPLE / "deck.json")))


def bench_score() -> None:
    """`lucca-pi score` beside a Python that only imports json; a hundred records beside one."""
    taken = in_turns(
        {
            "json": lambda: _ran(sys.executable, "-c", "import json"),
            "one": lambda: _ran(str(PROGRAM), "score", str(RECORD)),
            "hundred": lambda: _ran(str(PROGRAM), "score", *[str(RECORD)] * RECORDS),
        },
        rounds=9,
    )
    allowed = [3 * seconds + 0.1 for seconds in taken["json"]]
    print(f"python -c 'import json'   {ms(taken['json'])}")
    print(f"lucca-pi score, 1 record  {ms(taken['one'])}; allowed 3 x json + 100 ms = {median(allowed) * 1000:.0f} ms")
    times = ratio(taken["hundred"], taken["one"])
    print(f"lucca-pi score, {RECORDS}       {ms(taken['hundred'])}, {times:.1f} x one; allowed 10")


def _ran(*command: str) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def bench_games() -> None:
    """`lucca-pi games` of 5,000 whole games beside one of a single game, in processor time; and a start of play."""
    with TemporaryDirectory() as folder:
        few, many = Path(folder) / "few", Path(folder) / "many"
        keep(few, 1)
        keep(many, MANY)
        size_mb = sum(file.stat().st_size for file in (many / GAMES).iterdir()) / 1e6
        print(f"{MANY:,} games have {size_mb:.0f} MB")
        taken = in_turns({"few": lambda: _listed(few), "many": lambda: _listed(many)}, rounds=5, clock=_children_s)
        print(f"lucca-pi games, 1 game  {ms(taken['few'])} of processor")
        times = ratio(taken["many"], taken["few"])
        print(f"lucca-pi games, {MANY:,}   {ms(taken['many'])}, {times:.1f} x; allowed 2000 ms")
        started = in_turns({"many": lambda: GameStore(many).close()}, rounds=3, clock=process_time)
        print(f"a start with {MANY:,} games, all in the list  {ms(started['many'])} of processor")
        (many / LIST_FILE).unlink()
        alone = in_turns({"many": lambda: _listed(many)}, rounds=1, clock=_children_s)
        print(f"lucca-pi games, {MANY:,} without the list  {ms(alone['many'])} of processor")


def keep(directory: Path, games: int) -> None:
    """Keeps so many times the same whole game, with what it has come to."""
    (directory / GAMES).mkdir(parents=True)
    state, events = begin_evening(begun()), [event_json(begun(), GAME)]
    for number, look in enumerate(looks()[: LAST + 1]):
        state, effects = step(state, Looked(look, date(number)))
        events += [event_json(effect.event, GAME) for effect in effects if isinstance(effect, Keep)]
    texts, came_to, known = [text_of(event) for event in events], summary(state), GameList(directory)
    for number in range(games):
        name = f"{number:05}"
        file = directory / GAMES / f"{name}.jsonl"
        file.write_bytes(written(name, number + 1, texts))
        known.note(replace(Row(name).after(read_journal(file, name), file.stat()), summary=came_to))


def _listed(directory: Path) -> None:
    subprocess.run([PROGRAM, "games", "--state", directory], stdout=subprocess.DEVNULL, check=True)


def _children_s() -> float:
    """The processor time of the programs that were run and have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def bench_read() -> None:
    """`read` of rendered pictures beside decoding them and OpenCV's reader with three windows; one and two threads."""
    pieces = _pieces()
    reader = tuned_reader(STICKER_PX, WIDTH_PX)
    for threads in (1, 2):
        cv2.setNumThreads(threads)
        jobs = {}
        for name in FRAMES:
            file = EXAMPLE / "frames" / name
            jobs[f"opencv {name}"] = lambda file=file: reader.detectMarkers(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE))
            jobs[f"read {name}"] = lambda file=file: read_picture(file, pieces)
        taken = in_turns(jobs, rounds=7)
        opencv = [seconds for name in FRAMES for seconds in taken[f"opencv {name}"]]
        ours = [seconds for name in FRAMES for seconds in taken[f"read {name}"]]
        print(f"{threads} thread{'s' if threads > 1 else ' '}: decode + cv2.aruco {ms(opencv)}, read {ms(ours)}")
        print(f"           read is {ratio(ours, opencv):.2f} x; allowed 1.5")


def bench_looks() -> None:
    """
    What a look costs in each game, from picture to turn, beside the card game's: the processor's time with one thread.

    Reading is of a drawn picture of 12 MP from the middle of each demo's game. Deciding, from what was read to the
    turn, is of whole games without pixels.
    """
    taken = in_turns({game: _reading(game) for game in PLAYED}, ROUNDS, clock=process_time)
    for game in PLAYED:
        print(f"read {game}: {ms(taken[game])}, {ratio(taken[game], taken[DEFAULT]):.2f} x the card game's")
    decided = {"citta": card_looks_s(), "chessboard": _chess_s(), "lucco": _lucco_s()}
    card_s = median(decided[DEFAULT])
    for game, seconds in decided.items():
        times = ", ".join(f"{word} {1000 * s:.1f} ms = {s / card_s:.2f} x" for word, s in shares(seconds).items())
        print(f"decide {game}, {len(seconds)} looks: {times}")


def _reading(game: str) -> Callable[[], object]:
    """Reads the picture in the middle of a demo's game."""
    config = Config(game=game)
    with as_file(files(f"lucca_pi.games.{game}") / "drawn" / "demo.json") as record:
        camera = game_module(game, "drawn").camera_for(str(record), config.for_game())
    rules, frame = game_named(game).rules, camera.look(camera.looks // 2)
    reader = Reader(rules.pieces(setup_from(rules.setup, config.for_game())))
    return lambda: reader.read(frame.grey, frame.colour)


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
    games = (OnABoard(seed, 2 + seed % 3, Condition(habits=CAREFUL)).play() for seed in range(CHESS_GAMES))
    return [second for one in games for second in one.decisions_s]


def _lucco_s() -> list[float]:
    return [second for seed in range(LUCCO_GAMES) for second in judge("quiet", seed).decisions_s]


def bench_search() -> None:
    """Changing a turn of the first round when the game is over: the worst of ten, beside reading a picture."""
    pieces = _pieces()
    picture = EXAMPLE / "frames" / "018-r6-t3.jpg"
    read_s = median(in_turns({"read": lambda: read_picture(picture, pieces)}, rounds=7)["read"])
    corrections = [_correction_s(_played(seed)) for seed in range(CORRECTED)]
    worst = f"{max(corrections) * 1000:.0f} ms = {max(corrections) / read_s:.2f} x a read; allowed 2"
    print(f"5 players: the worst of {CORRECTED} corrections of the first turn, all later looks examined again: {worst}")


def _played(seed: int) -> State:
    """A whole game of five before an eye that misses nothing."""
    people = Players(quiet_evening(seed, 5, "english"), ())
    people.play()
    return people.state


def _correction_s(state: State) -> float:
    """What it takes to work out a whole game anew from its first turn on."""
    (first,) = state.course.turns[:1]
    start = perf_counter()
    finish_correction(state, begin_correction(state, Settle(1, first), ""))
    return perf_counter() - start


def bench_watch() -> None:
    """The live picture as a share of one core; a later look beside a first one."""
    camera = CittaCamera(random_game(1, 4, "english").record, reference_deck_file())
    greys = [camera.look(number).grey for number in LIVE_LOOKS]
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
