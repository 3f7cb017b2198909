"""Closer looks by less light are told from the usual ones; the first picture of a look is one of these."""

from functools import cache

import numpy as np

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


def are_usual(*shares: float) -> list[bool]:
    """Which pictures of a look are by the usual light, after the first each a closer one with that share of it."""
    light = UsualLight()
    grey, read = inspected()
    pictures = [(grey * share).astype(np.uint8) for share in shares]
    return [light.is_on(one, read, QUARTER_CODES, is_closer=number > 0) for number, one in enumerate(pictures)]


def test_a_closer_look_by_less_light_is_not() -> None:
    assert are_usual(1, 0.25, 0.125, 1, 0.9, 0.25, 1) == [True, False, False, True, True, False, True]


def test_a_lamp_that_is_on_at_once() -> None:
    assert are_usual(0.3, 1, 0.25) == [True, True, False]


def test_a_lamp_that_is_out_is_noticed_at_the_next_look() -> None:
    light = UsualLight()
    grey, read = inspected()
    pictures = ((1.0, False), (0.4, False), (0.36, True), (0.1, True))
    told = [
        light.is_on((grey * share).astype(np.uint8), read, QUARTER_CODES, is_closer=is_so) for share, is_so in pictures
    ]
    assert told == [True, True, True, False]
