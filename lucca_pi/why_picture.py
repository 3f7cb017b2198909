"""What was found about a look, as marks for its picture: each finding at its place."""

from lucca_pi.evening.why import Why
from lucca_pi.table.anchor import anchored
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.debug import Mark

NO_CODE = -1
"""The code of a place where nothing is seen."""


def marks(why: Why, look: Look, pieces: Pieces) -> tuple[Mark, ...]:
    """The marks in the axes of the picture's own look."""
    if why.explanation is None:
        return ()
    known = {seen.code: seen for seen in look.sightings if seen.code not in pieces.shared}
    before, marked = why.explanation.known, why.explanation.marks
    places = [Sighting(NO_CODE, one.seen.x_mm, one.seen.y_mm, 0.0) for one in marked]
    moved = anchored(Look((*before, *places), 1.0, ()), known, pieces.anchors).sightings[len(before) :]
    return tuple(Mark(there.x_mm, there.y_mm, one.lines) for there, one in zip(moved, marked, strict=True))


def notes(why: Why) -> tuple[str, ...]:
    """What stands at the bottom of the picture: what was decided, and what to change on the table."""
    return (*(why.explanation.lines[:1] if why.explanation else ()), *why.remedies)
