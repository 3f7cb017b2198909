"""The faces of the four towers, each with its own top; and the back of every card, the city wall."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from lucca_pi.games.citta.paper.corner import Plate, draw_corner
from lucca_pi.games.citta.paper.facades import INK, STONE
from lucca_pi.games.citta.paper.guises import SKY
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.games.citta.paper.palace import STREET_MM
from lucca_pi.games.citta.paper.plants import LEAF
from lucca_pi.games.citta.table.pieces import BACK_CODE, TOWER_OF_CODE
from lucca_pi.printed.marks import draw_sticker
from lucca_pi.printed.outlines import round_arch
from lucca_pi.printed.pen import CAPITALS, SANS_BOLD, SERIF_ITALIC, Pen, mixed

GREY, DARK = "#a39c92", "#6d665e"
BRICKS = ("#a5583f", "#9a4e37", "#b06347")
JOINT = "#d9c3a8"
GRASS = "#7fa65a"
BASTIONS = 10
SHAFT_TOP = 0.36
"""Where a tower's shaft begins, as a part of the card's height."""


def draw_tower(pen: Pen, code: int, layout: Layout) -> None:
    """The face of the tower with its code, or without codes with its name in its place."""
    left, width = layout.left, layout.right - layout.left
    with pen.within(*layout.area):
        pen.box(left, left, width, layout.bottom - left, SKY)
        pen.box(left, layout.height - STREET_MM - 8, width, layout.bottom, GRASS)
        pen.box(left, layout.height - STREET_MM, width, layout.bottom, mixed(GRASS, "#000000", 0.25))
        _draw_shaft(pen, layout)
        TOPS[code](pen, layout.width / 2, layout.height * SHAFT_TOP)
        _draw_name(pen, TOWER_OF_CODE[code], layout)
    draw_corner(pen, code, Plate(TOWER_OF_CODE[code], STONE, INK, wide=1.0), layout)


def _draw_shaft(pen: Pen, layout: Layout) -> None:
    x, top, half = layout.width / 2, layout.height * SHAFT_TOP, 13.0
    bottom = layout.height - STREET_MM + 1
    pen.box(x - half, top, 2 * half, bottom - top, GREY, line=INK, line_mm=0.4)
    with pen.within(x - half, top, x + half, bottom):
        draw_courses(
            pen, (x, top), (12, 20), (9.0, 4.2), (GREY, mixed(GREY, "#ffffff", 0.12), mixed(GREY, "#000000", 0.07))
        )
    pen.box(x - half, top, 2 * half, bottom - top, None, line=INK, line_mm=0.5)
    pen.box(x - half - 2.5, top - 5.5, 2 * half + 5, 6.5, GREY, line=INK, line_mm=0.5)
    for index in range(5):
        pen.box(x - half - 2.5 + index * 6.6, top - 10, 4.6, 4.8, GREY, line=INK, line_mm=0.5)
    pen.shape(round_arch(x, top + 8, 5, 9), INK, line=STONE, line_mm=0.6)


def draw_courses(
    pen: Pen, middle: tuple[float, float], reach: tuple[int, int], size: tuple[float, float], tints: tuple[str, ...]
) -> None:
    """Blocks in courses around a middle, the same when turned by half; `reach`: columns and rows to each side."""
    (columns, rows), (width, height) = reach, size
    blocks: dict[str, list[tuple[float, float, float, float]]] = {tint: [] for tint in tints}
    for row in range(-rows, rows + 1):
        for column in range(-columns, columns + 1):
            x = middle[0] + (column - 0.5 + row % 2 / 2) * width
            y = middle[1] + (row - 0.5) * height
            tint = tints[(abs(row) * 7 + abs(2 * column + row % 2) * 5 + row * column % 3) % len(tints)]
            blocks[tint].append((x + 0.2, y + 0.2, width - 0.4, height - 0.4))
    for tint, boxes in blocks.items():
        pen.boxes(boxes, tint)


def _draw_name(pen: Pen, name: str, layout: Layout) -> None:
    x, y = layout.width / 2, layout.height - STREET_MM - 9.5
    pen.box(x - 10.5, y - 15.5, 21, 19, STONE, line=INK, line_mm=0.5, radius=2)
    pen.text(name, x, y, 10.5 / CAPITALS, INK, font=SANS_BOLD, anchor=0.5)
    pen.text("tower", x, layout.height - 2, 3.6, "#ffffff", font=SERIF_ITALIC, anchor=0.5)


def _trees(pen: Pen, x: float, y: float) -> None:
    """Holm oaks grow on it."""
    for across, up, size in ((-8, 12, 4.2), (8, 12, 4.4), (-3.5, 14.5, 5.0), (4, 14.5, 4.8)):
        pen.box(x + across - 0.5, y - up, 1, 4, "#6b4a2f")
        pen.oval(x + across, y - up - size * 0.6, size, size * 0.85, LEAF, line=mixed(LEAF, "#000000", 0.4))


def _clock(pen: Pen, x: float, y: float) -> None:
    """It tells the hours."""
    pen.box(x - 9, y - 21, 18, 15.5, GREY, line=INK, line_mm=0.5)
    pen.shape([(x - 11, y - 21), (x + 11, y - 21), (x, y - 27)], "#8a4a32", line=INK, line_mm=0.5)
    pen.oval(x, y - 13.5, 5.8, 5.8, STONE, line=INK, line_mm=0.6)
    pen.line(x, y - 13.5, x, y - 17.8, colour=INK, line_mm=0.7)
    pen.line(x, y - 13.5, x + 3, y - 12, colour=INK, line_mm=0.7)


def _bell(pen: Pen, x: float, y: float) -> None:
    """It rings."""
    pen.shape(round_arch(x, y - 25, 20, 19.5), GREY, line=INK, line_mm=0.5)
    pen.shape(round_arch(x, y - 22, 13, 14), SKY, line=INK, line_mm=0.5)
    bell = [
        (x - 4, y - 10.5),
        (x - 2.5, y - 12, x - 3, y - 18, x, y - 18),
        (x + 3, y - 18, x + 2.5, y - 12, x + 4, y - 10.5),
    ]
    pen.line(x, y - 22, x, y - 18, colour=INK, line_mm=0.5)
    pen.oval(x, y - 10.3, 1.1, 1.1, INK)
    pen.shape(bell, "#c99a2e", line=INK, line_mm=0.4)


def _flag(pen: Pen, x: float, y: float) -> None:
    """The city's flag flies from it."""
    pen.line(x, y - 10, x, y - 32, colour=INK, line_mm=0.8)
    for down, colour in ((0.0, STONE), (4.5, "#c8322b")):
        top = y - 31.5 + down
        wave = [
            (x + 0.4, top),
            (x + 5, top - 2, x + 9, top + 2, x + 14, top),
            (x + 14, top + 4.5),
            (x + 9, top + 6.5, x + 5, top + 2.5, x + 0.4, top + 4.5),
        ]
        pen.shape(wave, colour, line=INK, line_mm=0.3)


TOPS: Mapping[int, Callable[[Pen, float, float], None]] = MappingProxyType(
    dict(zip(TOWER_OF_CODE, (_trees, _clock, _bell, _flag), strict=True))
)


def draw_back(pen: Pen, layout: Layout) -> None:
    """
    Bricks around a medallion with the code of all backs, or, without codes, the city from above.

    But for the code the same when turned by half.
    """
    pen.stamp("back", layout.area, partial(_draw_back, layout=layout))


def _draw_back(pen: Pen, layout: Layout) -> None:
    x, y, side = layout.width / 2, layout.height / 2, layout.sticker_mm
    with pen.within(*layout.area):
        pen.box(layout.left, layout.left, layout.right - layout.left, layout.bottom - layout.left, JOINT)
        draw_courses(pen, (x, y), (6, 11), (12.0, 5.0), BRICKS)
    for line, line_mm in ((INK, 1.6), (STONE, 1.0)):
        pen.box(5, 5, layout.width - 10, layout.height - 10, None, line=line, line_mm=line_mm, radius=3)
    for beyond, fill in ((6.4, INK), (6.0, STONE), (4.6, INK), (4.3, "#a31f24"), (2.4, INK), (2.1, STONE)):
        pen.oval(x, y, side * 0.7071 + beyond, side * 0.7071 + beyond, fill)
    if layout.style:
        draw_sticker(pen, BACK_CODE, x - side / 2, y - side / 2, side, style=layout.style)
    else:
        _draw_walls(pen, x, y, side * 0.75)


def _draw_walls(pen: Pen, x: float, y: float, reach: float) -> None:
    """The city from above: its ring of walls with ten bastions, and the streets within."""
    with pen.at(x, y):
        for index in range(BASTIONS):
            with pen.at(0, 0, 360 / BASTIONS * index):
                wide, low = reach * 0.15, reach * 0.78
                bastion = [
                    (-wide * 0.6, -low),
                    (-wide, -reach * 0.92),
                    (0, -reach),
                    (wide, -reach * 0.92),
                    (wide * 0.6, -low),
                ]
                pen.shape(bastion, BRICKS[1], line=INK, line_mm=0.3)
        pen.oval(0, 0, reach * 0.84, reach * 0.84, BRICKS[1], line=INK, line_mm=0.3)
        pen.oval(0, 0, reach * 0.7, reach * 0.7, GRASS, line=INK, line_mm=0.3)
        pen.oval(0, 0, reach * 0.58, reach * 0.58, STONE)
        for across in (-0.28, 0.0, 0.28):
            half = reach * 0.58 * (1 - (across / 0.58) ** 2) ** 0.5
            pen.line(reach * across, -half, reach * across, half, colour=DARK, line_mm=0.5)
            pen.line(-half, reach * across, half, reach * across, colour=DARK, line_mm=0.5)
