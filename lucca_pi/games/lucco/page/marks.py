"""The marks of advice on the drawn figure, which tell themselves apart without colour; each around a middle of 0, 0."""

from lucca_pi.web.markup import Markup, element

HALF = 5.0
"""From the middle of a mark to its edge, in units of the drawing."""
LINE = 1.8


def may_go(x: float, y: float, ink: str) -> Markup:
    """A minus in a circle: this tile may be taken away."""
    return _at(x, y, ink, _ring(), _line("M -2.6 0 H 2.6"))


def may_be_laid(x: float, y: float, ink: str) -> Markup:
    """A plus in a circle: a tile may be laid here."""
    return _at(x, y, ink, _ring(), _line("M -2.6 0 H 2.6 M 0 -2.6 V 2.6"))


def protected(x: float, y: float, ink: str) -> Markup:
    """A padlock: no side of this tile is free."""
    body = element("rect", x=-4, y=-1, width=8, height=6, rx=1, fill=ink, stroke="none")
    return _at(x, y, ink, body, _line("M -2.6 -1 V -2.4 A 2.6 2.6 0 0 1 2.6 -2.4 V -1"))


def splits(x: float, y: float, ink: str) -> Markup:
    """Two links of a chain: without this tile the rest comes apart."""
    links = [element("ellipse", cx=cx, cy=0, rx=3.6, ry=2.6) for cx in (-2.4, 2.4)]
    return _at(x, y, ink, *links)


MARKS = {"protected": protected, "splits": splits}
"""By why a tile stays."""


def _ring() -> Markup:
    return element("circle", cx=0, cy=0, r=HALF)


def _line(path: str) -> Markup:
    return element("path", d=path)


def _at(x: float, y: float, ink: str, *parts: Markup) -> Markup:
    place = f"translate({x:.1f} {y:.1f})"
    return element("g", *parts, transform=place, fill="none", stroke=ink, stroke_width=LINE, class_="mark")
