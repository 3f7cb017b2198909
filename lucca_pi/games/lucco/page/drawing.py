"""The figure drawn: a hexagon or a square for each tile, in its colour and with its number."""

from collections.abc import Sequence
from math import cos, pi, sin

from lucca_pi.games.lucco.page.marks import MARKS, may_be_laid, may_go
from lucca_pi.games.lucco.session.overview import Overview, PlanPlace, PlanTile
from lucca_pi.language import _
from lucca_pi.web.markup import DARK, LIGHT, Markup, element, is_dark, tint

WIDE = 40.0
"""A tile from side to side, in units of the drawing."""
GAP = 1.5
MARGIN = 8.0
MARK_UP = 3.1
"""A mark is this part of a tile's width above its middle: the width divided by it."""
NUMBER_DOWN = 1.5
SIDES = {"hexagon": 6, "square": 4}


def drawing(overview: Overview) -> Markup:
    """
    The figure as SVG: what was laid last has a dot.

    Who is advised sees more: a plus where a tile may be laid, a minus and a gold rim on what may go, a padlock or a
    chain on what stays.
    """
    shape, colours, advised = overview["tiles"], overview["colours"], overview["advice"] is not None
    places = [_place(one, shape) for one in overview["places"]]
    tiles = [_tile(one, shape, colours, advised) for one in sorted(overview["plan"], key=lambda one: one["may_go"])]
    every = [(one["x"], one["y"]) for one in (*overview["places"], *overview["plan"])]
    return element("svg", places, tiles, viewBox=_view(every), role="img", aria_label=_("How it lies"))


def _view(every: Sequence[tuple[float, float]]) -> str:
    left, top = (WIDE * min(one[axis] for one in every) for axis in (0, 1))
    right, bottom = (WIDE * max(one[axis] for one in every) for axis in (0, 1))
    around = WIDE / 2 + MARGIN
    box = left - around, top - around, right - left + 2 * around, bottom - top + 2 * around
    return " ".join(f"{value:.0f}" for value in box)


def _place(one: PlanPlace, shape: str) -> Markup:
    """Where a tile may be laid: a dashed outline, and a plus."""
    x, y = one["x"] * WIDE, one["y"] * WIDE
    outline = element("polygon", points=_corners(x, y, SIDES[shape]), class_="place")
    return element("g", outline, may_be_laid(x, y, "currentColor"), class_="soft")


def _tile(one: PlanTile, shape: str, colours: Sequence[str], advised: bool) -> Markup:
    x, y, fill = one["x"] * WIDE, one["y"] * WIDE, tint(one["colour"], colours)
    kind = "tile may-go" if advised and one["may_go"] else "tile"
    outline = element("polygon", points=_corners(x, y, SIDES[shape]), fill=fill, class_=kind)
    ink = LIGHT if is_dark(fill) else DARK
    mark = _mark(one, x, y - WIDE / MARK_UP, ink) if advised else None
    return element("g", outline, _number(one, x, y, ink), mark, _dot(x, y, ink) if one["is_new"] else None)


def _mark(one: PlanTile, x: float, y: float, ink: str) -> Markup | None:
    """Whether the tile may go, or why it stays although the throw is about its colour."""
    if one["may_go"]:
        return may_go(x, y, ink)
    return MARKS[one["stays"]](x, y, ink) if one["stays"] else None


def _corners(x: float, y: float, sides: int) -> str:
    """A tile that has a side at its right."""
    radius = (WIDE / 2 - GAP / 2) / cos(pi / sides)
    turns = [pi / sides * (2 * number + 1) for number in range(sides)]
    return " ".join(f"{x + radius * cos(turn):.1f},{y + radius * sin(turn):.1f}" for turn in turns)


def _number(one: PlanTile, x: float, y: float, ink: str) -> Markup:
    text = "?" if one["number"] is None else str(one["number"])
    place = {"x": round(x, 1), "y": round(y + NUMBER_DOWN, 1), "font_size": 16}
    return element("text", text, text_anchor="middle", dominant_baseline="central", fill=ink, class_="number", **place)


def _dot(x: float, y: float, ink: str) -> Markup:
    return element("circle", cx=round(x, 1), cy=round(y + WIDE / 2.8, 1), r=2.5, fill=ink)
