"""The contact sheet: the cards of a picture side by side, sorted, with what was read and is proposed."""

from collections.abc import Mapping, Sequence
from functools import partial

from PIL import Image

from lucca_pi.games.citta.decks.photographed import PX_PER_MM, Seen
from lucca_pi.games.citta.decks.sizes import Sizes
from lucca_pi.games.citta.paper.facades import INK
from lucca_pi.printed.files import picture
from lucca_pi.printed.pen import SANS_BOLD, Pen
from lucca_pi.printed.piece import Piece

COLUMNS = 6
GAP_MM = 5.0
LABEL_MM = 11.0
DPI = 96


def contact_sheet(cards: Sequence[Seen], labels: Mapping[int, str], sizes: Sizes) -> Image.Image:
    """The cards in rows of six in their order, below each its label by code; RGB."""
    width, height = GAP_MM + COLUMNS * (sizes.card_mm[0] + GAP_MM), _place(len(cards) + COLUMNS - 1, sizes)[1]
    draw = partial(_draw_labels, texts=[labels[card.code] for card in cards], sizes=sizes)
    sheet = picture(Piece("contact", width, height, draw), DPI)
    for index, card in enumerate(cards):
        x, y = _place(index, sizes)
        sheet.paste(Image.fromarray(card.picture), (round(x * PX_PER_MM), round(y * PX_PER_MM)))
    return sheet


def _place(index: int, sizes: Sizes) -> tuple[float, float]:
    """A card's upper left corner in mm."""
    row, column = divmod(index, COLUMNS)
    width, height = sizes.card_mm
    return GAP_MM + column * (width + GAP_MM), GAP_MM + row * (height + LABEL_MM + GAP_MM)


def _draw_labels(pen: Pen, texts: Sequence[str], sizes: Sizes) -> None:
    width, height = sizes.card_mm
    for index, text in enumerate(texts):
        x, y = _place(index, sizes)
        pen.text(text, x + width / 2, y + height + 8, 8, INK, font=SANS_BOLD, anchor=0.5, room=width)
