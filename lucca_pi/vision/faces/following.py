"""
Cards without codes, from look to look: what has not changed lies where it lay, and only what has is searched.

The first look is searched wherever there is something else than table. An earlier look at the table without cards, the
quarters alone, is the best beginning: then nothing of the table is taken for a card, nor a card for the table.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.anchor import anchored
from lucca_pi.table.axes import beside, wrapped
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Alike, Look, Sighting
from lucca_pi.vision.faces.box import Box, box_of
from lucca_pi.vision.faces.changes import Mask, changed, no_table, share
from lucca_pi.vision.faces.features import relative_light
from lucca_pi.vision.faces.finding import RIM_MM, Finder, Rough
from lucca_pi.vision.faces.gates import AMONG_FEW, GATES
from lucca_pi.vision.faces.laying import Homography, rectified
from lucca_pi.vision.faces.prints import UPPER
from lucca_pi.vision.faces.recognise import Face, recognise_whole
from lucca_pi.vision.faces.top_view import CELL_MM, Affine, TopView, top_view
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.picture import Colour, Grey, Picture
from lucca_pi.vision.plane import Plane

BEYOND_MM = 500.0
"""So far beyond the quarters cards may lie."""
TURNS_DEG = (-8.0, -4.0, 0.0, 4.0, 8.0)
"""Cards lie so against a quarter, or against what lies square to it."""
STAYED = 0.15
"""A card of whose upper part less than this has changed lies where it lay."""
ASIDE_MM = 30.0, 28.0
"""Two cards' upper parts overlap if their middles are nearer than this, across and down."""
FILLED = 0.6
"""Share of a place that has to be something else than table, or changed."""
MISSHAPEN = 0.06
"""A card's sides differ by less than this from what they are."""
RESEMBLES = 0.4
"""Less like every face than this, at 1 px/mm, no place is looked at closely."""
MARGIN_FROM = 0.5
OVERLAPPED = replace(AMONG_FEW, likeness=0.6)
"""A back of which a third is covered is this like its print; nothing else on the table is."""
LARGEST_MM = 450.0
"""Something larger that is no table is no row of backs: hands, people, the floor."""
MOST_FAINT = 12
"""So many places of backs and towers are looked at closely in one look."""
INNER = 0.9
"""The part of a card's upper half that tells whether it has changed: its edges belong to its neighbours, too."""

Corners = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card that was recognised: its codes, likeliest first, and where its middle lies, in the axes of the table."""

    codes: tuple[int, ...]
    x_mm: float
    y_mm: float
    heading_deg: float
    likeness: float


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """A picture with what leads from the table's axes to its pixels."""

    shown: Picture
    plane: Plane
    to_plane: Affine
    to_table: Affine
    top: TopView


class FaceReader:
    """Reads cards by their faces, and remembers what the look before showed."""

    def __init__(self, box: Box, pieces: Pieces) -> None:
        self._box, self.pieces = box, pieces
        self._finder = Finder(box.prints)
        self._size_mm = box.prints.size_mm
        self._known: dict[int, Sighting] = {}
        self._before: TopView | None = None
        self._bare: TopView | None = None
        self._changed: Mask | None = None
        self.placed: tuple[Placed, ...] = ()

    def read(self, grey: Grey, colour: Colour, inspected: Inspected) -> Look:
        """The look with the cards that bear no code in sight: those known alone as sightings, the others as `alike`."""
        sight = self._sight(Picture(grey, np.ascontiguousarray(colour)), inspected)
        coded = [self._of_sighting(seen, sight) for seen in inspected.look.sightings if seen.code in self.pieces.loose]
        kept = list(self._still_there(sight, coded))
        found = self._found(sight, [*coded, *kept])
        if self._before is None and not (coded or found):
            self._bare = sight.top
        self.placed, self._before = (*kept, *found), sight.top
        return self._told(inspected.look, sight)

    # where things lie

    def _sight(self, shown: Picture, inspected: Inspected) -> _Sight:
        look, plane = inspected.look, inspected.plane
        if not self._known.keys() & {seen.code for seen in look.sightings}:
            self._before, self._bare, self.placed, self._known = None, None, (), {}
        to_table = _motion(look, self._known, self.pieces.anchors)
        to_plane = np.asarray(cv2.invertAffineTransform(to_table), np.float64)
        for seen in look.sightings:
            if seen.code in self.pieces.anchors:
                self._known[seen.code] = _carried(seen, to_table)
        region = self._before_region(look, to_table)
        return _Sight(shown, plane, to_plane, to_table, top_view(shown, plane, to_plane, region))

    def _before_region(self, look: Look, to_table: Affine) -> tuple[float, float, float, float]:
        """The part of the table that is looked at: that of the look before, once there was one."""
        if self._before is not None:
            rows, columns = self._before.seen.shape
            left, top = self._before.corner_mm
            return left, top, left + columns * CELL_MM, top + rows * CELL_MM
        anchors = np.array([(one.x_mm, one.y_mm) for one in self._known.values()])
        view = np.array(look.view_mm) @ to_table[:, :2].T + to_table[:, 2]
        low, high = (
            np.maximum(anchors.min(0) - BEYOND_MM, view.min(0)),
            np.minimum(anchors.max(0) + BEYOND_MM, view.max(0)),
        )
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def _of_sighting(self, seen: Sighting, sight: _Sight) -> Placed:
        """A card whose code is in sight."""
        there = _carried(seen, sight.to_table)
        x_mm, y_mm = beside(there, self.pieces.by_code[seen.code].to_middle_mm)
        return Placed((seen.code,), x_mm, y_mm, there.heading_deg, seen.margin)

    # what stayed

    def _still_there(self, sight: _Sight, coded: Sequence[Placed]) -> Iterator[Placed]:
        """The cards of the look before that lie where they lay, or nearly so."""
        self._changed = changed(self._before, sight.top) if self._before is not None else None
        if self._changed is None:
            return
        for card in self.placed:
            if any(self._overlap(card, other) for other in coded):
                continue
            if share(self._changed, sight.top, self._upper(card, INNER)) < STAYED:
                yield card
            elif again := self._recognised(sight, card, card.codes):
                yield again

    # what is new

    def _found(self, sight: _Sight, there: Sequence[Placed]) -> list[Placed]:
        """The cards that lie where something else than table is, but for those `there`."""
        where = self._filled(sight.top)
        found: list[Placed] = []
        for one in self._finder.places(sight.top, self._worth(sight.top, where, there), self._headings()):
            card = Placed((), one.x_mm, one.y_mm, one.heading_deg, 0.0)
            if self._is_free(card, sight.top, where, (*there, *found)) and self._resemblance(sight, one) >= RESEMBLES:
                self._add(self._recognised(sight, card), found, there)
        rough = (
            card for card in self._faint(sight, where, (*there, *found)) if self._is_free(card, sight.top, where, found)
        )
        faint = [known for card in rough if (known := self._recognised(sight, card, self._shared(card)))]
        for known in sorted(faint, key=lambda one: -one.likeness):  # bricks look alike half a brick beside their place
            self._add(known, found, there)
        return found

    def _shared(self, card: Placed) -> Collection[int] | None:
        """Backs are laid over each other by a third: among backs less of one is enough."""
        return self.pieces.shared if self.pieces.shared.issuperset(card.codes) else None

    def _add(self, card: Placed | None, found: list[Placed], there: Sequence[Placed]) -> None:
        if card and not any(self._overlap(card, other) for other in (*there, *found)):
            found.append(card)

    def _filled(self, top: TopView) -> Mask:
        """The cells where something else than the table is in sight."""
        return no_table(top) if self._bare is None else changed(self._bare, top)

    def _is_free(self, card: Placed, top: TopView, where: Mask, others: Iterable[Placed]) -> bool:
        """Whether a card may lie there: on no other, and where something else than the table is."""
        return share(where, top, self._upper(card, INNER)) >= FILLED and not any(
            self._overlap(card, other) for other in others
        )

    def _worth(self, top: TopView, where: Mask, there: Iterable[Placed]) -> Mask:
        """The cells at which a new card's upper part may have its middle."""
        side = round(self._size_mm[1] * UPPER / CELL_MM)
        return np.asarray(cv2.blur(self._free(top, where, there), (side, side)) >= FILLED)

    def _free(self, top: TopView, where: Mask, there: Iterable[Placed]) -> NDArray[np.float32]:
        """1 where something lies of which it is not known what, else 0."""
        free = where.astype(np.float32)
        fixed = [self._whole(anchor) for anchor in self._known.values()]
        for corners_mm in (*fixed, *(self._upper(card) for card in there)):
            cv2.fillConvexPoly(free, np.round(top.cell_of(corners_mm)).astype(np.int32), (0.0,))
        return free

    def _faint(self, sight: _Sight, where: Mask, there: Sequence[Placed]) -> list[Placed]:
        """Where cards may lie whose faces hardly show in cells, in what has changed, the likeliest first."""
        free = self._free(sight.top, where, there).astype(np.uint8)
        opened = cv2.morphologyEx(free, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
        least = FILLED * self._size_mm[0] * self._size_mm[1] * UPPER / CELL_MM**2
        places: list[tuple[float, Placed]] = []
        widest = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(1) * CELL_MM
        for label in np.flatnonzero((stats[:, cv2.CC_STAT_AREA] >= least) & (widest <= LARGEST_MM)).tolist():
            if label and (self._changed is None or (self._changed & (labels == label)).sum() >= least / 2):
                places += self._faint_in(sight, stats[label])
        return [card for _, card in sorted(places, key=lambda one: -one[0])[:MOST_FAINT]]

    def _faint_in(self, sight: _Sight, stats: NDArray[np.int32]) -> Iterator[tuple[float, Placed]]:
        """The same within a part of the table, with their correlations."""
        left, top, columns, rows, _ = stats.tolist()
        (x_mm, y_mm), (far_x, far_y) = sight.top.place_of(np.array([[left, top], [left + columns, top + rows]], float))
        for heading in sorted(self._headings()):
            turn = np.radians(heading)
            width, height = far_x - x_mm, far_y - y_mm
            sides = (
                abs(width * np.cos(turn)) + abs(height * np.sin(turn)),
                abs(width * np.sin(turn)) + abs(height * np.cos(turn)),
            )
            part = Placed((), (x_mm + far_x) / 2, (y_mm + far_y) / 2, heading, 0.0)
            size_mm = sides[0] + 2 * RIM_MM, sides[1] + 2 * RIM_MM
            light = relative_light(rectified(sight.shown, self._onto(sight, part, size_mm), size_mm, 1.0).grey, 1.0)
            for x, y, which, alike in self._finder.fine_peaks(light):
                way = (x + (self._size_mm[0] - size_mm[0]) / 2, y + (self._size_mm[1] - size_mm[1]) / 2)
                middle = beside(Sighting(0, part.x_mm, part.y_mm, heading), way)
                yield alike, Placed((self._box.prints.names[which],), *middle, heading, alike)

    def _resemblance(self, sight: _Sight, one: Rough) -> float:
        """How like a face the picture is at a rough place."""
        place = self._onto(sight, Placed((), one.x_mm, one.y_mm, one.heading_deg, 0.0))
        wider = place @ np.array([[1, 0, -RIM_MM], [0, 1, -RIM_MM], [0, 0, 1]])
        width, height = self._size_mm
        size_mm = width + 2 * RIM_MM, height * UPPER + 2 * RIM_MM
        return self._finder.resemblance(relative_light(rectified(sight.shown, wider, size_mm, 1.0).grey, 1.0), one)

    def _headings(self) -> set[float]:
        """How cards may be turned: as somebody's quarter, or square to it, or nearly so."""
        every = (quarter.heading_deg + square + turn for quarter in self._known.values()
                 for square in (0, 90, 180, 270) for turn in TURNS_DEG)  # fmt: skip
        return {round(deg / 4) * 4 % 360 for deg in every}

    def _recognised(self, sight: _Sight, card: Placed, codes: Collection[int] | None = None) -> Placed | None:
        """The card at that place, if there is one that the deck has; among `codes` where these are given."""
        gates = AMONG_FEW if codes else GATES
        if codes and self.pieces.shared.issuperset(codes):
            gates = OVERLAPPED
        face = recognise_whole(sight.shown, self._onto(sight, card), self._box, codes, gates)
        if not face.names:
            return None
        return self._placed(sight, face)

    def _placed(self, sight: _Sight, face: Face) -> Placed | None:
        """Where the face lies on the table; None where it is of another shape than a card."""
        width, height = self._size_mm[0], self._size_mm[1] * UPPER
        flat = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float)
        corners = _on_table(sight, cv2.perspectiveTransform(flat, face.place)[0])
        sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1) / (width, height, width, height)
        if np.abs(sides - 1).max() > MISSHAPEN:
            return None
        right = corners[1] - corners[0] + corners[2] - corners[3]
        heading = float(np.degrees(np.arctan2(right[1], right[0])))
        down = self._size_mm[1] * (1 - UPPER) / 2
        x_mm, y_mm = beside(Sighting(0, float(corners[:, 0].mean()), float(corners[:, 1].mean()), heading), (0, down))
        codes = sorted(face.names, key=lambda code: (code != face.likeliest, code))
        return Placed(tuple(codes), x_mm, y_mm, heading, face.likeness)

    # geometry

    def _upper(self, card: Placed, part: float = 1.0) -> Corners:
        """The corners of the card's upper part, in the axes of the table; `part` of it around its middle."""
        width, height = self._size_mm
        upper = height * UPPER
        across, low, high = part * width / 2, -height / 2 + (1 - part) * upper / 2, -height / 2 + (1 + part) * upper / 2
        return self._corners(card, ((-across, low), (across, low), (across, high), (-across, high)))

    def _whole(self, anchor: Sighting) -> Corners:
        """The corners of a piece that bears a code, in the axes of the table."""
        piece = self.pieces.by_code[anchor.code]
        x_mm, y_mm = beside(anchor, piece.to_middle_mm)
        width, height = piece.size_mm
        ways = ((-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2))
        return self._corners(Placed((anchor.code,), x_mm, y_mm, anchor.heading_deg, 1.0), ways)

    def _corners(self, card: Placed, ways: Iterable[tuple[float, float]]) -> Corners:
        lying = Sighting(0, card.x_mm, card.y_mm, card.heading_deg)
        return np.array([beside(lying, way) for way in ways])

    def _overlap(self, one: Placed, other: Placed) -> bool:
        """Whether the upper parts of two cards lie upon each other."""
        down = self._size_mm[1] * (1 - UPPER) / 2
        (mine,), (theirs,) = (self._corners(card, ((0.0, -down),)) for card in (one, other))
        turn = np.radians(other.heading_deg)
        x, y = mine - theirs
        across, along = abs(x * np.cos(turn) + y * np.sin(turn)), abs(y * np.cos(turn) - x * np.sin(turn))
        return bool(across < ASIDE_MM[0] and along < ASIDE_MM[1])

    def _onto(self, sight: _Sight, card: Placed, size_mm: tuple[float, float] | None = None) -> Homography:
        """From millimetres on the card, or on a part of the table of that size, to pixels."""
        width, height = size_mm or self._size_mm
        ways = [(-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, 0.0), (-width / 2, 0.0)]
        flat = self._corners(card, ways) @ sight.to_plane[:, :2].T + sight.to_plane[:, 2]
        on_card = np.array(ways, np.float32) + np.array([width / 2, height / 2], np.float32)
        pixels = sight.plane.image_from_table(flat).astype(np.float32)
        return np.asarray(cv2.getPerspectiveTransform(on_card, pixels), np.float64)

    # what it comes to

    def _told(self, look: Look, sight: _Sight) -> Look:
        sightings, alike = list(look.sightings), list(look.alike)
        for card in self.placed:
            code, *others = card.codes
            way_mm = self.pieces.by_code[code].to_place_mm("face")
            middle = _carried(Sighting(code, card.x_mm, card.y_mm, card.heading_deg), sight.to_plane)
            x_mm, y_mm = beside(middle, way_mm)
            if others:
                alike.append(Alike(card.codes, x_mm, y_mm, middle.heading_deg, card.likeness))
            else:
                margin = min(1.0, max(0.0, (card.likeness - MARGIN_FROM) / (1 - MARGIN_FROM)))
                sightings.append(Sighting(code, x_mm, y_mm, middle.heading_deg, margin))
        return replace(look, sightings=tuple(sightings), alike=tuple(alike))


def reader_for(pieces: Pieces, reader: FaceReader | None) -> FaceReader:
    """The reader of these pieces' faces: the one there is, if it is theirs. Raises PictureError."""
    if reader and reader.pieces == pieces:
        return reader
    size_mm = next(piece.size_mm for piece in map(pieces.by_code.__getitem__, pieces.photographs))
    return FaceReader(box_of(pieces.photographs, size_mm), pieces)


def _motion(look: Look, known: dict[int, Sighting], anchors: Collection[int]) -> Affine:
    """From the axes of the look to those of the table: by what has not moved among itself."""
    there = anchored(replace(look, bare=((0.0, 0.0), (1.0, 0.0))), known, anchors).bare
    (x, y), (to_x, to_y) = there
    return np.array([[to_x - x, y - to_y, x], [to_y - y, to_x - x, y]])


def _carried(seen: Sighting, motion: Affine) -> Sighting:
    x_mm, y_mm = motion[:, :2] @ (seen.x_mm, seen.y_mm) + motion[:, 2]
    turn = float(np.degrees(np.arctan2(motion[1, 0], motion[0, 0])))
    return replace(seen, x_mm=float(x_mm), y_mm=float(y_mm), heading_deg=wrapped(seen.heading_deg + turn))


def _on_table(sight: _Sight, points_px: NDArray[np.float64]) -> Corners:
    flat = sight.plane.table_from_image(points_px)
    return np.asarray(flat @ sight.to_table[:, :2].T + sight.to_table[:, 2])
