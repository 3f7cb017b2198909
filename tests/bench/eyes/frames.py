"""Drawn frames of 12 MP with stickers of a chosen size, their codes, and what readings of them are worth."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.drawn.painter import _drawn
from lucca_pi.drawn.things import INK, Sticker, printed
from lucca_pi.drawn.view import Projection
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.drawn.seats import TABLES
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.vision.codes import MODULES
from lucca_pi.vision.picture import Grey
from tests.bench.eyes.readers import Readings, Symbol, marker
from tests.drawn_truth import SeenCode, codes_in
from tests.sim.games import random_game

STICKER_PER_SQUARE = 9 / 7
INSET_MM = 2.0
"""From the card's edges to the sticker."""
IN_SIGHT = 0.98
"""The part of a code that must be in sight for it to count."""
OUTER = 0.55
"""Codes farther from the picture's middle than this part of its half diagonal are outer ones."""
LOOKS = 4
"""Looks of one game: the last, when most cards lie on the table, and each third before it."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code in a frame: its corners (4, 2), its sticker's side, and whether it is outside the picture's middle."""

    code: int
    corners_px: NDArray[np.float64]
    sticker_px: float
    visible: float
    outer: bool
    washed_out: float = 0.0

    @property
    def counts(self) -> bool:
        """Whether it is a card's and in sight, neither covered nor under a reflex."""
        return self.visible >= IN_SIGHT and self.washed_out <= 1 - IN_SIGHT and self.code not in QUARTER_CODES


@dataclass(frozen=True, slots=True)
class DrawnFrame:
    """A picture and all the codes on its table."""

    grey: Grey
    codes: tuple[Code, ...]


def drawn_frames(
    conditions: str, sticker_px: float, count: int, seed: int, symbol: Symbol = marker
) -> Iterator[DrawnFrame]:
    """
    Looks of random games of three, four and five players in turn.

    Stickers are `sticker_px` wide in the middle of the table, whatever its size, and bear the symbol.
    """
    for number in range(0, count, LOOKS):
        with (
            patch("lucca_pi.drawn.things.printed", _printing(symbol)),
            patch("lucca_pi.drawn.painter._drawn", _drawn.__wrapped__),  # cards that bear another symbol look otherwise
        ):
            camera, last = _camera(conditions, sticker_px, seed + number, 3 + number // LOOKS % 3)
            for back in range(min(LOOKS, count - number)):
                yield _frame(camera, last - 3 * back)


def _camera(conditions: str, sticker_px: float, seed: int, players: int) -> tuple[CittaCamera, int]:
    """The camera above a game's table, and the number of its last look."""
    record, evening = random_game(seed, players, "english").record, CONDITIONS[conditions]
    sticker_mm = sticker_px / Projection(evening.view, TABLES[players].size_mm).px_per_mm
    square_mm = sticker_mm / STICKER_PER_SQUARE
    inset_mm = INSET_MM + (sticker_mm - square_mm) / 2
    deck = replace(reference_deck_file(), square_mm=square_mm, inset_mm=inset_mm)
    return CittaCamera(record, deck, seed, evening), sum(len(turns) for turns in record.rounds)


def _frame(camera: CittaCamera, look: int) -> DrawnFrame:
    grey = camera.look(look).grey
    return DrawnFrame(grey, tuple(_code(one, grey.shape) for one in codes_in(camera, look)))


def _code(seen: SeenCode, shape: tuple[int, ...]) -> Code:
    corners, middle = np.array(seen.corners_px), np.array(shape[::-1]) / 2
    side_px = np.sqrt(cv2.contourArea(corners.astype(np.float32)))
    away = np.linalg.norm(corners.mean(0) - middle) / np.linalg.norm(middle)
    return Code(
        seen.code, corners, float(side_px) * STICKER_PER_SQUARE, seen.visible, bool(away > OUTER), seen.washed_out
    )


def _printing(symbol: Symbol) -> Callable[[int, int, Sticker], Grey]:
    """Draws the symbol where the drawn table has our marker; unlike ours without rough edges and spots."""

    def other(code: int, module_dots: int, sticker: Sticker) -> Grey:
        size = (MODULES + 2) * module_dots
        square = cv2.resize(symbol(code), (size, size), interpolation=cv2.INTER_AREA)
        return np.asarray(255 - (255 - square.astype(np.float32)) * (1 - INK) * sticker.black, np.uint8)

    return printed if symbol is marker else other


NEAR = 0.4
"""A reading is of the sticker whose middle is no farther away than this part of its side."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a frame: the codes that were read and missed, the readings of a wrong code, and of no code."""

    read: tuple[Code, ...]
    missed: tuple[Code, ...]
    wrong: int
    phantoms: int


@dataclass(slots=True)
class Sum:
    """The codes in sight in some frames, those that were read, and readings that are wrong; `seconds`: of a reader."""

    codes: int = 0
    read: int = 0
    wrong: int = 0
    seconds: float = 0.0

    def add(self, found: Judged) -> None:
        """Counts one more frame."""
        self.codes += len(found.read) + len(found.missed)
        self.read += len(found.read)
        self.wrong += found.wrong + found.phantoms


def judged(frame: DrawnFrame, readings: Readings) -> Judged:
    """A code that is partly covered may be read or not; its reading must be right."""
    hit, wrong, phantoms = set(), 0, 0
    middles = np.array([one.corners_px.mean(0) for one in frame.codes])
    reach = NEAR * np.array([one.sticker_px for one in frame.codes])
    for code, middle in readings:
        near = np.flatnonzero(np.linalg.norm(middles - middle, axis=1) < reach).tolist()
        right = [place for place in near if frame.codes[place].code == code]
        hit.update(right)
        wrong += bool(near) and not right
        phantoms += not near
    counting = [place for place, one in enumerate(frame.codes) if one.counts]
    read, missed = ([frame.codes[place] for place in counting if (place in hit) == was] for was in (True, False))
    return Judged(tuple(read), tuple(missed), wrong, phantoms)
