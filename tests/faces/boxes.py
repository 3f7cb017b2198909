"""A box of printed cards, enrolled from two photographs of each card."""

from functools import cache

import numpy as np

from lucca_pi.vision.faces.laying import rectified
from lucca_pi.vision.faces.prints import Prints
from lucca_pi.vision.faces.recognise import Box
from lucca_pi.vision.faces.twins import differences
from tests.faces.printed_faces import DOTS_PER_MM, SIZE_MM, printed_faces
from tests.faces.views import Wish, view

ENROLLED = Wish(mm_per_px=0.38, condition="even", covered=False, tilt_deg=8)


@cache
def box(without: frozenset[str] = frozenset()) -> Box:
    """The enrolled deck, without some of its cards."""
    if not without:
        first, second = (_photographed(seed) for seed in (5, 6))
        return Box(first, differences(first, second, "upper"), differences(first, second, "whole"))
    every = box()
    rest = [which for which, name in enumerate(every.prints.names) if name not in without]
    among = np.ix_(rest, rest)
    names = tuple(every.prints.names[which] for which in rest)
    prints = Prints(names, every.prints.faces[rest], SIZE_MM)
    return Box(prints, every.upper_differences[among], every.whole_differences[among])


def _photographed(seed: int) -> Prints:
    rng = np.random.default_rng(seed)
    faces = {}
    for name, face in printed_faces().items():
        shown = view(rng, face, [face], ENROLLED)
        faces[name] = rectified(shown.rgb, shown.place, SIZE_MM, DOTS_PER_MM / 2)
    return Prints.of(faces, SIZE_MM)
