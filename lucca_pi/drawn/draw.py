"""Cards on a table, drawn as the camera sees them."""

from collections.abc import Iterable
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.citta.rules.deckfile import DeckFile
from lucca_pi.drawn.cards import CardArt
from lucca_pi.drawn.lay import Lying, moved
from lucca_pi.drawn.view import Projection, View, rectangle

Grey = NDArray[np.uint8]
Colour = NDArray[np.uint8]
"""A picture of shape `(height, width, 3)`, blue first."""

WOOD = (66, 108, 152)
FLOOR = (52, 54, 58)
SHARPNESS = 1.15
"""Texture dots per picture dot."""
NOISE_TILE_PX = 512


class Painter:
    """Draws looks at one table with one deck. The same cards, number and seed give the same picture."""

    def __init__(self, deck_file: DeckFile, table_mm: tuple[float, float], view: View, seed: int) -> None:
        self._view = view
        self._seed = seed
        self._table_mm = table_mm
        self._projection = Projection(view, table_mm)
        self._art = CardArt(deck_file, self._projection.px_per_mm * SHARPNESS)
        self._card = cache(self._card_drawn)
        self._bare = cache(self._bare_table)

    def grey(self, cards: Iterable[Lying], number: int) -> Grey:
        """The cards on the table, of shape `(height, width)`; `number` decides the noise."""
        return self._drawn(cards, number, coloured=False)

    def colour(self, cards: Iterable[Lying], number: int) -> Colour:
        """The cards on the table, in colour."""
        return self._drawn(cards, number, coloured=True)

    def _drawn(self, cards: Iterable[Lying], number: int, coloured: bool) -> NDArray[np.uint8]:
        picture = self._bare(coloured).copy()
        for card in sorted(cards, key=lambda card: card.level):
            self._put(picture, card, *self._card(card.code, coloured))
        if self._view.blur_px:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), self._view.blur_px), np.uint8)
        return self._noisy(picture, number)

    def _put(self, picture: NDArray[np.uint8], card: Lying, texture: NDArray[np.uint8], opacity: Grey) -> None:
        """Draws one card over `picture`, only where it lies."""
        height, width = opacity.shape
        size_mm = self._art.size_mm
        corners_mm = [moved((card.x_mm, card.y_mm), card.heading_deg, x, y) for x, y in rectangle(*size_mm)]
        corners = self._projection.to_picture(np.array(corners_mm))
        (left, top), (right, bottom) = self._inside(np.floor(corners.min(0)) - 1), self._inside(corners.max(0) + 2)
        if right <= left or bottom <= top:
            return
        edges = rectangle(width, height, ((width - 1) / 2, (height - 1) / 2))
        warp = cv2.getPerspectiveTransform(edges.astype(np.float32), (corners - (left, top)).astype(np.float32))
        size = (right - left, bottom - top)
        above = cv2.warpPerspective(opacity, warp, size).astype(np.float32) / 255
        drawn = cv2.warpPerspective(texture, warp, size, borderMode=cv2.BORDER_REPLICATE)
        under = picture[top:bottom, left:right]
        picture[top:bottom, left:right] = cv2.blendLinear(drawn, np.ascontiguousarray(under), above, 1 - above)

    def _inside(self, point: NDArray[np.float64]) -> tuple[int, int]:
        x, y = np.clip(point, 0, (self._view.width_px, self._view.height_px)).astype(int)
        return int(x), int(y)

    def _card_drawn(self, code: int, coloured: bool) -> tuple[NDArray[np.uint8], Grey]:
        texture, opacity = self._art.piece(code)
        return (texture if coloured else np.asarray(cv2.cvtColor(texture, cv2.COLOR_BGR2GRAY), np.uint8)), opacity

    def _bare_table(self, coloured: bool) -> NDArray[np.uint8]:
        """The table without cards: planks with a little grain, and the floor around them."""
        size = (self._view.width_px, self._view.height_px)
        wood = _grain(np.random.default_rng(self._seed), size)
        outline = self._projection.to_picture(_rounded_outline(self._table_mm))
        on_table = np.zeros(size[::-1], np.uint8)
        cv2.fillPoly(on_table, [np.round(outline).astype(np.int32)], (255,))
        table = _tinted(wood, WOOD, coloured)
        floor = _tinted(wood, FLOOR, coloured)
        cv2.copyTo(table, on_table, floor)
        return floor

    def _noisy(self, picture: NDArray[np.uint8], number: int) -> NDArray[np.uint8]:
        if not self._view.noise:
            return picture
        chance = np.random.default_rng((self._seed, number))
        height, width = picture.shape[:2]
        tile = chance.normal(0, self._view.noise, (NOISE_TILE_PX, NOISE_TILE_PX)).round().astype(np.int8)
        noise = np.tile(tile, (height // NOISE_TILE_PX + 1, width // NOISE_TILE_PX + 1))[:height, :width]
        if picture.ndim == 3:
            noise = np.repeat(noise[:, :, None], 3, axis=2)
        return np.asarray(cv2.add(picture, np.ascontiguousarray(noise), dtype=cv2.CV_8U), np.uint8)


def _grain(chance: np.random.Generator, size_px: tuple[int, int]) -> Grey:
    """Stripes along the table, 128 on average: lightness of wood."""
    width, height = size_px
    planks = np.repeat(chance.normal(0, 5, (9, 1)), 40, axis=0)
    stripes = planks + cv2.GaussianBlur(chance.normal(0, 16, (360, 48)), (0, 0), 0.8)
    return np.asarray(cv2.resize(np.clip(128 + stripes, 0, 255).astype(np.uint8), (width, height)), np.uint8)


def _tinted(lightness: Grey, tint: tuple[int, int, int], coloured: bool) -> NDArray[np.uint8]:
    """The lightness in a colour, or in that colour's grey."""
    shades = np.arange(256)[:, None] / 128 * np.array(tint)
    table = np.clip(shades, 0, 255).astype(np.uint8)
    if not coloured:
        return np.asarray(cv2.LUT(lightness, cv2.cvtColor(table[:, None], cv2.COLOR_BGR2GRAY)), np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([lightness] * 3), table[:, None]), np.uint8)


def _rounded_outline(size_mm: tuple[float, float], steps: int = 24) -> NDArray[np.float64]:
    """Points along the table's edge, close enough together to show the lens."""
    corners = rectangle(*size_mm)
    parts = [np.linspace(corners[i], corners[(i + 1) % 4], steps, endpoint=False) for i in range(4)]
    return np.concatenate(parts)
