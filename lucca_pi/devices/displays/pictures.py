"""Displays without a device: each screen as a picture in a directory, and no display at all."""

from pathlib import Path
from typing import TextIO

from PIL import Image

from lucca_pi.config import Config
from lucca_pi.devices.displays import USUAL, NotLit, Twin, panel_of, same
from lucca_pi.devices.errors import DeviceError
from lucca_pi.ports import Clock, Panel


class PngDisplay(Twin, NotLit):
    """Writes each picture to a directory: 0001.png and so on, after the highest number that is there."""

    keeps = True

    def __init__(self, directory: Path, panel: Panel = USUAL) -> None:
        """Raises DeviceError when the directory cannot be made or written."""
        self._directory, self.panel = directory, panel
        self._picture: Image.Image | None = None
        try:
            directory.mkdir(parents=True, exist_ok=True)
            numbers = [int(file.stem) for file in directory.glob("*.png") if file.stem.isdecimal()]
        except OSError as error:
            raise DeviceError(
                f"{directory}: no directory for pictures ({error.strerror}). Name another one: --display png:DIR."
            ) from error
        self._number = max(numbers, default=0)

    @classmethod
    def opened(cls, config: Config, clock: Clock, stream: TextIO | None) -> "PngDisplay":  # noqa: ARG003
        """Writes to the directory that the setting names."""
        return cls(Path(config.display.partition(":")[2]), panel_of(config.display_size))

    def show(self, picture: Image.Image) -> None:
        """Writes the picture, unless it is the one before."""
        if same(picture, self._picture):
            return
        self._picture = picture.copy()
        self._number += 1
        file = self._directory / f"{self._number:04}.png"
        try:
            with file.open("xb") as stream:
                picture.save(stream, "PNG")
        except OSError as error:
            raise DeviceError(
                f"{file}: cannot be written ({error.strerror}). Make room, or name another DIR."
            ) from error

    def leave(self, picture: Image.Image) -> None:
        """Writes what stopped the program, too."""
        self.show(picture)

    def close(self) -> None:
        """The pictures stay."""


class NoDisplay(Twin, NotLit):
    """Shows nothing."""

    keeps = False
    panel = USUAL

    @classmethod
    def opened(cls, config: Config, clock: Clock, stream: TextIO | None) -> "NoDisplay":  # noqa: ARG003
        """Nothing has to be opened."""
        return cls()

    def show(self, picture: Image.Image) -> None:
        """Nobody looks."""

    def close(self) -> None:
        """Nothing: there is no display to darken."""
