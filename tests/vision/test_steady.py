"""A look of a camera that stands has the plane of an earlier one that showed more codes."""

from dataclasses import replace

import numpy as np

from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.vision.look import Inspected, stands, steadied
from lucca_pi.vision.reader import Reader
from tests.faces.small_tables import ABOVE, camera, few_faces

PIECES = pieces_in(few_faces())
MOVED = replace(ABOVE, rotation_deg=2.0)


def inspected(number: int = 0, quarters: int = 3, view=ABOVE) -> Inspected:
    shown = camera(*[()] * 3, view=view, quarters=quarters).look(number)
    return Reader(PIECES).read(shown.grey, np.ascontiguousarray(shown.colour))


def corners_apart_mm(one: Inspected, other: Inspected) -> float:
    """How far the corners of two pictures lie apart on the table, at most."""
    return float(np.abs(np.array(one.look.view_mm) - np.array(other.look.view_mm)).max())


def test_a_look_that_shows_fewer_codes_has_the_plane_of_the_one_that_showed_more() -> None:
    all_, few = inspected(0), inspected(1, quarters=2)
    assert corners_apart_mm(few, all_) > 3
    assert corners_apart_mm(steadied(few, all_, PIECES), all_) < 1


def test_a_look_that_shows_more_codes_has_its_own() -> None:
    few, more = inspected(0, quarters=2), inspected(1)
    assert steadied(more, few, PIECES) is more
    assert stands(few.kept, more.kept)


def test_a_camera_that_was_moved_does_not_stand() -> None:
    first, moved = inspected(0), inspected(1, view=MOVED)
    assert not stands(first.kept, moved.kept)
    assert steadied(moved, first, PIECES) is moved
