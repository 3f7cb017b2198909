"""Draws into a photograph how it was read, for a person to see at a glance."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.areas import LOWER_EDGE_MM, REACH_X_MM, REACH_Y_MM, Area, Pose, area_at, place_of
from lucca_pi.table.pieces import COAT_CODES, QUARTER_CODES, Pieces
from lucca_pi.table.reading import Name, Reading
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.codes import CODES
from lucca_pi.vision.detect import Detection, detect
from lucca_pi.vision.labels import Box, Labels
from lucca_pi.vision.look import Inspected, Refused
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.plane import Plane, Points

Colour = tuple[int, int, int]
"""Blue, green, red."""

CENTRE: Colour = (255, 255, 255)
OWNERS: dict[int, Colour] = {
    101: (90, 90, 255),
    102: (90, 230, 90),
    103: (255, 170, 70),
    104: (40, 220, 255),
    105: (255, 110, 235),
}
REJECTED: Colour = (120, 120, 120)
REFUSED: Colour = (0, 0, 255)
MARKED: Colour = (0, 200, 255)
RING_MM = 24.0
"""The radius of the ring around what is marked."""
NEAR_PX = 10.0
LEGEND = "(62): margin in %, where not 100   line: one palace   thick line: triplet   grey: no marker   red: refused"
NAMED = re.compile(r"\(codes? ([\d, ]+)\)")
"""How doubts name codes."""
LABEL, NOTE, AREA = 0.55, 0.4, 0.5
"""Sizes of the letters of codes, of what is noted of them, and of areas."""
WIDTH_PX = 2304
"""The drawing's width; photographs are shrunk to it, and evened to middle greys for the lines to stand out."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What is to be looked at: a place in the look's axes, and what is said there, a short line each."""

    x_mm: float
    y_mm: float
    lines: tuple[str, ...]


def write_debug_image(
    path: Path,
    grey: Grey,
    inspected: Inspected,
    reading: Reading,
    pieces: Pieces,
    *,
    swap: bool = False,
    marks: Sequence[Mark] = (),
) -> None:
    """
    Draws the reading over the picture and writes it to the file (.png or .jpg), whose folder is made if it is missing.

    Codes are outlined in their owner's colour, white in the centre, and named, with their margin in % where it is not
    100. Thin lines bound each quarter's reach and areas, thicker ones join the cards of a palace under construction,
    thick white ones triplets. Quads that are no marker are grey; refused readings and codes that are not in the deck
    are red, with the reason. What is to be checked stands at the bottom, and a ring is around each card it is about;
    `marks` are rings, too.
    """
    refused = (*inspected.refused, *_unknown(grey, inspected, pieces))
    drawing = _Drawing(grey, inspected.plane, [*inspected.kept, *(one.detection for one in refused)])
    quarters = [one for one in inspected.look.sightings if one.code in QUARTER_CODES]
    for quarter in quarters:
        drawing.areas(quarter, swap)
    drawing.outlines(inspected.rejected_px, REJECTED)
    seen = list(zip(inspected.kept, inspected.look.sightings, strict=True))
    middles = {pieces.name(sighting.code): (sighting.x_mm, sighting.y_mm) for _, sighting in seen}
    for quarter_reading in reading.quarters:
        for column in quarter_reading.construction.values():
            drawing.polygon([middles[card] for card in column], OWNERS[quarter_reading.quarter], 2, closed=False)
    for triplet in reading.triplets:
        drawing.polygon([middles[card] for card in triplet], CENTRE, 3)
    for detection, sighting in seen:
        place = place_of(sighting, quarters, swap)
        colour = CENTRE if place.owner is None else OWNERS[place.owner]
        drawing.code(detection, _label(sighting.code, pieces), colour, _margin(detection))
    for one in refused:
        drawing.code(one.detection, _label(one.detection.code, pieces), REFUSED, one.why)
    for mark in (*marks, *_doubted(reading, inspected.look)):
        drawing.mark(mark)
    doubts = (f"{number}. {doubt}" for number, doubt in enumerate(reading.doubts, start=1))
    drawing.caption([LEGEND, *_summary(reading), *doubts])
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), drawing.picture)


def _doubted(reading: Reading, look: Look) -> Iterator[Mark]:
    """The pieces whose codes the doubts name."""
    for number, doubt in enumerate(reading.doubts, start=1):
        codes = {int(code) for named in NAMED.findall(doubt) for code in re.findall(r"\d+", named)}
        yield from (Mark(one.x_mm, one.y_mm, (f"doubt {number}",)) for one in look.sightings if one.code in codes)


def _label(code: int, pieces: Pieces) -> Name:
    if code not in pieces.codes:
        return f"code {code}"
    if code in QUARTER_CODES:
        return f"quarter {code}"
    return f"coat {code}" if code in COAT_CODES else pieces.name(code)


def _margin(detection: Detection) -> str:
    return "" if detection.margin == 1 else f"({round(100 * detection.margin)})"


def _unknown(grey: Grey, inspected: Inspected, pieces: Pieces) -> list[Refused]:
    """Markers of the dictionary that the deck does not know, where nothing else was read."""
    middles = [one.corners_px.mean(0) for one in inspected.kept]
    read = detect(grey, set(range(CODES)) - pieces.codes).read
    free = [one for one in read if all(np.linalg.norm(one.corners_px.mean(0) - middle) > NEAR_PX for middle in middles)]
    return [Refused(one, "not in the deck") for one in free]


def _summary(reading: Reading) -> list[str]:
    triplets = " | ".join(" ".join(map(str, triplet)) for triplet in reading.triplets)
    discards = " ".join(map(str, reading.discards))
    return [f"triplets: {triplets or 'none'}   discards: {discards or 'none'}   {reading.mm_per_px:.3f} mm/px"]


class _Drawing:
    """
    The photograph, shrunk and dimmed; takes places in the photograph's pixels or in the table's millimetres.

    No label stands upon one of the codes.
    """

    def __init__(self, grey: Grey, plane: Plane, codes: Iterable[Detection]) -> None:
        self.plane = plane
        self.scale = min(1.0, WIDTH_PX / grey.shape[1])
        small = cv2.resize(grey, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA)
        dimmed = np.clip(small * (150 / max(1.0, float(np.percentile(small, 99)))), 0, 170)
        self.picture = cv2.cvtColor(dimmed.astype(np.uint8), cv2.COLOR_GRAY2BGR)
        self._labels = Labels((small.shape[1], small.shape[0]), map(self._box, codes))

    def outlines(self, quads_px: Iterable[NDArray[np.float32]], colour: Colour) -> None:
        for corners in quads_px:
            self._closed(corners, colour, 1)

    def code(self, detection: Detection, label: Name, colour: Colour, note: str) -> None:
        """The code's outline, a dot in its top left corner, and beside it its name, with a note below."""
        corners = detection.corners_px
        self._closed(corners, colour, 2)
        lines = [(str(label), LABEL), *([(note, NOTE)] if note else [])]
        sizes = [_size(*line) for line in lines]
        left, top = self._labels.place(
            max(width for width, _ in sizes), sum(height for _, height in sizes), self._box(detection)
        )
        for (text, size), (_, height) in zip(lines, sizes, strict=True):
            top += height
            self._text(text, (round(left), round(top) - 3), size, colour)
        x, y = (corners[0] * self.scale).astype(int).tolist()
        cv2.circle(self.picture, (x, y), 4, colour, cv2.FILLED)

    def mark(self, mark: Mark) -> None:
        """A ring around a place, and beside it what is said there."""
        turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        ring = np.stack([mark.x_mm + RING_MM * np.cos(turn), mark.y_mm + RING_MM * np.sin(turn)], 1)
        self.polygon(ring, MARKED, 3)
        corners = self.plane.image_from_table(ring) * self.scale
        (left, top), (right, bottom) = corners.min(0).tolist(), corners.max(0).tolist()
        sizes = [_size(line, NOTE) for line in mark.lines]
        wide, high = max((one for one, _ in sizes), default=0.0), sum(one for _, one in sizes)
        x, y = self._labels.place(wide, high, (left, top, right, bottom))
        for line, (_, line_high) in zip(mark.lines, sizes, strict=True):
            y += line_high
            self._text(line, (round(x), round(y) - 3), NOTE, MARKED)

    def areas(self, quarter: Sighting, swap: bool) -> None:
        """The quarter's reach, its card's lower edge, and the line between completed and opened palaces, named."""
        colour, (top, bottom) = OWNERS[quarter.code], REACH_Y_MM
        left, right, edge = -REACH_X_MM, REACH_X_MM, LOWER_EDGE_MM
        box = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        for line in (box, [(left, edge), (right, edge)], [(0.0, top), (0.0, edge)]):
            corners = np.concatenate([np.linspace(a, b, 20) for a, b in pairwise(line)])
            self.polygon(_from_axes(corners, quarter), colour, 1, closed=False)
        for place in ((left / 2, top + 20), (right / 2, top + 20), (0.0, bottom - 15)):
            self._name_of_area(area_at(Pose(*place, 0.0), swap), _from_axes(np.array([place]), quarter), colour)

    def polygon(
        self,
        points_mm: Sequence[Sequence[float]] | NDArray[np.float64],
        colour: Colour,
        width_px: int,
        closed: bool = True,
    ) -> None:
        self._closed(self.plane.image_from_table(np.asarray(points_mm, float)), colour, width_px, closed)

    def caption(self, lines: Iterable[str]) -> None:
        for row, line in enumerate(reversed(list(lines))):
            self._text(line, (12, self.picture.shape[0] - 14 - 30 * row), 0.8, CENTRE)

    def _name_of_area(self, area: Area, middle_mm: Points, colour: Colour) -> None:
        x, y = (self.plane.image_from_table(middle_mm)[0] * self.scale).tolist()
        left, top = self._labels.place(*_size(area, AREA), (x, y, x, y))
        self._text(area, (round(left), round(top + _size(area, AREA)[1]) - 3), AREA, colour)

    def _box(self, detection: Detection) -> Box:
        corners = detection.corners_px * self.scale
        (left, top), (right, bottom) = corners.min(0).tolist(), corners.max(0).tolist()
        return left, top, right, bottom

    def _closed(self, points_px: NDArray[np.floating], colour: Colour, width_px: int, closed: bool = True) -> None:
        points = np.round(np.clip(points_px * self.scale, -1e5, 1e5) * 8).astype(np.int32)
        cv2.polylines(self.picture, [points], closed, colour, width_px, cv2.LINE_AA, 3)

    def _text(self, text: str, place: tuple[int, int], size: float, colour: Colour) -> None:
        thick = 2 if size > 0.5 else 1
        for width, ink in ((thick + 3, (0, 0, 0)), (thick, colour)):
            cv2.putText(self.picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, width, cv2.LINE_AA)


def _size(text: str, size: float) -> tuple[float, float]:
    """How wide and how high a line of text is, with what it leaves free."""
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
    return width + 3, height + below / 2 + 3


def _from_axes(points_mm: NDArray[np.float64], quarter: Sighting) -> NDArray[np.float64]:
    """Points in the quarter's axes, shape (n, 2), in the axes of the look."""
    turn = np.radians(quarter.heading_deg)
    along = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(points_mm @ along + [quarter.x_mm, quarter.y_mm])
