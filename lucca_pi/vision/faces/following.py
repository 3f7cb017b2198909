"""
Reads cards without codes from look to look: unchanged cards keep their places, and changed places are searched.

The first look is searched wherever it shows something else than table. It is best preceded by a look at the table with
the quarters alone: then no part of the table is taken for a card, nor a card for the table.

Few quarters fix the plane badly far outside them; cards are of one size, which their photographs give nearly. On drawn
tables with two quarters in sight places are 13 mm off at most by these alone, and 2 mm with the cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Alike, Look, Sighting, point_beside
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.faces.arrivals import CardsInLook
from lucca_pi.vision.faces.box import box_of
from lucca_pi.vision.faces.fixed_camera import FixedCamera, UsualLight, WhiteLight
from lucca_pi.vision.faces.laying import Cut, Homography
from lucca_pi.vision.faces.lying import CardMemory, LyingCard, Sight, Size, carried, carried_points
from lucca_pi.vision.faces.prints import EDGE_MM, UPPER
from lucca_pi.vision.faces.searching import Searcher
from lucca_pi.vision.faces.teaching import Lessons, OpenCards
from lucca_pi.vision.look import MISFIT, Inspected, by_plane, squares_of
from lucca_pi.vision.picture import Colour, Grey, Picture
from lucca_pi.vision.plane import Plane, Points, Squares, fit_plane

_MARGIN_FROM = 0.5
"""Likeness at which the margin is 0; it grows from here to 1."""
_OFF_MM, _FAR_OFF_MM = 2.0, 6.0
"""
Distance, mm, by which a plane by cards moves a card from its place by codes alone, above which that plane is used; and
above which cards are searched anew, as some may have been missed.
"""
_LOOKED_CLOSER = 1000
"""Tries that count for a close-up by less light: no other one is wanted after it."""
_FEWEST = 3
"""Fewest cards to fit a plane to."""
_SURE = 0.8
"""Least likeness of a card to fit a plane to: it is laid exactly."""
_CORNER_PX = 0.3
"""Standard error of corners on a card that is laid over its picture."""


class FaceReader:
    """Reads cards by their faces, and remembers what the look before showed."""

    def __init__(self, pieces: Pieces) -> None:
        """A reader of these pieces' photographed faces. Raises PictureError."""
        size_mm = next(piece.size_mm for piece in map(pieces.by_code.__getitem__, pieces.photographs))
        box = box_of(pieces.photographs, size_mm, is_kept=True)
        self.pieces = pieces
        self._searcher = Searcher(box, pieces.shared)
        self.lessons = Lessons(box)
        """Lessons of this evening's games."""
        self._open_cards = OpenCards(pieces, size_mm)
        self._size_mm = size_mm
        self._usual, self._white = UsualLight(), WhiteLight(box.prints)
        self._forget()

    def _forget(self) -> None:
        self._camera = FixedCamera(self.pieces)
        self._memory = CardMemory()

    def learn(self, certain: Iterable[tuple[Look, Sequence[Sighting]]]) -> None:
        """
        Learns at the end of a game's step from looks, each with the cards that are certain by now in their places.

        Cards that the last pictures left open are remembered as they looked; what is unknown is tried again.
        """
        if self.lessons.learn(self._open_cards.made_certain(certain)):
            self._memory.tries = dict.fromkeys(self._memory.tries, 0)

    def read(self, grey: Grey, colour: Colour, inspected: Inspected, *, is_closer: bool = False) -> Inspected:
        """
        The look with its cards without codes in sight: certain ones as sightings, ambiguous ones as `alike`.

        Its plane is that of the surest look since the camera stands. `is_closer`: another picture of the same moment. A
        close-up by less light shows more where light blinds, and less elsewhere: earlier cards stay known after it, and
        later looks are compared with the usual light again.
        """
        if not self._camera.is_shown(inspected.look):
            self._forget()
        camera = self._camera
        is_usual = self._usual.is_on(grey, inspected, self.pieces.anchors, is_closer=is_closer) or camera.before is None
        if not (is_usual or camera.stands_as(inspected)):
            return inspected
        steady = camera.steady(inspected)
        picture = self._white.by_white(Picture(grey, np.ascontiguousarray(colour)), inspected, self.pieces.anchors)
        sight = camera.sight(picture, steady)
        if steady is inspected and is_usual:
            camera.keep_as_surest(inspected)
        before, coded = self._memory.copied(), self._coded(steady, sight)
        self._open_cards.note_coded(coded, sight)
        cards = self._cards_in(sight, coded, is_closer=not is_usual)
        kept, found = cards.kept(), cards.found(before.lost)
        if is_usual and not (before.lying or kept):
            steady, sight, found = self._by_cards(inspected, steady, sight, found)
        if camera.before is None and not (coded or kept or found):
            camera.bare = sight.top.kept()
        now = [cards.by_number(card) for card in kept]
        self._remember((*now, *found), sight)
        look = self._with_cards(steady.look, sight)
        unknown = [*self._unknown(sight)] if is_usual else []
        cuts = [card.cut for card in self._memory.lying if len(card.codes) > 1] + [cut for _, cut in unknown]
        left_open = replace(look, alike=(*look.alike, *(place for place, _ in unknown)))
        self._open_cards.note_open(left_open, [*(None for _ in steady.look.alike), *cuts])
        if is_usual:
            camera.before = sight.top.kept()
        else:
            self._memory = self._after_closer_look(before, kept, found)
        return replace(steady, look=look)

    def _cards_in(self, sight: Sight, known: Iterable[LyingCard], *, is_closer: bool) -> CardsInLook:
        changes = self._camera.changed(sight)
        return CardsInLook(self._searcher, self._camera, self._memory, sight, *changes, is_closer, [*known])

    def _by_cards(
        self, inspected: Inspected, steady: Inspected, sight: Sight, found: list[LyingCard]
    ) -> tuple[Inspected, Sight, list[LyingCard]]:
        """The first look with cards by the plane of quarters and cards, if that differs."""
        plane = _plane_by_cards(inspected, found, self._size_mm, self.pieces)
        if plane is None:
            return steady, sight, found
        now = carried_points(np.array([(card.x_mm, card.y_mm) for card in found]), sight.to_look)
        better = by_plane(inspected, plane, self.pieces).plane
        off_mm = float(np.hypot(*(better.table_from_image(sight.plane.image_from_table(now)) - now).T).max())
        if off_mm <= _OFF_MM:
            return steady, sight, found
        steady, sight = self._camera.use(plane, inspected, sight)
        self._memory = CardMemory()
        return steady, sight, self._placed_anew(steady, sight, found, seek=off_mm > _FAR_OFF_MM)

    def _placed_anew(
        self, steady: Inspected, sight: Sight, found: Sequence[LyingCard], *, seek: bool
    ) -> list[LyingCard]:
        """The cards found in the picture, placed by its new plane; and further ones, if these are sought."""
        there = [one for card in found if (one := self._searcher.placed_anew(sight, card))]
        if not seek:
            return there
        cards = self._cards_in(sight, [*self._coded(steady, sight), *there], is_closer=False)
        return [*there, *replace(cards, fresh=sight.top.seen).found(())]

    def _remember(self, lying: tuple[LyingCard, ...], sight: Sight) -> None:
        """Remembers the cards in their places, and the light on those that are new."""
        light = self._memory.light
        self._memory.lying = lying
        self._memory.light = {
            card: light[card] if card in light else self._searcher.light(sight, card) for card in lying
        }

    def _after_closer_look(
        self, before: CardMemory, kept: Sequence[LyingCard], found: Iterable[LyingCard]
    ) -> CardMemory:
        """The memory before a close-up by less light, with the cards that it has added."""
        fewer = {
            card: now for card in before.lying for now in kept if set(now.codes) < set(card.codes) and now.lies_as(card)
        }
        new = (card for card in found if not card.is_on_any(before.lying, self._size_mm))
        tries = dict.fromkeys(before.tries, _LOOKED_CLOSER)
        return replace(before, lying=(*(fewer.get(card, card) for card in before.lying), *new), tries=tries)

    def _coded(self, inspected: Inspected, sight: Sight) -> list[LyingCard]:
        """The cards whose codes are in sight."""
        seen = [one for one in inspected.look.sightings if one.code in self.pieces.loose]
        return [LyingCard.seen(carried(one, sight.to_table), self.pieces.by_code[one.code], 1.0) for one in seen]

    def _with_cards(self, look: Look, sight: Sight) -> Look:
        """The look with the remembered cards in its axes, and blinded where one was not recognised."""
        sightings, alike = list(look.sightings), list(look.alike)
        for card in self._memory.lying:
            code, *others = card.codes
            middle = carried(Sighting(code, card.x_mm, card.y_mm, card.heading_deg), sight.to_look)
            there = *point_beside(middle, self.pieces.by_code[code].to_place_mm("face")), middle.heading_deg
            if others:
                alike.append(Alike(card.codes, *there, card.likeness))
            else:
                sightings.append(Sighting(code, *there, max(0.0, card.likeness - _MARGIN_FROM) / (1 - _MARGIN_FROM)))
        blinded = (*look.blinded, *self._unrecognised(sight))
        return replace(look, sightings=tuple(sightings), alike=tuple(alike), blinded=blinded)

    def _unknown(self, sight: Sight) -> Iterator[tuple[Alike, Cut]]:
        """The unrecognised places like a card's, in the look's axes, each cut out of the picture."""
        for card in self._memory.tries:
            middle = carried(Sighting(0, card.x_mm, card.y_mm, card.heading_deg), sight.to_look)
            cut = Cut.out_of(sight.shown, sight.onto(card, self._size_mm), self._size_mm)
            yield Alike((), middle.x_mm, middle.y_mm, middle.heading_deg), cut

    def _unrecognised(self, sight: Sight) -> tuple[tuple[float, float], ...]:
        """Unrecognised places like a card's that no close-up has shown yet, in the look's axes."""
        places: list[LyingCard] = []
        new = [card for card, tries in self._memory.tries.items() if tries < _LOOKED_CLOSER]
        for card in sorted(new, key=lambda one: -one.likeness):
            if not card.is_on_any((*self._memory.lying, *places), self._size_mm):
                places.append(card)
        middles = carried_points(np.array([(card.x_mm, card.y_mm) for card in places]).reshape(-1, 2), sight.to_look)
        return tuple((float(x_mm), float(y_mm)) for x_mm, y_mm in middles)


class Faces:
    """Adds cards recognised by their faces, and remembers the picture before; adds none for a deck of codes."""

    def __init__(self) -> None:
        self.reader: FaceReader | None = None
        """The reader that is in use, if any."""

    def know(self, pieces: Pieces) -> FaceReader | None:
        """
        The reader of their faces, if they have any: the same one as long as they stay the same.

        Raises PictureError for photographs that cannot be read.
        """
        if self.reader is None or self.reader.pieces != pieces:
            self.reader = FaceReader(pieces) if pieces.photographs else None
        return self.reader

    def added(
        self, inspected: Inspected, grey: Grey, colour: Colour | None, pieces: Pieces, *, is_closer: bool = False
    ) -> Inspected:
        """
        The look with cards recognised by their faces, also outlined among its detections. Raises PictureError.

        `is_closer`: another picture of the moment that the picture before shows.
        """
        reader = None if colour is None else self.know(pieces)
        if reader is None or colour is None:
            return inspected
        seen = reader.read(grey, colour, inspected, is_closer=is_closer)
        new = seen.look.sightings[len(inspected.look.sightings) :]
        return replace(seen, kept=(*seen.kept, *_outlined(new, seen, pieces)))


def _outlined(cards: Sequence[Sighting], inspected: Inspected, pieces: Pieces) -> Iterator[Detection]:
    for card in cards:
        piece = pieces.by_code[card.code]
        corners_px = inspected.plane.image_from_table(LyingCard.seen(card, piece).corners(piece.size_mm))
        yield Detection(card.code, np.asarray(corners_px, np.float32), card.margin, "face")


def _plane_by_cards(inspected: Inspected, cards: Iterable[LyingCard], size_mm: Size, pieces: Pieces) -> Plane | None:
    """
    The plane in which quarters and the `cards` recognised in this picture are of their sizes, in any axes.

    None if there are too few cards, or a quarter does not fit.
    """
    places = [card.place for card in cards if card.place is not None and card.likeness >= _SURE]
    read = [one for one in inspected.kept if one.source != "face"]
    codes = squares_of(read, pieces)
    if len(places) < _FEWEST:
        return None
    side_mm = size_mm[1] * UPPER - 2 * EDGE_MM
    on_cards = np.array([_square(place, size_mm[0], side_mm) for place in places], np.float32)
    every = Squares(
        np.concatenate([codes.corners_px, on_cards]),
        np.concatenate([codes.side_mm, np.full(len(places), side_mm)]),
        np.concatenate([codes.group, np.full(len(places), codes.group.max() + 1)]),
        np.concatenate([np.full(len(codes.group), codes.corner_px), np.full(len(places), _CORNER_PX)]),
    )
    quarters = [at for at, one in enumerate(read) if one.code in pieces.anchors]
    fit = fit_plane(every, quarters[0], inspected.plane.size_px, inspected.plane.lens)
    return fit.plane if fit.misfit[quarters].max() <= MISFIT else None


def _square(place: Homography, width_mm: float, side_mm: float) -> Points:
    """The corners of a square in the middle of a card's upper part, in pixels: (4, 2)."""
    corners = [(-side_mm / 2, 0), (side_mm / 2, 0), (side_mm / 2, side_mm), (-side_mm / 2, side_mm)]
    on_card = np.array(corners) + np.array([width_mm / 2, EDGE_MM])
    return np.asarray(cv2.perspectiveTransform(on_card[np.newaxis], place)[0])
