import numpy as np
from PIL import Image
from synthetic import PIECES, TABLE, Lens, photograph

from lucca_pi.table.reading import read
from lucca_pi.vision.debug import OWNERS, write_debug_image
from lucca_pi.vision.look import inspect


def test_the_drawing_shows_each_owner_in_their_colour(tmp_path):
    grey = photograph(TABLE, Lens(size_px=(4608, 2592)))
    inspected = inspect(grey, PIECES)
    write_debug_image(tmp_path / "new" / "table.png", grey, inspected, read(inspected.look, PIECES), PIECES)
    drawn = np.asarray(Image.open(tmp_path / "new" / "table.png"))[:, :, ::-1]
    assert drawn.shape == (1296, 2304, 3)
    assert all((drawn == OWNERS[code]).all(2).sum() > 300 for code in (101, 103))
    assert not any((drawn == OWNERS[code]).all(2).any() for code in (102, 104, 105))
