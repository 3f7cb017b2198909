"""What a printer leaves white, how small letters get, and whether a camera reads the sheets."""

import math
import re
from functools import cache
from itertools import islice

import cv2
import numpy as np
import pypdfium2
import pytest
from pypdfium2 import raw

from lucca_pi.games import PLAYED, game_module
from lucca_pi.games.citta.paper import printables_of
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.lucco.paper import printables as lucco_printables
from lucca_pi.language import LANGUAGES, SOURCE, use
from lucca_pi.printed.common import COMMON
from lucca_pi.printed.paper import LABEL_SHEETS
from lucca_pi.printed.pen import MM_PER_INCH, pdf, rendered
from lucca_pi.printed.prints import Options, pdf_of
from lucca_pi.printed.stickers import number_mm
from lucca_pi.vision.detect import detect
from tests.cases import some

PX_PER_MM = 3
SHEETS = {
    "stickers": {},
    "inserts": {},
    "inserts on letter": {"paper_name": "letter"},
    "large stickers": {"sticker_mm": 16.0, "paper_name": "letter"},
    "QR codes": {"style": "qr"},
    "deck": {},
    "deck with bleed": {"bleed": True},
    "deck without codes": {"style": None},
    "deck on letter": {"paper_name": "letter"},
    "deck with bleed on letter": {"paper_name": "letter", "bleed": True},
    "quarters": {"mat": True},
    "quarters on letter": {"mat": True, "paper_name": "letter", "bleed": True},
    "quarters on a3": {"mat": True, "paper_name": "a3"},
    "board": {},
    "board on letter": {"paper_name": "letter"},
    "housing": {},
    "housing on letter": {"paper_name": "letter"},
    "quickcard": {},
    "quickcard on letter": {"paper_name": "letter"},
}
OF_LUCCO = {
    f"{name} on {paper}": {"paper_name": paper} for name in ("tiles", "squares") for paper in ("a4", "letter", "a3")
}
LABELS = {
    f"stickers on {name}": {
        "labels_name": name,
        "sticker_mm": sheet.width if sheet.is_square else min(14.0, sheet.height - 0.7),
    }
    for name, sheet in LABEL_SHEETS.items()
}
ALL = SHEETS | LABELS | OF_LUCCO


@cache
def first_and_last(name):
    """The first page, the second and the last two of the sheets, as a PDF."""
    sheets = {"large stickers": "stickers", "QR codes": "stickers"}.get(name, name.split()[0])
    of_game = lucco_printables(None) if name in OF_LUCCO else printables_of(reference_deck_file())
    pages = (of_game | COMMON).made(sheets, Options(**ALL[name])).pages
    return pdf([*pages[:2], *pages[2:][-2:]], name)


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_drawn_where_a_printer_leaves_the_page_white(name):
    for page in some(rendered(first_and_last(name), round(PX_PER_MM * MM_PER_INCH))):
        drawn = np.argwhere(np.asarray(page.convert("L")) < 250)
        room_px = np.minimum(drawn.min(0), np.subtract(page.size[::-1], drawn.max(0) + 1)).min()
        assert room_px >= 5.0 * PX_PER_MM - 1


@pytest.mark.parametrize("name", [name for name in SHEETS | LABELS if not name.startswith("quickcard")])
def test_no_letter_is_smaller_than_six_points_but_for_the_numbers_in_margins(name):
    side, style = ALL[name].get("sticker_mm", 14.0), ALL[name].get("style") or "aruco"
    margin = number_mm(25.0 if style == "qr" else side, style) * 72 / MM_PER_INCH
    with pypdfium2.PdfDocument(first_and_last(name)) as document:
        sizes = [size for page in document for size in letter_sizes(page.get_textpage())]
    assert all(size > 6 or size == pytest.approx(margin, abs=0.01) for size in sizes)


def letter_sizes(text):
    """The size in points of each letter on the page."""
    for place in range(text.count_chars()):
        matrix = raw.FS_MATRIX()
        raw.FPDFText_GetMatrix(text.raw, place, matrix)
        if not chr(raw.FPDFText_GetUnicode(text.raw, place)).isspace():
            yield raw.FPDFText_GetFontSize(text.raw, place) * math.hypot(matrix.c, matrix.d)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_words_of_the_quick_card_end_above_its_frame(wanted, paper, language):
    use(language)
    (page,) = rendered(pdf_of(wanted("quickcard", paper_name=paper)), round(PX_PER_MM * MM_PER_INCH))
    beside = 12 * PX_PER_MM
    strip = np.asarray(page.convert("L"))[-12 * PX_PER_MM : -7 * PX_PER_MM, beside:-beside]
    assert strip.min() > 250


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != SOURCE])
@pytest.mark.parametrize("game", PLAYED)
def test_the_words_of_every_quick_card_fit_on_letter(game, language):
    """All other ones are ready sheets, which are compared."""
    use(language)
    card = game_module(game, "paper").printables(None).made("quickcard", Options(paper_name="letter"))
    assert pdf_of(card).startswith(b"%PDF")


SHOWN = {
    "citta": ["Lay cards upright"],
    "chessboard": ["Which floors are allowed here?", "Strength.", "Each lower floor sticks out"],
    "lucco": ["Your own colour.", "Another player's colour.", "A colour that nobody plays.", "White.", "Keep unused"],
}


@pytest.mark.parametrize(("game", "words"), SHOWN.items())
def test_a_quick_card_shows_what_is_needed_of_the_rules(game, words):
    card = game_module(game, "paper").printables(None).made("quickcard", Options())
    with pypdfium2.PdfDocument(pdf_of(card)) as document:
        text = document[0].get_textpage().get_text_bounded()
    assert all(one in text for one in words)


@pytest.mark.parametrize("name", LABEL_SHEETS)
def test_every_sticker_lies_within_its_label_even_if_the_sheet_drifts(name):
    sheet = LABEL_SHEETS[name]
    page = rendered(first_and_last(f"stickers on {name}"), 150)[0]
    left, top = sheet.place(0)
    seen = detect(np.asarray(page.convert("L")), range(1, 101)).read
    assert len(seen) >= min(100, sheet.columns * sheet.rows)
    for x, y in (corner * MM_PER_INCH / 150 for one in seen for corner in one.corners_px):
        assert 1 < (x - left) % (sheet.width + sheet.gap) < sheet.width - 1
        assert 1 < (y - top) % (sheet.height + sheet.gap_below) < sheet.height - 1


SIDE_PX, DPI = 30, 254


@pytest.mark.parametrize(("number", "codes"), [(0, range(1, 101)), (1, [111] * 100), (2, range(101, 111))])
def test_a_picture_of_a_sheet_of_stickers_is_read_whole(wanted, number, codes):
    (page,) = rendered(pdf(islice(wanted("stickers").pages, number, number + 1), "sheet"), DPI)
    read = detect(pictured(np.asarray(page.convert("L"))), range(1, 112)).read
    assert sorted(one.code for one in read) == [*codes]


def pictured(page):
    """The page taken at an angle, dimmer to one side, blurred and noisy; stickers are 30 pixels wide."""
    height, width = page.shape
    scale = SIDE_PX / (14 / MM_PER_INCH * DPI)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = corners * scale + np.array([[40, 30], [10, 10], [40, 20], [10, 40]], np.float32)
    size = round(width * scale) + 50, round(height * scale) + 50
    soft = cv2.GaussianBlur(page, (0, 0), 0.45 / scale)
    taken = cv2.warpPerspective(soft, cv2.getPerspectiveTransform(corners, seen), size, borderValue=90)
    dim = cv2.GaussianBlur(taken, (0, 0), 0.7) * np.linspace(0.7, 1, size[0])
    return np.clip(dim + np.random.default_rng(1).normal(0, 3, dim.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("name", ["stickers", "deck", "quickcard", "housing"])
def test_a_pdf_holds_every_font_that_it_needs(name):
    data = first_and_last(name)
    fonts = re.findall(rb"<<[^<>]*/Type /Font\s[^<>]*>>", data)
    assert fonts
    assert all(b"/FontDescriptor" in font for font in fonts)
    assert data.count(b"/FontFile2") == len(fonts)
