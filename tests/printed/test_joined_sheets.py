"""A board larger than a page comes on sheets that make it whole again."""

import numpy as np
import pytest
from readback import MM_PER_INCH, markers

from lucca_pi.printed.pages import PrintedPiece, pdf, picture, rendered
from lucca_pi.printed.paper import A3, A4, LETTER
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.sheets import BORDER_MM, best_joint, joined_pages
from lucca_pi.printed.stickers import draw_sticker

DPI = 127
SIZE = (540.0, 540.0)


def board():
    """A board with lots, and a code near each corner."""

    def draw(pen: Pen) -> None:
        pen.box(0, 0, *SIZE, "#ffffff")
        pen.boxes([(60 + 60 * x, 60 + 60 * y, 60, 60) for x in range(7) for y in range(7) if (x + y) % 2], "#ccbbaa")
        for code, (left, top) in enumerate(((5, 5), (495, 5), (5, 495), (495, 495)), start=101):
            draw_sticker(pen, code, left, top, 40)

    return PrintedPiece("board", *SIZE, draw)


def pages(paper):
    return [*joined_pages(board(), paper, "board")]


@pytest.mark.parametrize(("paper", "sheets"), [(A4, 6), (LETTER, 9), (A3, 4)])
def test_a_board_takes_the_fewest_pages_and_none_is_turned_in_vain(paper, sheets):
    assert len(pages(paper)) == sheets


@pytest.mark.long
@pytest.mark.parametrize("paper", [A4, A3])
def test_the_parts_side_by_side_make_the_whole(paper):
    joint = best_joint(paper, SIZE)
    parts = [_part(page, joint) for page in rendered(pdf(pages(paper), "board"), DPI)]
    across = [np.hstack(parts[row * joint.columns : (row + 1) * joint.columns]) for row in range(joint.rows)]
    made, whole = np.vstack(across), np.asarray(picture(board(), DPI), int)
    height, width = (min(lengths) for lengths in zip(made.shape[:2], whole.shape[:2], strict=True))
    assert np.abs(made[:height, :width] - whole[:height, :width]).mean() < 2


def _part(page, joint):
    width, height = (round(length / MM_PER_INCH * DPI) for length in joint.part)
    drawn = np.asarray(page, int)
    top, left = (drawn.shape[0] - height) // 2, (drawn.shape[1] - width) // 2
    return drawn[top : top + height, left : left + width]


def test_each_corner_s_code_is_whole_on_its_sheet():
    seen = [markers(page).keys() for page in rendered(pdf(pages(A4), "board"), DPI)]
    assert [codes for codes in map(set, seen) if codes] == [{101}, {102}, {103}, {104}]


def test_around_each_part_the_page_is_white_but_for_marks_and_ruler():
    page = np.asarray(rendered(pdf(pages(A4)[4:5], "board"), DPI)[0].convert("L"))
    aside = round((BORDER_MM - 6) / MM_PER_INCH * DPI)
    assert page[:, :aside].min() > 250
    assert page[-aside:].min() > 250
