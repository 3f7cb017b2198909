from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations

import cv2
import numpy as np
import pypdfium2
import pytest
from readback import MM_PER_INCH, markers, side_mm
from zxingcpp import read_barcodes

from lucca_pi.games.citta.files import load_deck
from lucca_pi.games.citta.paper.deck import card_pieces
from lucca_pi.games.citta.paper.facades import FACADES, facade_of
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.games.citta.paper.palace import draw_palace
from lucca_pi.games.citta.rules.deck import Card, reference_deck, reference_deck_file
from lucca_pi.games.citta.table.pieces import BACK_CODE, COAT_CODES, QUARTER_CODES, TOWER_OF_CODE
from lucca_pi.printed.paper import A4, LETTER
from lucca_pi.printed.pen import PrintedPiece, pdf, picture, rendered
from lucca_pi.printed.prints import PrintError
from lucca_pi.printed.sheets import behind, best_grid
from lucca_pi.vision.detect import detect
from lucca_pi.vision.faces.box import GATES, box_of
from tests.cases import some

DPI = 200


@pytest.fixture
def pieces(wanted):
    return {piece.name: piece for piece in wanted("deck").pieces}


def test_the_game_has_every_piece_once(pieces):
    assert [int(name) for name in pieces] == [*range(1, 111), 111]


@pytest.mark.parametrize("code", [1, 2, 3, 4, 5, 6, 96, 97, 100])
def test_a_face_bears_its_code_in_the_upper_left_corner(pieces, code):
    drawn = picture(pieces[str(code)], DPI)
    seen = markers(drawn)
    assert drawn.size == (round(59 / MM_PER_INCH * DPI), round(91 / MM_PER_INCH * DPI))
    assert {*seen} == {code}
    assert (seen[code][0] + 0.5) * MM_PER_INCH / DPI == pytest.approx([3.55, 3.55], abs=0.06)
    assert side_mm(seen[code], DPI) == pytest.approx(10.89, abs=0.05)


@pytest.mark.parametrize(("code", "square"), [(111, 10.89), (101, 30.0), (105, 30.0), (106, 20.0)])
def test_backs_quarters_and_coats_bear_their_codes(pieces, code, square):
    piece = pieces[str(code)]
    seen = markers(picture(piece, DPI))
    assert {*seen} == {code}
    assert side_mm(seen[code], DPI) == pytest.approx(square, abs=0.06)
    if code < 106 or code == 111:
        middle_mm = (seen[code].mean(0) + 0.5) * MM_PER_INCH / DPI
        assert middle_mm == pytest.approx([piece.width / 2, piece.height / 2], abs=0.1)


def test_without_codes_only_quarters_and_coats_bear_theirs(wanted):
    pieces = wanted("deck", style=None).pieces
    seen = {code for piece in pieces for code in markers(picture(piece, 100))}
    assert [int(piece.name) for piece in pieces] == [*range(1, 112)]
    assert seen == {*QUARTER_CODES, *COAT_CODES}


@pytest.mark.parametrize("code", ["1", "17", "97", "111"])
def test_a_deck_with_qr_codes_is_read(wanted, code):
    drawn = picture({piece.name: piece for piece in wanted("deck", style="qr").pieces}[code], DPI)
    assert [symbol.text for symbol in read_barcodes(drawn)] == [f"LUCCA:{code}"]


@pytest.mark.parametrize("colour", FACADES)
def test_windows_and_shields_stand_in_the_upper_half(colour):
    half, layout = 45.5 / MM_PER_INCH * DPI, Layout(59.0, 91.0, 14.0, "aruco")
    bare, full = (np.asarray(picture(_palace(Card(6, colour, count, count), layout), DPI), int) for count in (0, 3))
    rows, columns = np.nonzero(np.abs(bare - full).sum(2) > 60)
    assert rows.max() < half
    assert columns[rows < half * 0.3].min() > 16 / MM_PER_INCH * DPI  # the shields leave the code alone


def _palace(card, layout):
    draw = partial(draw_palace, card=card, code=card.number, facade=FACADES[card.colour], layout=layout)
    return PrintedPiece("6", layout.width, layout.height, draw)


def test_each_colour_has_a_style_of_its_own():
    for one, other in combinations(FACADES.values(), 2):
        assert one.roof is not other.roof
        assert one.wall is not other.wall
        assert one.window is not other.window


COLOUR_BLIND = {
    "protanopia": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deuteranopia": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritanopia": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}
"""What of linear red, green and blue is left: Machado, Oliveira and Fernandes, 2009."""


@pytest.mark.parametrize("kind", COLOUR_BLIND)
def test_the_six_colours_differ_for_the_colour_blind(kind):
    """By 20 in CIELAB; two papers side by side differ visibly from 2 or 3 on."""
    seen = [_lab(facade.colour, np.array(COLOUR_BLIND[kind])) for facade in FACADES.values()]
    assert min(np.linalg.norm(one - other) for one, other in combinations(seen, 2)) > 20


def _lab(colour, matrix):
    red_green_blue = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], np.float32)[None, None] / 255
    linear = np.clip(matrix @ red_green_blue[0, 0] ** 2.2, 0, 1) ** (1 / 2.2)
    return cv2.cvtColor(linear.astype(np.float32)[None, None], cv2.COLOR_RGB2LAB)[0, 0]


def test_a_deck_with_other_words_for_the_colours_gets_every_style_once():
    words = ("red", "teal", "yellow", "pink", "brown", "grey")
    assert len({facade_of(word, words).colour for word in words}) == 6


@pytest.mark.parametrize(
    ("paper", "bleed", "places", "upright"),
    [(A4, 0.0, 9, True), (A4, 3.0, 8, False), (LETTER, 0.0, 8, False), (LETTER, 3.0, 8, False)],
)
def test_a_page_holds_as_many_cards_as_it_can(paper, bleed, places, upright):
    grid = best_grid(paper, (59.0, 91.0), bleed, 105)
    assert (grid.places, grid.paper.is_upright) == (places, upright)


@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_a_back_lies_behind_its_face(bleed):
    """The sheet turned over its long edge: left and right change on an upright page, else top and bottom."""
    grid = best_grid(A4, (59.0, 91.0), bleed, 105)
    for index in some(range(grid.places)):
        (x, y), (back_x, back_y) = grid.place(index), grid.place(behind(grid, index))
        if grid.paper.is_upright:
            x = grid.paper.width - x - 59
        else:
            y = grid.paper.height - y - 91
        assert (back_x, back_y) == pytest.approx((x, y))


def test_a_sheet_is_read_whole_where_its_cards_should_lie(wanted):
    pages = iter(wanted("deck", bleed=True).pages)
    face, back = rendered(pdf([next(pages), next(pages)], "sheet"), DPI)
    seen = markers(face)
    assert {*seen} == {*range(1, 9)}
    assert {*markers(back)} == {111}
    left, top = best_grid(A4, (59.0, 91.0), 3.0, 105).place(5)
    assert (seen[6][0] + 0.5) * MM_PER_INCH / DPI == pytest.approx([left + 3.55, top + 3.55], abs=0.1)


def test_the_game_takes_twelve_sheets_for_both_sides_and_one_of_coats(wanted):
    sizes = Counter((page.width, page.height) for page in wanted("deck").pages)
    assert sizes == {(210.0, 297.0): 25}


@pytest.mark.parametrize("card_mm", [(50.0, 75.0), (63.5, 88.0), (70.0, 120.0), (80.0, 80.0)])
def test_cards_of_other_sizes_bear_their_codes(wanted, card_mm):
    deck_file = replace(reference_deck_file(), card_mm=card_mm)
    pieces = {piece.name: piece for piece in wanted("deck", deck_file).pieces}
    for code in (1, 5, 97, 111, 101):
        drawn = picture(pieces[str(code)], 150)
        assert drawn.size == tuple(round(length / MM_PER_INCH * 150) for length in card_mm)
        assert {*markers(drawn)} == {code}


@pytest.mark.parametrize("card_mm", [(59.0, 91.0), (63.5, 88.0), (66.0, 91.0)])
def test_the_first_sheet_has_a_ruler_where_a_margin_is_wide_enough(wanted, card_mm):
    deck = wanted("deck", replace(reference_deck_file(), card_mm=card_mm))
    page = pypdfium2.PdfDocument(pdf(deck.pages[:1], "sheet"))[0]
    assert "must measure 100 mm" in page.get_textpage().get_text_range()


@pytest.mark.parametrize("card_mm", [(30.0, 91.0), (59.0, 400.0)])
def test_cards_that_cannot_be_printed_are_refused(wanted, card_mm):
    with pytest.raises(PrintError, match="cannot be printed"):
        wanted("deck", replace(reference_deck_file(), card_mm=card_mm))


# --- the printed deck without codes: known by its faces, and nobody has to enrol it


def picture_of(code):
    packed = load_deck("printed").photographs[code][0]
    return cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)


def test_the_printed_deck_is_the_reference_deck_with_two_pictures_of_each_face_and_the_back():
    deck = load_deck("printed")
    assert deck.deck is reference_deck()
    assert {*deck.photographs} == {*range(1, 97), *TOWER_OF_CODE, BACK_CODE}
    assert {len(pictures) for pictures in deck.photographs.values()} == {2}


@pytest.mark.parametrize("code", [17, 97, BACK_CODE])
def test_a_picture_shows_the_whole_card_without_a_code(code):
    shown = picture_of(code)
    seen = detect(cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY), {one: one for one in range(1, 112)})
    assert shown.shape == (365, 237, 3)
    assert not seen.read


@pytest.mark.long
def test_no_two_cards_are_alike_in_their_upper_halves():
    deck = load_deck("printed")
    apart = box_of(deck.photographs, deck.card_mm).upper_differences.copy()
    np.fill_diagonal(apart, np.inf)
    assert apart.min() > GATES.apart


def test_cards_of_the_same_colour_windows_and_shields_look_different_in_a_deck_without_codes_alone():
    for style, count in ((None, 4), ("aruco", 1)):
        palaces = card_pieces(reference_deck_file(), Layout(59.0, 91.0, 14.0, style))
        houses = {picture(palaces[number - 1], 50).crop((50, 0, 116, 80)).tobytes() for number in (17, 32, 53, 96)}
        assert len(houses) == count
