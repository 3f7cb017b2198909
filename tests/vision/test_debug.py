"""The drawing of what was read, and where its labels stand."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from PIL import Image
from synthetic import PIECES, TABLE, Lens, picture_of, side_of

from lucca_pi.games.citta.photographs import OWNERS, annotations
from lucca_pi.games.citta.table.reading import read_table
from lucca_pi.table.sighting import Marked, Sighting, apart_mm
from lucca_pi.vision.debug import MARKED, REFUSED, Labels, _around, _unknown, write_debug_image
from lucca_pi.vision.reader import Reader

LENS = Lens(size_px=(4608, 2592))


def draw(path, grey, inspected, reading=None, **more):
    """The drawing, as it is written to the file."""
    reading = reading or read_table(inspected.look, PIECES)
    write_debug_image(path, grey, inspected, PIECES, annotations(inspected, reading, PIECES, **more))
    return np.asarray(Image.open(path))[:, :, ::-1]


@pytest.fixture(scope="module")
def shown():
    """A picture of the table, and what is read in it."""
    grey = picture_of(TABLE, LENS)
    return grey, Reader(PIECES).read(grey)


def test_the_drawing_shows_each_owner_in_their_colour(tmp_path, shown):
    drawn = draw(tmp_path / "new" / "table.png", *shown)
    assert drawn.shape == (1296, 2304, 3)
    assert all((drawn == OWNERS[code]).all(2).sum() > 300 for code in (101, 103))
    assert not any((drawn == OWNERS[code]).all(2).any() for code in (102, 104, 105))


def with_strange(code):
    """The table with a large code besides, and what is read there."""
    lying = (*TABLE, Sighting(code, 150, 60, 0))
    grey = picture_of(lying, LENS, lambda one: 20.0 if one == code else side_of(one))
    return grey, Reader(PIECES).read(grey)


@pytest.mark.parametrize("code", [5, 120], ids=["of another size", "not in the deck"])
def test_what_was_refused_is_red(tmp_path, code):
    drawn = draw(tmp_path / "table.png", *with_strange(code))
    x, y = (LENS.image([150, 60]) / 2).astype(int)
    assert (drawn[y - 30 : y + 30, x - 30 : x + 30] == REFUSED).all(2).sum() > 50


def ring_at(drawn, inspected, x_mm, y_mm):
    """Whether a ring is drawn around the place."""
    x, y = (inspected.plane.image_from_table(np.array([[x_mm, y_mm]]))[0] / 2).astype(int)
    return bool((drawn[y - 60 : y + 60, x - 60 : x + 60] == MARKED).all(2).sum() > 100)


def test_a_mark_is_a_ring_at_its_place(tmp_path, shown):
    drawn = draw(tmp_path / "table.png", *shown, marks=[Marked(Sighting(65, 150.0, 60.0, 0.0), ("65 lay here",))])
    assert ring_at(drawn, shown[1], 150, 60)


def test_a_ring_is_around_each_piece_that_a_doubt_names(tmp_path, shown):
    grey, inspected = shown
    one, *rest = (seen for seen in inspected.look.sightings if PIECES.is_face(seen.code))
    far = max(rest, key=lambda seen: apart_mm(one, seen))
    reading = replace(read_table(inspected.look, PIECES), doubts=(f"Card 1 (code {one.code}) lies on the line.",))
    drawn = draw(tmp_path / "table.png", grey, inspected, reading)
    assert [ring_at(drawn, inspected, seen.x_mm, seen.y_mm) for seen in (one, far)] == [True, False]


def test_a_label_is_tried_right_below_above_and_left_first_at_the_middle_then_at_the_ends():
    right, below, above, left = np.array([*_around(10, 4, (100, 50, 140, 60), 3)]).reshape(4, 3, 2).tolist()
    assert right == [[143, 53], [143, 56], [143, 50]]
    assert below == [[115, 63], [100, 63], [130, 63]]
    assert above == [[115, 43], [100, 43], [130, 43]]
    assert left == [[87, 53], [87, 56], [87, 50]]


def test_a_marker_that_is_not_in_the_deck_is_named_unless_another_reading_is_at_its_place():
    grey, inspected = with_strange(120)
    (refused,) = _unknown(grey, inspected, PIECES)
    assert (refused.detection.code, refused.why) == (120, "not in the deck")
    assert _unknown(grey, replace(inspected, kept=(*inspected.kept, refused.detection)), PIECES) == []


def test_quads_that_are_no_marker_are_outlined(tmp_path, shown):
    grey, inspected = shown
    quad = np.array([[100, 100], [300, 100], [300, 300], [100, 300]], np.float32)
    without, outlined = (
        draw(tmp_path / "table.png", grey, replace(inspected, rejected_px=rejected)) for rejected in ([], [quad])
    )
    rows, columns = np.nonzero((without != outlined).any(2))
    assert np.abs([rows.min() - 50, rows.max() - 150, columns.min() - 50, columns.max() - 150]).max() <= 1


SIZE_PX = 1000, 800


def upon(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("apart_px", [22, 30, 42])
def test_labels_in_a_row_of_walls_stand_upon_nothing(apart_px):
    codes = [(x, 100, x + 15, 115) for x in range(100, 100 + 5 * apart_px, apart_px)]
    labels = Labels(SIZE_PX, codes)
    corners = [labels.place(42, 18, code) for code in codes]
    placed = [(x, y, x + 42, y + 18) for x, y in corners]
    assert not any(upon(one, other) for one, other in combinations([*codes, *placed], 2))


def test_a_label_with_room_stands_to_the_right():
    assert Labels(SIZE_PX).place(42, 18, (100, 100, 115, 115)) == (120, 98.5)


def test_where_all_is_taken_it_stands_somewhere_beside():
    x, y = Labels(SIZE_PX, [(0, 0, 1000, 1000)]).place(42, 18, (500, 500, 515, 515))
    assert abs(x - 500) < 100
    assert abs(y - 500) < 100


@pytest.mark.parametrize("code", [(980, 780, 995, 795), (2, 2, 17, 17)])
def test_labels_stay_within_the_picture(code):
    x, y = Labels(SIZE_PX, [code]).place(42, 18, code)
    assert 0 <= x <= SIZE_PX[0] - 42
    assert 0 <= y <= SIZE_PX[1] - 18
