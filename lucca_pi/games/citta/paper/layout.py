"""
The places and codes of a card in print, and the sheets of its stickers and inserts. Lengths in mm.

In the upper left corner is the code, or without codes the card's name on a plate.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from lucca_pi.games.citta.rules.deck import DeckFile, reference_deck
from lucca_pi.games.citta.table.families import FAMILIES
from lucca_pi.games.citta.table.pieces import (
    BACK_CODE,
    COAT_CODES,
    COAT_SQUARE_MM,
    QUARTER_CODES,
    QUARTER_SQUARE_MM,
    TOWER_OF_CODE,
)
from lucca_pi.language import _, say
from lucca_pi.printed.paper import PageGrid, Paper
from lucca_pi.printed.pen import CAPITALS, SANS_BOLD, Pen, PrintedPage, PrintedPiece
from lucca_pi.printed.stickers import Batch, CodeStyle, batch_pages, draw_number, draw_sticker
from lucca_pi.vision.codes import MODULES

FROM_EDGES_MM = 2.0
"""Distance from the card's upper and left edge to the sticker's, mm."""
_PLATE_WIDE = 1.7
"""Width of the plate with a palace's number, as a part of its height: three shields fit beside it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """
    The layout of a card of that size with a sticker of that side; `bleed`: it is drawn beyond its edges.

    `style` None: no codes; the card's name is in their place, as tall as the sticker.
    """

    width: float
    height: float
    sticker_mm: float
    style: CodeStyle | None
    bleed: float = 0.0

    @property
    def corner(self) -> float:
        """The width of the sticker or the plate in the upper left corner."""
        return self.sticker_mm * (1.0 if self.style else _PLATE_WIDE)

    @property
    def band(self) -> float:
        """The lower edge of the band at the top."""
        return self.sticker_mm + 2 * FROM_EDGES_MM - 0.5

    @property
    def half(self) -> float:
        """The part of a card's height that stays visible under the next card."""
        return self.height / 2

    @property
    def eaves(self) -> float:
        """The lower edge of the roof."""
        return self.band + (self.half - self.band) * 0.32

    @property
    def left(self) -> float:
        """The left (and upper) edge of the drawing."""
        return -self.bleed

    @property
    def right(self) -> float:
        """The right edge of the drawing."""
        return self.width + self.bleed

    @property
    def bottom(self) -> float:
        """The lower edge of the drawing."""
        return self.height + self.bleed

    @property
    def area(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the drawing."""
        return self.left, self.left, self.right, self.bottom


_NAME_MM = 12.0
"""The height of the figures on a plate of 14 mm."""
_LETTER_WIDE = 0.61
"""The width of the widest letter of a name, as a part of the letters' size."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A card's name on a plate in two colours; `wide`: its width as a part of its height."""

    name: str
    ground: str
    ink: str
    wide: float = _PLATE_WIDE


def draw_corner(pen: Pen, code: int, plate: Plate, layout: Layout) -> None:
    """The sticker, or, without codes, the plate in its place."""
    if layout.style:
        draw_sticker(pen, code, FROM_EDGES_MM, FROM_EDGES_MM, layout.sticker_mm, style=layout.style)
    else:
        _draw_plate(pen, plate, layout.sticker_mm)


def _draw_plate(pen: Pen, plate: Plate, height: float) -> None:
    """Draws the name in figures as tall as fits."""
    edge, width = FROM_EDGES_MM, plate.wide * height
    size = min(_NAME_MM / 14.0 * height / CAPITALS, (width - height * 0.2) / (_LETTER_WIDE * len(plate.name)))
    pen.box(edge, edge - 0.5, width, height + 0.5, plate.ground, line=plate.ink, line_mm=0.5, radius=height * 0.11)
    base = edge - 0.25 + (height + size * CAPITALS) / 2
    pen.text(plate.name, edge + width / 2, base, size, plate.ink, font=SANS_BOLD, anchor=0.5)


def style_of(code: int, style: CodeStyle) -> CodeStyle:
    """The style of a code: quarters and coats of arms bear markers in every style, as they give the scale."""
    return "aruco" if code in QUARTER_CODES or code in COAT_CODES else style


def sticker_mm_of(code: int, card_sticker_mm: float) -> float:
    """The side of the sticker with that code, mm: of quarters and coats it is always the same."""
    whole = (MODULES + 2) / MODULES
    if code in QUARTER_CODES:
        return QUARTER_SQUARE_MM * whole
    return COAT_SQUARE_MM * whole if code in COAT_CODES else card_sticker_mm


BACKS = 100
"""Number of stickers for backs, or of slips: one for each palace card and tower."""

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
    labels: PageGrid | None,
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
    kinds = ((_FACES, (*usual, _ORDER), faces), (_BACK_SIDES, usual, [back] * BACKS), (_LARGE, usual, large))
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


def _draw_insert(pen: Pen, size: tuple[float, float], side: float, style: CodeStyle) -> None:
    """Draws the code in the middle, and the mark of the upper edge."""
    width, height = size
    draw_sticker(pen, BACK_CODE, (width - side) / 2, (height - side) / 2, side, style=style)
    x, top = width / 2, height * 0.08
    pen.shape([(x - _ARROW_MM / 2, top + _ARROW_MM), (x + _ARROW_MM / 2, top + _ARROW_MM), (x, top)], _INK)
    pen.text(say(_("up, as the card is")), x, top + _ARROW_MM + 4, _LETTERS_MM, _INK, anchor=0.5, room=width - 8)
