"""The fonts of the sheets and of the displays have the letters of every language."""

import unicodedata

import pytest
from catalogue import OTHERS, po_file, read_po
from reportlab.pdfbase.pdfmetrics import getFont

from lucca_pi.language import LANGUAGES
from lucca_pi.printed.pen import FONTS, is_printable
from lucca_pi.screens.font import MISSING, SMALL, line


def letters(language):
    _heading, known = read_po(po_file(language).read_text(encoding="utf-8"))
    said = "".join(words for message in known.values() for words in message.said)
    return {letter for letter in said + LANGUAGES[language] if not letter.isspace()}


@pytest.mark.parametrize("language", OTHERS)
def test_the_fonts_of_paper_have_every_letter_of_a_language(language):
    assert [letter for letter in sorted(letters(language)) if letter.isalpha() and not is_printable(letter)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_displays_have_every_letter_and_sign_of_a_language(language):
    missing = line(MISSING, SMALL).tobytes()
    drawn = {letter for letter in letters(language) if unicodedata.category(letter) != "Cf"}
    assert [letter for letter in sorted(drawn) if line(letter, SMALL).tobytes() == missing] == []


def test_all_fonts_of_paper_have_the_same_letters():
    fonts = [set(getFont(file.stem).face.charToGlyph) for file in FONTS.glob("*.ttf")]
    assert len(fonts) == 5 and all(font == fonts[0] for font in fonts)
