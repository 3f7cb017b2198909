"""Lucco on paper: tiles and die in true size, read back by the libraries' own detectors and by the program's reader."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from pypdfium2 import PdfDocument
from readback import MM_PER_INCH, markers, side_mm

from lucca_pi.games.lucco.paper import printables
from lucca_pi.games.lucco.rules.position import USUAL_COLOURS
from lucca_pi.games.lucco.table.pieces import FACE_SQUARE_MM, FACES, LOOKS, TILE_SQUARE_MM, TILES, look_of, tile_colour
from lucca_pi.language import use
from lucca_pi.printed.pen import pdf, picture, rendered
from lucca_pi.printed.prints import Options
from lucca_pi.table.pieces import STICKER_BY_SQUARE
from lucca_pi.vision.detect import detect

DPI = 200


def sheets(name, **options):
    return printables(None).made(name, Options(**options))


@pytest.fixture(scope="module")
def pieces():
    return {int(piece.name): piece for piece in sheets("tiles").pieces}


@pytest.fixture(scope="module")
def pages():
    return rendered(pdf(sheets("tiles").pages, "tiles"), DPI)


def test_there_are_fifty_tiles_and_six_faces(pieces):
    assert [*pieces] == [*TILES, *FACES]
    assert {(pieces[code].width, pieces[code].height) for code in TILES} == {(30.0, 34.64)}
    assert {(pieces[code].width, pieces[code].height) for code in FACES} == {(16.0, 16.0)}


@pytest.mark.parametrize("code", FACES)
def test_around_a_face_s_code_there_is_as_much_light_as_on_a_sticker(pieces, code):
    """A camera's blur runs a dark frame into a code that has less around it."""
    face = np.asarray(picture(pieces[code], DPI).convert("L")).astype(int)
    middle, ring = len(face) // 2, round((FACE_SQUARE_MM / 2 + 0.2) * DPI / MM_PER_INCH)
    width = round((STICKER_BY_SQUARE - 1) / 2 * FACE_SQUARE_MM * DPI / MM_PER_INCH) - 4
    for side in (face[middle, middle + ring :], face[middle, : middle - ring][::-1]):
        assert side[:width].min() > 190


@pytest.mark.parametrize(("code", "side"), [(1, TILE_SQUARE_MM), (50, TILE_SQUARE_MM), (51, FACE_SQUARE_MM)])
def test_a_piece_bears_its_code_in_the_middle_in_true_size(pieces, code, side):
    piece, seen = pieces[code], markers(picture(pieces[code], DPI))
    assert {*seen} == {code}
    assert side_mm(seen[code], DPI) == pytest.approx(side, abs=0.06)
    middle = (seen[code].mean(0) + 0.5) * MM_PER_INCH / DPI
    assert middle == pytest.approx([piece.width / 2, piece.height / 2], abs=0.1)


def test_two_sheets_hold_all_codes_once(pages):
    read = [detect(np.asarray(page.convert("L")), frozenset((*TILES, *FACES))).read for page in pages]
    assert [[one.code for one in sorted(some, key=lambda one: one.code)] for some in read] == [
        [*range(1, 31)],
        [*range(31, 57)],
    ]


def test_square_tiles_bear_the_same_codes():
    made = sheets("squares")
    assert {(piece.width, piece.height) for piece in made.pieces if int(piece.name) in TILES} == {(30.0, 30.0)}
    read = [markers(page) for page in rendered(pdf(made.pages, "squares"), DPI)]
    assert [sorted(page) for page in read] == [[*range(1, 31)], [*range(31, 57)]]
    assert side_mm(read[0][1], DPI) == pytest.approx(TILE_SQUARE_MM, abs=0.1)


def test_tiles_on_a_sheet_keep_clear_of_each_other(pages):
    middles = [corners.mean(0) * MM_PER_INCH / DPI for corners in markers(pages[0]).values()]
    gaps = [np.abs(one - other) for one, other in combinations(middles, 2)]
    assert min(max(across - 33.2, down - 2 * 16.6 * 2 / sqrt(3)) for across, down in gaps) > 0


def test_beyond_its_edge_a_tile_is_coloured_still(pages):
    """A cut 1.5 mm beside the line shows no white: the sheet is as dark there as the rim."""
    x, y = markers(pages[0])[1].mean(0)
    aside = 16.4 / MM_PER_INCH * DPI
    assert pages[0].getpixel((round(x - aside), round(y)))[0] < 60
    assert pages[0].getpixel((round(x - aside * 1.05), round(y))) == (255, 255, 255)


@pytest.mark.parametrize(("language", "signs"), [("en", "BYGRL"), ("de", "BGÜRS")])
def test_a_letter_tells_the_colour(language, signs):
    use(language)
    texts = [page.get_textpage().get_text_range() for page in PdfDocument(pdf(sheets("tiles").pages, "tiles"))]
    lines = "\n".join(texts).split()
    assert {sign: lines.count(sign) for sign in signs} == dict.fromkeys(signs, 10)


def test_each_colour_has_a_pattern_of_its_own():
    assert {tile_colour(code, USUAL_COLOURS) for code in TILES} == {*LOOKS}
    assert len({look.pattern for look in LOOKS.values()}) == len(LOOKS)


def test_other_words_for_the_colours_get_every_look_once():
    words = ("violet", "yellow", "pink", "red", "black")
    assert len({look_of(word, words).fill for word in words}) == 5
