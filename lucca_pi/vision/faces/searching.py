"""Looks for cards of a deck where something lies of which it is not known what."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.axes import beside
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision.faces.box import Box
from lucca_pi.vision.faces.changes import Mask, share
from lucca_pi.vision.faces.features import relative_light
from lucca_pi.vision.faces.finding import RIM_MM, Finder, Rough
from lucca_pi.vision.faces.gates import AMONG_FEW, ON_THE_TABLE
from lucca_pi.vision.faces.laying import rectified
from lucca_pi.vision.faces.lying import Corners, Lying, Sight
from lucca_pi.vision.faces.prints import UPPER
from lucca_pi.vision.faces.recognise import Face, recognise_whole
from lucca_pi.vision.faces.top_view import CELL_MM, TopView

FILLED = 0.6
"""Share of a place that has to be something else than table, or changed."""
MISSHAPEN = 0.06
"""A card's sides differ by less than this from what they are."""
RESEMBLES = 0.4
"""Less like every face than this, at 1 px/mm, no place is looked at closely."""
HOPELESS = 0.2
"""With less than this no turn makes a face of it."""
OVERLAPPED = replace(AMONG_FEW, likeness=0.6)
"""A back of which a third is covered is this like its print; nothing else on the table is."""
LARGEST_MM = 450.0
"""Something larger that is no table is no row of backs: hands, people, the floor."""
COVERED_MM = 40.0
"""So much more, in all, than what is seen of a back and not known may be under others that are."""
MOST_FAINT = 12
"""So many places of backs and towers are looked at closely in one look."""


class Searcher:
    """Finds and recognises the cards of a box; `backs`: codes that many cards share."""

    def __init__(self, box: Box, backs: Collection[int]) -> None:
        self._box, self._backs = box, frozenset(backs)
        self._finder = Finder(box.prints)
        self.size_mm = box.prints.size_mm
        self._upper_mm = self.size_mm[0], self.size_mm[1] * UPPER

    def is_free(self, card: Lying, top: TopView, where: Mask, others: Iterable[Lying]) -> bool:
        """Whether a card may lie there: on no other, and where something else than the table is."""
        filled = share(where, top, card.upper(self.size_mm)) >= FILLED
        return filled and not card.is_on_any(others, self.size_mm)

    def rough(self, sight: Sight, where: Mask, free: Mask, headings_deg: Collection[float]) -> Iterator[Lying]:
        """Where cards may lie that are in `free`, the likeliest first; on something else than the table, `where`."""
        side = round(self._upper_mm[1] / CELL_MM)
        worth = np.asarray(cv2.blur(free.astype(np.float32), (side, side)) >= FILLED)
        for one in self._finder.places(sight.top, worth, headings_deg):
            card = Lying((), one.x_mm, one.y_mm, one.heading_deg, one.agreement)
            if self.is_free(card, sight.top, where, ()) and (finer := self._finer(sight, card, one)):
                yield finer

    def _finer(self, sight: Sight, card: Lying, one: Rough) -> Lying | None:
        """The rough place to about a millimetre and a degree; None where the picture there is like no face."""
        straight = self._moved(sight, card, one, 0)
        if straight.likeness < HOPELESS:
            return None
        best = max(
            straight, *(self._moved(sight, card, one, turn) for turn in (-4, 4)), key=lambda moved: moved.likeness
        )
        if best.likeness < RESEMBLES:
            return None
        return max(best, *(self._moved(sight, best, one, turn) for turn in (-2, 2)), key=lambda moved: moved.likeness)

    def _moved(self, sight: Sight, card: Lying, one: Rough, turn_deg: float) -> Lying:
        """The place, turned around the upper part's middle, to where the picture is most like a face; and how like."""
        upper = Lying((), *card.upper_middle(self.size_mm), card.heading_deg + turn_deg)
        resemblance, right, down = self._finder.resemblance(self._light(sight, upper, self._upper_mm), one)
        ((x_mm, y_mm),) = upper.at([(right, down + self.size_mm[1] * (1 - UPPER) / 2)])
        return replace(upper, x_mm=x_mm, y_mm=y_mm, likeness=resemblance)

    def _light(self, sight: Sight, part: Lying, size_mm: tuple[float, float]) -> NDArray[np.float32]:
        """Relative light of a part of the table at 1 px/mm, with a rim around it."""
        wider = size_mm[0] + 2 * RIM_MM, size_mm[1] + 2 * RIM_MM
        return relative_light(rectified(sight.shown, sight.onto(part, wider), wider, 1.0).grey, 1.0)

    def faint(self, sight: Sight, free: Mask, headings_deg: Collection[float]) -> list[Lying]:
        """Where in `free` cards may lie whose faces hardly show in cells, the likeliest first."""
        opened = cv2.morphologyEx(free.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(opened)
        least = FILLED * self._upper_mm[0] * self._upper_mm[1] / CELL_MM**2
        widest = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(1) * CELL_MM
        parts = stats[1:][(stats[1:, cv2.CC_STAT_AREA] >= least) & (widest[1:] <= LARGEST_MM)]
        places = [card for part in parts for card in self._faint_in(sight, part.tolist(), headings_deg)]
        return sorted(places, key=lambda card: -card.likeness)[:MOST_FAINT]

    def _faint_in(self, sight: Sight, part: Sequence[int], headings_deg: Collection[float]) -> Iterator[Lying]:
        left, top, columns, rows, _ = part
        near, far = sight.top.place_of(np.array([[left, top], [left + columns, top + rows]], float))
        (x_mm, y_mm), (width, height) = ((near + far) / 2).tolist(), (far - near).tolist()
        for heading in sorted(headings_deg):
            cosine, sine = abs(np.cos(np.radians(heading))), abs(np.sin(np.radians(heading)))
            size_mm = width * cosine + height * sine + COVERED_MM, width * sine + height * cosine + COVERED_MM
            light = self._light(sight, Lying((), x_mm, y_mm, heading), size_mm)
            for right, down, which, alike in self._finder.fine_peaks(light):
                way = (
                    right - RIM_MM - (size_mm[0] - self.size_mm[0]) / 2,
                    down - RIM_MM - (size_mm[1] - self.size_mm[1]) / 2,
                )
                middle = beside(Sighting(0, x_mm, y_mm, heading), way)
                yield Lying((self._box.prints.names[which],), *middle, heading, alike)

    def recognised(self, sight: Sight, card: Lying) -> Lying | None:
        """
        The card at that place, if there is one that the deck has, whatever lay there before.

        Backs are laid over each other by a third: where one is expected less of it is enough.
        """
        back = bool(card.codes) and self._backs.issuperset(card.codes)
        among, gates = (self._backs, OVERLAPPED) if back else (None, ON_THE_TABLE)
        face = recognise_whole(sight.shown, sight.onto(card, self.size_mm), self._box, among, gates)
        return self._lying(sight, face) if face.names else None

    def _lying(self, sight: Sight, face: Face) -> Lying | None:
        """Where the face lies on the table; None where it is of another shape than a card."""
        width, height = self._upper_mm
        corners = sight.corners(face.place, self._upper_mm)
        sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1) / (width, height, width, height)
        if np.abs(sides - 1).max() > MISSHAPEN:
            return None
        heading = _heading_deg(corners)
        x_mm, y_mm = corners.mean(0).tolist()
        middle = beside(Sighting(0, x_mm, y_mm, heading), (0, self.size_mm[1] * (1 - UPPER) / 2))
        codes = sorted(face.names, key=lambda code: (code != face.likeliest, code))
        return Lying(tuple(codes), *middle, heading, face.likeness)


def _heading_deg(corners: Corners) -> float:
    right = corners[1] - corners[0] + corners[2] - corners[3]
    return float(np.degrees(np.arctan2(right[1], right[0])))
