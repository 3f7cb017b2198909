"""Whether the table is in sight at a place: there a piece was taken away, and not hidden."""

import cv2
import numpy as np
import pytest
from synthetic import Lens, picture_of

from lucca_pi.app.eyes import Eyes
from lucca_pi.config import Config
from lucca_pi.games.lucco.table.pieces import lucco_pieces
from lucca_pi.ports import Frame, LookError
from lucca_pi.table.sighting import Look, Missed, Sighting
from lucca_pi.vision.bare import Emptied, bare_places
from lucca_pi.vision.reader import Reader

LENS = Lens(size_px=(4608, 2592), tilt_deg=8, turn_deg=20)
LYING = [Sighting(7, 0, 0, 0), Sighting(12, 30, 0, 60), Sighting(41, 15, 26, -120)]
SPOT = Sighting(0, 60, 0, 0)
HAND, CUP = 150, 30


def seen(radius_mm=0.0, tone=0):
    """The look at three tiles and the picture, with something round and of that tone over a place."""
    picture = picture_of(LYING, LENS, lambda _: 14.0)
    if radius_mm:
        at, side = LENS.image([(60, 0), (60 + radius_mm, 0)])
        radius_px = int(np.linalg.norm(side - at))
        cv2.circle(picture, tuple(int(value) for value in at), radius_px, (tone,), -1)
    return picture, Reader(lucco_pieces("hexagon")).read(picture).look


def test_where_nothing_lies_the_table_is_in_sight():
    assert bare_places(*seen(), [SPOT]) == ((60, 0),)


@pytest.mark.parametrize("tone", [HAND, CUP])
def test_below_a_hand_or_a_cup_it_is_not(tone):
    assert bare_places(*seen(14.0, tone), [SPOT]) == ()


def test_where_a_tile_lies_it_is_not():
    assert bare_places(*seen(), [Sighting(0, 30, 0, 0)]) == ()


def in_colour(tint, shade=None):
    """The look at three tiles on a table of that tint, one side darker than the other; `shade`: a hand over a place."""
    grey, look = seen()
    light = np.linspace(1.0, 0.55, grey.shape[1], dtype=np.float32)[:, None] * np.array(tint, np.float32)
    picture = np.clip(grey[..., None] * light, 0, 255).astype(np.uint8)
    if shade:
        at, side = LENS.image([(60, 0), (74, 0)])
        here = picture[int(at[1]), int(at[0])].astype(float)
        over = np.clip(here * shade, 0, 255).tolist()
        cv2.circle(picture, tuple(int(value) for value in at), int(np.linalg.norm(side - at)), over, -1)
    return bare_places(picture, look, [SPOT])


WOOD = (0.45, 0.7, 0.95)
SHADES = {"nothing": (None, 1), "a shadow": ((0.9, 0.9, 0.9), 1), "a hand as light as wood": ((1.3, 0.95, 0.95), 0)}


@pytest.mark.parametrize("over", SHADES)
def test_a_hue_tells_a_hand_from_a_table_in_uneven_light(over):
    shade, found = SHADES[over]
    assert len(in_colour(WOOD, shade)) == found


def test_outside_the_picture_nothing_is_in_sight():
    assert bare_places(*seen(), [Sighting(0, 5000, 0, 0)]) == ()


def test_a_picture_of_an_empty_table_is_a_look_in_a_game_whose_table_may_be_empty():
    grey = picture_of([], LENS, lambda _: 14.0)
    assert Eyes(Config())(Frame("empty", grey), lucco_pieces("hexagon")).sightings == ()


ONE = [Sighting(7, 0, 0, 0)]


def picture_with(lying, *round_ones, light=1.0):
    """A picture of tiles, with round things: each its place, radius and tone."""
    grey = picture_of(lying, LENS, lambda _: 14.0).astype(np.float32) * light
    for place, radius_mm, tone in round_ones:
        at, side = LENS.image([place, (place[0] + radius_mm, place[1])])
        cv2.circle(grey, tuple(int(value) for value in at), int(np.linalg.norm(side - at)), (tone,), -1)
    return grey.astype(np.uint8)


def emptied(picture, before=None, codes=(7,)):
    """Whether the table is empty in the second of two looks, by the pictures of both."""
    found = Emptied()
    first = picture_with(ONE) if before is None else before
    lay = Reader(lucco_pieces("hexagon")).read(first).look if before is None else Look((), 1.0, ())
    found.with_bare(first, lay, Missed(lambda _look: (), lambda _look: None), may_be_empty=True)
    missed = Missed(lambda _look: (), lambda _look: codes, number=1)
    return bool(found.with_bare(picture, Look((), 1.0, ()), missed, may_be_empty=True).bare)


EMPTIED = {
    "nothing lies there any more": ((), 1.0, True),
    "by less light": ((), 0.8, True),
    "a die beside it": ((((60, 0), 8, 30),), 1.0, True),
    "a cup stands there": ((((0, 0), 38, CUP),), 1.0, False),
    "a tile upside down elsewhere": ((((120, 60), 15, 90),), 1.0, False),
    "the camera is covered": ((), 0.02, False),
}
"""Round things that lie there now, the light, and whether the table is empty."""


@pytest.mark.parametrize(("round_ones", "light", "is_so"), EMPTIED.values(), ids=EMPTIED)
def test_without_a_code_in_sight_the_picture_before_tells_whether_the_table_is_empty(round_ones, light, is_so):
    assert emptied(picture_with([], *round_ones, light=light)) is is_so


def test_something_even_before_the_camera_is_no_empty_table():
    assert not emptied(np.full_like(picture_with([]), 50))


def test_an_empty_table_stays_empty_until_something_new_lies_there():
    empty = picture_with([])
    assert emptied(empty, before=empty, codes=())
    assert not emptied(picture_with([], ((0, 0), 15, 90)), before=empty, codes=())


def test_of_a_tile_that_no_picture_has_shown_nothing_tells_where_it_lay():
    assert not emptied(picture_with([]), codes=(7, 8))


def test_a_black_picture_shows_no_empty_table():
    black = np.full((2592, 4608), 6, np.uint8)
    with pytest.raises(LookError, match="The picture is black: uncover the camera"):
        Eyes(Config())(Frame("frame.jpg", black), lucco_pieces("hexagon"))
