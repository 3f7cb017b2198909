"""Whole tables without stickers on them, drawn, and how what is read of one compares with what lies there."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from lucca_pi.drawn.camera import Scene
from lucca_pi.drawn.conditions import CONDITIONS, Surface
from lucca_pi.games.citta.drawn.camera import RecordCamera
from lucca_pi.games.citta.drawn.lay import Lying
from lucca_pi.games.citta.files import load_record
from lucca_pi.games.citta.rules.deckfile import DeckFile
from lucca_pi.games.citta.table.pieces import BACK_CODE, CARD_MM, QUARTER_CODES, Cards
from lucca_pi.ports import Frame
from lucca_pi.table.axes import Pose, beside, in_axes
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.faces.following import FaceReader
from lucca_pi.vision.reader import Reader

GAMES = Path(__file__).parent.parent / "games" / "drawn"
NEAR_MM = 6.0
WHOLE = 0.9
"""Share of a card's upper half that has to be in sight to ask for it; of a back, which others cover, less."""
WHOLE_BACK = 0.65


STANDING = {name: replace(evening, sheens_stay=True) for name, evening in CONDITIONS.items()}
EVENINGS = {
    **STANDING,
    "hands": replace(STANDING["easy"], hands=2, mugs=1),
    "glare and hands": replace(STANDING["glare"], hands=2, mugs=1),
    "moving glare": CONDITIONS["glare"],
}
"""
On all but one the lamp stands still: on `moving glare` other cards mirror it at every look. On two `hands` reach over
the table at every look.
"""


class Table:
    """The drawn table of a recorded game; look -1 shows its quarters alone."""

    def __init__(self, record: str, deck: DeckFile, conditions: str = "easy", surface: Surface | None = None) -> None:
        evening = EVENINGS[conditions]
        evening = replace(evening, surface=surface) if surface else evening
        self.camera = RecordCamera(load_record(str(GAMES / f"{record}.json")), deck, conditions=evening)
        lying = zip(self.camera.scene(0).things, self.camera.lying(0), strict=True)
        self._bare = Scene(tuple(thing for thing, card in lying if card.code in QUARTER_CODES))

    def look(self, number: int) -> Frame:
        """The picture of that look; of the table without cards for -1."""
        if number >= 0:
            return self.camera.look(number)
        scenes = self.camera._scenes
        self.camera._scenes = (*scenes, self._bare)
        try:
            return self.camera.look(len(scenes))
        finally:
            self.camera._scenes = scenes


def read(reader: FaceReader, frame: Frame, pieces: Cards) -> Look:
    """What the frame shows, by codes and faces. Raises NoAnchorError."""
    assert frame.colour is not None
    colour = np.ascontiguousarray(frame.colour)
    return reader.read(frame.grey, colour, Reader(pieces).read(frame.grey, colour)).look


@dataclass(frozen=True, slots=True)
class Known:
    """A card as it was read: its codes, and where its middle lies."""

    codes: tuple[int, ...]
    x_mm: float
    y_mm: float


def known(look: Look, pieces: Cards) -> list[Known]:
    """The cards in a look, by their middles."""
    cards = [one for one in look.sightings if pieces.is_face(one.code) or one.code == BACK_CODE]
    every = [((one.code,), one) for one in cards] + [
        (one.codes, Sighting(one.codes[0], one.x_mm, one.y_mm, one.heading_deg)) for one in look.alike
    ]
    return [Known(codes, *beside(seen, pieces.by_code[codes[0]].to_middle_mm)) for codes, seen in every]


def lying(cards: tuple[Lying, ...], anchor: int) -> Iterator[tuple[int, Pose, float]]:
    """Code, place in the axes of that quarter, and share in sight of each card that no pile buries; of no coats."""
    quarter = next(_seen(card) for card in cards if card.code == anchor)
    for card in cards:
        if (card.code < QUARTER_CODES.start or card.code == BACK_CODE) and not card.buried:
            yield card.code, in_axes(_seen(card), quarter), _in_sight(card, cards)


def compared(look: Look, cards: tuple[Lying, ...], pieces: Cards) -> Counter[str]:
    """How many cards in sight are known `alone`, as one of a `set`, `wrong`, `missed`; and how many are `invented`."""
    read_cards = known(look, pieces)
    anchor = min(one.code for one in look.sightings if one.code in QUARTER_CODES)
    counts: Counter[str] = Counter()
    for code, place, share in lying(cards, anchor):
        near = [
            one for one in read_cards if _is_near(one, place) and (one.codes == (BACK_CODE,)) == (code == BACK_CODE)
        ]
        if near:
            read_cards.remove(near[0])
            counts["wrong" if code not in near[0].codes else "set" if len(near[0].codes) > 1 else "alone"] += 1
        elif share >= (WHOLE_BACK if code == BACK_CODE else WHOLE):
            counts["missed"] += 1
    return counts + Counter(invented=len(read_cards))


def _is_near(one: Known, place: Pose) -> bool:
    return bool(np.hypot(one.x_mm - place.x_mm, one.y_mm - place.y_mm) < NEAR_MM)


def _seen(card: Lying) -> Sighting:
    return Sighting(card.code, card.x_mm, card.y_mm, card.heading_deg)


def _in_sight(card: Lying, cards: tuple[Lying, ...]) -> float:
    """Which share of a card's upper half no higher card covers."""
    width, height = CARD_MM
    ways = [(x, y) for x in np.arange(-27, 28, 3.0) for y in np.arange(-43, -4, 3.0)]
    points = [Sighting(0, *beside(_seen(card), way), 0) for way in ways]
    above = [_seen(other) for other in cards if other.level > card.level]
    poses = ((in_axes(point, other) for other in above) for point in points)
    covered = [any(abs(at.x_mm) < width / 2 and abs(at.y_mm) < height / 2 for at in every) for every in poses]
    return 1 - float(np.mean(covered))
