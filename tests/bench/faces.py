"""
`./lucca bench faces [--views N] [--seed S]`: cards of the printed deck known by their faces, without codes.

Of each view a card is known alone, known with its twins (cards printed alike in the part in view), one of several,
not known, or wrong. Cards that were not enrolled have to be not known. A deck from a box may be easier or harder.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from time import process_time

import cv2
import numpy as np
from numpy.random import Generator

from lucca_pi.vision.faces.gates import AMONG_FEW, GATES
from lucca_pi.vision.faces.laying import Homography
from lucca_pi.vision.faces.recognise import Face, recognise, recognise_whole
from lucca_pi.vision.picture import Picture
from tests.faces.boxes import box
from tests.faces.printed_faces import Rgb, alike_in_upper_half, printed_faces
from tests.faces.views import Condition, Wish, roughly, view

SCALES_MM = (0.30, 0.38, 0.46)
CONDITIONS: tuple[Condition, ...] = ("even", "dim", "blur", "glare")
OUTCOMES = ("alone", "twins", "several", "not known", "wrong")
CANDIDATES = 3
"""Cards of a triplet: what the rules leave of a card that was laid in a turn."""


def bench(arguments: Sequence[str] = ()) -> None:
    """A line for each condition and way of asking, then one for cards that were not enrolled."""
    parser = ArgumentParser("./lucca bench faces", description="Cards known by their printed faces.")
    parser.add_argument("--views", type=int, default=12, help="of each condition, scale and part in view")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(options.seed)
    for condition in CONDITIONS:
        _print(condition, [one for wish in _wishes(condition) for one in _asked(rng, wish, options.views)])
    unknown = Counter(_stranger(rng, wish) for one in CONDITIONS for wish in _wishes(one) for _ in range(options.views))
    print(f"not enrolled: {unknown['not known']} not known, {unknown['wrong']} taken for another")


def _wishes(condition: Condition) -> list[Wish]:
    return [Wish(scale, condition, covered) for scale, covered in product(SCALES_MM, (True, False))]


def _asked(rng: Generator, wish: Wish, views: int) -> Iterator[tuple[str, str, float]]:
    """How each was asked, what came of it, and its seconds."""
    names = sorted(alike_in_upper_half())
    part = "upper half" if wish.covered else "whole face"
    for _ in range(views):
        name = int(rng.choice(names))
        shown = view(rng, printed_faces()[name], _others(name), wish)
        place = roughly(rng, shown.place)
        few = frozenset({name, *rng.choice(names, CANDIDATES - 1).tolist()})
        for how, candidates in (("among all", None), ("among three", few)):
            before = process_time()
            face = _known(shown.picture, place, wish, candidates)
            yield f"{part}, {how}", _outcome(name, face), process_time() - before


def _known(shown: Picture, place: Homography, wish: Wish, candidates: frozenset[int] | None) -> Face:
    ask = recognise if wish.covered else recognise_whole
    return ask(shown, place, box(), candidates, AMONG_FEW if candidates else GATES)


def _outcome(name: int, face: Face) -> str:
    if not face.names:
        return "not known"
    if name not in face.names:
        return "wrong"
    twins = face.names <= alike_in_upper_half()[name]
    return "alone" if len(face.names) == 1 else "twins" if twins else "several"


def _others(name: int) -> list[Rgb]:
    return [face for other, face in printed_faces().items() if other != name][::7]


def _stranger(rng: Generator, wish: Wish) -> str:
    """A card that was left out of the enrolled box, with all that look like it."""
    name = int(rng.choice(STRANGERS))
    shown = view(rng, printed_faces()[name], _others(name), wish)
    face = recognise(shown.picture, roughly(rng, shown.place), box(_left_out()))
    return "wrong" if face.names else "not known"


STRANGERS = (1, 40, 77)


def _left_out() -> frozenset[int]:
    return frozenset().union(*(alike_in_upper_half()[name] for name in STRANGERS))


def _print(condition: str, asked: list[tuple[str, str, float]]) -> None:
    for how in sorted({how for how, _, _ in asked}):
        outcomes = Counter(outcome for one, outcome, _ in asked if one == how)
        median = float(np.median([seconds for one, _, seconds in asked if one == how]))
        counts = ", ".join(f"{outcomes[outcome]} {outcome}" for outcome in OUTCOMES)
        print(f"{condition}, {how}: {counts}; {1000 * median:.0f} ms")
