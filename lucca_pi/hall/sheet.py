"""The seats of a round on paper: a box for each table, its players in the order of play."""

from collections.abc import Sequence
from functools import partial

from lucca_pi.language import Text, say
from lucca_pi.printed.paper import A4
from lucca_pi.printed.pen import INK, RED, SANS, SANS_BOLD, SERIF_BOLD, Pen, PrintedPage, pdf

_EDGE_MM, _TOP_MM, _GAP_MM = 12.0, 26.0, 4.0
_COLUMNS, _ROWS = 3, 6
_WIDTH_MM = (A4.width - 2 * _EDGE_MM - (_COLUMNS - 1) * _GAP_MM) / _COLUMNS
_HEIGHT_MM = (A4.height - _TOP_MM - _EDGE_MM - (_ROWS - 1) * _GAP_MM) / _ROWS
_LETTERS_MM, _LINE_MM = 4.2, 6.2


def seats_pdf(title: Text, tables: Sequence[tuple[str, Sequence[str]]]) -> bytes:
    """The tables, each with its name, as pages of A4."""
    at_once = _COLUMNS * _ROWS
    draws = [partial(_draw, title=title, tables=tables[at : at + at_once]) for at in range(0, len(tables), at_once)]
    return pdf([PrintedPage(A4.width, A4.height, draw) for draw in draws], say(title))


def _draw(pen: Pen, title: Text, tables: Sequence[tuple[str, Sequence[str]]]) -> None:
    with pen.from_start(A4.width):
        pen.text(say(title), _EDGE_MM, 18, 9, RED, font=SERIF_BOLD)
        for index, (name, players) in enumerate(tables):
            row, column = divmod(index, _COLUMNS)
            left = _EDGE_MM + column * (_WIDTH_MM + _GAP_MM)
            top, room = _TOP_MM + row * (_HEIGHT_MM + _GAP_MM), _WIDTH_MM - 6
            pen.box(left, top, _WIDTH_MM, _HEIGHT_MM, None, line=INK, radius=2)
            pen.text(name, left + 3, top + 7, 5, RED, font=SANS_BOLD, room=room)
            for place, player in enumerate(players, start=1):
                line = top + 7 + place * _LINE_MM
                pen.text(f"{place}  {player}", left + 3, line, _LETTERS_MM, INK, font=SANS, room=room)
