"""The pictures that looks were made of, kept beside the journal in a folder for each game, where players want that."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from string import ascii_lowercase
from threading import Semaphore
from typing import TYPE_CHECKING

from lucca_pi.devices.picture_files import (
    CLOSER,
    calibration_of,
    files_of,
    make_room,
    move_picture,
    suffix_of,
    write_whole,
)
from lucca_pi.errors import reason_of
from lucca_pi.language import _
from lucca_pi.ports import Frame

if TYPE_CHECKING:
    from lucca_pi.table.sighting import Look

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
        picture = self._folder / _UNCONFIRMED / f"{self._number:03d}-{self._taken}{suffix_of(frame)}"
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
            named = f"{CLOSER}/{name}.{place}{picture.suffix}" if place else f"{name}{picture.suffix}"
            self._later(partial(move_picture, picture, self._folder / named))
            yield named

    def _write(self, picture: Path, frame: Frame) -> None:
        try:
            self._put(files_of(picture, frame))
        finally:
            self._free.release()

    def _put(self, files: Mapping[Path, bytes]) -> None:
        make_room(self._folder, sum(map(len, files.values())), self._limit_mb)
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
    for picture in (*folder.glob(pattern), *(folder / CLOSER).glob(pattern)):
        move_picture(picture, folder / _UNCONFIRMED / picture.relative_to(folder))
