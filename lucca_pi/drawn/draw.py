"""A look at a table, drawn as the camera sees it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.art import Art, shadowed_mm
from lucca_pi.drawn.conditions import FULL_WIDTH_PX, Conditions
from lucca_pi.drawn.lens import blurred, noisy, shaken, sharpened, stored
from lucca_pi.drawn.light import Field, Sheen, contrast_left, field, glare_field, glaring, lit
from lucca_pi.drawn.lying import Ground, Kind, Thing
from lucca_pi.drawn.pen import Bgr
from lucca_pi.drawn.stickers import Mark, Sticker, sticker_on
from lucca_pi.drawn.surfaces import TINT_OF, lightness
from lucca_pi.drawn.things import Body, seeming_outline, sides_of
from lucca_pi.drawn.view import AS_POINTED, Nudge, Projection, along, rectangle
from lucca_pi.drawn.warp import Sheet, box_of, warp_of

Grey = NDArray[np.uint8]
Colour = NDArray[np.uint8]
"""A picture of shape `(height, width, 3)`, blue first."""

_FLOOR: Bgr = (52, 54, 58)
_SHARPNESS = 1.15
"""Texture dots per picture dot."""


@dataclass(frozen=True, slots=True)
class Sight:
    """
    What one look shows: things that lie there, bodies that stand among them, reflections, and the camera's nudge.

    Another `grain`, another noise.
    """

    grain: int
    things: Sequence[Thing]
    bodies: Sequence[Body] = ()
    sheens: Sequence[Sheen] = ()
    nudge: Nudge = AS_POINTED


class Painter:
    """Draws looks at one table. The same sight and seed give the same picture."""

    def __init__(self, ground: Ground, conditions: Conditions, seed: int) -> None:
        self._conditions = conditions
        self._view = conditions.view
        self._seed = seed
        self._ground = ground
        self._upright = self.projection(AS_POINTED)
        self._art = Art(self._upright.px_per_mm * _SHARPNESS, self.sticker)
        self._face = cache(self._face_drawn)
        self._top = cache(self._table_top)

    def grey(self, sight: Sight) -> Grey:
        """The sight, of shape `(height, width)`."""
        return self._drawn(sight, coloured=False)

    def colour(self, sight: Sight) -> Colour:
        """The sight, in colour."""
        return self._drawn(sight, coloured=True)

    def projection(self, nudge: Nudge) -> Projection:
        """From the table to the picture."""
        return Projection(self._view, self._ground.size_mm, nudge)

    def sticker(self, mark: Mark) -> Sticker:
        """The sticker that bears the code."""
        return sticker_on(mark.code, self._conditions, self._seed) if mark.sticker is None else mark.sticker

    def _drawn(self, sight: Sight, coloured: bool) -> NDArray[np.uint8]:
        projection, conditions = self.projection(sight.nudge), self._conditions
        picture = self._bare_table(projection, coloured)
        for thing in sorted(sight.things, key=lambda thing: thing.level):
            self._put(picture, projection, thing, coloured)
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
        return field(self._conditions, projection, self._ground, [np.array(body.outline) for body in sight.bodies])

    def _taken(self, picture: NDArray[np.uint8], grain: int) -> NDArray[np.uint8]:
        """What lens and sensor make of it."""
        chance, conditions = np.random.default_rng((self._seed, grain)), self._conditions
        scale = self._view.width_px / FULL_WIDTH_PX
        moved_picture = shaken(picture, conditions.motion_px * scale, chance.uniform(0, 180))
        soft = blurred(moved_picture, conditions.blur_px * scale, conditions.corner_blur_px * scale)
        grainy = noisy(soft, conditions.read_noise, conditions.shot_noise, chance)
        sharp = sharpened(grainy, conditions.sharpening, conditions.sharpening_px * scale)
        return stored(sharp, conditions.jpeg_quality)

    def _put(self, picture: NDArray[np.uint8], projection: Projection, thing: Thing, coloured: bool) -> None:
        """Draws one thing over `picture`, only where it lies."""
        if sides := sides_of(thing):
            _stand(picture, projection, sides)
        texture, opacity = self._face(thing.kind, coloured)
        sheet = _sheet_of(thing, opacity.shape[::-1], projection)
        box = box_of(sheet, projection)
        if box.width <= 0 or box.height <= 0:
            return
        warp = warp_of(sheet, projection, box)
        above = warp(opacity, cv2.BORDER_CONSTANT).astype(np.float32) / 255
        drawn = warp(texture, cv2.BORDER_REPLICATE)
        under = np.ascontiguousarray(picture[box.part])
        picture[box.part] = cv2.blendLinear(drawn, under, above, 1 - above)

    def _face_drawn(self, kind: Kind, coloured: bool) -> tuple[NDArray[np.uint8], Grey]:
        texture, opacity = self._art.drawn(kind)
        return (texture if coloured else np.asarray(cv2.cvtColor(texture, cv2.COLOR_BGR2GRAY), np.uint8)), opacity

    def _bare_table(self, projection: Projection, coloured: bool) -> NDArray[np.uint8]:
        """The table with nothing on it, and the floor around it."""
        outline = projection.to_picture(along(rectangle(*self._ground.size_mm)))
        floor = np.ones((self._view.height_px, self._view.width_px), np.uint8)
        cv2.fillPoly(floor, [np.round(outline).astype(np.int32)], (0,))
        picture = self._top(coloured).copy()
        picture[floor.view(bool)] = _FLOOR if coloured else _grey_of(_FLOOR)
        return picture

    def _table_top(self, coloured: bool) -> NDArray[np.uint8]:
        """The table's surface, all over the picture."""
        chance, surface = np.random.default_rng(self._seed), self._conditions.surface
        size_px = (self._view.width_px, self._view.height_px)
        return _tinted(lightness(surface, size_px, self._upright.px_per_mm, chance), TINT_OF[surface], coloured)


def _sheet_of(thing: Thing, size_dots: tuple[int, int], projection: Projection) -> Sheet:
    """Where the thing's face seems to lie on the table: larger, and farther out, where it is high above it."""
    middle, size_mm = (thing.x_mm, thing.y_mm), shadowed_mm(thing.kind)
    if not thing.top_mm:
        return Sheet(middle, thing.heading_deg, size_mm, size_dots)
    (x_mm, y_mm), times = projection.lifted(np.array([middle]), thing.top_mm)[0], projection.growth(thing.top_mm)
    return Sheet((float(x_mm), float(y_mm)), thing.heading_deg, (size_mm[0] * times, size_mm[1] * times), size_dots)


def _stand(picture: NDArray[np.uint8], projection: Projection, body: Body) -> None:
    outline = projection.to_picture(along(seeming_outline(body, projection)))
    colour = body.colour if picture.ndim == 3 else (_grey_of(body.colour),)
    cv2.fillPoly(picture, [np.round(outline * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _tinted(light: Grey, tint: Bgr, coloured: bool) -> NDArray[np.uint8]:
    """The lightness in a colour, or in that colour's grey."""
    shades = np.arange(256)[:, None] / 128 * np.array(tint)
    table = np.clip(shades, 0, 255).astype(np.uint8)
    if not coloured:
        return np.asarray(cv2.LUT(light, cv2.cvtColor(table[:, None], cv2.COLOR_BGR2GRAY)), np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([light] * 3), table[:, None]), np.uint8)


def _grey_of(colour: Bgr) -> int:
    return int(cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2GRAY)[0, 0])
