"""
Colours beside codes in any light, stickers on wrong cards by these, and places that light blinds.

A code that no reader finds may lie in a blinded place.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.pieces import STICKER_BY_SQUARE, Box, Pieces
from lucca_pi.table.shades import Shade, apart
from lucca_pi.table.sighting import Mark, Miscoloured
from lucca_pi.vision.decoder import homogeneous, homographies, projected
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.picture import Colour
from lucca_pi.vision.plane import Plane

_Points = NDArray[np.float64]
"""Points of shape `(n, 2)`, in sides of a code's black square from its top left."""
_WHITEST = 85
"""Percentile of a sticker's light that counts as white: its margin may be narrower than a dot of the small picture."""
_BLINDING, _MOST_BLIND = 250, 0.25
"""Level near a sensor's most, 255, and share of places at it above which the hue is lost."""
LUMA = (0.299, 0.587, 0.114)
"""Weights of red, green and blue in grey."""
_LEAST_CARDS = 3
"""Fewest cards to learn a colour's look from, even if one of them bears a wrong sticker."""
_LIKE, _CLEARLY = 15.0, 12.0
"""
Most distance of a card from another colour that it looks like, and least lead of that over its own colour.

Measured on 22 rendered pictures and 133 looks at drawn tables of all conditions: of 4900 right cards none was doubted,
and where two stickers were swapped, one or both were in 94 (rendered) and 86 (drawn) of 100 pairs in sight.
"""
_LEAST_UNLIKE = 4
"""
Fewest cards unlike their colour that make the deck another one.

Measured on 24 looks at a drawn game of four conditions (easy, lamp, glare, hard): with its own deck no card was given;
with the colours of the deck shuffled, four or more in 20 of them.
"""
_WHITE = 250
"""Level from which a dot with all three colours is blinded."""
_CORE = 0.6
"""Least width of a blinded place that may hide a sticker, as a part of one; without narrower ones it has one's area."""
_LARGEST = 100
"""Largest reflection, in stickers' areas: larger white areas are a white table in bright light."""
_EDGE_MM = 1.5
"""Margin around a card that was read within which its own sheen does not count."""


def shades_in(picture: Colour, read: Sequence[Detection], size_px: tuple[int, int], pieces: Pieces) -> dict[int, Shade]:
    """
    The colour beside the marker of each coloured piece, by code; none where the light blinds.

    `read`: the detections in the same picture at `size_px` (width, height).
    """
    marked = {one.code: one.corners_px for one in _marked(read, pieces)}
    if not marked:
        return {}
    smaller = np.array(picture.shape[1::-1]) / size_px
    corners_px = (np.array([*marked.values()]) + 0.5) * smaller - 0.5
    hidden, shades = blinding(picture, corners_px).tolist(), _shades(picture, corners_px)
    return {code: shade for code, shade, is_hidden in zip(marked, shades, hidden, strict=True) if not is_hidden}


def _marked(read: Iterable[Detection], pieces: Pieces) -> list[Detection]:
    return [one for one in read if pieces.by_code[one.code].colour and one.source == "marker"]


def marks(read: Iterable[Detection], plane: Plane, shades: Mapping[int, Shade], pieces: Pieces) -> tuple[Mark, ...]:
    """The markers of coloured pieces, each with its size by the plane and the colour beside it."""
    return tuple(Mark(one.code, _side_mm(one, plane), shades.get(one.code)) for one in _marked(read, pieces))


def _side_mm(one: Detection, plane: Plane) -> float:
    corners = plane.table_from_image(one.corners_px)
    return float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).mean())


def miscoloured(shades: Mapping[int, Shade], pieces: Pieces) -> tuple[Miscoloured, ...]:
    """
    The cards that look unlike their colour and like another one, by the picture's other cards; in order of code.

    If most cards look unlike others of their colour, the deck is another one, and all of these are given. `shades`: the
    colours beside the cards' codes. Colours with too few cards in sight are not compared.
    """
    looks = {code: _looks(code, shades, pieces) for code in sorted(shades)}
    looks |= _of_another_deck(shades, pieces)
    return tuple(Miscoloured(code, colour) for code, colour in looks.items() if colour)


def _looks(code: int, shades: Mapping[int, Shade], pieces: Pieces) -> str | None:
    """The colour that the card looks like; None if that is not clearly another one."""
    known = _known({other: shades[other] for other in shades if other != code}, pieces)
    far = {colour: apart(shades[code], shade) for colour, shade in known.items()}
    own = pieces.by_code[code].colour
    nearest = min(far, key=lambda colour: far[colour], default=own)
    clear = own in far and far[nearest] < _LIKE and far[nearest] + _CLEARLY < far[own]
    return nearest if clear else None


def _of_another_deck(shades: Mapping[int, Shade], pieces: Pieces) -> dict[int, str]:
    """
    The colour of the card that each looks most like, by code, if most cards look unlike all others of their colour.

    In another deck colours and codes are mixed, so that no colour can be learnt from its cards.
    """
    nearest = {code: _nearest(code, shades, pieces) for code in sorted(shades)}
    judged = {code: colours for code, colours in nearest.items() if colours}
    unlike = {code: found for code, (found, own) in judged.items() if found[1] < _LIKE and found[1] + _CLEARLY < own}
    if len(unlike) < _LEAST_UNLIKE or 2 * len(unlike) < len(judged):
        return {}
    return {code: colour for code, (colour, _apart_from) in unlike.items()}


def _nearest(code: int, shades: Mapping[int, Shade], pieces: Pieces) -> tuple[tuple[str, float], float] | None:
    """The other colour that a card looks most like and its distance; and the distance of the nearest of its own."""
    colour = pieces.by_code[code].colour
    around = [(pieces.by_code[one].colour, apart(shades[code], shades[one])) for one in shades if one != code]
    own = [far for other, far in around if other == colour]
    others = [one for one in around if one[0] != colour]
    return (min(others, key=lambda one: one[1]), min(own)) if own and others else None


def _known(shades: Mapping[int, Shade], pieces: Pieces) -> dict[str, Shade]:
    """The looks of each colour with enough cards in sight."""
    of_colour: dict[str, list[Shade]] = {}
    for code, shade in shades.items():
        of_colour.setdefault(pieces.by_code[code].colour, []).append(shade)
    return {colour: _middle(seen) for colour, seen in of_colour.items() if len(seen) >= _LEAST_CARDS}


def _middle(shades: Sequence[Shade]) -> Shade:
    lightness, a, b = (median(figures) for figures in zip(*shades, strict=True))
    return lightness, a, b


def blinded_px(
    picture: Colour, read: Sequence[Detection], size_px: tuple[int, int], pieces: Pieces
) -> NDArray[np.float64]:
    """
    The middles, in pixels, of blinded places as large as a sticker in which a code may lie unread, shape (n, 2).

    Only among the cards, not around them; on a card that was read, where a newer one fanned over it has its sticker.
    `picture`: of any size, the detections `read` are in it at `size_px` (width, height).
    """
    scale = picture.shape[1] / size_px[0]
    sticker_px = _sticker_px(read, pieces) * scale
    if not sticker_px:
        return np.empty((0, 2))
    white = np.asarray(cv2.inRange(picture, (_WHITE,) * 3, (255,) * 3), np.uint8)
    for part in (part for one in read for part in _closed_px(one, pieces)):
        outline = (part + 0.5) * scale - 0.5
        cv2.fillConvexPoly(white, np.round(outline).astype(np.int32), (0,))
    core = np.ones((max(3, round(_CORE * sticker_px)),) * 2, np.uint8)
    _, _, boxes, middles = cv2.connectedComponentsWithStats(cv2.morphologyEx(white, cv2.MORPH_OPEN, core))
    areas = boxes[1:, cv2.CC_STAT_AREA] / sticker_px**2
    if (areas > _LARGEST).any():
        return np.empty((0, 2))
    places = (middles[1:][areas >= 1] + 0.5) / scale - 0.5
    hull = cv2.convexHull(np.concatenate([part for one in read for part in _card_px(one, pieces)]))
    among = [cv2.pointPolygonTest(hull, (x, y), False) >= 0 for x, y in places.tolist()]
    return np.asarray(places[np.array(among, np.bool_)])


def _sticker_px(read: Iterable[Detection], pieces: Pieces) -> float:
    """The approximate width of a sticker, px; 0 if there is none."""
    cards = [one.corners_px for one in read if one.code in pieces.loose and one.source != "face"]
    sides = [float(np.linalg.norm(corners[0] - corners[1])) for corners in cards]
    return STICKER_BY_SQUARE * median(sides) if sides else 0.0


def _card_px(one: Detection, pieces: Pieces) -> NDArray[np.float32]:
    """The outline of the card that bears the code, shape (1, 4, 2)."""
    return _on_card(one, pieces, [pieces.by_code[one.code].box_of("face")])


def _closed_px(one: Detection, pieces: Pieces) -> NDArray[np.float32]:
    """The parts of the card that bears the code in which no other code may lie, shape (n, 4, 2)."""
    closed = pieces.by_code[one.code].closed_mm
    return _on_card(one, pieces, closed) if closed else _card_px(one, pieces)


def _on_card(one: Detection, pieces: Pieces, boxes: Sequence[Box]) -> NDArray[np.float32]:
    """The outlines, shape (n, 4, 2), of boxes on the card that was detected."""
    left, top, right, bottom = pieces.by_code[one.code].box_of(one.source)
    square = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    edges = np.array(boxes, np.float32) + np.array([-_EDGE_MM, -_EDGE_MM, _EDGE_MM, _EDGE_MM], np.float32)
    onto = cv2.getPerspectiveTransform(square, one.corners_px.astype(np.float32))
    corners = edges[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]
    return np.asarray(cv2.perspectiveTransform(corners.reshape(1, -1, 2), onto)[0].reshape(-1, 4, 2), np.float32)


def _grid(x: tuple[float, float], y: tuple[float, float]) -> _Points:
    across, down = np.meshgrid(np.linspace(*x, 12), np.linspace(*y, 12))
    return np.column_stack([across.ravel(), down.ravel()])


def _ring(away: float) -> _Points:
    """Points around the square, at that distance."""
    edges, along = (-away, 1 + away), np.linspace(0.05, 0.95, 12)
    return np.array([point for edge in edges for t in along for point in ((edge, t), (t, edge))])


_BESIDE = _grid((1.24, 1.70), (0.05, 0.95))
"""Places right of the sticker, where the card shows its colour."""
_STICKER = np.concatenate([_grid((0.1, 0.9), (0.1, 0.9)), _ring(0.07)])
"""Places all over the black square, and around it in the middle of the sticker's white margin."""


def shade_beside(picture: Colour, corners_px: NDArray[np.float32]) -> Shade:
    """
    The card's colour right of the sticker, against the sticker's white.

    `corners_px` are the black square's, shape (4, 2), clockwise from the code's own top left.
    """
    return _shades(picture, corners_px[None])[0]


def _shades(picture: Colour, corners_px: NDArray[Any]) -> list[Shade]:
    """The colour right of each sticker, as `shade_beside` has it."""
    beside = np.median(_samples(picture, corners_px, _BESIDE), axis=1)
    return [lab(one) for one in beside / np.maximum(_paper_and_ink(picture, corners_px)[0], 1)]


def blinding(picture: Colour, corners_px: NDArray[Any]) -> NDArray[np.bool_]:
    """True for stickers, shape (n, 4, 2), where light right of them is too bright to show the card's colour."""
    brightest = _samples(picture, corners_px, _BESIDE).max(axis=2)
    return np.asarray((brightest >= _BLINDING).mean(axis=1) > _MOST_BLIND)


def light_on(picture: Colour, corners_px: NDArray[np.float32]) -> NDArray[np.float64]:
    """
    The light that falls on a code, red, green, blue: by how much its paper is brighter than its black.

    A lamp's reflection, which adds to both, is left out. `corners_px`: see `shade_beside`.
    """
    white, black = _paper_and_ink(picture, corners_px[None])
    return np.asarray(white[0] - black[0], np.float64)


def lab(colour: Sequence[float] | NDArray[np.float64]) -> Shade:
    """The shade of red, green and blue from 0 to 1; a brighter colour is darkened, so that its hue stays."""
    within = np.asarray(colour, np.float32) / max(1.0, *colour)
    lightness, a, b = cv2.cvtColor(np.asarray(within[None, None], np.float32), cv2.COLOR_RGB2LAB)[0, 0].tolist()
    return round(lightness, 1), round(a, 1), round(b, 1)


def _paper_and_ink(picture: Colour, corners_px: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The colours of each sticker's paper and of its black, red, green, blue, both of shape (n, 3)."""
    samples = _samples(picture, corners_px, _STICKER)
    light = samples @ np.array(LUMA)
    dark, bright = np.percentile(light, [100 - _WHITEST, _WHITEST], axis=1)[:, :, None]
    parts = (light >= bright)[:, None], (light <= dark)[:, None]
    white, black = ((part @ samples)[:, 0] / part.sum(axis=2) for part in parts)
    return np.asarray(white, np.float64), np.asarray(black, np.float64)


def _samples(picture: Colour, corners_px: NDArray[Any], points: _Points) -> NDArray[np.float64]:
    """The pixels at each sticker's points, (n, points, 3); those outside are taken from the picture's edge."""
    places = projected(homographies(np.asarray(corners_px, np.float32)), homogeneous(points))
    x, y = np.rint(places).astype(int).transpose(1, 0, 2)
    height, width = picture.shape[:2]
    return np.asarray(picture[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)], np.float64)
