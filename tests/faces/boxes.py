"""A box of printed cards, enrolled from two photographs of each card."""

from functools import cache

import cv2
import numpy as np

from lucca_pi.vision.faces.box import Box, box_of
from tests.faces.printed_faces import DOTS_PER_MM, SIZE_MM, printed_faces
from tests.faces.views import Wish, view

ENROLLED = Wish(mm_per_px=0.38, condition="even", covered=False, tilt_deg=8)


@cache
def box(without: frozenset[int] = frozenset()) -> Box:
    """The enrolled deck, without some of its cards."""
    return box_of({code: pictures for code, pictures in photographs().items() if code not in without}, SIZE_MM)


@cache
def photographs() -> dict[int, tuple[bytes, ...]]:
    """Two packed photographs of each card."""
    first, second = (_photographed(seed) for seed in (5, 6))
    return {code: (first[code], second[code]) for code in first}


def _photographed(seed: int) -> dict[int, bytes]:
    rng = np.random.default_rng(seed)
    packed = {}
    size_px = round(SIZE_MM[0] * DOTS_PER_MM), round(SIZE_MM[1] * DOTS_PER_MM)
    to_mm = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, DOTS_PER_MM]]) / DOTS_PER_MM
    for code, face in printed_faces().items():
        shown = view(rng, face, [face], ENROLLED)
        flat = cv2.warpPerspective(shown.rgb, np.linalg.inv(shown.place @ to_mm), size_px, flags=cv2.INTER_CUBIC)
        packed[code] = cv2.imencode(".jpg", flat[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
    return packed
