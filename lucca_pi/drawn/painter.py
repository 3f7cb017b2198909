"""
A look at a table, drawn as the camera sees it: the table's top, and each kind of thing drawn once, with a soft shadow.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.conditions import FULL_WIDTH_PX, Conditions, Surface
from lucca_pi.drawn.hiding import StandingBody, seeming_outline, sides_of
from lucca_pi.drawn.light import (
    LightField,
    Sheen,
    blurred,
    glare_field,
    glaring,
    light_field,
    lit,
    noisy,
    shaken,
    sharpened,
    stored,
)
from lucca_pi.drawn.things import (
    DOTS_PER_MM,
    SHADOW_MM,
    Bgr,
    CodeMark,
    ColourTexture,
    DrawnFace,
    Ground,
    Point,
    Sticker,
    Thing,
    ThingKind,
    dots,
    sticker_on,
    within,
)
from lucca_pi.drawn.view import AS_POINTED, FlatSheet, Nudge, Projection, along, picture_box, rectangle_about, warp_of

_CORNER_MM = 3.0


def texture_of(
    kind: ThingKind, px_per_mm: float, sticker: Callable[[CodeMark], Sticker]
) -> tuple[ColourTexture, NDArray[np.uint8]]:
    """
    The kind, upright, with its stickers and room for its shadow, and how opaque it is at each dot (255: wholly).

    Kinds that look alike are drawn once, whoever asks.
    """
    stickers = tuple((mark, sticker(mark)) for mark in kind.marks if not mark.is_bare)
    return _drawn(_Wanted((kind.looks or kind, px_per_mm, stickers), kind, px_per_mm, stickers))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A kind to be drawn; `looks` says all that its picture depends on."""

    looks: Hashable
    kind: ThingKind = field(compare=False)
    px_per_mm: float = field(compare=False)
    stickers: tuple[tuple[CodeMark, Sticker], ...] = field(compare=False)


@lru_cache(maxsize=512)
def _drawn(wanted: _Wanted) -> tuple[ColourTexture, NDArray[np.uint8]]:
    """Two sizes of a hundred cards, on two evenings, are fewer."""
    face = DrawnFace(wanted.kind.size_mm)
    wanted.kind.draw(face)
    for mark, sticker in wanted.stickers:
        face.marker(mark, sticker)
    card = np.zeros(face.with_room.shape[:2], np.uint8)
    _fill(within(card), wanted.kind)
    width, height = (max(1, round(length * wanted.px_per_mm)) for length in _shadowed_mm(wanted.kind))
    card, texture = (
        np.asarray(cv2.resize(one, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        for one in (card, face.with_room)
    )
    reach = SHADOW_MM / 3 * wanted.px_per_mm
    shadow = cv2.GaussianBlur(np.roll(card, (round(reach), round(reach)), (0, 1)), (0, 0), max(0.5, reach))
    texture[card == 0] = 0
    return texture, np.maximum(card, (shadow * 0.45).astype(np.uint8))


def _shadowed_mm(kind: ThingKind) -> Point:
    """The width and height of a thing with the room for its shadow."""
    width, height = kind.size_mm
    return width + 2 * SHADOW_MM, height + 2 * SHADOW_MM


def _fill(mask: NDArray[np.uint8], kind: ThingKind) -> None:
    """Fills the mask within the kind's outline."""
    if kind.outline:
        corners = np.round(np.array(kind.outline) * DOTS_PER_MM).astype(np.int32)
        cv2.fillPoly(mask, [corners], (255,), cv2.LINE_AA)
    else:
        radius, (height, width) = dots(_CORNER_MM), mask.shape
        cv2.rectangle(mask, (radius, 0), (width - radius - 1, height - 1), (255,), -1)
        cv2.rectangle(mask, (0, radius), (width - 1, height - radius - 1), (255,), -1)
        for x in (radius, width - radius - 1):
            for y in (radius, height - radius - 1):
                cv2.circle(mask, (x, y), radius, (255,), -1)


_Lightness = NDArray[np.uint8]

_CHECK_MM = 9.0


def _planks(size_px: tuple[int, int], px_per_mm: float, chance: np.random.Generator) -> _Lightness:
    """Boards along the table with a grain of fine stripes."""
    del px_per_mm
    boards = np.repeat(chance.normal(0, 5, (9, 1)), 40, axis=0)
    stripes = boards + cv2.GaussianBlur(chance.normal(0, 16, (360, 48)), (0, 0), 0.8)
    return _enlarged(128 + stripes, size_px)


def _checks(size_px: tuple[int, int], px_per_mm: float, chance: np.random.Generator) -> _Lightness:
    """A chequered cloth: squares nearly as large as a code, in three tones."""
    width, height = size_px
    pitch = max(2.0, _CHECK_MM * px_per_mm)
    across, down = ((36 * (np.arange(length) // pitch % 2)).astype(np.uint8) for length in (width, height))
    weave = _tiled(chance.normal(92, 5, (256, 256)), size_px)
    return np.asarray(weave + across[None, :] + down[:, None], np.uint8)


def _plain(size_px: tuple[int, int], px_per_mm: float, chance: np.random.Generator) -> _Lightness:
    """A faint unevenness."""
    del px_per_mm
    return _enlarged(128 + chance.normal(0, 2, (12, 20)), size_px)


def _fibres(size_px: tuple[int, int], px_per_mm: float, chance: np.random.Generator) -> _Lightness:
    """A fine mottle without direction."""
    del px_per_mm
    return _tiled(chance.normal(128, 14, (256, 256)), size_px)


def _tiled(tile: NDArray[np.float64], size_px: tuple[int, int]) -> _Lightness:
    width, height = size_px
    small = np.clip(tile, 0, 255).astype(np.uint8)
    return np.tile(small, (height // tile.shape[0] + 1, width // tile.shape[1] + 1))[:height, :width]


def _enlarged(pattern: NDArray[np.float64], size_px: tuple[int, int]) -> _Lightness:
    return np.asarray(cv2.resize(np.clip(pattern, 0, 255).astype(np.uint8), size_px), np.uint8)


_PATTERNS: Mapping[Surface, Callable[[tuple[int, int], float, np.random.Generator], _Lightness]] = {
    "oak": _planks,
    "walnut": _planks,
    "cloth": _checks,
    "glossy white": _plain,
    "felt": _fibres,
}
_TINT_OF: Mapping[Surface, Bgr] = {
    "oak": (66, 108, 152),
    "walnut": (34, 52, 78),
    "cloth": (118, 112, 168),
    "glossy white": (222, 226, 226),
    "felt": (52, 84, 34),
}


GreyPicture = NDArray[np.uint8]
ColourPicture = NDArray[np.uint8]
"""A picture of shape `(height, width, 3)`, blue first."""

_FLOOR: Bgr = (52, 54, 58)
_SHARPNESS = 1.15
"""Texture dots per picture dot."""


@dataclass(frozen=True, slots=True)
class DrawnSight:
    """
    The scene of a look: things on the table, bodies among them, reflections, and the camera's nudge.

    Another `grain`, another noise.
    """

    grain: int
    things: Sequence[Thing]
    bodies: Sequence[StandingBody] = ()
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
        self._face = cache(self._face_drawn)
        self._top = cache(self._table_top)

    def grey(self, sight: DrawnSight) -> GreyPicture:
        """The sight, of shape `(height, width)`."""
        return self._drawn(sight, coloured=False)

    def colour(self, sight: DrawnSight) -> ColourPicture:
        """The sight, in colour."""
        return self._drawn(sight, coloured=True)

    def projection(self, nudge: Nudge) -> Projection:
        """From the table to the picture."""
        return Projection(self._view, self._ground.size_mm, nudge)

    def sticker(self, mark: CodeMark) -> Sticker:
        """The sticker that bears the code."""
        return sticker_on(mark.code, self._conditions, self._seed) if mark.sticker is None else mark.sticker

    def _drawn(self, sight: DrawnSight, coloured: bool) -> NDArray[np.uint8]:
        projection, conditions = self.projection(sight.nudge), self._conditions
        picture = self._bare_table(projection, coloured)
        for thing in sorted(sight.things, key=lambda thing: thing.level):
            self._put(picture, projection, thing, coloured)
        for body in sight.bodies:
            _stand(picture, projection, body)
        picture = lit(picture, self._light(sight, projection), conditions.white_balance)
        picture = glaring(picture, glare_field(conditions, sight.sheens, projection))
        return self._taken(picture, sight.grain)

    def _light(self, sight: DrawnSight, projection: Projection) -> LightField:
        return light_field(
            self._conditions, projection, self._ground, [np.array(body.outline) for body in sight.bodies]
        )

    def _taken(self, picture: NDArray[np.uint8], grain: int) -> NDArray[np.uint8]:
        """The picture as lens and sensor give it."""
        chance, conditions = np.random.default_rng((self._seed, grain)), self._conditions
        scale = self._view.width_px / FULL_WIDTH_PX
        moved_picture = shaken(picture, conditions.motion_px * scale, chance.uniform(0, 180))
        soft = blurred(moved_picture, conditions.blur_px * scale, conditions.corner_blur_px * scale)
        grainy = noisy(soft, conditions.read_noise, conditions.shot_noise, chance)
        sharp = sharpened(grainy, conditions.sharpening, conditions.sharpening_px * scale)
        return stored(sharp, conditions.jpeg_quality)

    def _put(self, picture: NDArray[np.uint8], projection: Projection, thing: Thing, coloured: bool) -> None:
        """Draws a thing over `picture`, within its outline only."""
        if sides := sides_of(thing):
            _stand(picture, projection, sides)
        texture, opacity = self._face(thing.kind, coloured)
        sheet = _sheet_of(thing, opacity.shape[::-1], projection)
        box = picture_box(sheet, projection)
        if box.width <= 0 or box.height <= 0:
            return
        warp = warp_of(sheet, projection, box)
        above = warp(opacity, cv2.BORDER_CONSTANT).astype(np.float32) / 255
        drawn = warp(texture, cv2.BORDER_REPLICATE)
        under = np.ascontiguousarray(picture[box.part])
        picture[box.part] = cv2.blendLinear(drawn, under, above, 1 - above)

    def _face_drawn(self, kind: ThingKind, coloured: bool) -> tuple[NDArray[np.uint8], GreyPicture]:
        texture, opacity = texture_of(kind, self._upright.px_per_mm * _SHARPNESS, self.sticker)
        return (texture if coloured else np.asarray(cv2.cvtColor(texture, cv2.COLOR_BGR2GRAY), np.uint8)), opacity

    def _bare_table(self, projection: Projection, coloured: bool) -> NDArray[np.uint8]:
        """The table with nothing on it, and the floor around it."""
        outline = projection.to_picture(along(rectangle_about(*self._ground.size_mm)))
        floor = np.ones((self._view.height_px, self._view.width_px), np.uint8)
        cv2.fillPoly(floor, [np.round(outline).astype(np.int32)], (0,))
        picture = self._top(coloured).copy()
        picture[floor.view(bool)] = _FLOOR if coloured else _grey_of(_FLOOR)
        return picture

    def _table_top(self, coloured: bool) -> NDArray[np.uint8]:
        """The table's surface, all over the picture."""
        chance, surface = np.random.default_rng(self._seed), self._conditions.surface
        size_px = (self._view.width_px, self._view.height_px)
        light = _PATTERNS[surface](size_px, self._upright.px_per_mm, chance)
        shades = np.arange(256)[:, None] / 128 * np.array(_TINT_OF[surface])
        table = np.clip(shades, 0, 255).astype(np.uint8)
        if not coloured:
            return np.asarray(cv2.LUT(light, cv2.cvtColor(table[:, None], cv2.COLOR_BGR2GRAY)), np.uint8)
        return np.asarray(cv2.LUT(cv2.merge([light] * 3), table[:, None]), np.uint8)


def _sheet_of(thing: Thing, size_dots: tuple[int, int], projection: Projection) -> FlatSheet:
    """The sheet of the table that the thing's face covers: larger, and farther out, the higher it is."""
    middle, size_mm = (thing.x_mm, thing.y_mm), _shadowed_mm(thing.kind)
    if not thing.top_mm:
        return FlatSheet(middle, thing.heading_deg, size_mm, size_dots)
    (x_mm, y_mm), times = projection.lifted(np.array([middle]), thing.top_mm)[0], projection.growth(thing.top_mm)
    return FlatSheet((float(x_mm), float(y_mm)), thing.heading_deg, (size_mm[0] * times, size_mm[1] * times), size_dots)


def _stand(picture: NDArray[np.uint8], projection: Projection, body: StandingBody) -> None:
    outline = projection.to_picture(along(seeming_outline(body, projection)))
    colour = body.colour if picture.ndim == 3 else (_grey_of(body.colour),)
    cv2.fillPoly(picture, [np.round(outline * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _grey_of(colour: Bgr) -> int:
    return int(cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2GRAY)[0, 0])
