"""The colours of things without a code, told by patches of the same colours that the same picture shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.tokens import Patch, Tokens
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Plane

RIM_LIGHT = 0.1
"""The light of a rim's ink, as part of that between it and white paper."""
WHOLE, MIXED = (0.6, 1.3), (0.35, 1.3)
"""How strong a colour is as part of its patch: a strip is so narrow that what is beside it takes of its strength."""
HUE = 2.0
"""What a difference in hue weighs against one in lightness, which reflections change."""
NEUTRAL = 0.12
"""Weaker than this, a paint is white, black or grey."""
SURE = 0.15
"""Where a sample is less surely of one colour, it is of none."""
MOST_LIGHT = 250
"""A sensor's most, nearly: where two colours of light are so strong, no hue is left."""

Shade = NDArray[np.float64]
"""Lightness, red over green, blue over green: each as part of white."""


@dataclass(frozen=True, slots=True)
class Paints:
    """What the patches show: white's red, green and blue as part of its grey, and the shade of each colour."""

    white: Shade
    shades: Mapping[str, Shade]


class Told(NamedTuple):
    """The colour, "" where none can be told; how sure it is; where none is, those it may be, the likeliest first."""

    colour: str
    sure: float
    among: tuple[str, ...] = ()


UNTOLD = Told("", 0.0)


def paints_of(pictures: tuple[Grey, Colour], plane: Plane, tokens: Tokens, patches: Sequence[Patch]) -> Paints | None:
    """The shades of the patches; None where one of the colours is not in sight."""
    measured: dict[str, list[Shade]] = {}
    for patch in patches:
        if (seen := _seen(pictures, plane, patch)) is not None:
            measured.setdefault(patch.colour, []).append(seen)
    if not {tokens.white, tokens.black} <= {*measured}:
        return None
    means = {colour: np.median(seen, axis=0) for colour, seen in measured.items()}
    white, black = means[tokens.white], means[tokens.black]
    haze = black.mean() - RIM_LIGHT * (white.mean() - black.mean())
    balance = (white - haze) / max(1.0, (white - haze).mean())
    lit = max(1.0, white.mean() - haze)
    return Paints(balance, {colour: _shade((mean - haze) / balance / lit) for colour, mean in means.items()})


def _seen(pictures: tuple[Grey, Colour], plane: Plane, patch: Patch) -> Shade | None:
    """The patch's red, green and blue; None outside of the picture, or where they are at the sensor's most."""
    grey, colour = pictures
    reach = np.linspace(-0.25, 0.25, 9) * patch.side_mm
    points = np.array([(patch.place_mm[0] + x, patch.place_mm[1] + y) for x in reach for y in reach])
    smaller = colour.shape[1] / grey.shape[1]
    x, y = np.rint((plane.image_from_table(points) + 0.5) * smaller - 0.5).astype(int).T
    if min(x.min(), y.min()) < 0 or x.max() >= colour.shape[1] or y.max() >= colour.shape[0]:
        return None
    return np.asarray(np.median(colour[y, x], axis=0), np.float64)


def _shade(part: Shade) -> Shade:
    """Lightness, and how far red and blue are above green."""
    red, green, blue = part
    return np.array([0.299 * red + 0.587 * green + 0.114 * blue, red - green, blue - green])


def told(sample: tuple[float, Shade], paints: Paints, light: tuple[float, float], pure: tuple[float, float]) -> Told:
    """
    The colour that a sample is likest to, and how sure that is: 0 where two are as like, 1 where it is as printed.

    `pure`: how weak and how strong it may be as part of its patch.
    """
    (grey, colour), (low, high) = sample, light
    haze = max(0.0, low - RIM_LIGHT * (high - low))
    lit = max(1.0, high - haze)
    shade = _shade((colour - haze) / paints.white / lit)
    shade[0] = (grey - haze) / lit
    if (colour >= MOST_LIGHT).sum() > 1:
        shade[1:] = 0.0
    apart = {name: _apart(shade, other, pure) for name, other in paints.shades.items()}
    nearest, *others = sorted(apart, key=lambda name: apart[name])
    ahead = [(apart[other] - apart[nearest]) / (apart[other] + apart[nearest] + 1e-6) for other in others]
    if ahead[0] >= SURE:
        return Told(nearest, round(ahead[0], 3))
    likely = [other for other, by in zip(others, ahead, strict=True) if by < 2 * SURE]
    return Told("", round(ahead[0], 3), (nearest, *likely))


def _apart(shade: Shade, paint: Shade, pure: tuple[float, float]) -> float:
    """How far a shade is from a paint that is mixed with grey: hue counts most."""
    strength = float(paint[1:] @ paint[1:])
    share = float(np.clip(shade[1:] @ paint[1:] / strength, *pure)) if strength > NEUTRAL**2 else 1.0
    hue = shade[1:] - share * paint[1:]
    return float(np.hypot(shade[0] - paint[0], HUE * np.hypot(*hue)))
