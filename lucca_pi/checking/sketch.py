"""A laying drawn, place by place, as people see it who sit there: in letters for terminal and page, and on paper."""

from collections.abc import Iterator, Sequence

from lucca_pi.checking.plan import Asked, Lay, Laying, is_stacked
from lucca_pi.drawn.things import Point, moved_point, rectangle_at_origin
from lucca_pi.language import Text, say

_COLUMNS = 72
"""Most letters of a line."""
_LETTERS, _TALL = 7, 2
"""Letters across the narrowest piece, if there is room for so many; how many times as tall as wide a letter is."""


Drawn = tuple[str, list[Point]]
"""A piece's name, and its corners in the axes of its seat, clockwise from its own upper left."""


def places(laying: Laying, asked: Asked) -> Iterator[tuple[Text | str, list[Drawn]]]:
    """
    Each place at which something is laid, with what is drawn there: the seat first, then its pieces, lower ones first.

    Pieces without a code that lie on each other bear the names of all, from the top.

    >>> from lucca_pi.checking.plan import asked
    >>> from lucca_pi.config import Config
    >>> [(place, len(pieces)) for place, pieces in places(asked(Config()).layings[0], asked(Config()))]
    [('seat 1 (Guinigi)', 5)]
    """
    for seat in dict.fromkeys(lay.seat for lay in laying.lay if lay.piece != lay.seat):
        here = [lay for lay in laying.lay if lay.seat == seat]
        yield asked.called.places[seat], [(_name(lay, here, asked), _corners(lay, asked)) for lay in here]


def _name(lay: Lay, here: Sequence[Lay], asked: Asked) -> str:
    stack = [one for one in here if one == lay or (isinstance(lay.piece, str) and is_stacked(one, lay))]
    return "/".join(say(asked.called.pieces.get(one.piece, str(one.piece))) for one in reversed(stack))


def _corners(lay: Lay, asked: Asked) -> list[Point]:
    piece = asked.pieces.by_code.get(lay.piece) if isinstance(lay.piece, int) else None
    side = asked.pieces.tokens.side_mm if asked.pieces.tokens else 0.0
    width, height = piece.size_mm if piece else (side, side)
    corners = rectangle_at_origin(width, height)
    return [moved_point((lay.x_mm, lay.y_mm), lay.heading_deg, x - width / 2, y - height / 2) for x, y in corners]


def sketch(laying: Laying, asked: Asked) -> str:
    """The laying in letters: each piece a frame with its name, over those that it covers."""
    return "\n".join(f"{say(place)}:\n{_drawn(pieces)}" for place, pieces in places(laying, asked))


def _drawn(pieces: list[Drawn]) -> str:
    every = [corner for _name, corners in pieces for corner in corners]
    left, top = (min(corner[axis] for corner in every) for axis in (0, 1))
    narrow = min(max(x for x, _y in corners) - min(x for x, _y in corners) for _name, corners in pieces)
    scale = max(narrow / _LETTERS, (max(x for x, _y in every) - left) / (_COLUMNS - 1))
    page: dict[tuple[int, int], str] = {}
    for name, corners in pieces:
        xs = [round((x - left) / scale) for x, _y in corners]
        ys = [round((y - top) / scale / _TALL) for _x, y in corners]
        box = min(xs), min(ys), max(max(xs) - 1, min(xs) + 2), max(max(ys) - 1, min(ys))
        _frame(page, box, name)
    bottom = max(y for _x, y in page)
    return "\n".join("".join(page.get((x, y), " ") for x in range(2 * _COLUMNS)).rstrip() for y in range(bottom + 1))


def _frame(page: dict[tuple[int, int], str], box: tuple[int, int, int, int], name: str) -> None:
    """Draws a frame with the beginning of a name in its first line; one of a line only as brackets."""
    left, top, right, bottom = box
    is_flat = bottom <= top + 1
    for x in range(left, right + 1):
        for y in range(top, bottom + 1):
            is_edge, is_side = y in (top, bottom) and not is_flat, x in (left, right)
            page[x, y] = "+" if is_edge and is_side else "-" if is_edge else "|" if is_side else " "
    room = len(name) if "/" in name else right - left - 1
    for at, letter in enumerate(name[:room], start=left + 1):
        page[at, top if is_flat else top + 1] = letter
