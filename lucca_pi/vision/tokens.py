"""
Tokens without a code in a picture, by their dark rims; their colours by the patches that the same picture shows.

Each area is made level first, so that rims lie along its rows and columns. Light falls unevenly, and a lamp's
reflection adds to it: so a token's colour is taken between its own dark rim and the light line or paper beside it, and
then held against the patches, which are measured in the same way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.sighting import Sighting, Spot
from lucca_pi.table.tokens import Area, Patch, Tokens
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Plane

DOTS_PER_MM = 3
COARSE = 16
"""Every so many dots the way into the picture is reckoned; between them it is as good as straight."""
AROUND_MM = 44.0
"""The lightest within this distance is paper."""
DARK = 0.56
"""What has less than this part of the light of the paper around is a rim, or dark paint."""
OFF_MM = 4.5
"""How much wider or narrower than printed a token may seem: shadows, and towers that come nearer to the camera."""
EDGE = 0.2
"""A fall of light, as part of that between rim and paper, that is the lower edge of a token."""
LEAST_STEP_MM, MOST_STEP_MM = 2.4, 8.0
RIM_LIGHT = 0.1
"""The light of a rim's ink, as part of that between it and white paper."""
MIXED = 1.5
"""A strip is so narrow that what is beside it takes about a third of its colour's strength in the small picture."""
FAINT = 12.0
"""Grey values between rim and paper below which nothing can be told."""

Values = NDArray[np.float32]
Shade = NDArray[np.float64]
"""Lightness, red over green, blue over green: each as part of white."""


@dataclass(frozen=True, slots=True)
class Level:
    """An area as seen from straight above: its light, and its colours."""

    area: Area
    grey: Grey
    colour: Colour


@dataclass(frozen=True, slots=True)
class Paints:
    """What the patches show: white's red, green and blue as part of its grey, and the shade of each colour."""

    white: Shade
    shades: Mapping[str, Shade]


def spots_in(pictures: tuple[Grey, Colour], plane: Plane, tokens: Tokens, seen: Sequence[Sighting]) -> tuple[Spot, ...]:
    """The tokens in a picture (in grey, and in colour of any size), in the look's axes; none without patches."""
    paints = _paints(pictures, plane, tokens, tokens.patches(seen))
    if paints is None:
        return ()
    levels = (levelled(pictures, plane, area) for area in tokens.areas(seen))
    return tuple(spot for level in levels for spot in _spots(level, tokens, paints))


def levelled(pictures: tuple[Grey, Colour], plane: Plane, area: Area) -> Level:
    """The area as it would be seen from straight above."""
    grey, colour = pictures
    width, height = (
        round((area.right_mm - area.left_mm) * DOTS_PER_MM),
        round((area.bottom_mm - area.top_mm) * DOTS_PER_MM),
    )
    coarse = np.meshgrid(np.arange(0, width + COARSE, COARSE), np.arange(0, height + COARSE, COARSE))
    across, down = coarse[0] / DOTS_PER_MM + area.left_mm, coarse[1] / DOTS_PER_MM + area.top_mm
    places = _to_look(area, across + 1j * down)
    px = plane.image_from_table(np.stack([places.real, places.imag], -1)).astype(np.float32)
    x, y = (_between(px[..., axis], (width, height)) for axis in (0, 1))
    smaller = colour.shape[1] / grey.shape[1]
    straight = cv2.remap(grey, x, y, cv2.INTER_LINEAR)
    tinted = cv2.remap(colour, (x + 0.5) * smaller - 0.5, (y + 0.5) * smaller - 0.5, cv2.INTER_LINEAR)
    return Level(area, np.asarray(straight, np.uint8), np.asarray(tinted, np.uint8))


def _between(coarse: Values, size: tuple[int, int]) -> Values:
    """Values at every dot, of those at every COARSE-th."""
    width, height = size
    x, y = np.meshgrid(np.arange(width, dtype=np.float32) / COARSE, np.arange(height, dtype=np.float32) / COARSE)
    return np.asarray(cv2.remap(coarse, x, y, cv2.INTER_LINEAR), np.float32)


def _to_look(area: Area, point: NDArray[np.complex128]) -> NDArray[np.complex128]:
    return complex(*area.origin_mm) + np.exp(1j * np.radians(area.heading_deg)) * point


def _paints(pictures: tuple[Grey, Colour], plane: Plane, tokens: Tokens, patches: Sequence[Patch]) -> Paints | None:
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


def _spots(level: Level, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    for box in _boxes(level.grey):
        (_, _), (width, height), _ = box
        if min(width, height) < (tokens.side_mm - OFF_MM) * DOTS_PER_MM:
            continue
        for part in _parted(box, tokens, stairs=level.area.stairs):
            yield from _stack(level, part, tokens, paints)


Box = tuple[tuple[float, float], tuple[float, float], float]
"""Middle, width and height in dots, and by how many degrees it is turned: by 45 at most."""


def _boxes(grey: Grey) -> Iterator[Box]:
    """What is darker than the paper around, with all that it encloses."""
    small = cv2.resize(grey, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    reach = int(AROUND_MM * DOTS_PER_MM / 8) | 1
    paper = cv2.GaussianBlur(cv2.dilate(small, np.ones((reach, reach), np.uint8)), (0, 0), reach / 3)
    around = cv2.resize(paper, grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
    dark = (grey < around * DARK).astype(np.uint8)
    outlines, _ = cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        middle, (width, height), turn = cv2.minAreaRect(outline)
        while turn > 45:
            turn, width, height = turn - 90, height, width
        while turn < -45:
            turn, width, height = turn + 90, height, width
        yield (float(middle[0]), float(middle[1])), (float(width), float(height)), float(turn)


def _parted(box: Box, tokens: Tokens, *, stairs: bool) -> Iterator[Box]:
    """Tokens that lie so close that their shadows join: as many as there is room for, side by side."""
    (x, y), (width, height), turn = box
    pitch = (tokens.side_mm + 3) * DOTS_PER_MM
    across = max(1, round(width / pitch))
    down = 1 if stairs else max(1, round(height / pitch))
    along = np.exp(1j * np.radians(turn))
    for column in range(across):
        for row in range(down):
            off = ((column + 0.5) / across - 0.5) * width + 1j * ((row + 0.5) / down - 0.5) * height
            at = complex(x, y) + off * along
            yield (at.real, at.imag), (width / across, height / down), turn


def _stack(level: Level, box: Box, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    """A token and the strips below it; something hidden where it is neither."""
    (x, y), (width, height), turn = box
    side, off = tokens.side_mm * DOTS_PER_MM, OFF_MM * DOTS_PER_MM
    if abs(width - side) > off or (not level.area.stairs and abs(height - side) > off):
        yield _spot(level, tokens.hidden, "", complex(x, y), 0.0, 0.0)
        return
    grey, colour = _upright(level, box)
    low, high = (float(value) for value in np.percentile(grey, (3, 95)))
    if high - low < FAINT:
        yield _spot(level, tokens.hidden, "", complex(x, y), 0.0, 0.0)
        return
    top = PAD + tokens.side_mm * DOTS_PER_MM / 2
    edges = _edges(grey, tokens, high - low) if level.area.stairs else []
    told = _told(_sample(grey, colour, top, 6.0), paints, (low, high))
    middle = lambda row: complex(x, y) + 1j * (row - grey.shape[0] / 2) * np.exp(1j * np.radians(turn))  # noqa: E731
    yield _spot(level, tokens.top, *told_at(told, middle(top)), width / DOTS_PER_MM)
    for above, below in zip(edges, edges[1:], strict=False):
        row = (above + tokens.rim_mm * DOTS_PER_MM + below - tokens.line_mm * DOTS_PER_MM) / 2
        told = _told(_sample(grey, colour, row, 0.5), paints, (low, high), MIXED)
        yield _spot(level, tokens.step, *told_at(told, middle(row)), width / DOTS_PER_MM)


def told_at(told: tuple[str, float], at: complex) -> tuple[str, complex, float]:
    """A colour, where it is, and how sure it is."""
    return told[0], at, told[1]


PAD = 6
"""Dots of paper around what is looked at."""


def _upright(level: Level, box: Box) -> tuple[Grey, Colour]:
    """The part of the area in the box, with some paper above and below, turned upright."""
    (x, y), (width, height), turn = box
    wide, tall = round(width * 0.56), round(height) + 2 * PAD
    onto = cv2.getRotationMatrix2D((x, y), turn, 1.0)
    onto[:, 2] += (wide / 2 - x, tall / 2 - y)
    upright = [
        cv2.warpAffine(one, onto, (wide, tall), borderMode=cv2.BORDER_REPLICATE) for one in (level.grey, level.colour)
    ]
    return np.asarray(upright[0], np.uint8), np.asarray(upright[1], np.uint8)


def _edges(grey: Grey, tokens: Tokens, contrast: float) -> list[float]:
    """The lower edges of a token and the strips below it: there light falls from its line to its rim."""
    rows = np.median(grey, axis=1).astype(np.float32)
    fall = np.zeros(len(rows), np.float32)
    fall[2:-2] = (rows[:-4] - rows[4:]) / contrast
    first = PAD + int((tokens.side_mm - 2 * tokens.rim_mm - OFF_MM / 2) * DOTS_PER_MM)
    found: list[float] = []
    apart = LEAST_STEP_MM * DOTS_PER_MM
    for row in range(first, len(rows) - 2):
        if fall[row] < EDGE or fall[row] < fall[max(0, row - 3) : row + 4].max():
            continue
        if not found or row - found[-1] >= apart:
            found.append(float(row))
    return found


def _sample(grey: Grey, colour: Colour, row: float, reach_mm: float) -> tuple[float, Shade]:
    """The light and the colour around a row."""
    reach, wide = reach_mm * DOTS_PER_MM, grey.shape[1]
    rows = slice(max(0, round(row - reach)), max(1, round(row + reach) + 1))
    columns = slice(wide // 8, wide - wide // 8)
    return float(np.median(grey[rows, columns])), np.median(colour[rows, columns].reshape(-1, 3), axis=0)


def _told(
    sample: tuple[float, Shade], paints: Paints, light: tuple[float, float], times: float = 1.0
) -> tuple[str, float]:
    """The colour that a sample is likest to, and how sure that is: 0 where two are as like, 1 where it is as printed."""
    (grey, colour), (low, high) = sample, light
    haze = low - RIM_LIGHT * (high - low)
    lit = max(1.0, high - haze)
    shade = _shade((colour - haze) / paints.white / lit)
    shade = np.array([(grey - haze) / lit, *(shade[1:] * times)])
    apart = {name: float(np.linalg.norm(shade - other)) for name, other in paints.shades.items()}
    nearest, second = sorted(apart, key=lambda name: apart[name])[:2]
    return nearest, round((apart[second] - apart[nearest]) / (apart[second] + apart[nearest] + 1e-6), 3)


def _spot(level: Level, kind: str, colour: str, at: complex, margin: float, across_mm: float) -> Spot:
    """A spot where those dots of the area are."""
    area = level.area
    place = _to_look(area, np.array(at / DOTS_PER_MM + complex(area.left_mm, area.top_mm)))
    return Spot(kind, colour, float(place.real), float(place.imag), across_mm, margin)
