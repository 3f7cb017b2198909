from dataclasses import replace
from itertools import pairwise

import numpy as np
import pypdfium2
import pytest
from pyzbar.pyzbar import decode
from readback import MM_PER_INCH, dark_box_mm, markers, side_mm

from lucca_pi.games.citta.paper.stickers import sticker_pages, sticker_pieces
from lucca_pi.games.citta.rules.deck import make_deck, reference_deck
from lucca_pi.games.citta.rules.deckfile import DeckFile, reference_deck_file
from lucca_pi.games.citta.session.families import FAMILIES
from lucca_pi.printed.files import pdf, picture, rendered
from lucca_pi.printed.make import PrintError, pdf_of
from lucca_pi.printed.paper import A4, LABEL_SHEETS

DPI = 200


def stickers(wanted, **options):
    return {piece.name: piece for piece in wanted("stickers", **options).pieces}


@pytest.mark.parametrize(
    ("code", "side", "square"),
    [("17", 14.0, 10.89), ("97", 14.0, 10.89), ("111", 14.0, 10.89), ("101", 38.571, 30.0), ("106", 25.714, 20.0)],
)
def test_a_sticker_is_as_large_as_it_should_be(wanted, code, side, square):
    drawn = picture(stickers(wanted)[code], 600)
    left, _, width, height = dark_box_mm(drawn, 600)
    assert drawn.size == (round(side / MM_PER_INCH * 600),) * 2
    assert (width, height) == pytest.approx((square, square), abs=0.05)
    assert left == pytest.approx((side - square) / 2, abs=0.05)


@pytest.mark.parametrize(("side", "square"), [(12.0, 9.333), (16.0, 12.444)])
def test_stickers_for_smaller_and_larger_tables_are_as_large_as_they_should_be(wanted, side, square):
    pieces = stickers(wanted, sticker_mm=side)
    drawn = picture(pieces["17"], 600)
    assert drawn.size == (round(side / MM_PER_INCH * 600),) * 2
    assert dark_box_mm(drawn, 600)[2:] == pytest.approx((square, square), abs=0.05)
    assert pieces["101"].width == pytest.approx(38.571, abs=0.01)


def test_beside_each_sticker_of_an_own_deck_stands_what_it_belongs_on(wanted):
    deck_file = own_deck_file()
    pieces = sticker_pieces(deck_file, FAMILIES, 14.0, "aruco")
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


def test_a_picture_has_its_size_and_its_dots_to_the_inch(wanted):
    drawn = picture(stickers(wanted)["17"], 300)
    assert drawn.size == (165, 165)


def test_every_face_on_the_sheet_is_read_and_stands_where_no_other_does(wanted):
    page, *_ = rendered(pdf_of(wanted("stickers")), DPI)
    seen = markers(page)
    assert {*seen} == {*range(1, 101)}
    assert side_mm(seen[17], DPI) == pytest.approx(10.89, abs=0.05)
    lefts = sorted(float(corners[0, 0]) for code, corners in seen.items() if code <= 10)
    assert all(b - a > 14 / MM_PER_INCH * DPI for a, b in pairwise(lefts))


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
    assert [symbol.data.decode() for symbol in decode(np.pad(drawn, 60))] == [f"LUCCA:{code}"]


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
    assert sheet.columns * (sheet.width + sheet.gap) - sheet.gap <= sheet.paper.width
    assert sheet.rows * sheet.height <= sheet.paper.height - 2 * 10


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"sticker_mm": 99.0}, "10 to 30"),
        ({"sticker_mm": float("nan")}, "10 to 30"),
        ({"sticker_mm": 14.0, "style": "qr"}, "24 to 30"),
        ({"labels_name": "post-it"}, "avery-l7651"),
        ({"labels_name": "avery-5167"}, "44.45 x 12.7"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_what_would_do(wanted, options, word):
    with pytest.raises(PrintError, match=word):
        wanted("stickers", **options)


def test_us_letter_is_as_large_as_it_is(wanted):
    assert {(page.width, page.height) for page in wanted("stickers", paper_name="letter").pages} == {(215.9, 279.4)}
