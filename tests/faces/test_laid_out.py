"""Cards laid out in rows are found on any ground, however they are photographed; what is not found is told."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from lucca_pi.vision.faces.laid_out import LaidOut, laid_out
from lucca_pi.vision.faces.quads import not_mirrored
from tests.faces.owner import laid
from tests.faces.printed_faces import SIZE_MM
from tests.faces.tables import Laid, Photographed

TWELVE = Laid(columns=4, mm_per_px=0.5)
CODES = [*range(21, 33)]
MIDDLE = np.array([[[SIZE_MM[0] / 2, SIZE_MM[1] / 2]]])


def seen(how: Laid, codes: list[int | None] | None = None, seed: int = 1) -> tuple[Photographed, LaidOut]:
    shown = laid(np.random.default_rng(seed), codes or CODES, how)
    return shown, laid_out(shown.rgb, shown.bare, SIZE_MM)


def off_mm(shown: Photographed, found: LaidOut, columns: int) -> list[float]:
    """How far the middle of each card is from where it lies."""
    pairs = [(card.place, shown.places[card.row * columns + card.column]) for card in found.cards]
    middles = [[cv2.perspectiveTransform(MIDDLE, place)[0, 0] for place in pair] for pair in pairs]
    return [float(np.linalg.norm(one - other)) * found.mm_per_px for one, other in middles]


WAYS = {
    "straight": TWELVE,
    "tilted": replace(TWELVE, tilt_deg=25),
    "turned": replace(TWELVE, turn_deg=33, tilt_deg=12),
    "from the hand": replace(TWELVE, by_hand=True, turn_deg=-7),
}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("how", WAYS.values(), ids=WAYS)
def test_twelve_cards_are_found_where_they_lie(how: Laid, seed: int) -> None:
    shown, found = seen(how, seed=seed)
    assert (len(found.cards), found.missing, found.rows) == (12, (), [4, 4, 4])
    assert max(off_mm(shown, found, 4)) < 2.5
    assert all(np.linalg.det(card.place) > 0 for card in found.cards)


def test_empty_place_is_told() -> None:
    _shown, found = seen(TWELVE, [*CODES[:5], None, *CODES[6:]])
    assert len(found.cards) == 11
    assert [(one.row, one.column, one.why) for one in found.missing] == [(1, 1, "nothing")]


def test_last_row_may_end_early() -> None:
    _shown, found = seen(TWELVE, CODES[:10])
    assert (found.rows, found.missing) == ([4, 4, 2], ())


def test_cards_that_overlap_are_none() -> None:
    _shown, found = seen(replace(TWELVE, moved={6: (-25.0, 4.0, 3.0)}))
    assert len(found.cards) == 10
    assert {(one.row, one.column, one.why) for one in found.missing} == {(1, 1, "joined"), (1, 2, "joined")}


def test_cards_that_touch_are_parted() -> None:
    _shown, found = seen(replace(TWELVE, moved={6: (-13.0, 0.0, 0.0)}))
    assert (len(found.cards), found.missing) == (12, ())


def test_nothing_is_found_on_the_bare_ground() -> None:
    shown, _found = seen(TWELVE)
    again, _other = seen(TWELVE, seed=1)
    assert laid_out(again.bare, shown.bare, SIZE_MM).cards == ()


def test_plane_is_never_a_mirror() -> None:
    quad = np.array([[0.0, 0], [118, 0], [118, 182], [0, 182]])
    for plane in (np.eye(3), np.diag([-0.5, 0.5, 1.0])):
        assert np.linalg.det(not_mirrored(plane, quad)) > 0
