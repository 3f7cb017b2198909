"""Photographs of one look, from several places: whether they show one table, and whose place none of them shows."""

from collections.abc import Sequence
from dataclasses import replace

from lucca_pi.evening.state import State
from lucca_pi.language import Text, _, listed
from lucca_pi.ports import Frame
from lucca_pi.table.anchor import UNMOVED_MM, anchored
from lucca_pi.table.hidden import is_covered
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Sighting, apart_mm


def cut_off(state: State, look: Look) -> Text | str:
    """
    Whose place is not in the look though it was before, and what to do; empty where all are.

    A place is an anchor that is never taken up: in a game without such nobody has one.
    """
    places = state.pieces.anchors - state.pieces.loose - {one.code for one in look.sightings}
    missing = [name for name, code in state.course.seats.items() if code in places]
    if not missing:
        return ""
    return _(
        "The photograph does not show the place of {players}: step back, or send one of that side too, with a "
        "neighbour's place in it.",
        players=listed(missing),
    )


def are_of_one_table(looks: Sequence[Look], frame: Frame, pieces: Pieces) -> bool:
    """
    Whether the looks were made of the table as it lies in the first of them, which was made of `frame`.

    They were not if in one a piece lies elsewhere, or where the first shows another piece or the bare table.
    """
    first, *others = looks
    return not any(_has_changed(one, first, frame, pieces) for one in others)


def _has_changed(older: Look, newer: Look, frame: Frame, pieces: Pieces) -> bool:
    known = {one.code: one for one in newer.sightings if one.code not in pieces.shared}
    there = anchored(older, known, pieces.anchors).sightings
    if not any(one.code in known for one in there):
        return True  # nothing ties the two together
    if any(one.code in known and apart_mm(one, known[one.code]) > UNMOVED_MM for one in there):
        return True
    gone = [one for one in there if not _is_among(one, newer.sightings)]
    return any(is_covered(one, _new_in(newer, there), pieces) for one in gone) or _shows_bare(frame, newer, gone)


def _is_among(one: Sighting, sightings: Sequence[Sighting]) -> bool:
    return any(other.code == one.code and apart_mm(one, other) <= UNMOVED_MM for other in sightings)


def _new_in(newer: Look, there: Sequence[Sighting]) -> list[Sighting]:
    return [one for one in newer.sightings if not _is_among(one, there)]


def _shows_bare(frame: Frame, look: Look, gone: Sequence[Sighting]) -> bool:
    """Whether the table is in sight where one of these pieces lay."""
    from lucca_pi.vision.bare import bare_places

    picture = frame.grey if frame.colour is None else frame.colour
    return bool(bare_places(picture, replace(look, bare=()), gone))
