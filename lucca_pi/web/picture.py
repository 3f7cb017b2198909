"""The picture of the look that was confirmed last, for the page: only in memory."""

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.ports import Album, Frame

if TYPE_CHECKING:
    from lucca_pi.table.sighting import Look

_WIDTH_PX = 1600
"""Width of the picture: as much as a phone can show."""
_QUALITY = 80
CROP_PX = (236, 364)
"""Size of the picture of one card: four dots for each of its millimetres."""
_CORNERS = 4
_LATEST = 3
"""Recent looks remembered until one is confirmed."""

_MARK, _HALO = (94, 0, 211), (255, 255, 255)
"""Colours of a mark and of the halo around it, which shows on any table: blue, green, red."""
_MARK_PX, _HALO_PX = 4, 10

_Picture = NDArray[np.uint8]
Outline = Sequence[tuple[float, float]]
"""Corners on the table, mm, in a look's axes."""


class LastPicture:
    """An album that passes everything on to another one, and remembers `jpeg`: the look confirmed last, if any."""

    def __init__(self, album: Album) -> None:
        self.jpeg: bytes | None = None
        self._album = album
        self._first: _Picture | None = None
        self._asked: tuple[Look, Sequence[Outline], bytes] | None = None
        self._made: deque[tuple[Look, _Picture]] = deque(maxlen=_LATEST)

    @property
    def notice(self) -> str:
        """The other album's notice."""
        return self._album.notice

    def open(self, game: str) -> None:
        """Forgets the picture; those to come are of this game."""
        self.jpeg = None
        self._album.open(game)

    def new_look(self, number: int) -> None:
        """Begins another look."""
        self._first = None
        self._album.new_look(number)

    def take(self, frame: Frame) -> None:
        """Passes the picture on; the first one of a look is remembered."""
        if self._first is None:
            self._first = smaller(frame)
        self._album.take(frame)

    def became(self, look: "Look") -> None:
        """The pictures since `new_look` became this look."""
        if self._first is not None:
            self._made.append((look, self._first))
        self._album.became(look)

    def asked(self, look: "Look", outlines_mm: "Sequence[Outline]") -> bytes | None:
        """A recent look's picture, as JPEG, with these outlines on the table marked; None if it is not remembered."""
        if self._asked and self._asked[0] is look and self._asked[1] == outlines_mm:
            return self._asked[2]
        picture = self._picture_of(look)
        if picture is None:
            return None
        jpeg = encoded(_marked(picture, look, outlines_mm))
        self._asked = look, outlines_mm, jpeg
        return jpeg

    def _picture_of(self, look: "Look") -> _Picture | None:
        return next((picture for one, picture in reversed(self._made) if look.is_of(one)), None)

    def crop(self, look: "Look", corners_mm: Sequence[tuple[float, float]]) -> bytes | None:
        """A part of a recent look's picture, as JPEG, by four corners on the table, clockwise from the upper left."""
        picture = self._picture_of(look)
        if picture is None or len(look.view_mm) != len(corners_mm):
            return None
        side = np.array([(0, 0), (CROP_PX[0], 0), CROP_PX, (0, CROP_PX[1])], np.float32)
        upright = cv2.getPerspectiveTransform(_in_px(picture, look, corners_mm), side)
        return encoded(np.asarray(cv2.warpPerspective(picture, upright, CROP_PX), np.uint8))

    def confirm(self, name: str, looks: "Sequence[Look]") -> list[list[str]]:
        """Makes `jpeg` the picture of the last of `looks`, which was confirmed."""
        picture = next((picture for look, picture in reversed(self._made) if looks[-1].is_of(look)), None)
        self.jpeg = None if picture is None else encoded(picture)
        self._made.clear()
        return self._album.confirm(name, looks)

    def leave(self, name: str) -> None:
        """Passes on that play stops in doubt of the last look."""
        self._album.leave(name)

    def take_back(self, number: int) -> None:
        """Withdraws the look confirmed last; the one before it is not remembered."""
        self.jpeg = None
        self._album.take_back(number)

    def close(self) -> None:
        """Closes the other album."""
        self._album.close()


def _in_px(picture: _Picture, look: "Look", corners_mm: Outline) -> NDArray[np.float32]:
    """Points on the table in the look's picture."""
    size = picture.shape[1::-1]
    if look.shares_of_picture:
        return np.asarray(look.shares_of_picture(corners_mm) * np.array(size), np.float32)
    whole = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    to_px = cv2.getPerspectiveTransform(np.array(look.view_mm, np.float32), whole)
    return np.asarray(cv2.perspectiveTransform(np.array([corners_mm], np.float32), to_px)[0], np.float32)


def _marked(picture: _Picture, look: "Look", outlines_mm: "Sequence[Outline]") -> _Picture:
    """The picture with the outlines drawn into it."""
    if len(look.view_mm) != _CORNERS or not outlines_mm:
        return picture
    drawn = picture.copy()
    lines = [np.round(_in_px(picture, look, one)).astype(np.int32) for one in outlines_mm]
    for colour, across_px in ((_HALO, _HALO_PX), (_MARK, _MARK_PX)):
        cv2.polylines(drawn, lines, isClosed=True, color=colour, thickness=across_px, lineType=cv2.LINE_AA)
    return drawn


def smaller(frame: Frame) -> _Picture:
    """
    The frame at most `_WIDTH_PX` wide, of shape `(height, width, 3)`: blue, green, red.

    Details come from the grey picture, colours from the small one in colour, if there is one.
    """
    height, width = frame.grey.shape
    share = min(1.0, _WIDTH_PX / width)
    size = round(width * share), max(1, round(height * share))
    grey = cv2.resize(frame.grey, size, interpolation=cv2.INTER_AREA)
    if frame.colour is None:
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    colours = cv2.cvtColor(cv2.resize(frame.colour, size), cv2.COLOR_RGB2YCrCb)
    colours[:, :, 0] = grey
    return np.asarray(cv2.cvtColor(colours, cv2.COLOR_YCrCb2BGR), np.uint8)


def encoded(picture: _Picture) -> bytes:
    """The picture as JPEG."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes()
