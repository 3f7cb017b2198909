"""
The deck to print and play: the towers' faces, the back of every card, and all pieces on sheets.

Printed without codes it is known by pictures of its faces (`printed_faces`), so that nobody has to enrol it.
"""

import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PIL import Image

from lucca_pi.games.citta.paper.facades import INK, STONE, facade_of, round_arch
from lucca_pi.games.citta.paper.layout import Layout, Plate, draw_corner
from lucca_pi.games.citta.paper.palace import LEAF, SKY, STREET_MM, draw_palace
from lucca_pi.games.citta.paper.quarters import COAT_MM, draw_coat, draw_quarter, draw_quarter_back
from lucca_pi.games.citta.rules.deck import Deck, DeckFile, reference_deck_file
from lucca_pi.games.citta.table.pieces import BACK_CODE, COAT_CODES, QUARTER_CODES, TOWER_OF_CODE
from lucca_pi.language import _
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import (
    CAPITALS,
    MM_PER_INCH,
    SANS_BOLD,
    SERIF_ITALIC,
    Pen,
    PrintedPage,
    PrintedPiece,
    mixed,
    pictures,
)
from lucca_pi.printed.sheets import grid_pages
from lucca_pi.printed.stickers import STICKER_MM, draw_sticker

_GREY, _DARK = "#a39c92", "#6d665e"
_BRICKS = ("#a5583f", "#9a4e37", "#b06347")
_JOINT = "#d9c3a8"
_GRASS = "#7fa65a"
_BASTIONS = 10
_SHAFT_TOP = 0.36
"""Top of a tower's shaft, as a part of the card's height."""


def draw_tower(pen: Pen, code: int, layout: Layout) -> None:
    """The face of the tower with its code, or without codes with its name in its place."""
    left, width = layout.left, layout.right - layout.left
    with pen.within(*layout.area):
        pen.box(left, left, width, layout.bottom - left, SKY)
        pen.box(left, layout.height - STREET_MM - 8, width, layout.bottom, _GRASS)
        pen.box(left, layout.height - STREET_MM, width, layout.bottom, mixed(_GRASS, "#000000", 0.25))
        _draw_shaft(pen, layout)
        _TOPS[code](pen, layout.width / 2, layout.height * _SHAFT_TOP)
        x, y = layout.width / 2, layout.height - STREET_MM - 9.5
        pen.box(x - 10.5, y - 15.5, 21, 19, STONE, line=INK, line_mm=0.5, radius=2)
        pen.text(TOWER_OF_CODE[code], x, y, 10.5 / CAPITALS, INK, font=SANS_BOLD, anchor=0.5)
        pen.text("tower", x, layout.height - 2, 3.6, "#ffffff", font=SERIF_ITALIC, anchor=0.5)
    draw_corner(pen, code, Plate(TOWER_OF_CODE[code], STONE, INK, wide=1.0), layout)


def _draw_shaft(pen: Pen, layout: Layout) -> None:
    x, top, half = layout.width / 2, layout.height * _SHAFT_TOP, 13.0
    bottom = layout.height - STREET_MM + 1
    pen.box(x - half, top, 2 * half, bottom - top, _GREY, line=INK, line_mm=0.4)
    with pen.within(x - half, top, x + half, bottom):
        _draw_courses(
            pen, (x, top), (12, 20), (9.0, 4.2), (_GREY, mixed(_GREY, "#ffffff", 0.12), mixed(_GREY, "#000000", 0.07))
        )
    pen.box(x - half, top, 2 * half, bottom - top, None, line=INK, line_mm=0.5)
    pen.box(x - half - 2.5, top - 5.5, 2 * half + 5, 6.5, _GREY, line=INK, line_mm=0.5)
    for index in range(5):
        pen.box(x - half - 2.5 + index * 6.6, top - 10, 4.6, 4.8, _GREY, line=INK, line_mm=0.5)
    pen.shape(round_arch(x, top + 8, 5, 9), INK, line=STONE, line_mm=0.6)


def _draw_courses(
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


def _trees(pen: Pen, x: float, y: float) -> None:
    """Draws the holm oaks on the tower."""
    for across, up, size in ((-8, 12, 4.2), (8, 12, 4.4), (-3.5, 14.5, 5.0), (4, 14.5, 4.8)):
        pen.box(x + across - 0.5, y - up, 1, 4, "#6b4a2f")
        pen.oval(x + across, y - up - size * 0.6, size, size * 0.85, LEAF, line=mixed(LEAF, "#000000", 0.4))


def _clock(pen: Pen, x: float, y: float) -> None:
    """Draws a clock that shows the hours."""
    pen.box(x - 9, y - 21, 18, 15.5, _GREY, line=INK, line_mm=0.5)
    pen.shape([(x - 11, y - 21), (x + 11, y - 21), (x, y - 27)], "#8a4a32", line=INK, line_mm=0.5)
    pen.oval(x, y - 13.5, 5.8, 5.8, STONE, line=INK, line_mm=0.6)
    pen.line(x, y - 13.5, x, y - 17.8, colour=INK, line_mm=0.7)
    pen.line(x, y - 13.5, x + 3, y - 12, colour=INK, line_mm=0.7)


def _bell(pen: Pen, x: float, y: float) -> None:
    """Draws a bell that rings."""
    pen.shape(round_arch(x, y - 25, 20, 19.5), _GREY, line=INK, line_mm=0.5)
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
    """Draws the city's flag on the tower."""
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


_TOPS: Mapping[int, Callable[[Pen, float, float], None]] = MappingProxyType(
    dict(zip(TOWER_OF_CODE, (_trees, _clock, _bell, _flag), strict=True))
)


def draw_back(pen: Pen, layout: Layout) -> None:
    """Draws bricks around a medallion with the code of all backs, or, without codes, the city from above."""
    pen.stamp("back", layout.area, partial(_draw_back, layout=layout))


def _draw_back(pen: Pen, layout: Layout) -> None:
    x, y, side = layout.width / 2, layout.height / 2, layout.sticker_mm
    with pen.within(*layout.area):
        pen.box(layout.left, layout.left, layout.right - layout.left, layout.bottom - layout.left, _JOINT)
        _draw_courses(pen, (x, y), (6, 11), (12.0, 5.0), _BRICKS)
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
        for index in range(_BASTIONS):
            with pen.at(0, 0, 360 / _BASTIONS * index):
                wide, low = reach * 0.15, reach * 0.78
                bastion = [
                    (-wide * 0.6, -low),
                    (-wide, -reach * 0.92),
                    (0, -reach),
                    (wide, -reach * 0.92),
                    (wide * 0.6, -low),
                ]
                pen.shape(bastion, _BRICKS[1], line=INK, line_mm=0.3)
        pen.oval(0, 0, reach * 0.84, reach * 0.84, _BRICKS[1], line=INK, line_mm=0.3)
        pen.oval(0, 0, reach * 0.7, reach * 0.7, _GRASS, line=INK, line_mm=0.3)
        pen.oval(0, 0, reach * 0.58, reach * 0.58, STONE)
        for across in (-0.28, 0.0, 0.28):
            half = reach * 0.58 * (1 - (across / 0.58) ** 2) ** 0.5
            pen.line(reach * across, -half, reach * across, half, colour=_DARK, line_mm=0.5)
            pen.line(-half, reach * across, half, reach * across, colour=_DARK, line_mm=0.5)


def card_pieces(deck_file: DeckFile, layout: Layout) -> tuple[PrintedPiece, ...]:
    """The palace cards by number, then the towers."""
    variants = _variants(deck_file.deck)
    deck, numbers = deck_file.deck, {number: code for code, number in deck_file.codes.items()}
    palaces = [
        partial(
            draw_palace,
            card=card,
            code=numbers[number],
            facade=facade_of(card.colour, deck.colours),
            layout=layout,
            variant=variants[number],
        )
        for number, card in sorted(deck.cards.items())
    ]
    towers = [partial(draw_tower, code=code, layout=layout) for code in TOWER_OF_CODE]
    back = partial(draw_back, layout=layout)
    return tuple(
        PrintedPiece(str(draw.keywords["code"]), layout.width, layout.height, draw, back=back)
        for draw in (*palaces, *towers)
    )


def _variants(deck: Deck) -> dict[int, int]:
    """The place of each number among the cards of the same colour, windows and shields."""
    places: dict[int, int] = {}
    met = Counter[tuple[str, int, int]]()
    for number, card in sorted(deck.cards.items()):
        alike = card.colour, card.windows, card.shields
        places[number] = met[alike]
        met[alike] += 1
    return places


def quarter_pieces(layout: Layout) -> tuple[PrintedPiece, ...]:
    """The quarter cards, whose backs bear no code."""
    return tuple(
        PrintedPiece(
            str(code),
            layout.width,
            layout.height,
            partial(draw_quarter, code=code, layout=layout),
            back=partial(draw_quarter_back, code=code, layout=layout),
        )
        for code in QUARTER_CODES
    )


def coat_pieces() -> tuple[PrintedPiece, ...]:
    """The coats of arms, in the order of the quarters."""
    return tuple(PrintedPiece(str(coat), *COAT_MM, partial(draw_coat, code=coat)) for coat in COAT_CODES)


def back_piece(layout: Layout) -> PrintedPiece:
    """The back that palaces and towers share."""
    return PrintedPiece(str(BACK_CODE), layout.width, layout.height, partial(draw_back, layout=layout))


def deck_pieces(deck_file: DeckFile, layout: Layout) -> tuple[PrintedPiece, ...]:
    """Every piece of the game, and the back that all cards share."""
    cards = card_pieces(deck_file, layout)
    return (*cards, *quarter_pieces(layout), *coat_pieces(), back_piece(layout))


def deck_pages(pieces: Sequence[PrintedPiece], bleed: float, paper: Paper, title: str) -> Iterator[PrintedPage]:
    """The pieces that have a back on sheets for both sides, then the coats of arms."""
    yield from grid_pages([piece for piece in pieces if piece.back], paper, title, bleed)
    yield from grid_pages(coat_pieces(), paper, _("Lucca Città scorer, coats of arms"))


_DOTS_PER_MM = 4
_QUALITY = 90
"""JPEG quality of the packed pictures."""


def printed_faces() -> dict[int, bytes]:
    """Packed pictures of all faces and the back as `lucca-pi print deck --codes none` prints them, by code."""
    bare = reference_deck_file()
    layout = Layout(*bare.card_mm, STICKER_MM["aruco"], None)
    pieces = (*card_pieces(bare, layout), back_piece(layout))
    drawn = pictures(pieces, round(_DOTS_PER_MM * MM_PER_INCH))
    return {int(piece.name): _packed(one) for piece, one in zip(pieces, drawn, strict=True)}


def _packed(drawn: Image.Image) -> bytes:
    file = io.BytesIO()
    drawn.save(file, "JPEG", quality=_QUALITY)
    return file.getvalue()
