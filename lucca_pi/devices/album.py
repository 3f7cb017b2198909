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
from lucca_pi.files import move, write_file
from lucca_pi.language import _
from lucca_pi.ports import Album, Frame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lucca_pi.table.sighting import Look

PICTURES, _CLOSER, _COLOUR, _CALIBRATION = "pictures", "closer", "colour", "calibration"
_MEGABYTE = 1_000_000
_LONGEST_NAME = 200
"""Longest name of a picture, characters, with its folders."""
PNG = b"\x89PNG"


def closer_of(picture: Path) -> list[Path]:
    """Close-ups that were joined with this picture, in the order they were taken."""
    return sorted((picture.parent / _CLOSER).glob(f"{picture.stem}.*{picture.suffix}"))


def colours_of(picture: Path) -> Path:
    """File of the colours of a picture in grey; it may not exist."""
    return picture.parent / _COLOUR / picture.name


def calibration_of(picture: Path) -> Path:
    """File of the calibration that the picture was read with; it may not exist."""
    return picture.parent / _CALIBRATION / f"{picture.stem}.toml"


def beside(picture: Path) -> tuple[Path, ...]:
    """Files that may accompany a picture: colours and calibration."""
    return colours_of(picture), calibration_of(picture)


def is_kept(folder: Path, name: object) -> bool:
    """True if the game's folder has a file of that name; False for paths that leave the folder or follow a link."""
    if not isinstance(name, str) or "\0" in name or len(name) > _LONGEST_NAME:
        return False
    path = PurePosixPath(name)
    if path.is_absolute() or not path.parts or ".." in path.parts:
        return False
    way = [folder.joinpath(*path.parts[:count]) for count in range(len(path.parts) + 1)]
    return not any(one.is_symlink() for one in way) and way[-1].is_file()


def files_of(picture: Path, frame: Frame) -> dict[Path, bytes]:
    """Contents of the files that store the frame as `picture`: the camera's own file, else lossless PNG."""
    if frame.file:
        return {picture: frame.file}
    colours = {} if frame.colour is None else {colours_of(picture): _png(frame.colour[:, :, ::-1])}
    return {picture: _png(frame.grey), **colours}


def _move_picture(picture: Path, to: Path) -> None:
    """
    Renames a picture and its accompanying files; the picture comes last, so that it is never without them.

    A picture that was never written is skipped. Raises OSError.
    """
    for old, new in zip((*beside(picture), picture), (*beside(to), to), strict=True):
        if old.exists():
            new.parent.mkdir(parents=True, exist_ok=True)
            with old.open("rb") as stream:
                move(old, new, stream)


def _size(game: Path) -> int:
    return sum(file.stat().st_size for file in game.rglob("*") if file.is_file())


def _png(picture: "NDArray[np.uint8]") -> bytes:
    """
    The picture as PNG; its channels are grey, or blue, green and red.

    Of OpenCV's strategies this is the fastest, and the smallest but for one that takes five times as long: 4 MB in 0.35
    s for rendered pictures of 12 MP.
    """
    import cv2

    return cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_HUFFMAN_ONLY])[1].tobytes()


_UNCONFIRMED = "unconfirmed"
"""Folder of pictures that no confirmed look was read from: of doubts never answered, and of turns taken back."""
_WAITING = 3
"""Most pictures that wait to be written: one of 12 MP takes 14 MB, less if it has a file of its own."""


class NoAlbum(Album):
    """No-op twin: stores no pictures."""

    notice = ""

    def confirm(self, name: str, looks: "Sequence[Look]") -> list[list[str]]:  # noqa: ARG002
        """No pictures."""
        return []


class FolderAlbum:
    """
    Stores pictures in `directory`, at most `limit_mb` megabytes: the oldest games make room for new pictures.

    Pictures are written in the background, in order. A failure never stops a game; `notice` reports it.
    """

    def __init__(self, directory: Path, limit_mb: int, waiting: int = _WAITING) -> None:
        """`waiting`: most pictures that wait to be written."""
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
        """Begins the game's folder: the next pictures belong to this game."""
        self._folder = self._directory / game
        ends = [file.stem.rpartition("-")[2] for file in (self._folder / _UNCONFIRMED).glob("*")]
        self._taken = max((int(end) for end in ends if end.isdecimal()), default=0)

    def new_look(self, number: int) -> None:
        self._number, self._of_look = number, []

    def take(self, frame: Frame) -> None:
        """Stores the picture, unless too many are waiting already."""
        if not self._free.acquire(blocking=False):
            self._miss(_("the disk is too slow"))
            return
        self._taken += 1
        suffix = ".jpg" if frame.file and not frame.file.startswith(PNG) else ".png"
        picture = self._folder / _UNCONFIRMED / f"{self._number:03d}-{self._taken}{suffix}"
        self._of_look.append(picture)
        self._unread = picture
        self._later(partial(self._write, picture, frame))

    def became(self, look: "Look") -> None:
        """
        Assigns the pictures since `new_look` to this look.

        The calibration of the look is stored with the picture taken since the look before.
        """
        self._made.append((look, tuple(self._of_look)))
        if look.calibration and self._unread:
            self._later(partial(self._put, {calibration_of(self._unread): look.calibration.encode()}))
        self._unread = None

    def confirm(self, name: str, looks: "Sequence[Look]") -> list[list[str]]:
        names = [*(f"{name}-{letter}" for letter in ascii_lowercase[: len(looks) - 1]), name]
        made = [next((pictures for one, pictures in reversed(self._made) if look.is_of(one)), ()) for look in looks]
        self._made = []
        return [list(self._named(called, pictures)) for called, pictures in zip(names, made, strict=True)]

    def leave(self, name: str) -> None:
        list(self._named(name, self._of_look))

    def take_back(self, number: int) -> None:
        self._later(partial(_set_aside, self._folder, f"{number:03d}-*.*"))

    def close(self) -> None:
        self._writer.shutdown()

    def _named(self, name: str, pictures: Sequence[Path]) -> Iterator[str]:
        """New names of a look's pictures: `name` for the first, numbered close-ups for the pictures joined with it."""
        for place, picture in enumerate(pictures):
            named = f"{_CLOSER}/{name}.{place}{picture.suffix}" if place else f"{name}{picture.suffix}"
            self._later(partial(_move_picture, picture, self._folder / named))
            yield named

    def _write(self, picture: Path, frame: Frame) -> None:
        try:
            self._put(files_of(picture, frame))
        finally:
            self._free.release()

    def _put(self, files: Mapping[Path, bytes]) -> None:
        """Writes the files; the oldest other games make room. Raises OSError, also if this game alone fills it all."""
        self._folder.mkdir(parents=True, exist_ok=True)
        games = sorted(self._folder.parent.iterdir())  # the oldest first: their names begin with the date
        room = self._limit_mb * _MEGABYTE - sum(map(len, files.values())) - sum(map(_size, games))
        for game in games:
            if room < 0 and game != self._folder:
                room += _size(game)
                shutil.rmtree(game)
        if room < 0:
            raise OSError(f"this game's pictures fill the {self._limit_mb} MB allowed")
        for file, data in files.items():
            write_file(file, data, with_folder=True)

    def _later(self, work: Callable[[], None]) -> None:
        """Queues work for the writing thread."""

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
