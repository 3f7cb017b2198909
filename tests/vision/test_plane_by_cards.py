"""Cards that are known tell where the table lies, as well as quarters do."""

import numpy as np
import pytest

from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.vision.faces.following import FaceReader
from tests.faces.small_tables import QUARTERS, camera, card, few_faces
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
