"""
Stickers for an owner's own cards: a code for every face, back, quarter and coat of arms.

Each stands with marks for cutting, and outside of it what it belongs on.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from lucca_pi.games.citta.rules.deck import reference_deck
from lucca_pi.games.citta.rules.deckfile import DeckFile
from lucca_pi.games.citta.table.pieces import BACK_CODE, COAT_CODES, QUARTER_CODES, TOWER_OF_CODE
from lucca_pi.printed.files import Page
from lucca_pi.printed.furniture import RULER_HEIGHT, corner_marks, ruler
from lucca_pi.printed.marks import Style, draw_sticker, sticker_mm_of, style_of
from lucca_pi.printed.paper import PRINTERS_MARGIN_MM, LabelSheet, Paper
from lucca_pi.printed.pen import SANS_BOLD, Pen
from lucca_pi.printed.piece import Piece

BACKS = 100
"""One for each palace card and tower."""
EDGE_MM = 9.0
"""What printers leave white around a page, and a little more."""
LABEL_SIZE = 2.3
BELOW_STICKER_MM = LABEL_SIZE + 1.0
"""What the words below a sticker take."""
LABELS_DRIFT_MM = 0.8
"""By so much a sheet of labels lies askew in a printer, and more."""
HEADING_MM = 32.0
GAP_MM = 4.4
GREY = "#444444"

ADVICE = {
    "aruco": "Which size: 14 mm (default) for three and four players; 12 mm (--sticker-mm 12) where the camera shows "
    "0.4 mm/px or finer, as over a small table; 16 mm (--sticker-mm 16) for five players on a large table.",
    "qr": "QR codes are for cameras close to the table. Quarters and coats of arms bear square markers in every style.",
}
WAY = (
    "Print on matte paper or matte labels, at 100 %. Stick faces to the front of matte sleeves, the white square 2 mm "
    "from the upper and the left edge; backs in the middle of the back, all alike, upright. Keep the white margin. "
    "A face belongs on the card named below it; a number alone: on the card with that street number, or on any."
)


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
    labels |= {code: f"tower {name}" for code, name in TOWER_OF_CODE.items()}
    labels |= {code: f"quarter {families[code]}" for code in QUARTER_CODES}
    labels |= {code: f"coat {families[code - 5]}" for code in COAT_CODES}
    labels[BACK_CODE] = "back"
    return tuple(_sticker(code, label, sticker_mm, style) for code, label in labels.items())


def _sticker(code: int, label: str, card_sticker_mm: float, style: Style) -> Piece:
    side = sticker_mm_of(code, card_sticker_mm)
    draw = partial(draw_sticker, code=code, left=0.0, top=0.0, side=side, style=style_of(code, style))
    return Piece(str(code), side, side, draw, label)


def sticker_pages(pieces: Sequence[Piece], paper: Paper, labels: LabelSheet | None, style: Style) -> Iterator[Page]:
    """Faces, backs, and quarters with coats of arms, each from a new page; on label sheets what fits on a label."""
    back = next(piece for piece in pieces if piece.name == str(BACK_CODE))
    large = [piece for piece in pieces if int(piece.name) in (*QUARTER_CODES, *COAT_CODES)]
    faces = [piece for piece in pieces if piece is not back and piece not in large]
    for title, some in (("Faces", faces), ("Backs", [back] * BACKS), ("Quarters and coats of arms", large)):
        if labels and _fits(some[0], labels):
            yield from _label_pages(some, labels)
        else:
            yield from _pages(some, paper, title, style)


def _fits(piece: Piece, labels: LabelSheet) -> bool:
    return piece.width <= labels.width and piece.height <= labels.height


def _pages(pieces: Sequence[Piece], paper: Paper, title: str, style: Style) -> Iterator[Page]:
    """Rows of stickers below a heading, as many to a page as there is room for."""
    rows = list(_rows(pieces, paper.width - 2 * EDGE_MM))
    while rows:
        top, placed = EDGE_MM + HEADING_MM, []
        while rows and top + _row_height(rows[0]) <= paper.height - EDGE_MM:
            placed.append((top, rows.pop(0)))
            top += _row_height(placed[-1][1])
        yield Page(paper.width, paper.height, partial(_draw_page, rows=placed, paper=paper, title=title, style=style))


def _rows(pieces: Sequence[Piece], width: float) -> Iterator[list[Piece]]:
    """The pieces in their order, in rows that are as wide at most."""
    row: list[Piece] = []
    for piece in pieces:
        if row and sum(one.width + GAP_MM for one in row) + piece.width > width:
            yield row
            row = []
        row.append(piece)
    yield row


def _row_height(row: Sequence[Piece]) -> float:
    return max(piece.height for piece in row) + LABEL_SIZE + GAP_MM


def _draw_page(pen: Pen, rows: Sequence[tuple[float, Sequence[Piece]]], paper: Paper, title: str, style: Style) -> None:
    _draw_heading(pen, paper, title, style)
    for top, row in rows:
        left = EDGE_MM
        for piece in row:
            with pen.at(left, top):
                _draw_with_label(pen, piece)
            left += piece.width + GAP_MM


def _draw_heading(pen: Pen, paper: Paper, title: str, style: Style) -> None:
    with pen.at(EDGE_MM, EDGE_MM):
        pen.text(f"Lucca Città scorer: stickers. {title}", 0, 4, 4.6, font=SANS_BOLD)
        width = paper.width - 2 * EDGE_MM
        below = pen.paragraph(WAY, 0, 8.6, 2.6, width, colour=GREY)
        pen.paragraph(ADVICE[style], 0, below, 2.6, width, colour=GREY)
        with pen.at(0, HEADING_MM - RULER_HEIGHT - 4.5):
            ruler(pen)


def _draw_with_label(pen: Pen, piece: Piece) -> None:
    piece.draw(pen)
    corner_marks(pen, piece.width, piece.height)
    pen.text(
        piece.label,
        piece.width / 2,
        piece.height + LABEL_SIZE + 0.3,
        LABEL_SIZE,
        GREY,
        anchor=0.5,
        room=piece.width + GAP_MM - 3.4,
    )


def _label_pages(pieces: Sequence[Piece], labels: LabelSheet) -> Iterator[Page]:
    across = _across(pieces[0], labels)
    per_page = labels.columns * labels.rows * across
    for start in range(0, len(pieces), per_page):
        some = pieces[start : start + per_page]
        draw = partial(_draw_labels, pieces=some, labels=labels, across=across)
        yield Page(labels.paper.width, labels.paper.height, draw)


def _across(piece: Piece, labels: LabelSheet) -> int:
    """How many stickers a label takes side by side with their words below them; 1 where words do not fit there."""
    is_tall = labels.height >= piece.height + BELOW_STICKER_MM + 2 * LABELS_DRIFT_MM
    return max(1, int(labels.width // (piece.width + GAP_MM))) if is_tall else 1


def _draw_labels(pen: Pen, pieces: Sequence[Piece], labels: LabelSheet, across: int) -> None:
    """On each label one sticker with what it belongs on beside it, or several; the ruler in the margin above."""
    left = (labels.paper.width - labels.columns * (labels.width + labels.gap) + labels.gap) / 2
    top = (labels.paper.height - labels.rows * labels.height) / 2
    with pen.at(max(left, EDGE_MM), max(PRINTERS_MARGIN_MM + 0.2, top - RULER_HEIGHT - 1)):
        ruler(pen)
    for index in range(0, len(pieces), across):
        row, column = divmod(index // across, labels.columns)
        with pen.at(left + column * (labels.width + labels.gap), top + row * labels.height):
            if across > 1:
                _draw_side_by_side(pen, pieces[index : index + across], labels, across)
            else:
                _draw_on_label(pen, pieces[index], labels)


def _draw_side_by_side(pen: Pen, pieces: Sequence[Piece], labels: LabelSheet, across: int) -> None:
    pitch = labels.width / across
    for place, piece in enumerate(pieces):
        above = (labels.height - piece.height - BELOW_STICKER_MM) / 2
        with pen.at((place + 0.5) * pitch - piece.width / 2, above):
            _draw_with_label(pen, piece)


def _draw_on_label(pen: Pen, piece: Piece, labels: LabelSheet) -> None:
    inset = min(2.5, (labels.height - piece.height) / 2)
    with pen.at(inset, (labels.height - piece.height) / 2):
        piece.draw(pen)
        corner_marks(pen, piece.width, piece.height, length=min(1.2, max(0.0, inset - 0.5)))
        room = labels.width - inset - piece.width - 3
        if room > 4:
            pen.text(piece.label, piece.width + 2, piece.height / 2 + 0.8, LABEL_SIZE, GREY, room=room)
