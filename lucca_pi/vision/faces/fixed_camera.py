"""
The table while the camera stands: its axes, its plane, and what it looked like before.

The light that looks are held against: its colour, and how much there is. A closer look by less is none to remember.

Light is told by the paper of the quarters' codes, and by how much lighter that is than their black. The first picture
of a look is always by the usual light, however the lamp or the camera's exposure has changed since the look before:
what lies there now is all that it shows.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.anchor import anchored
from lucca_pi.table.axes import beside, in_axes
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.faces.lying import Corners, Lying, Sight, Size, carried, carried_points, motion_of
from lucca_pi.vision.faces.prints import Prints
from lucca_pi.vision.faces.top_view import FAINT, Affine, Mask, Region, TopView, changed, no_table, top_view
from lucca_pi.vision.look import Inspected, by_plane, stands, steadied
from lucca_pi.vision.picture import Colour, Grey, Picture
from lucca_pi.vision.plane import Plane
from lucca_pi.vision.stickers import LUMA, light_on

BEYOND_MM = 500.0
"""So far beyond the quarters cards may lie."""
WIDER_MM = 80.0
"""A picture that shows so much more of the table on a side was taken from elsewhere."""
TURNS_DEG = (-8, -4, 0, 4, 8)
"""Cards lie so against a quarter, or against what lies square to it."""
ASKEW_DEG = (-12, 12)
"""Some lie so: what is left unknown is sought so as well."""
DARKER = 0.3
"""Logarithm of the light that a closer look has less, at least: in dim light noise and lens leave little of it."""
LIT = 90
"""So many in a hundred pixels of a code are darker than its paper."""
BRIGHTEST = 95
"""So many in a hundred places of a deck's photographs are darker than what is white on its cards."""
SLIGHT = 0.45
"""A colour of the light, as a ratio's logarithm, that changes no face: what is stronger is taken away."""
MOST = 2.5
"""
So many times a colour is made stronger at most: what is left of a fainter one is noise, or a lamp's reflection.

This and `DARK` were chosen on drawn tables by lamps that give red, green and blue as 1.3, 0.95 and 0.45, and as
1.35, 0.85 and 0.3, in haze and without: 2 of 105 cards of five deals were missed, and 49 before.
"""
HAZE_WIDE = 20
"""A lamp's reflection changes little within so small a part of the picture's width, in which cards show dark ink."""
DARK = 0.4
"""Haze is what no place is darker than, by more than this part of the light."""
EVEN = 64
"""The eight-bit value that leaves a dot as light as it is."""
Channels = NDArray[np.float64]
"""Of red, green and blue."""


@dataclass(frozen=True, slots=True)
class ChangedCells:
    """
    What a look shows in cells: `where` something else than the table lies, and what is `fresh` since the look before.

    `is_closer`: it is a look by less light, at what the look before has left in doubt.
    """

    where: Mask
    fresh: Mask
    is_closer: bool


class FixedCamera:
    """
    The axes of the table stay from look to look, whatever quarter is pushed.

    `before`: the table as the last look by the usual light showed it. `bare`: the table without cards, if that was the
    first look.
    """

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._anchors: dict[int, Sighting] = {}
        self._surest: Inspected | None = None
        """The look since the camera stands that showed the most codes."""
        self._plane: Plane | None = None
        """That of the picture, by quarters and cards, while the camera stands."""
        self.before: TopView | None = None
        self.bare: TopView | None = None

    def is_shown(self, look: Look) -> bool:
        """Whether the look shows one of the pieces that give the axes."""
        return bool(self._anchors.keys() & {seen.code for seen in look.sightings})

    def keep_as_surest(self, inspected: Inspected) -> None:
        """Keeps the look as the one that showed the most codes; planes by cards of before are given up."""
        self._surest, self._plane = inspected, None

    def fixed(self) -> Iterator[Corners]:
        """The outlines of the pieces that give the axes."""
        return map(self._whole, self._anchors.values())

    def stands_as(self, now: Inspected) -> bool:
        """Whether the camera has not moved; planes that few codes give differ by a metre at the picture's corners."""
        return self._surest is not None and stands(self._surest.kept, now.kept)

    def steady(self, inspected: Inspected) -> Inspected:
        """The look by the plane that quarters and cards have given since the camera stands, or the surest look has."""
        if self._plane and self.stands_as(inspected):
            return by_plane(inspected, self._plane, self._pieces)
        return steadied(inspected, self._surest, self._pieces)

    def sight(self, shown: Picture, inspected: Inspected) -> Sight:
        """The picture with the table from above; quarters that it shows first belong to the axes from now on."""
        look = inspected.look
        to_table = self._motion(look)
        to_look = np.asarray(cv2.invertAffineTransform(to_table), np.float64)
        seen = (one for one in look.sightings if one.code in self._pieces.anchors)
        known = len(self._anchors)
        self._anchors |= {one.code: carried(one, to_table) for one in seen}
        shows_as_much = len(self._anchors) == known and self.stands_as(inspected)
        region = self.before.region if self.before and shows_as_much else self._region(look, to_table)
        top = top_view(shown, inspected.plane, to_look, region)
        return Sight(shown, inspected.plane, to_look, to_table, top)

    def shown(self, sight: Sight, *, is_closer: bool) -> ChangedCells:
        """What the look shows, held against the bare table and the look before."""
        where = no_table(sight.top) if self.bare is None else changed(self.bare, sight.top)
        fresh = sight.top.seen if self.before is None else changed(self.before, sight.top)
        return ChangedCells(where, fresh, is_closer)

    def use(self, plane: Plane, inspected: Inspected, sight: Sight) -> tuple[Inspected, Sight]:
        """The first look with cards by another plane of its picture; the bare table is carried into that."""
        steady = by_plane(inspected, plane, self._pieces)
        self._surest, self._plane = inspected, plane
        self._anchors = {seen.code: seen for seen in steady.look.sightings if seen.code in self._pieces.anchors}

        def to_before(places_mm: Corners) -> Corners:
            pixels = steady.plane.image_from_table(places_mm)
            return carried_points(sight.plane.table_from_image(pixels), sight.to_table)

        self.bare = self.bare and self.bare.carried(to_before)
        same = np.eye(2, 3)
        top = top_view(sight.shown, steady.plane, same, sight.top.region)
        return steady, Sight(sight.shown, steady.plane, same, same, top)

    def _motion(self, look: Look) -> Affine:
        """From the axes of the look to those of the table: by what has not moved among itself."""
        return motion_of(anchored(replace(look, bare=((0.0, 0.0), (1.0, 0.0))), self._anchors, self._pieces.anchors))

    def _region(self, look: Look, to_table: Affine) -> Region:
        """
        The part of the table that is looked at: that of the look before, once there was one.

        Where a picture shows much more, as photographs from the hand do, all of it is looked at as for the first time.
        """
        anchors = np.array([(one.x_mm, one.y_mm) for one in self._anchors.values()])
        view = carried_points(np.array(look.view_mm), to_table)
        low, high = (
            np.maximum(anchors.min(0) - BEYOND_MM, view.min(0)),
            np.minimum(anchors.max(0) + BEYOND_MM, view.max(0)),
        )
        if self.before is not None:
            left, top, right, bottom = self.before.region
            if (low > (left - WIDER_MM, top - WIDER_MM)).all() and (high < (right + WIDER_MM, bottom + WIDER_MM)).all():
                return self.before.region
            low, high = np.minimum(low, (left, top)), np.maximum(high, (right, bottom))
            self.before = self.bare = None
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def headings(self, turns_deg: Iterable[float] = TURNS_DEG) -> set[float]:
        """How cards may be turned: as somebody's quarter, or square to it, or nearly so."""
        straight = (one.heading_deg + square for one in self._anchors.values() for square in (0, 90, 180, 270))
        return {round((deg + turn) / 4) * 4 % 360 for deg, turn in product(straight, turns_deg)}

    def way_up(self, card: Lying, size_mm: Size) -> Lying:
        """
        A card that looks the same on its head, as it would be laid.

        By the player whose quarter is nearest; farther up than that, in the middle of the table, all the same way up.
        """
        at = Sighting(0, card.x_mm, card.y_mm, card.heading_deg)
        nearest = min((in_axes(at, one) for one in self._anchors.values()), key=lambda one: hypot(one.x_mm, one.y_mm))
        first = in_axes(at, self._anchors[min(self._anchors)])
        heading_deg = (nearest if nearest.y_mm > -size_mm[1] else first).heading_deg
        return card if abs(heading_deg) <= 90 else card.on_its_head(size_mm)

    def _whole(self, anchor: Sighting) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """The corners of a piece that gives the axes."""
        piece = self._pieces.by_code[anchor.code]
        return Lying((), *beside(anchor, piece.to_middle_mm), anchor.heading_deg).whole(piece.size_mm)


class WhiteLight:
    """Shows a table by the light that the photographs of its cards were taken by, whatever lamp hangs above it."""

    def __init__(self, prints: Prints) -> None:
        ratios = prints.ratios["whole"]
        few = np.array([cv2.resize(face, ratios.shape[2:0:-1], interpolation=cv2.INTER_AREA) for face in prints.faces])
        red, blue = np.median(ratios[few >= np.percentile(few, BRIGHTEST)], axis=0).tolist()
        self._photographed = np.array([red, 0.0, blue])
        """Of what is white in the photographs: logarithms of red and blue over green, with a nought for green."""

    def by_white(self, shown: Picture, inspected: Inspected, anchors: Container[int]) -> Picture:
        """The picture, by the white of the quarters' codes in it; as it is where the light has hardly a colour."""
        light = self._light(shown, inspected, anchors)
        if light is None:
            return shown
        haze = _haze(shown.colour, float(light.min()))
        table = np.clip(np.arange(256)[:, None] * np.minimum(light[1] / light, MOST), 0, 255).round().astype(np.uint8)
        colour = np.asarray(cv2.LUT(cv2.subtract(shown.colour, cv2.merge([haze] * 3)), table[None]), np.uint8)
        then, now = (cv2.transform(one, np.array([LUMA])) for one in (shown.colour, colour))
        lighter = cv2.divide(now, np.maximum(then, 1), scale=EVEN)
        large = cv2.resize(lighter, shown.grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
        return replace(shown, grey=np.asarray(cv2.multiply(shown.grey, large, scale=1 / EVEN), np.uint8), colour=colour)

    def _light(self, shown: Picture, inspected: Inspected, anchors: Container[int]) -> Channels | None:
        """The light of each colour on the quarters, beside that of the photographs; None where it is much the same."""
        smaller = np.array(shown.colour.shape[1::-1]) / shown.grey.shape[::-1]
        quarters = (one.corners_px for one in inspected.kept if one.code in anchors)
        light = [light_on(shown.colour, ((one + 0.5) * smaller - 0.5).astype(np.float32)) for one in quarters]
        lit = [one for one in light if one.min() > 1]
        if not lit:
            return None
        here = np.median(lit, axis=0) / np.exp(self._photographed)
        return np.asarray(here, np.float64) if np.abs(np.log(here / here[1])).max() > SLIGHT else None


def _haze(colour: Colour, light: float) -> Grey:
    """
    What a lamp's wide reflection adds to each place: there nothing is dark in the colour that the light has least of.

    `light`: how much it has of that.
    """
    side = 2 * (colour.shape[1] // HAZE_WIDE // 2) + 1
    least = np.asarray(cv2.erode(colour.min(axis=2), np.ones((side, side), np.uint8)), np.uint8)
    haze = np.asarray(cv2.blur(least, (side, side)), np.float32) - np.float32(DARK * light)
    return np.asarray(np.clip(haze, 0, 255), np.uint8)


class UsualLight:
    """The logarithm of the light on each quarter, as the last look by the usual light had it."""

    def __init__(self) -> None:
        self._usual: dict[int, float] = {}

    def is_on(self, grey: Grey, inspected: Inspected, anchors: Container[int], *, is_closer: bool) -> bool:
        """Whether the picture is by the usual light: the next one is held against its light then."""
        light = {one.code: _on_paper(grey, one) for one in inspected.kept if one.code in anchors}
        apart = [light[code] - self._usual[code] for code in light.keys() & self._usual.keys()]
        if is_closer and apart and float(np.median(apart)) < -DARKER:
            return False
        self._usual |= light
        return True


def _on_paper(grey: Grey, quarter: Detection) -> float:
    x, y, width, height = cv2.boundingRect(quarter.corners_px.astype(np.float32))
    paper = np.percentile(grey[max(0, y) : y + height, max(0, x) : x + width], LIT)
    return float(np.log(paper + FAINT))
