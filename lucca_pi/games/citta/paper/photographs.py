"""Our own deck printed without codes, with pictures of its faces: nobody has to enrol it."""

import io
from dataclasses import replace
from functools import cache

from PIL import Image

from lucca_pi.games.citta.paper.deck import back_piece, card_pieces
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.games.citta.rules.deck import DeckFile, reference_deck_file
from lucca_pi.printed.files import MM_PER_INCH, pictures
from lucca_pi.printed.marks import STICKER_MM

DOTS_PER_MM = 4
QUALITY = 90
"""Of the packed pictures, as JPEG counts it."""


@cache
def printed_deck_file() -> DeckFile:
    """The reference deck as `lucca-pi print deck --codes none` prints it, with pictures of all faces and the back."""
    bare = reference_deck_file()
    layout = Layout(*bare.card_mm, STICKER_MM["aruco"], None)
    pieces = (*card_pieces(bare, layout), back_piece(layout))
    drawn = pictures(pieces, round(DOTS_PER_MM * MM_PER_INCH))
    photographs = {int(piece.name): (_packed(one),) * 2 for piece, one in zip(pieces, drawn, strict=True)}
    return replace(bare, name="printed", photographs=photographs)


def _packed(drawn: Image.Image) -> bytes:
    file = io.BytesIO()
    drawn.save(file, "JPEG", quality=QUALITY)
    return file.getvalue()
