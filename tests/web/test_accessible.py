"""What people need who see little or nothing: contrast, headings, labels, and what the page reads aloud."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from asking import published
from evening import LAST, after, given, looks, questioned, unsettled

from lucca_pi.evening.phones import phone_question
from lucca_pi.evening.step import Looked
from lucca_pi.web.page import page

WEB = Path(__file__).parents[2] / "lucca_pi" / "web"
STATES = {
    "before the deal": lambda: after(0),
    "a turn": lambda: after(9),
    "a doubt": unsettled,
    "a question": questioned,
    "a complaint": lambda: given(after(3), Looked(looks()[8], ""))[0],
    "the end": lambda: after(LAST + 1),
}


def shown(state, viewer="answers"):
    return page(published(state, picture=b"a picture", asks=phone_question("a game", state)), viewer)


class Outline(HTMLParser):
    """The elements of a page that matter to who only hears it, in their order, without what is hidden."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def all(self, *tags):
        return [(tag, more) for tag, more in self.elements if tag in tags]


@pytest.mark.parametrize("viewer", ["answers", "camera"])
@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_everything_that_is_pressed_typed_or_looked_at_is_named(state, viewer):
    outline = Outline(shown(state(), viewer))
    labelled = {more.get("for") for _tag, more in outline.all("label")}
    typed = [more for _tag, more in outline.all("input") if more.get("type") != "hidden"]
    assert [more for more in typed if more["id"] not in labelled] == []
    assert all("alt" in more for _tag, more in outline.all("img"))
    assert all("aria-label" in more or "aria-hidden" in more for _tag, more in outline.all("svg"))
    assert len(outline.all("main")) == len(outline.all("header")) == len(outline.all("h1")) == 1
    ids = [more["id"] for _tag, more in outline.elements if "id" in more]
    assert len(ids) == len(set(ids))


READ = {
    "a turn": (lambda: after(3), "Guinigi’s turn"),
    "a question": (questioned, "Burlamacchi: where is 48? – 48 to blue – 48 as a wall – 48 discarded – None of these"),
    "a complaint": (lambda: given(after(1), Looked(looks()[0], ""))[0], "no triplet has been taken. "),
}


@pytest.mark.parametrize(("state", "words"), READ.values(), ids=READ)
def test_what_is_read_aloud(state, words):
    (spoken,) = re.findall(r'data-now="([^"]*)"', shown(state()))
    assert words in spoken


def test_a_turn_is_read_with_its_points_under_a_name_of_its_own():
    turns = [re.search(r'data-turn="([^"]*)" data-last="([^"]*)"', shown(after(count))).groups() for count in (2, 3)]
    assert turns[0][0] != turns[1][0]
    assert re.match(r"\w+: \d+ points?\.", turns[0][1])


TEXT = {("ink", "paper"), ("ink", "sheet"), ("soft", "sheet"), ("soft", "paper"), ("accent", "sheet")}
TEXT |= {("accent", "paper"), ("on-accent", "accent"), ("gain", "sheet"), ("loss", "sheet"), ("sheet", "ink")}


def palettes(file):
    """The colours of each scheme: a block that sets some keeps the others of the one for its light."""
    blocks = re.findall(r":root \{([^}]*)\}", (WEB / file).read_text())
    light, dark, more, more_dark = [dict(re.findall(r"--([\w-]+): (#\w+)", block)) for block in blocks]
    return {"light": light, "dark": light | dark, "more": light | more, "more dark": light | dark | more_dark}


def contrast(one, other):
    """The ratio of WCAG 2.2 between two colours."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("scheme", "least"), [("light", 4.5), ("dark", 4.5), ("more", 7), ("more dark", 7)])
@pytest.mark.parametrize("file", ["page.css", "board.css"])
def test_text_stands_out_from_what_is_behind_it(file, scheme, least):
    colours = palettes(file)[scheme]
    pairs = TEXT | ({("doubt", "doubt-sheet")} if "doubt" in colours else set())
    faint = {pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < least} == {}
    assert contrast("#fffaf2", colours["top"]) >= least
