"""
Stickers for an owner's own cards: a code for each face, back, quarter and coat of arms; and inserts.

An insert is a slip that slides into a sleeve behind its card and bears the code of all backs: then no back is stuck on.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from lucca_pi.games.citta.paper.layout import sticker_mm_of, style_of
from lucca_pi.games.citta.rules.deck import DeckFile, reference_deck
from lucca_pi.games.citta.table.families import FAMILIES
from lucca_pi.games.citta.table.pieces import BACK_CODE, COAT_CODES, QUARTER_CODES, TOWER_OF_CODE
from lucca_pi.language import _, say
from lucca_pi.printed.pages import PrintedPage, PrintedPiece
from lucca_pi.printed.paper import LabelSheet, Paper
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.sheets import grid_pages
from lucca_pi.printed.stickers import Batch, CodeStyle, batch_pages, draw_number, draw_sticker

_BACKS = 100
"""Number of stickers for backs: one for each palace card and tower."""

_ADVICE = {
    "aruco": _(
        "Which size: 14 mm (default) for three and four players; 12 mm (--sticker-mm 12) where the camera shows "
        "0.4 mm/px or finer, as over a small table; 16 mm (--sticker-mm 16) for five players on a large table."
    ),
    "qr": _(
        "QR codes are for cameras close to the table. Quarters and coats of arms bear square markers in every style."
    ),
}
_WAY = _(
    "Print on matte paper or matte labels, at 100 %. Stick faces to the front of matte sleeves, the white square 2 mm "
    "from the upper and the left edge; backs in the middle of the back, all alike, upright. Keep the white margin. "
    "A face belongs on the card named below it and in its margin; a number alone: on the card with that street number, "
    "or on any."
)
_ORDER = _(
    "The numbers run down the columns. Cut the rows apart, lay the strips on one another, the upper ones on top, and "
    "cut through them all: the piles, from the left to the right, are in order."
)
_FACES, _BACK_SIDES, _LARGE = _("Faces"), _("Backs"), _("Quarters and coats of arms")


def sticker_pieces(deck_file: DeckFile, sticker_mm: float, style: CodeStyle) -> tuple[PrintedPiece, ...]:
    """
    A sticker for every code: the palace cards by number, towers, quarters, coats of arms, and one for the backs.

    Printed with the reference deck: an owner's box has no colours before it is enrolled.
    """
    code_of = {number: code for code, number in deck_file.codes.items()}
    cards = sorted(deck_file.deck.cards.values(), key=lambda card: card.number)
    is_ours = deck_file.deck is reference_deck()
    labels = {code_of[card.number]: str(card.number) if is_ours else f"{card.number} {card.colour}" for card in cards}
    labels |= {code: say(_("tower {name}", name=name)) for code, name in TOWER_OF_CODE.items()}
    labels |= {code: say(_("quarter {name}", name=FAMILIES[code])) for code in QUARTER_CODES}
    labels |= {code: say(_("coat {name}", name=FAMILIES[code - 5])) for code in COAT_CODES}
    labels[BACK_CODE] = say(_("a back"))
    numbers = {code_of[card.number]: str(card.number) for card in cards} | dict(TOWER_OF_CODE)
    return tuple(_sticker(code, label, numbers.get(code, ""), sticker_mm, style) for code, label in labels.items())


def _sticker(code: int, label: str, number: str, card_sticker_mm: float, style: CodeStyle) -> PrintedPiece:
    side = sticker_mm_of(code, card_sticker_mm)
    draw = partial(_draw, code=code, number=number, side=side, style=style_of(code, style))
    return PrintedPiece(str(code), side, side, draw, label)


def _draw(pen: Pen, code: int, number: str, side: float, style: CodeStyle) -> None:
    """Draws the code, and the words by which a sticker is known after cutting."""
    draw_sticker(pen, code, 0.0, 0.0, side, style=style)
    draw_number(pen, number, side, style)


def sticker_pages(
    pieces: Sequence[PrintedPiece],
    paper: Paper,
    labels: LabelSheet | None,
    style: CodeStyle,
    shift: tuple[float, float] = (0.0, 0.0),
) -> Iterator[PrintedPage]:
    """
    Pages of faces, backs, and quarters with coats of arms, each from a new page; on label sheets the stickers that fit
    on a label.
    """
    back = next(piece for piece in pieces if piece.name == str(BACK_CODE))
    large = [piece for piece in pieces if int(piece.name) in (*QUARTER_CODES, *COAT_CODES)]
    faces = [piece for piece in pieces if piece is not back and piece not in large]
    usual = _WAY, _ADVICE[style]
    kinds = ((_FACES, (*usual, _ORDER), faces), (_BACK_SIDES, usual, [back] * _BACKS), (_LARGE, usual, large))
    batches = [
        Batch(_("Lucca Città scorer: stickers. {which}", which=which), words, some) for which, words, some in kinds
    ]
    return batch_pages(batches, paper, labels, shift)


_PLAY_MM = 3.0
"""Play between a sleeve and its content, mm: a card's width and height are given with its sleeve."""
_INK, _ARROW_MM, _LETTERS_MM = "#8a8a8a", 5.0, 3.0


def _insert_mm(card_mm: tuple[float, float]) -> tuple[float, float]:
    """
    A slip's width and height for cards of that size.

    >>> _insert_mm((59.0, 91.0))
    (56.0, 88.0)
    """
    return card_mm[0] - _PLAY_MM, card_mm[1] - _PLAY_MM


def insert_piece(card_mm: tuple[float, float], sticker_mm: float, style: CodeStyle) -> PrintedPiece:
    """The slip for a sleeve; all are equal, and it is named like a back by its code."""
    size = _insert_mm(card_mm)
    return PrintedPiece(str(BACK_CODE), *size, partial(_draw_insert, size=size, side=sticker_mm, style=style))


def insert_pages(
    card_mm: tuple[float, float], sticker_mm: float, paper: Paper, style: CodeStyle
) -> Iterator[PrintedPage]:
    """Slips for all palace cards and towers, on sheets of one side."""
    pieces = [insert_piece(card_mm, sticker_mm, style)] * _BACKS
    return grid_pages(pieces, paper, _("Lucca Città scorer, inserts: each behind its card, the code outwards"))


def _draw_insert(pen: Pen, size: tuple[float, float], side: float, style: CodeStyle) -> None:
    """Draws the code in the middle, and the mark of the upper edge."""
    width, height = size
    draw_sticker(pen, BACK_CODE, (width - side) / 2, (height - side) / 2, side, style=style)
    x, top = width / 2, height * 0.08
    pen.shape([(x - _ARROW_MM / 2, top + _ARROW_MM), (x + _ARROW_MM / 2, top + _ARROW_MM), (x, top)], _INK)
    pen.text(say(_("up, as the card is")), x, top + _ARROW_MM + 4, _LETTERS_MM, _INK, anchor=0.5, room=width - 8)
