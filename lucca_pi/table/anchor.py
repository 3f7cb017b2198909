"""Looks brought into one set of axes, so that what one showed can be held against another."""

from collections.abc import Mapping
from dataclasses import replace
from math import cos, radians, sin

from lucca_pi.table.areas import wrapped
from lucca_pi.table.pieces import QUARTER_CODES
from lucca_pi.table.sighting import Look, Sighting


def quarters_in(look: Look) -> dict[int, Sighting]:
    """The quarters seen in a look, by code."""
    return {seen.code: seen for seen in sorted(look.sightings, key=lambda one: one.code) if seen.code in QUARTER_CODES}


def anchored(look: Look, known: Mapping[int, Sighting]) -> Look:
    """
    The look in the axes in which `known` gives the quarters' places.

    The first quarter that is both known and seen ties the two together. Without one the look stays as it is.

    >>> seen = Look((Sighting(102, 0, 0, 0), Sighting(17, 10, 0, 0)), 0.4, ())
    >>> anchored(seen, {102: Sighting(102, 500, 0, 180)}).sightings[1]
    Sighting(code=17, x_mm=490.0, y_mm=0.0, heading_deg=180.0, margin=1.0)
    """
    common = [seen for code, seen in quarters_in(look).items() if code in known]
    if not common:
        return look
    here, there = common[0], known[common[0].code]
    sightings = tuple(_moved(seen, here, there) for seen in look.sightings)
    corners = (_moved(Sighting(0, x_mm, y_mm, 0), here, there) for x_mm, y_mm in look.view_mm)
    return replace(look, sightings=sightings, view_mm=tuple((corner.x_mm, corner.y_mm) for corner in corners))


def _moved(seen: Sighting, here: Sighting, there: Sighting) -> Sighting:
    """The sighting carried along by the motion that takes `here` to `there`."""
    turn = radians(there.heading_deg - here.heading_deg)
    dx, dy = seen.x_mm - here.x_mm, seen.y_mm - here.y_mm
    x_mm = there.x_mm + dx * cos(turn) - dy * sin(turn)
    y_mm = there.y_mm + dx * sin(turn) + dy * cos(turn)
    heading_deg = wrapped(seen.heading_deg + there.heading_deg - here.heading_deg)
    return replace(seen, x_mm=round(x_mm, 6) + 0.0, y_mm=round(y_mm, 6) + 0.0, heading_deg=heading_deg)
