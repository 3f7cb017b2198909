"""
Cards with stickers in a colour picture: code, shade beside it, the card cut out upright; and the colour proposed by its
shade.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import dist

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.box.draft_files import DeckDraft, Sizes
from lucca_pi.games.citta.rules.deck import HIGHEST_CODE
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.table.shades import Shade, shade_of
from lucca_pi.vision.detect import Detection, detect, flipped
from lucca_pi.vision.picture import Colour
from lucca_pi.vision.stickers import shade_beside

PX_PER_MM = 96 / 25.4

_SIZES = 1.4
"""Largest factor between a sticker's side, px, and the median side; beyond it a reading is a phantom."""
_SOFT_PX = 0.7
"""Blur of pictures, px, before codes are sought: a scan may be sharper than any lens."""
_RIVAL = 0.5
"""Least share of the strongest reading's margin at which another reading of the code is a second sticker."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in a picture; `picture` is the card cut out upright, `times` how often its code was read."""

    code: int
    shade: Shade
    picture: Colour
    times: int = 1


def see_cards(picture: Colour, sizes: Sizes) -> tuple[SeenCard, ...]:
    """The palace cards in the picture, by code; neither quarter nor order is needed."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), _SOFT_PX), np.uint8)
    read = _of_one_size(detect(soft, range(1, HIGHEST_CODE + 1)).read)
    surest = {one.code: one for one in sorted(read, key=lambda one: one.margin)}
    times = Counter(one.code for one in read if one.margin >= _RIVAL * surest[one.code].margin)
    return tuple(_seen(picture, surest[code], times[code], sizes) for code in sorted(surest))


def shows_game(picture: Colour) -> bool:
    """True if quarters lie there, as on the table of a game."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
    return len({one.code for one in detect(grey, QUARTER_CODES).read}) > 1


def is_mirrored(picture: Colour, sizes: Sizes) -> bool:
    """True if cards are seen once left and right are swapped."""
    return bool(see_cards(flipped(picture), sizes))


def _of_one_size(read: Sequence[Detection]) -> list[Detection]:
    """The readings whose side is near the median: all stickers are of one size, but for perspective."""
    sides = [float(np.sqrt(cv2.contourArea(one.corners_px))) for one in read]
    usual = float(np.median(sides)) if sides else 0.0
    return [one for one, side in zip(read, sides, strict=True) if usual / _SIZES <= side <= usual * _SIZES]


def _seen(picture: Colour, one: Detection, times: int, sizes: Sizes) -> SeenCard:
    return SeenCard(one.code, shade_beside(picture, one.corners_px), _cut_out(picture, one.corners_px, sizes), times)


def _cut_out(picture: Colour, corners_px: NDArray[np.float32], sizes: Sizes) -> Colour:
    """The card at 96 dots to the inch; its parts outside the picture stay empty."""
    near, far = sizes.inset_mm * PX_PER_MM, (sizes.inset_mm + sizes.square_mm) * PX_PER_MM
    square = np.array([[near, near, 1], [far, near, 1], [far, far, 1], [near, far, 1]])
    onto = np.linalg.lstsq(square, corners_px.astype(float), rcond=None)[0].T
    size_px = round(sizes.card_mm[0] * PX_PER_MM), round(sizes.card_mm[1] * PX_PER_MM)
    flags = cv2.WARP_INVERSE_MAP | cv2.INTER_AREA
    return np.asarray(cv2.warpAffine(picture, onto, size_px, flags=flags), np.uint8)


_LIGHTNESS = 0.5
"""Weight of a difference in lightness beside one in hue: light falls unevenly, hues stay."""


def colour_by_shade(shade: Shade, draft: DeckDraft) -> str | None:
    """The colour whose shade is nearest; None while one of the deck's colours has no shade yet: it may be that one."""
    taught = [(card.colour, draft.shades[code]) for code, card in draft.cards.items() if code in draft.shades]
    learnt = {colour for colour, _ in taught}
    words = [(name, known) for name in draft.colours if name not in learnt and (known := shade_of(name))]
    if len(learnt) + len(words) < len(draft.colours):
        return None
    return min((_difference(shade, other), colour) for colour, other in (*taught, *words))[1]


def _difference(one: Shade, other: Shade) -> float:
    return dist((one[0] * _LIGHTNESS, *one[1:]), (other[0] * _LIGHTNESS, *other[1:]))


@cache
def colours_of_shades(shades: tuple[Shade, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """
    The word for each of as many shades as there are words, each used once; "" for all where a word is not known.

    Every assignment is tried, so the result is cached.
    """
    words = [known for name in names if (known := shade_of(name))]
    if not len(shades) == len(names) == len(words):
        return ("",) * len(shades)
    ways = permutations(range(len(names)))
    best = min(ways, key=lambda way: sum(_difference(shades[at], words[word]) for at, word in enumerate(way)))
    return tuple(names[word] for word in best)
