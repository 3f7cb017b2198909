"""Cards that are known tell where the table lies, as quarters do; and the plane of a camera that stands stays."""

from dataclasses import replace

import numpy as np
import pytest

from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.vision.faces.following import FaceReader
from lucca_pi.vision.look import Inspected, stands, steadied
from lucca_pi.vision.reader import Reader
from tests.faces.small_tables import ABOVE, QUARTERS, camera, card, few_faces
from tests.faces.whole_tables import known, read

CARDS = [
    card(code, x_mm, y_mm)
    for code, (x_mm, y_mm) in zip(
        (5, 17, 42, 58, 61, 72, 80),
        [(-60, -120), (20, -120), (100, -120), (-60, 110), (20, 110), (100, 110), (210, 30)],
        strict=True,
    )
]


def farthest_off_mm(number: int, quarters: int, *before: int) -> float:
    """How far off a card's place is at most, with so many quarters and cards, after looks at so many cards."""
    pieces = pieces_in(few_faces())
    reader = FaceReader.of(pieces)
    looks = [read(reader, camera(CARDS[:count], quarters=quarters).look(0), pieces) for count in (*before, number)]
    origin = QUARTERS[0]
    seen = {codes[0]: (one.x_mm, one.y_mm) for one in known(looks[-1], pieces) for codes in [one.codes]}
    assert len(seen) == number
    return max(
        float(np.hypot(*np.subtract(seen[one.code], (one.x_mm - origin.x_mm, one.y_mm - origin.y_mm))))
        for one in CARDS[:number]
    )


@pytest.mark.parametrize("before", [(), (0,)], ids=["at once", "after the bare table"])
def test_one_quarter_and_seven_cards_give_places_to_two_millimetres(before: tuple[int, ...]) -> None:
    assert farthest_off_mm(7, 1, *before) < 2.5


def test_that_plane_stays_while_the_camera_stands() -> None:
    assert farthest_off_mm(7, 1, 0, 6) < 2.5


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
