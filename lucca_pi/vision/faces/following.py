"""
Cards without codes, from look to look: what has not changed lies where it lay, and only what has is searched.

The first look is searched wherever there is something else than table. An earlier look at the table without cards, the
quarters alone, is the best beginning: then nothing of the table is taken for a card, nor a card for the table.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import dist

import numpy as np

from lucca_pi.table.anchor import anchored
from lucca_pi.table.axes import beside, wrapped
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Alike, Look, Sighting
from lucca_pi.vision.faces.box import Box, alike_in, box_of, twins_in
from lucca_pi.vision.faces.lying import Lying, Sight, carried, carried_points
from lucca_pi.vision.faces.memory import Known
from lucca_pi.vision.faces.plane_by_cards import plane_by_cards
from lucca_pi.vision.faces.searching import Searcher
from lucca_pi.vision.faces.seeking import Seeking
from lucca_pi.vision.faces.sieve import prepare
from lucca_pi.vision.faces.standing import ASKEW_DEG, Shown, Standing
from lucca_pi.vision.faces.staying import Staying
from lucca_pi.vision.faces.teaching import Cut, Lessons
from lucca_pi.vision.faces.usual_light import UsualLight, WhiteLight
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.picture import Colour, Grey, Picture
from lucca_pi.vision.steady import by_plane

MARGIN_FROM = 0.5
"""A likeness that is no evidence: from here to 1 the margin grows."""
OFF_MM, FAR_OFF_MM = 2.0, 6.0
"""A plane that has cards so far from where codes alone have them is used; so far, others may have been missed."""
OPEN_LOOKS = 10
"""So many looks back what they left open may become certain."""
STILL_MM, STILL_DEG = 8.0, 8.0
"""A card no farther from where it is certain, and turned no more, is that card."""
MOST_BY_CODE = 4
"""Cards with their codes in sight that teach in one step: each takes as long as to recognise one, and people wait."""
BESIDE_MM = 200.0
"""A card that lies beside another is nearer to it than this: the third of a triplet, too."""
LOOKED_CLOSER = 1000
"""So many tries a look by less light is worth: after it no closer one is asked for."""


@dataclass(frozen=True, slots=True)
class _Open:
    """
    A look, and each card that it leaves open cut out of its picture.

    `unknown`: places like a card's that were not recognised, in the look's axes, cut out likewise.
    """

    look: Look
    cuts: tuple[Cut | None, ...]
    unknown: tuple[tuple[Alike, Cut], ...] = ()


class FaceReader:
    """Reads cards by their faces, and remembers what the look before showed."""

    def __init__(self, box: Box, pieces: Pieces) -> None:
        self.pieces = pieces
        self._searcher = Searcher(box, pieces.shared)
        self.lessons = Lessons(box)
        """What the steps of this evening's games have taught."""
        self._open: deque[_Open] = deque(maxlen=OPEN_LOOKS)
        self._beside_code: dict[int, Cut] = {}
        self._tried_by_code: set[int] = set()
        self._size_mm = box.prints.size_mm
        self._twins = twins_in(box) - pieces.shared
        self._usual, self._white = UsualLight(), WhiteLight(box.prints)
        self._forget()

    @classmethod
    def of(cls, pieces: Pieces) -> "FaceReader":
        """A reader of these pieces' photographed faces. Raises PictureError."""
        size_mm = next(piece.size_mm for piece in map(pieces.by_code.__getitem__, pieces.photographs))
        box = box_of(pieces.photographs, size_mm)
        box.details.prepare(alike_in(box))
        prepare(box.prints.upper)
        return cls(box, pieces)

    def _forget(self) -> None:
        self._standing = Standing(self.pieces)
        self._known = Known()

    def learn(self, certain: Iterable[tuple[Look, Sequence[Sighting]]]) -> None:
        """
        A step of the game is over: looks, with the cards that are certain by now where they lay in each.

        Those of them that the pictures up to now left open are remembered as they looked, and what was unknown where
        players said in the look which card lies there. Then what is unknown is tried again.
        """
        found = [one for look, cards in certain for one in (*self._told_unseen(look), *self._made_certain(look, cards))]
        by_code = [(cut, code) for code, cut in self._beside_code.items()][:MOST_BY_CODE]
        self._tried_by_code.update(code for _, code in by_code)
        if self.lessons.learn((*by_code, *found)):
            self._known.tries = {}
        self._open.clear()
        self._beside_code.clear()

    def _made_certain(self, look: Look, cards: Sequence[Sighting]) -> Iterator[tuple[Cut, int]]:
        known = {seen.code: seen for seen in (*look.sightings, *cards)}
        for seen_open in self._open:
            there = anchored(seen_open.look, known, self.pieces.anchors)
            for one, cut in zip(there.alike, seen_open.cuts, strict=True):
                codes = [seen.code for seen in cards if seen.code in one.codes and _is_there(one, seen)]
                yield from ((cut, code) for code in codes[:1] if cut and len(codes) == 1)

    def _told_unseen(self, look: Look) -> Iterator[tuple[Cut, int]]:
        """What was unknown beside those neighbours of which players said that a card lies there which no look shows."""
        known = {seen.code: seen for seen in look.sightings}
        for told, one in product(look.told, self._open):
            alike, cuts = (tuple(some) for some in zip(*one.unknown, strict=True)) if one.unknown else ((), ())
            there = anchored(replace(one.look, alike=alike), known, self.pieces.anchors).alike
            beside_it = [known[code] for code in told.beside if code in known]
            for place, cut in zip(there, cuts, strict=True):
                is_near = any(dist((place.x_mm, place.y_mm), (seen.x_mm, seen.y_mm)) < BESIDE_MM for seen in beside_it)
                if is_near and told.code is not None and told.code in self.pieces.photographs:
                    yield cut, told.code

    def read(self, grey: Grey, colour: Colour, inspected: Inspected, *, is_closer: bool = False) -> Inspected:
        """
        With the cards that bear no code in sight in its look: those known alone as sightings, the others as `alike`.

        Its plane is that of the surest look since the camera stands. `is_closer`: a further picture of the moment that
        the picture before shows. One by less light shows more where light blinds, and less elsewhere: after it what was
        known is known still, and looks are held against the usual light.
        """
        if not self._standing.is_shown(inspected.look):
            self._forget()
        standing = self._standing
        is_usual = (
            self._usual.is_on(grey, inspected, self.pieces.anchors, is_closer=is_closer) or standing.before is None
        )
        if not (is_usual or standing.stands_as(inspected)):
            return inspected
        steady = standing.steady(inspected)
        picture = self._white.by_white(Picture(grey, np.ascontiguousarray(colour)), inspected, self.pieces.anchors)
        sight = standing.sight(picture, steady)
        if steady is inspected and is_usual:
            standing.keep_as_surest(inspected)
        before, shown = self._known.copied(), standing.shown(sight, is_closer=not is_usual)
        coded = self._coded(steady, sight)
        self._cut_out(coded, sight)
        staying = Staying(self._searcher, self._twins, self._known, sight, shown)
        kept = staying.kept(coded)
        found = self._found(sight, shown, [*coded, *kept], before.lost)
        if is_usual and not (before.lying or kept):
            steady, sight, found = self._by_cards(inspected, steady, sight, found)
        if standing.before is None and not (coded or kept or found):
            standing.bare = sight.top.kept()
        now = [staying.by_number(card, (*coded, *kept, *found)) for card in kept]
        self._know((*now, *found), sight)
        look = self._told(steady.look, sight)
        unknown = self._unknown(sight) if is_usual else ()
        self._open.append(_Open(look, (*(None for _ in steady.look.alike), *self._cuts()), (*unknown,)))
        if is_usual:
            standing.before = sight.top.kept()
        else:
            self._known = self._after_closer_look(before, kept, found)
        return replace(steady, look=look)

    def _found(self, sight: Sight, shown: Shown, there: Sequence[Lying], lost_before: Sequence[Lying]) -> list[Lying]:
        """The cards that the look shows first."""
        standing = self._standing
        headings_deg = standing.headings(), standing.headings(ASKEW_DEG)
        shared = self.pieces.shared
        seeking = Seeking(self._searcher, shared, self._known, sight, shown, headings_deg, tuple(standing.fixed()))
        return [self._way_up(sight, card) for card in seeking.found(there, lost_before)]

    def _way_up(self, sight: Sight, card: Lying) -> Lying:
        """A card as it lies; one that looks the same on its head as it would be laid."""
        is_either = self._searcher.lies_either_way_up(sight, card)
        return self._standing.way_up(card, self._size_mm) if is_either else card

    def _by_cards(
        self, inspected: Inspected, steady: Inspected, sight: Sight, found: list[Lying]
    ) -> tuple[Inspected, Sight, list[Lying]]:
        """The first look with cards, by the plane that these give with the quarters, where it differs."""
        plane = plane_by_cards(inspected, found, self._size_mm, self.pieces)
        off_mm = self._off_mm(by_plane(inspected, plane, self.pieces), sight, found) if plane else 0.0
        if plane is None or off_mm <= OFF_MM:
            return steady, sight, found
        steady, sight = self._standing.use(plane, inspected, sight)
        self._known = Known()
        return steady, sight, self._found_anew(steady, sight, found, seek=off_mm > FAR_OFF_MM)

    def _off_mm(self, better: Inspected, sight: Sight, cards: Sequence[Lying]) -> float:
        """How far from each other two planes of a picture place a card, at most."""
        places = np.array([(card.x_mm, card.y_mm) for card in cards])
        now = carried_points(places, sight.to_look)
        then = better.plane.table_from_image(sight.plane.image_from_table(now))
        return float(np.hypot(*(then - now).T).max())

    def _found_anew(self, steady: Inspected, sight: Sight, found: Sequence[Lying], *, seek: bool) -> list[Lying]:
        """The cards that were found in the picture, by its new plane; with what else is found there if it is sought."""
        there = [one for card in found if (one := self._searcher.placed_anew(sight, card))]
        if not seek:
            return there
        shown = replace(self._standing.shown(sight, is_closer=False), fresh=sight.top.seen)
        return [*there, *self._found(sight, shown, [*self._coded(steady, sight), *there], ())]

    def _know(self, lying: tuple[Lying, ...], sight: Sight) -> None:
        """These are the cards that lie there, with the light on those that have not been held against it."""
        known = self._known
        known.lying = lying
        known.light = {
            card: known.light[card] if card in known.light else self._searcher.light(sight, card) for card in lying
        }

    def _after_closer_look(self, before: Known, kept: Sequence[Lying], found: Iterable[Lying]) -> Known:
        """What was known before a look by less light, and what that has added."""
        new = (card for card in found if not card.is_on_any(before.lying, self._size_mm))
        tries = before.tries | dict.fromkeys((*before.doubtful, *before.lost), LOOKED_CLOSER)
        return replace(before, lying=(*_told_apart(before.lying, kept), *new), tries=tries)

    def _coded(self, inspected: Inspected, sight: Sight) -> list[Lying]:
        """The cards whose codes are in sight."""
        seen = (one for one in inspected.look.sightings if one.code in self.pieces.loose)
        return [self._by_code(carried(one, sight.to_table)) for one in seen]

    def _by_code(self, seen: Sighting) -> Lying:
        return Lying((seen.code,), *beside(seen, self.pieces.by_code[seen.code].to_middle_mm), seen.heading_deg, 1.0)

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

    def _unknown(self, sight: Sight) -> Iterator[tuple[Alike, Cut]]:
        """The places like a card's that were not recognised, in the look's axes, each cut out of the picture."""
        for card in (*self._known.doubtful, *self._known.lost):
            middle = carried(Sighting(0, card.x_mm, card.y_mm, card.heading_deg), sight.to_look)
            cut = Cut.out_of(sight.shown, sight.onto(card, self._size_mm), self._size_mm)
            yield Alike((), middle.x_mm, middle.y_mm, middle.heading_deg), cut

    def _cut_out(self, coded: Iterable[Lying], sight: Sight) -> None:
        """Keeps how cards look whose codes are in sight beside their faces, each once in an evening."""
        names = {*self.pieces.photographs} - self.pieces.shared - self._tried_by_code
        for card in coded:
            if (code := card.codes[0]) in names:
                self._beside_code[code] = Cut.out_of(sight.shown, sight.onto(card, self._size_mm), self._size_mm)

    def _cuts(self) -> Iterator[Cut | None]:
        """Of each card that is left open how it looks, in their order in the look."""
        return (card.cut for card in self._known.lying if len(card.codes) > 1)

    def _unrecognised(self, sight: Sight) -> tuple[tuple[float, float], ...]:
        """Where something like a card is not recognised, until a closer look has been made that may show it."""
        places: list[Lying] = []
        new = [card for card, tries in self._known.tries.items() if tries < LOOKED_CLOSER]
        for card in sorted(new, key=lambda one: -one.likeness):
            if not card.is_on_any((*self._known.lying, *places), self._size_mm):
                places.append(card)
        middles = carried_points(np.array([(card.x_mm, card.y_mm) for card in places]).reshape(-1, 2), sight.to_look)
        return tuple((float(x_mm), float(y_mm)) for x_mm, y_mm in middles)


def _is_there(one: Alike, seen: Sighting) -> bool:
    """Whether a card that is left open lies where one lies that is certain."""
    is_near = dist((one.x_mm, one.y_mm), (seen.x_mm, seen.y_mm)) < STILL_MM
    return is_near and abs(wrapped(one.heading_deg - seen.heading_deg)) < STILL_DEG


def _told_apart(lying: Iterable[Lying], now: Sequence[Lying]) -> Iterator[Lying]:
    """The cards; of one that may be fewer `now`, those."""
    for card in lying:
        yield next((one for one in now if set(one.codes) < set(card.codes) and one.lies_as(card)), card)
