"""Cameras that need no camera: a folder of photographs. (The drawn table has a package of its own.)"""

import re
from collections.abc import Sequence
from pathlib import Path

from lucca_pi.devices.errors import DeviceError
from lucca_pi.ports import CameraEndedError, Frame, LookError

SUFFIXES = (".jpg", ".jpeg", ".png")
AT_REST = re.compile(r"-[a-z]$")
"""A picture's name, before its suffix, that says: so it lay at rest before the look."""


class FolderCamera:
    """
    Photographs instead of a table: one for each confirmed look, in the order of their names.

    A name that ends in -a, -b, ... before its suffix is no look of its own: the table lay so before the next one.
    """

    def __init__(self, folder: Path) -> None:
        """Raises DeviceError when there is no such folder or no picture in it."""
        try:
            files = sorted(file for file in folder.iterdir() if file.suffix.lower() in SUFFIXES)
        except OSError as error:
            raise DeviceError(
                f"{folder}: no folder of pictures ({error.strerror}). Give one: --camera folder:DIR."
            ) from error
        self._looks = [file for file in files if not AT_REST.search(file.stem)]
        self._files = files
        if not self._looks:
            raise DeviceError(f"{folder}: holds no pictures ({', '.join(SUFFIXES)}) to look at.")

    def look(self, number: int) -> Frame:
        """The picture of look `number`, from 0. Raises CameraEndedError past the last, LookError for no picture."""
        if number >= len(self._looks):
            raise CameraEndedError
        return _frame(self._looks[number])

    def rested(self, number: int) -> Sequence[Frame]:
        """The pictures between look `number - 1` and look `number`."""
        at = [-1, *(self._files.index(file) for file in self._looks), len(self._files)]
        start, end = (at[min(index, len(at) - 1)] for index in (number, number + 1))
        return [_frame(file) for file in self._files[start + 1 : end]]

    def close(self) -> None:
        """Nothing has to be closed."""


def _frame(file: Path) -> Frame:
    from lucca_pi.vision.picture import PictureError, load_picture

    try:
        return Frame(file.name, load_picture(file))
    except PictureError as error:
        raise LookError(str(error)) from error
