"""
`./lucca bench tables [--looks N] [--evening NAME]`: drawn tables without stickers, read from look to look by the faces.

Of the cards in sight (nine tenths of the upper half, two thirds of a back, no hand or mug asked about) are counted
those that are known alone, as one of a set, wrong, missed, and what was invented; with a look at the bare table before
the deal and without. Times are beside those of reading the codes of the same picture.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from time import process_time

import cv2
import numpy as np

from lucca_pi.drawn.conditions import Surface
from lucca_pi.games.citta.rules.deckfile import DeckFile
from lucca_pi.games.citta.table.pieces import Cards, pieces_in
from lucca_pi.ports import Frame
from lucca_pi.table.sighting import Look
from lucca_pi.vision.faces.following import FaceReader
from lucca_pi.vision.look import NoAnchorError
from lucca_pi.vision.reader import Reader
from tests.faces.decks import number_only, printed
from tests.faces.whole_tables import Table, compared

EVENINGS: tuple[tuple[str, str, Surface | None], ...] = (
    ("4-german-easy", "easy", None),
    ("3-german-dim", "easy", "cloth"),
    ("4-english-lamp", "lamp", None),
    ("4-hebrew-window", "window", None),
    ("3-german-dim", "dim", None),
    ("4-german-easy", "glare", None),
    ("3-german-dim", "hands", None),
    ("4-german-easy", "glare and hands", None),
)
COUNTED = ("alone", "set", "wrong", "missed", "invented")


def bench(arguments: Sequence[str] = ()) -> None:
    """A line for each deck, evening and beginning."""
    parser = ArgumentParser("./lucca bench tables", description="Whole tables without stickers.")
    parser.add_argument("--looks", type=int, default=6, help="of each evening, the deal included")
    parser.add_argument("--evening", action="append", metavar="NAME", help="this one alone; may be repeated")
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    for deck in (printed(), number_only()):
        for record, conditions, surface in EVENINGS:
            if asked.evening and conditions not in asked.evening:
                continue
            table = Table(record, deck, conditions, surface)
            for bare in (True, False):
                counts, times = _followed(table, deck, asked.looks, bare=bare)
                told = ", ".join(f"{counts[one]} {one}" for one in COUNTED)
                how = "bare table first" if bare else "no bare table"
                print(
                    f"{deck.name}, {conditions}{', ' + surface if surface else ''}, {how}: {told}; {times}", flush=True
                )


def _followed(table: Table, deck: DeckFile, looks: int, *, bare: bool) -> tuple[Counter[str], str]:
    """What is read of the first looks of an evening, and what it costs."""
    pieces = pieces_in(deck)
    reader = FaceReader.of(pieces)
    counts: Counter[str] = Counter()
    costs: dict[str, list[float]] = {"deal": [], "turn": []}
    for number in range(-1 if bare else 0, min(looks, table.camera.looks)):
        try:
            look, read_s, faces_s = _timed(reader, table.look(number), pieces)
        except NoAnchorError:
            counts["no quarter"] += 1
            continue
        if number >= 0:
            counts += compared(look, table.camera.lying(number), pieces)
            costs["turn" if number else "deal"].append(faces_s / read_s)
    times = [f"{when} {1 + float(np.median(ratios)):.1f} x" for when, ratios in costs.items() if ratios]
    return counts, ", ".join(times)


def _timed(reader: FaceReader, frame: Frame, pieces: Cards) -> tuple[Look, float, float]:
    assert frame.colour is not None
    colour = np.ascontiguousarray(frame.colour)
    start = process_time()
    inspected = Reader(pieces).read(frame.grey, colour)
    middle = process_time()
    look = reader.read(frame.grey, colour, inspected)
    return look, middle - start, process_time() - middle
