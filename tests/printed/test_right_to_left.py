"""Words from right to left on paper: in their order, at the right edge; pictures as they are."""

from io import BytesIO

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from lucca_pi.language import SOURCE, use, visual_order
from lucca_pi.printed.pen import Pen, PrintedPage, pdf, rendered

WIDTH = 100


@pytest.fixture
def hebrew():
    use("he")
    yield
    use(SOURCE)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("17 אדום", "םודא 17"),
        ("אדום +4", "+4 םודא"),
        ("אדום −3, ואז 0", "0 זאו ,−3 םודא"),
        ("Ada משחקת (OK)", "(OK) תקחשמ Ada"),
        ("הוסיפו --bleed", "--bleed ופיסוה"),
        ("• לוח 8×8", "8×8 חול •"),
    ],
)
def test_figures_signs_and_latin_words_keep_their_order_within_hebrew(hebrew, text, seen):
    assert visual_order(text) == seen


def test_hebrew_within_a_language_from_the_left_runs_in_its_own_direction():
    assert visual_order("Ada, שרה 4") == "Ada, 4 הרש"


def inked_mm(draw):
    """Left and right edge of what is drawn on a page, mm."""
    page = rendered(pdf([PrintedPage(WIDTH, 40, draw)], "test"), 254)[0].convert("L")
    box = page.point(lambda grey: 255 - grey).getbbox()
    return [round(edge / 10) for edge in (box[0], box[2])]


def test_a_paragraph_ends_at_its_right_edge(hebrew):
    assert inked_mm(lambda pen: pen.paragraph("אב", 20, 20, 5, 60))[1] == 80


def test_words_are_mirrored_from_the_start_and_pictures_are_not(hebrew):
    def in_a_column(draw):
        def drawn(pen):
            with pen.from_start(WIDTH):
                draw(pen)

        return inked_mm(drawn)

    def picture(pen):
        with pen.picture(10, 30):
            pen.box(0, 10, 5, 5, "#000000")

    assert in_a_column(lambda pen: pen.text("אב", 10, 20, 5))[1] == 90
    assert in_a_column(lambda pen: pen.box(10, 10, 5, 5, "#000000")) == [85, 90]
    assert in_a_column(picture) == [60, 65]


def test_lines_are_broken_in_the_order_in_which_they_are_read(hebrew):
    file = BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH * 3, 200))
    Pen(canvas, 60).paragraph("ראשון שני", 10, 20, 5, 14)
    canvas.save()
    lines = pypdfium2.PdfDocument(file.getvalue())[0].get_textpage().get_text_bounded().split()
    assert [sorted(line) for line in lines] == [sorted("ראשון"), sorted("שני")]
