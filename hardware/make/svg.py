"""Drawings as SVG: legible in black and white, on any paper."""

from collections.abc import Iterable, Sequence

from lucca_pi.web.markup import Child, Markup, element

INK, PALE, GREY = "#1d2433", "#eef1f6", "#8b94a5"
Point = tuple[float, float]

WHITE = element("rect", width="100%", height="100%", fill="#ffffff")


def picture(width: float, height: float, title: str, *shapes: Child) -> str:
    """The whole file, on white; it fills the page on which it is printed."""
    head = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width:g} {height:g}"}
    font = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
    return element("svg", element("title", title), WHITE, shapes, **head, font_family=font) + "\n"


def box(left: float, top: float, width: float, height: float, *, round_: float = 0.0, **more: str | float) -> Markup:
    """A rectangle, with round corners if asked for."""
    sides = {"x": _short(left), "y": _short(top), "width": _short(width), "height": _short(height)}
    return element("rect", **sides, rx=round_ or None, **({"fill": "none"} | more))


def dot(x: float, y: float, radius: float, **more: str | float) -> Markup:
    """A circle."""
    return element("circle", cx=_short(x), cy=_short(y), r=_short(radius), **more)


def line(points: Sequence[Point], colour: str = INK, width: float = 1.5, **more: str | float) -> Markup:
    """Straight from point to point."""
    path = " ".join(f"{_short(x)},{_short(y)}" for x, y in points)
    look: dict[str, str | float] = {"fill": "none", "stroke": colour, "stroke_width": width, "stroke_linejoin": "round"}
    return element("polyline", points=path, **(look | more))


def area(points: Sequence[Point], fill: str, **more: str | float) -> Markup:
    """What lies within the points."""
    return element("polygon", points=" ".join(f"{_short(x)},{_short(y)}" for x, y in points), fill=fill, **more)


def text(words: str, x: float, y: float, size: float = 14.0, **more: str | float) -> Markup:
    """One line; y is its base line. `text_anchor` middle or end has it end otherwise than begin at x."""
    return element("text", words, x=_short(x), y=_short(y), font_size=size, **({"fill": INK} | more))


def lines(words: Iterable[str], x: float, y: float, size: float = 14.0, **more: str | float) -> list[Markup]:
    """Several lines, one below the other."""
    return [text(one, x, y + index * size * 1.45, size, **more) for index, one in enumerate(words)]


def measure(
    start: Point, end: Point, words: str, *, aside: Point = (0.0, -6.0), anchor: str = "middle"
) -> list[Markup]:
    """A line with a bar at each end, as lengths are marked, and what it measures beside its middle."""
    (x, y), (to_x, to_y) = start, end
    across = (4.0, 0.0) if x == to_x else (0.0, 4.0)
    bars = [
        line([(at[0] - across[0], at[1] - across[1]), (at[0] + across[0], at[1] + across[1])]) for at in (start, end)
    ]
    place = (x + to_x) / 2 + aside[0], (y + to_y) / 2 + aside[1]
    return [line([start, end], width=1), *bars, text(words, *place, 13, text_anchor=anchor)]


def _short(value: float) -> str:
    """To a tenth, so that the same drawing is the same file on every machine."""
    return f"{round(value, 1) + 0.0:g}"
