"""Where each code is in a drawn picture, the share of it in sight, and what hides the table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn import light
from lucca_pi.drawn.camera import DrawnCamera
from lucca_pi.drawn.hiding import seeming_outline, sides_of
from lucca_pi.drawn.light import LightField, glare_field
from lucca_pi.drawn.things import INK, CodeMark, Sticker, Thing, corners_of, mark_middle, moved_point
from lucca_pi.drawn.view import Points, Projection, along, rectangle_about

_WASHED_OUT = 0.25
"""Share of its contrast below which glare washes a code out."""
_GRID = 32
"""Places along a code's side on which visible fractions are counted."""


@dataclass(frozen=True, slots=True)
class SeenCode:
    """
    One code in the picture.

    `corners_px` are the black square's, clockwise from the code's own upper left; `visible` is the fraction of the
    square that no thing, hand or mug covers, `washed_out` the fraction in which reflections leave next to no contrast.
    """

    code: int
    corners_px: tuple[tuple[float, float], ...]
    visible: float
    washed_out: float = 0.0


def mark_corners(thing: Thing, mark: CodeMark, sticker: Sticker) -> Points:
    """The corners of a code in table axes, clockwise from its own upper left, of shape `(4, 2)`."""
    middle = moved_point(mark_middle(thing, mark), thing.heading_deg, sticker.x_mm, sticker.y_mm)
    heading = thing.heading_deg + sticker.turned_deg
    return np.array(
        [moved_point(middle, heading, float(x), float(y)) for x, y in rectangle_about(mark.side_mm, mark.side_mm)]
    )


def seen_codes(
    things: Sequence[Thing],
    sticker: Callable[[CodeMark], Sticker],
    covers: Iterable[Points],
    *,
    contrast: LightField,
    projection: Projection,
) -> Iterator[SeenCode]:
    """
    Each code of each thing; `covers` are the outlines of what hides the table, in table axes as the camera sees them.

    `contrast` is the share of contrast left at each place of the picture.
    """
    outlines = [_outline_seen(thing, projection) for thing in things]
    hiding = list(covers)
    for thing in things:
        above = [outline for other, outline in zip(things, outlines, strict=True) if other.level > thing.level]
        for mark in (mark for mark in thing.kind.marks if not mark.is_bare):
            corners = _seen_at(mark_corners(thing, mark, sticker(mark)), thing, projection)
            pixels = tuple((float(x), float(y)) for x, y in projection.to_picture(corners))
            washed_out = float((field_values(contrast, projection.to_picture(_spread(corners))) < _WASHED_OUT).mean())
            yield SeenCode(mark.code, pixels, visible(corners, [*above, *hiding]), washed_out)


def visible(square: NDArray[np.float64], covers: Iterable[NDArray[np.float64]]) -> float:
    """The fraction of the square that no cover hides."""
    grid = np.array([[0, 0], [_GRID, 0], [_GRID, _GRID], [0, _GRID]], np.float32)
    into_grid = cv2.getPerspectiveTransform(square.astype(np.float32), grid)
    reach = float(np.hypot(*(square[2] - square[0])))
    free = np.ones((_GRID, _GRID), np.uint8)
    for cover in covers:
        if cv2.pointPolygonTest(cover.astype(np.float32), square.mean(0).tolist(), True) > -reach:
            inside = cv2.perspectiveTransform(cover[None].astype(np.float32), into_grid)[0] - 0.5
            cv2.fillPoly(free, [np.round(inside * 256).astype(np.int32)], (0,), shift=8)
    return float(free.mean())


def _spread(square: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points all over the square, of shape `(n, 2)`."""
    steps = (np.arange(_GRID // 2) + 0.5) / (_GRID // 2)
    along, down = (axis.reshape(-1, 1) for axis in np.meshgrid(steps, steps))
    spread: NDArray[np.float64] = square[0] + along * (square[1] - square[0]) + down * (square[3] - square[0])
    return spread


def _seen_at(points: Points, thing: Thing, projection: Projection) -> Points:
    """The points of the table behind which the camera sees these points of the thing's face."""
    return projection.lifted(points, thing.top_mm) if thing.top_mm else points


def _outline_seen(thing: Thing, projection: Projection) -> Points:
    """The outline of the part of the table that the thing hides, in table axes."""
    sides = sides_of(thing)
    return seeming_outline(sides, projection) if sides else _seen_at(np.array(corners_of(thing)), thing, projection)


def contrast_left(lit: LightField, glare: LightField) -> LightField:
    """The share of the contrast between paper and printed black that the glare leaves at each place."""
    white, black = 255 * lit, 255 * INK * lit
    return np.asarray((np.minimum(255, white + glare) - np.minimum(255, black + glare)) / (white - black), np.float32)


def field_values(values: LightField, points_px: Points) -> LightField:
    """The field's values at points of the picture, shape `(n, 2)`, as shape `(n,)`."""
    x, y = ((points_px + 0.5) / light._SMALLER - 0.5).astype(np.float32).T
    return np.asarray(cv2.remap(values, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[:, 0], np.float32)


def codes_in(camera: DrawnCamera, number: int) -> tuple[SeenCode, ...]:
    """The place of each code in the picture of look `number`, and its shares in sight and in glare."""
    sight, painter = camera.sight(number), camera.painter
    projection = painter.projection(sight.nudge)
    covers = [seeming_outline(body, projection) for body in sight.bodies]
    glare = glare_field(painter._conditions, sight.sheens, projection)
    contrast = contrast_left(painter._light(sight, projection), glare)
    return tuple(seen_codes(sight.things, painter.sticker, covers, contrast=contrast, projection=projection))


def covers_in(camera: DrawnCamera, number: int) -> tuple[NDArray[np.float64], ...]:
    """The outlines in the picture of look `number` of things above the table: hands and mugs."""
    sight = camera.sight(number)
    projection = camera.painter.projection(sight.nudge)
    return tuple(projection.to_picture(along(seeming_outline(body, projection))) for body in sight.bodies)


def picture_of(camera: DrawnCamera, number: int) -> NDArray[np.uint8]:
    """Look `number` in colour, of shape `(height, width, 3)`, blue first."""
    return camera.painter.colour(camera.sight(number))
