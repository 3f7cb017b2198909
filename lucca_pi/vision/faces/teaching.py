"""
Lessons of an evening: how cards of the box look in its light.

Only cards that rules or people have made certain teach: else one mistake of the eye would lead to the next.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import dist

import numpy as np

from lucca_pi.table.looks import anchored
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Alike, Look, Sighting, wrapped
from lucca_pi.vision.faces.box import Box
from lucca_pi.vision.faces.inks import Taught
from lucca_pi.vision.faces.laying import Cut, moved
from lucca_pi.vision.faces.likeness import LaidFace
from lucca_pi.vision.faces.lying import LyingCard, Sight, Size
from lucca_pi.vision.faces.prints import PARTS, Part

_OPEN_LOOKS = 10
"""Looks back whose open cards may become certain."""
_STILL_MM, _STILL_DEG = 8.0, 8.0
"""Largest distance, mm, and turn, degrees, between an open card and a certain one in the same place."""
_MOST_BY_CODE = 4
"""Most cards with codes in sight that teach in one step: each takes as long as recognising a card, and people wait."""
_BESIDE_MM = 200.0
"""Distance, mm, within which a card is beside another: the third of a triplet, too."""
_Lesson = Mapping[Part, Taught]
"""A picture of a face as it looked, by part."""


def _lesson(cut: Cut, box: Box, code: int) -> _Lesson | None:
    """
    The lesson of a card that is certain to bear that code; None if one of its parts does not fit.

    Of 486 real cards given with the code of the card most like them, one was believed.
    """
    which, prints = box.prints.names.index(code), box.prints
    rough = cut.place @ np.linalg.inv(box.own_places[which])
    upper = LaidFace.at(cut.shown, rough, prints.upper, which)
    whole = LaidFace.at(cut.shown, moved(rough, upper.place, prints.upper.size_mm), prints.whole, which)
    found: dict[Part, Taught] = {}
    for part, face in zip(PARTS, (upper, whole), strict=True):
        taught = box.inks[part].taught_by(which, face.card.colour, face.card.colour_weight)
        if taught is None:
            return None
        found[part] = taught
    return found


class Lessons:
    """The lessons of each step of a game, in order: the last picture of a face counts."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._steps: list[dict[int, _Lesson]] = []

    def learn(self, certain: Iterable[tuple[Cut, int]]) -> bool:
        """Adds a step with the cards that it has made certain, by code; True if it has taught something."""
        step: dict[int, _Lesson] = {}
        for cut, code in certain:
            learnt = _lesson(cut, self._box, code)
            step |= {self._box.prints.names.index(code): learnt} if learnt else {}
        self._steps.append(step)
        self._remember()
        return bool(step)

    def forget(self) -> None:
        """Forgets all lessons."""
        self._steps = [{} for _ in self._steps]
        self._remember()

    def take_back(self) -> None:
        """Forgets the lessons of the last step, which is taken back."""
        del self._steps[-1:]
        self._remember()

    @property
    def learnt(self) -> frozenset[int]:
        """The codes of the cards that lessons are remembered of."""
        return frozenset(self._box.prints.names[which] for which in self._newest())

    def _newest(self) -> dict[int, _Lesson]:
        newest: dict[int, _Lesson] = {}
        for step in self._steps:
            newest |= step
        return newest

    def _remember(self) -> None:
        newest = self._newest()
        for part in PARTS:
            self._box.inks[part].remember({which: one[part] for which, one in newest.items()})


class OpenCards:
    """Cards cut out of the last looks' pictures, until rules or people make certain which cards they are."""

    def __init__(self, pieces: Pieces, size_mm: Size) -> None:
        self._pieces, self._size_mm = pieces, size_mm
        self._open: deque[tuple[Look, Sequence[Cut | None]]] = deque(maxlen=_OPEN_LOOKS)
        self._beside_code: dict[int, Cut] = {}
        self._tried_by_code: set[int] = set()

    def note_coded(self, coded: Iterable[LyingCard], sight: Sight) -> None:
        """Keeps the faces of cards whose codes are in sight beside them, each once in an evening."""
        names = {*self._pieces.photographs} - self._pieces.shared - self._tried_by_code
        for card in coded:
            if (code := card.codes[0]) in names:
                self._beside_code[code] = Cut.out_of(sight.shown, sight.onto(card, self._size_mm), self._size_mm)

    def note_open(self, look: Look, cuts: Sequence[Cut | None]) -> None:
        """
        Keeps a look, and each card of `alike` cut out of its picture; the oldest look is dropped.

        Places like a card's that were not recognised are among `alike`, without codes.
        """
        self._open.append((look, cuts))

    def made_certain(self, certain: Iterable[tuple[Look, Sequence[Sighting]]]) -> list[tuple[Cut, int]]:
        """
        The cards that became certain, with their codes; all other cards are dropped.

        `certain`: looks, each with the cards that are certain by now where they lay in it. An unknown place counts
        where players entered in a look which card lies there.
        """
        found = [
            one for look, cards in certain for one in (*self._entered_by_hand(look), *self._recognised(look, cards))
        ]
        by_code = [(cut, code) for code, cut in self._beside_code.items()][:_MOST_BY_CODE]
        self._tried_by_code.update(code for _, code in by_code)
        self._open.clear()
        self._beside_code.clear()
        return [*by_code, *found]

    def _recognised(self, look: Look, cards: Sequence[Sighting]) -> Iterator[tuple[Cut, int]]:
        """The open cards in the places of these certain cards."""
        known = {seen.code: seen for seen in (*look.sightings, *cards)}
        for one, cut in self._lying(known):
            codes = [seen.code for seen in cards if seen.code in one.codes and _is_there(one, seen)]
            if len(codes) == 1:
                yield cut, codes[0]

    def _entered_by_hand(self, look: Look) -> Iterator[tuple[Cut, int]]:
        """The unknown places beside the neighbours of a card that players entered, with its code."""
        known = {seen.code: seen for seen in look.sightings}
        for told, (place, cut) in product(look.told, self._lying(known)):
            beside_it = (known[code] for code in told.beside if code in known)
            is_near = any(dist((place.x_mm, place.y_mm), (seen.x_mm, seen.y_mm)) < _BESIDE_MM for seen in beside_it)
            if is_near and not place.codes and told.code is not None and told.code in self._pieces.photographs:
                yield cut, told.code

    def _lying(self, known: Mapping[int, Sighting]) -> Iterator[tuple[Alike, Cut]]:
        """The open cards where they lie in the axes in which `known` gives the places of pieces."""
        for look, cuts in self._open:
            there = anchored(look, known, self._pieces.anchors).alike
            yield from ((one, cut) for one, cut in zip(there, cuts, strict=True) if cut)


def _is_there(one: Alike, seen: Sighting) -> bool:
    """True if an open card is in the place of a certain one."""
    is_near = dist((one.x_mm, one.y_mm), (seen.x_mm, seen.y_mm)) < _STILL_MM
    return is_near and abs(wrapped(one.heading_deg - seen.heading_deg)) < _STILL_DEG
