"""Closer looks by less light are told from the usual ones, and a lamp that was switched off from both."""

from functools import cache

import numpy as np

from lucca_pi.games.citta.table.pieces import QUARTER_CODES, pieces_in
from lucca_pi.vision.faces.usual_light import UsualLight
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
    """Which of the looks is by the usual light, each with that share of it."""
    light = UsualLight()
    grey, read = inspected()
    pictures = ((grey * share).astype(np.uint8) for share in shares)
    return [light.is_on(picture, read, QUARTER_CODES) for picture in pictures]


def test_a_closer_look_by_less_light_is_not() -> None:
    assert are_usual(1, 0.25, 0.125, 1, 0.9, 0.25, 1) == [True, False, False, True, True, False, True]


def test_a_lamp_that_is_out_is_noticed_after_its_closer_looks() -> None:
    assert are_usual(1, 0.5, 0.125, 0.06, 0.5, 0.125, 0.5) == [True, False, False, False, True, False, True]


def test_a_lamp_that_is_on_at_once() -> None:
    assert are_usual(0.3, 1, 0.25) == [True, True, False]
