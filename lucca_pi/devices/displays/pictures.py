"""Displays without a device: PNG files in a directory, and no display."""

from pathlib import Path
from typing import TextIO

from PIL import Image

from lucca_pi.devices.displays import USUAL, DisplaySettings, NotLit, Twin, panel_of, same
from lucca_pi.devices.errors import DeviceError
from lucca_pi.ports import Clock, Panel


class PngDisplay(Twin, NotLit):
    """Writes each picture to a directory as 0001.png and so on, after the highest number that is there."""

    keeps = True

    def __init__(self, directory: Path, panel: Panel = USUAL) -> None:
        """Raises DeviceError if the directory cannot be made or written."""
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
    def opened(cls, settings: DisplaySettings, clock: Clock, stream: TextIO | None) -> "PngDisplay":  # noqa: ARG003
        """A display that writes to the directory of the setting."""
        return cls(Path(settings.display.partition(":")[2]), panel_of(settings.display_size))

    def show(self, picture: Image.Image) -> None:
        """Writes the picture, unless it equals the last one."""
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
        """Writes the picture that says why the program stopped."""
        self.show(picture)

    def close(self) -> None:
        """No-op: the files stay."""


class NoDisplay(Twin, NotLit):
    """No-op twin: shows nothing."""

    keeps = False
    panel = USUAL

    @classmethod
    def opened(cls, settings: DisplaySettings, clock: Clock, stream: TextIO | None) -> "NoDisplay":  # noqa: ARG003
        """A display that shows nothing."""
        return cls()

    def show(self, picture: Image.Image) -> None:
        """No-op."""

    def close(self) -> None:
        """No-op."""
