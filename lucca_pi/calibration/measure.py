"""From pictures of a laid table, or of the board, to what is known of the camera."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from lucca_pi.calibration.board import board_squares
from lucca_pi.calibration.file import CalibrationError, Seat, Source
from lucca_pi.calibration.seats import seats_in, sticker_mm_in
from lucca_pi.errors import refusing
from lucca_pi.table.pieces import Pieces
from lucca_pi.vision.detect import MIRRORED, Detections, flipped
from lucca_pi.vision.fit_lens import fit_lens
from lucca_pi.vision.lens import Lens
from lucca_pi.vision.look import squares_of
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.plane import Squares, misfit
from lucca_pi.vision.reader import Reader

LEAST_CODES = 20
"""Fewer codes, or squares of the board, tell no lens."""
FEW = {
    "table": "Lay at least 20 {other}s and the {anchor}s over the whole table, in good light.",
    "board": "Hold the board flat where the camera sees it as a whole, in good light, larger in the picture.",
}


@dataclass(frozen=True, slots=True)
class Measured:
    """
    The lens with what told it, and the seats in the last picture that shows anchors, with its stickers' side.

    `misfits`: how far codes are from squares, as a part of their size, at the median; as each picture tells the lens by
    itself, and with this one. `reach`: how far from the middle the farthest code is, in half diagonals.
    """

    size_px: tuple[int, int]
    lens: Lens
    source: Source
    pictures: int
    codes: int
    misfits: tuple[float, float]
    reach: float
    seats: tuple[Seat, ...]
    sticker_mm: float


def measure(pictures: Iterable[Grey], pieces: Pieces, source: Source = "table") -> Measured:
    """What the pictures, all of one size, tell. Raises CalibrationError where that is too little."""
    reader = Reader(pieces)
    shown: list[Squares] = []
    table: tuple[Grey, Detections] | None = None
    sizes: set[tuple[int, int]] = set()
    mirrored: list[bool] = []
    for grey in pictures:
        sizes.add((grey.shape[1], grey.shape[0]))
        with refusing(f"Picture {len(mirrored) + 1}", CalibrationError):
            found = reader.detect(grey)
            squares = board_squares(grey) if source == "board" else _table_squares(found, pieces)
            mirrored.append(not squares and _is_mirrored(grey, found, reader, source))
        if _has_anchor(found, pieces):
            table = grey, found
        shown += [squares] if squares else []
    codes = sum(len(one.corners_px) for one in shown)
    if len(sizes) > 1:
        raise CalibrationError("The pictures differ in size: take all of them with one camera.")
    if codes < LEAST_CODES:
        if any(mirrored):
            raise CalibrationError(MIRRORED)
        few = FEW[source].format(anchor=pieces.words.anchor, other=pieces.words.other)
        raise CalibrationError(f"Only {codes} squares are seen, which tell no lens. {few}")
    (size_px,) = sizes
    lens = fit_lens(shown, size_px)
    misfits = misfit(shown, size_px), misfit(shown, size_px, lens)
    seats, sticker_mm = _seats(table, reader, lens)
    return Measured(size_px, lens, source, len(shown), codes, misfits, _reach(shown, size_px), seats, sticker_mm)


def _is_mirrored(grey: Grey, found: Detections, reader: Reader, source: Source) -> bool:
    """Whether the picture shows the board, or codes, with left and right swapped."""
    return board_squares(flipped(grey)) is not None if source == "board" else reader.is_mirrored(found, grey)


def _table_squares(found: Detections, pieces: Pieces) -> Squares | None:
    """The codes of a picture with an anchor, whose size is certain."""
    return squares_of(found.read, pieces) if _has_anchor(found, pieces) else None


def _has_anchor(found: Detections, pieces: Pieces) -> bool:
    return any(one.code in pieces.anchors for one in found.read)


def _reach(shown: Sequence[Squares], size_px: tuple[int, int]) -> float:
    corners = np.concatenate([one.corners_px.reshape(-1, 2) for one in shown]) - np.array(size_px) / 2 + 0.5
    return float(np.linalg.norm(corners, axis=1).max() / (np.hypot(*size_px) / 2))


def _seats(table: tuple[Grey, Detections] | None, reader: Reader, lens: Lens) -> tuple[tuple[Seat, ...], float]:
    """The seats, and the side of the stickers there."""
    if table is None:
        return (), reader.pieces.sticker_mm
    grey, found = table
    inspected = reader.locate(found, grey, lens=lens)
    seats = tuple(seats_in(inspected.look, inspected.plane, reader.pieces))
    return seats, sticker_mm_in(inspected, reader.pieces)
