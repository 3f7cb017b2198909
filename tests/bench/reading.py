"""What it costs to read a picture."""

import cv2

from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.photographs import read_picture
from lucca_pi.games.citta.table.pieces import pieces_in
from tests.bench.eyes.readers import tuned_reader
from tests.bench.timing import in_turns, ms, ratio

FRAMES = ("000-deal.jpg", "009-r3-t3.jpg", "018-r6-t3.jpg", "021-r7-t3.jpg")
STICKER_PX = 36
WIDTH_PX = 4608


def bench() -> None:
    """`read` of rendered pictures beside decoding them and OpenCV's reader with three windows; one and two threads."""
    pieces = pieces_in(load_deck(str(EXAMPLE / "deck.json")))
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
