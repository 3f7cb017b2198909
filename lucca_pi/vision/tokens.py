"""
Tokens without a code, found by their dark rims: flat ones, and towers of them.

Each area is made level first, so that rims lie along its rows and columns; `towers` reads colours.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from lucca_pi.table.pieces import Tokens
from lucca_pi.table.sighting import Sighting, Spot
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Plane
from lucca_pi.vision.rims import (
    DOTS_PER_MM,
    PAD,
    Box,
    Level,
    blind_places,
    boxes,
    is_scrap,
    levelled_area,
    rings,
    separated,
    to_look,
    without_shadow,
)
from lucca_pi.vision.towers import NO_PAINT, PaintRead, Paints, Tower, light_of, lowest_column, paints_of, strips_of

_OFF_MM = 4.5
"""Most difference of a token's side from its printed one: shadows, and towers nearer to the camera."""
_BRIGHT = 0.35
"""Relative brightness between rim (0) and paper (1) above which a pixel is a line or light paint."""
_WITHIN_MM = 2.0
"""Distance within a token's edge from which a dark part is its own, and not a neighbour's."""
_BELOW_MM = 14.0
"""Paper looked at below a tower, for a strip whose rim light has broken."""
_FAINT = 12.0
"""Grey values between rim and paper below which no token is recognised."""


def spots_in(pictures: tuple[Grey, Colour], plane: Plane, tokens: Tokens, seen: Sequence[Sighting]) -> tuple[Spot, ...]:
    """The tokens in a picture (in grey, and in colour of any size), in the look's axes; none without patches."""
    paints = paints_of(pictures, plane, tokens, tokens.patches(seen))
    if paints is None:
        return ()
    levels = (levelled_area(pictures, plane, area) for area in tokens.areas(seen))
    return tuple(spot for level in levels for spot in _spots(level, tokens, paints))


def _spots(level: Level, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    """Tokens, parts of some, and places where light hides them; parts of tokens seen whole are left out."""
    whole: list[Box] = []
    scraps: list[Box] = []
    least = (tokens.side_mm - _OFF_MM) * DOTS_PER_MM
    for box in boxes(level.grey):
        if min(box[1]) >= least and level.area.stairs:
            dark = without_shadow(level.grey, box)
            whole += [_with_below(one) for one in ([one for one in dark if min(one[1]) >= least] or [box])]
            scraps += [one for one in dark if min(one[1]) < least and is_scrap(one)]
        elif min(box[1]) >= least:
            whole += separated(box, tokens)
        elif is_scrap(box):
            scraps.append(box)
    parts, whole = sorted(whole, key=lambda box: -box[1][0] * box[1][1]), []
    for part in parts:
        if not _is_part(part, whole, tokens):  # a dark one's paint within its own broken rim
            whole.append(part)
            yield from (_stairs if level.area.stairs else _flat)(level, part, tokens, paints)
    loose = [scrap for scrap in scraps if not _is_part(scrap, whole, tokens)]
    for scrap in loose:
        # light hides the rest of a token; if they lie flat, one of unknown colour
        yield _spot(level, tokens.hidden if level.area.stairs else tokens.top, complex(*scrap[0]))
    for place in blind_places(level.grey, is_broken=bool(loose) and not level.area.stairs):
        if not _is_part(((place.real, place.imag), (0.0, 0.0), 0.0), whole, tokens):
            yield _spot(level, tokens.hidden, place)


def _is_part(scrap: Box, whole: Iterable[Box], tokens: Tokens) -> bool:
    """True if a dark part lies within a token that is seen whole: paint, or the rest of its rim."""
    half = tokens.side_mm * DOTS_PER_MM / 2 - _WITHIN_MM * DOTS_PER_MM
    for middle, _size, turn in whole:
        off = complex(scrap[0][0] - middle[0], scrap[0][1] - middle[1]) * np.exp(-1j * np.radians(turn))
        if max(abs(off.real), abs(off.imag)) < half:
            return True
    return False


def _with_below(box: Box) -> Box:
    """A tower with the paper below it: light may have broken its lowest rim."""
    (x, y), (width, height), turn = box
    middle = complex(x, y) + 1j * np.exp(1j * np.radians(turn)) * _BELOW_MM * DOTS_PER_MM / 2
    return (middle.real, middle.imag), (width, height + _BELOW_MM * DOTS_PER_MM), turn


def _flat(level: Level, box: Box, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    """A token that lies flat; a hidden spot if it is no token."""
    (x, y), (width, height), _turn = box
    side, off = tokens.side_mm * DOTS_PER_MM, _OFF_MM * DOTS_PER_MM
    upright = _upright(level, box)
    top = _top(upright[0], tokens)
    if abs(width - side) > off or abs(height - side) > off or top is None:
        yield _spot(level, tokens.hidden, complex(x, y))
        return
    seen = Tower(upright, top.real, tokens, paints, light_of(upright[0]), level.paper_at(complex(x, y)))
    yield _spot(level, tokens.top, _place(box, upright[0], top), seen.token(top.imag), width / DOTS_PER_MM)


def _stairs(level: Level, box: Box, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    """The uncovered tokens in a box, each with the strips below it; a hidden spot if there are none."""
    upright, across_mm = _upright(level, box), box[1][0] / DOTS_PER_MM
    tops = rings(upright[0], tokens)
    own = [top for top in tops if top.imag < len(upright[0]) - (_BELOW_MM + tokens.side_mm / 2) * DOTS_PER_MM]
    if not own:
        yield _spot(level, tokens.hidden, complex(*box[0]))
    for top in own:
        half = tokens.side_mm / 2 * DOTS_PER_MM
        below = [other for other in tops if other.imag > top.imag and abs(other.real - top.real) < half]
        end = min([len(upright[0]) - 3, *(round(other.imag - half) for other in below)])
        seen = Tower(upright, top.real, tokens, paints, light_of(upright[0]), level.paper_at(complex(*box[0])))
        yield _spot(level, tokens.top, _place(box, upright[0], top), seen.token(top.imag), across_mm)
        tower = replace(seen, column=lowest_column(upright[0], top, end, tokens), light=seen.paper_light)
        for lower, found in strips_of(tower, top.imag, end):
            at = _place(box, upright[0], complex(top.real, lower - 2.0 * DOTS_PER_MM))
            yield _spot(level, tokens.step, at, found, across_mm)


def _place(box: Box, upright: Grey, at: complex) -> complex:
    """The place in the area of a dot of the box, turned upright."""
    tall, wide = upright.shape
    return complex(complex(*box[0]) + (at - complex(wide / 2, tall / 2)) * np.exp(1j * np.radians(box[2])))


def _top(grey: Grey, tokens: Tokens) -> complex | None:
    """
    The column and row of the uppermost token's middle, by the line within its rim; None if there is no such line.

    A tower shows its dark sides beside and above it.
    """
    low, high = light_of(grey)
    if high - low < _FAINT:
        return None
    light, edge = grey > low + _BRIGHT * (high - low), PAD + DOTS_PER_MM // 2
    half, rim = tokens.side_mm * DOTS_PER_MM / 2, tokens.rim_mm * DOTS_PER_MM
    middle = slice(edge + round(half * 0.5), edge + round(half * 1.5))
    columns = np.flatnonzero(light[middle, edge:-edge].mean(0) > 0.5) + edge
    if len(columns) < 2 or columns[-1] - columns[0] < 1.5 * half:
        return None
    inner = slice(int(columns[0]) + 3 * DOTS_PER_MM, int(columns[-1]) - 3 * DOTS_PER_MM)
    rows = np.flatnonzero(light[edge : edge + round(half), inner].mean(1) > 0.5) + edge
    return complex((columns[0] + columns[-1]) / 2, rows[0] - rim + half) if len(rows) else None


def _upright(level: Level, box: Box) -> tuple[Grey, Colour]:
    """The part of the area in the box, with some paper above and below, turned upright."""
    (x, y), (width, height), turn = box
    wide, tall = round(width) + 2 * PAD, round(height) + 2 * PAD
    onto = cv2.getRotationMatrix2D((x, y), turn, 1.0)
    onto[:, 2] += np.array([wide / 2 - x, tall / 2 - y])
    upright = [
        cv2.warpAffine(one, onto, (wide, tall), borderMode=cv2.BORDER_REPLICATE) for one in (level.grey, level.colour)
    ]
    return np.asarray(upright[0], np.uint8), np.asarray(upright[1], np.uint8)


def _spot(level: Level, kind: str, at: complex, found: PaintRead = NO_PAINT, across_mm: float = 0.0) -> Spot:
    """A spot where those dots of the area are; the colour with how sure it is."""
    area = level.area
    place = to_look(area, np.array(at / DOTS_PER_MM + complex(area.left_mm, area.top_mm)))
    return Spot(kind, found.colour, float(place.real), float(place.imag), across_mm, found.sure, found.among)
