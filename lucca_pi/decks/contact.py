"""The contact sheet: the cards of a picture side by side, sorted, with what was read and is proposed."""

from collections.abc import Mapping, Sequence
from functools import partial

from PIL import Image

from lucca_pi.decks.seen import CARD_MM, PX_PER_MM, Seen
from lucca_pi.printed.facades import INK
from lucca_pi.printed.files import picture
from lucca_pi.printed.pen import SANS_BOLD, Pen
from lucca_pi.printed.piece import Piece

COLUMNS = 6
GAP_MM = 5.0
LABEL_MM = 11.0
DPI = 96


def contact_sheet(cards: Sequence[Seen], labels: Mapping[int, str]) -> Image.Image:
    """The cards in rows of six in their order, below each its label by code; RGB."""
    rows = -(-len(cards) // COLUMNS)
    width = GAP_MM + COLUMNS * (CARD_MM[0] + GAP_MM)
    height = GAP_MM + rows * (CARD_MM[1] + LABEL_MM + GAP_MM)
    texts = [labels[card.code] for card in cards]
    sheet = picture(Piece("contact", width, height, partial(_draw_labels, texts=texts)), DPI)
    for index, card in enumerate(cards):
        x, y = _place(index)
        sheet.paste(Image.fromarray(card.picture), (round(x * PX_PER_MM), round(y * PX_PER_MM)))
    return sheet


def _place(index: int) -> tuple[float, float]:
    """A card's upper left corner in mm."""
    row, column = divmod(index, COLUMNS)
    return GAP_MM + column * (CARD_MM[0] + GAP_MM), GAP_MM + row * (CARD_MM[1] + LABEL_MM + GAP_MM)


def _draw_labels(pen: Pen, texts: Sequence[str]) -> None:
    for index, text in enumerate(texts):
        x, y = _place(index)
        pen.text(text, x + CARD_MM[0] / 2, y + CARD_MM[1] + 8, 8, INK, font=SANS_BOLD, anchor=0.5, room=CARD_MM[0])
