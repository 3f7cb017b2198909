"""The faces and backs of the game's pieces, drawn by code: simple cards of our own, in colour."""

from collections.abc import Callable
from functools import cache, partial

from lucca_pi.drawn.face import Face, mixed
from lucca_pi.drawn.lying import PRINTED, Bgr, Kind, Mark, Point, Thing
from lucca_pi.games.citta.drawn.lay import Lying
from lucca_pi.games.citta.rules.deck import Card, Deck
from lucca_pi.games.citta.rules.deckfile import DeckFile
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, QUARTER_SQUARE_MM, TOWER_OF_CODE

PAPER: Bgr = (214, 232, 240)
INK: Bgr = (40, 44, 52)
LIGHT: Bgr = (120, 214, 250)
SHIELD: Bgr = (236, 238, 240)
TINTS: dict[str, Bgr] = {
    "red": (52, 48, 186),
    "orange": (40, 126, 226),
    "yellow": (60, 196, 232),
    "green": (74, 140, 60),
    "blue": (176, 104, 44),
    "violet": (142, 62, 112),
}
QUARTER_TINTS: tuple[Bgr, ...] = (
    (196, 222, 236),
    (206, 226, 204),
    (226, 210, 224),
    (230, 222, 196),
    (200, 206, 234),
)


class Kinds:
    """The pieces of a deck as things for the drawn table, each kind made once."""

    def __init__(self, deck_file: DeckFile) -> None:
        self._deck_file = deck_file
        self.kind = cache(self._kind)

    def thing(self, card: Lying) -> Thing:
        """The card where it lies."""
        at = card.x_mm, card.y_mm, card.heading_deg
        return Thing(self.kind(card.code), *at, level=card.level, is_buried=card.buried)

    def _kind(self, code: int) -> Kind:
        return Kind(self._deck_file.card_mm, partial(_drawn, self._draw(code)), (self._mark(code),))

    def _mark(self, code: int) -> Mark:
        """Where the code stands: on backs and quarters in the middle, else in the upper left corner."""
        width, height = self._deck_file.card_mm
        if code in QUARTER_CODES:
            return Mark(code, width / 2, height / 2, QUARTER_SQUARE_MM, PRINTED, is_anchor=True)
        side_mm = self._deck_file.square_mm
        if code == BACK_CODE:
            return Mark(code, width / 2, height / 2, side_mm)
        middle_mm = self._deck_file.inset_mm + side_mm / 2
        return Mark(code, middle_mm, middle_mm, side_mm)

    def _draw(self, code: int) -> Callable[[Face], None]:
        """How the piece with that code is drawn."""
        if code == BACK_CODE:
            return _back
        if code in QUARTER_CODES:
            return partial(_quarter, tint=QUARTER_TINTS[code - QUARTER_CODES.start])
        if code in TOWER_OF_CODE:
            return partial(_tower, name=TOWER_OF_CODE[code])
        card = self._deck_file.deck[self._deck_file.codes[code]]
        return partial(_palace, card=card, tint=tint_of(card.colour, self._deck_file.deck))


def tint_of(colour: str, deck: Deck) -> Bgr:
    """The paint for a colour that the deck names; words we do not know get the paints that are left."""
    left = [tint for name, tint in TINTS.items() if name not in deck.colours]
    unknown = [name for name in deck.colours if name not in TINTS]
    return TINTS[colour] if colour in TINTS else left[unknown.index(colour)]


def _drawn(draw: Callable[[Face], None], face: Face) -> None:
    """The card on its paper."""
    face.fill(PAPER)
    draw(face)


def _palace(face: Face, card: Card, tint: Bgr) -> None:
    face.box(1.5, 1.5, face.width - 1.5, face.height - 1.5, tint)
    _street(face, tint)
    _windows(face, card.windows)
    _shields(face, card.shields)
    face.disc(face.width / 2, face.height * 0.76, 9.5, INK)
    face.disc(face.width / 2, face.height * 0.76, 8.8, PAPER)
    face.text(str(card.number), face.width / 2, face.height * 0.76, 8.0, INK)


def _street(face: Face, tint: Bgr) -> None:
    """The lower half: a hill, the palace's foot, the street."""
    left, right, foot = 1.5, face.width - 1.5, face.height - 1.5
    face.box(left, face.height * 0.56, right, foot, mixed(tint, PAPER, 0.62))
    hill = [(left, face.height * 0.72), (face.width * 0.3, face.height * 0.64), (right, face.height * 0.74)]
    face.shape([*hill, (right, foot), (left, foot)], mixed(tint, INK, 0.45))
    face.box(left, face.height * 0.545, right, face.height * 0.565, mixed(tint, INK, 0.5))


def _windows(face: Face, count: int) -> None:
    """Lit windows with round tops, under the code and the shields."""
    pitch = min(13.0, (face.width - 8) / max(1, count))
    for index in range(count):
        x = face.width / 2 + (index - (count - 1) / 2) * pitch
        half = pitch * 0.32
        face.disc(x, 27.5, half, LIGHT)
        face.box(x - half, 27.5, x + half, 43.0, LIGHT)
        face.box(x - 0.4, 24.0, x + 0.4, 43.0, INK)
        face.box(x - half, 33.5, x + half, 34.3, INK)


def _shields(face: Face, count: int) -> None:
    """Top right, from the edge inwards."""
    pitch = min(9.5, (face.width - 21) / max(1, count))
    for index in range(count):
        x, y, half = face.width - 7.5 - index * pitch, 4.5, pitch * 0.42
        face.shape(_shield(x, y, half + 0.7), INK)
        face.shape(_shield(x, y + 0.7, half), SHIELD)


def _shield(x: float, top: float, half: float) -> list[Point]:
    return [(x - half, top), (x + half, top), (x + half, top + half), (x, top + 2.4 * half), (x - half, top + half)]


def _tower(face: Face, name: str) -> None:
    face.box(1.5, 1.5, face.width - 1.5, face.height - 1.5, (168, 166, 160))
    middle, stone = face.width / 2, (112, 112, 110)
    face.box(middle - 11, 30, middle + 11, face.height - 6, stone)
    for x in (-14.0, -4.0, 6.0):
        face.box(middle + x, 20, middle + x + 8, 30.5, stone)
    face.box(middle - 14, 26, middle + 14, 32, stone)
    face.box(middle - 2.5, 42, middle + 2.5, 54, INK)
    face.text(name, middle, face.height * 0.76, 8.0, PAPER)


def _back(face: Face) -> None:
    brick, joint = (70, 82, 104), (48, 58, 76)
    face.box(1.5, 1.5, face.width - 1.5, face.height - 1.5, joint)
    for row in range(int(face.height // 7)):
        for column in range(-1, int(face.width // 14) + 1):
            left, top = 2 + column * 14 + row % 2 * 7, 2.0 + row * 7
            if 2 - 13 < left < face.width - 2:
                face.box(max(2, left), top, min(face.width - 2, left + 13), min(face.height - 2, top + 6), brick)


def _quarter(face: Face, tint: Bgr) -> None:
    face.box(1.5, 1.5, face.width - 1.5, face.height - 1.5, tint)
    for index, top in enumerate((12.0, 7.0, 15.0, 10.0, 17.0)):
        left = 4 + index * (face.width - 8) / 5
        face.box(left, top, left + (face.width - 8) / 5 - 0.8, 26, mixed(tint, INK, 0.25 + 0.08 * (index % 3)))
    face.box(1.5, face.height - 26, face.width - 1.5, face.height - 1.5, mixed(tint, (70, 140, 80), 0.6))
