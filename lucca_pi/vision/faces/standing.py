"""The table while the camera stands: its axes, its plane, and what it looked like before."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import hypot

import cv2
import numpy as np

from lucca_pi.table.anchor import anchored
from lucca_pi.table.axes import beside, in_axes
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.faces.changes import Mask, changed, no_table
from lucca_pi.vision.faces.lying import Corners, Lying, Sight, Size, carried, carried_points, motion_of
from lucca_pi.vision.faces.top_view import Affine, Region, TopView, top_view
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.picture import Picture
from lucca_pi.vision.plane import Plane
from lucca_pi.vision.steady import by_plane, stands, steadied

BEYOND_MM = 500.0
"""So far beyond the quarters cards may lie."""
WIDER_MM = 80.0
"""A picture that shows so much more of the table on a side was taken from elsewhere."""
TURNS_DEG = (-8, -4, 0, 4, 8)
"""Cards lie so against a quarter, or against what lies square to it."""
ASKEW_DEG = (-12, 12)
"""Some lie so: what is left unknown is sought so as well."""


@dataclass(frozen=True, slots=True)
class Shown:
    """
    What a look shows in cells: `where` something else than the table lies, and what is `fresh` since the look before.

    `is_closer`: it is a look by less light, at what the look before has left in doubt.
    """

    where: Mask
    fresh: Mask
    is_closer: bool


class Standing:
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

    def shown(self, sight: Sight, *, is_closer: bool) -> Shown:
        """What the look shows, held against the bare table and the look before."""
        where = no_table(sight.top) if self.bare is None else changed(self.bare, sight.top)
        fresh = sight.top.seen if self.before is None else changed(self.before, sight.top)
        return Shown(where, fresh, is_closer)

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
