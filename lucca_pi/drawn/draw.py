"""A look at a table, drawn as the camera sees it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.cards import CardArt
from lucca_pi.drawn.conditions import FULL_WIDTH_PX, Conditions
from lucca_pi.drawn.lay import Lying
from lucca_pi.drawn.lens import blurred, noisy, shaken, sharpened, stored
from lucca_pi.drawn.light import Field, Sheen, contrast_left, field, glare_field, glaring, lit
from lucca_pi.drawn.seats import Table
from lucca_pi.drawn.stickers import Sticker, sticker_on
from lucca_pi.drawn.surfaces import TINT_OF, lightness
from lucca_pi.drawn.things import Body
from lucca_pi.drawn.view import AS_POINTED, Nudge, Points, Projection, along, rectangle
from lucca_pi.drawn.warp import Sheet, box_of, warp_of
from lucca_pi.games.citta.rules.deckfile import DeckFile
from lucca_pi.games.citta.table.pieces import QUARTER_CODES

Grey = NDArray[np.uint8]
Colour = NDArray[np.uint8]
"""A picture of shape `(height, width, 3)`, blue first."""

FLOOR = (52, 54, 58)
SHARPNESS = 1.15
"""Texture dots per picture dot."""


@dataclass(frozen=True, slots=True)
class Sight:
    """
    What one look shows: cards, things that stand among them, reflections, and how the camera was nudged.

    Another `grain`, another noise.
    """

    grain: int
    cards: Sequence[Lying]
    bodies: Sequence[Body] = ()
    sheens: Sequence[Sheen] = ()
    nudge: Nudge = AS_POINTED


class Painter:
    """Draws looks at one table with one deck. The same sight and seed give the same picture."""

    def __init__(self, deck_file: DeckFile, table: Table, conditions: Conditions, seed: int) -> None:
        self._conditions = conditions
        self._view = conditions.view
        self._seed = seed
        self._table = table
        self._upright = self.projection(AS_POINTED)
        self._art = CardArt(deck_file, self._upright.px_per_mm * SHARPNESS, self.sticker)
        self._card = cache(self._card_drawn)
        self._top = cache(self._table_top)

    def grey(self, sight: Sight) -> Grey:
        """The sight, of shape `(height, width)`."""
        return self._drawn(sight, coloured=False)

    def colour(self, sight: Sight) -> Colour:
        """The sight, in colour."""
        return self._drawn(sight, coloured=True)

    def projection(self, nudge: Nudge) -> Projection:
        """From the table to the picture."""
        return Projection(self._view, self._table.size_mm, nudge)

    def sticker(self, code: int) -> Sticker:
        """The sticker that bears the code; quarters are printed."""
        return Sticker() if code in QUARTER_CODES else sticker_on(code, self._conditions, self._seed)

    def _drawn(self, sight: Sight, coloured: bool) -> NDArray[np.uint8]:
        projection, conditions = self.projection(sight.nudge), self._conditions
        picture = self._bare_table(projection, coloured)
        for card in sorted(sight.cards, key=lambda card: card.level):
            self._put(picture, projection, card, coloured)
        for body in sight.bodies:
            _stand(picture, projection, body)
        picture = lit(picture, self._light(sight, projection), conditions.white_balance)
        picture = glaring(picture, glare_field(conditions, sight.sheens, projection))
        return self._taken(picture, sight.grain)

    def contrast_left(self, sight: Sight) -> Field:
        """The share of a sticker's contrast that reflections leave at each place."""
        projection = self.projection(sight.nudge)
        return contrast_left(self._light(sight, projection), glare_field(self._conditions, sight.sheens, projection))

    def _light(self, sight: Sight, projection: Projection) -> Field:
        return field(self._conditions, projection, self._table, [np.array(body.outline) for body in sight.bodies])

    def _taken(self, picture: NDArray[np.uint8], grain: int) -> NDArray[np.uint8]:
        """What lens and sensor make of it."""
        chance, conditions = np.random.default_rng((self._seed, grain)), self._conditions
        scale = self._view.width_px / FULL_WIDTH_PX
        moved_picture = shaken(picture, conditions.motion_px * scale, chance.uniform(0, 180))
        soft = blurred(moved_picture, conditions.blur_px * scale, conditions.corner_blur_px * scale)
        grainy = noisy(soft, conditions.read_noise, conditions.shot_noise, chance)
        sharp = sharpened(grainy, conditions.sharpening, conditions.sharpening_px * scale)
        return stored(sharp, conditions.jpeg_quality)

    def _put(self, picture: NDArray[np.uint8], projection: Projection, card: Lying, coloured: bool) -> None:
        """Draws one card over `picture`, only where it lies."""
        texture, opacity = self._card(card.code, coloured)
        sheet = Sheet((card.x_mm, card.y_mm), card.heading_deg, self._art.size_mm, opacity.shape[::-1])
        box = box_of(sheet, projection)
        if box.width <= 0 or box.height <= 0:
            return
        warp = warp_of(sheet, projection, box)
        above = warp(opacity, cv2.BORDER_CONSTANT).astype(np.float32) / 255
        drawn = warp(texture, cv2.BORDER_REPLICATE)
        under = np.ascontiguousarray(picture[box.part])
        picture[box.part] = cv2.blendLinear(drawn, under, above, 1 - above)

    def _card_drawn(self, code: int, coloured: bool) -> tuple[NDArray[np.uint8], Grey]:
        texture, opacity = self._art.piece(code)
        return (texture if coloured else np.asarray(cv2.cvtColor(texture, cv2.COLOR_BGR2GRAY), np.uint8)), opacity

    def _bare_table(self, projection: Projection, coloured: bool) -> NDArray[np.uint8]:
        """The table without cards, and the floor around it."""
        outline = projection.to_picture(along(rectangle(*self._table.size_mm)))
        floor = np.ones((self._view.height_px, self._view.width_px), np.uint8)
        cv2.fillPoly(floor, [np.round(outline).astype(np.int32)], (0,))
        picture = self._top(coloured).copy()
        picture[floor.view(bool)] = FLOOR if coloured else _grey_of(FLOOR)
        return picture

    def _table_top(self, coloured: bool) -> NDArray[np.uint8]:
        """The table's surface, all over the picture."""
        chance, surface = np.random.default_rng(self._seed), self._conditions.surface
        size_px = (self._view.width_px, self._view.height_px)
        return _tinted(lightness(surface, size_px, self._upright.px_per_mm, chance), TINT_OF[surface], coloured)


def seeming_outline(body: Body, projection: Projection) -> Points:
    """The part of the table that the body hides from the camera, in table axes."""
    low, high = (projection.lifted(np.array(body.outline), height) for height in (body.low_mm, body.high_mm))
    return np.asarray(cv2.convexHull(np.concatenate([low, high]).astype(np.float32))[:, 0], np.float64)


def _stand(picture: NDArray[np.uint8], projection: Projection, body: Body) -> None:
    outline = projection.to_picture(along(seeming_outline(body, projection)))
    colour = body.colour if picture.ndim == 3 else (_grey_of(body.colour),)
    cv2.fillPoly(picture, [np.round(outline * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _tinted(light: Grey, tint: tuple[int, int, int], coloured: bool) -> NDArray[np.uint8]:
    """The lightness in a colour, or in that colour's grey."""
    shades = np.arange(256)[:, None] / 128 * np.array(tint)
    table = np.clip(shades, 0, 255).astype(np.uint8)
    if not coloured:
        return np.asarray(cv2.LUT(light, cv2.cvtColor(table[:, None], cv2.COLOR_BGR2GRAY)), np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([light] * 3), table[:, None]), np.uint8)


def _grey_of(colour: tuple[int, int, int]) -> int:
    return int(cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2GRAY)[0, 0])
