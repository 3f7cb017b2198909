"""Places where the bare table is in sight: an unseen piece was taken away there, and no hand or cup hides it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.sighting import Look, Missed, Sighting
from lucca_pi.vision.look import grid_around
from lucca_pi.vision.picture import Colour

_Point = tuple[float, float]
_AROUND_MM, _EACH_MM = 8.5, 2.0
"""Distance around a place that is compared with the table, and step of its dots: a tile's edge is twice as far."""
_STEPS = np.arange(-_AROUND_MM // _EACH_MM, _AROUND_MM // _EACH_MM + 1) * _EACH_MM
_AROUND = np.array([(x, y) for x in _STEPS for y in _STEPS if np.hypot(x, y) <= _AROUND_MM])
_SHARE = 0.85
"""Least share of the dots that look like the table: a neighbour's rim or a fibre of the wood takes less."""
_CLEAR_MM, _BEYOND_MM = 40.0, 220.0
"""Least distance of table samples from all pieces, and largest from the nearest one."""
_STEP_MM = 15.0
"""Distance of table samples."""
_FEWEST = 24
"""Fewest samples that show what the table looks like."""
_LEAST, _SPREADS = np.array([16.0, 8.0, 8.0]), 4.0
"""Most difference of a bare place's dot from the table: per cent of lightness and two hues, or spreads if more."""
_LEAST_OF_ALL, _SPREADS_OF_ALL = np.array([14.0, 4.0, 4.0]), 3.0
"""The same for all dots of the place together."""
_WIDEST = 2.5
"""Largest factor by which a table's spreads raise these limits."""
_WIDTH_PX = 1152
"""Width to which, or little more, a larger picture is shrunk."""
_DARK = 12.0
"""Grey values added to all, as noise and lens add them to the darkest dot: darker ones have no hue."""
ROUNDS, _OUTLIERS = 6, 3.0
"""Rounds in which the light over the table is fitted, and spreads from which a sample is left out: cups, the floor."""
_DIMMER = np.array([30.0, 12.0, 12.0])
"""Most change of light since an earlier picture, per cent: beyond, something covers the camera."""
_EVERY = 37
"""Step of the dots by which the change of light is fitted."""
_ALIKE = 0.75
"""Least share of two pictures that is alike if they show one table from one place."""
_SMALLEST, _AROUND_PIECE = 0.012, 0.03
"""Parts of the picture's width: least width of a tile (2 cm on a table for four); reach of a piece and its shadow."""
_KEPT_LOOKS = 3
"""Looks whose pictures are stored: the last confirmed one, and some before it for players who undo a turn."""


def bare_places(picture: Colour, look: Look, spots: Sequence[Sighting]) -> tuple[_Point, ...]:
    """
    The places, in the look's axes, where the picture that it was made of shows the table.

    `picture`: of any size, with one colour or three.
    """
    if len(look.view_mm) != 4 or not look.sightings or not spots:
        return ()
    small = _shrunk(picture)
    into = _into_picture(small, look)
    table = _table_seen(small, into, look)
    if table is None:
        return ()
    return tuple((one.x_mm, one.y_mm) for one in spots if _is_bare(small, into, one, table))


@dataclass(frozen=True, slots=True)
class _TablePicture:
    """A picture, shrunk, and the look that was made of it."""

    picture: Colour
    look: Look


class Emptied:
    """
    Recognises an empty table in a look without tiles, by the picture of the last confirmed look.

    Without a tile the look's axes cannot be tied to earlier ones, but the camera has not moved.
    """

    def __init__(self) -> None:
        self._shown: dict[int, _TablePicture] = {}

    def with_bare(self, picture: Colour, look: Look, missed: Missed, *, may_be_empty: bool) -> Look:
        """
        The look with the bare places among those that are asked for; with one if the table may be, and is, empty.

        The picture is kept if the table may be empty.
        """
        if spots := missed.unseen(look):
            look = replace(look, bare=bare_places(picture, look, spots))
        if not may_be_empty:
            return look
        number, codes = missed.number, missed.lost(look)
        now, before = _TablePicture(_shrunk(picture), look), self._shown.get(number - 1)
        kept = {one: shown for one, shown in self._shown.items() if number - _KEPT_LOOKS < one < number}
        self._shown = {**kept, number: now}
        if codes is None or before is None or not _is_emptied(now, before, codes):
            return look
        return replace(look, bare=((0.0, 0.0),))


def _is_emptied(now: _TablePicture, before: _TablePicture, codes: Collection[int]) -> bool:
    """
    True if the pieces with these codes, all that lay there before, are gone and nothing as large as a tile is new.

    False if an earlier picture does not show them all, or if the camera is covered or has moved.
    """
    lay = [one for one in before.look.sightings if one.code in codes]
    if now.picture.shape != before.picture.shape or {*codes} - {one.code for one in lay}:
        return False
    if _is_something_new(now, before):
        return False
    if not lay:
        return True
    into = _into_picture(now.picture, before.look)
    table = _table_seen(now.picture, into, before.look)
    return table is not None and all(_is_bare(now.picture, into, one, table) for one in lay)


def _is_something_new(now: _TablePicture, before: _TablePicture) -> bool:
    """True if the pictures show different tables, or something as large as a tile differs beside the known pieces."""
    height, width = now.picture.shape[:2]
    change = _change(now.picture, before.picture)
    if change is None:
        return True
    least = _LEAST[: change.shape[1]]
    differs = (np.abs(change) > least).any(-1).reshape(height, width).astype(np.uint8)
    for at in (*_middles_px(now), *_middles_px(before)):
        cv2.circle(differs, at, round(_AROUND_PIECE * width), (0,), -1)
    side = max(3, round(_SMALLEST * width))
    return bool(cv2.erode(differs, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))).any())


def _change(now: Colour, before: Colour) -> NDArray[np.float64] | None:
    """The change of each dot's tones without that of light, as `_toned` gives them; None for different tables."""
    height, width = now.shape[:2]
    change = _toned(now.reshape(height * width, -1)) - _toned(before.reshape(height * width, -1))
    y, x = np.indices((height, width)).reshape(2, -1)
    terms = _terms(np.stack([x - width / 2, y - height / 2], -1) * (_BEYOND_MM / width))
    some, some_terms, kept = change[::_EVERY], terms[::_EVERY], np.ones(len(terms[::_EVERY]), np.bool_)
    light: NDArray[Any] = np.zeros((terms.shape[1], change.shape[1]))
    for _ in range(ROUNDS):
        light = np.asarray(np.linalg.lstsq(some_terms[kept], some[kept], rcond=None)[0], np.float64)
        kept = np.asarray((np.abs(some - some_terms @ light) <= _LEAST[: change.shape[1]]).all(-1))
        if kept.mean() < _ALIKE:
            return None
    gained = terms @ light
    return None if (np.abs(gained) > _DIMMER[: change.shape[1]]).any() else np.asarray(change - gained)


def _middles_px(shown: _TablePicture) -> Iterator[tuple[int, int]]:
    """The middles, in the picture, of the pieces that the look shows."""
    look = shown.look
    if len(look.view_mm) == 4 and look.sightings:
        lying = np.array([[(one.x_mm, one.y_mm)] for one in look.sightings], np.float32)
        for x, y in cv2.perspectiveTransform(lying, _into_picture(shown.picture, look))[:, 0]:
            yield round(float(x)), round(float(y))


def _shrunk(picture: Colour) -> Colour:
    """The picture shrunk and blurred a little, so that noise of single dots does not count."""
    height, width = picture.shape[:2]
    times = max(1, width // _WIDTH_PX)
    small = cv2.resize(picture, (width // times, height // times), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (3, 3)), np.uint8)


def _toned(dots: NDArray[np.uint8]) -> NDArray[np.float64]:
    """
    The lightness of each dot and, with three colours, two hues, all in per cent: shape `(dots, 1 or 3)`.

    Less light changes the lightness alone.
    """
    tones = 100 * np.log(dots.reshape(len(dots), -1) + _DARK)
    return np.concatenate([tones.mean(-1, keepdims=True), tones[:, :-1] - tones[:, 1:]], -1)


@dataclass(frozen=True, slots=True)
class _Table:
    """The looks of the bare table: its colour at each place, as light falls, and its spread."""

    middle_mm: NDArray[np.float64]
    light: NDArray[np.float64]
    spread: NDArray[np.float64]

    def at(self, places_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """The colour at each of the places."""
        return _terms(places_mm - self.middle_mm) @ self.light


def _terms(places_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """The terms of the light, which changes slowly from place to place, as under a lamp or beside a window."""
    x, y = places_mm.T / _BEYOND_MM
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1)


def _table_seen(picture: Colour, into: NDArray[np.float64], look: Look) -> _Table | None:
    """The table between the pieces and the rest of the picture; None if too little is in sight."""
    places, near = grid_around(look, _BEYOND_MM, _STEP_MM)
    around = places[(near > _CLEAR_MM) & (near < _BEYOND_MM)]
    inside, colours = _sampled(picture, into, around)
    places = around[inside]
    if len(places) < _FEWEST:
        return None
    middle_mm = places.mean(0)
    off = np.abs(colours - np.median(colours, 0))
    terms, kept = _terms(places - middle_mm), _near(off, 1.5 * np.median(off, 0))
    for _ in range(ROUNDS):
        if kept.sum() < _FEWEST:
            return None
        light, *_others = np.linalg.lstsq(terms[kept], colours[kept], rcond=None)
        off = np.abs(colours - terms @ light)
        spread = 1.5 * np.median(off[kept], 0)
        kept = _near(off, spread)
    return _Table(middle_mm, np.asarray(light), np.asarray(spread))


def _near(off: NDArray[np.float64], spread: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The samples of the table, without those of things upon it."""
    return np.asarray((off <= _most(_OUTLIERS * spread, _LEAST)).all(-1))


def _most(wanted: NDArray[np.float64], least: NDArray[np.float64]) -> NDArray[np.float64]:
    """The bounds within their own limits; a grey picture has lightness alone."""
    at_least = least[: len(wanted)]
    return np.asarray(np.clip(wanted, at_least, _WIDEST * at_least))


def _is_bare(picture: Colour, into: NDArray[np.float64], spot: Sighting, table: _Table) -> bool:
    around = np.array([(spot.x_mm, spot.y_mm)]) + _AROUND
    inside, found = _sampled(picture, into, around)
    if not inside.all():
        return False
    off = found - table.at(around)
    each = _most(_SPREADS * table.spread, _LEAST)
    together = _most(_SPREADS_OF_ALL * table.spread, _LEAST_OF_ALL)
    like_table = (np.abs(off) <= each).all(-1)
    return bool(like_table.mean() >= _SHARE and (np.abs(np.median(off, 0)) <= together).all())


def _into_picture(picture: Colour, look: Look) -> NDArray[np.float64]:
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    return np.asarray(cv2.getPerspectiveTransform(np.array(look.view_mm, np.float32), corners), np.float64)


def _sampled(
    picture: Colour, into: NDArray[np.float64], places_mm: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """True for each of these places in the picture, and its tones there."""
    points = places_mm.astype(np.float32).reshape(-1, 1, 2)
    at = np.round(cv2.perspectiveTransform(points, into)[:, 0]).astype(int)
    height, width = picture.shape[:2]
    inside = (at[:, 0] >= 0) & (at[:, 1] >= 0) & (at[:, 0] < width) & (at[:, 1] < height)
    if not inside.any():
        return inside, np.zeros((0, 1))
    return inside, _toned(picture[at[inside, 1], at[inside, 0]])
