"""
A check of the table: laying by laying a look, compared; every picture is stored as soon as it was looked at.

A camera's own JPEG tells of people: place, time, device, remarks, a film or a preview behind it. That is not stored.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any

from lucca_pi.app.eyes import Eyes
from lucca_pi.checking.advice import advice, line, totals
from lucca_pi.checking.compare import Compared, SeenSeats, compared, unread
from lucca_pi.checking.plan import Asked, Laying
from lucca_pi.devices.album import calibration_of, closer_of, files_of
from lucca_pi.devices.phone import segments
from lucca_pi.errors import refusing
from lucca_pi.files import write_file
from lucca_pi.language import Text, _, listed
from lucca_pi.ports import Camera, Frame, LookError
from lucca_pi.table.looks import joined
from lucca_pi.table.sighting import Look

_ORIENTATION, _EXIF, _EXPOSURE_S, _ISO = 0x0112, 0x8769, 33434, 34855
"""EXIF's tags: how the camera was held, where the rest stands, and of that exposure and sensitivity."""
_SCAN = 0xDA
_TOLD = frozenset({0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEF, 0xFE})
"""Segments that tell something: all of applications but JFIF's and Adobe's, which decoders need; and remarks."""
_END = b"\xff\xd9"


@dataclass
class Check:
    """
    A check through a camera: `number` is the laying that is being laid, from 0; past the last one it is over.

    `folder`: where its pictures are stored as `--camera folder:` reads them; None: nowhere. `alive` is called before
    each picture is read, which takes seconds.
    """

    asked: Asked
    camera: Camera
    eyes: Eyes
    folder: Path | None = None
    alive: Callable[[], None] = lambda: None
    number: int = 0
    results: dict[int, Compared] = field(default_factory=dict)
    pictures: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    """Of each laying's picture its size, and its exposure if the file tells it."""
    _seats: SeenSeats = field(default_factory=SeenSeats)
    _kept: dict[int, list[Path]] = field(default_factory=dict)
    """The files stored of each laying, its picture first."""

    @property
    def laying(self) -> Laying | None:
        """The laying that is being laid; None after the last."""
        layings = self.asked.layings
        return layings[self.number] if self.number < len(layings) else None

    def look(self) -> Compared:
        """
        Looks at the laying that lies there, in place of an earlier look at it.

        Raises CameraEndedError after the last picture of a recording.
        """
        laying = self.asked.layings[self.number]
        for file in self._kept.pop(self.number, ()):
            file.unlink()
        grey = None
        try:
            frame = self.camera.look(self.number)
            if frame.by_hand:  # each from another place: where a seat was before says nothing
                self._seats = SeenSeats()
            grey = frame.grey
            size_px = [grey.shape[1], grey.shape[0]]
            self.pictures[self.number] = {"size_px": size_px, **exposure_of(frame.file)}
            found = self._compared(laying, frame)
        except LookError as error:
            found = unread(laying, grey, self.asked.pieces, self._seats, str(error))
        self.results[self.number] = found
        return found

    @property
    def is_well(self) -> bool:
        """True if all layings were looked at, everything was read, and there is nothing to change."""
        results = [*self.results.values()]
        return len(results) == len(self.asked.layings) and not any(advice(results, self.asked))

    def lines(self) -> Iterator[Text]:
        """What came of all layings: each seat, then what to change."""
        results = [self.results[number] for number in sorted(self.results)]
        yield from totals(results, self.asked)
        if left := [str(number + 1) for number in range(len(self.asked.layings)) if number not in self.results]:
            yield _("Not looked at: laying {numbers}.", numbers=listed(left))
        yield from advice(results, self.asked) if results else ()

    def line(self, number: int) -> Text:
        """What came of one laying."""
        return line(self.results[number], self.asked)

    def picture(self, number: int) -> Path | None:
        """The stored picture of a laying; None if there is none."""
        return next(iter(self._kept.get(number, ())), None)

    def _compared(self, laying: Laying, frame: Frame) -> Compared:
        """The comparison of the first picture; if pieces are missed, of all pictures of the moment, as in play."""
        self._keep(frame)
        looks = [self._seen(frame)]
        found = compared(laying, looks[0], frame.grey, self.asked.pieces, self._seats)
        for closer in self.camera.closer(self.number):
            if not found.those("missed", "unsure"):
                break
            self._keep(replace(closer, is_closer=True))
            with suppress(LookError):
                looks.append(self._seen(replace(closer, is_closer=True)))
                found = compared(laying, joined(looks, self.asked.pieces), frame.grey, self.asked.pieces, self._seats)
        return found

    def _seen(self, frame: Frame) -> Look:
        self.alive()
        with refusing(frame.name, LookError):
            look = self.eyes(frame, self.asked.pieces)
        picture = self.picture(self.number)
        if picture and look.calibration and not frame.is_closer:
            self._store({calibration_of(picture): look.calibration.encode()})
        return look

    def _keep(self, frame: Frame) -> None:
        """Stores the picture without what its file tells of place, time and owner; a closer one beside it."""
        if self.folder is None:
            return
        laying = self.asked.layings[self.number]
        file = frame.file and stripped(frame.file)
        name = f"{self.number + 1:02d}-{laying.name.replace(' ', '-')}"
        picture = self.folder / f"{name}{'.jpg' if file else '.png'}"
        if frame.is_closer:
            first = self.picture(self.number) or picture
            picture = first.parent / "closer" / f"{first.stem}.{len(closer_of(first)) + 1}{first.suffix}"
        self._store(files_of(picture, replace(frame, file=file)))

    def _store(self, files: Mapping[Path, bytes]) -> None:
        for file, data in files.items():
            write_file(file, data, with_folder=True)
            self._kept.setdefault(self.number, []).append(file)


def stripped(data: bytes) -> bytes | None:
    """
    The same picture, dot by dot, in a file that tells nothing else but which way is up; None for what is no JPEG.

    >>> stripped(b"no picture") is None
    True
    """
    kept, at = [data[:2], _upright(data)], 2
    for marker, segment in segments(data):
        end = at + 4 + len(segment)
        if marker == _SCAN:
            whole = data.find(_END, at)
            return b"".join([*kept, data[at : whole + len(_END) if whole >= 0 else None]])
        if marker not in _TOLD:
            kept.append(data[at:end])
        at = end
    return None


def _upright(data: bytes) -> bytes:
    """A segment that says how the camera was held; nothing if it was upright."""
    from PIL import Image

    held: Any = 1
    with suppress(Exception):  # whatever a library raises for what cannot be read: then the picture is as it is
        held = Image.open(BytesIO(data)).getexif().get(_ORIENTATION, 1)
    if held == 1:
        return b""
    told = Image.Exif()
    told[_ORIENTATION] = held
    content = told.tobytes()
    return b"\xff\xe1" + (len(content) + 2).to_bytes(2, "big") + content


def exposure_of(data: bytes | None) -> dict[str, float | None]:
    """Seconds of exposure and sensitivity; None where a camera's file does not tell it."""
    from PIL import Image

    told: Any = {}
    if data:
        with suppress(Exception):  # as above
            told = Image.open(BytesIO(data)).getexif().get_ifd(_EXIF)
    tags = {"exposure_s": _EXPOSURE_S, "iso": _ISO}
    return {name: round(float(told[tag]), 6) if tag in told else None for name, tag in tags.items()}
