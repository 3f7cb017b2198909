"""Whether the table is in sight at a place: on several tables, beside pieces, under hands and in reflections."""

import cv2
import numpy as np
import pytest

from lucca_pi.vision.bare import is_bare

SIZE = 200
PLACE, RADIUS_PX = np.array([100.0, 100.0]), 7.0
NONE = np.empty((0, 2))
SKIN, SLEEVE, WHITE = (208, 160, 132), (44, 60, 92), (252, 252, 252)


def table(kind):
    """A table top in colour, of shape (200, 200, 3)."""
    chance = np.random.default_rng(1)
    tint = {"oak": (152, 108, 66), "felt": (34, 84, 52), "white": (226, 226, 222)}[kind]
    grain = cv2.GaussianBlur(chance.normal(0, 12, (SIZE, SIZE)), (0, 0), sigmaX=9, sigmaY=1)
    slope = np.linspace(0.7, 1.1, SIZE)[None, :]
    return np.clip(np.array(tint) * ((1 + grain / 100) * slope)[..., None], 0, 255).astype(np.uint8)


KINDS = ("oak", "felt", "white")


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_with_nothing_on_it_is_bare(kind):
    assert is_bare(table(kind), PLACE, RADIUS_PX, NONE)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("paint", [SKIN, SLEEVE])
def test_a_hand_or_a_sleeve_is_no_table(kind, paint):
    picture = cv2.line(table(kind), (100, 100), (100, 0), paint, 30)
    assert not is_bare(picture, PLACE, RADIUS_PX, NONE)


@pytest.mark.parametrize("kind", ["oak", "felt"])
def test_a_reflection_is_no_table(kind):
    assert not is_bare(cv2.circle(table(kind), (100, 100), 9, WHITE, -1), PLACE, RADIUS_PX, NONE)


@pytest.mark.parametrize("kind", KINDS)
def test_a_tile_that_is_not_read_is_no_table(kind):
    picture = cv2.circle(table(kind), (100, 100), 10, (30, 60, 160), -1)
    assert not is_bare(cv2.rectangle(picture, (95, 95), (105, 105), (20, 20, 20), -1), PLACE, RADIUS_PX, NONE)


def test_pieces_around_do_not_count_as_table():
    picture, pieces = table("oak"), np.array([(100 + 20 * dx, 100 + 20 * dy) for dx, dy in ((1, 0), (-1, 0), (0, 1))])
    for x, y in pieces.tolist():
        cv2.circle(picture, (x, y), 10, (180, 20, 20), -1)
    assert is_bare(picture, PLACE, RADIUS_PX, pieces.astype(float))


@pytest.mark.parametrize("place", [(2.0, 100.0), (-30.0, 100.0), (100.0, 900.0)])
def test_beyond_the_picture_nothing_is_known(place):
    assert not is_bare(table("oak"), np.array(place), RADIUS_PX, NONE)
