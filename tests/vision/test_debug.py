import numpy as np
import pytest
from PIL import Image
from synthetic import PIECES, TABLE, Lens, picture_of, side_of

from lucca_pi.games.citta.photographs import OWNERS, told
from lucca_pi.games.citta.table.reading import read
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision.debug import REFUSED, write_debug_image
from lucca_pi.vision.reader import Reader


def draw(path, grey, inspected):
    write_debug_image(path, grey, inspected, PIECES, told(inspected, read(inspected.look, PIECES), PIECES))


def test_the_drawing_shows_each_owner_in_their_colour(tmp_path):
    grey = picture_of(TABLE, Lens(size_px=(4608, 2592)))
    inspected = Reader(PIECES).read(grey)
    write_debug_image(
        tmp_path / "new" / "table.png", grey, inspected, PIECES, told(inspected, read(inspected.look, PIECES), PIECES)
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
        tmp_path / "table.png", grey, inspected, PIECES, told(inspected, read(inspected.look, PIECES), PIECES)
    )
    drawn = np.asarray(Image.open(tmp_path / "table.png"))[:, :, ::-1]
    x, y = (Lens(size_px=(4608, 2592)).image([150, 60]) / 2).astype(int)
    assert (drawn[y - 30 : y + 30, x - 30 : x + 30] == REFUSED).all(2).sum() > 50
