"""
`./lucca bench uncoded [--views N] [--seed S]`: what the guises of the deck printed without codes are good for.

Each of its palaces is known by its face among all, as is each of a deck whose houses differ by the number on the door
alone. Same views, same seed; the box is enrolled from the print files. Each view is asked about among all, and as play
asks where cards lie on a table.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import cv2
import numpy as np
from numpy.random import Generator

from lucca_pi.games.citta.rules.deck import HIGHEST_CODE, DeckFile
from lucca_pi.vision.faces.box import GATES, ON_THE_TABLE, Box, box_of
from lucca_pi.vision.faces.recognise import Face, recognise
from tests.bench.faces import CONDITIONS, SCALES_MM
from tests.faces.decks import number_only, printed
from tests.faces.printed_faces import DOTS_PER_MM, Rgb
from tests.faces.views import Wish, recognise_upper, roughly, view

OUTCOMES = ("alone", "several", "not known", "wrong")
ASKED = {"among all": GATES, "on the table": ON_THE_TABLE}


def bench(arguments: Sequence[str] = ()) -> None:
    """A line for each deck, light and part in view."""
    parser = ArgumentParser("./lucca bench uncoded", description="The deck without codes, known by its faces.")
    parser.add_argument("--views", type=int, default=12, help="of each light, scale and part in view")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    for deck in (printed(), number_only()):
        box, faces = box_of(deck.photographs, deck.card_mm), _faces(deck)
        print(f"{deck.name}: {_alike(box)}")
        for condition, is_covered in product(CONDITIONS, (True, False)):
            rng = np.random.default_rng(options.seed)
            wishes = [Wish(scale, condition, is_covered) for scale in SCALES_MM for _ in range(options.views)]
            told = Counter(one for wish in wishes for one in _asked(rng, wish, faces, box))
            for how in ASKED:
                counts = ", ".join(f"{told[how, outcome]} {outcome}" for outcome in OUTCOMES)
                part = "upper half" if is_covered else "whole face"
                print(f"{deck.name}, {condition}, {part}, {how}: {counts}", flush=True)


def _alike(box: Box) -> str:
    """How different the cards' upper halves are."""
    apart = box.upper_differences[np.triu_indices(len(box.prints.names), 1)]
    return f"upper halves differ by {apart.min():.0f} or more, {(apart < GATES.apart).sum()} pairs by too little"


def _faces(deck: DeckFile) -> dict[int, Rgb]:
    """The palaces, as large as views take them."""
    size = round(deck.card_mm[0] * DOTS_PER_MM), round(deck.card_mm[1] * DOTS_PER_MM)
    pictures = {code: np.frombuffer(taken[0], np.uint8) for code, taken in deck.photographs.items()}
    return {
        code: np.asarray(cv2.resize(cv2.imdecode(one, cv2.IMREAD_COLOR)[..., ::-1], size, interpolation=cv2.INTER_AREA))
        for code, one in pictures.items()
        if code <= HIGHEST_CODE
    }


def _asked(rng: Generator, wish: Wish, faces: dict[int, Rgb], box: Box) -> Iterator[tuple[str, str]]:
    """What came of a view of one of the cards, by how it was asked about."""
    code = int(rng.choice([*faces]))
    others = [face for other, face in faces.items() if other != code][::7]
    shown = view(rng, faces[code], others, wish)
    place = roughly(rng, shown.place)
    for how, gates in ASKED.items():
        ask = recognise_upper if wish.covered and how == "among all" else recognise
        yield how, _outcome(code, ask(shown.picture, place, box, gates=gates))


def _outcome(code: int, face: Face) -> str:
    if not face.names:
        return "not known"
    if code not in face.names:
        return "wrong"
    return "alone" if len(face.names) == 1 else "several"
