from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from synthetic import PIECES, TABLE, Lens, picture_of, side_of

from lucca_pi.games.citta.photographs import OWNERS, annotations
from lucca_pi.games.citta.table.reading import read_table
from lucca_pi.table.sighting import Sighting, apart_mm
from lucca_pi.vision.debug import MARKED, REFUSED, Mark, write_debug_image
from lucca_pi.vision.reader import Reader


def draw(path, grey, inspected):
    write_debug_image(path, grey, inspected, PIECES, annotations(inspected, read_table(inspected.look, PIECES), PIECES))


def test_the_drawing_shows_each_owner_in_their_colour(tmp_path):
    grey = picture_of(TABLE, Lens(size_px=(4608, 2592)))
    inspected = Reader(PIECES).read(grey)
    write_debug_image(
        tmp_path / "new" / "table.png",
        grey,
        inspected,
        PIECES,
        annotations(inspected, read_table(inspected.look, PIECES), PIECES),
    )
    drawn = np.asarray(Image.open(tmp_path / "new" / "table.png"))[:, :, ::-1]
    assert drawn.shape == (1296, 2304, 3)
    assert all((drawn == OWNERS[code]).all(2).sum() > 300 for code in (101, 103))
    assert not any((drawn == OWNERS[code]).all(2).any() for code in (102, 104, 105))


@pytest.mark.parametrize("code", [5, 120], ids=["of another size", "not in the deck"])
def test_what_was_refused_is_red(tmp_path, code):
    strange = Sighting(code, 150, 60, 0)
    grey = picture_of((*TABLE, strange), Lens(size_px=(4608, 2592)), lambda one: 20.0 if one == code else side_of(one))
    inspected = Reader(PIECES).read(grey)
    write_debug_image(
        tmp_path / "table.png",
        grey,
        inspected,
        PIECES,
        annotations(inspected, read_table(inspected.look, PIECES), PIECES),
    )
    drawn = np.asarray(Image.open(tmp_path / "table.png"))[:, :, ::-1]
    x, y = (Lens(size_px=(4608, 2592)).image([150, 60]) / 2).astype(int)
    assert (drawn[y - 30 : y + 30, x - 30 : x + 30] == REFUSED).all(2).sum() > 50


def ring_at(file, inspected, x_mm, y_mm):
    """Whether a ring is drawn around the place."""
    drawn = np.asarray(Image.open(file))[:, :, ::-1]
    x, y = (inspected.plane.image_from_table(np.array([[x_mm, y_mm]]))[0] / 2).astype(int)
    return bool((drawn[y - 60 : y + 60, x - 60 : x + 60] == MARKED).all(2).sum() > 100)


def test_a_mark_is_a_ring_at_its_place(tmp_path):
    grey = picture_of(TABLE, Lens(size_px=(4608, 2592)))
    inspected = Reader(PIECES).read(grey)
    reading, mark = read_table(inspected.look, PIECES), Mark(150.0, 60.0, ("65 lay here",))
    write_debug_image(
        tmp_path / "table.png", grey, inspected, PIECES, annotations(inspected, reading, PIECES, marks=[mark])
    )
    assert ring_at(tmp_path / "table.png", inspected, 150, 60)


def test_a_ring_is_around_each_piece_that_a_doubt_names(tmp_path):
    grey = picture_of(TABLE, Lens(size_px=(4608, 2592)))
    inspected = Reader(PIECES).read(grey)
    one, other = two_far_apart(inspected)
    reading = replace(read_table(inspected.look, PIECES), doubts=(f"Card 1 (code {one.code}) lies on the line.",))
    write_debug_image(tmp_path / "table.png", grey, inspected, PIECES, annotations(inspected, reading, PIECES))
    assert [ring_at(tmp_path / "table.png", inspected, seen.x_mm, seen.y_mm) for seen in (one, other)] == [True, False]


def two_far_apart(inspected):
    """Two cards that lie far apart."""
    first, *rest = (seen for seen in inspected.look.sightings if PIECES.is_face(seen.code))
    return first, max(rest, key=lambda seen: apart_mm(first, seen))
