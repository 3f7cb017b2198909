"""
Cards without codes, from look to look: what has not changed lies where it lay, and only what has is searched.

The first look is searched wherever there is something else than table. An earlier look at the table without cards, the
quarters alone, is the best beginning: then nothing of the table is taken for a card, nor a card for the table.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import cv2
import numpy as np

from lucca_pi.table.anchor import anchored
from lucca_pi.table.axes import beside
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Alike, Look, Sighting
from lucca_pi.vision.faces.box import Box, box_of, twins_in
from lucca_pi.vision.faces.changes import Mask, changed, no_table, share
from lucca_pi.vision.faces.features import Floats
from lucca_pi.vision.faces.lying import Corners, Lying, Sight, carried, carried_points, covers, motion_of
from lucca_pi.vision.faces.plane_by_cards import plane_by_cards
from lucca_pi.vision.faces.prints import UPPER
from lucca_pi.vision.faces.searching import FILLED, Searcher
from lucca_pi.vision.faces.top_view import Affine, Region, TopView, top_view
from lucca_pi.vision.faces.usual_light import UsualLight
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.picture import Colour, Grey, Picture
from lucca_pi.vision.plane import Plane
from lucca_pi.vision.steady import by_plane, stands, steadied

BEYOND_MM = 500.0
"""So far beyond the quarters cards may lie."""
WIDER_MM = 80.0
"""A picture that shows so much more of the table on a side was taken from elsewhere."""
TURNS_DEG = (-8, -4, 0, 4, 8)
"""Cards lie so against a quarter, or against what lies square to it."""
STAYED = 0.15
"""A card of whose upper part less than this has changed lies where it lay."""
OTHER_LIGHT, OTHER_MM2 = 0.7, 10
"""Where relative light differs by this, on so much of the lower part, is another number, or something lies on it."""
OTHER_UPPER_MM2 = 100
"""The same of the upper part: a reflex changes 50, another card 700, and most of those like it have another number."""
BARE = 0.05
"""Where less than this of a changed place is something else than the table, the card has gone."""
NEAR_MM = 12.0
"""A card that is not known any more where it lay is sought so far around."""
LIKE_A_CARD = 0.6
"""A place that is as like a face as this, at 1 px/mm, and was not recognised is tried again, and looked at closer."""
MARGIN_FROM = 0.5
"""A likeness that is no evidence: from here to 1 the margin grows."""
TRIES = 2
"""So often, by the usual light, a place is tried at which nothing has changed; then it waits until something has."""
OFF_MM, FAR_OFF_MM = 2.0, 6.0
"""A plane that has cards so far from where codes alone have them is used; so far, others may have been missed."""
LOOKED_CLOSER = 1000
"""So many tries a look by less light is worth: after it no closer one is asked for."""


@dataclass(slots=True)
class Known:
    """What the looks so far have shown of the cards."""

    lying: tuple[Lying, ...] = ()
    out_of_view: list[Lying] = field(default_factory=list)
    """Cards that lay where this look does not show the table: nothing is told of them until it is seen again."""
    light: dict[Lying, Floats] = field(default_factory=dict)
    """Relative light of the cards, as the last look that was held against it showed them."""
    lost: list[Lying] = field(default_factory=list)
    """Cards that are not known any more where they lay, while something lies there: moved a little, or covered."""
    doubtful: list[Lying] = field(default_factory=list)
    """Places like a card's that was not recognised: they are tried again."""
    tries: dict[Lying, int] = field(default_factory=dict)
    """How often a lost card, or a doubtful place, has been tried since something changed there, and closer looks."""

    def copied(self) -> "Known":
        """The same, which what changes here leaves alone."""
        return Known(self.lying, [*self.out_of_view], {**self.light}, [*self.lost], [*self.doubtful], {**self.tries})


@dataclass(frozen=True, slots=True)
class Shown:
    """
    What a look shows in cells: `where` something else than the table lies, and what is `fresh` since the look before.

    `is_closer`: it is a look by less light, at what the look before has left in doubt.
    """

    where: Mask
    fresh: Mask
    is_closer: bool


class FaceReader:
    """Reads cards by their faces, and remembers what the look before showed."""

    def __init__(self, box: Box, pieces: Pieces) -> None:
        self.pieces = pieces
        self._searcher = Searcher(box, pieces.shared)
        self._size_mm = box.prints.size_mm
        self._wider_mm = self._size_mm[0] + 2 * NEAR_MM, self._size_mm[1] + 2 * NEAR_MM
        self._twins = twins_in(box) - pieces.shared
        self._usual = UsualLight()
        self._forget()

    @classmethod
    def of(cls, pieces: Pieces) -> "FaceReader":
        """A reader of these pieces' photographed faces. Raises PictureError."""
        size_mm = next(piece.size_mm for piece in map(pieces.by_code.__getitem__, pieces.photographs))
        box = box_of(pieces.photographs, size_mm)
        box.details.prepare()
        return cls(box, pieces)

    def _forget(self) -> None:
        self._anchors: dict[int, Sighting] = {}
        self._known = Known()
        self._surest: Inspected | None = None
        """The look since the camera stands that showed the most codes."""
        self._plane: Plane | None = None
        """That of the picture, by quarters and cards, while the camera stands."""
        self._before: TopView | None = None
        """The table as the last look by the usual light showed it."""
        self._bare: TopView | None = None
        """The table without cards, if that was the first look."""

    def read(self, grey: Grey, colour: Colour, inspected: Inspected) -> Inspected:
        """
        With the cards that bear no code in sight in its look: those known alone as sightings, the others as `alike`.

        Its plane is that of the surest look since the camera stands. A closer look by less light shows more where light
        blinds, and less elsewhere: after it what was known is known still, and looks are held against the usual light.
        """
        is_usual = self._usual.is_on(grey, inspected, self.pieces.anchors) or self._before is None
        if not (is_usual or self._stands(inspected)):
            return inspected
        steady = self._steady(inspected)
        sight = self._sight(Picture(grey, np.ascontiguousarray(colour)), steady)
        if steady is inspected and is_usual:
            self._surest, self._plane = inspected, None
        before, shown = self._known.copied(), self._shown(sight, is_closer=not is_usual)
        coded = self._coded(steady, sight)
        kept = self._kept(sight, shown, coded)
        found = self._found(sight, shown, [*coded, *kept], before.lost)
        if is_usual and not (before.lying or kept):
            plane = plane_by_cards(inspected, found, self._size_mm, self.pieces)
            off_mm = self._off_mm(by_plane(inspected, plane, self.pieces), sight, found) if plane else 0.0
            if plane and off_mm > OFF_MM:
                steady, sight = self._by_plane(plane, inspected, sight)
                coded = self._coded(steady, sight)
                found = self._found_anew(sight, coded, found, seek=off_mm > FAR_OFF_MM)
        if self._before is None and not (coded or kept or found):
            self._bare = sight.top.kept()
        self._known.lying = *(self._by_number(card, sight, (*coded, *kept, *found)) for card in kept), *found
        self._known.light = {
            card: self._known.light[card] if card in self._known.light else self._searcher.light(sight, card)
            for card in self._known.lying
        }
        look = self._told(steady.look, sight)
        if is_usual:
            self._before = sight.top.kept()
        else:
            new = (card for card in found if not card.is_on_any(before.lying, self._size_mm))
            self._known = replace(before, lying=(*_told_apart(before.lying, kept), *new))
            self._known.tries |= dict.fromkeys((*before.doubtful, *before.lost), LOOKED_CLOSER)
        return replace(steady, look=look)

    def _sight(self, shown: Picture, inspected: Inspected) -> Sight:
        look = inspected.look
        if not self._anchors.keys() & {seen.code for seen in look.sightings}:
            self._forget()
        to_table = self._motion(look)
        to_look = np.asarray(cv2.invertAffineTransform(to_table), np.float64)
        seen = (one for one in look.sightings if one.code in self.pieces.anchors)
        known = len(self._anchors)
        self._anchors |= {one.code: carried(one, to_table) for one in seen}
        shows_as_much = len(self._anchors) == known and self._stands(inspected)
        region = self._before.region if self._before and shows_as_much else self._region(look, to_table)
        top = top_view(shown, inspected.plane, to_look, region)
        return Sight(shown, inspected.plane, to_look, to_table, top)

    def _steady(self, inspected: Inspected) -> Inspected:
        """The look by the plane that quarters and cards have given since the camera stands, or the surest look has."""
        if self._plane and self._stands(inspected):
            return by_plane(inspected, self._plane, self.pieces)
        return steadied(inspected, self._surest, self.pieces)

    def _off_mm(self, better: Inspected, sight: Sight, cards: Sequence[Lying]) -> float:
        """How far from each other two planes of a picture place a card, at most."""
        places = np.array([(card.x_mm, card.y_mm) for card in cards])
        now = carried_points(places, sight.to_look)
        then = better.plane.table_from_image(sight.plane.image_from_table(now))
        return float(np.hypot(*(then - now).T).max())

    def _by_plane(self, plane: Plane, inspected: Inspected, sight: Sight) -> tuple[Inspected, Sight]:
        """The first look with cards by another plane of its picture; the bare table is carried into that."""
        steady = by_plane(inspected, plane, self.pieces)
        self._surest, self._plane = inspected, plane
        self._anchors = {seen.code: seen for seen in steady.look.sightings if seen.code in self.pieces.anchors}
        self._known = Known()

        def to_before(places_mm: Corners) -> Corners:
            pixels = steady.plane.image_from_table(places_mm)
            return carried_points(sight.plane.table_from_image(pixels), sight.to_table)

        self._bare = self._bare and self._bare.carried(to_before)
        same = np.eye(2, 3)
        top = top_view(sight.shown, steady.plane, same, sight.top.region)
        return steady, Sight(sight.shown, steady.plane, same, same, top)

    def _found_anew(self, sight: Sight, coded: Sequence[Lying], found: Sequence[Lying], *, seek: bool) -> list[Lying]:
        """The cards that were found in the picture, by its new plane; with what else is found there if it is sought."""
        there = [one for card in found if (one := self._searcher.placed_anew(sight, card))]
        shown = replace(self._shown(sight, is_closer=False), fresh=sight.top.seen)
        return [*there, *(self._found(sight, shown, [*coded, *there], ()) if seek else ())]

    def _shown(self, sight: Sight, *, is_closer: bool) -> Shown:
        """What the look shows, held against the bare table and the look before."""
        where = no_table(sight.top) if self._bare is None else changed(self._bare, sight.top)
        fresh = sight.top.seen if self._before is None else changed(self._before, sight.top)
        return Shown(where, fresh, is_closer)

    def _stands(self, now: Inspected) -> bool:
        """Whether the camera has not moved; planes that few codes give differ by a metre at the picture's corners."""
        return self._surest is not None and stands(self._surest.kept, now.kept)

    def _motion(self, look: Look) -> Affine:
        """From the axes of the look to those of the table: by what has not moved among itself."""
        return motion_of(anchored(replace(look, bare=((0.0, 0.0), (1.0, 0.0))), self._anchors, self.pieces.anchors))

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
        if self._before is not None:
            left, top, right, bottom = self._before.region
            if (low > (left - WIDER_MM, top - WIDER_MM)).all() and (high < (right + WIDER_MM, bottom + WIDER_MM)).all():
                return self._before.region
            low, high = np.minimum(low, (left, top)), np.maximum(high, (right, bottom))
            self._before = self._bare = None
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def _coded(self, inspected: Inspected, sight: Sight) -> list[Lying]:
        """The cards whose codes are in sight."""
        seen = (one for one in inspected.look.sightings if one.code in self.pieces.loose)
        return [self._by_code(carried(one, sight.to_table)) for one in seen]

    def _by_code(self, seen: Sighting) -> Lying:
        return Lying((seen.code,), *beside(seen, self.pieces.by_code[seen.code].to_middle_mm), seen.heading_deg, 1.0)

    def _kept(self, sight: Sight, shown: Shown, coded: Sequence[Lying]) -> list[Lying]:
        """
        The cards of the look before that lie where they lay; and what lies now where something has changed.

        By less light a number may show that was too bright.
        """
        kept: list[Lying] = []
        every, self._known.out_of_view = [*self._known.lying, *self._known.out_of_view], []
        for card in every:
            if share(sight.top.seen, sight.top, card.upper(self._size_mm)) < FILLED:
                self._known.out_of_view.append(card)
                continue
            told = self._searcher.told_apart(sight, card) if shown.is_closer and len(card.codes) > 1 else None
            now = told or self._now(card, sight, shown)
            if now and not now.is_on_any((*coded, *kept), self._size_mm):
                kept.append(now)
        return kept

    def _now(self, card: Lying, sight: Sight, shown: Shown) -> Lying | None:
        """What lies now where the card lay; None where nothing is known any more."""
        upper = card.upper(self._size_mm)
        if share(shown.fresh, sight.top, upper) < STAYED:
            return card
        if share(shown.where, sight.top, upper) < FILLED:
            return None
        if len(card.codes) == 1 and card in self._known.light and self._looks_as_it_did(card, sight):
            return card
        now = self._searcher.recognised(sight, card)  # another like it may lie there
        if now is None:
            self._known.lost.append(card)
        return now

    def _looks_as_it_did(self, card: Lying, sight: Sight) -> bool:
        """Whether a card shows what it did, though shadows or reflexes have moved over it."""
        upper, lower = self._changed_mm2(card, sight)
        return upper < OTHER_UPPER_MM2 and lower < OTHER_MM2

    def _changed_mm2(self, card: Lying, sight: Sight) -> tuple[int, int]:
        """How much of a card's upper part and of its lower part shows something else than it did."""
        before, now = self._known.light[card], self._searcher.light(sight, card)
        self._known.light[card] = now
        differs = np.abs(cv2.blur(now - before, (3, 3))) > OTHER_LIGHT
        upper = round(len(differs) * UPPER)
        return int(np.count_nonzero(differs[:upper])), int(np.count_nonzero(differs[upper:]))

    def _by_number(self, card: Lying, sight: Sight, lying: Sequence[Lying]) -> Lying:
        """The card, or one like it that lies in its place by now: asked where another number, and no card, may show."""
        is_asked = card in self._known.light and self._twins.intersection(card.codes)
        if not is_asked or any(covers(other, card, self._size_mm) for other in lying):
            return card
        _, lower_mm2 = self._changed_mm2(card, sight)
        if lower_mm2 < OTHER_MM2:
            return card
        now = self._searcher.recognised(sight, card)
        return card if now is None or set(now.codes) == set(card.codes) else now

    def _found(self, sight: Sight, shown: Shown, there: Sequence[Lying], lost_before: Collection[Lying]) -> list[Lying]:
        """
        The cards that lie where something has changed that is no table, but for those `there`.

        `lost_before`: the cards that were lost before this look; the others were just tried where they lay.
        """
        known = self._known
        known.lost = [card for card in known.lost if self._may_lie(card, sight, shown.where, there)]
        just_tried = [card for card in known.lost if card not in lost_before]
        given_up = {card for card in (*known.doubtful, *known.lost) if self._is_given_up(card, sight, shown)}
        again = [card for card in (*known.doubtful, *known.lost) if card not in given_up]
        lying = list(there)
        around = self._around([card for card in known.lost if card not in given_up], sight.top, there)
        unknown = self._unknown(sight.top, shown.where & (shown.fresh | around), there)
        headings = self._headings()
        unsettled: list[Lying] = []
        for card in chain(again, self._searcher.rough(sight, shown.where, unknown, headings, lying)):
            if any(map(card.is_nearly_at, unsettled)):
                continue
            if card in just_tried or not self._take(card, sight, shown.where, lying):
                unsettled.append(card)
        unsettled = [card for card in unsettled if not self._take_under(card, sight, lying)]
        known.doubtful = [card for card in unsettled if card.likeness >= LIKE_A_CARD and card not in known.lost]
        known.doubtful += [card for card in given_up if card not in known.lost]
        known.tries = {card: 1 + self._tries(card, sight, shown) for card in (*known.doubtful, *known.lost)}
        rest = self._unknown(sight.top, unknown, lying[len(there) :], whole=True)
        self._take_faint(self._searcher.faint(sight, rest, headings), sight, lying)
        return lying[len(there) :]

    def _take_faint(self, places: Iterable[Lying], sight: Sight, lying: list[Lying]) -> None:
        """Adds the backs and towers at these places, the likeliest first: bricks look alike half a brick aside."""
        tried: list[Lying] = []
        recognised: list[Lying] = []
        for card in places:
            if not any(map(card.is_nearly_at, tried)):
                tried.append(card)
                recognised += [one] if (one := self._recognised(sight, card, lying)) else []
        for card in sorted(recognised, key=lambda one: -one.likeness):
            if not card.is_on_any(lying, self._size_mm):
                lying.append(card)

    def _is_given_up(self, card: Lying, sight: Sight, shown: Shown) -> bool:
        """Whether it has been tried often enough, and neither a change nor less light shows more."""
        return not shown.is_closer and self._tries(card, sight, shown) >= TRIES

    def _tries(self, card: Lying, sight: Sight, shown: Shown) -> int:
        """How often it has been tried since something changed there."""
        is_new = share(shown.fresh, sight.top, card.whole(self._wider_mm)) >= BARE
        return 0 if is_new else self._known.tries.get(card, 0)

    def _may_lie(self, card: Lying, sight: Sight, where: Mask, there: Sequence[Lying]) -> bool:
        """Whether a lost card may lie where it lay, or near: something is there, and the card nowhere else."""
        one = set(card.codes) - self.pieces.shared
        elsewhere = len(card.codes) == 1 and any(one & set(other.codes) for other in there if len(other.codes) == 1)
        return not elsewhere and share(where, sight.top, card.upper(self._size_mm)) >= FILLED

    def _around(self, cards: Iterable[Lying], top: TopView, there: Sequence[Lying]) -> Mask:
        """Where these cards lay, and near it, but for those on which one that lies `there` does now."""
        around = np.zeros(top.seen.shape, np.uint8)
        for card in cards:
            if not card.is_on_any(there, self._size_mm):
                cv2.fillConvexPoly(around, np.round(top.cell_of(card.whole(self._wider_mm))).astype(np.int32), (1,))
        return np.asarray(around > 0)

    def _take(self, card: Lying, sight: Sight, where: Mask, lying: list[Lying]) -> bool:
        """Whether it is settled what lies there; a card that is recognised is added to those lying there."""
        if not self._searcher.is_free(card, sight.top, where, lying):
            return True
        return self._added(self._searcher.recognised(sight, card), lying)

    def _recognised(self, sight: Sight, card: Lying, lying: Sequence[Lying]) -> Lying | None:
        """The card at that place, though those lying there may cover a part of it."""
        return self._searcher.recognised(sight, card) or self._searcher.recognised_under(sight, card, lying)

    def _take_under(self, card: Lying, sight: Sight, lying: list[Lying]) -> bool:
        """The same of a card of which those that are known by now may cover a part."""
        if card.is_on_any(lying, self._size_mm):
            return False
        return self._added(self._searcher.recognised_under(sight, card, lying), lying)

    def _added(self, known: Lying | None, lying: list[Lying]) -> bool:
        """Whether a card was recognised; it is added to those lying there, unless it lies on one of them."""
        if known and not known.is_on_any(lying, self._size_mm):
            lying.append(known)
        return known is not None

    def _unknown(self, top: TopView, where: Mask, there: Sequence[Lying], *, whole: bool = False) -> Mask:
        """Where something lies of which it is not known what; `whole`: nothing lies on these cards' lower halves."""
        free = where.astype(np.uint8)
        fixed = [self._whole(anchor) for anchor in self._anchors.values()]
        known = (card.whole(self._size_mm) if whole else card.upper(self._size_mm) for card in there)
        for corners_mm in (*fixed, *known):
            cv2.fillConvexPoly(free, np.round(top.cell_of(corners_mm)).astype(np.int32), (0,))
        return np.asarray(free > 0)

    def _whole(self, anchor: Sighting) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """The corners of a piece that gives the axes."""
        piece = self.pieces.by_code[anchor.code]
        return Lying((), *beside(anchor, piece.to_middle_mm), anchor.heading_deg).whole(piece.size_mm)

    def _headings(self) -> set[float]:
        """How cards may be turned: as somebody's quarter, or square to it, or nearly so."""
        straight = (one.heading_deg + square for one in self._anchors.values() for square in (0, 90, 180, 270))
        return {round((deg + turn) / 4) * 4 % 360 for deg in straight for turn in TURNS_DEG}

    def _told(self, look: Look, sight: Sight) -> Look:
        sightings, alike = list(look.sightings), list(look.alike)
        for card in self._known.lying:
            code, *others = card.codes
            middle = carried(Sighting(code, card.x_mm, card.y_mm, card.heading_deg), sight.to_look)
            there = *beside(middle, self.pieces.by_code[code].to_place_mm("face")), middle.heading_deg
            if others:
                alike.append(Alike(card.codes, *there, card.likeness))
            else:
                sightings.append(Sighting(code, *there, max(0.0, card.likeness - MARGIN_FROM) / (1 - MARGIN_FROM)))
        blinded = (*look.blinded, *self._unrecognised(sight))
        return replace(look, sightings=tuple(sightings), alike=tuple(alike), blinded=blinded)

    def _unrecognised(self, sight: Sight) -> tuple[tuple[float, float], ...]:
        """Where something like a card is not recognised, until a closer look has been made that may show it."""
        places: list[Lying] = []
        new = [card for card, tries in self._known.tries.items() if tries < LOOKED_CLOSER]
        for card in sorted(new, key=lambda one: -one.likeness):
            if not card.is_on_any((*self._known.lying, *places), self._size_mm):
                places.append(card)
        middles = carried_points(np.array([(card.x_mm, card.y_mm) for card in places]).reshape(-1, 2), sight.to_look)
        return tuple((float(x_mm), float(y_mm)) for x_mm, y_mm in middles)


def _told_apart(lying: Iterable[Lying], now: Sequence[Lying]) -> Iterator[Lying]:
    """The cards; of one that may be fewer `now`, those."""
    for card in lying:
        yield next((one for one in now if set(one.codes) < set(card.codes) and one.lies_as(card)), card)
