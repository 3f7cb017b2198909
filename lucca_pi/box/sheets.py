"""
Pictures of many cards: a whole deck, sorted by street number, and the cards of a photograph with their labels.
Lengths in mm.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from lucca_pi.box.draft_files import Sizes
from lucca_pi.games.citta.paper.facades import INK, STONE, Facade, facade_of, shield
from lucca_pi.games.citta.paper.palace import LIGHT, RED
from lucca_pi.games.citta.rules.deck import Card, DeckFile
from lucca_pi.printed.pen import SANS_BOLD, Pen, PrintedPiece, picture
from lucca_pi.vision.picture import Colour

DPI = 150
COLUMNS = 12
CELL = (22.0, 26.0)
"""Width and height of a card with the gap to the next."""
_GAP = 1.6
MARGIN = 6.0
TITLE = 9.0


def deck_sheet(deck_file: DeckFile) -> Image.Image:
    """All cards with street number, colour, windows (lit), shields and code, in rows of twelve; RGB."""
    rows = -(-len(deck_file.deck.cards) // COLUMNS)
    width, height = 2 * MARGIN + COLUMNS * CELL[0] - _GAP, 2 * MARGIN + TITLE + rows * CELL[1] - _GAP
    return picture(PrintedPiece("deck", width, height, partial(_draw_sheet, deck_file=deck_file)), DPI)


def _draw_sheet(pen: Pen, deck_file: DeckFile) -> None:
    pen.text(deck_file.name, MARGIN, MARGIN + 5, 6, INK, font=SANS_BOLD)
    code_of = {number: code for code, number in deck_file.codes.items()}
    for index, number in enumerate(sorted(deck_file.deck.cards)):
        row, column = divmod(index, COLUMNS)
        card = deck_file.deck[number]
        with pen.at(MARGIN + column * CELL[0], MARGIN + TITLE + row * CELL[1]):
            _draw_card(pen, card, code_of[number], facade_of(card.colour, deck_file.deck.colours))


def _draw_card(pen: Pen, card: Card, code: int, facade: Facade) -> None:
    width, height = CELL[0] - _GAP, CELL[1] - _GAP
    pen.box(0, 0, width, height, facade.colour, line=facade.darker, radius=1.5)
    pen.box(1, 8.6, width - 2, height - 9.6, STONE, radius=1)
    pen.text(str(card.number), width / 2, 7, 7.5, _ink_on(facade.colour), font=SANS_BOLD, anchor=0.5)
    for x in _spread(card.windows, width):
        pen.box(x - 1.0, 9.6, 2.0, 3.2, LIGHT, line=facade.darker, line_mm=0.35)
    for x in _spread(card.shields, width):
        pen.shape(shield(x, 13.9, 2.5, 3.3), RED, line=INK)
    pen.text(card.colour, 2, height - 4.6, 2.6, INK, room=width - 4)
    pen.text(f"code {code}", 2, height - 1.9, 2.4, INK, room=width - 4)


def _ink_on(colour: str) -> str:
    """Dark letters on a light ground, light ones on a dark ground."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return INK if 0.3 * red + 0.6 * green + 0.1 * blue > 120 else STONE


def _spread(count: int, width: float) -> list[float]:
    """The middles of `count` small things side by side."""
    pitch = min(4.2, (width - 2.5) / max(1, count))
    return [width / 2 + (index - (count - 1) / 2) * pitch for index in range(count)]


_CONTACT_COLUMNS = 6
GAP_MM = 5.0
_LABEL_MM = 11.0
_CONTACT_DPI = 96
CONTACT_PX_PER_MM = _CONTACT_DPI / 25.4


def contact_sheet(file: Path) -> Path:
    """The picture beside a deck file that shows the cards so far."""
    return file.with_name(f"{file.stem}-cards.png")


def write_contact_sheet(file: Path, cards: Mapping[int, Colour], labels: Mapping[int, str], sizes: Sizes) -> None:
    """
    Writes a picture beside the deck file: cards in rows of six in their order, below each its label.
    """
    width = GAP_MM + _CONTACT_COLUMNS * (sizes.card_mm[0] + GAP_MM)
    height = _place(len(cards) + _CONTACT_COLUMNS - 1, sizes)[1]
    draw = partial(_draw_labels, texts=[labels[code] for code in cards], sizes=sizes)
    shown = picture(PrintedPiece("contact", width, height, draw), _CONTACT_DPI)
    size_px = round(sizes.card_mm[0] * CONTACT_PX_PER_MM), round(sizes.card_mm[1] * CONTACT_PX_PER_MM)
    for index, card in enumerate(cards.values()):
        x, y = _place(index, sizes)
        small = np.asarray(cv2.resize(card, size_px, interpolation=cv2.INTER_AREA), np.uint8)
        shown.paste(Image.fromarray(small), (round(x * CONTACT_PX_PER_MM), round(y * CONTACT_PX_PER_MM)))
    shown.save(contact_sheet(file), "PNG", compress_level=1)


def _place(index: int, sizes: Sizes) -> tuple[float, float]:
    """A card's upper left corner in mm."""
    row, column = divmod(index, _CONTACT_COLUMNS)
    width, height = sizes.card_mm
    return GAP_MM + column * (width + GAP_MM), GAP_MM + row * (height + _LABEL_MM + GAP_MM)


def _draw_labels(pen: Pen, texts: Sequence[str], sizes: Sizes) -> None:
    width, height = sizes.card_mm
    for index, text in enumerate(texts):
        x, y = _place(index, sizes)
        pen.text(text, x + width / 2, y + height + 8, 8, INK, font=SANS_BOLD, anchor=0.5, room=width)
