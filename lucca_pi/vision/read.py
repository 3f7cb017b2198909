"""A photograph's reading, from the file to what lies where."""

from pathlib import Path

from lucca_pi.table.pieces import Pieces
from lucca_pi.table.reading import Reading, read
from lucca_pi.vision.lens import Lens
from lucca_pi.vision.look import Inspected, Style, inspect
from lucca_pi.vision.picture import load_picture


def read_picture(
    path: Path, pieces: Pieces, style: Style = "aruco", swap: bool = False, lens: Lens | None = None
) -> tuple[Reading, Inspected]:
    """
    What the picture shows, and how it was seen; `lens`: the camera's, if it is known.

    Raises PictureError for a file that is no picture, NoQuarterError for a picture without a quarter and QrReaderError
    when QR codes are asked for and cannot be read here.
    """
    picture = load_picture(path)
    inspected = inspect(picture.grey, pieces, style, picture.colour, lens=lens)
    return read(inspected.look, pieces, swap), inspected
