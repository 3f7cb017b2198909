"""A photograph's reading, from the file to what lies where."""

from dataclasses import replace
from pathlib import Path

from lucca_pi.table.pieces import Pieces
from lucca_pi.table.reading import Reading, read
from lucca_pi.vision.damage import damaged
from lucca_pi.vision.lens import Lens
from lucca_pi.vision.look import Inspected, NoQuarterError, Style, inspect
from lucca_pi.vision.picture import load_picture


def read_picture(
    path: Path, pieces: Pieces, style: Style = "aruco", swap: bool = False, lens: Lens | None = None
) -> tuple[Reading, Inspected]:
    """
    What the picture shows, and how it was seen; `lens`: the camera's, if it is known. That it is damaged is a doubt.

    Raises PictureError for a file that is no picture, NoQuarterError for a picture without a quarter and QrReaderError
    when QR codes are asked for and cannot be read here.
    """
    picture = load_picture(path)
    doubts = (damaged(path.name, picture.damage),) if picture.damage else ()
    try:
        inspected = inspect(picture.grey, pieces, style, picture.colour, lens=lens)
    except NoQuarterError as error:
        raise NoQuarterError(" ".join((str(error), *doubts))) from None
    reading = read(inspected.look, pieces, swap)
    return replace(reading, doubts=(*doubts, *reading.doubts)), inspected
