"""An owner who answers, and pictures of the printable game's cards on a table."""

import io
from functools import cache

import numpy as np
from PIL import Image

from lucca_pi.box.draft_files import draft_file, load_draft
from lucca_pi.box.terminal import Dialogue, enrol
from lucca_pi.games.citta.paper.deck import card_pieces
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.games.citta.rules.deck import reference_deck, reference_deck_file
from lucca_pi.printed.pen import picture

DPI = 90
LAMP = (1.0, 0.8, 0.55)


START = ["", "", ""]
"""The usual stickers, cards and colours."""


def answer(code):
    """The answer for a card of the reference deck: its colour and its windows."""
    card = reference_deck()[code]
    return f"{card.colour}{card.windows}"


def run(file, lines, pictures=None):
    """Whether enrolling with these lines of input made the deck, and what was said."""
    said = io.StringIO()
    dialogue = Dialogue(io.StringIO("".join(f"{line}\n" for line in lines)), said)
    return enrol(file, pictures, dialogue), said.getvalue()


def entered(file):
    """The cards in the draft of the deck file that somebody typed, by code."""
    draft = load_draft(draft_file(file))
    return draft.answered if draft else {}


@cache
def card_picture(code, card_mm=(59, 91), sticker_mm=14):
    pieces = card_pieces(reference_deck_file(), Layout(*card_mm, sticker_mm, "aruco"))
    return picture(next(piece for piece in pieces if piece.name == str(code)), DPI)


def table(codes, light=(1.0, 1.0, 1.0)):
    """Cards side by side, a little crooked, on brown wood under light of that colour, darker towards the left; RGB."""
    wood = Image.new("RGB", (6 * 270, -(-len(codes) // 6) * 380), (120, 86, 60))
    for place, code in enumerate(codes):
        card = card_picture(code).convert("RGBA").rotate(place * 5 % 23 - 11, Image.Resampling.BICUBIC, expand=True)
        wood.paste(card, (5 + place % 6 * 270, 5 + place // 6 * 380), card)
    fall = np.linspace(0.6, 1, wood.width)[:, None] * np.array(light)
    return (np.asarray(wood) * fall).astype(np.uint8)
