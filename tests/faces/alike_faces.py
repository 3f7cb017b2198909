"""
A deck drawn to be told apart with difficulty: houses of a colour share their plan and differ in small things.

In the upper half these are the shields, the lit windows, on which side the chimney stands, and whether a shutter is
open; in the lower half the door's place, the tree, and a street number 5 mm tall on a sign. Two of each four cards with
the same windows and shields are alike in the upper half, and differ by that number alone.
"""

from functools import cache, partial

import numpy as np

from lucca_pi.games.citta.paper.facades import round_arch, shield
from lucca_pi.games.citta.paper.palace import draw_cypress, draw_orange_tree
from lucca_pi.games.citta.rules.deck import Card, reference_deck_file
from lucca_pi.printed.pen import SERIF_BOLD, Pen, PrintedPiece, mixed, pictures
from tests.faces.printed_faces import DOTS_PER_MM, SIZE_MM, Rgb, alike_in_upper_half, printed_faces

WASH = {
    "red": "#b4574c",
    "orange": "#cf9152",
    "yellow": "#ddc87c",
    "green": "#6f9a72",
    "blue": "#5f7ea8",
    "violet": "#94729f",
}
PAPER, INK, LIT = "#efe6d2", "#3a322b", "#f3dc93"
EAVES_MM, FLOOR_MM, STREET_MM = 20.0, 46.0, 84.0
LEFT_MM, RIGHT_MM = 6.0, 53.0
CHIMNEYS_MM = (15.0, 41.0, 15.0, 15.0)
SHUTTER_OPEN = (False, False, True, False)
DOORS_MM = (24.0, 31.0, 24.0, 24.0)
TREES = (draw_cypress, draw_cypress, draw_orange_tree, draw_cypress)
UPPER_LOOKS = (0, 1, 2, 0)
"""Of the four cards with the same windows and shields: which look alike in the upper half."""


@cache
def alike_faces() -> dict[int, Rgb]:
    """The 96 palaces and four towers by code, (364, 236, 3)."""
    file = reference_deck_file()
    faces = {code: printed_faces()[code] for code in printed_faces() if code not in file.codes}
    pieces = [
        PrintedPiece(str(code), *SIZE_MM, partial(_draw, card=file.deck.cards[number], which=_which(code)))
        for code, number in file.codes.items()
    ]
    drawn = pictures(pieces, round(DOTS_PER_MM * 25.4))
    faces |= {code: np.array(picture) for code, picture in zip(file.codes, drawn, strict=True)}
    return dict(sorted(faces.items()))


@cache
def alike_in_their_upper_halves() -> dict[int, frozenset[int]]:
    """For each house, those drawn alike above the middle, itself among them."""
    return {
        code: frozenset(one for one in four if UPPER_LOOKS[_which(one)] == UPPER_LOOKS[_which(code)])
        for code, four in alike_in_upper_half().items()
    }


@cache
def of_one_plan() -> dict[int, frozenset[int]]:
    """For each house, those of any colour with as many windows and shields, itself among them."""
    file = reference_deck_file()
    plans = {
        code: (file.deck.cards[number].windows, file.deck.cards[number].shields) for code, number in file.codes.items()
    }
    return {code: frozenset(other for other in plans if plans[other] == plans[code]) for code in plans}


def _which(code: int) -> int:
    """Which of the four with its windows and shields."""
    return sorted(alike_in_upper_half()[code]).index(code)


def _draw(pen: Pen, card: Card, which: int) -> None:
    colour = WASH[card.colour]
    with pen.within(0, 0, *SIZE_MM):
        pen.box(0, 0, *SIZE_MM, mixed(PAPER, colour, 0.18))
        _draw_house(pen, colour)
        _draw_upper(pen, card, which, colour)
        _draw_lower(pen, card, which, colour)


def _draw_house(pen: Pen, colour: str) -> None:
    """What all houses of a colour share."""
    roof, stone = mixed(colour, "#000000", 0.35), mixed(colour, "#ffffff", 0.25)
    pen.box(LEFT_MM, EAVES_MM, RIGHT_MM - LEFT_MM, STREET_MM - EAVES_MM, colour, line=INK, line_mm=0.4)
    pen.shape([(LEFT_MM - 2, EAVES_MM), (16, 11), (43, 11), (RIGHT_MM + 2, EAVES_MM)], roof, line=INK, line_mm=0.4)
    for row in range(1, 6):
        pen.line(LEFT_MM, EAVES_MM + 10.5 * row, RIGHT_MM, EAVES_MM + 10.5 * row, colour=stone, line_mm=0.5)
    pen.box(LEFT_MM, FLOOR_MM, RIGHT_MM - LEFT_MM, 1.2, PAPER, line=INK, line_mm=0.2)
    pen.box(0, STREET_MM, SIZE_MM[0], SIZE_MM[1] - STREET_MM, "#a59a88")


def _draw_upper(pen: Pen, card: Card, which: int, colour: str) -> None:
    dark = mixed(colour, "#000000", 0.5)
    pen.box(CHIMNEYS_MM[which], 8.2, 3.2, 6.0, dark, line=INK, line_mm=0.3)
    for index in range(card.windows):
        x = 20.5 + 11.5 * index
        pen.box(x, 25, 6.5, 13, LIT, line=INK, line_mm=0.6)
        pen.line(x + 3.2, 25, x + 3.2, 38, colour=INK, line_mm=0.4)
    pen.box(10, 25, 6.5, 13, dark, line=INK, line_mm=0.6)
    if SHUTTER_OPEN[which]:
        pen.box(12.8, 25.6, 3.2, 11.8, mixed(colour, "#ffffff", 0.4), line=INK, line_mm=0.3)
    for index in range(card.shields):
        pen.shape(shield(53 - 7 * index, 2.2, 5.4, 6.6), "#b8352c", line=PAPER, line_mm=0.7)


def _draw_lower(pen: Pen, card: Card, which: int, colour: str) -> None:
    x = DOORS_MM[which]
    pen.shape(round_arch(x, 60, 11, 24), mixed(colour, "#000000", 0.6), line=PAPER, line_mm=1.0)
    TREES[which](pen, 47, STREET_MM)
    pen.box(8.5, 54, 11, 8.5, PAPER, line=INK, line_mm=0.4)
    pen.text(str(card.number), 14, 60.8, 6.9, INK, font=SERIF_BOLD, anchor=0.5)
