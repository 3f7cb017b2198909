"""
Tables with cards that bear no codes, drawn: a corner with few, whose reading costs little, and whole ones.

And how what is read of one compares with what lies there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from lucca_pi.drawn.camera import DrawnCamera, DrawnScene
from lucca_pi.drawn.conditions import CONDITIONS, CameraView, Conditions, Surface
from lucca_pi.drawn.things import Ground
from lucca_pi.games.citta.drawn import CardKinds, CittaCamera
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.files import load_record
from lucca_pi.games.citta.rules.deck import CARD_MM, DeckFile
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, Cards
from lucca_pi.ports import Frame
from lucca_pi.table.sighting import Look, Pose, Sighting, in_axes, point_beside
from lucca_pi.vision.faces.following import FaceReader
from lucca_pi.vision.reader import Reader
from tests.faces.printed_faces import printed

TABLE_MM = (520.0, 360.0)
QUARTERS = (DrawnCard(101, -170, -80, 0, 0), DrawnCard(102, 170, -80, 0, 0), DrawnCard(103, 170, 100, 0, 0))
"""Enough of them to give the plane."""
ABOVE = CameraView(1400, 970, 600)
NEARER = CameraView(1400, 970, 600, focal_px=2187)
"""What lies farther than 192 mm to the left or right of the table's middle is out of the picture."""
BY_HAND = CameraView(1800, 1300, 700, 160, 28, 40, 0.01, focal_px=1800)
FACES = (5, 17, 42, 58, 61, 72, 80, 97, 111)
GAMES = Path(__file__).parent.parent / "games" / "drawn"
NEAR_MM = 6.0
WHOLE = 0.9
"""Share of a card's upper half that has to be in sight to ask for it; of a back, which others cover, less."""
WHOLE_BACK = 0.65


STANDING = {name: replace(evening, sheens_stay=True) for name, evening in CONDITIONS.items()}
LIGHTS = {
    **STANDING,
    "hands": replace(STANDING["easy"], hands=2, mugs=1),
    "glare and hands": replace(STANDING["glare"], hands=2, mugs=1),
    "moving glare": CONDITIONS["glare"],
}
"""
On all but one the lamp stands still: on `moving glare` other cards mirror it at every look. On two `hands` reach over
the table at every look.
"""


@cache
def few_faces() -> DeckFile:
    """Our deck of which these faces alone have photographs: the other cards want stickers."""
    return replace(printed(), photographs={code: printed().photographs[code] for code in FACES})


def card(code: int, x_mm: float, y_mm: float, heading_deg: float = 0.0, level: int = 0) -> DrawnCard:
    """A card with its middle there, in mm from the table's middle."""
    return DrawnCard(code, x_mm, y_mm, heading_deg, level)


def camera(
    *looks: Sequence[DrawnCard], view: CameraView = ABOVE, quarters: int = 3, deck: DeckFile | None = None
) -> DrawnCamera:
    """A camera above these cards, of our deck or another, and so many quarters, look by look."""
    thing = CardKinds(deck or printed()).thing
    scenes = [DrawnScene(tuple(map(thing, (*QUARTERS[:quarters], *cards)))) for cards in looks]
    return DrawnCamera(scenes, Ground(TABLE_MM, ()), 1, Conditions(view, surface="cloth"))


def jpeg(frame: Frame) -> bytes:
    """The frame as a camera would keep it."""
    assert frame.colour is not None
    size_px = frame.grey.shape[1], frame.grey.shape[0]
    colour = cv2.resize(np.ascontiguousarray(frame.colour), size_px, interpolation=cv2.INTER_LINEAR)
    dots = cv2.cvtColor(colour, cv2.COLOR_RGB2YCrCb)
    dots[..., 0] = frame.grey
    return cv2.imencode(".jpg", cv2.cvtColor(dots, cv2.COLOR_YCrCb2BGR), [cv2.IMWRITE_JPEG_QUALITY, 93])[1].tobytes()


class Table:
    """The drawn table of a recorded game; look -1 shows its quarters alone."""

    def __init__(self, record: str, deck: DeckFile, conditions: str = "easy", surface: Surface | None = None) -> None:
        evening = LIGHTS[conditions]
        evening = replace(evening, surface=surface) if surface else evening
        self.camera = CittaCamera(load_record(str(GAMES / f"{record}.json")), deck, conditions=evening)
        lying = zip(self.camera.scene(0).things, self.camera.lying(0), strict=True)
        self._bare = DrawnScene(tuple(thing for thing, card in lying if card.code in QUARTER_CODES))

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


def read(reader: FaceReader, frame: Frame, pieces: Cards, *, is_closer: bool = False) -> Look:
    """What the frame shows, by codes and faces. Raises NoAnchorError."""
    assert frame.colour is not None
    colour = np.ascontiguousarray(frame.colour)
    return reader.read(frame.grey, colour, Reader(pieces).read(frame.grey, colour), is_closer=is_closer).look


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
        (one.codes, Sighting(one.codes[0], one.x_mm, one.y_mm, one.heading_deg)) for one in look.alike if one.codes
    ]
    return [Known(codes, *point_beside(seen, pieces.by_code[codes[0]].to_middle_mm)) for codes, seen in every]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card that lies there: its place in the axes of the quarter that a look goes by, and its share in sight."""

    code: int
    place: Pose
    share: float

    def lies_as(self, other: "Placed") -> bool:
        """Whether it is the other, where that lies."""
        return self.code == other.code and _apart_mm(self.place, other.place) < NEAR_MM

    @property
    def is_asked_about(self) -> bool:
        """Whether so much of it is in sight that a look should show it."""
        return self.share >= (WHOLE_BACK if self.code == BACK_CODE else WHOLE)


def placed(look: Look, cards: tuple[DrawnCard, ...]) -> list[Placed]:
    """The cards that no pile buries, without coats of arms."""
    anchor = min(one.code for one in look.sightings if one.code in QUARTER_CODES)
    quarter = next(_seen(card) for card in cards if card.code == anchor)
    return [
        Placed(card.code, in_axes(_seen(card), quarter), _in_sight(card, cards))
        for card in cards
        if (card.code < QUARTER_CODES.start or card.code == BACK_CODE) and not card.buried
    ]


Outcome = Literal["alone", "set", "wrong", "missed", "invented"]


def compared(look: Look, cards: tuple[DrawnCard, ...], pieces: Cards) -> Counter[Outcome]:
    """How many cards in sight are known `alone`, as one of a `set`, `wrong`, `missed`; and how many are `invented`."""
    return Counter(outcome for _, outcome in each_compared(look, placed(look, cards), pieces))


def each_compared(look: Look, cards: Iterable[Placed], pieces: Cards) -> Iterator[tuple[Placed | None, Outcome]]:
    """Each card in sight and what it is known as, then what is invented, which is no card."""
    read_cards = known(look, pieces)
    for card in cards:
        near = [one for one in read_cards if _is_there(one, card)]
        if near:
            read_cards.remove(near[0])
            codes = near[0].codes
            yield card, "wrong" if card.code not in codes else "set" if len(codes) > 1 else "alone"
        elif card.is_asked_about:
            yield card, "missed"
    yield from ((None, "invented") for _ in read_cards)


def _is_there(one: Known, card: Placed) -> bool:
    """Whether a card was read where that lies, both as backs or both as faces."""
    return _apart_mm(one, card.place) < NEAR_MM and (one.codes == (BACK_CODE,)) == (card.code == BACK_CODE)


def _apart_mm(one: Known | Pose, other: Known | Pose) -> float:
    return float(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm))


def _seen(card: DrawnCard) -> Sighting:
    return Sighting(card.code, card.x_mm, card.y_mm, card.heading_deg)


def _in_sight(card: DrawnCard, cards: tuple[DrawnCard, ...]) -> float:
    """Which share of a card's upper half no higher card covers."""
    width, height = CARD_MM
    ways = [(x, y) for x in np.arange(-27, 28, 3.0) for y in np.arange(-43, -4, 3.0)]
    points = [Sighting(0, *point_beside(_seen(card), way), 0) for way in ways]
    above = [_seen(other) for other in cards if other.level > card.level]
    poses = ((in_axes(point, other) for other in above) for point in points)
    covered = [any(abs(at.x_mm) < width / 2 and abs(at.y_mm) < height / 2 for at in every) for every in poses]
    return 1 - float(np.mean(covered))
