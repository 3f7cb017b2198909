"""
The table under a camera that has not moved: its axes, plane, earlier appearance, and usual light.

Light is measured on the paper of the quarters' codes, and its colour by how much lighter that is than their black. The
first picture of a look always counts as by the usual light, however lamp or exposure have changed since the look
before. Close-ups taken under reduced exposure are not remembered.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.looks import anchored
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Sighting, in_axes
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.faces.lying import (
    Affine,
    Corners,
    LyingCard,
    Mask,
    Region,
    Sight,
    Size,
    TopView,
    carried,
    carried_points,
    changed,
    no_table,
    top_view,
)
from lucca_pi.vision.faces.prints import FAINT, Prints
from lucca_pi.vision.look import Inspected, by_plane, stands, steadied
from lucca_pi.vision.picture import Colour, Grey, Picture
from lucca_pi.vision.plane import Plane
from lucca_pi.vision.stickers import LUMA, light_on

_BEYOND_MM = 500.0
"""Most distance of cards beyond the quarters, mm."""
_WIDER_MM = 80.0
"""Extra table in view on one side above which the camera counts as moved."""
_TURNS_DEG = (-8, -4, 0, 4, 8)
"""Turns of cards against a quarter, or square to it, that are searched."""
ASKEW_DEG = (-12, 12)
"""Turns in which remaining unidentified places are searched too."""
_DARKER = 0.3
"""Least log exposure drop that marks a close-up: in dim light noise and lens leave little of it."""
_LIT = 90
"""Per cent of a code's pixels that are darker than its paper."""
_BRIGHTEST = 95
"""Per cent of all places in a deck's photographs that are darker than the white of its cards."""
_SLIGHT = 0.45
"""Largest colour of the light, as a log-ratio, that is left in the picture: it changes no face."""
MOST = 2.5
"""
Largest factor by which a colour is amplified: a fainter one is noise, or a lamp's reflection.
This and `_DARK` were chosen on drawn tables by lamps that give red, green and blue as 1.3, 0.95 and 0.45, and as
1.35, 0.85 and 0.3, in haze and without: 2 of 105 cards of five deals were missed, and 49 before.
"""
_HAZE_WIDE = 20
"""Parts of the picture's width, in each of which cards show dark ink and a lamp's reflection changes little."""
_DARK = 0.4
"""Light of the darkest ink, as a share of the light; more in the darkest place nearby is haze."""
_EVEN = 64
"""The eight-bit factor that leaves a dot as light as it is."""
_Channels = NDArray[np.float64]
"""Red, green and blue."""


class FixedCamera:
    """
    The table as a fixed camera shows it: its axes stay from look to look, whatever quarter is pushed.

    `before`: the last look by the usual light. `bare`: the table without cards, if that was the first look.
    """

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._anchors: dict[int, Sighting] = {}
        self._surest: Inspected | None = None
        """The look with the most codes since the camera was moved last."""
        self._plane: Plane | None = None
        """The picture's plane by quarters and cards, until the camera is moved."""
        self.before: TopView | None = None
        self.bare: TopView | None = None

    def is_shown(self, look: Look) -> bool:
        """True if the look shows a known piece that gives the axes."""
        return bool(self._anchors.keys() & {seen.code for seen in look.sightings})

    def keep_as_surest(self, inspected: Inspected) -> None:
        """Keeps the look as the one with the most codes, and drops an earlier plane by cards."""
        self._surest, self._plane = inspected, None

    def fixed(self) -> Iterator[Corners]:
        """The outlines of the pieces that give the axes."""
        for anchor in self._anchors.values():
            piece = self._pieces.by_code[anchor.code]
            yield LyingCard.seen(anchor, piece).corners(piece.size_mm)

    def stands_as(self, now: Inspected) -> bool:
        """True if the camera has not moved; planes by few codes differ by a metre at the picture's corners."""
        return self._surest is not None and stands(self._surest.kept, now.kept)

    def steady(self, inspected: Inspected) -> Inspected:
        """The look by the plane of quarters and cards since the camera's last move, or by that of the surest look."""
        if self._plane and self.stands_as(inspected):
            return by_plane(inspected, self._plane, self._pieces)
        return steadied(inspected, self._surest, self._pieces)

    def sight(self, shown: Picture, inspected: Inspected) -> Sight:
        """The picture with the table from above; quarters that are new in it belong to the axes from now on."""
        look = inspected.look
        # the look's axes move to the table's by the quarters that have not moved against each other
        two_places = replace(look, bare=((0.0, 0.0), (1.0, 0.0)))
        (x, y), (to_x, to_y) = anchored(two_places, self._anchors, self._pieces.anchors).bare
        to_table = np.array([[to_x - x, y - to_y, x], [to_y - y, to_x - x, y]])
        to_look = np.asarray(cv2.invertAffineTransform(to_table), np.float64)
        seen = (one for one in look.sightings if one.code in self._pieces.anchors)
        known = len(self._anchors)
        self._anchors |= {one.code: carried(one, to_table) for one in seen}
        shows_as_much = len(self._anchors) == known and self.stands_as(inspected)
        region = self.before.region if self.before and shows_as_much else self._region(look, to_table)
        top = top_view(shown, inspected.plane, to_look, region)
        return Sight(shown, inspected.plane, to_look, to_table, top)

    def changed(self, sight: Sight) -> tuple[Mask, Mask]:
        """The cells of a look that show something else than the table, and those that have changed since the last."""
        where = no_table(sight.top) if self.bare is None else changed(self.bare, sight.top)
        fresh = sight.top.seen if self.before is None else changed(self.before, sight.top)
        return where, fresh

    def use(self, plane: Plane, inspected: Inspected, sight: Sight) -> tuple[Inspected, Sight]:
        """The first look with cards by another plane of its picture, into which the bare table is carried."""
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

    def _region(self, look: Look, to_table: Affine) -> Region:
        """
        The part of the table that is looked at: that of the look before, if there was one.

        All of a picture that shows much more, as photographs from the hand do, is looked at as for the first time.
        """
        anchors = np.array([(one.x_mm, one.y_mm) for one in self._anchors.values()])
        view = carried_points(np.array(look.view_mm), to_table)
        low = np.maximum(anchors.min(0) - _BEYOND_MM, view.min(0))
        high = np.minimum(anchors.max(0) + _BEYOND_MM, view.max(0))
        if self.before is not None:
            least, most = np.array(self.before.region).reshape(2, 2)
            if (low > least - _WIDER_MM).all() and (high < most + _WIDER_MM).all():
                return self.before.region
            low, high = np.minimum(low, least), np.maximum(high, most)
            self.before = self.bare = None
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def headings(self, turns_deg: Iterable[float] = _TURNS_DEG) -> set[float]:
        """The headings that cards may have: as somebody's quarter, or square to it, or nearly so."""
        straight = (one.heading_deg + square for one in self._anchors.values() for square in (0, 90, 180, 270))
        return {round((deg + turn) / 4) * 4 % 360 for deg, turn in product(straight, turns_deg)}

    def way_up(self, card: LyingCard, size_mm: Size) -> LyingCard:
        """
        A card that looks the same on its head, the way up in which it would be laid.

        That is by the player whose quarter is nearest; in the middle of the table all cards have the same way up.
        """
        at = Sighting(0, card.x_mm, card.y_mm, card.heading_deg)
        nearest = min((in_axes(at, one) for one in self._anchors.values()), key=lambda one: hypot(one.x_mm, one.y_mm))
        first = in_axes(at, self._anchors[min(self._anchors)])
        heading_deg = (nearest if nearest.y_mm > -size_mm[1] else first).heading_deg
        return card if abs(heading_deg) <= 90 else card.on_its_head(size_mm)


class WhiteLight:
    """Shows a table in the light of its cards' photographs, whatever lamp hangs above it."""

    def __init__(self, prints: Prints) -> None:
        ratios = prints.ratios["whole"]
        few = np.array([cv2.resize(face, ratios.shape[2:0:-1], interpolation=cv2.INTER_AREA) for face in prints.faces])
        red, blue = np.median(ratios[few >= np.percentile(few, _BRIGHTEST)], axis=0).tolist()
        self._photographed = np.array([red, 0.0, blue])
        """Log-ratios of red and blue over green of white in the photographs, with 0 for green."""

    def by_white(self, shown: Picture, inspected: Inspected, anchors: Container[int]) -> Picture:
        """The picture balanced by the white of its quarters' codes; unchanged if the light has hardly a colour."""
        light = self._light(shown, inspected, anchors)
        if light is None:
            return shown
        haze = _haze(shown.colour, float(light.min()))
        table = np.clip(np.arange(256)[:, None] * np.minimum(light[1] / light, MOST), 0, 255).round().astype(np.uint8)
        colour = np.asarray(cv2.LUT(cv2.subtract(shown.colour, cv2.merge([haze] * 3)), table[None]), np.uint8)
        then, now = (cv2.transform(one, np.array([LUMA])) for one in (shown.colour, colour))
        lighter = cv2.divide(now, np.maximum(then, 1), scale=_EVEN)
        large = cv2.resize(lighter, shown.grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
        return replace(
            shown, grey=np.asarray(cv2.multiply(shown.grey, large, scale=1 / _EVEN), np.uint8), colour=colour
        )

    def _light(self, shown: Picture, inspected: Inspected, anchors: Container[int]) -> _Channels | None:
        """The light of each colour on the quarters over that of the photographs; None if it is much the same."""
        smaller = np.array(shown.colour.shape[1::-1]) / shown.grey.shape[::-1]
        quarters = (one.corners_px for one in inspected.kept if one.code in anchors)
        light = [light_on(shown.colour, ((one + 0.5) * smaller - 0.5).astype(np.float32)) for one in quarters]
        lit = [one for one in light if one.min() > 1]
        if not lit:
            return None
        here = np.median(lit, axis=0) / np.exp(self._photographed)
        return np.asarray(here, np.float64) if np.abs(np.log(here / here[1])).max() > _SLIGHT else None


def _haze(colour: Colour, light: float) -> Grey:
    """
    The light that a lamp's wide reflection adds to each place: nothing there is dark in the light's faintest colour.

    `light`: the light in that colour.
    """
    side = 2 * (colour.shape[1] // _HAZE_WIDE // 2) + 1
    least = np.asarray(cv2.erode(colour.min(axis=2), np.ones((side, side), np.uint8)), np.uint8)
    haze = np.asarray(cv2.blur(least, (side, side)), np.float32) - np.float32(_DARK * light)
    return np.asarray(np.clip(haze, 0, 255), np.uint8)


class UsualLight:
    """The log light on each quarter in the last look by the usual light."""

    def __init__(self) -> None:
        self._usual: dict[int, float] = {}

    def is_on(self, grey: Grey, inspected: Inspected, anchors: Container[int], *, is_closer: bool) -> bool:
        """True if the picture is by the usual light; then the next one is compared with it."""
        light = {one.code: _on_paper(grey, one) for one in inspected.kept if one.code in anchors}
        apart = [light[code] - self._usual[code] for code in light.keys() & self._usual.keys()]
        if is_closer and apart and float(np.median(apart)) < -_DARKER:
            return False
        self._usual |= light
        return True


def _on_paper(grey: Grey, quarter: Detection) -> float:
    x, y, width, height = cv2.boundingRect(quarter.corners_px.astype(np.float32))
    paper = np.percentile(grey[max(0, y) : y + height, max(0, x) : x + width], _LIT)
    return float(np.log(paper + FAINT))
