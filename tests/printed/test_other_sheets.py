from dataclasses import replace

import cv2
import numpy as np
import pytest
from readback import MM_PER_INCH, markers, side_mm
from zxingcpp import read_barcodes

from lucca_pi.games import PLAYED, game_module
from lucca_pi.games.citta.paper.quarters import SEAM_MM
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.printed.common import (
    BOARD_COLUMNS,
    BOARD_MARKER_MM,
    BOARD_ROWS,
    BOARD_SQUARE_MM,
    BUTTONS,
    BUTTONS_Y,
    COMMON,
    DRILL_MM,
    WIDTH,
    WINDOW_MIDDLE,
    charuco_board,
    window_mm,
)
from lucca_pi.printed.paper import A3, A4, LETTER
from lucca_pi.printed.pen import Pen, PrintedPiece, pdf, picture, rendered
from lucca_pi.printed.prints import Options, PrintError, pdf_of
from lucca_pi.printed.sheets import BORDER_MM, best_joint, joined_pages
from lucca_pi.printed.stickers import draw_sticker
from lucca_pi.vision.detect import detect

DPI = 150


def test_quarters_come_with_their_coats_of_arms(wanted):
    front, back, coats = rendered(pdf_of(wanted("quarters")), DPI)
    assert {*markers(front)} == {*range(101, 106)}
    assert {*markers(coats)} == {*range(106, 111)}
    assert not markers(back)


@pytest.mark.parametrize("code", range(101, 106))
def test_an_arrow_points_from_the_quarter_to_each_area(wanted, code):
    """Left of the code, right of it and below it something in the family's dark colour stands on the pale card."""
    drawn = np.asarray(picture({piece.name: piece for piece in wanted("quarters").pieces}[str(code)], 100), int)
    for x_mm, y_mm in ((6.7, 24.0), (52.3, 24.0), (29.5, 80.0)):
        pixel = drawn[round(y_mm / MM_PER_INCH * 100), round(x_mm / MM_PER_INCH * 100)]
        assert pixel.sum() < 350


@pytest.mark.parametrize(
    ("paper", "sizes"), [("a3", [(420.0, 297.0)]), ("a4", [(210.0, 297.0)] * 2), ("letter", [(215.9, 279.4)] * 2)]
)
def test_the_mat_is_one_large_page_or_two_halves(wanted, paper, sizes):
    with_mat = wanted("quarters", paper_name=paper, mat=True).pages
    without = wanted("quarters", paper_name=paper).pages
    assert [(page.width, page.height) for page in with_mat[len(without) :]] == sizes


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_two_halves_without_their_seam_make_the_mat(wanted, paper):
    mat = wanted("quarters", paper_name=paper, mat=True)
    *_, left, right = (np.asarray(page, int) for page in rendered(pdf_of(mat), 127))
    whole, seam = np.asarray(picture(mat.pieces[-1], 127), int), round(SEAM_MM * 5)
    halves = np.hstack([left[:, :-seam], right[:, seam:]])
    height, width = (min(lengths) for lengths in zip(whole.shape[:2], halves.shape[:2], strict=True))
    assert np.abs(whole[:height, :width] - halves[:height, :width]).mean() < 2


def test_opencv_finds_every_corner_of_the_board_in_its_size(wanted):
    drawn = picture(wanted("board").pieces[0], DPI)
    corners, _, _, codes = cv2.aruco.CharucoDetector(charuco_board()).detectBoard(np.asarray(drawn.convert("L")))
    assert len(corners) == (BOARD_COLUMNS - 1) * (BOARD_ROWS - 1)
    assert {*codes.ravel().tolist()} == {*range(128, 128 + BOARD_COLUMNS * BOARD_ROWS // 2)}
    first, last = corners.reshape(-1, 2)[[0, -1]]  # one axis less in OpenCV 5
    assert (last - first) * MM_PER_INCH / DPI == pytest.approx([5 * BOARD_SQUARE_MM, 8 * BOARD_SQUARE_MM], abs=0.2)
    assert side_mm(markers(drawn)[128], DPI) == pytest.approx(BOARD_MARKER_MM, abs=0.1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_board_front_and_quick_card_are_one_page(wanted, paper):
    for sheets in ("board", "housing", "quickcard"):
        assert len(rendered(pdf_of(wanted(sheets, paper_name=paper)), 20)) == 1


@pytest.mark.parametrize("inch", [0.96, 1.3])
def test_the_boxs_front_has_its_holes_in_true_size_and_place(wanted, inch):
    """Along a line just below the crosses, and one through the window, these are the black lines in mm."""
    pieces = {piece.name: piece for piece in wanted("housing").pieces}
    drawn = np.asarray(picture(pieces[f"front-{inch:g}-inch"], 508).convert("L"))  # 20 dots to the mm
    holes = [x + side for _, x in BUTTONS for side in (-DRILL_MM / 2, DRILL_MM / 2)]
    assert black_at(drawn[round(20 * BUTTONS_Y) + 8]) == pytest.approx([0, *holes, WIDTH], abs=0.15)
    window = [WINDOW_MIDDLE[0] + side * window_mm(inch)[0] / 2 for side in (-1, 1)]
    assert black_at(drawn[round(20 * WINDOW_MIDDLE[1])]) == pytest.approx([0, *window, WIDTH], abs=0.15)


def black_at(row):
    """Where a row of dots, 20 to the mm, is black."""
    dots = np.flatnonzero(row < 64)
    return [dot / 20 for dot, gap in zip(dots, np.diff(dots, prepend=-9), strict=True) if gap > 3]


def test_name_cards_are_read_back_in_any_writing(wanted):
    names = ("Ada", "Zoë", "Łukasz", "王小明", "שרה", "Bartholomäus", "🙂" * 12, "A" * 12)
    (page,) = rendered(pdf_of(wanted("names", names=names)), DPI)
    assert {symbol.text for symbol in read_barcodes(page)} == {f"LUCCA:NAME:{name}" for name in names}


@pytest.mark.parametrize("name", ["", " ", "Ada\nLovelace", "A" * 13])
def test_a_name_that_no_card_takes_is_refused(wanted, name):
    with pytest.raises(PrintError, match="1 to 12 letters"):
        wanted("names", names=("Ben", name))


@pytest.mark.parametrize("game", PLAYED)
def test_a_quick_card_shows_the_camera_no_code(game):
    sheets = game_module(game, "paper").printables(None).made("quickcard", Options())
    assert not markers(rendered(pdf_of(sheets), 300)[0])


REFUSED = [
    ("citta", "deck", {"labels_name": "avery-l7651"}, "is for stickers"),
    ("citta", "deck", {"mat": True}, "goes with quarters"),
    ("citta", "stickers", {"bleed": True}, "deck and the quarters"),
    ("citta", "stickers", {"style": None}, "is for the deck"),
    ("citta", "inserts", {"style": None}, "is for the deck"),
    ("citta", "deck", {"style": None, "sticker_mm": 12.0}, "leave it out"),
    ("citta", "names", {}, "--name Ada"),
    ("citta", "deck", {"names": ("Ada",)}, "--name Ada"),
    *(("chessboard", "board", given, "sizes of their own") for given in ({"sticker_mm": 20}, {"style": "qr"})),
    ("chessboard", "board", {"bleed": True}, "deck and the quarters"),
    ("chessboard", "board", {"mat": True}, "print mat --game chessboard"),
    *(("lucco", "tiles", given, "of one size and style") for given in ({"sticker_mm": 12.0}, {"style": "qr"})),
    ("lucco", "tiles", {"bleed": True}, "beyond their edges"),
    *((game, "quickcard", {"paper_name": "a3"}, "--paper a4") for game in PLAYED),
]


@pytest.mark.parametrize(("game", "sheets", "options", "word"), REFUSED)
def test_options_that_do_not_go_together_are_refused(game, sheets, options, word):
    with pytest.raises(PrintError, match=word):
        (game_module(game, "paper").printables(None) | COMMON).made(sheets, Options(**options))


@pytest.mark.parametrize("game", ["chessboard", "lucco"])
def test_a_game_without_a_deck_refuses_one(game):
    with pytest.raises(PrintError, match="no deck"):
        game_module(game, "paper").printables("reference")


@pytest.mark.parametrize("card_mm", [(59.0, 91.0), (66.0, 94.0)])
def test_an_insert_is_smaller_than_the_sleeved_card_and_has_the_backs_code_in_its_middle(wanted, card_mm):
    (piece,) = wanted("inserts", replace(reference_deck_file(), card_mm=card_mm)).pieces
    assert (piece.width, piece.height) == (card_mm[0] - 3, card_mm[1] - 3)
    corners = markers(picture(piece, DPI))[111]
    middle = corners.mean(0) * MM_PER_INCH / DPI
    assert middle == pytest.approx((piece.width / 2, piece.height / 2), abs=0.15)
    assert side_mm(corners, DPI) == pytest.approx(10.89, abs=0.1)


@pytest.mark.parametrize(("paper", "pages"), [("a4", 10), ("letter", 12), ("a3", 5)])
def test_there_is_an_insert_for_every_card(wanted, paper, pages):
    sheets = rendered(pdf_of(wanted("inserts", paper_name=paper)), 75)
    codes = [one.code for sheet in sheets for one in detect(np.asarray(sheet.convert("L")), range(1, 112)).read]
    assert len(sheets) == pages
    assert codes == [111] * 100


JOINT_DPI = 127
BOARD_MM = (540.0, 540.0)


def board():
    """A board with lots, and a code near each corner."""

    def draw(pen: Pen) -> None:
        pen.box(0, 0, *BOARD_MM, "#ffffff")
        pen.boxes([(60 + 60 * x, 60 + 60 * y, 60, 60) for x in range(7) for y in range(7) if (x + y) % 2], "#ccbbaa")
        for code, (left, top) in enumerate(((5, 5), (495, 5), (5, 495), (495, 495)), start=101):
            draw_sticker(pen, code, left, top, 40)

    return PrintedPiece("board", *BOARD_MM, draw)


def pages(paper):
    return [*joined_pages(board(), paper, "board")]


@pytest.mark.parametrize(("paper", "sheets"), [(A4, 6), (LETTER, 9), (A3, 4)])
def test_a_board_takes_the_fewest_pages_and_none_is_turned_in_vain(paper, sheets):
    assert len(pages(paper)) == sheets


@pytest.mark.long
@pytest.mark.parametrize("paper", [A4, A3])
def test_the_parts_side_by_side_make_the_whole(paper):
    joint = best_joint(paper, BOARD_MM)
    parts = [_part(page, joint) for page in rendered(pdf(pages(paper), "board"), JOINT_DPI)]
    across = [np.hstack(parts[row * joint.columns : (row + 1) * joint.columns]) for row in range(joint.rows)]
    made, whole = np.vstack(across), np.asarray(picture(board(), JOINT_DPI), int)
    height, width = (min(lengths) for lengths in zip(made.shape[:2], whole.shape[:2], strict=True))
    assert np.abs(made[:height, :width] - whole[:height, :width]).mean() < 2


def _part(page, joint):
    width, height = (round(length / MM_PER_INCH * JOINT_DPI) for length in joint.part)
    drawn = np.asarray(page, int)
    top, left = (drawn.shape[0] - height) // 2, (drawn.shape[1] - width) // 2
    return drawn[top : top + height, left : left + width]


def test_each_corner_s_code_is_whole_on_its_sheet():
    seen = [markers(page).keys() for page in rendered(pdf(pages(A4), "board"), JOINT_DPI)]
    assert [codes for codes in map(set, seen) if codes] == [{101}, {102}, {103}, {104}]


def test_around_each_part_the_page_is_white_but_for_marks_and_ruler():
    page = np.asarray(rendered(pdf(pages(A4)[4:5], "board"), JOINT_DPI)[0].convert("L"))
    aside = round((BORDER_MM - 6) / MM_PER_INCH * JOINT_DPI)
    assert page[:, :aside].min() > 250
    assert page[-aside:].min() > 250
