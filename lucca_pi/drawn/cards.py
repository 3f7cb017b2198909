"""The faces and backs of the pieces, drawn by code: simple cards of our own, in colour."""

from collections.abc import Callable
from functools import cache
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.stickers import Sticker, printed
from lucca_pi.games.citta.rules.deck import Card, Deck
from lucca_pi.games.citta.rules.deckfile import DeckFile
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES, QUARTER_SQUARE_MM, TOWER_OF_CODE
from lucca_pi.vision.codes import MODULES

Texture = NDArray[np.uint8]
"""A picture of shape `(height, width, 3)`, blue first."""
Bgr = tuple[int, int, int]

DOTS_PER_MM = 8
"""The scale at which pieces are drawn, before they are made as small as the picture needs them."""
SHADOW_MM = 3.0
"""Around each card there is room for its shadow."""
CORNER_MM = 3.0

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


class CardArt:
    """
    Draws each piece once, at `px_per_mm`, with the sticker that it bears.

    `size_mm` is the size of what `piece` returns: the card and the room for its shadow.
    """

    def __init__(self, deck_file: DeckFile, px_per_mm: float, sticker: Callable[[int], Sticker]) -> None:
        self._deck_file = deck_file
        self._sticker = sticker
        self._px_per_mm = px_per_mm
        width, height = deck_file.card_mm
        self.size_mm = (width + 2 * SHADOW_MM, height + 2 * SHADOW_MM)
        self.piece = cache(self._piece)

    def _piece(self, code: int) -> tuple[Texture, NDArray[np.uint8]]:
        """The piece that bears `code`, upright, and how opaque it is at each dot (255: wholly)."""
        sheet = _Sheet(self._deck_file, self._sticker(code))
        sheet.draw(code)
        return self._with_shadow(sheet.dots)

    def _with_shadow(self, dots: Texture) -> tuple[Texture, NDArray[np.uint8]]:
        """The card with round corners, as large as it is needed, and its soft shadow around it."""
        room = _dots(SHADOW_MM)
        card = np.zeros(dots.shape[:2], np.uint8)
        _fill_rounded(card, _dots(CORNER_MM))
        card, texture = self._small(np.pad(card, room)), self._small(np.pad(dots, ((room, room), (room, room), (0, 0))))
        reach = SHADOW_MM / 3 * self._px_per_mm
        shadow = cv2.GaussianBlur(np.roll(card, (round(reach), round(reach)), (0, 1)), (0, 0), max(0.5, reach))
        texture[card == 0] = 0
        return texture, np.maximum(card, (shadow * 0.45).astype(np.uint8))

    def _small(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        width, height = (max(1, round(length * self._px_per_mm)) for length in self.size_mm)
        return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


class _Sheet:
    """One card while it is drawn. All lengths in mm from the card's upper left corner."""

    def __init__(self, deck_file: DeckFile, sticker: Sticker) -> None:
        self.deck_file = deck_file
        self.sticker = sticker
        self.width, self.height = deck_file.card_mm
        self.dots = np.empty((_dots(self.height), _dots(self.width), 3), np.uint8)
        self.box(0, 0, self.width, self.height, PAPER)

    def draw(self, code: int) -> None:
        """Draws the piece with its code."""
        if code == BACK_CODE:
            self._back()
        elif code in QUARTER_CODES:
            self._quarter(code)
        elif code in TOWER_OF_CODE:
            self._tower(code)
        else:
            self._palace(code, self.deck_file.deck[self.deck_file.codes[code]])

    def box(self, left: float, top: float, right: float, bottom: float, colour: Bgr) -> None:
        cv2.rectangle(self.dots, (_dots(left), _dots(top)), (_dots(right) - 1, _dots(bottom) - 1), colour, -1)

    def shape(self, points: list[tuple[float, float]], colour: Bgr) -> None:
        corners = np.array([[_dots(x), _dots(y)] for x, y in points], np.int32)
        cv2.fillPoly(self.dots, [corners], colour, cv2.LINE_AA)

    def disc(self, x: float, y: float, radius: float, colour: Bgr) -> None:
        cv2.circle(self.dots, (_dots(x), _dots(y)), _dots(radius), colour, -1, cv2.LINE_AA)

    def text(self, text: str, x: float, y: float, height: float, colour: Bgr) -> None:
        """The text with its middle at `x`, `y`."""
        scale, weight = _dots(height) / 22, max(1, _dots(height) // 9)
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, weight)
        corner = (_dots(x) - wide // 2, _dots(y) + high // 2)
        cv2.putText(self.dots, text, corner, cv2.FONT_HERSHEY_DUPLEX, scale, colour, weight, cv2.LINE_AA)

    def marker(self, code: int, left: float, top: float, side: float) -> None:
        """The black square's upper left corner and side, for a sticker that sits right."""
        module_dots = ceil(_exact_dots(side) / MODULES)
        square = cv2.cvtColor(printed(code, module_dots, self.sticker), cv2.COLOR_GRAY2BGR)
        middle = (square.shape[0] - 1) / 2
        scale = _exact_dots(side) / (module_dots * MODULES)
        turn = cv2.getRotationMatrix2D((middle, middle), -self.sticker.turned_deg, scale)
        turn[0, 2] += _exact_dots(left + side / 2 + self.sticker.x_mm) - 0.5 - middle
        turn[1, 2] += _exact_dots(top + side / 2 + self.sticker.y_mm) - 0.5 - middle
        extent = (self.dots.shape[1], self.dots.shape[0])
        cv2.warpAffine(square, turn, extent, dst=self.dots, borderMode=cv2.BORDER_TRANSPARENT)

    def _corner_marker(self, code: int) -> None:
        self.marker(code, self.deck_file.inset_mm, self.deck_file.inset_mm, self.deck_file.square_mm)

    def _middle_marker(self, code: int, side: float) -> None:
        self.marker(code, (self.width - side) / 2, (self.height - side) / 2, side)

    def _palace(self, code: int, card: Card) -> None:
        tint = tint_of(card.colour, self.deck_file.deck)
        self.box(1.5, 1.5, self.width - 1.5, self.height - 1.5, tint)
        self._street(tint)
        self._windows(card.windows)
        self._shields(card.shields)
        self.disc(self.width / 2, self.height * 0.76, 9.5, INK)
        self.disc(self.width / 2, self.height * 0.76, 8.8, PAPER)
        self.text(str(card.number), self.width / 2, self.height * 0.76, 8.0, INK)
        self._corner_marker(code)

    def _street(self, tint: Bgr) -> None:
        """The lower half: a hill, the palace's foot, the street."""
        left, right, foot = 1.5, self.width - 1.5, self.height - 1.5
        self.box(left, self.height * 0.56, right, foot, _mixed(tint, PAPER, 0.62))
        hill = [(left, self.height * 0.72), (self.width * 0.3, self.height * 0.64), (right, self.height * 0.74)]
        self.shape([*hill, (right, foot), (left, foot)], _mixed(tint, INK, 0.45))
        self.box(left, self.height * 0.545, right, self.height * 0.565, _mixed(tint, INK, 0.5))

    def _windows(self, count: int) -> None:
        """Lit windows with round tops, under the code and the shields."""
        pitch = min(13.0, (self.width - 8) / max(1, count))
        for index in range(count):
            x = self.width / 2 + (index - (count - 1) / 2) * pitch
            half = pitch * 0.32
            self.disc(x, 27.5, half, LIGHT)
            self.box(x - half, 27.5, x + half, 43.0, LIGHT)
            self.box(x - 0.4, 24.0, x + 0.4, 43.0, INK)
            self.box(x - half, 33.5, x + half, 34.3, INK)

    def _shields(self, count: int) -> None:
        """Top right, from the edge inwards."""
        pitch = min(9.5, (self.width - 21) / max(1, count))
        for index in range(count):
            x, y, half = self.width - 7.5 - index * pitch, 4.5, pitch * 0.42
            self.shape(_shield(x, y, half + 0.7), INK)
            self.shape(_shield(x, y + 0.7, half), SHIELD)

    def _tower(self, code: int) -> None:
        self.box(1.5, 1.5, self.width - 1.5, self.height - 1.5, (168, 166, 160))
        middle, stone = self.width / 2, (112, 112, 110)
        self.box(middle - 11, 30, middle + 11, self.height - 6, stone)
        for x in (-14.0, -4.0, 6.0):
            self.box(middle + x, 20, middle + x + 8, 30.5, stone)
        self.box(middle - 14, 26, middle + 14, 32, stone)
        self.box(middle - 2.5, 42, middle + 2.5, 54, INK)
        self.text(TOWER_OF_CODE[code], middle, self.height * 0.76, 8.0, PAPER)
        self._corner_marker(code)

    def _back(self) -> None:
        brick, joint = (70, 82, 104), (48, 58, 76)
        self.box(1.5, 1.5, self.width - 1.5, self.height - 1.5, joint)
        for row in range(int(self.height // 7)):
            for column in range(-1, int(self.width // 14) + 1):
                left, top = 2 + column * 14 + row % 2 * 7, 2.0 + row * 7
                if 2 - 13 < left < self.width - 2:
                    self.box(max(2, left), top, min(self.width - 2, left + 13), min(self.height - 2, top + 6), brick)
        self._middle_marker(BACK_CODE, self.deck_file.square_mm)

    def _quarter(self, code: int) -> None:
        tint = QUARTER_TINTS[code - QUARTER_CODES.start]
        self.box(1.5, 1.5, self.width - 1.5, self.height - 1.5, tint)
        for index, top in enumerate((12.0, 7.0, 15.0, 10.0, 17.0)):
            left = 4 + index * (self.width - 8) / 5
            self.box(left, top, left + (self.width - 8) / 5 - 0.8, 26, _mixed(tint, INK, 0.25 + 0.08 * (index % 3)))
        self.box(1.5, self.height - 26, self.width - 1.5, self.height - 1.5, _mixed(tint, (70, 140, 80), 0.6))
        self._middle_marker(code, QUARTER_SQUARE_MM)


def tint_of(colour: str, deck: Deck) -> Bgr:
    """The paint for a colour that the deck names; words we do not know get the paints that are left."""
    left = [tint for name, tint in TINTS.items() if name not in deck.colours]
    unknown = [name for name in deck.colours if name not in TINTS]
    return TINTS[colour] if colour in TINTS else left[unknown.index(colour)]


def _exact_dots(length_mm: float) -> float:
    return length_mm * DOTS_PER_MM


def _dots(length_mm: float) -> int:
    return round(_exact_dots(length_mm))


def _mixed(one: Bgr, other: Bgr, share: float) -> Bgr:
    """`share` of the other paint."""
    blue, green, red = (round(a * (1 - share) + b * share) for a, b in zip(one, other, strict=True))
    return blue, green, red


def _shield(x: float, top: float, half: float) -> list[tuple[float, float]]:
    return [(x - half, top), (x + half, top), (x + half, top + half), (x, top + 2.4 * half), (x - half, top + half)]


def _fill_rounded(mask: NDArray[np.uint8], radius: int) -> None:
    """Fills the mask but for round corners."""
    height, width = mask.shape
    cv2.rectangle(mask, (radius, 0), (width - radius - 1, height - 1), (255,), -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - radius - 1), (255,), -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(mask, (x, y), radius, (255,), -1)
