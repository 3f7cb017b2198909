"""
Printed codes (a white square with the marker, or the QR code), and sheets of stickers.

Stickers are in rows with marks for cutting, or on bought labels. The words outside of each say what to stick it on: its
piece's label. On square labels there is no room outside: a sticker fills its label.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lucca_pi.language import say
from lucca_pi.printed.paper import PRINTERS_MARGIN_MM, PageGrid, Paper
from lucca_pi.printed.pen import CAPITALS, SANS_BOLD, Pen, PrintedPage, PrintedPiece
from lucca_pi.printed.qr import qr_code
from lucca_pi.printed.sheets import RULER_HEIGHT, corner_marks, ruler
from lucca_pi.vision.codes import MODULES, marker_bitmap

CodeStyle = Literal["aruco", "qr"]

STICKER_MM = {"aruco": 14.0, "qr": 25.0}
"""The side of a sticker, its white margin included."""
SMALLEST_MM = {"aruco": 10.0, "qr": 24.0}
LARGEST_MM = 30.0
_MARGIN_MODULES = {"aruco": 1, "qr": 2}
"""White modules on each side of the code."""
_QR_MODULES = 21

CODE_BLACK, PAPER_WHITE = "#000000", "#ffffff"
_NUMBER_INK = "#6a6a6a"
_NUMBER_TALL, _NUMBER_FROM_CODE = 0.5, 0.35
"""Height of the number in the margin and its distance from the code, as parts of the margin."""


def square_mm(sticker_mm: float, style: CodeStyle) -> float:
    """The side of the code itself on a sticker of that side."""
    modules = _QR_MODULES if style == "qr" else MODULES
    return sticker_mm * modules / (modules + 2 * _MARGIN_MODULES[style])


def sticker_of_square_mm(square_mm: float) -> float:
    """
    The side of the sticker with a marker of that side, to a tenth of a millimetre.

    >>> sticker_of_square_mm(10.9), sticker_of_square_mm(9.33)
    (14.0, 12.0)
    """
    return round(square_mm * (MODULES + 2) / MODULES, 1)


def draw_sticker(pen: Pen, code: int, left: float, top: float, side: float, *, style: CodeStyle = "aruco") -> None:
    """The white square with its code, `side` mm wide."""
    bitmap = qr_bitmap(qr_code(f"LUCCA:{code}", correction="H").matrix) if style == "qr" else marker_bitmap(code)
    modules = len(bitmap) + 2 * _MARGIN_MODULES[style]
    pitch = side / modules
    pen.box(left, top, side, side, PAPER_WHITE)
    inset = _MARGIN_MODULES[style] * pitch
    pen.boxes(dark_boxes(bitmap, left + inset, top + inset, pitch), CODE_BLACK)


def number_mm(side: float, style: CodeStyle) -> float:
    """The size of the letters in the margin of a sticker of that side."""
    return (side - square_mm(side, style)) / 2 * _NUMBER_TALL / CAPITALS


def draw_number(pen: Pen, number: str, side: float, style: CodeStyle) -> None:
    """A sticker's number in its white margin, at the lower right; white stays between it and the code."""
    margin = (side - square_mm(side, style)) / 2
    base = side - margin * (1 - _NUMBER_FROM_CODE - _NUMBER_TALL)
    pen.text(number, side - margin, base, number_mm(side, style), _NUMBER_INK, anchor=1.0, room=side - 2 * margin)


def dark_boxes(
    bitmap: NDArray[np.uint8], left: float, top: float, pitch: float
) -> list[tuple[float, float, float, float]]:
    """The dark modules, neighbours in a row as one box `(left, top, width, height)`."""
    boxes = []
    for row, modules in enumerate(bitmap < 128):
        edges = np.flatnonzero(np.diff(np.pad(modules, 1).astype(np.int8)))
        for start, end in edges.reshape(-1, 2):
            boxes.append((left + float(start) * pitch, top + row * pitch, float(end - start) * pitch, pitch))
    return boxes


def qr_bitmap(matrix: Sequence[Sequence[int]]) -> NDArray[np.uint8]:
    """A QR code's modules as grey values: 0 for 1 (dark), 255 for 0."""
    return np.where(np.array(matrix), 0, 255).astype(np.uint8)


_EDGE_MM = 9.0
"""Width that printers leave white around a page, and a little more."""
_LABEL_SIZE = 2.3
_BELOW_STICKER_MM = _LABEL_SIZE + 1.0
"""Height of the words below a sticker."""
_LABELS_DRIFT_MM = 0.8
"""Largest error of a sheet of labels in a printer, mm."""
_HEADING_MM = 44.0
GAP_MM = 4.4
_GREY = "#444444"


@dataclass(frozen=True, slots=True)
class Batch:
    """
    Stickers that begin a page of their own, below a title and some words on how to use them, a paragraph each.

    Stickers of one size run down the columns: strips cut apart, laid on one another and cut through come out in order.
    """

    title: str
    words: tuple[str, ...]
    pieces: Sequence[PrintedPiece]


def batch_pages(
    batches: Iterable[Batch], paper: Paper, labels: PageGrid | None, shift: tuple[float, float] = (0.0, 0.0)
) -> Iterator[PrintedPage]:
    """
    The pages of the batches, one batch after the other; on label sheets if the batch's stickers fit on a label.

    `shift`: mm by which drawings on labels are moved to the right and down.
    """
    for batch in batches:
        if labels and _fits(batch.pieces[0], labels):
            yield from _label_pages(batch.pieces, labels, shift)
        else:
            yield from _pages(batch, paper)


def _fits(piece: PrintedPiece, labels: PageGrid) -> bool:
    return piece.width <= labels.width and piece.height <= labels.height


def _pages(batch: Batch, paper: Paper) -> Iterator[PrintedPage]:
    """Rows of stickers below a heading, as many to a page as there is room for."""
    room = paper.height - 2 * _EDGE_MM - _HEADING_MM
    if len({(piece.width, piece.height) for piece in batch.pieces}) == 1:
        rows = _downwards(batch.pieces, paper.width - 2 * _EDGE_MM, room)
    else:
        rows = list(_rows(batch.pieces, paper.width - 2 * _EDGE_MM))
    while rows:
        top, placed = _EDGE_MM + _HEADING_MM, []
        while rows and top + _row_height(rows[0]) <= paper.height - _EDGE_MM:
            placed.append((top, rows.pop(0)))
            top += _row_height(placed[-1][1])
        yield PrintedPage(paper.width, paper.height, partial(_draw_page, rows=placed, paper=paper, batch=batch))


def _downwards(pieces: Sequence[PrintedPiece], width: float, height: float) -> list[list[PrintedPiece]]:
    """Pieces of one size in rows, page after page, so that they follow each other down the columns of each page."""
    columns = int((width + GAP_MM) // (pieces[0].width + GAP_MM))
    per_page = columns * int(height // _row_height(pieces[:1]))
    pages = (pieces[start : start + per_page] for start in range(0, len(pieces), per_page))
    counts = ((page, -(-len(page) // columns)) for page in pages)
    return [[*page[row::count]] for page, count in counts for row in range(count)]


def _rows(pieces: Sequence[PrintedPiece], width: float) -> Iterator[list[PrintedPiece]]:
    """The pieces in their order, in rows that are as wide at most."""
    row: list[PrintedPiece] = []
    for piece in pieces:
        if row and sum(one.width + GAP_MM for one in row) + piece.width > width:
            yield row
            row = []
        row.append(piece)
    yield row


def _row_height(row: Sequence[PrintedPiece]) -> float:
    return max(piece.height for piece in row) + _LABEL_SIZE + GAP_MM


def _draw_page(pen: Pen, rows: Sequence[tuple[float, Sequence[PrintedPiece]]], paper: Paper, batch: Batch) -> None:
    width = paper.width - 2 * _EDGE_MM
    with pen.at(_EDGE_MM, _EDGE_MM):
        with pen.from_start(width):
            pen.text(say(batch.title), 0, 4, 4.6, font=SANS_BOLD, room=width)
            below = 8.6
            for words in batch.words:
                below = pen.paragraph(say(words), 0, below, 2.6, width, colour=_GREY)
        with pen.at(0, _HEADING_MM - RULER_HEIGHT - 4.5):
            ruler(pen)
    for top, row in rows:
        left = _EDGE_MM
        for piece in row:
            with pen.at(left, top):
                _draw_with_label(pen, piece)
            left += piece.width + GAP_MM


def _draw_with_label(pen: Pen, piece: PrintedPiece) -> None:
    piece.draw(pen)
    corner_marks(pen, piece.width, piece.height)
    pen.text(
        piece.label,
        piece.width / 2,
        piece.height + _LABEL_SIZE + 0.3,
        _LABEL_SIZE,
        _GREY,
        anchor=0.5,
        room=piece.width + GAP_MM - 3.4,
    )


def _label_pages(pieces: Sequence[PrintedPiece], labels: PageGrid, shift: tuple[float, float]) -> Iterator[PrintedPage]:
    piece = pieces[0]
    is_tall = labels.height >= piece.height + _BELOW_STICKER_MM + 2 * _LABELS_DRIFT_MM
    across = max(1, int(labels.width // (piece.width + GAP_MM))) if is_tall else 1  # with words below them
    per_page = labels.places * across
    for start in range(0, len(pieces), per_page):
        some = pieces[start : start + per_page]
        draw = partial(_draw_labels, pieces=some, labels=labels, across=across, shift=shift)
        yield PrintedPage(labels.paper.width, labels.paper.height, draw)


def _draw_labels(
    pen: Pen, pieces: Sequence[PrintedPiece], labels: PageGrid, across: int, shift: tuple[float, float]
) -> None:
    """Draws one sticker on each label with its words beside it, or several; the ruler in the margin above."""
    draw_label_ruler(pen, labels)
    with pen.at(*shift):
        for index in range(0, len(pieces), across):
            with pen.at(*labels.place(index // across)):
                if labels.is_square:
                    piece = pieces[index]
                    with pen.at((labels.width - piece.width) / 2, (labels.height - piece.height) / 2):
                        piece.draw(pen)
                elif across > 1:
                    _draw_side_by_side(pen, pieces[index : index + across], labels, across)
                else:
                    _draw_on_label(pen, pieces[index], labels)


def draw_label_ruler(pen: Pen, labels: PageGrid) -> None:
    """The ruler in the margin above or left of the labels; none where both are narrow."""
    least, room = PRINTERS_MARGIN_MM + 0.2, PRINTERS_MARGIN_MM + RULER_HEIGHT - 0.4
    if labels.top >= room:
        with pen.at(max(labels.left, _EDGE_MM), max(least, labels.top - RULER_HEIGHT - 1)):
            ruler(pen)
    elif labels.left >= room:
        with pen.at(labels.left - RULER_HEIGHT, labels.paper.height - 2 * _EDGE_MM, -90):
            ruler(pen)


def _draw_side_by_side(pen: Pen, pieces: Sequence[PrintedPiece], labels: PageGrid, across: int) -> None:
    pitch = labels.width / across
    for place, piece in enumerate(pieces):
        above = (labels.height - piece.height - _BELOW_STICKER_MM) / 2
        with pen.at((place + 0.5) * pitch - piece.width / 2, above):
            _draw_with_label(pen, piece)


def _draw_on_label(pen: Pen, piece: PrintedPiece, labels: PageGrid) -> None:
    inset = min(2.5, (labels.height - piece.height) / 2)
    with pen.at(inset, (labels.height - piece.height) / 2):
        piece.draw(pen)
        corner_marks(pen, piece.width, piece.height, length=min(1.2, max(0.0, inset - 0.5)))
        room = labels.width - inset - piece.width - 3
        if room > 4:
            pen.text(piece.label, piece.width + 2, piece.height / 2 + 0.8, _LABEL_SIZE, _GREY, room=room)
