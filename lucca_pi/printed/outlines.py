"""Outlines that facades are made of, each around the middle x of its width. Lengths in mm."""

from lucca_pi.printed.pen import Outline

ROUND = 0.5523
"""Where the control points of a Bézier curve stand that is a quarter of a circle, as part of its radius."""


def rectangle(x: float, top: float, width: float, height: float) -> Outline:
    """An upright rectangle."""
    half = width / 2
    return [(x - half, top), (x + half, top), (x + half, top + height), (x - half, top + height)]


def round_arch(x: float, top: float, width: float, height: float) -> Outline:
    """A half circle on a rectangle."""
    half, spring = width / 2, top + width / 2
    k = half * ROUND
    return [
        (x - half, top + height),
        (x - half, spring),
        (x - half, spring - k, x - k, top, x, top),
        (x + k, top, x + half, spring - k, x + half, spring),
        (x + half, top + height),
    ]


def pointed_arch(x: float, top: float, width: float, height: float) -> Outline:
    """Two arcs that meet in a point, on a rectangle."""
    half, spring = width / 2, top + width * 0.85
    return [
        (x - half, top + height),
        (x - half, spring),
        (x - half, spring - width * 0.5, x - half * 0.45, top + width * 0.18, x, top),
        (x + half * 0.45, top + width * 0.18, x + half, spring - width * 0.5, x + half, spring),
        (x + half, top + height),
    ]


def oval(x: float, top: float, width: float, height: float) -> Outline:
    """An ellipse."""
    half, rise, y = width / 2, height / 2, top + height / 2
    k, n = half * ROUND, rise * ROUND
    return [
        (x, top),
        (x + k, top, x + half, y - n, x + half, y),
        (x + half, y + n, x + k, top + height, x, top + height),
        (x - k, top + height, x - half, y + n, x - half, y),
        (x - half, y - n, x - k, top, x, top),
    ]


def gabled(x: float, top: float, width: float, height: float) -> Outline:
    """A flat triangle on a rectangle."""
    half, rise = width / 2, width * 0.32
    return [
        (x, top),
        (x + half, top + rise),
        (x + half, top + height),
        (x - half, top + height),
        (x - half, top + rise),
    ]


def cut_corners(x: float, top: float, width: float, height: float) -> Outline:
    """A rectangle whose upper corners are cut off."""
    half, cut = width / 2, width * 0.3
    return [
        (x - half, top + height),
        (x - half, top + cut),
        (x - half + cut, top),
        (x + half - cut, top),
        (x + half, top + cut),
        (x + half, top + height),
    ]


def shield(x: float, top: float, width: float, height: float) -> Outline:
    """The shield of a coat of arms."""
    half, waist = width / 2, top + height * 0.5
    return [
        (x - half, top),
        (x + half, top),
        (x + half, waist),
        (x + half, top + height * 0.78, x + half * 0.5, top + height * 0.92, x, top + height),
        (x - half * 0.5, top + height * 0.92, x - half, top + height * 0.78, x - half, waist),
    ]
