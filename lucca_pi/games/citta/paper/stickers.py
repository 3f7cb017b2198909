"""Stickers for an owner's own cards: a code for every face, back, quarter and coat of arms."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from lucca_pi.games.citta.paper.codes import sticker_mm_of, style_of
from lucca_pi.games.citta.rules.deck import DeckFile, reference_deck
from lucca_pi.games.citta.table.pieces import BACK_CODE, COAT_CODES, QUARTER_CODES, TOWER_OF_CODE
from lucca_pi.language import _, say
from lucca_pi.printed.files import Page
from lucca_pi.printed.marks import Style, draw_number, draw_sticker
from lucca_pi.printed.paper import LabelSheet, Paper
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.piece import Piece
from lucca_pi.printed.stickers import Batch, batch_pages

BACKS = 100
"""One for each palace card and tower."""

ADVICE = {
    "aruco": _(
        "Which size: 14 mm (default) for three and four players; 12 mm (--sticker-mm 12) where the camera shows "
        "0.4 mm/px or finer, as over a small table; 16 mm (--sticker-mm 16) for five players on a large table."
    ),
    "qr": _(
        "QR codes are for cameras close to the table. Quarters and coats of arms bear square markers in every style."
    ),
}
WAY = _(
    "Print on matte paper or matte labels, at 100 %. Stick faces to the front of matte sleeves, the white square 2 mm "
    "from the upper and the left edge; backs in the middle of the back, all alike, upright. Keep the white margin. "
    "A face belongs on the card named below it and in its margin; a number alone: on the card with that street number, "
    "or on any."
)
ORDER = _(
    "The numbers run down the columns. Cut the rows apart, lay the strips on one another, the upper ones on top, and "
    "cut through them all: the piles, from the left to the right, are in order."
)
FACES, BACK_SIDES, LARGE = _("Faces"), _("Backs"), _("Quarters and coats of arms")


def sticker_pieces(
    deck_file: DeckFile, families: Mapping[int, str], sticker_mm: float, style: Style
) -> tuple[Piece, ...]:
    """
    A sticker for every code: the palace cards by number, towers, quarters, coats of arms, and one for the backs.

    Our own deck needs no stickers: who prints them for it has a box still to enrol, whose colours nobody knows yet.
    """
    code_of = {number: code for code, number in deck_file.codes.items()}
    cards = sorted(deck_file.deck.cards.values(), key=lambda card: card.number)
    is_ours = deck_file.deck is reference_deck()
    labels = {code_of[card.number]: str(card.number) if is_ours else f"{card.number} {card.colour}" for card in cards}
    labels |= {code: say(_("tower {name}", name=name)) for code, name in TOWER_OF_CODE.items()}
    labels |= {code: say(_("quarter {name}", name=families[code])) for code in QUARTER_CODES}
    labels |= {code: say(_("coat {name}", name=families[code - 5])) for code in COAT_CODES}
    labels[BACK_CODE] = say(_("a back"))
    numbers = {code_of[card.number]: str(card.number) for card in cards} | dict(TOWER_OF_CODE)
    return tuple(_sticker(code, label, numbers.get(code, ""), sticker_mm, style) for code, label in labels.items())


def _sticker(code: int, label: str, number: str, card_sticker_mm: float, style: Style) -> Piece:
    side = sticker_mm_of(code, card_sticker_mm)
    draw = partial(_draw, code=code, number=number, side=side, style=style_of(code, style))
    return Piece(str(code), side, side, draw, label)


def _draw(pen: Pen, code: int, number: str, side: float, style: Style) -> None:
    """The code, and what tells a sticker from the others when it is cut."""
    draw_sticker(pen, code, 0.0, 0.0, side, style=style)
    draw_number(pen, number, side, style)


def sticker_pages(
    pieces: Sequence[Piece],
    paper: Paper,
    labels: LabelSheet | None,
    style: Style,
    shift: tuple[float, float] = (0.0, 0.0),
) -> Iterator[Page]:
    """Faces, backs, and quarters with coats of arms, each from a new page; on label sheets what fits on a label."""
    back = next(piece for piece in pieces if piece.name == str(BACK_CODE))
    large = [piece for piece in pieces if int(piece.name) in (*QUARTER_CODES, *COAT_CODES)]
    faces = [piece for piece in pieces if piece is not back and piece not in large]
    usual = WAY, ADVICE[style]
    kinds = ((FACES, (*usual, ORDER), faces), (BACK_SIDES, usual, [back] * BACKS), (LARGE, usual, large))
    batches = [
        Batch(_("Lucca Città scorer: stickers. {which}", which=which), words, some) for which, words, some in kinds
    ]
    return batch_pages(batches, paper, labels, shift)
