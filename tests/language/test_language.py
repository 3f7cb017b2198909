"""Languages: what is said, counted and written, and that every font has their letters."""

import copy
import pickle
import unicodedata
from dataclasses import dataclass
from gettext import GNUTranslations
from string import Formatter

import pytest
from catalogue import OTHERS, asked_for, mo_bytes, po_file, read_po, write_po
from reportlab.pdfbase.pdfmetrics import getFont

from lucca_pi.language import LANGUAGES, Text, _, listed, ngettext, said, say, use
from lucca_pi.printed.pen import FONTS, is_printable
from lucca_pi.screens.font import MISSING, SMALL, line
from tests.cases import some


@dataclass(frozen=True)
class Screen:
    title: str
    number: int
    lines: tuple[str, ...]


def placeholders(text):
    return {name for _text, name, _format, _as in Formatter().parse(text) if name is not None}


@pytest.fixture(params=OTHERS)
def catalogue(request):
    file = po_file(request.param)
    return file, *read_po(file.read_text(encoding="utf-8"))


def test_every_message_has_its_words_in_every_language_and_none_is_left_over(catalogue):
    _file, _heading, known = catalogue
    assert known.keys() == asked_for().keys(), "python tests/language/renew.py"
    assert [one for one, message in known.items() if not message.said or not all(message.said)] == []
    assert {one: message.many for one, message in known.items()} == {
        one: message.many for one, message in asked_for().items()
    }


def test_a_translation_has_the_placeholders_of_its_message(catalogue):
    _file, _heading, known = catalogue
    for one, message in some(known.items()):
        every = placeholders(one + (message.many or ""))
        may_lack = every if message.where == "click" else set()  # click fills some with English words
        assert all(every - may_lack <= placeholders(words) <= every for words in counted(message)), one


def counted(message):
    """The words of a message; its singular has the number put back, since "one wall" may be said without a figure."""
    first, *others = message.said
    return [first + " {number}", *others] if message.many and "{number}" in message.many else message.said


def test_nothing_in_a_catalogue_is_fuzzy_or_out_of_use(catalogue):
    file, heading, known = catalogue
    assert file.read_text(encoding="utf-8") == write_po(heading, known)


def test_the_compiled_catalogue_is_what_the_written_one_says(catalogue):
    file, heading, known = catalogue
    compiled = file.with_suffix(".mo")
    assert compiled.read_bytes() == mo_bytes(heading, known), "python tests/language/renew.py"
    with compiled.open("rb") as opened:
        read = GNUTranslations(opened)
    for one, message in known.items():
        said = {read.gettext(one)} if message.many is None else {read.ngettext(one, message.many, n) for n in range(99)}
        assert said == set(message.said)


def test_a_text_is_english_until_it_is_said():
    text = _("{player}: {moves}", player="Ada", moves=listed([_("opens {colour}", colour="rot"), "T1"]))
    assert text == f"{text}" == "Ada: opens rot, T1"
    use("de")
    assert (text, say(text)) == ("Ada: opens rot, T1", "Ada: eröffnet rot, T1")


@pytest.mark.parametrize(
    ("colour", "words"), [("red", "eröffnet Rot"), ("crimson", "eröffnet crimson"), ("", "eröffnet ")]
)
def test_a_usual_colour_is_said_and_another_is_called_as_the_deck_calls_it(colour, words):
    use("de")
    assert say(_("opens {colour}", colour=colour)) == words


def test_somebody_called_red_keeps_that_name():
    use("de")
    assert say(_("{player}: {moves}", player="red", moves="T1")) == "red: T1"


@pytest.mark.parametrize(("number", "words"), [(0, "0 Punkte"), (1, "1 Punkt"), (2, "2 Punkte")])
def test_what_is_counted_has_its_plural(number, words):
    use("de")
    assert say(ngettext("{number} point", "{number} points", number)) == words


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda text: pickle.loads(pickle.dumps(text)), str])
def test_a_copy_can_be_said_as_well(copied):
    use("de")
    assert say(copied(ngettext("{number} wall", "{number} walls", 2))) == "2 Mauern"


def test_the_words_of_an_error_can_be_said():
    use("de")
    assert say(str(ValueError(_("Back")))) == "Zurück"


def test_names_stay_as_they_are_whatever_they_hold():
    use("de")
    assert say("Back {0}") == "Back {0}"
    assert say(_("where is {card}?", card="{player}")) == "Wo ist die {player}?"


def test_all_of_a_screen_and_of_json_is_said():
    use("de")
    screen = Screen(_("Back"), 3, (_("Yes"), "Ada"))
    assert said(screen) == Screen("Zurück", 3, ("Ja", "Ada"))
    assert said({"answers": [_("Yes"), {"rank": 1}, None]}) == {"answers": ["Ja", {"rank": 1}, None]}


def test_a_language_that_there_is_not_is_refused_by_name():
    with pytest.raises(ValueError, match="no language 'fr'; there are en, de"):
        use("fr")
    assert Text("a", {}) == "a" and "fr" not in LANGUAGES


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
