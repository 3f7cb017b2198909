"""Closer looks by less light are told from the usual ones; the first picture of a look is one of these."""

from functools import cache

import numpy as np
import pytest

from lucca_pi.games.citta.table.pieces import QUARTER_CODES, pieces_in
from lucca_pi.vision.faces.fixed_camera import UsualLight
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.reader import Reader
from tests.faces.small_tables import camera, few_faces


@cache
def inspected() -> tuple[Grey, Inspected]:
    """A picture of a table by the usual light, and what is read in it."""
    shown = camera([]).look(0)
    assert shown.colour is not None
    return shown.grey, Reader(pieces_in(few_faces())).read(shown.grey, np.ascontiguousarray(shown.colour))


LOOKS = {
    "a closer look by less light is not": ([1], [0.25, 0.125, 1, 0.9, 0.25, 1], [1, 0, 0, 1, 1, 0, 1]),
    "a lamp that is on at once": ([0.3], [1, 0.25], [1, 1, 0]),
    "a lamp that is out is noticed at the next look": ([1, 0.4], [0.36, 0.1], [1, 1, 1, 0]),
}
"""Shares of the light in the first pictures of looks, and in closer ones of the last; which are by the usual light."""


@pytest.mark.parametrize(("first", "closer", "are_usual"), LOOKS.values(), ids=LOOKS)
def test_pictures_by_the_usual_light(first: list[float], closer: list[float], are_usual: list[int]) -> None:
    light, (grey, read) = UsualLight(), inspected()
    pictures = [(share, False) for share in first] + [(share, True) for share in closer]
    told = [
        light.is_on((grey * share).astype(np.uint8), read, QUARTER_CODES, is_closer=is_so) for share, is_so in pictures
    ]
    assert told == [bool(one) for one in are_usual]
