"""
Draws a photograph's reading over it, for a person to check at a glance.

Labels are beside the things they name, in free places if there is room.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Marked
from lucca_pi.vision.codes import CODES
from lucca_pi.vision.detect import Detection, detect
from lucca_pi.vision.look import Inspected, Refused
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.plane import Plane, Points

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""
_GAP_PX = 5.0
_RINGS = (0.0, 10.0, 20.0, 32.0)
"""Further distances, pixels, at which a label is tried if there is no room beside its thing."""
_FAR_PX = 1e5
Colour = tuple[int, int, int]
"""Blue, green, red."""
_REJECTED: Colour = (120, 120, 120)
REFUSED: Colour = (0, 0, 255)
_CAPTION: Colour = (255, 255, 255)
MARKED: Colour = (0, 200, 255)
_RING_MM = 24.0
"""Radius of the ring around a marked place."""
_NEAR_PX = 10.0
"""Distance of two readings within which they are one."""
_LABEL, _NOTE, _AREA = 0.55, 0.4, 0.5
"""Sizes of the letters of codes, of notes on them, and of areas."""
_WIDTH_PX = 2304
"""The drawing's width: photographs are shrunk to it, and dimmed to middle greys for lines to stand out."""


class Labels:
    """Places for labels in a picture of some width and height, beside boxes that are taken already."""

    def __init__(self, size_px: tuple[int, int], taken: Iterable[Box] = ()) -> None:
        width, height = size_px
        left, top = (-_FAR_PX, -_FAR_PX, 0.0, _FAR_PX), (-_FAR_PX, -_FAR_PX, _FAR_PX, 0.0)
        right, bottom = (float(width), -_FAR_PX, _FAR_PX, _FAR_PX), (-_FAR_PX, float(height), _FAR_PX, _FAR_PX)
        self._taken = [left, top, right, bottom, *taken]

    def take(self, box: Box) -> None:
        """Reserves this area: no label goes here."""
        self._taken.append(box)

    def place(self, width: float, height: float, beside: Box) -> tuple[float, float]:
        """The left top corner of a label beside a box, upon as little as can be; its place is reserved."""
        places = [place for ring in _RINGS for place in _around(width, height, beside, _GAP_PX + ring)]
        x, y = min(places, key=lambda place: self._covered((*place, place[0] + width, place[1] + height)))
        self.take((x, y, x + width, y + height))
        return x, y

    def _covered(self, box: Box) -> float:
        """The reserved pixels that the box would cover."""
        taken: NDArray[np.float64] = np.array(self._taken)
        wide = np.minimum(taken[:, 2], box[2]) - np.maximum(taken[:, 0], box[0])
        high = np.minimum(taken[:, 3], box[3]) - np.maximum(taken[:, 1], box[1])
        return float((wide.clip(0) * high.clip(0)).sum())


def _around(width: float, height: float, beside: Box, gap: float) -> Iterable[tuple[float, float]]:
    """Places right, below, above and left of the box, each first at its middle and then at its ends."""
    left, top, right, bottom = beside
    along_x = ((left + right - width) / 2, left, right - width)
    along_y = ((top + bottom - height) / 2, bottom - height, top)
    yield from ((right + gap, y) for y in along_y)
    yield from ((x, bottom + gap) for x in along_x)
    yield from ((x, top - gap - height) for x in along_x)
    yield from ((left - gap - width, y) for y in along_y)


@dataclass(frozen=True, slots=True)
class Line:
    """A line on the table, through points of the look's axes, shape (n, 2)."""

    points_mm: Points
    colour: Colour
    width_px: int = 1
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class TextMark:
    """A text centred on a place on the table, in the look's axes, shape (2,)."""

    text: str
    middle_mm: Points
    colour: Colour


@dataclass(frozen=True, slots=True)
class Annotations:
    """
    A game's annotations of a look: drawings below and above the codes, each sighting's colour, and lines of text.

    `names`: of the pieces, by code. A ring is drawn around each of `marks`, in the look's axes.
    """

    below: Sequence[Line | TextMark]
    above: Sequence[Line | TextMark]
    colours: Sequence[Colour]
    names: Mapping[int, str]
    caption: Sequence[str]
    marks: Sequence[Marked] = ()


def plain(inspected: Inspected, caption: Sequence[str], marks: Sequence[Marked]) -> Annotations:
    """The annotations without a game's own: the codes that were read."""
    names = {one.code: str(one.code) for one in inspected.kept}
    return Annotations((), (), [_CAPTION] * len(inspected.kept), names, caption, marks)


def write_debug_image(path: Path, grey: Grey, inspected: Inspected, pieces: Pieces, annotations: Annotations) -> None:
    """
    Draws the picture's reading over it and writes it to the file (.png or .jpg), whose folder is made if missing.

    Codes are outlined in their colour and named, with their margin in % if it is not 100. Quads that are no marker are
    grey; refused readings and codes of no piece are red, with the reason.
    """
    refused = (*inspected.refused, *_unknown(grey, inspected, pieces))
    drawing = _Drawing(grey, inspected.plane, [*inspected.kept, *(one.detection for one in refused)])
    drawing.marks(annotations.below)
    for corners in inspected.rejected_px:
        drawing.closed(corners, _REJECTED, 1)
    drawing.marks(annotations.above)
    for detection, colour in zip(inspected.kept, annotations.colours, strict=True):
        margin = "" if detection.margin == 1 else f"({round(100 * detection.margin)})"
        drawing.code(detection, annotations.names[detection.code], colour, margin)
    for one in refused:
        code = one.detection.code
        drawing.code(one.detection, annotations.names.get(code, f"code {code}"), REFUSED, one.why)
    for mark in annotations.marks:
        drawing.mark(mark)
    drawing.caption(annotations.caption)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), drawing.picture)


def _unknown(grey: Grey, inspected: Inspected, pieces: Pieces) -> list[Refused]:
    """Markers of the dictionary that are not in the deck, at places without another reading."""
    middles = [one.corners_px.mean(0) for one in inspected.kept]
    read = detect(grey, set(range(CODES)) - pieces.codes).read
    free = [
        one for one in read if all(np.linalg.norm(one.corners_px.mean(0) - middle) > _NEAR_PX for middle in middles)
    ]
    return [Refused(one, "not in the deck") for one in free]


class _Drawing:
    """
    The photograph, shrunk and dimmed; takes places in the photograph's pixels or in the table's millimetres.

    No label covers a code.
    """

    def __init__(self, grey: Grey, plane: Plane, codes: Iterable[Detection]) -> None:
        self.plane = plane
        self.scale = min(1.0, _WIDTH_PX / grey.shape[1])
        small = cv2.resize(grey, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA)
        dimmed = np.clip(small * (150 / max(1.0, float(np.percentile(small, 99)))), 0, 170)
        self.picture = cv2.cvtColor(dimmed.astype(np.uint8), cv2.COLOR_GRAY2BGR)
        self._labels = Labels((small.shape[1], small.shape[0]), (self._box(one.corners_px) for one in codes))

    def code(self, detection: Detection, label: str, colour: Colour, note: str) -> None:
        """The code's outline, a dot in its top left corner, and beside it its name, with a note below."""
        corners = detection.corners_px
        self.closed(corners, colour, 2)
        self._labelled([(label, _LABEL), *([(note, _NOTE)] if note else [])], self._box(corners), colour)
        x, y = (corners[0] * self.scale).astype(int).tolist()
        cv2.circle(self.picture, (x, y), 4, colour, cv2.FILLED)

    def marks(self, marks: Iterable[Line | TextMark]) -> None:
        """Draws the game's lines, and its texts if there is room for them."""
        for mark in marks:
            if isinstance(mark, Line):
                points_px = self.plane.image_from_table(mark.points_mm)
                self.closed(points_px, mark.colour, mark.width_px, mark.is_closed)
            else:
                x, y = (self.plane.image_from_table(mark.middle_mm[None])[0] * self.scale).tolist()
                self._labelled([(mark.text, _AREA)], (x, y, x, y), mark.colour)

    def mark(self, mark: Marked) -> None:
        """A ring around a place, and beside it its lines."""
        turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        ring = np.stack([mark.seen.x_mm + _RING_MM * np.cos(turn), mark.seen.y_mm + _RING_MM * np.sin(turn)], 1)
        ring_px = self.plane.image_from_table(ring)
        self.closed(ring_px, MARKED, 3, True)
        self._labelled([(line, _NOTE) for line in mark.lines], self._box(ring_px), MARKED)

    def caption(self, lines: Iterable[str]) -> None:
        """Lines of text in the lower left corner."""
        for row, line in enumerate(reversed(list(lines))):
            self._text(line, (12, self.picture.shape[0] - 14 - 30 * row), 0.8, _CAPTION)

    def _labelled(self, lines: Sequence[tuple[str, float]], beside: Box, colour: Colour) -> None:
        """Lines of text in letters of these sizes, beside a box."""
        sizes = [_size(*line) for line in lines]
        wide, high = max((width for width, _ in sizes), default=0.0), sum(height for _, height in sizes)
        left, top = self._labels.place(wide, high, beside)
        for (text, size), (_, height) in zip(lines, sizes, strict=True):
            top += height
            self._text(text, (round(left), round(top) - 3), size, colour)

    def _box(self, points_px: NDArray[np.floating]) -> Box:
        points = points_px * self.scale
        (left, top), (right, bottom) = points.min(0).tolist(), points.max(0).tolist()
        return left, top, right, bottom

    def closed(self, points_px: NDArray[np.floating], colour: Colour, width_px: int, closed: bool = True) -> None:
        """A line through these points, to the first again if it is closed."""
        points = np.round(np.clip(points_px * self.scale, -1e5, 1e5) * 8).astype(np.int32)
        cv2.polylines(self.picture, [points], closed, colour, width_px, cv2.LINE_AA, 3)

    def _text(self, text: str, place: tuple[int, int], size: float, colour: Colour) -> None:
        thick = 2 if size > 0.5 else 1
        for width, ink in ((thick + 3, (0, 0, 0)), (thick, colour)):
            cv2.putText(self.picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, width, cv2.LINE_AA)


def _size(text: str, size: float) -> tuple[float, float]:
    """Width and height of a line of text, with its margin."""
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
    return width + 3, height + below / 2 + 3
