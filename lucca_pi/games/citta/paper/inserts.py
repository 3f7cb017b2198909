"""Inserts: slips that slide into a sleeve behind its card and bear the code of all backs: no back is stuck on."""

from collections.abc import Iterator
from functools import partial

from lucca_pi.games.citta.paper.stickers import BACKS
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.language import _, say
from lucca_pi.printed.files import Page
from lucca_pi.printed.grid import best_grid, grid_pages
from lucca_pi.printed.marks import Style, draw_sticker
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.piece import Piece

PLAY_MM = 3.0
"""A card's width and height are given with its sleeve: by its seams and play what slides into it is smaller."""
INK, ARROW_MM, LETTERS_MM = "#8a8a8a", 5.0, 3.0


def insert_mm(card_mm: tuple[float, float]) -> tuple[float, float]:
    """
    A slip's width and height for cards of that size.

    >>> insert_mm((59.0, 91.0))
    (56.0, 88.0)
    """
    return card_mm[0] - PLAY_MM, card_mm[1] - PLAY_MM


def insert_piece(card_mm: tuple[float, float], sticker_mm: float, style: Style) -> Piece:
    """The slip, as all are; called like a back by its code."""
    size = insert_mm(card_mm)
    return Piece(str(BACK_CODE), *size, partial(_draw, size=size, side=sticker_mm, style=style))


def insert_pages(card_mm: tuple[float, float], sticker_mm: float, paper: Paper, style: Style) -> Iterator[Page]:
    """Slips for all palace cards and towers, on sheets of one side."""
    pieces = [insert_piece(card_mm, sticker_mm, style)] * BACKS
    grid = best_grid(paper, insert_mm(card_mm), 0.0, BACKS)
    return grid_pages(pieces, grid, _("Lucca Città scorer, inserts: each behind its card, the code outwards"))


def _draw(pen: Pen, size: tuple[float, float], side: float, style: Style) -> None:
    """The code in the middle, and which edge goes where the card's upper edge is."""
    width, height = size
    draw_sticker(pen, BACK_CODE, (width - side) / 2, (height - side) / 2, side, style=style)
    x, top = width / 2, height * 0.08
    pen.shape([(x - ARROW_MM / 2, top + ARROW_MM), (x + ARROW_MM / 2, top + ARROW_MM), (x, top)], INK)
    pen.text(say(_("up, as the card is")), x, top + ARROW_MM + 4, LETTERS_MM, INK, anchor=0.5, room=width - 8)
