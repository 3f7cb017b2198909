"""
The pictures in a game's file read anew, with the lens that play knew.

Codes are read in each whole picture, independent of the one before. Cards known by their faces are followed, as in
play.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar, cast

from lucca_pi.calibration.lens import contradicts
from lucca_pi.contract.history import Looks
from lucca_pi.devices.album import calibration_of, colours_of
from lucca_pi.errors import UnreadableError, refusing
from lucca_pi.evening.certain import Certain
from lucca_pi.outside import shown
from lucca_pi.proof.game_file import Archive, Pictures
from lucca_pi.table.looks import joined
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Missed
from lucca_pi.vision.bare import Emptied
from lucca_pi.vision.detect import Detections
from lucca_pi.vision.faces.following import Faces
from lucca_pi.vision.look import EMPTY, MirroredError, NoAnchorError, NoPieceError
from lucca_pi.vision.picture import Picture, PictureError, decoded_colour, picture_in, pixels_in
from lucca_pi.vision.plane import Lens
from lucca_pi.vision.reader import Reader, Style

_Loaded = TypeVar("_Loaded")
MOST_PX = 8_000_000_000
"""Most pixels of all pictures of a game together: 640 of 12.5 million."""
NOTHING = Missed(lambda _look: (), lambda _look: None)


class NothingSeenError(Exception):
    """A moment's picture shows no table; the message names it."""


class _ProvesNothingError(Exception):
    """A picture may not show what was on the table; the message says why, to stand behind its name."""


class FileEyes:
    """Makes looks of the pictures; where cards are known by their faces, of each after those before it."""

    def __init__(self, archive: Archive, pieces: Pieces, style: str) -> None:
        """Raises PictureError for photographs of faces that cannot be read."""
        self._archive, self._pieces, self._faces, self._emptied = archive, pieces, Faces(), Emptied()
        self._faces.know(pieces)
        self._reader = Reader(pieces, cast(Style, style), faces=self._faces)
        self._left_px = MOST_PX

    def learn(self, certain: Certain) -> None:
        """Learns at the end of a step from the cards it made certain: how they looked is remembered, as in play."""
        if reader := self._faces.reader:
            reader.learn(certain)

    def looks(self, pictures: Pictures, missed: Missed = NOTHING) -> Looks:
        """
        Looks by a moment's pictures, without those of earlier resting tables that cannot be read.

        `missed`: the places at which the game asks of a look, as in play, if the bare table is in sight. Raises
        NothingSeenError if the last look cannot be read, UnreadableError if the file lacks a picture that it names.
        """
        return (*self._rested(pictures[:-1], missed), *(self._look(one, missed) for one in pictures[-1:]))

    def _rested(self, pictures: Pictures, missed: Missed) -> Iterator[Look]:
        for one in pictures:
            with suppress(NothingSeenError):
                yield self._look(one, missed)

    def _look(self, names: Iterable[str], missed: Missed) -> Look:
        """The look that these pictures of one moment make together; those without a quarter add nothing."""
        looks, problems = [], []
        for place, name in enumerate(names):
            try:
                with refusing(name, PictureError):
                    looks.append(self._look_at(name, missed, is_closer=place > 0))
            except MirroredError:
                problems.append(f"{shown(name)} is mirrored")
            except NoAnchorError:
                problems.append(f"{shown(name)} shows no {self._pieces.words.anchor}")
            except PictureError:
                problems.append(f"{shown(name)} is not a readable picture")
            except _ProvesNothingError as error:
                problems.append(f"{shown(name)} {error}")
        if not looks:
            raise NothingSeenError("; ".join(problems))
        return joined(looks, self._pieces) if len(looks) > 1 else looks[0]

    def _look_at(self, name: str, missed: Missed, *, is_closer: bool) -> Look:
        calibration = str(calibration_of(Path(name)))
        lens = self._archive.calibration(calibration).lens if calibration in self._archive else None  # play's
        loaded = self._picture(name)
        size_px = loaded.grey.shape[1], loaded.grey.shape[0]

        def lens_by(found: Detections) -> Lens | None:
            if lens and contradicts(found, lens, size_px, self._pieces):
                raise _ProvesNothingError("does not fit the lens of the calibration that belongs to it")
            return lens

        try:
            look = self._reader.read(loaded.grey, loaded.colour, lens_by, is_closer=is_closer).look
        except NoPieceError:
            look = EMPTY
        may_be_empty = not self._pieces.words.no_anchor
        return self._emptied.with_bare(loaded.colour, look, missed, may_be_empty=may_be_empty)

    def _picture(self, name: str) -> Picture:
        """The picture, with its colours if they are stored beside it."""
        loaded = self._loaded(name, picture_in)
        if loaded.damage:
            raise _ProvesNothingError(f"is damaged ({loaded.damage})")
        colours = str(colours_of(Path(name)))
        return replace(loaded, colour=self._loaded(colours, decoded_colour)[0]) if colours in self._archive else loaded

    def _loaded(self, name: str, load: Callable[[bytes], _Loaded]) -> _Loaded:
        """The picture in a member, loaded by `load`; its pixels count before it is decoded, also if it is damaged."""
        data = self._archive.picture(name)
        self._left_px -= pixels_in(data)
        if self._left_px < 0:
            raise UnreadableError(f"its pictures have more than {MOST_PX:,} pixels", file=str(self._archive.file))
        return load(data)
