"""A piece larger than a page, on sheets that are joined: each shows a part of it within a white border."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil

from lucca_pi.language import _, say
from lucca_pi.printed.files import Page
from lucca_pi.printed.furniture import RULER_MM, corner_marks, ruler
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.piece import Piece

BORDER_MM = 12.0
"""White around each part: cut off where another sheet is laid over it, else what that one is glued on."""
RULER_FROM_EDGE_MM = 5.3


@dataclass(frozen=True, slots=True)
class Joint:
    """How a piece of that size is divided among pages: all parts are alike, and as large as the page takes."""

    paper: Paper
    width: float
    height: float

    @property
    def columns(self) -> int:
        """Sheets side by side."""
        return ceil(self.width / (self.paper.width - 2 * BORDER_MM))

    @property
    def rows(self) -> int:
        """Sheets one below the other."""
        return ceil(self.height / (self.paper.height - 2 * BORDER_MM))

    @property
    def part(self) -> tuple[float, float]:
        """The width and height of a part."""
        return self.width / self.columns, self.height / self.rows


def best_joint(paper: Paper, size: tuple[float, float]) -> Joint:
    """The pages upright, unless fewer are needed on their side."""
    return min((Joint(one, *size) for one in (paper, paper.landscape)), key=lambda joint: joint.columns * joint.rows)


def joined_pages(piece: Piece, joint: Joint, title: str) -> Iterator[Page]:
    """The parts row by row, each with marks at its corners, a ruler, and where it belongs."""
    for row in range(joint.rows):
        for column in range(joint.columns):
            place = {"row": row + 1, "rows": joint.rows, "column": column + 1, "columns": joint.columns}
            note = _("{title}, row {row} of {rows}, column {column} of {columns}", title=title, **place)
            draw = partial(_draw_part, piece=piece, joint=joint, at=(column, row), note=note)
            yield Page(joint.paper.width, joint.paper.height, draw)


def _draw_part(pen: Pen, piece: Piece, joint: Joint, at: tuple[int, int], note: str) -> None:
    (width, height), (column, row) = joint.part, at
    with pen.at((joint.paper.width - width) / 2, (joint.paper.height - height) / 2):
        with pen.within(0, 0, width, height), pen.at(-column * width, -row * height):
            piece.draw(pen)
        corner_marks(pen, width, height, length=4.0)
    with pen.at(BORDER_MM, RULER_FROM_EDGE_MM):
        ruler(pen)
        pen.text(say(note), RULER_MM + 3, 5.4, 2.6, room=joint.paper.width - RULER_MM - 3 - 2 * BORDER_MM)
