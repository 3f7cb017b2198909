"""
`./lucca bench drawn [--all]`: whether a drawn table is as hard to read as a rendered one.

One game rendered and drawn, both shrunk alike step by step: how many of the codes in sight are read. With `--all` every
rendered picture, beside the game drawn five times.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from json import loads
from typing import Any

import cv2
import numpy as np

from lucca_pi.drawn.conditions import EASY, CameraView
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck, load_record
from lucca_pi.games.citta.rules.deck import DeckFile
from lucca_pi.games.citta.table.pieces import BACK_CODE, TOWER_OF_CODE, pieces_in
from lucca_pi.vision.picture import Grey, load_picture
from lucca_pi.vision.reader import Reader
from tests.bench.eyes.readers import Readings, opencv, ours, tuned_reader
from tests.citta_truth import truth_in

AS_RENDERED = CameraView(
    height_mm=1250, rotation_deg=1.2, tilt_deg=1.1, tilted_to_deg=147, distortion=-0.049, fills=0.897
)
"""How the rendered pictures' camera hangs, by the plane that their codes tell."""
STICKER_MM = 14.0
LAST_LOOK = 21
SEEDS = 1, 2, 3, 4, 5
SIZES_PX = (36, 33, 30, 27, 24, 22, 20, 18, 16)

Codes = Counter[int]
Picture = tuple[Grey, Mapping[str, Any]]
"""With what lies there."""
Read = Callable[[Grey, float], Readings]
"""The codes in a picture with stickers of so many px."""


def bench(arguments: Sequence[str] = ()) -> None:
    """Every third picture, beside the game drawn twice; or all."""
    parser = ArgumentParser("./lucca bench drawn", description="Drawn tables beside rendered ones.")
    parser.add_argument("--all", action="store_true", help="every picture, beside five drawn games")
    everything = parser.parse_args(arguments).all
    _compare(range(0, LAST_LOOK + 1, 1 if everything else 3), seeds=SEEDS if everything else SEEDS[:2])


def _compare(looks: Sequence[int], seeds: Sequence[int]) -> None:
    """The record is drawn with each of the seeds, for chance to count less than in one game."""
    deck_file = load_deck(str(EXAMPLE / "deck.json"))
    rendered = _recalls("rendered", _rendered(looks), deck_file)
    drawn = _recalls("drawn", _drawn(deck_file, looks, seeds), deck_file)
    for name in READERS:
        print(f"{name}: % of the codes in sight that are read")
        print("px per sticker   " + "".join(f"{px:7d}" for px in SIZES_PX))
        for kind, recalls in (("rendered", rendered), ("drawn", drawn)):
            print(f"{kind:16s} " + "".join(f"{100 * recalls[name, px]:7.1f}" for px in SIZES_PX))
        apart = [100 * (drawn[name, px] - rendered[name, px]) for px in SIZES_PX]
        print("drawn is easier by" + "".join(f"{points:+7.1f}" for points in apart)[1:] + "; allowed 2 either way")


def _rendered(looks: Iterable[int]) -> Iterator[Picture]:
    truths, frames = loads((EXAMPLE / "readings.json").read_text()), sorted((EXAMPLE / "frames").glob("*.jpg"))
    yield from ((load_picture(frames[number]).grey, truths[number]) for number in looks)


def _drawn(deck_file: DeckFile, looks: Iterable[int], seeds: Iterable[int]) -> Iterator[Picture]:
    record = load_record(str(EXAMPLE / "game.json"))
    for seed in seeds:
        camera = CittaCamera(record, deck_file, seed, replace(EASY, view=AS_RENDERED))
        yield from ((camera.look(number).grey, truth_in(camera, number)) for number in looks)


def _recalls(kind: str, pictures: Iterable[Picture], deck_file: DeckFile) -> Mapping[tuple[str, int], float]:
    """By reader and size: the codes read rightly among those in sight."""
    pieces, found, there = pieces_in(deck_file), Counter[tuple[str, int]](), 0
    for index, (grey, truth) in enumerate(pictures, 1):
        expected = _in_sight(truth, deck_file)
        there += expected.total()
        for px, smaller in _shrunk(grey, STICKER_MM / Reader(pieces).read(grey).look.mm_per_px):
            for name, read in READERS.items():
                found[name, px] += (Counter(code for code, _ in read(smaller, px)) & expected).total()
        sums = ", ".join(f"{name} {found[name, SIZES_PX[-1]]}" for name in READERS)
        print(f"{index} {kind}, {there} codes; at {SIZES_PX[-1]} px {sums}", flush=True)
    return {key: count / there for key, count in found.items()}


def _shrunk(grey: Grey, sticker_px: float) -> Iterator[tuple[int, Grey]]:
    for px in SIZES_PX:
        share = px / sticker_px
        yield px, np.asarray(cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


def _in_sight(truth: Mapping[str, Any], deck_file: DeckFile) -> Codes:
    """The codes that lie free by what is on the table: in a squared palace, that of its newest card alone."""
    codes = {number: code for code, number in deck_file.codes.items()}
    codes |= {name: code for code, name in TOWER_OF_CODE.items()}
    seen = Counter(codes[name] for name in truth["centre"])
    for quarter in truth["quarters"]:
        seen[quarter["quarter"]] += 1
        seen[BACK_CODE] += quarter["walls"]
        squared = [*quarter["completed"].values(), *quarter["opened"].values(), *quarter["towers"]]
        seen.update(codes[name] for column in (squared, *quarter["construction"].values()) for name in column)
    return seen


READERS: Mapping[str, Read] = {
    "the product's reader": lambda grey, _px: ours(grey),
    "OpenCV's reader, tuned": lambda grey, px: opencv(tuned_reader(px, grey.shape[1]))(grey),
}
