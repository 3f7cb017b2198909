"""The decks that are held before the eyes, by name; and their boxes, enrolled from two photographs of each card."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from lucca_pi.vision.faces.box import Box, box_of
from tests.faces.alike_faces import alike_faces, alike_in_their_upper_halves, of_one_plan
from tests.faces.printed_faces import DOTS_PER_MM, SIZE_MM, Rgb, alike_in_upper_half, printed_faces
from tests.faces.views import Wish, view

DECKS = ("printed", "alike")


@dataclass(frozen=True, eq=False)
class Deck:
    """
    Faces by code.

    For each palace, itself among them, `alike`: those that look alike in the upper half; `mates`: those that differ
    from it in nothing larger than a shutter, or in colour alone.
    """

    faces: Mapping[int, Rgb]
    alike: Mapping[int, frozenset[int]]
    mates: Mapping[int, frozenset[int]]


@cache
def deck(name: str) -> Deck:
    if name == "alike":
        return Deck(alike_faces(), alike_in_their_upper_halves(), of_one_plan())
    return Deck(printed_faces(), alike_in_upper_half(), alike_in_upper_half())


ENROLLED = Wish(mm_per_px=0.38, condition="even", covered=False, tilt_deg=8)


def box(without: frozenset[int] = frozenset(), name: str = "printed") -> Box:
    """The enrolled deck of that name, without some of its cards."""
    return _enrolled(without, name)


@cache
def _enrolled(without: frozenset[int], name: str) -> Box:
    return box_of({code: pictures for code, pictures in photographs(name).items() if code not in without}, SIZE_MM)


@cache
def photographs(name: str) -> dict[int, tuple[bytes, ...]]:
    """Two packed photographs of each card of the deck of that name."""
    first, second = (_photographed(deck(name).faces, seed) for seed in (5, 6))
    return {code: (first[code], second[code]) for code in first}


def _photographed(faces: Mapping[int, Rgb], seed: int) -> dict[int, bytes]:
    rng = np.random.default_rng(seed)
    packed = {}
    size_px = round(SIZE_MM[0] * DOTS_PER_MM), round(SIZE_MM[1] * DOTS_PER_MM)
    to_mm = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, DOTS_PER_MM]]) / DOTS_PER_MM
    for code, face in faces.items():
        shown = view(rng, face, [face], ENROLLED)
        flat = cv2.warpPerspective(shown.rgb, np.linalg.inv(shown.place @ to_mm), size_px, flags=cv2.INTER_CUBIC)
        packed[code] = cv2.imencode(".jpg", flat[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
    return packed
