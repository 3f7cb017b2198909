"""The figure drawn: a hexagon or a square for each tile, in its colour and with its number."""

from collections.abc import Sequence
from math import cos, pi, sin

from lucca_pi.games.lucco.session.overview import PlanTile
from lucca_pi.language import _
from lucca_pi.web.markup import Markup, element
from lucca_pi.web.tints import DARK, LIGHT, is_dark, tint

WIDE = 40.0
"""A tile from side to side, in units of the drawing."""
GAP = 1.5
MARGIN = 24.0
SIDES = {"hexagon": 6, "square": 4}


def drawing(tiles: Sequence[PlanTile], shape: str, colours: Sequence[str]) -> Markup:
    """The figure as SVG: what may go has a gold rim, what was laid last a dot."""
    drawn = [_tile(one, shape, colours) for one in sorted(tiles, key=lambda one: one["may_go"])]
    return element("svg", drawn, viewBox=_view(tiles), role="img", aria_label=_("How it lies"))


def _view(tiles: Sequence[PlanTile]) -> str:
    left, right = (edge([one["x"] for one in tiles]) * WIDE for edge in (min, max))
    top, bottom = (edge([one["y"] for one in tiles]) * WIDE for edge in (min, max))
    around = WIDE / 2 + MARGIN
    box = left - around, top - around, right - left + 2 * around, bottom - top + 2 * around
    return " ".join(f"{value:.0f}" for value in box)


def _tile(one: PlanTile, shape: str, colours: Sequence[str]) -> Markup:
    x, y, fill = one["x"] * WIDE, one["y"] * WIDE, tint(one["colour"], colours)
    kind = "may-go" if one["may_go"] else one["stays"] or "stays"
    outline = element("polygon", points=_corners(x, y, SIDES[shape]), fill=fill, class_=f"tile {kind}")
    ink = LIGHT if is_dark(fill) else DARK
    return element("g", outline, _number(one, x, y, ink), _dot(x, y, ink) if one["is_new"] else None)


def _corners(x: float, y: float, sides: int) -> str:
    """A tile that has a side at its right."""
    radius = (WIDE / 2 - GAP / 2) / cos(pi / sides)
    turns = [pi / sides * (2 * number + 1) for number in range(sides)]
    return " ".join(f"{x + radius * cos(turn):.1f},{y + radius * sin(turn):.1f}" for turn in turns)


def _number(one: PlanTile, x: float, y: float, ink: str) -> Markup:
    text = "?" if one["number"] is None else str(one["number"])
    place = {"x": round(x, 1), "y": round(y, 1), "font_size": 17}
    return element("text", text, text_anchor="middle", dominant_baseline="central", fill=ink, class_="number", **place)


def _dot(x: float, y: float, ink: str) -> Markup:
    return element("circle", cx=round(x, 1), cy=round(y + WIDE / 3.4, 1), r=2.5, fill=ink)
