"""A laying drawn, as people see it from its seat: in letters for a terminal, and with a pen for paper and page."""

from dataclasses import replace

from lucca_pi.checking.plan import Asked
from lucca_pi.drawn.things import moved_point, rectangle_at_origin
from lucca_pi.language import say
from lucca_pi.table.laying import Lay, Laying
from lucca_pi.table.sighting import Pose

_COLUMNS = 72
"""Most letters of a line."""
_LETTERS = 7
"""Letters across the narrowest piece, if there is room for so many."""
_TALL = 2
"""How many times as tall as wide a letter is."""
Box = tuple[Lay, Pose, tuple[float, float]]
"""A piece with its place on a drawn table, and its width and height."""


def boxes(laying: Laying, asked: Asked) -> list[Box]:
    """
    The pieces at the seats where something is laid, lower ones first; of other seats nothing.

    >>> from lucca_pi.checking.plan import asked
    >>> from lucca_pi.config import Config
    >>> one = asked(Config())
    >>> len(boxes(one.plan.layings[0], one))
    5
    """
    busy = {lay.seat for lay in laying.lay if lay.piece != lay.seat} or {lay.seat for lay in laying.lay}
    plan = asked.plan if len(busy) > 1 else replace(asked.plan, seats=dict.fromkeys(asked.plan.seats, Pose(0, 0, 0)))
    placed = [(lay, at) for lay, at in plan.placed(laying) if lay.seat in busy]
    return [(lay, at, _size(lay, asked)) for lay, at in placed]


def _size(lay: Lay, asked: Asked) -> tuple[float, float]:
    piece = asked.pieces.by_code.get(lay.piece) if isinstance(lay.piece, int) else None
    side = asked.pieces.tokens.side_mm if asked.pieces.tokens else 0.0
    return piece.size_mm if piece else (side, side)


def corners(box: Box) -> list[tuple[float, float]]:
    """The corners of a piece on a drawn table, clockwise from its upper left."""
    _lay, at, (width, height) = box
    middle = at.x_mm, at.y_mm
    return [
        moved_point(middle, at.heading_deg, x - width / 2, y - height / 2)
        for x, y in rectangle_at_origin(width, height)
    ]


def sketch(laying: Laying, asked: Asked) -> str:
    """The laying in letters: each piece a frame with its name, over those that it covers."""
    drawn = [(box[0], corners(box)) for box in boxes(laying, asked)]
    every = [corner for _lay, some in drawn for corner in some]
    left, top = min(x for x, _y in every), min(y for _x, y in every)
    wide = max(x for x, _y in every) - left
    narrow = min(min(box[2]) for box in boxes(laying, asked))
    scale = max(narrow / _LETTERS, wide / (_COLUMNS - 1))
    page: dict[tuple[int, int], str] = {}
    for lay, some in drawn:
        xs, ys = [round((x - left) / scale) for x, _y in some], [round((y - top) / scale / _TALL) for _x, y in some]
        _frame(
            page,
            (min(xs), min(ys), max(max(xs) - 1, min(xs) + 2), max(max(ys) - 1, min(ys))),
            say(asked.called(lay.piece)),
        )
    rows = [y for _x, y in page]
    lines = ("".join(page.get((x, y), " ") for x in range(_COLUMNS + 3)).rstrip() for y in range(max(rows) + 1))
    return "\n".join(lines)


def _frame(page: dict[tuple[int, int], str], box: tuple[int, int, int, int], name: str) -> None:
    """Draws a frame with the beginning of a name in its first line; one of a line only as brackets."""
    left, top, right, bottom = box
    for x in range(left, right + 1):
        for y in range(top, bottom + 1):
            is_edge, is_side = y in (top, bottom) and bottom > top + 1, x in (left, right)
            page[x, y] = "+" if is_edge and is_side else "-" if is_edge else "|" if is_side else " "
    row = top + 1 if bottom > top + 1 else top
    for at, letter in enumerate(name[: right - left - 1]):
        page[left + 1 + at, row] = letter
