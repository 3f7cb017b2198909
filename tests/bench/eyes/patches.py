"""Single markers on rough ground, thousands to a picture: how often one is taken for another."""

from collections.abc import Iterator

import cv2
import numpy as np

from lucca_pi.vision.codes import CODES
from lucca_pi.vision.picture import Grey
from tests.bench.eyes.frames import STICKER_PER_SQUARE, Code, DrawnFrame, judged
from tests.bench.eyes.readers import ours
from tests.bench.eyes.symbols import marker

SIDE_PX = 64
ACROSS, DOWN = 72, 40
SIZES_PX = (18.0, 40.0)


def bench(patches: int) -> None:
    """Stickers of 18 to 40 px at any angle, somewhat tilted, blurred, pale, under sloping light, in noise."""
    found = [judged(frame, ours(frame.grey)) for frame in sheets(patches)]
    every = [code for one in found for code in (*one.read, *one.missed)]
    wrong, phantoms = sum(one.wrong for one in found), sum(one.phantoms for one in found)
    print(f"{len(every)} patches, stickers of 18 to 40 px: wrong {wrong}, phantoms {phantoms}")
    for low, high in ((18, 21), (21, 24), (24, 27), (27, 30), (30, 33), (33, 40)):
        read, all_ = (
            sum(low <= code.sticker_px < high for code in codes)
            for codes in ([code for one in found for code in one.read], every)
        )
        print(f"  {low} to {high} px: {read} of {all_} = {read / max(all_, 1):.2%}")


def sheets(patches: int) -> Iterator[DrawnFrame]:
    """Pictures of 12 MP of up to 2880 patches."""
    for number in range(-(-patches // (ACROSS * DOWN))):
        chance = np.random.default_rng(number)
        yield _sheet(min(ACROSS * DOWN, patches - number * ACROSS * DOWN), chance)


def _sheet(patches: int, chance: np.random.Generator) -> DrawnFrame:
    grey, codes = np.full((DOWN * SIDE_PX, ACROSS * SIDE_PX), 90, np.uint8), []
    for place in range(patches):
        row, column = divmod(place, ACROSS)
        patch, code = _patch(chance, np.array([column, row]) * SIDE_PX)
        grey[row * SIDE_PX : (row + 1) * SIDE_PX, column * SIDE_PX : (column + 1) * SIDE_PX] = patch
        codes.append(code)
    return DrawnFrame(grey, tuple(codes))


def _patch(chance: np.random.Generator, corner_px: np.ndarray) -> tuple[Grey, Code]:
    code, sticker_px = int(chance.integers(CODES)), float(chance.uniform(*SIZES_PX))
    turn, unit = chance.uniform(0, 2 * np.pi), np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    turned = unit @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = turned * [1, chance.uniform(0.9, 1.0)] * sticker_px + (SIDE_PX - 1) / 2 + chance.uniform(-3, 3, 2)
    patch = _pictured(marker(code), corners.astype(np.float32), chance)
    square = corners.mean(0) + (corners - corners.mean(0)) / STICKER_PER_SQUARE + corner_px
    return patch, Code(code, square, sticker_px, 1.0, False)


def _pictured(bitmap: Grey, corners: np.ndarray, chance: np.random.Generator) -> Grey:
    """The sticker on rough ground, drawn at four times the size, then seen through lens and sensor."""
    side, large = len(bitmap), SIDE_PX * 4
    ground = cv2.resize(
        chance.integers(30, 200, (9, 9)).astype(np.float32), (large, large), interpolation=cv2.INTER_CUBIC
    )
    outline = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    into = cv2.getPerspectiveTransform(outline, corners * 4 + 1.5)
    cv2.warpPerspective(
        bitmap.astype(np.float32), into, (large, large), ground, cv2.INTER_NEAREST, cv2.BORDER_TRANSPARENT
    )
    seen = cv2.resize(ground, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    seen = cv2.GaussianBlur(seen, (0, 0), chance.uniform(0.5, 1.5))
    slope = np.linspace(*chance.uniform(0.5, 1.0, 2), SIDE_PX)
    lit = chance.uniform(10, 50) + seen * chance.uniform(0.25, 0.8) * slope
    return np.clip(lit + chance.normal(0, chance.uniform(1, 5), lit.shape), 0, 255).astype(np.uint8)
