"""Recall over the size of stickers, as an SVG picture."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import log

from tests.bench.eyes.recall import Point

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 400, 56, 24, 190, 48
COLOURS = ("#c0392b", "#2457a6", "#7fa6d9", "#2e8b57", "#8e6bbf", "#b8860b")


def drawn(points: list[Point]) -> str:
    """The picture, a curve for each reader; sizes on a logarithmic scale."""
    sizes = sorted({point.sticker_px for point in points})
    curves = [list(mine) for _, mine in groupby(points, key=lambda point: point.reader)]
    parts = [*_axes(sizes), *(part for number, mine in enumerate(curves) for part in _curve(mine, sizes, number))]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" style="font: 13px sans-serif">'
    return "\n".join([head, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', *parts, "</svg>\n"])


def _x(size: float, sizes: list[float]) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * log(size / sizes[0]) / log(sizes[-1] / sizes[0])


def _y(recall: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - recall)


def _axes(sizes: list[float]) -> Iterator[str]:
    for percent in range(0, 101, 20):
        y = _y(percent / 100)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>'
    for size in sizes:
        yield f'<text x="{_x(size, sizes):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{size}</text>'
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield f'<text x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">side of the sticker in the picture, px</text>'


def _curve(mine: Iterable[Point], sizes: list[float], number: int) -> Iterator[str]:
    points, colour = list(mine), COLOURS[number]
    line = " ".join(f"{_x(point.sticker_px, sizes):.1f},{_y(point.recall):.1f}" for point in points)
    width = 3 if number == 0 else 1.5
    yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
    y = TOP + 20 + 22 * number
    yield f'<path d="M{WIDTH - RIGHT + 14} {y}h20" stroke="{colour}" stroke-width="{width}"/>'
    yield f'<text x="{WIDTH - RIGHT + 40}" y="{y + 4}">{points[0].reader}</text>'
