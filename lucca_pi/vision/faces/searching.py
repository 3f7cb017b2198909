"""Searches unidentified places for cards of the deck, and recognises them there."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.sighting import wrapped
from lucca_pi.vision.faces.box import AMONG_FEW, ON_THE_TABLE, Box, twins_in
from lucca_pi.vision.faces.finding import ALIKE, COARSE_PX_PER_MM, RIM_MM, Finder
from lucca_pi.vision.faces.laying import Cut, Homography, to_colour, warped
from lucca_pi.vision.faces.likeness import (
    AS_PRINTED,
    IN_VIEW,
    LaidFace,
    same_on_their_heads,
    slipping,
    upper_edges_mm,
)
from lucca_pi.vision.faces.lying import CELL_MM, Corners, LyingCard, Mask, Sight, Size, TopView
from lucca_pi.vision.faces.prints import UPPER, relative_light
from lucca_pi.vision.faces.recognise import Face, by_details_alone, recognise
from lucca_pi.vision.picture import Picture

FILLED = 0.6
"""Least share of a card's upper part that is something else than table, or in view."""
_MISSHAPEN = 0.06
"""Most difference of a card's sides from their true lengths, as a share."""
_RESEMBLES = 0.4
"""Least likeness to a face, at 1 px/mm, of a place that is looked at closely."""
FRUITLESS = 300
"""
Likely places in a row that are like no face, after which a search ends: a chequered cloth has thousands.

The likeliest places come first. With 150 no card of three drawn deals on gingham was missed either.
"""
_HOPELESS = 0.25
"""Likeness to a face, at 1 px/mm, below which a place is not turned."""
_OVERLAPPED = replace(AMONG_FEW, likeness=0.6)
"""Gates for a back of which a third is covered: nothing else on the table is as like its print."""
_LARGEST_MM = 450.0
"""Largest part of the table that may be a row of backs: larger ones are hands, people, the floor."""
_COVERED_MM = 40.0
"""Length of a back, in both directions together, that known backs may cover."""
_FAINT_TURN_DEG = 8
"""Step of the directions in which backs and towers are sought: half of it turns a corner by 3 mm."""
_ALIKE_ALONE, _FEW_FAINT, _ONE_CARD = 0.25, 12, 1.2
"""
In a part of the table no larger than the last, in cards: least likeness of a back or tower, and most places of them.

A back that another covers is like its print in part only.
"""
_MOST_FAINT = 24
"""Most places of backs and towers that are looked at closely in one look."""
_ONE_SIZE, _ONE_SIDE = 1.4, 1.25
"""Largest factor by which the area, and a side, of a single card's shape differ from a card's."""
_EDGES = 2
"""Most upper edges at which a slipping card is tried."""


class Searcher:
    """Finds and recognises the cards of a box; `backs`: codes that many cards share."""

    def __init__(self, box: Box, backs: Collection[int]) -> None:
        self._box, self.backs = box, frozenset(backs)
        self.twins = twins_in(box) - self.backs
        """The codes of other cards whose upper parts look like another's."""
        self._finder = Finder(box.prints)
        self._slipping = slipping(box.prints) - self.backs
        self._same_on_their_heads = same_on_their_heads(box.prints) - self.backs
        self.size_mm = box.prints.size_mm
        self._upper_mm = self.size_mm[0], self.size_mm[1] * UPPER

    def is_free(self, card: LyingCard, top: TopView, where: Mask, others: Iterable[LyingCard]) -> bool:
        """True if a card may be there: on no other card, and on a thing other than the bare table."""
        filled = top.share(where, card.upper_corners(self.size_mm)) >= FILLED
        return filled and not card.is_on_any(others, self.size_mm)

    def rough(
        self,
        sight: Sight,
        where: Mask,
        free: Mask,
        headings_deg: Collection[float],
        others: Collection[LyingCard],
        *,
        least: float = 0.0,
    ) -> Iterator[LyingCard]:
        """
        Places in `free` where cards may lie, the likeliest first; `where`: something covers the table.

        None overlaps one of the `others`, which may grow from place to place. `least`: agreement with a face.
        """
        side = round(self._upper_mm[1] / CELL_MM)
        worth = np.asarray(cv2.blur(free.astype(np.float32), (side, side)) >= FILLED)
        fruitless = 0
        for card, faces in self._finder.places(sight.top, worth, headings_deg):
            if card.likeness < least or fruitless >= FRUITLESS or not self.is_free(card, sight.top, where, others):
                continue
            finer = self._finer(sight, card, faces)
            fruitless = 0 if finer else fruitless + 1
            if finer:
                yield finer

    def _finer(self, sight: Sight, card: LyingCard, faces: Sequence[int]) -> LyingCard | None:
        """The place to about a millimetre and a degree; None if the picture there is like no face."""
        best, which = self._moved(sight, card, faces, 0)
        if best.likeness < _HOPELESS:
            return None
        for turns in ((-4, 4), (-2, 2)):
            asked = faces if best.likeness < _RESEMBLES else (which,)  # 8 degrees off another face may be likelier
            moved = (self._moved(sight, best, asked, turn) for turn in turns)
            best, which = max((best, which), *moved, key=lambda one: one[0].likeness)
            if best.likeness < _RESEMBLES:
                return None
        return best

    def _moved(self, sight: Sight, card: LyingCard, faces: Sequence[int], turn_deg: float) -> tuple[LyingCard, int]:
        """The place turned about the upper part's middle, and moved to where it is most like a face; and that face."""
        upper = LyingCard((), *card.upper_middle(self.size_mm), card.heading_deg + turn_deg)
        light = self._light(sight, upper, self._upper_mm)
        which, resemblance, right, down = self._finder.resemblance(light, faces)
        moved = upper.moved(right, down + self.size_mm[1] * (1 - UPPER) / 2)
        return replace(moved, likeness=resemblance), which

    def _light(
        self, sight: Sight, part: LyingCard, size_mm: tuple[float, float], px_per_mm: float = 1.0
    ) -> NDArray[np.float32]:
        """Relative light of a part of the table, with a rim around it."""
        wider = size_mm[0] + 2 * RIM_MM, size_mm[1] + 2 * RIM_MM
        size_px = round(wider[0] * px_per_mm), round(wider[1] * px_per_mm)
        return relative_light(warped(sight.shown.grey, sight.onto(part, wider), wider, size_px), px_per_mm)

    def light(self, sight: Sight, card: LyingCard) -> NDArray[np.float32]:
        """Relative light of a card at 1 px/mm, without its edges."""
        width, height = self.size_mm
        return self._light(sight, card, (width - 4 * RIM_MM, height - 4 * RIM_MM))

    def single(self, sight: Sight, free: Mask) -> Iterator[LyingCard]:
        """Parts of `free` with a card's size and shape, either way up: thin print hardly shows in cells."""
        opened = cv2.morphologyEx(free.astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
        cells = stats[:, cv2.CC_STAT_AREA] * CELL_MM**2 / (self.size_mm[0] * self.size_mm[1])
        for part in np.flatnonzero((cells > 1 / _ONE_SIZE) & (cells < _ONE_SIZE)).tolist():
            if part == 0:
                continue
            middle, sides, turn_deg = cv2.minAreaRect(np.argwhere(labels == part)[:, ::-1].astype(np.float32))
            sides_mm = sorted((side + 1) * CELL_MM for side in sides)
            if (
                max(max(one / own, own / one) for one, own in zip(sides_mm, sorted(self.size_mm), strict=True))
                > _ONE_SIDE
            ):
                continue
            x_mm, y_mm = sight.top.place_of(np.array(middle, float)).tolist()
            across = turn_deg if (sides[0] < sides[1]) == (self.size_mm[0] < self.size_mm[1]) else turn_deg + 90
            for heading_deg in (across, across + 180):
                card = LyingCard((), x_mm, y_mm, heading_deg)
                faces = self._finder.likeliest_at(sight.top, card.upper_middle(self.size_mm), heading_deg)
                if finer := self._finer(sight, card, faces):
                    yield finer

    def faint(self, sight: Sight, free: Mask, headings_deg: Collection[float]) -> Iterator[LyingCard]:
        """Places in `free` for cards whose faces hardly show in cells."""
        opened = cv2.morphologyEx(free.astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(opened)
        least = FILLED * self._upper_mm[0] * self._upper_mm[1] / CELL_MM**2
        widest = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(1) * CELL_MM
        parts = stats[1:][(stats[1:, cv2.CC_STAT_AREA] >= least) & (widest[1:] <= _LARGEST_MM)]
        places = [place for part in parts for place in self._faint_in_part(sight, part.tolist(), headings_deg)]
        for card, which in sorted(places, key=lambda place: -place[0].likeness)[:_MOST_FAINT]:
            if finer := self._finer(sight, card, (which,)):
                yield replace(finer, codes=(self._box.prints.names[which],))

    def _faint_in_part(
        self, sight: Sight, part: Sequence[int], headings_deg: Collection[float]
    ) -> list[tuple[LyingCard, int]]:
        """The places in a part of the table; if it is no larger than a card, the few likeliest, however faint."""
        *_, cells = part
        if cells * CELL_MM**2 > _ONE_CARD * self.size_mm[0] * self.size_mm[1]:
            return [*self._faint_in(sight, part, headings_deg, ALIKE)]
        places = self._faint_in(sight, part, headings_deg, _ALIKE_ALONE)
        return sorted(places, key=lambda place: -place[0].likeness)[:_FEW_FAINT]

    def _faint_in(
        self, sight: Sight, part: Sequence[int], headings_deg: Collection[float], least: float
    ) -> Iterator[tuple[LyingCard, int]]:
        left, top, columns, rows, _ = part
        near, far = sight.top.place_of(np.array([[left, top], [left + columns, top + rows]], float))
        (x_mm, y_mm), (width, height) = ((near + far) / 2).tolist(), (far - near).tolist()
        for heading in sorted({round(deg / _FAINT_TURN_DEG) * _FAINT_TURN_DEG for deg in headings_deg}):
            cosine, sine = abs(np.cos(np.radians(heading))), abs(np.sin(np.radians(heading)))
            size_mm = width * cosine + height * sine + _COVERED_MM, width * sine + height * cosine + _COVERED_MM
            middle = LyingCard((), x_mm, y_mm, heading)
            light = self._light(sight, middle, size_mm, COARSE_PX_PER_MM)
            across, along = ((side - own) / 2 for side, own in zip(size_mm, self.size_mm, strict=True))
            for right, down, which, alike in self._finder.faint_peaks(light, least):
                yield replace(middle.moved(right - RIM_MM - across, down - RIM_MM - along), likeness=alike), which

    def recognised(self, sight: Sight, card: LyingCard, shown: Picture | None = None) -> LyingCard | None:
        """
        The card of the deck at that place, if any, whatever lay there before; `shown`: with parts of it hidden.

        Backs overlap each other by a third: less of an expected one is enough.
        """
        shown, place = sight.shown if shown is None else shown, sight.onto(card, self.size_mm)
        if not card.codes or not self.backs.issuperset(card.codes):
            return self._named(sight, shown, place)
        face = recognise(shown, place, self._box, self.backs, _OVERLAPPED)
        return self._lying(sight, face) if face.names else None

    def _named(self, sight: Sight, shown: Picture, place: Homography) -> LyingCard | None:
        """The card near that place; a slipping one is tried at the edges seen above it."""
        face = recognise(shown, place, self._box, None, ON_THE_TABLE)
        if not face.names:
            return None
        compared, edges_mm = self._edges_mm(sight, shown, face)
        if 0 in edges_mm:
            return self._lying(sight, face) or self._as_asked(sight, face, compared)
        places = [compared.at([(0, -up_mm)])[0] for up_mm in edges_mm[:_EDGES]]
        for x_mm, y_mm in places:
            there = sight.onto(replace(compared, x_mm=x_mm, y_mm=y_mm), self.size_mm)
            other = recognise(shown, there, self._box, None, ON_THE_TABLE)
            compared, edges_mm = self._edges_mm(sight, shown, other)
            if other.names and 0 in edges_mm:
                return self._lying(sight, other) or self._as_asked(sight, other, compared)
        return None

    def _as_asked(self, sight: Sight, face: Face, compared: LyingCard) -> LyingCard:
        """A card in the compared place, with the way up that was asked for: its other half may fit less exactly."""
        heading_deg = _heading_deg(sight.corners_at(face.place, self.size_mm))
        is_turned = abs(wrapped(compared.heading_deg - heading_deg)) > 90
        return replace(compared.on_its_head(self.size_mm) if is_turned else compared, codes=_sorted(face))

    def _edges_mm(self, sight: Sight, shown: Picture, face: Face) -> tuple[LyingCard, list[float]]:
        """
        A card the way up that it was compared, and the heights above that place at which it may lie.

        0 if that place is as good as any; none if it has another shape than a card.
        """
        compared = self._placed(sight, (face.likeliest,), face.likeness, face.laid)
        if compared is None:
            return LyingCard((), 0, 0, 0), []
        place, which = sight.onto(compared, self.size_mm), self._box.prints.names.index(face.likeliest)
        slips = bool(self._slipping & face.names)
        if not slips or LaidFace.at(shown, place, self._box.prints.whole, which).likeness >= AS_PRINTED:
            return compared, [0.0]
        return compared, upper_edges_mm(shown.grey, place, self.size_mm[0])

    def lies_either_way_up(self, sight: Sight, card: LyingCard) -> bool:
        """True if all of a card is in view, and it looks the same on its head."""
        if not self._same_on_their_heads.issuperset(card.codes):
            return False
        which, places = self._either_way_up(sight, card)
        faces = (LaidFace.at(sight.shown, place, self._box.prints.whole, which) for place in places)
        return all(face.likeness >= IN_VIEW for face in faces)

    def _either_way_up(self, sight: Sight, card: LyingCard) -> tuple[int, list[Homography]]:
        """The number of the card's face, and the places over which that is laid, either way up."""
        which = self._box.prints.names.index(card.codes[0])
        from_frame = np.linalg.inv(self._box.own_places[which])
        return which, [sight.onto(way, self.size_mm) @ from_frame for way in (card, card.on_its_head(self.size_mm))]

    def recognised_beside(self, sight: Sight, card: LyingCard, others: Iterable[LyingCard]) -> LyingCard | None:
        """
        The recognised card, if it is still recognised with the other cards' faces hidden.

        Parts of two chequered backs look like a third between them.
        """
        near = [one for one in others if one.touches(card, self.size_mm)]
        return self.recognised(sight, card, self._without_faces(sight, near)) if near else card

    def _without_faces(self, sight: Sight, cards: Iterable[LyingCard]) -> Picture:
        """The picture with the visible parts of these cards' faces hidden."""
        size_px, hidden = sight.shown.colour.shape[1::-1], np.zeros(sight.shown.colour.shape[:2], np.uint8)
        for card in cards:
            which, places = self._either_way_up(sight, card)
            faces = (LaidFace.at(sight.shown, place, self._box.prints.whole, which) for place in places)
            face = max(faces, key=lambda face: float(face.as_printed.mean()))  # the way up of which most is seen
            seen = face.as_printed.astype(np.uint8)
            from_px = np.diag([self.size_mm[0] / seen.shape[1], self.size_mm[1] / seen.shape[0], 1.0])
            matrix = to_colour(sight.shown) @ face.place @ from_px
            hidden |= np.asarray(cv2.warpPerspective(seen, matrix, size_px), np.uint8)
        return replace(sight.shown, hidden=hidden)

    def by_details_alone(self, sight: Sight, card: LyingCard) -> LyingCard | None:
        """The card with fewer codes, if all of it shows that; else None."""
        names = by_details_alone(sight.shown, sight.onto(card, self.size_mm), self._box, card.codes)
        left = tuple(code for code in card.codes if code in names)
        return replace(card, codes=left) if len(left) < len(card.codes) else None

    def recognised_under(self, sight: Sight, card: LyingCard, others: Iterable[LyingCard]) -> LyingCard | None:
        """
        The card that known others may cover in part, by its parts in view.

        Each neighbour alone is tried as lying upon it, then all together.
        """
        near = [other for other in others if other.touches(card, self.size_mm)]
        place = sight.onto(card, self.size_mm)
        for upon in (*([one] for one in near), *([near] if len(near) > 1 else [])):
            if named := self._named(sight, _without(sight, upon, self.size_mm), place):
                return named
        return None

    def _lying(self, sight: Sight, face: Face) -> LyingCard | None:
        """The recognised card on the table; None if it has another shape than a card."""
        return self._placed(sight, _sorted(face), face.likeness, face.place)

    def placed_anew(self, sight: Sight, card: LyingCard) -> LyingCard | None:
        """A card that was recognised in this picture, placed by another plane of it."""
        return None if card.place is None else self._placed(sight, card.codes, card.likeness, card.place)

    def _placed(self, sight: Sight, codes: tuple[int, ...], likeness: float, place: Homography) -> LyingCard | None:
        width, height = self._upper_mm
        corners = sight.corners_at(place, self._upper_mm)
        sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1) / (width, height, width, height)
        if np.abs(sides - 1).max() > _MISSHAPEN:
            return None
        heading = _heading_deg(corners)
        cut = Cut.out_of(sight.shown, place, self.size_mm) if len(codes) > 1 else None
        x_mm, y_mm = corners.mean(0).tolist()
        upper = LyingCard(codes, x_mm, y_mm, heading, likeness, place, cut)
        return upper.moved(0, self.size_mm[1] * (1 - UPPER) / 2)


def _sorted(face: Face) -> tuple[int, ...]:
    """The codes that a card may bear, the likeliest first."""
    return tuple(sorted(face.names, key=lambda code: (code != face.likeliest, code)))


def _without(sight: Sight, cards: Iterable[LyingCard], size_mm: Size) -> Picture:
    """The picture with these cards hidden."""
    hidden = np.zeros(sight.shown.colour.shape[:2], np.uint8)
    for card in cards:
        outline = cv2.perspectiveTransform(sight.outline_px(card, size_mm)[np.newaxis], to_colour(sight.shown))
        cv2.fillConvexPoly(hidden, np.round(outline).astype(np.int32), (1,))
    return replace(sight.shown, hidden=hidden)


def _heading_deg(corners: Corners) -> float:
    right = corners[1] - corners[0] + corners[2] - corners[3]
    return float(np.degrees(np.arctan2(right[1], right[0])))
