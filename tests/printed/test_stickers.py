from dataclasses import replace
from itertools import pairwise

import numpy as np
import pypdfium2
import pytest
from readback import MM_PER_INCH, dark_box_mm, markers, side_mm
from zxingcpp import read_barcodes

from lucca_pi.games.citta.paper.layout import sticker_pages, sticker_pieces
from lucca_pi.games.citta.rules.deck import DeckFile, make_deck, reference_deck, reference_deck_file
from lucca_pi.games.citta.table.families import FAMILIES
from lucca_pi.printed.paper import A4, LABEL_SHEETS
from lucca_pi.printed.pen import PrintedPage, pdf, picture, rendered
from lucca_pi.printed.prints import PrintError, pdf_of
from lucca_pi.printed.stickers import square_mm

DPI = 200


def stickers(wanted, **options):
    return {piece.name: piece for piece in wanted("stickers", **options).pieces}


def without_number(drawn):
    """The sticker with the outer half of its lower margin white."""
    blank = drawn.copy()
    blank.paste("white", (0, round(drawn.height * (1 - 0.65 / 9)), drawn.width, drawn.height))
    return blank


@pytest.mark.parametrize(
    ("code", "side", "square", "options"),
    [
        *((code, 14.0, 10.89, {}) for code in ("17", "97", "111")),
        *((code, side, square, {}) for code, side, square in (("101", 38.571, 30.0), ("106", 25.714, 20.0))),
        *(("17", side, square, {"sticker_mm": side}) for side, square in ((12.0, 9.333), (16.0, 12.444))),
        ("101", 38.571, 30.0, {"sticker_mm": 12.0}),
    ],
)
def test_a_sticker_is_as_large_as_it_should_be(wanted, code, side, square, options):
    drawn = picture(stickers(wanted, **options)[code], 600)
    left, _, width, height = dark_box_mm(without_number(drawn), 600)
    assert drawn.size == (round(side / MM_PER_INCH * 600),) * 2
    assert (width, height) == pytest.approx((square, square), abs=0.05)
    assert left == pytest.approx((side - square) / 2, abs=0.05)


def test_beside_each_sticker_of_an_own_deck_stands_what_it_belongs_on(wanted):
    deck_file = own_deck_file()
    pieces = sticker_pieces(deck_file, 14.0, "aruco")
    page = pypdfium2.PdfDocument(pdf(sticker_pages(pieces, A4, None, "aruco"), "sheet"))[0]
    words = page.get_textpage().get_text_range()
    assert {piece.name: piece.label for piece in pieces}["17"] == "517 rosso"
    assert "517 rosso" in words
    assert "tower T4" in words


@pytest.mark.parametrize(("options", "side"), [({}, 12.0), ({"sticker_mm": 16.0}, 16.0), ({"style": "qr"}, 25.0)])
def test_stickers_are_as_large_as_the_deck_file_says_unless_another_size_is_wanted(wanted, options, side):
    deck_file = replace(reference_deck_file(), square_mm=9.33, inset_mm=3.33)
    assert stickers(wanted, deck_file=deck_file, **options)["17"].width == side


def own_deck_file():
    """A box whose cards bear numbers from 501 on, and codes from 1 on."""
    cards = [replace(card, number=number + 500) for number, card in reference_deck().cards.items()]
    words = dict(zip(reference_deck().colours, ("nero", "blu", "rosso", "verde", "giallo", "viola"), strict=True))
    deck = make_deck(replace(card, colour=words[card.colour]) for card in cards)
    return DeckFile("a box", deck, {number - 500: number for number in deck.cards})


def test_every_face_on_the_sheet_is_read_and_stands_where_no_other_does(wanted):
    page, *_ = rendered(pdf_of(wanted("stickers")), DPI)
    seen = markers(page)
    assert {*seen} == {*range(1, 101)}
    assert side_mm(seen[17], DPI) == pytest.approx(10.89, abs=0.05)
    tops = sorted(float(corners[0, 1]) for code, corners in seen.items() if code <= 10)
    assert all(b - a > 14 / MM_PER_INCH * DPI for a, b in pairwise(tops))


@pytest.mark.parametrize("options", [{}, {"sticker_mm": 16.0}, {"paper_name": "letter"}])
def test_strips_laid_on_one_another_and_cut_through_come_out_in_order(wanted, options):
    """The columns of a sheet from the left, each from its top, hold the codes as they follow each other."""
    pages = [markers(page) for page in rendered(pdf_of(wanted("stickers", **options)), 100)]
    faces = [page for page in pages if 111 not in page and 101 not in page]
    piles = [sorted(page, key=lambda code: (round(page[code][0, 0] / 20), page[code][0, 1])) for page in faces]
    assert [code for pile in piles for code in pile] == [*range(1, 101)]


def test_backs_quarters_and_coats_have_pages_of_their_own(wanted):
    _, backs, large = rendered(pdf_of(wanted("stickers")), 100)
    assert {*markers(backs)} == {111}
    assert {*markers(large)} == {*range(101, 111)}


def test_the_ruler_measures_a_hundred_millimetres(wanted):
    page, *_ = rendered(pdf_of(wanted("stickers")), DPI)
    dark = np.asarray(page.convert("L")) < 128
    longest = max(_longest_run(row) for row in dark)
    assert longest * MM_PER_INCH / DPI == pytest.approx(100, abs=0.3)


def _longest_run(row):
    edges = np.flatnonzero(np.diff(np.pad(row, 1).astype(int)))
    return max(np.diff(edges)[::2], default=0)


@pytest.mark.parametrize("code", ["1", "17", "100", "111"])
def test_a_qr_sticker_holds_its_code_on_a_dark_card(wanted, code):
    drawn = np.asarray(picture(stickers(wanted, style="qr")[code], DPI).convert("L"))
    assert len(drawn) == round(25 / MM_PER_INCH * DPI)
    assert [symbol.text for symbol in read_barcodes(np.pad(drawn, 60))] == [f"LUCCA:{code}"]


def test_quarters_bear_markers_in_every_style(wanted):
    assert {*markers(picture(stickers(wanted, style="qr")["101"], 100))} == {101}


@pytest.mark.parametrize(
    ("name", "sheets"), [("avery-l7651", 3), ("avery-l7654", 5), ("avery-5160", 5), ("avery-3667", 5)]
)
def test_a_label_takes_as_many_stickers_as_it_has_room_for(wanted, name, sheets):
    """Faces and backs on labels, two or three to each where their words fit below; quarters and coats on paper."""
    assert len(wanted("stickers", labels_name=name).pages) == sheets


def test_stickers_for_a_box_that_is_not_enrolled_name_numbers_alone(wanted):
    assert {code: stickers(wanted)[code].label for code in ("17", "97", "101")} == {
        "17": "17",
        "97": "tower T1",
        "101": f"quarter {FAMILIES[101]}",
    }


@pytest.mark.parametrize("name", LABEL_SHEETS)
def test_a_label_sheet_fits_its_page(name):
    sheet = LABEL_SHEETS[name]
    assert min(sheet.left, sheet.top) > (6 if sheet.is_square else 4)
    last = sheet.place(sheet.places - 1)
    assert (last[0] + sheet.width, last[1] + sheet.height) <= (sheet.paper.width, sheet.paper.height)


@pytest.mark.parametrize(
    ("name", "first", "pitch"),
    [
        ("endisch-6502020", (15.0, 8.5), (20.0, 20.0)),
        ("rayfilm-5003", (16.05, 8.8), (30.5, 25.4)),
        ("onlinelabels-ol2050", (6.35, 6.35), (15.875, 15.875)),
        ("onlinelabels-ol3008", (12.7, 6.35), (19.05, 19.05)),
        ("onlinelabels-ol5425", (6.35, 12.7), (25.4, 25.4)),
    ],
)
def test_square_labels_are_where_their_makers_templates_have_them(name, first, pitch):
    sheet = LABEL_SHEETS[name]
    x, y = sheet.place(sheet.columns + 1)
    assert sheet.place(0) == pytest.approx(first, abs=0.01)
    assert (x - first[0], y - first[1]) == pytest.approx(pitch, abs=0.01)


@pytest.mark.parametrize("name", [name for name, sheet in LABEL_SHEETS.items() if sheet.is_square])
def test_a_sticker_fills_its_square_label(wanted, name):
    sheets = wanted("stickers", labels_name=name)
    assert {piece.name: piece.width for piece in sheets.pieces}["17"] == LABEL_SHEETS[name].width
    assert {*range(1, 101)} <= set().union(*(markers(page) for page in rendered(pdf_of(sheets), 150)))


@pytest.mark.parametrize("shift", [(0.0, 0.0), (2.0, -1.5)])
def test_what_is_on_labels_can_be_moved(wanted, shift):
    sheets = wanted("stickers", labels_name="endisch-6502020", shift_mm=shift)
    corner = markers(rendered(pdf(sheets.pages[:1], "sheet"), DPI)[0])[1][0] * MM_PER_INCH / DPI
    margin = 20 / 9
    assert corner == pytest.approx((15 + margin + shift[0], 8.5 + margin + shift[1]), abs=0.1)


@pytest.mark.parametrize("shift", [(0.0, 0.0), (-1.0, 2.0)])
def test_the_outline_shows_the_edges_of_every_label(wanted, shift):
    (page,) = rendered(pdf_of(wanted("outline", labels_name="rayfilm-5003", shift_mm=shift)), DPI)
    dark, sheet = np.asarray(page.convert("L")) < 200, LABEL_SHEETS["rayfilm-5003"]
    for index in (0, 5, 40, 65):
        x, y = (round((at + off) / MM_PER_INCH * DPI) for at, off in zip(sheet.place(index), shift, strict=True))
        assert dark[y + 50 : y + 60, x - 2 : x + 3].any(1).all()
        assert dark[y - 2 : y + 3, x + 50 : x + 60].any(0).all()


@pytest.mark.parametrize(("side", "style"), [(12.0, "aruco"), (14.0, "aruco"), (20.0, "aruco"), (25.0, "qr")])
def test_the_number_in_the_margin_leaves_white_around_the_code(wanted, side, style):
    drawn = np.asarray(picture(stickers(wanted, sticker_mm=side, style=style)["88"], 600).convert("L"))
    margin = round((side - square_mm(side, style)) / 2 / MM_PER_INCH * 600)
    inked = np.flatnonzero(drawn[-margin + 2 :].min(1) < 200) + 2
    assert inked[0] / margin > 0.3
    assert inked[-1] / margin < 0.92
    assert np.ptp(inked) / margin > 0.4


def test_each_sticker_that_is_cut_tells_its_card(wanted):
    deck_file = own_deck_file()
    pieces = {piece.name: piece for piece in wanted("stickers", deck_file=deck_file).pieces}
    page = PrintedPage(14.0, 14.0, pieces["17"].draw)
    assert pypdfium2.PdfDocument(pdf([page], "one"))[0].get_textpage().get_text_range() == "517"


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"sticker_mm": 99.0}, "10 to 30"),
        ({"sticker_mm": float("nan")}, "10 to 30"),
        ({"sticker_mm": 14.0, "style": "qr"}, "24 to 30"),
        ({"labels_name": "post-it"}, "avery-l7651"),
        ({"labels_name": "avery-5167"}, "44.45 x 12.7"),
        ({"labels_name": "endisch-6502020", "sticker_mm": 14.0}, "20 mm as they are, not of 14 mm"),
        ({"labels_name": "endisch-6502020", "style": "qr"}, "20 x 20 mm, too small"),
        ({"shift_mm": (1.0, 0.0)}, "goes with --labels"),
        ({"labels_name": "endisch-6502020", "shift_mm": (0.0, 99.0)}, "up to 10 mm"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_what_would_do(wanted, options, word):
    with pytest.raises(PrintError, match=word):
        wanted("stickers", **options)
