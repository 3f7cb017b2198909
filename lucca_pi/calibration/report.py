"""A calibration for people and for programs."""

from collections.abc import Iterator
from typing import Any

from lucca_pi.calibration.make import Made
from lucca_pi.calibration.seats import seat_text

FAR = 0.7
"""A square so far out, in half diagonals, tells of the picture's edge."""


def calibration_lines(made: Made) -> Iterator[str]:
    """What was measured, a line for each thing, with what to do where it is not good."""
    one, measured = made.calibration, made.measured
    alone, stored = (f"{100 * part:.2f} %" for part in measured.misfits)
    yield f"camera: {one.camera}, {one.size_px[0]} x {one.size_px[1]}"
    yield f"focus: {_focus(made)}"
    yield f"lens: from {one.codes} squares in {one.pictures} pictures of the {one.source}"
    yield f"lens: they are true to {stored} of their size; with a lens guessed from each picture alone to {alone}"
    if measured.reach < FAR:
        yield f"lens: no square lies farther out than {measured.reach:.0%}: lay some into the picture's corners as well"
    for seat in made.seats:
        yield ": ".join(filter(None, (seat_text(seat), seat.advice)))
    if not made.seats:
        yield f"seats: no {made.words.anchor} was seen; lay them for a verdict on the stickers"
    yield f"kept in {made.file}"


def _focus(made: Made) -> str:
    if made.focus_failed:
        return "nothing was sharp: more light, something with detail on the table, then once more"
    position = made.calibration.lens_position
    return "this lens is not moved by the program" if position is None else f"{position:.2f} dioptres"


def calibration_json(made: Made) -> dict[str, Any]:
    """What `calibrate --json` prints."""
    one, measured = made.calibration, made.measured
    return {
        "format": "lucca-calibrated/1",
        "file": str(made.file),
        "camera": one.camera,
        "size_px": one.size_px,
        "lens_position": one.lens_position,
        "lens": {
            **{"source": one.source, "pictures": one.pictures, "codes": one.codes},
            **{"middle": one.lens.middle, "bends": one.lens.bends},
            **{"misfit": measured.misfits[1], "misfit_alone": measured.misfits[0], "reach": measured.reach},
        },
        "sticker_mm": measured.sticker_mm,
        "seats": [
            {
                **{"quarter": seat.seat.code, "mm_per_px": seat.seat.mm_per_px, "sticker_px": seat.sticker_px},
                **{"verdict": seat.verdict, "advice": seat.advice},
            }
            for seat in made.seats
        ],
    }
