"""
Keeps the pictures that looks were read from, in a folder for each game that `play --camera folder:` can play again.

    001-r1-t1.jpg        the picture of a confirmed look; 001-r1-t1-a.jpg, of a resting table before it
    closer/              close-ups joined with a look, called 001-r1-t1.1.jpg
    colour/              small colour pictures beside pictures in grey
    calibration/         the calibration that a picture was read with
    unconfirmed/         pictures that no confirmed look was read from
"""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path, PurePosixPath
from string import ascii_lowercase
from threading import Semaphore
from typing import TYPE_CHECKING

from lucca_pi.errors import reason_of
from lucca_pi.files import atomic_write
from lucca_pi.language import _
from lucca_pi.ports import Frame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lucca_pi.table.sighting import Look

PICTURES, _CLOSER, _COLOUR, _CALIBRATION = "pictures", "closer", "colour", "calibration"
_MEGABYTE = 1_000_000
_LONGEST_NAME = 200
"""Characters of a picture's name, with its folders."""
PNG = b"\x89PNG"


def closer_of(picture: Path) -> list[Path]:
    """The pictures that were joined with this one, in the order they were taken."""
    return sorted((picture.parent / _CLOSER).glob(f"{picture.stem}.*{picture.suffix}"))


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


def _suffix_of(frame: Frame) -> str:
    """What the name of the picture that keeps the frame ends in."""
    return ".jpg" if frame.file and not frame.file.startswith(PNG) else ".png"


def _files_of(picture: Path, frame: Frame) -> dict[Path, bytes]:
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


def _move_picture(picture: Path, to: Path) -> None:
    """
    Renames a picture and what goes with it, itself last: where it is, all is.

    One that was never written is passed over. Raises OSError.
    """
    for old, new in zip((*beside(picture), picture), (*beside(to), to), strict=True):
        if old.exists():
            new.parent.mkdir(parents=True, exist_ok=True)
            old.replace(new)


def _make_room(folder: Path, size: int, limit_mb: int) -> None:
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


_UNCONFIRMED = "unconfirmed"
"""The folder of pictures that no confirmed look was read from: of doubts never answered, of turns taken back."""
_WAITING = 3
"""Pictures that may wait to be written: one of 12 MP takes 14 MB, less if it has a file of its own."""


class NoAlbum:
    """Keeps no pictures: nobody asked for it."""

    notice = ""

    def open(self, game: str) -> None:
        """Nothing is kept."""

    def new_look(self, number: int) -> None:
        """Nothing is kept."""

    def take(self, frame: Frame) -> None:
        """Nothing is kept."""

    def became(self, look: "Look") -> None:
        """Nothing is kept."""

    def confirm(self, name: str, looks: "Sequence[Look]") -> list[list[str]]:  # noqa: ARG002
        """No pictures were kept."""
        return []

    def leave(self, name: str) -> None:
        """Nothing is kept."""

    def take_back(self, number: int) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """Nothing has to be closed."""


class FolderAlbum:
    """
    Keeps pictures in `directory`, in at most `limit_mb` megabytes: those of the oldest games make room for new ones.

    They are written while play goes on, in their order. What could not be kept, `notice` tells; it stops no game.
    """

    def __init__(self, directory: Path, limit_mb: int, waiting: int = _WAITING) -> None:
        """`waiting`: how many pictures may wait to be written."""
        self.notice = ""
        self._directory, self._limit_mb = directory, limit_mb
        self._writer = ThreadPoolExecutor(max_workers=1)
        self._free = Semaphore(waiting)
        self._folder = directory
        self._number, self._taken = 0, 0
        self._of_look: list[Path] = []
        self._unread: Path | None = None
        self._made: list[tuple[Look, tuple[Path, ...]]] = []

    def open(self, game: str) -> None:
        """The pictures to come are of this game."""
        self._folder = self._directory / game
        ends = [file.stem.rpartition("-")[2] for file in (self._folder / _UNCONFIRMED).glob("*")]
        self._taken = max((int(end) for end in ends if end.isdecimal()), default=0)

    def new_look(self, number: int) -> None:
        """The pictures to come are of another look; `number` looks are confirmed before it."""
        self._number, self._of_look = number, []

    def take(self, frame: Frame) -> None:
        """Keeps the picture, unless too many wait already."""
        if not self._free.acquire(blocking=False):
            self._miss(_("the disk is too slow"))
            return
        self._taken += 1
        picture = self._folder / _UNCONFIRMED / f"{self._number:03d}-{self._taken}{_suffix_of(frame)}"
        self._of_look.append(picture)
        self._unread = picture
        self._later(partial(self._write, picture, frame))

    def became(self, look: "Look") -> None:
        """
        The pictures since `new_look` became this look.

        The one that was taken since the look before keeps the calibration that the look was made with.
        """
        self._made.append((look, tuple(self._of_look)))
        if look.calibration and self._unread:
            self._later(partial(self._put, {calibration_of(self._unread): look.calibration.encode()}))
        self._unread = None

    def confirm(self, name: str, looks: "Sequence[Look]") -> list[list[str]]:
        """
        The last of `looks` was confirmed and its picture is called `name`; those before lay at rest before it.

        Gives the names of each look's pictures, with their folder within the game's.
        """
        names = [*(f"{name}-{letter}" for letter in ascii_lowercase[: len(looks) - 1]), name]
        made = [next((pictures for one, pictures in reversed(self._made) if look.is_of(one)), ()) for look in looks]
        self._made = []
        return [list(self._named(called, pictures)) for called, pictures in zip(names, made, strict=True)]

    def leave(self, name: str) -> None:
        """Play stops in doubt of the last look: its picture is called `name` until another one is confirmed."""
        list(self._named(name, self._of_look))

    def take_back(self, number: int) -> None:
        """Look `number` is not confirmed any more, nor are its pictures."""
        self._later(partial(_set_aside, self._folder, f"{number:03d}-*.*"))

    def close(self) -> None:
        """Waits until all is written."""
        self._writer.shutdown()

    def _named(self, name: str, pictures: Sequence[Path]) -> Iterator[str]:
        """Names the pictures of a look: the first one `name`, those that were joined with it after that one."""
        for place, picture in enumerate(pictures):
            named = f"{_CLOSER}/{name}.{place}{picture.suffix}" if place else f"{name}{picture.suffix}"
            self._later(partial(_move_picture, picture, self._folder / named))
            yield named

    def _write(self, picture: Path, frame: Frame) -> None:
        try:
            self._put(_files_of(picture, frame))
        finally:
            self._free.release()

    def _put(self, files: Mapping[Path, bytes]) -> None:
        _make_room(self._folder, sum(map(len, files.values())), self._limit_mb)
        for file, data in files.items():
            write_whole(file, data)

    def _later(self, work: Callable[[], None]) -> None:
        """Has the work done in its turn."""

        def explained() -> None:
            try:
                work()
            except OSError as error:
                self._miss(reason_of(error))

        self._writer.submit(explained)

    def _miss(self, reason: str) -> None:
        self.notice = _("{folder}: some pictures were not saved: {reason}", folder=self._folder, reason=reason)


def _set_aside(folder: Path, pattern: str) -> None:
    for picture in (*folder.glob(pattern), *(folder / _CLOSER).glob(pattern)):
        _move_picture(picture, folder / _UNCONFIRMED / picture.relative_to(folder))
