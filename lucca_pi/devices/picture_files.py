"""
A game's folder of pictures, one that `lucca-pi play --camera folder:` plays again.

What confirmed looks saw stands in it under names as `001-r1-t1`, what lay at rest before as `001-r1-t1-a`. Pictures
joined with a look are in `closer/` as `001-r1-t1.1`; of a picture in grey the small colours are in `colour/`. What was
read with a calibration has it in `calibration/`.
"""

import shutil
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from lucca_pi.files import atomic_write
from lucca_pi.ports import Frame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PICTURES, CLOSER, _COLOUR, _CALIBRATION = "pictures", "closer", "colour", "calibration"
_MEGABYTE = 1_000_000
_LONGEST_NAME = 200
"""Characters of a picture's name, with its folders."""
PNG = b"\x89PNG"


def closer_of(picture: Path) -> list[Path]:
    """The pictures that were joined with this one, in the order they were taken."""
    return sorted((picture.parent / CLOSER).glob(f"{picture.stem}.*{picture.suffix}"))


def colours_of(picture: Path) -> Path:
    """Where the colours of a picture in grey are, if it has any."""
    return picture.parent / _COLOUR / picture.name


def calibration_of(picture: Path) -> Path:
    """Where the calibration is with whose lens the picture was read, if it was with one."""
    return picture.parent / _CALIBRATION / f"{picture.stem}.toml"


def beside(picture: Path) -> tuple[Path, ...]:
    """The files that may go with a picture."""
    return colours_of(picture), calibration_of(picture)


def is_kept(folder: Path, name: object) -> bool:
    """Whether a game's folder has a file of that name; one outside of it, or behind a link, is none of it."""
    if not isinstance(name, str) or "\0" in name or len(name) > _LONGEST_NAME:
        return False
    path = PurePosixPath(name)
    if path.is_absolute() or not path.parts or ".." in path.parts:
        return False
    way = [folder.joinpath(*path.parts[:count]) for count in range(len(path.parts) + 1)]
    return not any(one.is_symlink() for one in way) and way[-1].is_file()


def suffix_of(frame: Frame) -> str:
    """What the name of the picture that keeps the frame ends in."""
    return ".jpg" if frame.file and not frame.file.startswith(PNG) else ".png"


def files_of(picture: Path, frame: Frame) -> dict[Path, bytes]:
    """What keeps the frame as `picture`: the camera's own file, else files without loss."""
    if frame.file:
        return {picture: frame.file}
    colours = {} if frame.colour is None else {colours_of(picture): _png(frame.colour[:, :, ::-1])}
    return {picture: _png(frame.grey), **colours}


def write_whole(file: Path, data: bytes) -> None:
    """Writes the file so that no power cut leaves half of it, and makes its folder. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(file) as stream:
        stream.write(data)


def move_picture(picture: Path, to: Path) -> None:
    """
    Renames a picture and what goes with it, itself last: where it is, all is.

    One that was never written is passed over. Raises OSError.
    """
    for old, new in zip((*beside(picture), picture), (*beside(to), to), strict=True):
        if old.exists():
            new.parent.mkdir(parents=True, exist_ok=True)
            old.replace(new)


def make_room(folder: Path, size: int, limit_mb: int) -> None:
    """
    Makes room for `size` bytes more in a game's `folder`: the folders beside it go, the oldest first.

    Raises OSError when the game fills `limit_mb` megabytes by itself.
    """
    folder.mkdir(parents=True, exist_ok=True)
    room = limit_mb * _MEGABYTE - size - sum(map(_size, _games(folder.parent)))
    for game in _games(folder.parent):
        if room < 0 and game != folder:
            room += _size(game)
            shutil.rmtree(game)
    if room < 0:
        raise OSError(f"this game's pictures fill the {limit_mb} MB allowed")


def _games(directory: Path) -> list[Path]:
    """Games are called by the date they began on."""
    return sorted(directory.iterdir())


def _size(game: Path) -> int:
    return sum(file.stat().st_size for file in game.rglob("*") if file.is_file())


def _png(picture: "NDArray[np.uint8]") -> bytes:
    """
    The picture as PNG, grey or blue, green, red.

    Of OpenCV's ways this was the fastest and, but for some five times as slow, the smallest: of rendered
    pictures of 12 MP 4 MB in 0.35 s.
    """
    import cv2

    return cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_HUFFMAN_ONLY])[1].tobytes()
